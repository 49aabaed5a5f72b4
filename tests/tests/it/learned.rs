//! `ostler fill --learn`: what is kept of what was given, under which key, and what is told of it.

use ostler_tests::program::Ran;
use ostler_tests::{Answer, Site};
use serde_json::{Value, json};

use super::memory::{Home, pairs};

/// Fills and sends what `html` asks, in a memory of its own, and learns.
async fn taught(home: &Home, html: &str, sets: &[(&str, &str)], more: &[&str]) -> Ran {
    let site = Site::start().await;
    let url = site.page(
        "/",
        &format!("<form method=post action=/done>{html}<button>Send</button></form>"),
    );
    site.answer("/done", Answer::html("<h1>Thank you, it was received</h1>"));
    let sets: Vec<String> = sets.iter().map(|(key, value)| format!("--set={key}={value}")).collect();
    let mut arguments = vec!["fill", &url, "--learn"];
    arguments.extend(more);
    arguments.extend(sets.iter().map(String::as_str));
    home.run(&arguments).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_learned_is_told_by_its_keys_and_what_is_not_with_why() {
    const PAGE: &str = "<label>Email <input name=e></label><label>City <input name=c></label>\
        <label>Favourite colour <input name=f></label><label>Name <input name='items[1].name'></label>";
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "York"]).await;
    let given = [
        ("Email", "ada@home.example"),
        ("City", "Leeds"),
        ("Favourite colour", "blue"),
        ("items[1].name", "Hammer"),
    ];
    let ran = taught(&home, PAGE, &given, &["--submit"]).await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for line in [
        "learned: email\n",
        "not learned, saved with another value: city\n",
        "not learned: Favourite colour: it surely asks for none of the common facts\n",
        "not learned: Name: by its name it is in a row of a list, and nobody can tell of what\n",
    ] {
        assert!(ran.out.contains(line), "{line:?} in {}", ran.out);
    }
    let told = ran.out.split("learned: ").nth(1).expect("it is told");
    assert!(!told.contains("ada@home.example") && !told.contains("Leeds"), "{told}");
    assert_eq!(
        home.facts().await,
        pairs(&[("city", "York"), ("email", "ada@home.example")])
    );

    let ran = taught(&home, PAGE, &given, &["--submit", "--json"]).await.json();
    let code = |field: &Value| (field["label"].clone(), field["code"].clone());
    let left = ran["learned"]["left_out"].as_array().expect("a list").iter().map(code);
    assert_eq!(
        left.collect::<Vec<_>>(),
        [
            (json!("Favourite colour"), json!("uncommon")),
            (json!("Name"), json!("one-of-several"))
        ]
    );
    assert_eq!(ran["learned"]["kept"], json!(["email"]));
    assert_eq!(ran["learned"]["saved_otherwise"], json!(["city"]));
    assert_eq!(ran["learned"]["nothing"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_nothing_was_learned_is_told_with_why() {
    let home = Home::local().await;
    let city = "<label>City <input name=c></label>";
    let ran = taught(&home, city, &[("City", "York")], &[]).await;
    assert!(
        ran.out.contains("learned nothing: the form was not sent\n"),
        "{}",
        ran.out
    );
    let ran = taught(&home, city, &[("Town hall", "York")], &["--submit", "--json"]).await;
    assert_eq!(ran.json()["learned"]["kept"], json!([]));
    assert!(ran.json()["learned"]["nothing"].is_string(), "{ran:?}");
    assert!(home.facts().await.is_empty());

    // A memory that cannot be used learns nothing, and the form is filled all the same.
    let file = home.path("memory.local");
    std::fs::write(&file, "damaged").unwrap();
    let ran = taught(&home, city, &[("City", "York")], &["--submit", "--json"]).await;
    assert_eq!(ran.json()["submit"]["outcome"], "Submitted");
    let nothing = ran.json()["learned"]["nothing"].to_string();
    assert!(nothing.contains("damaged"), "{nothing}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_for_bills_is_kept_as_one_and_fills_no_other() {
    let home = Home::local().await;
    let page = |heading: &str| {
        format!("<h2>{heading}</h2><label>Street <input name=s></label><label>City <input name=c></label>")
    };
    let given = [("Street", "1 Bill Road"), ("City", "Leeds")];
    let ran = taught(&home, &page("Billing address"), &given, &["--submit"]).await;
    assert!(
        ran.out.contains("learned: billing street, billing city\n"),
        "{}",
        ran.out
    );
    for (heading, recalled) in [("Billing address", 2), ("Your address", 0), ("Shipping address", 0)] {
        let ran = taught(&home, &page(heading), &[], &["--auto", "all", "--json"]).await;
        let fields = ran.json()["fields"].as_array().expect("a list").len();
        assert_eq!(fields, recalled, "{heading}: {ran:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_agreed_to_from_memory() {
    let home = Home::local().await;
    for key in ["agree", "I agree", "consent"] {
        home.done(&["memory", "remember", key, "yes"]).await;
    }
    let page = "<label>Agree <select name=a><option></option><option>yes<option>no</select></label>\
        <label>I agree <input name=b></label><label><input type=checkbox name=c> Consent</label>";
    let ran = taught(&home, page, &[], &["--auto", "all", "--json"]).await.json();
    assert_eq!(ran["fields"], json!([]));
    let codes: Vec<&str> = ran["empty"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|field| field["code"].as_str())
        .collect();
    assert_eq!(codes, ["consent"; 3]);
}
