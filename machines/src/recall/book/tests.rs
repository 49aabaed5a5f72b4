use super::Book;
use super::play::play;
use crate::recall::model::{Alias, Applied, Change, Episode, Everything, Fact, Origin, Playbook, Played, Probe, Prune};
use proptest::prelude::{Strategy, any, prop, proptest};
use std::borrow::ToOwned;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

const DAY: u64 = 24 * 60 * 60;

fn lower(text: &str) -> String {
    text.trim().to_lowercase()
}

fn fact(key: &str, value: &str, aliases: &[&str]) -> Fact {
    let alias = |text: &&str| Alias {
        text: (*text).into(),
        language: String::new(),
    };
    Fact {
        key: key.into(),
        value: value.into(),
        aliases: aliases.iter().map(alias).collect(),
        ..Fact::default()
    }
}

fn book(facts: &[Fact]) -> Book {
    let mut book = Book::new(lower);
    for fact in facts {
        book.apply(Change::Remember(fact.clone()), 1);
    }
    book
}

fn names(names: &[&str]) -> Probe {
    Probe {
        names: names.iter().map(ToString::to_string).collect(),
        ..Probe::default()
    }
}

fn found(book: &Book, probe: &Probe) -> Vec<(String, String)> {
    let facts = book.answer(probe, 1).facts;
    facts
        .into_iter()
        .map(|fact| (fact.key, fact.value.into_inner()))
        .collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect()
}

fn played(form: &str, used: &[(&str, &str)], refused: &[&str], accepted: Option<bool>) -> Change {
    Change::Played(Played {
        host: "shop.example".into(),
        fingerprint: form.into(),
        labels: used.iter().map(|(field, _)| (*field).into()).collect(),
        used: pairs(used),
        refused: refused.iter().map(ToString::to_string).collect(),
        accepted,
    })
}

fn only(book: &Book) -> Playbook {
    book.playbooks().next().unwrap().clone()
}

#[test]
fn a_fact_is_found_by_key_alias_and_token() {
    let book = book(&[fact("Surname", "Lovelace", &["Nachname"]), fact("email", "a@b.c", &[])]);
    let surname = pairs(&[("Surname", "Lovelace")]);
    assert_eq!(found(&book, &names(&["surname"])), surname);
    assert_eq!(found(&book, &names(&["nachname", "surname"])), surname);
    assert_eq!(found(&book, &names(&["vorname"])), []);
    let tokens = Probe {
        tokens: vec!["email".into()],
        ..Probe::default()
    };
    assert_eq!(found(&book, &tokens), pairs(&[("email", "a@b.c")]));
}

#[test]
fn two_facts_of_one_name_are_both_told_of() {
    let book = book(&[fact("home phone", "1", &["phone"]), fact("mobile", "2", &["phone"])]);
    assert_eq!(found(&book, &names(&["phone"])).len(), 2);
}

#[test]
fn saying_a_value_anew_keeps_the_other_names() {
    let mut book = book(&[fact("surname", "Byron", &["nachname"])]);
    let again = Change::Remember(fact("Surname", "Lovelace", &["apellido"]));
    assert_eq!(
        book.apply(again.clone(), 2),
        Applied {
            changed: 1,
            ..Applied::default()
        }
    );
    assert_eq!(book.apply(again, 3), Applied::default());
    let surname = pairs(&[("Surname", "Lovelace")]);
    assert_eq!(found(&book, &names(&["nachname"])), surname);
    assert_eq!(found(&book, &names(&["apellido"])), surname);
}

#[test]
fn what_is_learned_never_takes_the_place_of_what_was_said() {
    let mut book = book(&[fact("email", "said@b.c", &["mail"])]);
    for key in ["email", "EMAIL", "mail"] {
        let learned = book.apply(Change::Learn(fact(key, "learned@b.c", &[])), 2);
        assert_eq!(learned, Applied::default(), "{key}");
    }
    assert_eq!(
        found(&book, &names(&["email", "mail"])),
        pairs(&[("email", "said@b.c")])
    );
    book.apply(Change::Learn(fact("email", "said@b.c", &[])), 7);
    let kept = book.facts().next().unwrap();
    assert_eq!((kept.verified, kept.origin), (7, Origin::Saved));
    book.apply(Change::Learn(fact("city", "London", &[])), 2);
    book.apply(Change::Learn(fact("city", "Paris", &[])), 3);
    assert_eq!(found(&book, &names(&["city"])), pairs(&[("city", "Paris")]));
    book.apply(Change::Remember(fact("city", "Rome", &[])), 4);
    book.apply(Change::Learn(fact("city", "Paris", &[])), 5);
    assert_eq!(found(&book, &names(&["city"])), pairs(&[("city", "Rome")]));
}

#[test]
fn what_is_forgotten_is_found_by_none_of_its_names() {
    let mut book = book(&[fact("surname", "Lovelace", &["nachname"])]);
    assert_eq!(book.apply(Change::Forget(" SURNAME".into()), 2).removed, 1);
    assert_eq!(book.apply(Change::Forget("surname".into()), 2), Applied::default());
    assert_eq!(found(&book, &names(&["surname", "nachname"])), []);
    assert_eq!(book.all(), Everything::default());
}

#[test]
fn a_key_of_blanks_is_no_fact() {
    assert_eq!(book(&[fact("  ", "x", &[])]).all(), Everything::default());
}

#[test]
fn an_accepted_form_is_remembered_and_leads_to_its_facts() {
    let mut book = book(&[fact("surname", "Lovelace", &[])]);
    let change = played("f1", &[("last name", "surname")], &[], Some(true));
    assert_eq!(book.apply(change.clone(), 10).added, 1);
    assert_eq!(book.apply(change, 20).changed, 1);
    let probe = Probe {
        host: "shop.example".into(),
        fingerprint: "f1".into(),
        ..Probe::default()
    };
    let answer = book.answer(&probe, 20);
    assert_eq!(answer.facts.len(), 1);
    let playbook = answer.playbook.unwrap();
    assert_eq!((playbook.wins, playbook.losses, playbook.verified), (2, 0, 20));
    assert_eq!(playbook.mappings[0].wins, 2);
    let elsewhere = Probe {
        host: "other.example".into(),
        ..probe
    };
    assert_eq!(book.answer(&elsewhere, 20).playbook, None);
}

#[test]
fn a_mapping_to_what_was_forgotten_leads_to_no_namesake() {
    let mut book = book(&[fact("phone", "1", &[]), fact("work phone", "2", &["phone"])]);
    book.apply(played("f1", &[("tel", "phone")], &[], Some(true)), 1);
    book.apply(Change::Forget("phone".into()), 2);
    let probe = Probe {
        host: "shop.example".into(),
        fingerprint: "f1".into(),
        ..Probe::default()
    };
    assert_eq!(found(&book, &probe), []);
}

#[test]
fn what_was_kept_under_an_older_spelling_is_filed_anew_and_the_better_one_stays() {
    let at = |key: &str, value: &str, origin, verified| Fact {
        origin,
        verified,
        ..fact(key, value, &[])
    };
    let facts = vec![
        at("CITY", "said, newer", Origin::Saved, 5),
        at("City", "said", Origin::Saved, 3),
        at("city", "learned", Origin::Learned, 9),
    ];
    let book = Book::of(
        Everything {
            facts,
            ..Everything::default()
        },
        lower,
    );
    assert_eq!(found(&book, &names(&["city"])), pairs(&[("CITY", "said, newer")]));
    assert_eq!(book.facts().count(), 1);
}

#[test]
fn a_mapping_that_fails_again_and_again_is_dropped() {
    let mut book = book(&[]);
    let used = [("last name", "surname"), ("mail", "email")];
    book.apply(played("f1", &used, &[], Some(true)), 1);
    for losses in 1..3 {
        book.apply(played("f1", &used, &["last name"], Some(false)), 2);
        let playbook = only(&book);
        assert_eq!((playbook.mappings.len(), playbook.losses), (2, losses));
        assert_eq!((playbook.mappings[0].wins, playbook.mappings[0].losses), (1, losses));
    }
    book.apply(played("f1", &used, &["last name"], Some(false)), 3);
    let playbook = only(&book);
    assert_eq!(playbook.mappings.len(), 1);
    assert_eq!(
        (playbook.mappings[0].fact.as_str(), playbook.mappings[0].losses),
        ("email", 0)
    );
    assert_eq!(playbook.verified, 1, "it was last accepted then");
}

#[test]
fn a_refusal_that_names_no_field_counts_against_what_was_accepted_least_often() {
    let mut book = book(&[]);
    let proven = [("mail", "email")];
    let used = [("mail", "email"), ("last name", "surname")];
    book.apply(played("f1", &proven, &[], Some(true)), 1);
    let losses = |book: &Book| -> Vec<u32> { only(book).mappings.iter().map(|mapping| mapping.losses).collect() };
    book.apply(played("f1", &used, &[], Some(false)), 2);
    assert_eq!(losses(&book), [0, 1], "the one that is new");
    book.apply(played("f1", &used, &[], Some(false)), 2);
    assert_eq!(losses(&book), [0, 2]);
    book.apply(played("f1", &used, &[], Some(false)), 2);
    assert_eq!(losses(&book), [0], "it is dropped");
    // Where there is no other it is the proven one's.
    for lost in 1..3 {
        book.apply(played("f1", &proven, &[], Some(false)), 3);
        assert_eq!(losses(&book), [lost]);
    }
    book.apply(played("f1", &proven, &[], Some(false)), 3);
    assert!(only(&book).mappings.is_empty());
}

#[test]
fn a_mapping_that_did_well_is_given_more_chances() {
    let mut book = book(&[]);
    let used = [("last name", "surname")];
    for _ in 0..40 {
        book.apply(played("f1", &used, &[], Some(true)), 1);
    }
    let mut losses = 0;
    while !only(&book).mappings.is_empty() {
        book.apply(played("f1", &used, &["last name"], Some(false)), 2);
        losses += 1;
    }
    assert_eq!(losses, 13);
}

#[test]
fn a_form_that_was_not_sent_proves_nothing() {
    let mut book = book(&[]);
    book.apply(played("f1", &[("last name", "surname")], &[], None), 5);
    let playbook = only(&book);
    assert_eq!((playbook.wins, playbook.losses, playbook.verified), (0, 0, 5));
    assert_eq!((playbook.mappings[0].wins, playbook.mappings[0].losses), (0, 0));
}

#[test]
fn another_fact_that_is_accepted_contradicts_the_one_before() {
    let mut book = book(&[]);
    book.apply(played("f1", &[("phone", "mobile")], &[], Some(true)), 1);
    book.apply(played("f1", &[("phone", "work phone")], &["phone"], Some(false)), 2);
    book.apply(played("f1", &[("phone", "work phone")], &[], None), 2);
    assert_eq!(only(&book).mappings[0].fact, "mobile", "refused, or not sent");
    book.apply(played("f1", &[("phone", "work phone")], &[], Some(true)), 3);
    let playbook = only(&book);
    assert_eq!(playbook.mappings.len(), 1);
    assert_eq!(
        (playbook.mappings[0].fact.as_str(), playbook.mappings[0].wins),
        ("work phone", 1)
    );
}

#[test]
fn similar_forms_come_by_likeness_success_and_age() {
    let now = 1000 * DAY;
    let form = |fingerprint: &str, labels: &[&str], wins, losses, verified| Playbook {
        host: "shop.example".into(),
        fingerprint: fingerprint.into(),
        labels: labels.iter().map(ToString::to_string).collect(),
        mappings: Vec::new(),
        wins,
        losses,
        verified,
    };
    let playbooks = vec![
        form("own", &["a", "b", "c"], 9, 0, now),
        form("best", &["a", "b", "c"], 9, 0, now),
        form("older", &["a", "b", "c"], 9, 0, now - 90 * DAY),
        form("failing", &["a", "b", "c"], 1, 9, now),
        form("less alike", &["a", "x", "y"], 9, 0, now),
        form("unlike", &["x", "y"], 9, 0, now),
    ];
    let all = Everything {
        playbooks,
        ..Everything::default()
    };
    let book = Book::of(all.clone(), lower);
    let probe = Probe {
        host: "shop.example".into(),
        fingerprint: "own".into(),
        labels: vec!["a".into(), "b".into(), "c".into()],
        ..Probe::default()
    };
    let answer = book.answer(&probe, now);
    let order: Vec<_> = answer
        .similar
        .iter()
        .map(|similar| similar.playbook.fingerprint.as_str())
        .collect();
    assert_eq!(order, ["best", "older", "less alike", "failing"]);
    assert!(
        answer
            .similar
            .iter()
            .all(|similar| (0.0..=1.0).contains(&similar.score))
    );
    assert!((answer.similar[0].score - 2.0 * answer.similar[1].score).abs() < 0.001);
}

#[test]
fn what_happens_again_is_counted() {
    let mut book = book(&[]);
    let episode = |text: &str| {
        Change::Happened(Episode {
            host: "shop.example".into(),
            fingerprint: "f1".into(),
            outcome: "validation_failed".into(),
            text: text.into(),
            ..Episode::default()
        })
    };
    assert_eq!(book.apply(episode("no such street"), 1).added, 1);
    assert_eq!(book.apply(episode("no such street"), 5).changed, 1);
    let seen: Vec<_> = book
        .episodes()
        .map(|episode| (episode.count, episode.verified))
        .collect();
    assert_eq!(seen, [(2, 5)]);
    for at in 0..200 {
        book.apply(episode(&format!("error {at}")), 10 + at);
    }
    assert_eq!(book.episodes().count(), 50);
    assert!(book.episodes().any(|episode| episode.text == "error 199"));
}

#[test]
fn what_is_old_goes_and_facts_stay() {
    let grown = || {
        let mut book = book(&[fact("surname", "Lovelace", &[])]);
        book.apply(played("old proven", &[("a", "surname")], &[], Some(true)), 10);
        book.apply(played("old unproven", &[("b", "surname")], &[], None), 10);
        book.apply(played("new unproven", &[("c", "surname")], &[], None), 30);
        book.apply(Change::Happened(Episode::default()), 10);
        book
    };
    let mut pruned = grown();
    let unproven = Prune {
        before: 20,
        unproven_only: true,
    };
    assert_eq!(pruned.apply(Change::Prune(unproven), 40).removed, 1);
    assert_eq!((pruned.playbooks().count(), pruned.episodes().count()), (2, 1));
    let mut pruned = grown();
    let all = Prune {
        before: 20,
        unproven_only: false,
    };
    assert_eq!(pruned.apply(Change::Prune(all), 40).removed, 3);
    assert_eq!((pruned.playbooks().count(), pruned.episodes().count()), (1, 0));
    assert_eq!(pruned.facts().count(), 1);
    let probe = Probe {
        host: "shop.example".into(),
        labels: vec!["a".into()],
        ..Probe::default()
    };
    assert_eq!(pruned.answer(&probe, 40).similar, []);
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "B", "b", "c", "D", "e f", ""]).prop_map(ToOwned::to_owned)
}

fn change() -> impl Strategy<Value = Change> {
    let facts = (word(), word(), prop::collection::vec(word(), 0..3), any::<bool>());
    let facts = facts.prop_map(|(key, value, aliases, learn)| {
        let aliases: Vec<&str> = aliases.iter().map(String::as_str).collect();
        let fact = fact(&key, &value, &aliases);
        if learn {
            Change::Learn(fact)
        } else {
            Change::Remember(fact)
        }
    });
    let used = prop::collection::vec((word(), word()), 0..4);
    let plays = (word(), used, prop::collection::vec(word(), 0..2), any::<Option<bool>>());
    let plays = plays.prop_map(|(form, used, refused, accepted)| {
        let used: Vec<_> = used.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let refused: Vec<_> = refused.iter().map(String::as_str).collect();
        played(&form, &used, &refused, accepted)
    });
    let happens = (word(), word()).prop_map(|(host, text)| {
        Change::Happened(Episode {
            host,
            text,
            ..Episode::default()
        })
    });
    let prune =
        (0..40u64, any::<bool>()).prop_map(|(before, unproven_only)| Change::Prune(Prune { before, unproven_only }));
    proptest::prop_oneof![4 => facts, 2 => word().prop_map(Change::Forget), 4 => plays, 1 => happens, 1 => prune]
}

proptest! {
    /// What is written down and read again answers as it did, whatever happened to it.
    #[test]
    fn a_book_that_is_read_again_is_the_same(changes in prop::collection::vec(change(), 0..40)) {
        let mut book = Book::new(lower);
        for (now, change) in changes.into_iter().enumerate() {
            book.apply(change, now as u64);
        }
        let again = Book::of(book.all(), lower);
        assert_eq!(again.all(), book.all());
        assert_eq!(again.names, book.names);
        for (name, keys) in &book.names {
            for key in keys {
                assert!(book.names_of(key, &book.facts[key]).contains(name));
            }
        }
        let probe = Probe {
            host: "shop.example".into(),
            fingerprint: "a".into(),
            labels: vec!["b".into(), "c".into()],
            names: vec!["a".into(), "e f".into()],
            ..Probe::default()
        };
        assert_eq!(again.answer(&probe, 50), book.answer(&probe, 50));
    }
}

#[test]
fn counters_stop_at_the_end() {
    let full = Playbook {
        wins: u32::MAX,
        ..Playbook::default()
    };
    let Change::Played(won) = played("f1", &[], &[], Some(true)) else {
        unreachable!()
    };
    assert_eq!(play(Some(full), &won, 1).wins, u32::MAX);
}
