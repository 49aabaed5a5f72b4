//! Texts that stand for none of the facts: what is nearer to one of them than to any fact is no fact's.

use tokio::sync::OnceCell;

use super::embed::{Embed, EmbedError, Embedded, cosine};

/// Such texts, with their vectors once they were needed.
#[derive(Debug)]
pub(super) struct Decoys {
    texts: &'static [&'static str],
    vectors: OnceCell<Vec<Vec<f32>>>,
}

impl Decoys {
    pub(super) fn new(texts: &'static [&'static str]) -> Self {
        Self {
            texts,
            vectors: OnceCell::new(),
        }
    }

    /// How near the nearest of them is to `vector`; nothing if there is none.
    pub(super) async fn nearest(&self, embed: &dyn Embed, vector: &[f32]) -> Result<Option<f32>, EmbedError> {
        let made = self.vectors.get_or_try_init(|| async {
            let texts: Vec<String> = self.texts.iter().map(|text| (*text).to_owned()).collect();
            let vector = |embedded| match embedded {
                Embedded::Vector(vector) => Some(vector),
                Embedded::Document { .. } => None,
            };
            let embedded = embed.embed(&texts).await?;
            Ok(embedded.into_iter().filter_map(vector).collect())
        });
        let near = made.await?.iter().map(|decoy| cosine(vector, decoy));
        Ok(near.reduce(f32::max))
    }
}
