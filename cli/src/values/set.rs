//! `--set KEY=VALUE` and `--set KEY:=JSON`.

use ostler_machines::Typed;

use super::tree::At;
use super::{Pair, json, pairs};
use crate::failure::Failure;

/// Reads every `--set`, in order.
pub(super) fn read(sets: &[Typed]) -> Result<Vec<Pair>, Failure> {
    let mut all = Vec::new();
    for (number, text) in sets.iter().enumerate() {
        let place = if sets.len() == 1 {
            "--set".into()
        } else {
            format!("--set number {}", number + 1)
        };
        let Some(split) = split(text.reveal()) else {
            return Err(Failure::usage("set-syntax", format!("{place} has no `=`"))
                .help("write --set 'Label=value', or --set 'Label:=true' for JSON (true, 5, [\"a\", \"b\"], null)"));
        };
        let key = split.key.trim();
        pairs::check_key(key, &place)?;
        if !split.typed {
            let value = pairs::checked(Typed::new(split.value), key, &place)?;
            let wish = ostler_machines::form::value::Wish::Text(value);
            pairs::push(
                &mut all,
                Pair {
                    key: key.into(),
                    wish,
                    place,
                },
            )?;
            continue;
        }
        let node = json::parse(&format!("the value of `{key}`"), split.value).map_err(|failure| {
            failure.help(format!(
                "after := stands JSON; for text write --set '{key}=…', for a label that ends in a \
                                  colon write --set '{key}\\:=…'"
            ))
        })?;
        let key = At {
            line: 1,
            value: key.into(),
        };
        for mut pair in pairs::flatten(
            &place,
            At {
                line: 1,
                value: super::tree::Node::Map(vec![(key, node)]),
            },
        )? {
            pair.place.clone_from(&place);
            pairs::push(&mut all, pair)?;
        }
    }
    Ok(all)
}

struct Split<'a> {
    key: String,
    /// Whether the value is JSON.
    typed: bool,
    value: &'a str,
}

/// Splits at the first `=` that no backslash stands before. In the key, `\=`, `\:` and `\\` stand for themselves.
fn split(text: &str) -> Option<Split<'_>> {
    let mut key = String::new();
    let mut colon = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&(_, next @ ('=' | ':' | '\\')))) => {
                chars.next();
                key.push(next);
                colon = false;
            }
            ('=', _) => {
                if colon {
                    key.pop();
                }
                return Some(Split {
                    key,
                    typed: colon,
                    value: &text[at + 1..],
                });
            }
            _ => {
                colon = c == ':';
                key.push(c);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::read;
    use ostler_machines::form::value::Wish;

    fn one(text: &str) -> Result<(String, Wish), String> {
        let mut pairs = read(&[text.into()]).map_err(|failure| failure.code)?;
        let pair = pairs.remove(0);
        Ok((pair.key, pair.wish))
    }

    #[test]
    fn the_first_bare_equals_sign_splits_and_the_rest_is_the_value() {
        let text = |text: &str| Wish::Text(text.into());
        let table = [
            ("Name=Ada", "Name", text("Ada")),
            ("Name= Ada ", "Name", text(" Ada ")),
            ("Formula=a=b", "Formula", text("a=b")),
            (r"a\=b=c", "a=b", text("c")),
            (r"a\\=c", r"a\", text("c")),
            (r"C:\dir=x", r"C:\dir", text("x")),
            (r"path=C:\x\=y", "path", text(r"C:\x\=y")),
            (r"Name\:=Ada", "Name:", text("Ada")),
            ("Note=", "Note", text("")),
            ("Terms:=true", "Terms", Wish::Bool(true)),
            ("Age:=36.0", "Age", Wish::Number("36.0".into())),
            ("Note:=null", "Note", Wish::Clear),
            (
                "Topics:=[\"a\", 2]",
                "Topics",
                Wish::List(vec![text("a"), Wish::Number("2".into())]),
            ),
            ("Address:={\"City\": \"Porto\"}", "Address: City", text("Porto")),
            ("Zip: code=1", "Zip: code", text("1")),
        ];
        for (argument, key, wish) in table {
            assert_eq!(one(argument), Ok((key.into(), wish)), "{argument}");
        }
    }

    #[test]
    fn what_is_no_pair_is_refused() {
        let table = [
            ("Name", "set-syntax"),
            (r"a\=b", "set-syntax"),
            ("=x", "bad-key"),
            (" =x", "bad-key"),
            ("Name:=Ada", "data-syntax"),
            ("Name:=", "data-syntax"),
        ];
        for (argument, code) in table {
            assert_eq!(one(argument), Err(code.into()), "{argument}");
        }
        let failure = read(&["A=1".into(), "B=2".into(), "A=3".into()]).unwrap_err();
        assert_eq!(failure.code, "duplicate-key");
        assert!(
            failure.message.contains("--set number 1 and --set number 3"),
            "{}",
            failure.message
        );
    }

    #[test]
    fn an_error_in_json_does_not_repeat_the_value() {
        let failure = read(&["Password:=hunter2".into()]).unwrap_err();
        assert!(!format!("{failure:?}").contains("hunter2"), "{failure:?}");
    }
}
