//! The system's keychain, which holds one key for each person who is logged in.

use super::keys::{KeyError, Vault};
use super::seal::MasterKey;

/// The system's own.
#[derive(Debug)]
pub(super) struct System;

impl Vault for System {
    fn read(&self) -> Result<Option<MasterKey>, KeyError> {
        read()
    }

    fn write(&self, key: &MasterKey) -> Result<(), KeyError> {
        write(key)
    }
}

/// What the key goes by in the keychain.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const SERVICE: &str = "ostler";
#[cfg(any(target_os = "linux", target_os = "macos"))]
const ACCOUNT: &str = "memory-key";

/// The key in the keychain, if there is one.
fn read() -> Result<Option<MasterKey>, KeyError> {
    let Some(secret) = system::read().map_err(KeyError::Keychain)? else {
        return Ok(None);
    };
    let text = std::str::from_utf8(&secret).ok();
    let key = text.and_then(|text| MasterKey::import(text).ok());
    key.map(Some)
        .ok_or_else(|| KeyError::Keychain("what it holds for ostler is no memory key".into()))
}

/// Keeps `key`, in the place of another.
fn write(key: &MasterKey) -> Result<(), KeyError> {
    system::write(key.export().as_bytes()).map_err(KeyError::Keychain)
}

/// The Secret Service, over the session's D-Bus. The socket is the person's own, so that the secret crosses it as it is.
#[cfg(target_os = "linux")]
mod system {
    use std::collections::HashMap;

    use dbus_secret_service::{EncryptionType, Error, Item, SecretService};
    use zeroize::Zeroizing;

    /// How long a person has to unlock it, in seconds.
    const PROMPT: u64 = 120;

    fn attributes() -> HashMap<&'static str, &'static str> {
        HashMap::from([("service", super::SERVICE), ("username", super::ACCOUNT)])
    }

    fn connect() -> Result<SecretService, String> {
        SecretService::connect_with_max_prompt_timeout(EncryptionType::Plain, PROMPT).map_err(|error| words(&error))
    }

    fn words(error: &Error) -> String {
        match error {
            Error::Dbus(error) => {
                let reason = error.message().unwrap_or("no reason given");
                format!("no Secret Service answers on the session's D-Bus ({reason})")
            }
            other => other.to_string(),
        }
    }

    pub(super) fn read() -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        let service = connect()?;
        let found = service.search_items(attributes()).map_err(|error| words(&error))?;
        let items: Vec<Item<'_>> = found.unlocked.into_iter().chain(found.locked).collect();
        let item = match items.as_slice() {
            [] => return Ok(None),
            [item] => item,
            _ => return Err("it holds several keys for ostler: remove all but the right one".into()),
        };
        item.ensure_unlocked()
            .and_then(|()| item.get_secret())
            .map(|secret| Some(Zeroizing::new(secret)))
            .map_err(|error| words(&error))
    }

    pub(super) fn write(secret: &[u8]) -> Result<(), String> {
        let service = connect()?;
        let kept = service.get_default_collection().and_then(|collection| {
            collection.ensure_unlocked()?;
            collection.create_item("Ostler memory key", attributes(), secret, true, "text/plain")?;
            Ok(())
        });
        kept.map_err(|error| words(&error))
    }
}

#[cfg(target_os = "macos")]
mod system {
    use security_framework::passwords::{get_generic_password, set_generic_password};
    use zeroize::Zeroizing;

    /// `errSecItemNotFound`
    const NOT_FOUND: i32 = -25300;

    pub(super) fn read() -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        match get_generic_password(super::SERVICE, super::ACCOUNT) {
            Ok(secret) => Ok(Some(Zeroizing::new(secret))),
            Err(error) if error.code() == NOT_FOUND => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) fn write(secret: &[u8]) -> Result<(), String> {
        set_generic_password(super::SERVICE, super::ACCOUNT, secret).map_err(|error| error.to_string())
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod system {
    use zeroize::Zeroizing;

    pub(super) fn read() -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        Err("it is not known on this system".into())
    }

    pub(super) fn write(_secret: &[u8]) -> Result<(), String> {
        Err("it is not known on this system".into())
    }
}
