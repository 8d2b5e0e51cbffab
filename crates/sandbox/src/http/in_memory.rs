//! Requests of this process, answered as over a connection but without one.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Request, Uri, header};
use axum::response::Response;
use tower::ServiceExt as _;

use super::shared::SharedState;
use super::trouble::Cut;

/// A request to the stand-in.
pub type HttpRequest = Request<Body>;
/// Its answer. A cut connection shows as a body that fails.
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

/// All that is served over connections.
#[derive(Clone)]
pub(crate) struct Routes(pub Router);

impl Routes {
    /// The answer to a request. Whoever no longer waits for it has hung up.
    pub async fn answer(
        &self,
        shared: &Arc<SharedState>,
        request: HttpRequest,
    ) -> Result<HttpResponse, Unanswered> {
        if shared.stop.is_cancelled() {
            return Err(Unanswered::Refused);
        }
        let answered = shared.served.track_future(self.0.clone().oneshot(as_it_arrives(request))).await;
        let response = answered.unwrap_or_else(|never| match never {});
        if response.extensions().get::<Cut>().is_some() { Err(Unanswered::Cut) } else { Ok(response) }
    }
}

/// Over a connection a request names its host in a header, and only the path in its first line.
fn as_it_arrives(mut request: HttpRequest) -> HttpRequest {
    let host = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
    if let Some(host) = host {
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    let path = request.uri().path_and_query().cloned();
    *request.uri_mut() = Uri::from(path.unwrap_or(PathAndQuery::from_static("/")));
    request
}
