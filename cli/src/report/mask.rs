//! Hiding what is nobody's business: the value itself, and every echo of it elsewhere in the same report.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use ostler_engine::Report;
use ostler_machines::report::FieldReport;
use ostler_machines::{Typed, sensitive};

/// What stands where a sensitive value is echoed.
const MASK: &str = "••••••";

/// Echoes shorter than this are left: they would be found inside every other word.
const SHORTEST: usize = 3;

/// Whether what a report says of a field is to be hidden. The engine cannot know of a key that it found no field for.
pub(super) fn sensitive(field: &FieldReport) -> bool {
    sensitive::report(field)
}

/// `text` hidden, or nothing if there is nothing to hide.
pub(super) fn hidden(text: &Typed) -> String {
    sensitive::mask(text.reveal())
}

/// How many escapings of one in the other are read.
const DEEPEST: usize = 4;

/// How many spellings are remembered.
const MOST: usize = 2_000;

/// Hides all echoes of the sensitive values of one report, or of all that one server was told.
#[derive(Clone, Default)]
pub(crate) struct Scrub(Vec<String>);

impl Scrub {
    /// Learns what is to be hidden from the whole report, its steps included.
    pub(crate) fn of(report: &Report) -> Self {
        let mut needles = Vec::new();
        let steps = report.steps.iter().flat_map(|step| &step.fields);
        for field in report.fields.iter().chain(steps).filter(|field| sensitive(field)) {
            let holds = field.holds.as_ref().map(Typed::reveal);
            for value in holds.into_iter().chain([field.asked.reveal(), field.given.reveal()]) {
                spellings(value, &mut needles);
            }
        }
        let mut scrub = Self(needles);
        scrub.sort();
        scrub
    }

    /// Learns one more value, which belongs to something called `name`, if it is sensitive.
    pub(crate) fn learn(&mut self, name: &str, value: &str) {
        if sensitive::name(name) || sensitive::value(value) {
            spellings(value, &mut self.0);
            self.sort();
        }
    }

    /// Learns a value that is sensitive for where it stands.
    pub(crate) fn hide(&mut self, value: &str) {
        let known = self.0.len();
        spellings(value, &mut self.0);
        if self.0.len() != known {
            self.sort();
        }
    }

    /// All that is known.
    pub(crate) fn texts(&self) -> Vec<Typed> {
        self.0.iter().map(|needle| Typed::new(needle.clone())).collect()
    }

    /// Learns what `other` knows.
    pub(crate) fn join(&mut self, other: Self) {
        for needle in other.0 {
            if !self.0.contains(&needle) {
                self.0.push(needle);
            }
        }
        self.sort();
    }

    fn sort(&mut self) {
        // The longest first, so that a value is hidden whole before a part of it is.
        self.0.sort_by_key(|needle| std::cmp::Reverse(needle.len()));
        self.0.truncate(MOST);
    }

    /// `text` without the echoes, as it is written and as it reads once what is escaped in it is not.
    pub(crate) fn clean(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if self.0.is_empty() {
            return text;
        }
        let read = |text: &str, unescaped: usize| (0..unescaped).fold(letters(text), |read, _| unescape(&read));
        for unescaped in 0..=DEEPEST {
            let mut reading = read(&text, unescaped);
            for needle in &self.0 {
                if let Some(clean) = replace(&text, &reading, needle) {
                    reading = read(&clean, unescaped);
                    text = clean;
                }
            }
            if !is_escaped(&reading) {
                break;
            }
        }
        text
    }
}

/// Values from this length on are looked for reversed and in base64 (RFC 4648), too.
const LONG: usize = 8;

/// The ways in which a page, an address or a server may repeat `value`.
fn spellings(value: &str, into: &mut Vec<String>) {
    let value = value.trim();
    let mut add = |spelling: String| {
        if spelling.chars().count() >= SHORTEST && !into.contains(&spelling) {
            into.push(spelling);
        }
    };
    add(value.into());
    let form: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
    add(form.replace('+', "%20"));
    add(form);
    add(value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;"));
    let json = serde_json::Value::from(value).to_string();
    add(json.trim_matches('"').into());
    // A page that hides a value like this gives it away all the same.
    if value.len() >= LONG {
        for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
            add(engine.encode(value));
        }
        add(value.chars().rev().collect());
    }
    let bare: String = value.chars().filter(|c| !is_separator(plain(*c))).collect();
    if is_code(&bare) {
        let grouped: Vec<&str> = (0..bare.len())
            .step_by(4)
            .map(|at| &bare[at..bare.len().min(at + 4)])
            .collect();
        add(grouped.join(" "));
        add(grouped.join("-"));
        add(bare);
    }
}

/// A character of a text as it is read, and the bytes that it takes there.
#[derive(Clone, Copy)]
struct Letter {
    start: usize,
    end: usize,
    written: char,
    read: char,
}

/// `text` as it is read: without case, width and kinds of blanks, and without what nobody sees.
fn letters(text: &str) -> Vec<Letter> {
    text.char_indices()
        .filter(|(_, c)| !is_unseen(*c))
        .map(|(start, c)| Letter {
            start,
            end: start + c.len_utf8(),
            written: c,
            read: plain(c),
        })
        .collect()
}

/// Whether something in it may be an escape.
fn is_escaped(read: &[Letter]) -> bool {
    read.iter().any(|letter| matches!(letter.read, '%' | '&' | '\\'))
}

/// The same with what is escaped as in addresses (RFC 3986, and `escape` of old), in markup or in JSON taken for what it
/// stands for. What is no escape stays.
fn unescape(read: &[Letter]) -> Vec<Letter> {
    let mut out: Vec<Letter> = Vec::with_capacity(read.len());
    let mut at = 0;
    while let Some(letter) = read.get(at) {
        let rest = read.get(at..).unwrap_or_default();
        let escape = match letter.read {
            '%' => percent(rest),
            '&' => entity(rest),
            '\\' => backslash(rest),
            _ => None,
        };
        let (c, length) = escape.unwrap_or((letter.written, 1));
        let end = rest.get(length - 1).map_or(letter.end, |last| last.end);
        if !is_unseen(c) {
            out.push(Letter {
                start: letter.start,
                end,
                written: c,
                read: plain(c),
            });
        }
        at += length;
    }
    out
}

/// The number that the digits of `letters` spell.
fn number(letters: &[Letter], radix: u32) -> Option<u32> {
    let digits: String = letters.iter().map(|letter| letter.read).collect();
    u32::from_str_radix(&digits, radix).ok()
}

/// `%41`, `%C3%A9`, `%E9`, `%u0041`: the character and how many letters spell it.
fn percent(rest: &[Letter]) -> Option<(char, usize)> {
    if rest.get(1)?.read == 'u' {
        return Some((char::from_u32(number(rest.get(2..6)?, 16)?)?, 6));
    }
    let byte = |place: usize| {
        let own = rest.get(place * 3..place * 3 + 3)?;
        (own.first()?.read == '%')
            .then(|| number(own.get(1..)?, 16))
            .flatten()
            .and_then(|value| u8::try_from(value).ok())
    };
    let first = byte(0)?;
    let bytes: Vec<u8> = (0..4).map_while(byte).collect();
    let utf8 = (1..=bytes.len()).find_map(|length| {
        let text = std::str::from_utf8(bytes.get(..length)?).ok()?;
        Some((text.chars().next()?, length * 3))
    });
    utf8.or(Some((char::from(first), 3)))
}

/// `&amp;`, `&#38;`, `&#x26;`.
fn entity(rest: &[Letter]) -> Option<(char, usize)> {
    const LONGEST: usize = 10;
    let end = rest.iter().take(LONGEST).position(|letter| letter.read == ';')?;
    let name: String = rest.get(1..end)?.iter().map(|letter| letter.read).collect();
    let c = match name.as_str() {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let digits = name.strip_prefix('#')?;
            let value = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            char::from_u32(value.ok()?)?
        }
    };
    Some((c, end + 1))
}

/// `\"`, `\/`, `\u0041`, `\x41`.
fn backslash(rest: &[Letter]) -> Option<(char, usize)> {
    match rest.get(1)?.read {
        'u' => Some((char::from_u32(number(rest.get(2..6)?, 16)?)?, 6)),
        'x' => Some((char::from_u32(number(rest.get(2..4)?, 16)?)?, 4)),
        c @ ('"' | '\\' | '/' | '\'') => Some((c, 2)),
        _ => None,
    }
}

fn plain(c: char) -> char {
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ if c.is_whitespace() => ' ',
        _ => c,
    };
    c.to_lowercase().next().unwrap_or(c)
}

/// What has no shape and is taken out of what is shown.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        || (c.is_control() && !c.is_whitespace())
}

/// Whether it is a number, or a code of letters and digits such as an IBAN, that is written in groups.
fn is_code(text: &str) -> bool {
    const DIGITS: usize = 3;
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.len() >= LONG && text.chars().all(|c| c.is_ascii_alphanumeric()) && digits >= DIGITS
}

/// What may stand between the characters of a number or a code.
fn is_separator(c: char) -> bool {
    matches!(
        c,
        ' ' | '-' | '.' | ',' | '/' | '_' | '·' | '‐' | '‑' | '‒' | '–' | '—' | '−' | '•' | ':' | '|'
    )
}

/// Whether it is a word such as fields are called by, and nothing else.
fn is_name(needle: &str) -> bool {
    needle.chars().all(char::is_alphabetic) && sensitive::name(needle)
}

/// `text` with `needle` replaced, if it is in there: whatever its case and width, a number or a code whatever
/// stands between its characters, a short one only where it is a word of its own.
fn replace(text: &str, read: &[Letter], needle: &str) -> Option<String> {
    let wanted: Vec<char> = letters(needle).iter().map(|letter| letter.read).collect();
    let code = is_code(&wanted.iter().collect::<String>());
    let short = wanted.len() <= SHORTEST + 2;
    // A word that labels are made of, or a short one, is hidden as it is written only.
    let exact = wanted.iter().any(|c| c.is_alphabetic()) && (short || is_name(needle));
    // The place after the last letter of an echo that begins at `at`.
    let echo = |at: usize| -> Option<usize> {
        let mut next = at;
        for (place, c) in wanted.iter().enumerate() {
            if code && place > 0 {
                let between = read[next..]
                    .iter()
                    .take(3)
                    .take_while(|letter| is_separator(letter.read));
                next += between.count();
            }
            let own = read.get(next)?.read;
            // In an address a blank may be a plus.
            if own != *c && !(own == '+' && *c == ' ') {
                return None;
            }
            next += 1;
        }
        let own = read.get(at..next)?;
        let as_written = || {
            own.iter()
                .map(|letter| letter.written)
                .eq(letters(needle).iter().map(|letter| letter.written))
        };
        let alone = |letter: Option<&Letter>| !letter.is_some_and(|letter| letter.read.is_alphanumeric());
        let word = !short || (alone(at.checked_sub(1).and_then(|before| read.get(before))) && alone(read.get(next)));
        (word && (!exact || as_written())).then_some(next)
    };
    let mut replaced = String::new();
    let (mut at, mut from) = (0, 0);
    while at < read.len() {
        match echo(at) {
            Some(next) => {
                replaced.push_str(&text[from..read[at].start]);
                replaced.push_str(MASK);
                from = read[next - 1].end;
                at = next;
            }
            None => at += 1,
        }
    }
    if from == 0 {
        return None;
    }
    replaced.push_str(&text[from..]);
    Some(replaced)
}

#[cfg(test)]
mod tests {
    use super::{MASK, Scrub, spellings};

    #[test]
    fn a_value_is_found_in_the_spellings_of_addresses_markup_and_card_groups() {
        let mut needles = Vec::new();
        spellings("4111 1111 1111 1111", &mut needles);
        spellings("a&b c", &mut needles);
        for expected in [
            "4111111111111111",
            "4111-1111-1111-1111",
            "a%26b%20c",
            "a%26b+c",
            "a&amp;b c",
        ] {
            assert!(
                needles.iter().any(|needle| needle == expected),
                "{expected}: {needles:?}"
            );
        }
    }

    #[test]
    fn a_short_value_is_hidden_as_a_word_and_not_inside_others() {
        let scrub = knowing("CVC", "123");
        assert_eq!(
            scrub.clean("code 123 is wrong, see 51234"),
            format!("code {MASK} is wrong, see 51234")
        );
        assert_eq!(scrub.clean("123"), MASK);
    }

    fn knowing(name: &str, value: &str) -> Scrub {
        let mut scrub = Scrub::default();
        scrub.learn(name, value);
        scrub
    }

    #[test]
    fn a_value_is_found_however_a_page_spells_it() {
        let card = knowing("Card number", "4111111111111111");
        for echo in [
            "4111.1111.1111.1111",
            "4111\u{a0}1111\u{a0}1111\u{a0}1111",
            "4111 - 1111 - 1111 - 1111",
            "4111\u{2011}1111\u{2011}1111\u{2011}1111",
            "41 11 11 11 11 11 11 11",
            "４１１１１１１１１１１１１１１１",
            "4111\u{200b}111111111111",
        ] {
            assert_eq!(card.clean(&format!("card {echo}!")), format!("card {MASK}!"), "{echo}");
        }
        let password = knowing("Password", "Hunter 2<Sécret>");
        for echo in [
            "HUNTER 2<SÉCRET>",
            "hunter 2<sécret>",
            "Hunter\u{a0}2<Sécret>",
            "Hun\u{ad}ter 2<S\u{200b}écret>",
            "hunter%202%3cs%c3%a9cret%3e",
        ] {
            assert_eq!(
                password.clean(&format!("it is {echo}.")),
                format!("it is {MASK}."),
                "{echo}"
            );
        }
        let other = "order 4111111111111112, Hunter 3, 2026-11-30";
        assert_eq!(card.clean(&password.clean(other)), other);
    }

    #[test]
    fn a_code_of_letters_and_digits_is_found_in_whatever_groups_it_is_written() {
        for written in [
            "DE89370400440532013000",
            "DE89 3704 0044 0532 0130 00",
            "de89-3704-0044-0532-0130-00",
        ] {
            let scrub = knowing("IBAN", written);
            for echo in [
                "DE89370400440532013000",
                "DE89 3704 0044 0532 0130 00",
                "DE89 3704 0044 0532 0130 00 ",
                "de89.3704.0044.0532.0130.00",
                "DE 8937040044 0532 0130 00",
            ] {
                let told = scrub.clean(&format!("We debit {echo}, thanks"));
                assert!(
                    told.starts_with(&format!("We debit {MASK}")),
                    "{written} {echo}: {told}"
                );
                assert!(!told.contains(char::is_numeric), "{written} {echo}: {told}");
            }
        }
        let passport = knowing("IBAN", "C01X00T47");
        assert_eq!(passport.clean("C01-X00-T47-"), format!("{MASK}-"));
        assert_eq!(passport.clean("row C0, 1X"), "row C0, 1X");
    }

    #[test]
    fn a_value_is_found_however_it_is_escaped_and_however_often() {
        let password = "pa\"ss(word)&1é x";
        let scrub = knowing("Password", password);
        let once = "pa%22ss(word)%261%C3%A9%20x";
        let twice = once.replace('%', "%25");
        let thrice = twice.replace('%', "%25");
        let every: String = password.bytes().map(|byte| format!("%{byte:02x}")).collect();
        for echo in [
            once,
            &twice,
            &thrice,
            &every,
            "pa%22ss(word)&1%E9+x",
            "pa&quot;ss(word)&amp;1&eacute; x"
                .replace("&eacute;", "&#233;")
                .as_str(),
            "pa&#x22;ss(word)&#38;1é x",
            "pa\\\"ss(word)&1\\u00e9 x",
            "pa\\u0022ss(word)\\u00261é x",
            "%70a%22ss(word)%26amp%3B1%C3%A9%20x",
            "x é1&)drow(ss\"ap",
            "cGEic3Mod29yZCkmMcOpIHg",
        ] {
            let address = format!("http://a.example/?next={echo}#end");
            assert_eq!(
                scrub.clean(&address),
                format!("http://a.example/?next={MASK}#end"),
                "{echo}"
            );
        }
        // What is no escape stays as it is, and is found as it is.
        let odd = knowing("Password", "100%41&amp;ok");
        assert_eq!(odd.clean("it is 100%41&amp;ok."), format!("it is {MASK}."));
        for text in ["50% off & more \\ %zz &nope; %", "100%42", "%e2%82", "\\u12"] {
            assert_eq!(odd.clean(text), text);
        }
    }

    #[test]
    fn a_value_that_labels_are_made_of_leaves_them_be() {
        let scrub = knowing("Password", "password");
        assert_eq!(scrub.clean("Password: password"), format!("Password: {MASK}"));
    }
}
