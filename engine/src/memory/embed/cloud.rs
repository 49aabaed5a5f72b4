//! Vectors that Qdrant makes itself: it is sent the text and the name of the model.
//!
//! Only Qdrant Cloud has models for this. Another server says that it cannot, and its answer names what can.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};

use super::{Embed, EmbedError, Embedded};

/// The usual model.
pub const CLOUD_MODEL: &str = "sentence-transformers/all-minilm-l6-v2";
/// How many numbers its vectors have.
pub const CLOUD_DIMENSIONS: usize = 384;

/// Has Qdrant embed.
#[derive(Clone, Debug)]
pub struct Cloud {
    model: String,
    dimensions: usize,
}

impl Cloud {
    /// With this model, or the usual one.
    pub fn new(model: Option<&str>, dimensions: Option<usize>) -> Self {
        Self {
            model: model.unwrap_or(CLOUD_MODEL).into(),
            dimensions: dimensions.unwrap_or(CLOUD_DIMENSIONS),
        }
    }
}

impl Embed for Cloud {
    fn model(&self) -> &str {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Vec<Embedded>, EmbedError>> {
        let document = |text: &String| Embedded::Document {
            text: text.clone(),
            model: self.model.clone(),
        };
        ready(Ok(texts.iter().map(document).collect())).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::{CLOUD_MODEL, Cloud};
    use crate::memory::embed::{Embed as _, Embedded};

    #[tokio::test]
    async fn text_and_model_go_to_the_server() {
        let cloud = Cloud::new(None, None);
        let sent = cloud.embed(&["phone".into()]).await.unwrap();
        let document = Embedded::Document {
            text: "phone".into(),
            model: CLOUD_MODEL.into(),
        };
        assert_eq!(sent, [document]);
        assert_eq!((cloud.model(), cloud.dimensions()), (CLOUD_MODEL, 384));
    }
}
