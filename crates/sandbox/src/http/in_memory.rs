//! Requests of this process, answered as over a connection but without one.

use std::sync::Arc;

use axum::body::Body;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Request, Uri, header};
use axum::response::Response;
use futures_util::future::BoxFuture;

/// A request to the stand-in.
pub type HttpRequest = Request<Body>;
/// Its answer. Where the connection would be cut in the middle, its body fails.
pub type HttpResponse = Response;

/// Why a request has no answer at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// Nobody listens, or no longer.
    #[error("Connection refused")]
    Refused,
    /// The connection was cut before a response.
    #[error("connection closed before message completed")]
    Cut,
}

/// Who answers in this process what is sent to a host.
pub(crate) type Host =
    Arc<dyn Fn(HttpRequest) -> BoxFuture<'static, Result<HttpResponse, Unanswered>> + Send + Sync>;

/// Over a connection a request names its host in a header, and only the path in its first line.
pub(super) fn as_it_arrives(mut request: HttpRequest) -> HttpRequest {
    let host = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
    if let Some(host) = host {
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    let path = request.uri().path_and_query().cloned();
    *request.uri_mut() = Uri::from(path.unwrap_or(PathAndQuery::from_static("/")));
    request
}
