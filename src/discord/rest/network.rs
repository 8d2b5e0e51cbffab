//! What carries requests to Discord: the network (`connections.rs`), or whatever a test puts in its place.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, StatusCode, Version};
use tokio_util::bytes::Bytes;

use super::request::Attached;

/// A request as it goes out.
#[derive(Clone, Debug)]
pub struct NetworkRequest {
    /// Its method.
    pub method: Method,
    /// The whole address, with the query.
    pub url: String,
    /// The headers, but for those of the body.
    pub headers: HeaderMap,
    /// What is sent along.
    pub body: NetworkBody,
}

/// What is sent along with a request.
#[derive(Clone, Debug)]
pub enum NetworkBody {
    /// Nothing.
    Empty,
    /// A text in JSON.
    Json(Bytes),
    /// The same with a file.
    Multipart(Bytes, Attached),
}

impl NetworkRequest {
    /// A request for what lies at this address.
    pub fn get(url: String) -> Self {
        Self { method: Method::GET, url, headers: HeaderMap::new(), body: NetworkBody::Empty }
    }

    /// The request with its body in the form in which it is sent.
    ///
    /// # Errors
    /// The address is none.
    ///
    /// # Panics
    /// Where the kind of the file is no media type.
    pub fn encoded(self, client: &Client) -> Result<reqwest::Request, reqwest::Error> {
        let request = client.request(self.method, self.url).headers(self.headers);
        match self.body {
            NetworkBody::Empty => request,
            NetworkBody::Json(json) => {
                request.header(CONTENT_TYPE, HeaderValue::from_static("application/json")).body(json)
            }
            NetworkBody::Multipart(json, file) => request.multipart(form(json, file)),
        }
        .build()
    }
}

fn form(json: Bytes, file: Attached) -> Form {
    // All attempts share the bytes.
    let part = |bytes: Bytes| {
        let length = bytes.len() as u64;
        Part::stream_with_length(bytes, length)
    };
    let json = part(json).mime_str("application/json").expect("a constant that parses");
    let file = part(file.bytes).file_name(file.name).mime_str(file.kind).expect("a constant that parses");
    Form::new().part("payload_json", json).part("files[0]", file)
}

/// An answer, whose body may still be on its way.
pub struct NetworkResponse {
    /// Its status.
    pub status: StatusCode,
    /// In which version of HTTP it came.
    pub version: Version,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body, in pieces as they come.
    pub body: BoxStream<'static, Result<Bytes, NetworkError>>,
}

impl NetworkResponse {
    /// The whole body, unless it has more bytes than this; then none.
    ///
    /// # Errors
    /// The answer broke off, or did not come in time.
    pub async fn bytes(mut self, most: usize) -> Result<Option<Vec<u8>>, NetworkError> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.body.next().await.transpose()? {
            if bytes.len() + piece.len() > most {
                return Ok(None);
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(Some(bytes))
    }
}

/// Why there is no answer, or not all of it. It never holds an address, as that may hold a token.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NetworkError {
    /// Nobody could be connected to, so the request has certainly not arrived.
    #[error("{0}")]
    NotConnected(String),
    /// The time for it was over.
    #[error("no answer in time")]
    TimedOut,
    /// The connection ended early.
    #[error("{0}")]
    BrokenOff(String),
}

/// Something by which requests are answered.
pub trait Network: Debug + Send + Sync {
    /// Sends a request and returns its answer, which must have come whole within this time.
    fn send(
        &self,
        request: NetworkRequest,
        within: Duration,
    ) -> BoxFuture<'_, Result<NetworkResponse, NetworkError>>;

    /// The same by connections of its own, which share no fate with those in use.
    ///
    /// # Errors
    /// Why none could be prepared.
    fn with_fresh_connections(&self) -> Result<Arc<dyn Network>, NetworkError>;
}
