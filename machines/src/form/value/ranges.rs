//! Options that are ranges of numbers.

mod moment;
mod words;

use alloc::string::String;
use alloc::vec::Vec;

use super::decimal::Decimal;
use super::money::Codes;
use super::number::{self, Habit};
use super::{measure, money};
use crate::form::model::Field;
use crate::form::text;

pub(crate) use self::moment::moment;
use self::words::{AND_OVER, AND_UNDER, FROM, OVER, UNDER, UP_TO};

/// A range of numbers. An end that is `None` is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    low: Option<(Decimal, bool)>,
    high: Option<(Decimal, bool)>,
    /// What it counts.
    counted: Counted,
    /// What its high end counts, if that is something else: `6 months - 2 years`.
    other: Option<Counted>,
}

impl Range {
    /// Whether it has the same ends as `other`.
    pub(crate) fn alike(&self, other: &Self) -> bool {
        self.low == other.low && self.high == other.high && !self.mixed() && !other.mixed()
    }

    /// Whether its ends count different things, so that nobody can tell here what lies between.
    pub(crate) fn mixed(&self) -> bool {
        self.other.is_some()
    }

    /// What it counts.
    pub(crate) fn counted(&self) -> &Counted {
        &self.counted
    }

    /// Whether `value` lies in it.
    pub(crate) fn holds(&self, value: &Decimal) -> bool {
        self.low
            .as_ref()
            .is_none_or(|(low, included)| value > low || (*included && value == low))
            && self
                .high
                .as_ref()
                .is_none_or(|(high, included)| value < high || (*included && value == high))
    }

    /// Whether it is a single number.
    pub(crate) fn single(&self) -> bool {
        !self.mixed() && matches!((&self.low, &self.high), (Some((low, _)), Some((high, _))) if low == high)
    }
}

/// Reads an option such as `18-24`, `Under 18`, `45+`, `201-1,000 employees`, `$50k – $75k`.
pub(crate) fn read(label: &str) -> Option<Range> {
    if let Some((low, high)) = two_ends(label) {
        let (bottom, top) = low.values(&high);
        let (counted, other) = match (low.counted, high.counted) {
            (one, two) if one.agrees(&two) => (one.and(&two), None),
            (one, two) => (one, Some(two)),
        };
        return (other.is_some() || bottom < top).then_some(Range {
            low: Some((bottom, true)),
            high: Some((top, true)),
            counted,
            other,
        });
    }
    let one = one_number(label, false)?;
    let value = one.value();
    let has = |list: &[&str], words: &str| list.contains(&words);
    let (low, high) = match (one.before.as_str(), one.after.as_str()) {
        ("", "") => (Some((value.clone(), true)), Some((value, true))),
        (words, "") if has(UNDER, words) => (None, Some((value, false))),
        (words, "") if has(UP_TO, words) => (None, Some((value, true))),
        (words, "") if has(OVER, words) => (Some((value, false)), None),
        (words, "") if has(FROM, words) => (Some((value, true)), None),
        ("", words) if has(AND_OVER, words) => (Some((value, true)), None),
        ("", words) if has(AND_UNDER, words) => (None, Some((value, true))),
        _ => return None,
    };
    Some(Range {
        low,
        high,
        counted: one.counted,
        other: None,
    })
}

/// What a number counts: money, or units of measure, or money by the month.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    money: Option<Codes>,
    units: Vec<&'static str>,
}

impl Counted {
    /// Whether nothing in it contradicts `other`.
    fn agrees(&self, other: &Self) -> bool {
        (self.money.is_none() || other.money.is_none() || self.money == other.money)
            && (self.units.is_empty() || other.units.is_empty() || self.units == other.units)
    }

    /// `$600 month` is money by the month.
    fn settled(mut self) -> Self {
        if self.money.is_some() {
            self.units = self.units.into_iter().map(period).collect();
        }
        self
    }

    fn and(&self, other: &Self) -> Self {
        let units = if self.units.is_empty() {
            &other.units
        } else {
            &self.units
        };
        Self {
            money: self.money.or(other.money),
            units: units.clone(),
        }
    }
}

/// What the words beside a number count, and the folded words that say something else.
fn counted(words: &str) -> (Counted, String) {
    let mut counted = Counted::default();
    let mut rest: Vec<String> = Vec::new();
    let tokens = tokens(words);
    let mut at = 0;
    let mut per = false;
    while let Some(token) = tokens.get(at) {
        at += 1;
        let folded = text::fold(token);
        let pair = tokens
            .get(at)
            .map(|next| alloc::format!("{folded} {}", text::fold(next)))
            .and_then(|pair| measure::named(&pair));
        let unit = match folded.as_str() {
            "%" | "percent" | "prozent" => Some("%"),
            "age" | "aged" | "ages" | "annually" | "yearly" => Some("year"),
            // `min 5` is a least number.
            "min" if rest.is_empty() && at == 1 && tokens.len() == 1 => None,
            word => pair.or_else(|| measure::named(word)),
        };
        let sign: String = token.chars().filter(|c| text::is_currency(*c)).collect();
        let money = match unit {
            Some(_) => None,
            None => money::named(token).or_else(|| money::named(&sign)),
        };
        if folded == "per" || token == "/" {
            per = true;
        } else if let Some(unit) = unit {
            at += usize::from(pair.is_some());
            counted.units.push(if per { period(unit) } else { unit });
            per = false;
        } else if let Some(codes) = money.filter(|_| counted.money.is_none_or(|own| Some(own) == money)) {
            counted.money = Some(codes);
        } else if folded == "old" && counted.units.len() == 1 {
        } else if !folded.is_empty() || token == "+" {
            rest.push(if folded.is_empty() { token.clone() } else { folded });
        }
    }
    counted.units.dedup();
    (counted, rest.join(" "))
}

/// A unit as that by which something is counted.
fn period(unit: &'static str) -> &'static str {
    match unit {
        "year" => "per year",
        "month" => "per month",
        "week" => "per week",
        "day" => "per day",
        "hour" => "per hour",
        "person" => "per person",
        other => other,
    }
}

/// The unit of a period, as a field names it.
fn bare(unit: &'static str) -> &'static str {
    unit.strip_prefix("per ").unwrap_or(unit)
}

/// Words and signs, each by itself.
fn tokens(words: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',')) {
        let mut token = String::new();
        for c in word.chars() {
            if matches!(c, '<' | '>' | '≤' | '≥' | '=' | '%' | '/' | '+' | '-' | '–' | '—') {
                if !token.is_empty() {
                    out.push(core::mem::take(&mut token));
                }
                out.push(c.into());
            } else {
                token.push(c);
            }
        }
        if !token.is_empty() {
            out.push(token);
        }
    }
    out
}

fn two_ends(label: &str) -> Option<(One, One)> {
    let label = label.trim();
    for mark in [
        "-",
        "–",
        "—",
        "−",
        " to ",
        " bis ",
        " à ",
        " a ",
        " do ",
        " tot ",
        " through ",
        " and ",
        "~",
        "〜",
    ] {
        let Some((one, two)) = label.split_once(mark) else {
            continue;
        };
        let one = one.trim();
        let one = ["between ", "Between ", "from ", "From "]
            .iter()
            .find_map(|lead| one.strip_prefix(lead))
            .unwrap_or(one);
        let money = label.contains(text::is_currency);
        if let (Some(low), Some(high)) = (end(one, money), end(two, money)) {
            return Some((low, high));
        }
    }
    None
}

/// One end of a range: a number with a currency or a unit that only says what is counted.
fn end(written: &str, money: bool) -> Option<One> {
    one_number(written, money).filter(|one| one.before.is_empty() && one.after.is_empty())
}

/// The only number of a text, what it counts, and the folded words before and after it that say something else.
#[derive(Clone, Debug)]
struct One {
    before: String,
    /// As written, without its `k` or `M`.
    digits: Decimal,
    /// The places that its `k` or `M` moves the mark by.
    shift: i32,
    after: String,
    counted: Counted,
}

impl One {
    fn value(&self) -> Decimal {
        self.digits.shifted(self.shift)
    }

    /// This as the low end and `high` as the high end: the `k` of `50-75k` is for both.
    fn values(&self, high: &Self) -> (Decimal, Decimal) {
        let shared = self.shift == 0 && high.shift > 0 && self.digits < high.digits;
        let low = if shared {
            self.digits.shifted(high.shift)
        } else {
            self.value()
        };
        (low, high.value())
    }
}

/// `money` says that it is an amount, though no currency may stand beside it.
fn one_number(written: &str, money: bool) -> Option<One> {
    let plain = text::ascii_digits(written.trim());
    let start = plain.find(|c: char| c.is_ascii_digit())?;
    let end = plain.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (before, mut tail) = (&plain[..start], &plain[end..]);
    let (before_counts, before) = counted(before);
    let money = money || before_counts.money.is_some() || tail.contains(text::is_currency);
    let mut shift = 0;
    for (mark, places) in [("k", 3), ("K", 3), ("M", 6), ("m", 6)] {
        if let Some(rest) = tail.strip_prefix(mark)
            && !rest.starts_with(|c: char| c.is_alphanumeric())
            // `5m` is a length, and a million only of money.
            && (mark != "m" || money)
        {
            (tail, shift) = (rest, places);
        }
    }
    let body = &plain[start..end];
    if body.contains(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\'' | '\u{a0}' | '\u{202f}'))) {
        return None;
    }
    // In a list of ranges three digits after a mark are a group.
    let digits = match number::read(body, Habit::Unknown, None) {
        Ok(amount) => amount.value,
        Err(number::Fault::Ambiguous) => {
            let digits: String = body.chars().filter(char::is_ascii_digit).collect();
            Decimal::new(false, &digits, "")
        }
        Err(_) => return None,
    };
    let (after_counts, after) = counted(tail);
    Some(One {
        before,
        digits,
        shift,
        after,
        counted: before_counts.and(&after_counts).settled(),
    })
}

/// The number a wish for a range asks for, with nothing but a unit around it, and what it counts.
pub(crate) fn wished(written: &str, habit: Habit) -> Option<(Decimal, Counted)> {
    if written.trim_start().starts_with('-') {
        return None;
    }
    let amount = number::read(written, habit, None).ok()?;
    let (mut counted, rest) = counted(&amount.unit);
    if !rest.is_empty() || amount.value.negative {
        return None;
    }
    if amount.percent {
        counted.units.push("%");
    }
    counted.money = amount.money.or(counted.money);
    Some((amount.value, counted.settled()))
}

/// Why what is wished for cannot be compared with the ranges of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// They are in another currency.
    Currency,
    /// They are in another unit.
    Unit,
    /// They are in several units, and the wish names none.
    Unsaid,
}

/// The ranges of a list of options.
pub(crate) struct Ranges(Vec<Option<Range>>);

impl Ranges {
    /// The ranges of `field`'s options, if it has several.
    pub(crate) fn of(field: &Field) -> Option<Self> {
        let ranges: Vec<_> = field.options.iter().map(|choice| read(&choice.label)).collect();
        let several = ranges.iter().flatten().filter(|range| !range.single()).count() > 1;
        several.then_some(Self(ranges))
    }

    /// The option's range.
    pub(crate) fn get(&self, at: usize) -> Option<&Range> {
        self.0.get(at)?.as_ref()
    }

    /// Whether its numbers are ages or spans of years, of which `value` cannot be one: it is a year of the calendar.
    pub(crate) fn no_span(&self, value: &Decimal, field: &Field) -> bool {
        let year = |number: &str| Decimal::new(false, number, "");
        let calendar = *value >= year("1900") && *value < year("2100") && value.fraction.is_empty();
        let ends = || {
            self.0
                .iter()
                .flatten()
                .flat_map(|range| range.low.iter().chain(&range.high))
        };
        let short = ends().all(|(end, _)| *end < year("200"));
        let spans = self
            .0
            .iter()
            .flatten()
            .any(|range| range.counted.units.contains(&"year"))
            || measure::of_field(field).contains(&"year");
        calendar && short && spans
    }

    /// Which of the ranges count what is wished for.
    ///
    /// # Errors
    /// A [`Mismatch`] where none of them does.
    pub(crate) fn counting(&self, wish: &Counted, field: &Field) -> Result<Vec<bool>, Mismatch> {
        let all = || self.0.iter().flatten();
        let both = || all().flat_map(|range| core::iter::once(&range.counted).chain(&range.other));
        let mut named: Vec<&[&'static str]> = Vec::new();
        for counted in both().filter(|counted| !counted.units.is_empty()) {
            if !named.contains(&counted.units.as_slice()) {
                named.push(&counted.units);
            }
        }
        let mut monies: Vec<Codes> = Vec::new();
        for codes in both().filter_map(|counted| counted.money) {
            if !monies.contains(&codes) {
                monies.push(codes);
            }
        }
        let share = |one: Codes, two: Codes| one.iter().any(|code| two.contains(code));
        let by_period = |units: &[&str]| units.iter().all(|unit| unit.starts_with("per "));
        match wish.money {
            Some(codes) => {
                let asked = money::asked(field);
                let fits = if monies.is_empty() {
                    // A list of years or kilograms is not one of amounts.
                    if !named.iter().all(|units| by_period(units)) {
                        return Err(Mismatch::Unit);
                    }
                    asked.is_empty() || codes.iter().any(|code| asked.contains(code))
                } else {
                    monies.iter().any(|own| share(own, codes))
                };
                if !fits {
                    return Err(Mismatch::Currency);
                }
            }
            None if !monies.is_empty() && !by_period(&wish.units) => return Err(Mismatch::Unit),
            None if monies.iter().any(|one| !share(one, monies[0])) => return Err(Mismatch::Unsaid),
            None => {}
        }
        if wish.units.is_empty() && named.len() > 1 {
            return Err(Mismatch::Unsaid);
        }
        if !wish.units.is_empty() && named.is_empty() {
            let asked = measure::of_field(field);
            let said = wish.units.iter().all(|unit| asked.contains(&bare(unit)));
            // Where nothing says what is counted it is years, or things.
            let meant = asked.is_empty()
                && wish
                    .units
                    .iter()
                    .all(|unit| matches!(*unit, "year" | "per year") || measure::is_count(unit));
            if !said && !meant {
                return Err(Mismatch::Unit);
            }
        }
        let fits = |counted: &Counted| {
            let money = match (counted.money, wish.money) {
                (Some(own), Some(wish)) => share(own, wish),
                (None, Some(wish)) => monies.iter().all(|own| share(own, wish)),
                (_, None) => true,
            };
            let units = wish.units.is_empty()
                || named.is_empty()
                || counted.units == wish.units
                || counted.units.is_empty() && named == [wish.units.as_slice()];
            money && units
        };
        let fitting: Vec<bool> = self
            .0
            .iter()
            .map(|range| {
                range
                    .as_ref()
                    .is_some_and(|range| fits(&range.counted) || range.other.as_ref().is_some_and(fits))
            })
            .collect();
        if fitting.contains(&true) {
            Ok(fitting)
        } else {
            Err(Mismatch::Unit)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Habit, read, wished};
    use crate::form::value::decimal::Decimal;

    #[test]
    fn a_range_holds_what_a_reader_expects() {
        let table = [
            ("18-24", "24", true),
            ("18-24", "25", false),
            ("35 – 44", "35", true),
            ("25 to 34", "30", true),
            ("Between 25 and 34", "25", true),
            ("Under 18", "17", true),
            ("Under 18", "18", false),
            ("< 18", "17.5", true),
            ("Up to 17", "17", true),
            ("45+", "45", true),
            ("45+", "44", false),
            ("65 and over", "65", true),
            ("Over 65", "65", false),
            ("201-1,000", "1000", true),
            ("1,001+", "5000", true),
            ("1.001 – 5.000 Mitarbeiter", "2000", true),
            ("$50,000 - $74,999", "60000", true),
            ("$50k–$75k", "60000", true),
            ("$100k+", "150000", true),
            ("unter 18 Jahre", "3", true),
            ("65 ans et plus", "70", true),
            ("10 or fewer", "10", true),
            ("100,000+ users", "100000", true),
            ("£50-75k", "60000", true),
            ("£50-75k", "60", false),
            ("500-1k", "600", true),
            ("$1-5m", "3000000", true),
            ("5m-10m", "7", true),
            ("Less than 6 months", "5", true),
            ("10-20 %", "15", true),
            ("< 5 kg", "4", true),
            ("$500/month - $900/month", "600", true),
        ];
        for (label, number, holds) in table {
            let range = read(label).unwrap_or_else(|| panic!("{label}"));
            assert_eq!(
                range.holds(&Decimal::literal(number).unwrap()),
                holds,
                "{number} in {label}"
            );
        }
        for label in [
            "Red",
            "Net 60 days",
            "5 apples or so",
            "2024-01-01",
            "10-5",
            "",
            "+44 7",
        ] {
            assert_eq!(read(label), None, "{label}");
        }
        assert!(read("7").is_some_and(|range| range.single()));
        let wish = |text| wished(text, Habit::Unknown).map(|(value, _)| value);
        assert_eq!(wish("30 years"), Decimal::literal("30"));
        assert_eq!(wish("$1.5k"), Decimal::literal("1500"));
        assert_eq!(wish("20-30"), None);
        assert_eq!(wish("30 apples"), None);
    }
}
