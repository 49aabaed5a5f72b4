//! Who may do what: the key may do everything, a token what the real server was seen to let it do.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use tonic::Status;
use tonic::metadata::MetadataMap;

/// A token that has ended is taken for so many seconds more.
const LEEWAY: u64 = 30;

/// What a call needs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Need<'a> {
    /// To be let in.
    Nothing,
    /// To read a collection.
    Read(&'a str),
    /// To write points of a collection.
    WritePoints(&'a str),
    /// To change a collection itself.
    WriteCollection(&'a str),
    /// All collections.
    Everything,
}

pub(super) fn check(key: Option<&str>, now: u64, metadata: &MetadataMap, need: Need<'_>) -> Result<(), Status> {
    let Some(key) = key else { return Ok(()) };
    let given = metadata.get("api-key").and_then(|value| value.to_str().ok());
    let Some(given) = given else {
        return Err(Status::unauthenticated(
            "Must provide an API key or an Authorization bearer token",
        ));
    };
    if given == key {
        return Ok(());
    }
    let claims = claims(given, key, now)?;
    // A token that says nothing of access may do everything, as the real server has it.
    let Some(access) = claims.get("access") else {
        return Ok(());
    };
    match access {
        Value::String(mode) => match (mode.as_str(), need) {
            ("m", _) | ("r", Need::Nothing | Need::Read(_)) => Ok(()),
            ("r", _) => Err(Status::permission_denied("Forbidden: Global manage access is required")),
            _ => Err(invalid()),
        },
        Value::Array(grants) => granted(grants, need),
        _ => Err(invalid()),
    }
}

fn granted(grants: &[Value], need: Need<'_>) -> Result<(), Status> {
    let (name, levels, missing): (&str, &[&str], &str) = match need {
        Need::Nothing => return Ok(()),
        Need::Everything => return Err(Status::permission_denied("Forbidden: Global access is required")),
        Need::Read(name) => (name, &["r", "rw", "prw"], "is required"),
        Need::WritePoints(name) => (name, &["rw", "prw"], "needs write access"),
        Need::WriteCollection(name) => (name, &["rw"], "Only points access is allowed"),
    };
    let grant = grants.iter().find(|grant| grant["collection"] == name);
    let Some(grant) = grant else {
        return Err(Status::permission_denied(format!(
            "Forbidden: Access to collection {name} is required"
        )));
    };
    if grant.get("payload").is_some() {
        return Err(invalid());
    }
    let level = grant["access"].as_str().ok_or_else(invalid)?;
    if !["r", "rw", "prw"].contains(&level) {
        return Err(invalid());
    }
    if levels.contains(&level) {
        return Ok(());
    }
    Err(Status::permission_denied(format!("Forbidden: {name} {missing}")))
}

fn claims(token: &str, key: &str, now: u64) -> Result<Value, Status> {
    let parts: Vec<&str> = token.split('.').collect();
    let &[header, claims, signature] = parts.as_slice() else {
        return Err(invalid());
    };
    let decode = |part: &str| -> Result<Value, Status> {
        let bytes = URL_SAFE_NO_PAD.decode(part).map_err(|_| invalid())?;
        serde_json::from_slice(&bytes).map_err(|_| invalid())
    };
    if decode(header)?["alg"] != "HS256" {
        return Err(invalid());
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).map_err(|_| invalid())?;
    mac.update(format!("{header}.{claims}").as_bytes());
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| invalid())?;
    if mac.verify_slice(&signature).is_err() {
        return Err(Status::permission_denied("InvalidSignature"));
    }
    let claims = decode(claims)?;
    match claims.get("exp") {
        None => {}
        Some(exp) => {
            let exp = exp.as_u64().ok_or_else(invalid)?;
            if exp + LEEWAY < now {
                return Err(Status::permission_denied("ExpiredSignature"));
            }
        }
    }
    Ok(claims)
}

fn invalid() -> Status {
    Status::unauthenticated("Invalid API key or JWT")
}
