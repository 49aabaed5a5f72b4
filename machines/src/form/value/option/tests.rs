use super::{one, several, suggested};
use crate::form::autocomplete::Autocomplete;
use crate::form::model::{Choice, Field, Kind};
use crate::form::value::{Context, Wish};
use std::format;
use std::string::String;
use std::vec::Vec;

/// Options as `text=value` or `text`, joined by `|`.
fn select(options: &str) -> Field {
    let options = options.split('|').map(|option| {
        let (label, value) = option.split_once('=').unwrap_or((option, option));
        Choice {
            label: label.into(),
            value: value.into(),
            ..Choice::default()
        }
    });
    Field {
        kind: Kind::Select,
        options: options.collect(),
        ..Field::default()
    }
}

/// The text chosen, or the code of the refusal.
fn chosen(wish: &str, field: &Field) -> Result<String, &'static str> {
    one(&Wish::Text(wish.into()), field, &Context::default())
        .map(|at| field.options[at].label.clone())
        .map_err(|refusal| refusal.code)
}

const AGES: &str = "Under 18=a|18-24=b|25-34=c|35 – 44=d|45+=e|Prefer not to say=f";
const COUNTRIES: &str = "Select=|Germany=DE|Guinea=GN|Guinea-Bissau=GW|Niger=NE|Nigeria=NG|United Kingdom=GB|United States=US|Congo=CG|\
    Congo (Democratic Republic of the)=CD|Korea, Republic of=KR|Korea, Democratic People's Republic of=KP|Ireland=IE|Switzerland=CH|\
    China=CN|Georgia=GE|Viet Nam=VN|Russian Federation=RU|Netherlands=NL";
const STATES: &str = "-- State --=|Alabama=AL|Alaska=AK|Arkansas=AR|California=CA|Georgia=GA|Kansas=KS|New York=NY|Virginia=VA|West Virginia=WV|\
    Washington=WA|District of Columbia=DC";
const MONTHS: &str =
    "January=1|February=2|March=3|April=4|May=5|June=6|July=7|August=8|September=9|October=10|November=11|December=12";
const ZERO_MONTHS: &str = "Month=|January=0|February=1|March=2|April=3|May=4|June=5|July=6|August=7|September=8|October=9|November=10|December=11";

#[test]
fn a_text_means_the_option_that_a_reader_would_take() {
    let table = [
        ("VISA", "Visa=v|Mastercard=m", "Visa"),
        ("muenchen", "Köln|München", "München"),
        ("Munchen", "Köln|München", "München"),
        ("e-mail", "Email|Phone", "Email"),
        ("A+", "A+|A-|B+", "A+"),
        ("A positive", "A+|A-|B+|B-", "A+"),
        ("O neg", "O+|O−|A+|A−", "O−"),
        ("extra large", "S|M|L|XL|XXL", "XL"),
        ("medium", "S|M|L", "M"),
        ("m", "Small|Medium|Large", "Medium"),
        ("3", "1|2|3", "3"),
        ("3", MONTHS, "March"),
        ("03", MONTHS, "March"),
        ("März", MONTHS, "March"),
        ("Mar", MONTHS, "March"),
        ("Sept.", ZERO_MONTHS, "September"),
        ("march", ZERO_MONTHS, "March"),
        ("Monday", "Mo|Di|Mi|Do|Fr|Sa|So", "Mo"),
        ("Mrs.", "Mr|Mrs|Ms", "Mrs"),
        ("Mister", "Mr|Mrs|Ms", "Mr"),
        ("Prof.", "Mr|Dr|Professor", "Professor"),
        ("Mr", "Herr|Frau", "Herr"),
        ("Mrs", "Herr|Frau|Divers", "Frau"),
        ("female", "Männlich|Weiblich|Divers", "Weiblich"),
        (
            "prefer not to say",
            "Male|Female|Prefer not to answer",
            "Prefer not to answer",
        ),
        ("true", "Oui|Non", "Oui"),
        ("no", "Yes, I agree|No, I do not", "No, I do not"),
        ("NO", "Sí=si|No=no", "No"),
        ("Nein", "Yes|No|Not sure", "No"),
        ("USD", "Euro (EUR)|US Dollar (USD)|Pound (GBP)", "US Dollar (USD)"),
        ("€", "EUR - Euro|USD - US Dollar", "EUR - Euro"),
        ("Euro", "EUR|USD|GBP", "EUR"),
        ("English", "Deutsch|Englisch|Französisch", "Englisch"),
        ("single", "ledig|verheiratet|geschieden", "ledig"),
        ("Great Britain", COUNTRIES, "United Kingdom"),
        ("UK", COUNTRIES, "United Kingdom"),
        ("England", COUNTRIES, "United Kingdom"),
        ("USA", COUNTRIES, "United States"),
        ("U.S.", COUNTRIES, "United States"),
        ("États-Unis", COUNTRIES, "United States"),
        ("us", COUNTRIES, "United States"),
        ("DR Congo", COUNTRIES, "Congo (Democratic Republic of the)"),
        ("Congo", COUNTRIES, "Congo"),
        ("South Korea", COUNTRIES, "Korea, Republic of"),
        ("North Korea", COUNTRIES, "Korea, Democratic People's Republic of"),
        ("Suisse", COUNTRIES, "Switzerland"),
        ("Vietnam", COUNTRIES, "Viet Nam"),
        ("Russia", COUNTRIES, "Russian Federation"),
        ("Holland", COUNTRIES, "Netherlands"),
        ("Deutschland", "Allemagne|France|Suisse", "Allemagne"),
        ("Germany", "ドイツ=DE|フランス=FR|日本=JP", "ドイツ"),
        ("Germany (+49)", COUNTRIES, "Germany"),
        ("Germany", "🇩🇪 Germany (+49)=49|🇫🇷 France (+33)=33", "🇩🇪 Germany (+49)"),
        ("Calif.", STATES, "California"),
        ("GA", STATES, "Georgia"),
        ("Washington, D.C.", STATES, "District of Columbia"),
        ("Texas", "AL|TX|WA", "TX"),
        ("NSW", "New South Wales|Victoria|Queensland", "New South Wales"),
        ("Bavaria", "Bayern|Hessen|Berlin", "Bayern"),
        ("30 years", AGES, "25-34"),
        ("18 to 24", AGES, "18-24"),
        ("60", AGES, "45+"),
        (
            "60000",
            "Less than $50,000|$50,000 - $74,999|$75,000 or more",
            "$50,000 - $74,999",
        ),
        ("$60,000", "<$50k|$50k-$75k|>$75k", "$50k-$75k"),
        ("12", "0-9 employees|10-49 employees|50+ employees", "10-49 employees"),
        (
            "10-49",
            "0-9 employees|10-49 employees|50+ employees",
            "10-49 employees",
        ),
        ("3pm", "14:00|15:00|16:00", "15:00"),
        ("15:00", "2:00 PM|3:00 PM|4:00 PM", "3:00 PM"),
        ("9:00", "09:00|10:00|21:00", "09:00"),
        ("noon", "11:30|12:00|12:30", "12:00"),
        ("2", "1 night=0|2 nights=1|3 nights=3", "2 nights"),
        ("Other", "Red|Other (please specify)", "Other (please specify)"),
        ("Visa", "Visa – ends in 42|Mastercard – ends in 11", "Visa – ends in 42"),
        ("C#", "C=c|C++=cpp|C#=cs", "C#"),
        ("cpp", "C=c|C++=cpp|C#=cs", "C++"),
        ("Sao Paulo (SP)", "Rio de Janeiro=RJ|São Paulo=SP", "São Paulo"),
        (
            "Bachelor's",
            "High school|Bachelor’s degree|Master’s degree",
            "Bachelor’s degree",
        ),
        ("10", "10 %|20 %|30 %", "10 %"),
    ];
    for (wish, options, label) in table {
        assert_eq!(
            chosen(wish, &select(options)).as_deref(),
            Ok(label),
            "{wish} in {options}"
        );
    }
}

#[test]
fn what_may_mean_two_or_none_is_refused() {
    let table = [
        ("", COUNTRIES, "empty"),
        ("Select", COUNTRIES, "placeholder-option"),
        ("Korea", COUNTRIES, "ambiguous-option"),
        ("Congo Republic", COUNTRIES, "ambiguous-option"),
        ("Korea", "Germany|South Korea|France", "ambiguous-option"),
        ("United", COUNTRIES, "ambiguous-option"),
        ("Atlantis", COUNTRIES, "no-option"),
        ("Guinea", "Germany=DE|France=FR|Guinea-Bissau=GW", "no-option"),
        (
            "United States",
            "Germany=DE|France=FR|United States Minor Outlying Islands=UM",
            "no-option",
        ),
        ("Dominica", "Germany|France|Dominican Republic", "no-option"),
        ("Scotland", "England|Wales|France|Germany|Spain", "no-option"),
        ("Canada", STATES, "no-option"),
        ("Baja California", STATES, "no-option"),
        ("Wash DC area", STATES, "no-option"),
        ("CH", "Germany=DE|China=CH|France=FR", "ambiguous-option"),
        ("3", ZERO_MONTHS, "ambiguous-option"),
        ("2", "1-10=1|11-50=2|51-200=3", "ambiguous-option"),
        ("2", "2 nights=1|3 nights=2|4 nights=3", "ambiguous-option"),
        ("20-30", AGES, "ambiguous-option"),
        ("20", "10-20|20-30|30-40", "ambiguous-option"),
        ("Frau", "Mr|Mrs|Ms|Miss", "ambiguous-option"),
        ("M", "Mr|Mrs|Ms|Miss", "no-option"),
        ("other", "Gender=|Male=M|Female=F|Non-binary=X", "no-option"),
        ("3:00", "3:00 AM|3:00 PM|4:00 PM", "ambiguous-option"),
        ("no", "Yes|No preference", "no-option"),
        ("A", "A+|A-|B+", "no-option"),
        ("1", "10|11|12", "no-option"),
        ("1.5", "15|25", "no-option"),
        ("👍", "👎|Other", "no-option"),
        ("none", "Red|Green", "no-option"),
        ("Paris", "Springfield|Parish", "no-option"),
        ("DHL Express", "DHL|UPS", "no-option"),
        ("Blue", "Blue=1|Blue=2|Red=3", "ambiguous-option"),
    ];
    for (wish, options, code) in table {
        assert_eq!(chosen(wish, &select(options)), Err(code), "{wish} in {options}");
    }
}

/// Tables of a label, a wish, the options, and the text chosen or the code of the refusal.
fn check(table: &[(&str, &str, &str, Result<&str, &'static str>)]) {
    let mut wrong = Vec::new();
    for (label, wish, options, expected) in table {
        let field = Field {
            label: (*label).into(),
            ..select(options)
        };
        let got = chosen(wish, &field);
        if got.as_deref().map_err(|code| *code) != *expected {
            wrong.push(std::format!(
                "{wish:?} for {label:?} in {options}: {got:?}, not {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_range_is_chosen_in_its_own_unit() {
    const MIXED: &str = "0-12 months|1-5 years|Over 5 years";
    const DOLLARS: &str = "Under $50,000|$50,000-$75,000|Over $75,000";
    const MONTHLY: &str = "Under $500 per month|$500-$900 per month|Over $900 per month";
    const KILOS: &str = "0-5 kg|6-10 kg|11-20 kg";
    const BARE: &str = "0-4|5-10|11-20";
    check(&[
        (
            "",
            "5 years",
            "0-12 months|13-24 months|25+ months",
            Err("unit-mismatch"),
        ),
        ("", "3 years", MIXED, Ok("1-5 years")),
        ("", "3 months", MIXED, Ok("0-12 months")),
        ("", "3", MIXED, Err("ambiguous-option")),
        ("", "30", MIXED, Err("ambiguous-option")),
        (
            "",
            "18 months",
            "6 months - 2 years|2-5 years|5+ years",
            Err("ambiguous-option"),
        ),
        (
            "",
            "3 years",
            "6 months - 2 years|2-5 years|5+ years",
            Err("ambiguous-option"),
        ),
        ("", "1-5 months", "1-5 years|6-10 years|10+ years", Err("unit-mismatch")),
        ("", "1-5 years", MIXED, Ok("1-5 years")),
        ("Income", "€60,000.00", DOLLARS, Err("currency-mismatch")),
        ("Income", "60000 EUR", DOLLARS, Err("currency-mismatch")),
        ("Income", "£60k", DOLLARS, Err("currency-mismatch")),
        ("Income", "$60k", DOLLARS, Ok("$50,000-$75,000")),
        ("Income", "USD 60000", DOLLARS, Ok("$50,000-$75,000")),
        ("Income", "60000", DOLLARS, Ok("$50,000-$75,000")),
        ("Income", "€50,000-€75,000", DOLLARS, Err("currency-mismatch")),
        ("Income", "5 years", DOLLARS, Err("unit-mismatch")),
        (
            "Income (EUR)",
            "$60k",
            "Under 50k|50-75k|Over 75k",
            Err("currency-mismatch"),
        ),
        ("Income (EUR)", "60000 €", "Under 50k|50-75k|Over 75k", Ok("50-75k")),
        ("Income", "60", "Under 50k|50-75k|Over 75k", Ok("Under 50k")),
        ("Rent", "$600 per month", MONTHLY, Ok("$500-$900 per month")),
        ("Rent", "$6000 per year", MONTHLY, Err("unit-mismatch")),
        ("Rent", "$600/month", MONTHLY, Ok("$500-$900 per month")),
        ("Rent", "6 months", MONTHLY, Err("unit-mismatch")),
        ("Weight", "7 kg", KILOS, Ok("6-10 kg")),
        ("Weight", "7 lb", KILOS, Err("unit-mismatch")),
        ("Weight", "7 pounds", KILOS, Err("unit-mismatch")),
        ("Weight", "7", KILOS, Ok("6-10 kg")),
        (
            "Distance",
            "7 km",
            "0-5 miles|6-10 miles|11+ miles",
            Err("unit-mismatch"),
        ),
        ("Duration", "2 weeks", "1-3 days|4-7 days|8+ days", Err("unit-mismatch")),
        ("Duration in days", "2 weeks", BARE, Err("unit-mismatch")),
        ("Duration in days", "7 days", BARE, Ok("5-10")),
        ("Duration", "7 weeks", BARE, Err("unit-mismatch")),
        ("Loan term in months", "7 years", BARE, Err("unit-mismatch")),
        ("Age", "7 years old", BARE, Ok("5-10")),
        ("Age", "7 months", BARE, Err("unit-mismatch")),
        ("Household", "7 people", BARE, Ok("5-10")),
        ("Share", "7 %", BARE, Err("unit-mismatch")),
        ("Share", "15%", "0-10 %|11-20 %|21+ %", Ok("11-20 %")),
        ("Height", "70 in", "50-69 cm|70-90 cm|91+ cm", Err("unit-mismatch")),
        ("Age of child", "5 months", "0-2|3-6|7-12", Err("unit-mismatch")),
        ("Age", "1980", AGES, Err("unit-mismatch")),
        ("Age", "80", AGES, Ok("45+")),
        ("Employees", "1980", "1-10|11-50|51+", Ok("51+")),
        ("Salary", "60000", "€50k-€75k|$50k-$75k|Other", Err("ambiguous-option")),
        ("Salary", "$60,000", "€50k-€75k|$50k-$75k|Other", Ok("$50k-$75k")),
    ]);
}

#[test]
fn a_decimal_number_is_no_time() {
    check(&[
        ("", "10.5", "10:05|11:05|12:05", Err("no-option")),
        ("", "10.05", "10:05|11:05|12:05", Ok("10:05")),
        ("", "10.30", "10.30|11.30|12.30", Ok("10.30")),
        ("", "10:5", "10:05|11:05", Err("no-option")),
    ]);
}

#[test]
fn the_start_of_a_name_is_not_the_name() {
    check(&[
        ("City", "New", "New York|Los Angeles|Chicago", Err("no-option")),
        ("City", "San", "San Francisco|Chicago|Boston", Err("no-option")),
        ("City", "New York", "New York City|Chicago", Err("no-option")),
        ("City", "York", "New York|Chicago", Err("no-option")),
        ("City", "Berlin", "Berlin, Germany|Paris, France", Ok("Berlin, Germany")),
        (
            "City",
            "Berlin",
            "Berlin – Germany|Paris – France",
            Ok("Berlin – Germany"),
        ),
        ("State", "West", STATES, Err("no-option")),
        (
            "State",
            "North",
            "North Dakota|South Dakota|Texas|Ohio",
            Err("no-option"),
        ),
        ("Level", "High", "High school|College|University", Err("no-option")),
        (
            "Level",
            "Bachelor's",
            "High school|Bachelor's degree|Master's degree",
            Ok("Bachelor's degree"),
        ),
        (
            "Shipping",
            "Express",
            "Standard shipping|Express shipping",
            Ok("Express shipping"),
        ),
        (
            "Card",
            "Visa",
            "Visa ending in 4242|Mastercard ending in 1111",
            Ok("Visa ending in 4242"),
        ),
        ("Status", "Not", "Not applicable|Employed|Retired", Err("no-option")),
        ("Status", "Self", "Self-employed|Employed|Retired", Err("no-option")),
        ("Role", "Senior", "Senior developer|Manager", Err("no-option")),
        (
            "Plan",
            "Team",
            "Free £0 a month|Team £12 a month|Enterprise Talk to us",
            Ok("Team £12 a month"),
        ),
        (
            "Plan",
            "Enterprise",
            "Free £0 a month=p1|Team £12 a month=p2|Enterprise Talk to us=plan_enterprise",
            Ok("Enterprise Talk to us"),
        ),
        (
            "Plan",
            "Enterprise",
            "Free £0 a month=p1|Team £12 a month=p2|Enterprise Talk to us=p3",
            Err("no-option"),
        ),
        ("Guests", "2", "1 guest|2 guests|3 guests", Ok("2 guests")),
        ("Class", "Other", "A|B|Other: please say", Ok("Other: please say")),
        ("Visa", "Work", "Work visa|Student visa|Transit", Ok("Work visa")),
        ("Purpose", "Study", "Study abroad programme|Work", Err("no-option")),
    ]);
}

#[test]
fn a_month_that_means_two_is_not_chosen() {
    const POLISH: &str =
        "styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|grudzień";
    check(&[
        ("Month", "listopad", MONTHS, Err("no-option")),
        ("Month", "listopad", POLISH, Ok("listopad")),
        ("Month", "November", POLISH, Ok("listopad")),
        ("Month", "11", POLISH, Ok("listopad")),
    ]);
}

#[test]
fn an_option_that_says_none_can_be_chosen() {
    check(&[
        ("Allergies", "None", "None=|Peanuts=p|Milk=m", Ok("None")),
        ("Allergies", "none", "None=|Peanuts=p|Milk=m", Ok("None")),
        ("Allergies", "None", "None|Peanuts|Milk", Ok("None")),
        ("Allergies", "None", "None=none|Peanuts=p|Milk=m", Ok("None")),
        ("Allergies", "None", "None=0|Peanuts=1|Milk=2", Ok("None")),
        ("Allergies", "None", "-- None --=|Peanuts=p|Milk=m", Ok("-- None --")),
        ("Allergies", "None", "--None--=|Peanuts=p|Milk=m", Ok("--None--")),
        ("Allergies", "Keine", "Keine=|Milch=m", Ok("Keine")),
        ("Suffix", "N/A", "N/A=|Jr=j|Sr=s", Ok("N/A")),
        (
            "Title",
            "Not applicable",
            "Not applicable=|Mr=mr|Mrs=mrs",
            Ok("Not applicable"),
        ),
        ("Region", "Any", "Any=|North=n|South=s", Ok("Any")),
        ("Gender", "Gender", "Gender=|Male=M|Female=F", Err("placeholder-option")),
        (
            "",
            "Choose one",
            "Choose one=|Male=M|Female=F",
            Err("placeholder-option"),
        ),
        ("State", "State", "-- State --=|Alabama=AL", Err("placeholder-option")),
        ("State", "None", "-- State --=|Alabama=AL", Err("no-option")),
        ("Allergies", "No", "None=|Peanuts=p|Milk=m", Err("no-option")),
    ]);
    let mut required = select("None=|Peanuts=p");
    required.required = true;
    assert_eq!(
        chosen("None", &required),
        Err("placeholder-option"),
        "it would count as not answered"
    );
}

#[test]
fn a_dialling_code_with_an_area_is_one_code() {
    const CARIBBEAN: &str = "United States (+1)=US|Jamaica (+1-876)=JM|Bahamas (+1-242)=BS|\
        Dominican Republic (+1-809, +1-829, +1-849)=DO|United Kingdom (+44)=GB|Guernsey (+44-1481)=GG|Russia (+7)=RU|\
        Kazakhstan (+7-7)=KZ|Germany (+49)=DE";
    let dial = |options: &str| {
        let mut field = select(options);
        field.autocomplete.token = "tel-country-code".into();
        field
    };
    let table = [
        ("+1", CARIBBEAN, Ok("United States (+1)")),
        ("1", CARIBBEAN, Ok("United States (+1)")),
        ("+1-876", CARIBBEAN, Ok("Jamaica (+1-876)")),
        ("+1 876", CARIBBEAN, Ok("Jamaica (+1-876)")),
        ("+1876", CARIBBEAN, Ok("Jamaica (+1-876)")),
        ("1876", CARIBBEAN, Ok("Jamaica (+1-876)")),
        ("+1 876 555 1234", CARIBBEAN, Ok("Jamaica (+1-876)")),
        (
            "+1 829 555 1234",
            CARIBBEAN,
            Ok("Dominican Republic (+1-809, +1-829, +1-849)"),
        ),
        ("+1-849", CARIBBEAN, Ok("Dominican Republic (+1-809, +1-829, +1-849)")),
        ("+1 212 555 0100", CARIBBEAN, Ok("United States (+1)")),
        ("Jamaica", CARIBBEAN, Ok("Jamaica (+1-876)")),
        ("+44", CARIBBEAN, Ok("United Kingdom (+44)")),
        ("+44 1481 720000", CARIBBEAN, Ok("Guernsey (+44-1481)")),
        ("+44 20 7946 0958", CARIBBEAN, Ok("United Kingdom (+44)")),
        ("+7", CARIBBEAN, Ok("Russia (+7)")),
        ("+7 701 123 4567", CARIBBEAN, Ok("Kazakhstan (+7-7)")),
        ("+7 495 123 45 67", CARIBBEAN, Ok("Russia (+7)")),
        ("+1-876", "Jamaica (+1 876)|Canada (+1)", Ok("Jamaica (+1 876)")),
        ("+1-876", "+1 876 Jamaica|+1 Canada", Ok("+1 876 Jamaica")),
        ("+1-876", "Jamaica +1876|Canada +1", Ok("Jamaica +1876")),
        ("Jamaica", "Jamaica +1 876|Canada +1", Ok("Jamaica +1 876")),
        ("+1-876", "United States (+1)|Germany (+49)", Err("no-option")),
        ("+1 876 555 1234", "United States|Germany", Err("no-option")),
        ("+1 212 555 0100", "Jamaica|Germany", Err("no-option")),
        ("+1", "Jamaica|Germany", Err("no-option")),
        ("+1", "Canada|Jamaica|Germany", Ok("Canada")),
        ("+7 701 123 4567", "Russia|Kazakhstan|Germany", Err("ambiguous-option")),
        ("+7 701 123 4567", "Kazakhstan|Germany", Ok("Kazakhstan")),
        ("+1 416 555 0123", "United States|Germany", Err("no-option")),
        ("+49 30 123456", "Austria (+43)|Germany (+49)", Ok("Germany (+49)")),
        ("+4930", "Austria (+43)|Germany (+49)", Err("no-option")),
        ("+4", "Austria (+43)|Germany (+49)", Err("no-option")),
        ("+49", "DE +49|CH +41", Ok("DE +49")),
        ("+49", "49|41|43", Ok("49")),
        ("+1 876 555 1234", "1|1876|44", Ok("1876")),
    ];
    let mut wrong = Vec::new();
    for (wish, options, expected) in table {
        let got = chosen(wish, &dial(options));
        if got.as_deref().map_err(|code| *code) != expected {
            wrong.push(std::format!("{wish:?} in {options}: {got:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn disabled_options_and_prompts_are_never_chosen() {
    let mut field = select("Choose one=|Small=s|Large=l|Small=s2");
    field.options[1].disabled = true;
    assert_eq!(chosen("Large", &field).as_deref(), Ok("Large"));
    assert_eq!(
        one(&Wish::Text("Small".into()), &field, &Context::default()),
        Ok(3),
        "the other one can be chosen"
    );
    field.options[3].disabled = true;
    assert_eq!(chosen("small", &field), Err("disabled-option"));
    assert_eq!(chosen("choose one", &field), Err("placeholder-option"));
    // A radio button is no prompt, whatever it says.
    let mut radio = select("Select comfort=|Select premium=p");
    for (element, choice) in (1..).zip(&mut radio.options) {
        choice.element = Some(element);
    }
    assert_eq!(chosen("Select comfort", &radio).as_deref(), Ok("Select comfort"));
}

#[test]
fn groups_tell_like_options_apart() {
    let mut field = select("Standard=1|Standard=2");
    field.options[0].group = "Inland".into();
    field.options[1].group = "Abroad".into();
    assert_eq!(chosen("Standard", &field), Err("ambiguous-option"));
    assert_eq!(
        one(&Wish::Text("Abroad / Standard".into()), &field, &Context::default()),
        Ok(1)
    );
    assert_eq!(
        one(&Wish::Text("inland: standard".into()), &field, &Context::default()),
        Ok(0)
    );
}

#[test]
fn a_dialling_code_is_chosen_by_number_or_country() {
    let mut field = select("+1 United States=+1|+44 United Kingdom=+44|+49 Germany=+49");
    field.autocomplete = Autocomplete {
        token: "tel-country-code".into(),
        ..Autocomplete::default()
    };
    for (wish, label) in [
        ("+44 20 7946 0958", "+44 United Kingdom"),
        ("+49", "+49 Germany"),
        ("49", "+49 Germany"),
        ("0044 20 7946 0958", "+44 United Kingdom"),
        ("Germany", "+49 Germany"),
    ] {
        assert_eq!(chosen(wish, &field).as_deref(), Ok(label), "{wish}");
    }
    let mut shared = select("United States (+1)=US|Canada (+1)=CA|Ireland (+353)=IE");
    shared.autocomplete = field.autocomplete;
    assert_eq!(chosen("+1 416 555 0123", &shared), Err("ambiguous-option"));
    assert_eq!(chosen("+1", &shared), Err("ambiguous-option"));
    assert_eq!(chosen("Ireland", &shared).as_deref(), Ok("Ireland (+353)"));
    let mut names = select("United Kingdom=GB|Germany=DE");
    names.autocomplete = shared.autocomplete;
    assert_eq!(chosen("+49 30 123456", &names).as_deref(), Ok("Germany"));
}

#[test]
fn several_are_chosen_together_or_not_at_all() {
    let field = select("Red=r|Green=g|Blue=b|Rock, hard=h");
    let list = |texts: &[&str]| Wish::List(texts.iter().map(|text| Wish::Text((*text).into())).collect());
    let text = |text: &str| Wish::Text(text.into());
    let table: [(Wish, Result<&[usize], &str>); 9] = [
        (list(&["Blue", "red", "Red"]), Ok(&[0, 2])),
        (list(&["Blue", "Pink"]), Err("no-option")),
        (text("Red"), Ok(&[0])),
        (text("Red, Blue"), Ok(&[0, 2])),
        (text("Rock, hard"), Ok(&[3])),
        (text("Red, Pink"), Err("no-option")),
        (Wish::Bool(false), Ok(&[])),
        (Wish::Clear, Ok(&[])),
        (list(&[]), Ok(&[])),
    ];
    for (wish, expected) in table {
        let got = several(&wish, &field, &Context::default());
        assert_eq!(got.as_deref().map_err(|refusal| refusal.code), expected, "{wish:?}");
    }
    assert_eq!(
        one(&list(&["Red", "Blue"]), &field, &Context::default()).map_err(|refusal| refusal.code),
        Err("two-values")
    );
}

#[test]
fn a_refusal_names_the_nearest_options() {
    let refusal = one(&Wish::Text("Germny".into()), &select(COUNTRIES), &Context::default()).unwrap_err();
    assert_eq!(refusal.code, "no-option");
    assert_eq!(
        refusal
            .candidates
            .first()
            .and_then(|candidate| candidate.option.as_deref()),
        Some("Germany")
    );
    let refusal = one(&Wish::Text("Korea".into()), &select(COUNTRIES), &Context::default()).unwrap_err();
    let texts: Vec<_> = refusal
        .candidates
        .iter()
        .filter_map(|candidate| candidate.option.as_deref())
        .collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
}

#[test]
fn a_refusal_says_that_the_list_was_longer_than_what_was_read() {
    let names = |count: usize| (0..count).map(|n| format!("Town {n:04}")).collect::<Vec<_>>().join("|");
    let ask = |count| {
        one(
            &Wish::Text("Vienna".into()),
            &select(&names(count)),
            &Context::default(),
        )
        .unwrap_err()
    };
    assert!(ask(1_000).message.contains("may be longer"), "{:?}", ask(1_000));
    assert!(!ask(999).message.contains("longer"), "{:?}", ask(999));
}

#[test]
fn a_suggestion_gives_its_spelling_and_nothing_else() {
    let field = select("Hooli|Initech|INITECH");
    assert_eq!(suggested("hooli", &field).as_deref(), Some("Hooli"));
    assert_eq!(suggested("initech", &field), None, "two spellings");
    assert_eq!(suggested("Hooli XYZ", &field), None);
}

#[test]
fn an_option_that_another_is_as_near_to_is_not_chosen() {
    let table = [
        ("Nigera", "Niger|Nigeria|Norway", Err("ambiguous-option")),
        ("Japana", "Niger|Japan|Norway", Ok("Japan")),
        ("Niger", "Niger|Nigeria", Ok("Niger")),
        ("Irak", "Iran|Iraq|Ireland", Ok("Iraq")),
    ];
    for (wish, options, expected) in table {
        assert_eq!(chosen(wish, &select(options)), expected.map(String::from), "{wish}");
    }
}

#[test]
fn words_behind_that_make_another_thing_of_it_are_not_chosen_but_told() {
    for (wish, options) in [
        ("Economy", "Economy (non-refundable)|Business"),
        ("Standard", "Standard (+ 50 EUR)|Express"),
        ("Standard", "Standard (+ €50)|Express"),
        ("Cyprus", "Cyprus (Turkish)|Greece|Italy"),
        ("Chinese", "Chinese (Traditional)|English|German"),
        ("Breakfast", "Breakfast – not included|Dinner"),
        ("Card", "Card (without insurance)|Cash"),
        ("Adults", "Adults (only)|Children"),
        ("yes", "Yes, without insurance|Later"),
        ("agree", "I do not agree|Later"),
    ] {
        let found = one(&Wish::Text(wish.into()), &select(options), &Context::default());
        let refused = found.expect_err(wish);
        let first = options.split('|').next();
        assert!(
            refused.candidates.iter().any(|near| near.option.as_deref() == first),
            "{wish}: {refused:?}"
        );
    }
    for (wish, options, expected) in [
        ("Economy", "Economy (up to 23 kg)|Business", "Economy (up to 23 kg)"),
        ("Standard", "Standard - 3 to 5 days|Express", "Standard - 3 to 5 days"),
        ("no", "Yes, I agree|No, I do not", "No, I do not"),
        ("Standard", "Standard (free)|Express (5 €)", "Standard (free)"),
    ] {
        assert_eq!(chosen(wish, &select(options)), Ok(expected.into()), "{wish}");
    }
}

#[test]
fn a_yes_with_a_reservation_is_no_plain_yes() {
    let field = select("Yes, without insurance|Maybe");
    assert!(one(&Wish::Bool(true), &field, &Context::default()).is_err());
    let field = select("Yes, please|No, thanks");
    assert_eq!(one(&Wish::Bool(true), &field, &Context::default()), Ok(0));
}

#[test]
fn a_sign_is_a_yes_only_beside_a_plain_no() {
    for (options, wish, means) in [
        ("x=a|no=b", "agree", Ok("x")),
        ("I do not agree=a|x=b", "agree", Err("no-option")),
        ("I do not agree=a|✓=b", "yes", Err("no-option")),
        ("I agree=a|I do not agree=b", "agree", Ok("I agree")),
    ] {
        assert_eq!(
            chosen(wish, &select(options)).as_deref().map_err(|code| *code),
            means,
            "{wish} of {options}"
        );
    }
    // A short list is told whole, the nearest first.
    let refusal = one(
        &Wish::Text("agree".into()),
        &select("x=b|I do not agree=a"),
        &Context::default(),
    );
    let offered: Vec<_> = refusal
        .unwrap_err()
        .candidates
        .into_iter()
        .map(|it| it.option)
        .collect();
    assert_eq!(offered, [Some("I do not agree".into()), Some("x".into())]);
}

#[test]
fn a_number_means_the_option_of_its_value_as_the_page_writes_numbers() {
    let german = "1|1,5|1.000|1.500|10.000";
    let english = "1|1.5|1,000|1,500|10,000";
    let table = [
        ("de", german, "1000", Ok("1.000")),
        ("de", german, "1,5", Ok("1,5")),
        ("de", german, "1.5", Ok("1,5")),
        ("de", german, "1,50", Ok("1,5")),
        ("de", german, "10.000,00", Ok("10.000")),
        ("de", german, "1,000", Ok("1")),
        ("de", german, "10", Err("no-option")),
        ("en-US", english, "1000", Ok("1,000")),
        ("en-US", english, "1.50", Ok("1.5")),
        ("en-US", english, "1.000", Ok("1")),
        ("en-US", german, "1500", Err("no-option")),
        ("", "1.000|2.000", "1000", Err("no-option")),
        ("de", "2|4|6|8", "1.000", Err("no-option")),
    ];
    for (lang, options, wanted, expected) in table {
        let field = Field {
            lang: lang.into(),
            ..select(options)
        };
        let expected = expected.map(String::from);
        assert_eq!(chosen(wanted, &field), expected, "{wanted} of {options} in {lang:?}");
    }
}

#[test]
fn what_is_in_brackets_is_part_of_the_name_where_others_share_it() {
    let table = [
        (
            "Dollar",
            "US Dollar|Australian Dollar|Dollar (HK)",
            Err("ambiguous-option"),
        ),
        (
            "Dollar",
            "US Dollar=USD|Australian Dollar=AUD|Dollar (HK)=HKD",
            Err("ambiguous-option"),
        ),
        (
            "Return",
            "Return (flexible)|Return flight non-refundable",
            Err("ambiguous-option"),
        ),
        ("Cat", "Cat (outdoor)|Caterpillar", Err("ambiguous-option")),
        ("Cat", "Cat (outdoor)|House cat", Err("ambiguous-option")),
        (
            "Economy",
            "Economy (flexible)|Economy (non-refundable)",
            Err("ambiguous-option"),
        ),
        ("Economy", "Economy (eco)|Economy (flex)", Err("ambiguous-option")),
        ("Cat", "Cat (outdoor)|Dog", Ok("Cat (outdoor)")),
        ("Other", "Other (please specify)|Red", Ok("Other (please specify)")),
        ("Germany", "Germany (DE)|West Germany (DD)", Ok("Germany (DE)")),
        ("Georgia", "Georgia (GE)|South Georgia (GS)", Ok("Georgia (GE)")),
        (
            "Kilogram",
            "Kilogram (kg)|Kilogram force (kgf)|Gram (g)",
            Ok("Kilogram (kg)"),
        ),
        ("Niger", "Niger (+227)|Nigeria (+234)", Ok("Niger (+227)")),
        ("Zürich", "Zürich (ZRH)|Zürich-Land", Ok("Zürich (ZRH)")),
    ];
    for (wish, options, expected) in table {
        let got = chosen(wish, &select(options));
        assert_eq!(got.as_deref().map_err(|code| *code), expected, "{wish} in {options}");
    }
}
