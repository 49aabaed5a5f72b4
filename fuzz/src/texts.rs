//! Targets that read one text.

use ostler_machines::form::autocomplete::parse;
use ostler_machines::form::model::Ref;
use ostler_machines::form::value::{Context, Today, date, datetime, month, time, week};
use ostler_machines::sensitive as secrets;

/// The day on which every input is read.
pub(crate) const TODAY: Today = Today {
    year: 2026,
    month: 6,
    day: 15,
};

/// Whatever text calls itself a ref, it is read or refused, and what was read is written as it was.
pub fn refs(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Some(reference) = Ref::parse(&text) {
        let written = reference.to_string();
        assert_eq!(
            Ref::parse(&written),
            Some(reference),
            "{text:?} was read, but not what was written of it"
        );
    }
}

/// Whatever stands in an `autocomplete` attribute, it is taken apart without the order of letters' cases mattering.
pub fn autocomplete(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let parsed = parse(&text);
    assert_eq!(parsed, parse(&text.to_ascii_uppercase()), "{text:?} in capitals");
    assert_eq!(
        parsed,
        parse(&format!(" {text}\t")),
        "{text:?} with white space around it"
    );
}

/// Whatever text calls itself a date, a time, a month or a week: it is read or refused with a code and words; a date
/// that was read is read again from its ISO form.
pub fn dates(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // The first line says how the page writes, the rest is what was written.
    let (locale, text) = text.split_once('\n').unwrap_or(("", &text));
    let context = Context {
        locales: if locale.is_empty() {
            Vec::new()
        } else {
            vec![locale.to_owned()]
        },
        today: TODAY,
        ..Context::default()
    };
    match date::parse(text, &context, date::Hints::default()) {
        Ok(read) => {
            let again = date::parse(&read.to_string(), &context, date::Hints::default());
            assert!(
                again.as_ref() == Ok(&read) || !(1000..=9999).contains(&chrono::Datelike::year(&read)),
                "{text:?} is {read}, which is then read as {again:?}"
            );
        }
        Err(refusal) => assert!(!refusal.code.is_empty() && !refusal.message.is_empty(), "{text:?}"),
    }
    if let Err(refusal) = time::parse(text, &context) {
        assert!(!refusal.code.is_empty() && !refusal.message.is_empty(), "{text:?}");
    }
    let _ = datetime::parse(text, &context, date::Hints::default());
    let _ = month::parse(text, &context, date::Hints::default());
    let _ = week::parse(text, &context);
}

/// Whatever is asked about being secret, there is an answer, and a mask tells nothing of what it hides.
pub fn sensitive(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = secrets::name(&text);
    let _ = secrets::value(&text);
    let masked = secrets::mask(&text);
    if text.chars().count() > 8 {
        assert!(!masked.contains(text.as_ref()), "the mask of {text:?} shows it");
    }
}
