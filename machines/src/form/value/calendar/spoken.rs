//! The words around a time of day: noon, a.m., in the morning, Uhr, UTC.

use chrono::NaiveTime;

use super::scan::Token;

/// The zone written with a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::form::value) enum Zone {
    /// UTC, in any of its spellings.
    Utc,
    /// Any other.
    Other,
}

/// Which half of the day, and how surely it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::form::value) enum Half {
    /// a.m.
    Am,
    /// p.m.
    Pm,
    /// Morning: 1 to 11.
    Morning,
    /// Afternoon: 12, or 1 to 7; or 13 to 19 as it is.
    Afternoon,
    /// Evening: 5 to 11; or 17 to 23 as it is.
    Evening,
}

/// Walks over tokens.
pub(in crate::form::value) struct Cursor<'a> {
    pub(in crate::form::value) tokens: &'a [Token],
    pub(in crate::form::value) at: usize,
}

impl<'a> Cursor<'a> {
    pub(in crate::form::value) fn peek(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + ahead)
    }

    pub(in crate::form::value) fn word(&self, ahead: usize) -> Option<&'a str> {
        self.peek(ahead).and_then(Token::word)
    }

    pub(in crate::form::value) fn mark(&self, ahead: usize, mark: char) -> bool {
        self.peek(ahead).is_some_and(|token| token.is_mark(mark))
    }

    pub(in crate::form::value) fn glued(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|token| !token.spaced)
    }

    pub(in crate::form::value) fn digits(&self, ahead: usize) -> Option<&'a str> {
        self.peek(ahead).and_then(Token::digits)
    }

    pub(in crate::form::value) fn take_word(&mut self, words: &[&str]) -> bool {
        let found = self.word(0).is_some_and(|word| words.contains(&word));
        self.at += usize::from(found);
        found
    }

    /// Takes these words, one after the other, or nothing.
    pub(in crate::form::value) fn take_phrase(&mut self, phrase: &str) -> bool {
        let mut ahead = 0;
        for word in phrase.split(' ') {
            let token = match word {
                "'" | "-" => self.mark(ahead, if word == "'" { '\'' } else { '-' }),
                _ => self.word(ahead) == Some(word),
            };
            if !token {
                return false;
            }
            ahead += 1;
        }
        self.at += ahead;
        true
    }

    pub(in crate::form::value) fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }
}

/// Words that may stand before a time.
pub(in crate::form::value) const LEADS: [&str; 18] = [
    "at",
    "um",
    "om",
    "a las",
    "a la",
    "as",
    "a",
    "alle",
    "ore",
    "o godz",
    "godz",
    "kl",
    "klo",
    "klokken",
    "saat",
    "الساعة",
    "u",
    "в",
];

/// Noon and midnight by name, with or without their 12.
pub(in crate::form::value) fn named(cursor: &mut Cursor) -> Option<NaiveTime> {
    let start = cursor.at;
    if cursor.digits(0) == Some("12") {
        cursor.at += 1;
        if cursor.mark(0, ':') && cursor.digits(1) == Some("00") {
            cursor.at += 2;
        }
    }
    let noon = [
        "noon",
        "midday",
        "mittag",
        "mittags",
        "midi",
        "mediodia",
        "meio dia",
        "meio - dia",
        "mezzogiorno",
        "poludnie",
        "w poludnie",
        "podne",
        "u podne",
        "正 午",
        "정오",
    ];
    let midnight = [
        "midnight",
        "mitternacht",
        "minuit",
        "medianoche",
        "meia noite",
        "meia - noite",
        "mezzanotte",
        "middernacht",
        "polnoc",
        "u ponoc",
    ];
    let hour = if noon.iter().any(|phrase| cursor.take_phrase(phrase)) {
        12
    } else if midnight.iter().any(|phrase| cursor.take_phrase(phrase)) {
        0
    } else {
        cursor.at = start;
        return None;
    };
    NaiveTime::from_hms_opt(hour, 0, 0)
}

/// Which half of the day the next words say.
pub(in crate::form::value) fn half(cursor: &mut Cursor) -> Option<Half> {
    if let Some(letter @ ("a" | "p")) = cursor.word(0) {
        // a.m., a. m., p.m
        let dot = usize::from(cursor.mark(1, '.'));
        if cursor.word(1 + dot) == Some("m") {
            let close = usize::from(cursor.mark(2 + dot, '.') && cursor.glued(2 + dot));
            cursor.at += 2 + dot + close;
            return Some(if letter == "a" { Half::Am } else { Half::Pm });
        }
    }
    let phrases = [
        ("am", Half::Am),
        ("pm", Half::Pm),
        ("午 前", Half::Am),
        ("午 後", Half::Pm),
        ("下 午", Half::Pm),
        ("오전", Half::Am),
        ("오후", Half::Pm),
        ("上 午", Half::Am),
        ("早 上", Half::Morning),
        ("晚 上", Half::Evening),
        ("朝 の", Half::Morning),
        ("朝", Half::Morning),
        ("夜 の", Half::Evening),
        ("夜", Half::Evening),
        ("아침", Half::Morning),
        ("저녁", Half::Evening),
        ("صباحا", Half::Morning),
        ("مساء", Half::Evening),
        ("सुबह", Half::Morning),
        ("शाम", Half::Evening),
        ("in the morning", Half::Morning),
        ("in the afternoon", Half::Afternoon),
        ("in the evening", Half::Evening),
        ("uhr morgens", Half::Morning),
        ("morgens", Half::Morning),
        ("uhr vormittags", Half::Morning),
        ("vormittags", Half::Morning),
        ("uhr nachmittags", Half::Afternoon),
        ("nachmittags", Half::Afternoon),
        ("uhr abends", Half::Evening),
        ("abends", Half::Evening),
        ("du matin", Half::Morning),
        ("de l ' apres - midi", Half::Afternoon),
        ("du soir", Half::Evening),
        ("de la manana", Half::Morning),
        ("de la tarde", Half::Afternoon),
        ("da manha", Half::Morning),
        ("da tarde", Half::Afternoon),
        ("di mattina", Half::Morning),
        ("del mattino", Half::Morning),
        ("di pomeriggio", Half::Afternoon),
        ("del pomeriggio", Half::Afternoon),
        ("di sera", Half::Evening),
        ("' s ochtends", Half::Morning),
        ("' s middags", Half::Afternoon),
        ("' s avonds", Half::Evening),
        ("rano", Half::Morning),
        ("po poludniu", Half::Afternoon),
        ("wieczorem", Half::Evening),
    ];
    phrases
        .iter()
        .find(|(phrase, _)| cursor.take_phrase(phrase))
        .map(|(_, half)| *half)
}

/// The zone that the next tokens name.
pub(in crate::form::value) fn zone(cursor: &mut Cursor) -> Option<Zone> {
    let paren = usize::from(cursor.mark(0, '('));
    if let Some(word) = cursor.word(paren) {
        let known = match word {
            "z" | "utc" | "gmt" => Zone::Utc,
            "cet" | "cest" | "mez" | "mesz" | "bst" | "wet" | "west" | "eet" | "eest" | "msk" | "ist" | "est"
            | "edt" | "et" | "cst" | "cdt" | "mst" | "mdt" | "pst" | "pdt" | "akst" | "hst" | "jst" | "kst"
            | "aest" | "aedt" | "acst" | "awst" | "nzst" | "nzdt" | "brt" | "brst" | "art" | "sast" | "sgt" | "hkt"
            | "pkt" | "wib" => Zone::Other,
            "europe" | "america" | "asia" | "africa" | "australia" | "pacific" | "atlantic"
                if cursor.mark(paren + 1, '/') =>
            {
                cursor.at += paren + 2;
                while cursor.word(0).is_some() || cursor.mark(0, '_') || cursor.mark(0, '/') || cursor.mark(0, ')') {
                    cursor.at += 1;
                }
                return Some(Zone::Other);
            }
            _ => return None,
        };
        cursor.at += paren + 1;
        if paren == 1 && cursor.mark(0, ')') {
            cursor.at += 1;
        }
        // UTC+2 is not UTC.
        return match offset(cursor) {
            Some(false) => Some(Zone::Other),
            _ => Some(known),
        };
    }
    offset(cursor).map(|utc| if utc { Zone::Utc } else { Zone::Other })
}

/// Takes `+02:00`, `-0400` or `+1`; whether it is no offset at all.
fn offset(cursor: &mut Cursor) -> Option<bool> {
    if !cursor.mark(0, '+') && !cursor.mark(0, '-') || !cursor.glued(1) {
        return None;
    }
    let digits = cursor.digits(1).filter(|digits| matches!(digits.len(), 1 | 2 | 4))?;
    let mut zero = digits.bytes().all(|b| b == b'0');
    cursor.at += 2;
    if digits.len() <= 2
        && cursor.mark(0, ':')
        && let Some(minutes) = cursor.digits(1).filter(|digits| digits.len() == 2)
    {
        zero &= minutes == "00";
        cursor.at += 2;
    }
    Some(zero)
}
