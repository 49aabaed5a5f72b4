//! Sealing: what is kept cannot be read, moved or edited by who holds it.
//!
//! One [`MasterKey`] of 32 bytes gives two sub-keys by HKDF-SHA-256. The *encrypt* key seals with AES-256-GCM, under a random
//! nonce; what must stay in clear ([`Clear`]), the id and the kind are authenticated with it, so that a blob opens only
//! where it was put. The *index* key makes ids and hashes with HMAC-SHA-256, so that equal things are found by equality
//! and nobody without the key can tell what they are. Lengths are hidden by padding.

use std::fmt;

use aes_gcm::aead::{AeadInOut, KeyInit};
use aes_gcm::{Aes256Gcm, Nonce, Tag};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use ostler_machines::recall::model::Seconds;
use sha2::Sha256;
use uuid::{Builder, Uuid, Variant, Version};
use zeroize::Zeroizing;

/// The salt of the sub-keys.
const SALT: &[u8] = b"ostler memory";
/// The version of sealing that is written.
pub const SEAL_VERSION: u8 = 2;
/// The version before: nothing but the id was authenticated.
const OLD_VERSION: u8 = 1;
const NONCE: usize = 12;
const TAG: usize = 16;
/// What is sealed is padded to a multiple of this.
const POINT_BLOCK: usize = 256;
const FILE_BLOCK: usize = 4096;
/// The namespace of the ids of what is not sealed: `UUIDv5` of `ostler.memory` in the namespace of DNS names.
const NAMESPACE: Uuid = Uuid::from_u128(0xcf77_46e6_f312_58ec_a21e_a822_567c_1728);

/// The key that all others come from. It is wiped when it goes, and its `Debug` tells nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct MasterKey(Zeroizing<[u8; 32]>);

impl MasterKey {
    /// A key that nobody ever had.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn fresh() -> Result<Self, SealError> {
        let mut key = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *key).map_err(|_| SealError::Chance)?;
        Ok(Self(key))
    }

    /// The key of these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// Reads a key as [`Self::export`] writes it; space around it and the URL alphabet are taken too.
    ///
    /// # Errors
    /// If the text is not 32 bytes in base64.
    pub fn import(text: &str) -> Result<Self, SealError> {
        let text = text.trim();
        let decoded = STANDARD.decode(text).or_else(|_| {
            let bare = text.trim_end_matches('=');
            URL_SAFE_NO_PAD.decode(bare)
        });
        let decoded = Zeroizing::new(decoded.map_err(|_| SealError::NotAKey)?);
        let mut key = Zeroizing::new([0; 32]);
        if decoded.len() != key.len() {
            return Err(SealError::NotAKey);
        }
        key.copy_from_slice(&decoded);
        Ok(Self(key))
    }

    /// The key in base64, 44 characters.
    pub fn export(&self) -> Zeroizing<String> {
        Zeroizing::new(STANDARD.encode(*self.0))
    }

    /// A sub-key. `info` says what for and for which version.
    fn derive(&self, info: &str) -> Zeroizing<[u8; 32]> {
        let mut key = Zeroizing::new([0; 32]);
        Hkdf::<Sha256>::new(Some(SALT), &*self.0)
            .expand(info.as_bytes(), &mut *key)
            .expect("32 bytes are within what HKDF can give");
        key
    }
}

impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(…)")
    }
}

/// What kind of thing is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A fact.
    Fact,
    /// A playbook.
    Playbook,
    /// An episode.
    Episode,
}

impl Kind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Playbook => "playbook",
            Self::Episode => "episode",
        }
    }
}

/// What stands in clear beside a sealed blob, and is authenticated with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clear<'a> {
    /// Whose it is.
    pub tenant: &'a str,
    /// How often it did well.
    pub wins: u32,
    /// How often it did not.
    pub losses: u32,
    /// When it was last verified.
    pub verified: Seconds,
}

/// What a keyed hash is of. The same text has another hash for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The normalised key of a fact, or an alias of it.
    Key,
    /// A form's fingerprint.
    Fingerprint,
    /// An `autocomplete` token.
    Autocomplete,
    /// The id or name of a field.
    IdHint,
    /// A host.
    Host,
    /// A normalised label.
    Labels,
}

impl Purpose {
    /// Its name, which is the name of the field that holds the hash.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Key => "key_norm",
            Self::Fingerprint => "fingerprint",
            Self::Autocomplete => "autocomplete",
            Self::IdHint => "id_hint",
            Self::Host => "host",
            Self::Labels => "labels_norm",
        }
    }
}

/// Seals and opens, hashes and names, for one master key.
#[derive(Clone)]
pub struct Sealer {
    cipher: Aes256Gcm,
    old_cipher: Aes256Gcm,
    index: Hmac<Sha256>,
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer(…)")
    }
}

impl Sealer {
    /// That of `key`.
    #[expect(clippy::missing_panics_doc, reason = "HMAC takes a key of any length")]
    pub fn new(key: &MasterKey) -> Self {
        let cipher = |info| Aes256Gcm::new(&(*key.derive(info)).into());
        let index = key.derive("v2 index");
        Self {
            cipher: cipher("v2 encrypt"),
            old_cipher: cipher("v1 encrypt"),
            index: Hmac::<Sha256>::new_from_slice(&*index).expect("HMAC takes a key of any length"),
        }
    }

    /// The id of what `kind` and `key` name, which nobody can guess without the master key. `key` is the normalised key
    /// of a fact; a playbook's and an episode's are the caller's to choose.
    pub fn id(&self, tenant: &str, kind: Kind, key: &str) -> Uuid {
        let digest = self.mac(&["id", tenant, kind.name(), key]);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Builder::from_bytes(bytes)
            .with_variant(Variant::RFC4122)
            .with_version(Version::Custom)
            .into_uuid()
    }

    /// A hash of `text` that is equal for equal texts, purposes and tenants; 43 characters.
    pub fn hash(&self, tenant: &str, purpose: Purpose, text: &str) -> String {
        URL_SAFE_NO_PAD.encode(self.mac(&["hash", tenant, purpose.name(), text]))
    }

    /// Tells one master key from another and nothing else: kept beside what is sealed, it says whether a key fits.
    pub fn check(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.mac(&["check"])[..12])
    }

    fn mac(&self, parts: &[&str]) -> [u8; 32] {
        let mut mac = self.index.clone();
        mac.update(&framed(parts.iter().map(|part| part.as_bytes())));
        mac.finalize().into_bytes().into()
    }

    /// Seals `plain` as the point `id`. It opens with the same id, kind and clear fields only.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn seal(&self, id: &Uuid, kind: Kind, clear: &Clear<'_>, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut blob = vec![SEAL_VERSION];
        encrypt(&self.cipher, &point(id, kind, clear), plain, POINT_BLOCK, &mut blob)?;
        Ok(blob)
    }

    /// Opens what [`Self::seal`] made.
    ///
    /// # Errors
    /// If it was sealed with another key, for another place, or was changed.
    pub fn open(&self, id: &Uuid, kind: Kind, clear: &Clear<'_>, blob: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
        match blob.split_first() {
            Some((&SEAL_VERSION, rest)) => decrypt(&self.cipher, &point(id, kind, clear), rest),
            Some((&OLD_VERSION, _)) => Err(SealError::Old),
            Some((&version, _)) => Err(SealError::Newer(version)),
            None => Err(SealError::Closed),
        }
    }

    /// As [`Self::seal`], in base64.
    ///
    /// # Errors
    /// As [`Self::seal`].
    pub fn seal_text(&self, id: &Uuid, kind: Kind, clear: &Clear<'_>, plain: &[u8]) -> Result<String, SealError> {
        Ok(STANDARD.encode(self.seal(id, kind, clear, plain)?))
    }

    /// Opens what [`Self::seal_text`] made.
    ///
    /// # Errors
    /// As [`Self::open`], and if it is not base64.
    pub fn open_text(
        &self,
        id: &Uuid,
        kind: Kind,
        clear: &Clear<'_>,
        blob: &str,
    ) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let blob = STANDARD.decode(blob).map_err(|_| SealError::Closed)?;
        self.open(id, kind, clear, &blob)
    }

    /// Opens a blob of version 1, which authenticated nothing but its id. Only an upgrade asks for it.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_old(&self, id: &Uuid, blob: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
        match blob.split_first() {
            Some((&OLD_VERSION, rest)) => decrypt(&self.old_cipher, id.as_bytes(), rest),
            _ => Err(SealError::Closed),
        }
    }

    /// Seals as version 1 did, for the tests of the upgrade.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    #[doc(hidden)]
    pub fn seal_old(&self, id: &Uuid, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut blob = vec![OLD_VERSION];
        encrypt(&self.old_cipher, id.as_bytes(), plain, POINT_BLOCK, &mut blob)?;
        Ok(blob)
    }

    /// Seals a whole file. `header` stands before it in clear and is authenticated.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn seal_file(&self, header: &[u8], plain: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut file = header.to_vec();
        let place = framed([b"file".as_slice(), header]);
        encrypt(&self.cipher, &place, plain, FILE_BLOCK, &mut file)?;
        Ok(file)
    }

    /// Opens what [`Self::seal_file`] made, `sealed` being what stands behind `header`.
    ///
    /// # Errors
    /// If it was sealed with another key or was changed.
    pub fn open_file(&self, header: &[u8], sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
        decrypt(&self.cipher, &framed([b"file".as_slice(), header]), sealed)
    }
}

/// The id of what `kind` and `key` name where nothing is sealed.
pub fn plain_id(tenant: &str, kind: Kind, key: &str) -> Uuid {
    let tenant = Uuid::new_v5(&NAMESPACE, tenant.as_bytes());
    let kind = Uuid::new_v5(&tenant, kind.name().as_bytes());
    Uuid::new_v5(&kind, key.as_bytes())
}

/// What of a point is authenticated.
fn point(id: &Uuid, kind: Kind, clear: &Clear<'_>) -> Vec<u8> {
    framed([
        b"point".as_slice(),
        id.as_bytes(),
        kind.name().as_bytes(),
        clear.tenant.as_bytes(),
        &clear.wins.to_be_bytes(),
        &clear.losses.to_be_bytes(),
        &clear.verified.to_be_bytes(),
    ])
}

/// The parts behind one another, each behind its length: no other parts give the same.
fn framed<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut whole = Vec::new();
    for part in parts {
        whole.extend_from_slice(&(part.len() as u64).to_be_bytes());
        whole.extend_from_slice(part);
    }
    whole
}

/// Appends nonce, cipher text and tag. What is sealed is the length, the text and zeros up to a whole block.
fn encrypt(cipher: &Aes256Gcm, place: &[u8], plain: &[u8], block: usize, out: &mut Vec<u8>) -> Result<(), SealError> {
    let mut nonce = [0; NONCE];
    getrandom::fill(&mut nonce).map_err(|_| SealError::Chance)?;
    let length = u32::try_from(plain.len()).map_err(|_| SealError::Long)?;
    let padded = (plain.len() + 4).next_multiple_of(block);
    out.reserve_exact(NONCE + padded + TAG);
    out.extend_from_slice(&nonce);
    let from = out.len();
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(plain);
    out.resize(from + padded, 0);
    let tag = cipher
        .encrypt_inout_detached(&Nonce::from(nonce), place, (&mut out[from..]).into())
        .map_err(|_| SealError::Long)?;
    out.extend_from_slice(&tag);
    Ok(())
}

fn decrypt(cipher: &Aes256Gcm, place: &[u8], sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
    let (nonce, rest) = sealed.split_first_chunk::<NONCE>().ok_or(SealError::Closed)?;
    let (text, tag) = rest.split_last_chunk::<TAG>().ok_or(SealError::Closed)?;
    let mut text = Zeroizing::new(text.to_vec());
    cipher
        .decrypt_inout_detached(
            &Nonce::from(*nonce),
            place,
            text.as_mut_slice().into(),
            &Tag::from(*tag),
        )
        .map_err(|_| SealError::Closed)?;
    let length = *text.first_chunk::<4>().ok_or(SealError::Closed)?;
    let end = 4 + u32::from_be_bytes(length) as usize;
    if end > text.len() {
        return Err(SealError::Closed);
    }
    text.truncate(end);
    text.drain(..4);
    Ok(text)
}

/// Why something could not be sealed or opened. No message holds a key or what is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// It was sealed with another key, or somebody moved or changed it.
    #[error("it does not open with this key: it was sealed with another one, or was changed")]
    Closed,
    /// It is of version 1.
    #[error("it was sealed by an older version: run `ostler memory seal`")]
    Old,
    /// It is of a version that is not known.
    #[error("it was sealed by a newer version ({0}): update ostler")]
    Newer(u8),
    /// No key.
    #[error("a memory key is 32 bytes in base64 (44 characters)")]
    NotAKey,
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    Chance,
    /// Nothing can be sealed that is so long.
    #[error("it is too long to be sealed")]
    Long,
}

#[cfg(test)]
mod tests {
    use super::{Clear, Kind, MasterKey, Purpose, SealError, Sealer, plain_id};
    use std::collections::BTreeSet;

    fn key() -> MasterKey {
        MasterKey::from_bytes(std::array::from_fn(|at| u8::try_from(at).unwrap()))
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Computed apart, with Python's `hmac` after RFC 5869.
    #[test]
    fn sub_keys_are_those_of_the_test_vector() {
        let key = key();
        assert_eq!(hex(&*key.derive("v2 encrypt")), VECTOR_ENCRYPT);
        assert_eq!(hex(&*key.derive("v2 index")), VECTOR_INDEX);
        assert_ne!(VECTOR_ENCRYPT, VECTOR_INDEX);
    }
    const VECTOR_ENCRYPT: &str = "697fcbd3777c416a7ea258b568a7a5b8dd223443dfd0ebd36e650d9950ae2516";
    const VECTOR_INDEX: &str = "5977332d2d563cb7e66f96f7169e13c06aee071aa171f899533113baad1b4a50";

    #[test]
    fn ids_and_hashes_are_those_of_the_test_vector() {
        let sealer = Sealer::new(&key());
        assert_eq!(sealer.id("default", Kind::Fact, "surname").to_string(), VECTOR_ID);
        assert_eq!(sealer.hash("default", Purpose::Key, "surname"), VECTOR_HASH);
        assert_eq!(plain_id("default", Kind::Fact, "surname").to_string(), VECTOR_PLAIN);
    }
    const VECTOR_ID: &str = "84dda044-5655-8009-9d84-ecc3a5399a82";
    const VECTOR_HASH: &str = "Oq7dLx7uOfvCcwW5ZcxSHI07nLuo6yvuzVX6AgLcKVM";
    const VECTOR_PLAIN: &str = "f78645ac-b0aa-5e80-b262-eeea3c6dc9b4";

    #[test]
    fn a_blob_opens_where_it_was_put_and_nowhere_else() {
        let sealer = Sealer::new(&key());
        let id = sealer.id("ada", Kind::Fact, "surname");
        let clear = Clear {
            tenant: "ada",
            wins: 3,
            losses: 1,
            verified: 1_700_000_000,
        };
        let blob = sealer.seal(&id, Kind::Fact, &clear, b"Lovelace").unwrap();
        assert_eq!(&*sealer.open(&id, Kind::Fact, &clear, &blob).unwrap(), b"Lovelace");
        let closed = Err(SealError::Closed);
        let elsewhere = sealer.id("ada", Kind::Fact, "mobile");
        assert_eq!(sealer.open(&elsewhere, Kind::Fact, &clear, &blob), closed, "moved");
        assert_eq!(sealer.open(&id, Kind::Episode, &clear, &blob), closed, "another kind");
        for edited in [
            Clear { tenant: "bob", ..clear },
            Clear { wins: 4, ..clear },
            Clear { losses: 0, ..clear },
            Clear { verified: 0, ..clear },
        ] {
            assert_eq!(sealer.open(&id, Kind::Fact, &edited, &blob), closed, "{edited:?}");
        }
        for at in 1..blob.len() {
            let mut edited = blob.clone();
            edited[at] ^= 1;
            assert_eq!(sealer.open(&id, Kind::Fact, &clear, &edited), closed, "byte {at}");
        }
        for length in 0..blob.len() {
            assert_eq!(
                sealer.open(&id, Kind::Fact, &clear, &blob[..length]),
                closed,
                "{length}"
            );
        }
        let other = Sealer::new(&MasterKey::fresh().unwrap());
        assert_eq!(other.open(&id, Kind::Fact, &clear, &blob), closed, "another key");
    }

    #[test]
    fn an_old_blob_is_opened_by_an_upgrade_only() {
        let sealer = Sealer::new(&key());
        let id = sealer.id("ada", Kind::Fact, "surname");
        let blob = sealer.seal_old(&id, b"Lovelace").unwrap();
        assert_eq!(
            sealer.open(&id, Kind::Fact, &Clear::default(), &blob),
            Err(SealError::Old)
        );
        assert_eq!(&*sealer.open_old(&id, &blob).unwrap(), b"Lovelace");
        let mut passed_off = blob;
        passed_off[0] = 2;
        assert_eq!(
            sealer.open(&id, Kind::Fact, &Clear::default(), &passed_off),
            Err(SealError::Closed)
        );
        assert_eq!(
            sealer.open(&id, Kind::Fact, &Clear::default(), &[9, 0]),
            Err(SealError::Newer(9))
        );
    }

    #[test]
    fn a_short_value_and_a_longer_one_look_alike() {
        let sealer = Sealer::new(&key());
        let id = sealer.id("ada", Kind::Fact, "surname");
        let length = |plain: &[u8]| sealer.seal(&id, Kind::Fact, &Clear::default(), plain).unwrap().len();
        assert_eq!(length(b""), length(&[b'x'; 200]));
    }

    #[test]
    fn sealing_twice_gives_two_blobs() {
        let sealer = Sealer::new(&key());
        let id = sealer.id("ada", Kind::Fact, "surname");
        let blobs: BTreeSet<_> = (0..100)
            .map(|_| sealer.seal(&id, Kind::Fact, &Clear::default(), b"Lovelace").unwrap())
            .collect();
        assert_eq!(blobs.len(), 100);
    }

    #[test]
    fn hashes_differ_by_key_tenant_purpose_and_text() {
        let (one, two) = (Sealer::new(&key()), Sealer::new(&MasterKey::fresh().unwrap()));
        let hashes = BTreeSet::from([
            one.hash("ada", Purpose::Key, "email"),
            one.hash("bob", Purpose::Key, "email"),
            one.hash("ada", Purpose::Autocomplete, "email"),
            one.hash("ada", Purpose::Key, "e-mail"),
            two.hash("ada", Purpose::Key, "email"),
        ]);
        assert_eq!(hashes.len(), 5);
        assert_ne!(one.id("ada", Kind::Fact, "email"), plain_id("ada", Kind::Fact, "email"));
        assert_ne!(one.id("ada", Kind::Fact, "email"), two.id("ada", Kind::Fact, "email"));
        assert_ne!(one.check(), two.check());
        // What is framed cannot be cut elsewhere.
        assert_ne!(one.id("a", Kind::Fact, "factb"), one.id("afact", Kind::Fact, "b"));
    }

    #[test]
    fn a_key_comes_back_as_it_was_written() {
        let fresh = MasterKey::fresh().unwrap();
        assert_eq!(MasterKey::import(&format!(" {}\n", *fresh.export())).unwrap(), fresh);
        let bare = fresh.export().replace('+', "-").replace('/', "_");
        assert_eq!(MasterKey::import(bare.trim_end_matches('=')).unwrap(), fresh);
        for bad in ["", "AAAA", "not base64!", &"A".repeat(48)] {
            assert_eq!(MasterKey::import(bad), Err(SealError::NotAKey), "{bad}");
        }
    }

    #[test]
    fn nothing_that_is_printed_shows_a_key() {
        let key = key();
        let sealer = Sealer::new(&key);
        let told = format!("{key:?} {sealer:?}");
        assert_eq!(told, "MasterKey(…) Sealer(…)");
    }

    #[test]
    fn a_file_opens_behind_its_own_header() {
        let sealer = Sealer::new(&key());
        let file = sealer.seal_file(b"head", b"body").unwrap();
        assert_eq!(&*sealer.open_file(b"head", &file[4..]).unwrap(), b"body");
        assert_eq!(sealer.open_file(b"hood", &file[4..]), Err(SealError::Closed));
    }
}
