//! Vectors of an Ollama on this machine: no text leaves it.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ollama_rs::error::OllamaError;
use ollama_rs::generation::embeddings::request::{EmbeddingsInput, GenerateEmbeddingsRequest};
use serde_json::Value;

use super::{Embed, EmbedError, Embedded, unit};
use crate::memory::address;

/// Where it usually answers.
pub const OLLAMA_URL: &str = "http://127.0.0.1:11434";
/// The usual model.
pub const OLLAMA_MODEL: &str = "all-minilm";
/// How many numbers its vectors have.
pub const OLLAMA_DIMENSIONS: usize = 384;
const PORT: u16 = 11434;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(4);
/// So many texts are sent at once.
const CHUNK: usize = 64;

/// Where Ollama answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OllamaSettings {
    /// Its address. Plain http to another machine is refused.
    pub url: String,
}

impl Default for OllamaSettings {
    fn default() -> Self {
        Self { url: OLLAMA_URL.into() }
    }
}

/// Has Ollama embed.
#[derive(Clone, Debug)]
pub struct Ollama {
    client: ollama_rs::Ollama,
    place: String,
    model: String,
    dimensions: usize,
}

impl Ollama {
    /// Nothing is sent yet.
    ///
    /// # Errors
    /// If the address cannot be used, or is plain http to another machine.
    pub fn new(settings: &OllamaSettings, model: Option<&str>, dimensions: Option<usize>) -> Result<Self, EmbedError> {
        let mut url = address::read("Ollama", &settings.url, PORT, false)
            .map_err(|error| EmbedError::Settings(error.to_string()))?;
        let place = url.origin().ascii_serialization();
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        url.set_query(None);
        url.set_fragment(None);
        // Neither a proxy of the environment nor a redirection may take a text elsewhere.
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(PATIENCE)
            .build()
            .map_err(|_| EmbedError::Settings("no client for Ollama can be made on this system".into()))?;
        Ok(Self {
            client: ollama_rs::Ollama::builder().url(url).reqwest_client(client).build(),
            place,
            model: model.unwrap_or(OLLAMA_MODEL).into(),
            dimensions: dimensions.unwrap_or(OLLAMA_DIMENSIONS),
        })
    }

    async fn ask(&self, texts: &[String]) -> Result<Vec<Embedded>, EmbedError> {
        let input = EmbeddingsInput::Multiple(texts.to_vec());
        let request = GenerateEmbeddingsRequest::new(self.model.clone(), input);
        let answer = self.client.generate_embeddings(request).await;
        let vectors = answer.map_err(|error| self.tell(&error))?.embeddings;
        let place = &self.place;
        if vectors.len() != texts.len() {
            return Err(EmbedError::Answer(format!(
                "Ollama at {place} gave {} vectors for {} texts",
                vectors.len(),
                texts.len()
            )));
        }
        if let Some(odd) = vectors.iter().find(|vector| vector.len() != self.dimensions) {
            return Err(EmbedError::Answer(format!(
                "the model {} gives {} dimensions, and {} are expected: set --embedding-dim {}",
                self.model,
                odd.len(),
                self.dimensions,
                odd.len()
            )));
        }
        let is_usable = |vector: &Vec<f32>| vector.iter().all(|x| x.is_finite()) && vector.iter().any(|x| *x != 0.0);
        if !vectors.iter().all(is_usable) {
            return Err(EmbedError::Answer(format!(
                "Ollama at {place} gave a vector that says nothing"
            )));
        }
        Ok(vectors
            .into_iter()
            .map(|vector| Embedded::Vector(unit(vector)))
            .collect())
    }

    /// The words of the server are not passed on: they may hold what it was sent.
    fn tell(&self, error: &OllamaError) -> EmbedError {
        let (place, model) = (&self.place, &self.model);
        match error {
            OllamaError::ReqwestError(error) if error.is_timeout() => EmbedError::Unavailable(format!(
                "Ollama at {place} did not answer within {} s",
                PATIENCE.as_secs()
            )),
            OllamaError::ReqwestError(_) => {
                EmbedError::Unavailable(format!("Ollama at {place} cannot be reached: is it running?"))
            }
            OllamaError::Other(body) => {
                let said: Option<Value> = serde_json::from_str(body).ok();
                match said.as_ref().map(|said| &said["error"]) {
                    Some(Value::String(why)) if why.contains("not found") => EmbedError::Answer(format!(
                        "Ollama at {place} has no model {model}: run `ollama pull {model}`"
                    )),
                    Some(Value::String(_)) => EmbedError::Answer(format!("Ollama at {place} refuses the request")),
                    Some(_) => EmbedError::Unavailable(format!("Ollama at {place} failed")),
                    None => EmbedError::Answer(format!("what answers at {place} is not Ollama")),
                }
            }
            _ => EmbedError::Answer(format!("Ollama at {place} answered with something else than vectors")),
        }
    }
}

impl Embed for Ollama {
    fn model(&self) -> &str {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Vec<Embedded>, EmbedError>> {
        async move {
            let mut all = Vec::with_capacity(texts.len());
            for chunk in texts.chunks(CHUNK) {
                all.extend(self.ask(chunk).await?);
            }
            Ok(all)
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::{Ollama, OllamaSettings};
    use crate::memory::embed::EmbedError;

    #[test]
    fn plain_http_to_another_machine_is_refused() {
        let settings = OllamaSettings {
            url: "http://10.0.0.5:11434".into(),
        };
        let told = Ollama::new(&settings, None, None).unwrap_err();
        assert!(
            matches!(&told, EmbedError::Settings(why) if why.contains("https")),
            "{told}"
        );
        assert!(Ollama::new(&OllamaSettings::default(), None, None).is_ok());
    }
}
