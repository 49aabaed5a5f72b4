//! Tokens for Qdrant: JWTs signed with HS256 that reach some collections, for some time.
//!
//! To Qdrant a token without an `access` claim may do everything, and one without `exp` never ends: neither is ever made
//! here, and [`check`] takes neither.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use ostler_machines::recall::model::Seconds;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use zeroize::Zeroizing;

const DAY: Seconds = 24 * 60 * 60;
/// How many days a token is good for if nobody says otherwise.
pub const USUAL_DAYS: u32 = 30;
/// The most days that a token may be good for.
pub const MOST_DAYS: u32 = 3650;

/// What a token lets its bearer do with a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Access {
    /// Read points.
    #[serde(rename = "r")]
    Read,
    /// Read and write points; nothing of the collection itself.
    #[serde(rename = "prw")]
    Points,
    /// Read, write and index.
    #[serde(rename = "rw")]
    Write,
}

/// Access to one collection.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// The collection.
    pub collection: String,
    /// What may be done with it.
    pub access: Access,
}

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// When it ends.
    pub exp: Seconds,
    /// What it reaches.
    pub access: Vec<Grant>,
}

/// A token to be made.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The collections that it reaches.
    pub collections: &'a [String],
    /// Whether it may only read.
    pub read_only: bool,
    /// How many days it is good for.
    pub days: u32,
}

#[derive(Serialize, Deserialize)]
struct Header<'a> {
    alg: &'a str,
    typ: &'a str,
}

/// Makes a token, signed with the key of Qdrant's administrator.
///
/// # Errors
/// If there is no key, or the order makes no sense.
pub fn make(order: &Order<'_>, key: &str, now: Seconds) -> Result<Zeroizing<String>, TokenError> {
    if key.trim().is_empty() {
        return Err(TokenError::NoKey);
    }
    if order.collections.is_empty() {
        return Err(TokenError::NoCollection);
    }
    if order.days == 0 || order.days > MOST_DAYS {
        return Err(TokenError::Days);
    }
    let access = if order.read_only { Access::Read } else { Access::Points };
    let grant = |collection: &String| Grant {
        collection: collection.clone(),
        access,
    };
    let claims = Claims {
        exp: now.saturating_add(Seconds::from(order.days) * DAY),
        access: order.collections.iter().map(grant).collect(),
    };
    let header = Header {
        alg: "HS256",
        typ: "JWT",
    };
    let part = |json: serde_json::Result<Vec<u8>>| json.map(|json| URL_SAFE_NO_PAD.encode(json));
    let header = part(serde_json::to_vec(&header)).map_err(|_| TokenError::Unreadable)?;
    let claims = part(serde_json::to_vec(&claims)).map_err(|_| TokenError::Unreadable)?;
    let mut token = Zeroizing::new(format!("{header}.{claims}"));
    let signature = URL_SAFE_NO_PAD.encode(sign(key, &token).finalize().into_bytes());
    token.push('.');
    token.push_str(&signature);
    Ok(token)
}

/// What a token says, if it was signed with `key`, has not ended and says both what it reaches and when it ends.
///
/// # Errors
/// If it was not, has, or does not.
pub fn check(token: &str, key: &str, now: Seconds) -> Result<Claims, TokenError> {
    if key.trim().is_empty() {
        return Err(TokenError::NoKey);
    }
    let (signed, signature) = token.rsplit_once('.').ok_or(TokenError::Unreadable)?;
    let claims = read(token)?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| TokenError::Unreadable)?;
    sign(key, signed)
        .verify_slice(&signature)
        .map_err(|_| TokenError::Forged)?;
    if claims.exp <= now {
        return Err(TokenError::Expired);
    }
    Ok(claims)
}

/// What a token says, whoever made it. A key that is no token is [`TokenError::Unreadable`].
///
/// # Errors
/// If it is no token, or one that says less than it has to.
pub fn read(token: &str) -> Result<Claims, TokenError> {
    let mut parts = token.split('.');
    let (Some(header), Some(claims), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Err(TokenError::Unreadable);
    };
    let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| TokenError::Unreadable);
    let header = decode(header)?;
    let header: Header<'_> = serde_json::from_slice(&header).map_err(|_| TokenError::Unreadable)?;
    if header.alg != "HS256" {
        return Err(TokenError::Algorithm);
    }
    let claims: serde_json::Value = serde_json::from_slice(&decode(claims)?).map_err(|_| TokenError::Unreadable)?;
    if claims.get("access").is_none() {
        return Err(TokenError::Unlimited);
    }
    if claims.get("exp").is_none() {
        return Err(TokenError::Endless);
    }
    let claims: Claims = serde_json::from_value(claims).map_err(|_| TokenError::Claims)?;
    if claims.access.is_empty() {
        return Err(TokenError::NoCollection);
    }
    Ok(claims)
}

fn sign(key: &str, text: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(text.as_bytes());
    mac
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read only",
            Self::Points => "read and write",
            Self::Write => "read, write and index",
        })
    }
}

/// What is wrong with a token. None shows it, or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// There is nothing to sign with.
    #[error("a token is signed with the key of Qdrant's administrator: set QDRANT_API_KEY")]
    NoKey,
    /// It would reach nothing.
    #[error("a token has to name a collection")]
    NoCollection,
    /// It would end at once, or never.
    #[error("a token is good for 1 to {MOST_DAYS} days")]
    Days,
    /// It is no token.
    #[error("it is no token")]
    Unreadable,
    /// It is signed in another way, or not at all.
    #[error("the token is not signed with HS256")]
    Algorithm,
    /// Qdrant would let its bearer do everything.
    #[error("the token has no access claim, so it may do everything")]
    Unlimited,
    /// It never ends.
    #[error("the token has no exp claim, so it never ends")]
    Endless,
    /// It says something else than which collections may be reached until when.
    #[error("the token claims something else than collections and an end")]
    Claims,
    /// It was signed with another key.
    #[error("the token was signed with another key")]
    Forged,
    /// Its time is over.
    #[error("the token has expired")]
    Expired,
}

#[cfg(test)]
mod tests {
    use super::{Access, Claims, Grant, Order, TokenError, check, make};
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use hmac::Mac as _;

    const KEY: &str = "an administrator's key of more than 32 bytes";
    const NOW: u64 = 1_800_000_000;

    fn signed(header: &str, claims: &str, key: &str) -> String {
        let text = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = super::sign(key, &text).finalize().into_bytes();
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    #[test]
    fn a_token_says_exactly_what_was_ordered() {
        let collections = ["ostler_ada_facts".to_owned(), "ostler_ada_episodes".to_owned()];
        for (read_only, access) in [(false, Access::Points), (true, Access::Read)] {
            let order = Order {
                collections: &collections,
                read_only,
                days: 30,
            };
            let token = make(&order, KEY, NOW).unwrap();
            let grant = |name: &String| Grant {
                collection: name.clone(),
                access,
            };
            let claims = Claims {
                exp: NOW + 30 * 86_400,
                access: collections.iter().map(grant).collect(),
            };
            assert_eq!(check(&token, KEY, NOW), Ok(claims));
            let parts: Vec<&str> = token.split('.').collect();
            let decoded = URL_SAFE_NO_PAD.decode(parts[0]).unwrap();
            assert_eq!(String::from_utf8(decoded).unwrap(), r#"{"alg":"HS256","typ":"JWT"}"#);
            assert_eq!(check(&token, "another key", NOW), Err(TokenError::Forged));
            assert_eq!(check(&token, KEY, NOW + 30 * 86_400), Err(TokenError::Expired));
        }
    }

    /// Made with Python's `hmac`.
    #[test]
    fn the_signature_is_that_of_another_implementation() {
        let token = signed(r#"{"alg":"HS256","typ":"JWT"}"#, r#"{"exp":1}"#, "secret");
        assert!(token.ends_with(SIGNATURE), "{token}");
    }
    const SIGNATURE: &str = "8onrqJhmsoas7S-2eOXSmQe1UZfbsK0zZyIw7ik8gZE";

    #[test]
    fn what_qdrant_would_take_and_should_not_is_refused() {
        let header = r#"{"alg":"HS256","typ":"JWT"}"#;
        let access = r#""access":[{"collection":"a","access":"r"}]"#;
        for (header, claims, wrong) in [
            (header, r#"{"exp":1900000000}"#.to_owned(), TokenError::Unlimited),
            (header, format!("{{{access}}}"), TokenError::Endless),
            (
                header,
                r#"{"exp":1900000000,"access":"m"}"#.to_owned(),
                TokenError::Claims,
            ),
            (
                header,
                r#"{"exp":1900000000,"access":[]}"#.to_owned(),
                TokenError::NoCollection,
            ),
            (
                header,
                format!(r#"{{"exp":1900000000.5,{access}}}"#),
                TokenError::Claims,
            ),
            (
                header,
                format!(r#"{{"exp":"1900000000",{access}}}"#),
                TokenError::Claims,
            ),
            (
                r#"{"alg":"none","typ":"JWT"}"#,
                format!(r#"{{"exp":1900000000,{access}}}"#),
                TokenError::Algorithm,
            ),
            (header, "nothing".to_owned(), TokenError::Unreadable),
        ] {
            assert_eq!(check(&signed(header, &claims, KEY), KEY, NOW), Err(wrong), "{claims}");
        }
        for garbage in ["", "key", "a.b", "a.b.c.d", "é.é.é"] {
            assert_eq!(check(garbage, KEY, NOW), Err(TokenError::Unreadable), "{garbage}");
        }
    }

    #[test]
    fn an_order_that_makes_no_sense_is_refused() {
        let collections = ["a".to_owned()];
        let order = Order {
            collections: &collections,
            read_only: false,
            days: 1,
        };
        assert_eq!(make(&order, " ", NOW).unwrap_err(), TokenError::NoKey);
        assert_eq!(
            make(&Order { days: 0, ..order }, KEY, NOW).unwrap_err(),
            TokenError::Days
        );
        let endless = Order { days: 4000, ..order };
        assert_eq!(make(&endless, KEY, NOW).unwrap_err(), TokenError::Days);
        let nothing = Order {
            collections: &[],
            ..order
        };
        assert_eq!(make(&nothing, KEY, NOW).unwrap_err(), TokenError::NoCollection);
    }
}
