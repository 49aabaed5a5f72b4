//! Vectors of hashes: words and the trigrams of their letters. They are alike where the spelling is alike; of meaning they
//! know nothing. For development, and for who wants no model at all.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};

use super::{Embed, EmbedError, Embedded, unit};

/// The name that stands for a model's.
pub const HASH_MODEL: &str = "dev-hash";
/// How many numbers a vector has, unless somebody says otherwise.
pub const HASH_DIMENSIONS: usize = 384;

/// Makes vectors without a model. The same text has the same vector on every machine.
#[derive(Clone, Copy, Debug)]
pub struct DevHash {
    dimensions: usize,
}

impl DevHash {
    /// With the usual number of dimensions, or another.
    pub fn new(dimensions: Option<usize>) -> Self {
        Self {
            dimensions: dimensions.unwrap_or(HASH_DIMENSIONS).max(1),
        }
    }

    /// The vector of a text.
    pub fn vector(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0; self.dimensions];
        let lower = text.to_lowercase();
        let words = lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        for word in words {
            add(&mut vector, 'w', word, 1.0);
            let letters: Vec<char> = format!(" {word} ").chars().collect();
            for trigram in letters.windows(3) {
                let trigram: String = trigram.iter().collect();
                add(&mut vector, 't', &trigram, 0.5);
            }
        }
        unit(vector)
    }
}

/// Adds a feature: its hash says where, and with which sign.
fn add(vector: &mut [f32], kind: char, feature: &str, weight: f32) {
    let mut hash = FNV_OFFSET;
    let mut buffer = [0; 4];
    let kind = kind.encode_utf8(&mut buffer);
    for byte in kind.bytes().chain(feature.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
    }
    // FNV's low bits are its weak ones.
    hash ^= hash >> 32;
    let sign = if hash & 1 == 0 { weight } else { -weight };
    let at = (hash >> 1) % (vector.len() as u64);
    if let Some(place) = usize::try_from(at).ok().and_then(|at| vector.get_mut(at)) {
        *place += sign;
    }
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

impl Embed for DevHash {
    fn model(&self) -> &str {
        HASH_MODEL
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Every text with a letter in it: its spelling is all that counts.
    fn covers(&self, text: &str) -> bool {
        text.chars().any(char::is_alphabetic)
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Vec<Embedded>, EmbedError>> {
        let vectors = texts.iter().map(|text| Embedded::Vector(self.vector(text)));
        ready(Ok(vectors.collect())).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::DevHash;
    use crate::memory::embed::cosine;

    #[test]
    fn the_same_text_has_the_same_vector_everywhere() {
        let vector = DevHash::new(None).vector("Phone number");
        assert_eq!(vector.len(), 384);
        assert_eq!(vector, DevHash::new(None).vector("phone  NUMBER"));
        let norm: f32 = vector.iter().map(|x| x * x).sum();
        assert!((norm - 1.0).abs() < 1e-5);
        let places: Vec<usize> = (0..384).filter(|at| vector[*at] != 0.0).collect();
        assert_eq!(places, PLACES);
    }
    const PLACES: [usize; 13] = [13, 58, 95, 107, 129, 167, 175, 199, 214, 265, 294, 308, 319];

    #[test]
    fn what_is_spelt_alike_is_nearer_than_what_means_the_same() {
        let near = |a, b| cosine(&DevHash::new(None).vector(a), &DevHash::new(None).vector(b));
        assert!(near("Your phone number", "phone number") > 0.7);
        assert!(near("Cell", "Mobile telephone") < 0.3, "it knows nothing of meaning");
        assert!(near("phone", "phone") > 0.999);
        assert!(near("", "phone").abs() < f32::EPSILON);
    }
}
