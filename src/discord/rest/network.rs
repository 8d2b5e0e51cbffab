//! Carries requests to Discord: the network (`connections.rs`), or a substitute in tests.

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

/// An outgoing request.
#[derive(Clone, Debug)]
pub struct NetworkRequest {
    /// The HTTP method.
    pub method: Method,
    /// The whole address, including the query.
    pub url: String,
    /// The headers, except those of the body.
    pub headers: HeaderMap,
    /// The body, if any.
    pub body: NetworkBody,
}

/// The body of a request.
#[derive(Clone, Debug)]
pub enum NetworkBody {
    /// No body.
    Empty,
    /// A JSON text.
    Json(Bytes),
    /// A JSON text with a file.
    Multipart(Bytes, Attached),
}

impl NetworkRequest {
    /// Creates a GET request for this address.
    pub fn get(url: String) -> Self {
        Self { method: Method::GET, url, headers: HeaderMap::new(), body: NetworkBody::Empty }
    }

    /// Encodes the request and its body for sending.
    ///
    /// # Errors
    /// Fails if the address is invalid.
    ///
    /// # Panics
    /// Panics if the kind of the file is not a media type.
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

/// A response, whose body may still be arriving.
pub struct NetworkResponse {
    /// The status code.
    pub status: StatusCode,
    /// The version of HTTP by which it arrived.
    pub version: Version,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, in chunks as they arrive.
    pub body: BoxStream<'static, Result<Bytes, NetworkError>>,
}

impl NetworkResponse {
    /// Returns the whole body, or `None` if it has more than `most` bytes.
    ///
    /// # Errors
    /// Fails if the response broke off, or did not arrive in time.
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

/// Why there is no response, or only part of one. It never contains an address, which may contain a token.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NetworkError {
    /// No connection could be opened, so the request has certainly not arrived.
    #[error("{0}")]
    NotConnected(String),
    /// The time limit was exceeded.
    #[error("no answer in time")]
    TimedOut,
    /// The connection ended early.
    #[error("{0}")]
    BrokenOff(String),
}

/// Sends requests and receives their responses.
pub trait Network: Debug + Send + Sync {
    /// Sends a request and returns its response, which has to be complete within this time.
    fn send(
        &self,
        request: NetworkRequest,
        within: Duration,
    ) -> BoxFuture<'_, Result<NetworkResponse, NetworkError>>;

    /// Returns this network with new connections, independent of those in use.
    ///
    /// # Errors
    /// Returns why none could be prepared.
    fn with_fresh_connections(&self) -> Result<Arc<dyn Network>, NetworkError>;
}
