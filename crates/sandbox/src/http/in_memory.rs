//! Requests from this process, handled like network requests but without a connection.

use std::sync::Arc;

use axum::body::Body;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Request, Uri, header};
use axum::response::Response;
use futures_util::future::BoxFuture;

/// A request to the stand-in.
pub type HttpRequest = Request<Body>;
/// A response of the stand-in. Its body fails if the connection would be cut in the middle.
pub type HttpResponse = Response;

/// Why a request gets no response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// Nothing listens at the address, or the stand-in has stopped.
    #[error("Connection refused")]
    Refused,
    /// The connection was cut before a response.
    #[error("connection closed before message completed")]
    Cut,
}

/// Handles in this process the requests to one host.
pub(crate) type Host =
    Arc<dyn Fn(HttpRequest) -> BoxFuture<'static, Result<HttpResponse, Unanswered>> + Send + Sync>;

/// Rewrites a request to the form it has on the wire: the host in a header, only the path in the URI.
pub(super) fn as_it_arrives(mut request: HttpRequest) -> HttpRequest {
    let host = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
    if let Some(host) = host {
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    let path = request.uri().path_and_query().cloned();
    *request.uri_mut() = Uri::from(path.unwrap_or(PathAndQuery::from_static("/")));
    request
}
