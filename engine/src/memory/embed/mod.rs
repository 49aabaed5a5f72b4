//! Vectors of short texts: what a fact is called, and the label of a field.
//!
//! Only names are ever embedded, never a value. Nothing that an exact signal answers needs a vector, so whatever fails
//! here costs suggestions and nothing else.

mod cloud;
mod hash;
mod ollama;

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;

pub use cloud::{CLOUD_DIMENSIONS, CLOUD_MODEL, Cloud};
pub use hash::{DevHash, HASH_DIMENSIONS, HASH_MODEL};
pub use ollama::{OLLAMA_DIMENSIONS, OLLAMA_MODEL, OLLAMA_URL, Ollama, OllamaSettings};

/// What stands for the meaning of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Embedded {
    /// Numbers, of unit length.
    Vector(Vec<f32>),
    /// The text itself, for the store's own server to embed with the model named.
    Document {
        /// The text.
        text: String,
        /// The model.
        model: String,
    },
}

/// Makes vectors.
pub trait Embed: fmt::Debug + Send + Sync {
    /// The model's name. Similarities of one model say nothing about those of another.
    fn model(&self) -> &str;

    /// How many numbers a vector has.
    fn dimensions(&self) -> usize;

    /// Whether the model can tell this text from others. A text in letters that its tokenizer does not know is alike to
    /// every other such text.
    fn covers(&self, text: &str) -> bool {
        covered(self.model(), text)
    }

    /// One for each text, in order.
    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Vec<Embedded>, EmbedError>>;
}

/// Why there are no vectors. No message holds a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// The settings cannot be used.
    #[error("{0}")]
    Settings(String),
    /// The server cannot be reached, or failed.
    #[error("{0}")]
    Unavailable(String),
    /// It answered with something else than was asked for.
    #[error("{0}")]
    Answer(String),
}

/// Who makes vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Embeddings {
    /// Qdrant's own inference, which there is in Qdrant Cloud only.
    #[default]
    Cloud,
    /// A local Ollama.
    Ollama(OllamaSettings),
    /// Hashes of words and trigrams, which know nothing of meaning.
    DevHash,
}

/// The embedder of these settings; `model` and `dimensions` are the usual ones where they are `None`.
///
/// # Errors
/// If the settings cannot be used.
pub fn open(who: &Embeddings, model: Option<&str>, dimensions: Option<usize>) -> Result<Arc<dyn Embed>, EmbedError> {
    if dimensions == Some(0) || dimensions.is_some_and(|dimensions| dimensions > 65_536) {
        return Err(EmbedError::Settings("a vector has 1 to 65536 dimensions".into()));
    }
    Ok(match who {
        Embeddings::Cloud => Arc::new(Cloud::new(model, dimensions)),
        Embeddings::Ollama(settings) => Arc::new(Ollama::new(settings, model, dimensions)?),
        Embeddings::DevHash => Arc::new(DevHash::new(dimensions)),
    })
}

/// Whether a model of this name knows the letters of a text. All are taken to know Latin letters only, but those whose
/// name says otherwise.
fn covered(model: &str, text: &str) -> bool {
    const MANY_LANGUAGES: [&str; 10] = [
        "multilingual",
        "bge-m3",
        "labse",
        "embeddinggemma",
        "qwen3-embedding",
        "arctic-embed2",
        "arctic-embed-l-v2",
        "granite-embedding:278m",
        "nomic-embed-text-v2",
        "jina-embeddings-v3",
    ];
    let model = model.to_ascii_lowercase();
    let mut letters = text.chars().filter(|c| c.is_alphabetic()).peekable();
    if letters.peek().is_none() {
        return false;
    }
    MANY_LANGUAGES.iter().any(|name| model.contains(name)) || letters.all(is_latin)
}

fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// How alike two vectors are: −1 to 1.
pub(super) fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let dot: f32 = one.iter().zip(other).map(|(a, b)| a * b).sum();
    let norm = |vector: &[f32]| vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    let norms = norm(one) * norm(other);
    if norms > 0.0 { dot / norms } else { 0.0 }
}

/// Brings a vector to unit length; one that has none stays.
pub(super) fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if norm > 0.0 {
        for x in &mut vector {
            *x /= norm;
        }
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::{Embeddings, covered, open};

    #[test]
    fn letters_that_a_model_does_not_know_are_not_embedded() {
        let table = [
            ("all-minilm", "Phone number", true),
            ("all-minilm", "Téléphone", true),
            ("all-minilm", "Số điện thoại", true),
            ("all-minilm", "電話番号", false),
            ("all-minilm", "Phone 電話", false),
            ("all-minilm", "Телефон", false),
            ("all-minilm", "12345", false),
            ("all-minilm", "", false),
            ("paraphrase-multilingual", "電話番号", true),
            ("bge-m3", "Телефон", true),
            ("bge-m3", "…", false),
        ];
        for (model, text, expected) in table {
            assert_eq!(covered(model, text), expected, "{model}: {text}");
        }
    }

    #[test]
    fn a_vector_has_some_dimensions_and_not_too_many() {
        for bad in [0, 65_537] {
            assert!(open(&Embeddings::DevHash, None, Some(bad)).is_err());
        }
        assert_eq!(open(&Embeddings::Cloud, None, None).unwrap().dimensions(), 384);
    }
}
