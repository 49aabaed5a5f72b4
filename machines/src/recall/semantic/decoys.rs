//! Texts that stand for none of a person's facts.

/// What forms ask for that no fact answers, and what they ask of other people: a store keeps these beside the facts, so
/// that a label that is nearest to one of them is near to no fact. The list may grow; it is in English, as the models
/// are that need it most.
#[rustfmt::skip]
pub const DECOYS: &[&str] = &[
    // This visit only.
    "search", "message", "comment", "subject", "how can we help you", "coupon code", "discount code", "gift message", "order notes", "quantity", "number of guests",
    "amount", "donation amount", "check in date", "check out date", "departure date", "arrival time", "destination", "appointment date", "preferred time", "delivery instructions",
    "captcha", "enter the characters you see", "invite code", "referral code", "how did you hear about us", "reason for contact", "feedback", "rating", "review", "file upload",
    "cover letter", "start date", "end date", "purchase order number", "order number", "invoice number", "tracking number", "product name", "serial number", "model number",
    "project name", "event name", "team name", "pet name", "room number", "seat number",
    // Secrets.
    "password", "confirm password", "security question", "security answer", "card number", "security code", "expiry date of the card", "verification code", "pin",
    // Other people.
    "emergency contact name", "spouse name", "partner's name", "mother's name", "father's name", "child's name", "guardian's name", "referee name", "manager's name", "manager's email",
    "supervisor's phone", "doctor's name", "recipient name", "beneficiary name", "friend's email", "landlord's name", "relationship to applicant", "name of the second passenger", "co-applicant's date of birth", "colleague's email",
    // Of the person, and rarely kept.
    "company size", "industry", "annual revenue", "previous employer", "previous address", "ip address", "wallet address", "issue date", "country of issue", "height", "weight",
    "blood type", "insurance policy number", "time zone", "currency", "field of study", "thesis title", "favourite colour",
];
