//! The pages of the demo's site and what its server accepts.

use maud::{DOCTYPE, Markup, html};

/// Its style sheet.
pub(super) const STYLE: &str = include_str!("site.css");

/// What is wrong, by the name of the field.
pub(super) type Errors = Vec<(&'static str, &'static str)>;

/// What a person has entered so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers(Vec<(String, String)>);

impl Answers {
    /// The answers in `received`.
    pub(super) fn of(received: &[(String, String)]) -> Self {
        Self(received.to_vec())
    }

    fn get(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(own, _)| own == name)
            .map_or("", |(_, value)| value.trim())
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.0.iter().any(|(own, held)| own == name && held == value)
    }
}

/// One choice: the value sent and the text shown.
type Choices = &'static [(&'static str, &'static str)];

const COUNTRIES: Choices = &[
    ("AT", "Austria"),
    ("FR", "France"),
    ("DE", "Germany"),
    ("PT", "Portugal"),
    ("ES", "Spain"),
    ("GB", "United Kingdom"),
];
const TICKETS: Choices = &[("student", "Student"), ("regular", "Regular"), ("patron", "Patron")];
const TOPICS: Choices = &[
    ("web", "Web"),
    ("async", "Async"),
    ("embedded", "Embedded"),
    ("testing", "Testing"),
];
const DELIVERIES: Choices = &[
    ("standard", "Standard (3 to 5 days)"),
    ("express", "Express (next day)"),
];

/// What a question is made of.
enum Control {
    /// An `<input>` of this type, with these attributes where they are not empty: autocomplete, min, max.
    Input(&'static str, &'static str, &'static str, &'static str),
    Area,
    Select(Choices),
    Radio(Choices),
    Boxes(Choices),
    Tick,
}

/// One question of a form.
struct Question {
    name: &'static str,
    label: &'static str,
    required: bool,
    control: Control,
}

const fn ask(name: &'static str, label: &'static str, required: bool, control: Control) -> Question {
    Question {
        name,
        label,
        required,
        control,
    }
}

const fn input(kind: &'static str, autocomplete: &'static str) -> Control {
    Control::Input(kind, autocomplete, "", "")
}

const REGISTRATION: [Question; 12] = [
    ask("full_name", "Full name", true, input("text", "name")),
    ask("email", "E-mail", true, input("email", "email")),
    ask("phone", "Phone", false, input("tel", "tel")),
    ask("password", "Password", true, input("password", "new-password")),
    ask("born", "Date of birth", false, input("date", "bday")),
    ask("country", "Country", true, Control::Select(COUNTRIES)),
    ask("ticket", "Ticket", true, Control::Radio(TICKETS)),
    ask("topics", "Topics", false, Control::Boxes(TOPICS)),
    ask("seats", "Seats", true, Control::Input("number", "", "1", "6")),
    ask("arrival", "Arrival", false, input("time", "")),
    ask("message", "Message", false, Control::Area),
    ask("terms", "I accept the terms of the workshop", true, Control::Tick),
];

/// One step of the order.
pub(super) struct Sheet {
    step: usize,
    title: &'static str,
    questions: &'static [Question],
    button: &'static str,
}

const ORDER: [Sheet; 3] = [
    Sheet {
        step: 1,
        title: "Who orders?",
        questions: &[
            ask("name", "Name", true, input("text", "name")),
            ask("email", "E-mail", true, input("email", "email")),
        ],
        button: "Next",
    },
    Sheet {
        step: 2,
        title: "Where to?",
        questions: &[
            ask("street", "Street and number", true, input("text", "street-address")),
            ask("postcode", "Postcode", true, input("text", "postal-code")),
            ask("city", "City", true, input("text", "address-level2")),
            ask("country", "Country", true, Control::Select(COUNTRIES)),
        ],
        button: "Next",
    },
    Sheet {
        step: 3,
        title: "How?",
        questions: &[
            ask("delivery", "Delivery", true, Control::Radio(DELIVERIES)),
            ask("terms", "I agree to pay", true, Control::Tick),
        ],
        button: "Place the order",
    },
];

impl Sheet {
    /// How many steps an order has.
    pub(super) const STEPS: usize = ORDER.len();

    /// Step `step` of an order, from 1.
    pub(super) fn of_order(step: usize) -> Option<Self> {
        ORDER.into_iter().find(|sheet| sheet.step == step)
    }

    /// Whether it has a field of this name.
    pub(super) fn asks(&self, name: &str) -> bool {
        self.questions.iter().any(|question| question.name == name)
    }

    /// What its server finds wrong.
    pub(super) fn check(&self, answers: &Answers) -> Errors {
        let mut errors = check(self.questions, answers);
        let postcode = answers.get("postcode");
        let shape: String = postcode
            .chars()
            .map(|c| if c.is_ascii_digit() { '9' } else { c })
            .collect();
        if answers.get("country") == "PT" && !postcode.is_empty() && shape != "9999-999" {
            errors.push(("postcode", "A Portuguese postcode looks like 1234-567."));
        }
        errors
    }
}

/// What the server finds wrong with a registration.
pub(super) fn check_registration(answers: &Answers) -> Errors {
    let mut errors = check(&REGISTRATION, answers);
    let password = answers.get("password").chars().count();
    if (1..10).contains(&password) {
        errors.push(("password", "The password needs at least 10 characters."));
    }
    if !answers.get("seats").is_empty() && !answers.get("seats").parse().is_ok_and(|seats| (1..=6).contains(&seats)) {
        errors.push(("seats", "There are 1 to 6 seats to be had."));
    }
    errors
}

fn check(questions: &[Question], answers: &Answers) -> Errors {
    let mut errors = Errors::new();
    for Question {
        name,
        required,
        control,
        ..
    } in questions
    {
        let answer = answers.get(name);
        if *required && answer.is_empty() {
            errors.push((name, "Please fill this in."));
        } else if matches!(control, Control::Input("email", ..)) && !answer.contains('@') {
            errors.push((name, "This is no e-mail address."));
        }
    }
    errors
}

/// The front page.
pub(super) fn index() -> Markup {
    page(
        "Ostler's demo",
        &html! {
            h1 { "Ostler's demo" }
            ul {
                li { a href="/registration" { "Workshop registration" } ", twelve fields" }
                li { a href="/order" { "Order a book" } ", three steps" }
            }
        },
    )
}

/// The registration form.
pub(super) fn registration(answers: &Answers, errors: &Errors) -> Markup {
    page(
        "Workshop registration",
        &html! {
            h1 { "Workshop registration" }
            (form(&REGISTRATION, "/registration", "Workshop registration", "Register", answers, errors))
        },
    )
}

/// What is shown once a registration was accepted.
pub(super) fn registered() -> Markup {
    page(
        "Thank you",
        &html! {
            h1 { "Thank you" }
            p role="status" { "Your registration has been received." }
            p { a href="/" { "Back to the start" } }
        },
    )
}

/// One step of an order.
pub(super) fn order(sheet: &Sheet, answers: &Answers, errors: &Errors) -> Markup {
    page(
        "Order a book",
        &html! {
            h1 { "Order a book" }
            ol.steps aria-label="Progress" {
                @for other in &ORDER {
                    li aria-current=[(other.step == sheet.step).then_some("step")] { (other.title) }
                }
            }
            h2 { "Step " (sheet.step) " of " (Sheet::STEPS) ": " (sheet.title) }
            (form(sheet.questions, "", "Order a book", sheet.button, answers, errors))
        },
    )
}

/// What is shown once an order was accepted.
pub(super) fn ordered(number: u64) -> Markup {
    page(
        "Order placed",
        &html! {
            h1 { "Thank you for your order" }
            p role="status" { "Order number " (number) " has been placed." }
        },
    )
}

fn page(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/style.css";
                title { (title) }
            }
            body { main { (body) } }
        }
    }
}

fn form(questions: &[Question], action: &str, name: &str, button: &str, answers: &Answers, errors: &Errors) -> Markup {
    html! {
        @if !errors.is_empty() {
            p.summary role="alert" { "Please look at the fields marked below." }
        }
        form method="post" action=[(!action.is_empty()).then_some(action)] aria-label=(name) {
            @for question in questions {
                (field(question, answers, errors))
            }
            button type="submit" { (button) }
        }
    }
}

fn field(question: &Question, answers: &Answers, errors: &Errors) -> Markup {
    let Question {
        name,
        label,
        required,
        control,
    } = question;
    let error = errors.iter().find(|(field, _)| field == name).map(|(_, text)| *text);
    let described = error.map(|_| format!("{name}-error"));
    let invalid = error.map(|_| "true");
    let star = html! { @if *required { span.star aria-hidden="true" { " *" } } };
    let shown = answers.get(name);
    html! {
        div.field {
            @match control {
                Control::Input(kind, autocomplete, min, max) => {
                    label for=(name) { (label) (star) }
                    input type=(kind) id=(name) name=(name) required[*required] aria-invalid=[invalid]
                        aria-describedby=[described] autocomplete=[some(autocomplete)] min=[some(min)] max=[some(max)]
                        value=(if *kind == "password" { "" } else { shown });
                }
                Control::Area => {
                    label for=(name) { (label) (star) }
                    textarea id=(name) name=(name) rows="3" required[*required] { (shown) }
                }
                Control::Select(choices) => {
                    label for=(name) { (label) (star) }
                    select id=(name) name=(name) required[*required] aria-invalid=[invalid] aria-describedby=[described] {
                        option value="" { "Please choose" }
                        @for (value, text) in *choices {
                            option value=(value) selected[answers.has(name, value)] { (text) }
                        }
                    }
                }
                Control::Radio(choices) => (group(question, "radio", choices, answers)),
                Control::Boxes(choices) => (group(question, "checkbox", choices, answers)),
                Control::Tick => {
                    label.tick {
                        input type="checkbox" name=(name) value="yes" required[*required] checked[answers.has(name, "yes")]
                            aria-invalid=[invalid] aria-describedby=[described];
                        " " (label) (star)
                    }
                }
            }
            @if let Some(error) = error {
                p.error id=(format!("{name}-error")) { (error) }
            }
        }
    }
}

fn group(question: &Question, kind: &str, choices: Choices, answers: &Answers) -> Markup {
    let Question {
        name, label, required, ..
    } = question;
    html! {
        fieldset {
            legend { (label) @if *required { span.star aria-hidden="true" { " *" } } }
            @for (value, text) in choices {
                label.tick {
                    input type=(kind) name=(name) value=(value) required[*required && kind == "radio"]
                        checked[answers.has(name, value)];
                    " " (text)
                }
            }
        }
    }
}

fn some<'a>(text: &&'a str) -> Option<&'a str> {
    (!text.is_empty()).then_some(*text)
}
