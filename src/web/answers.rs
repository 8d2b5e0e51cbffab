//! Responses to pages: JSON with sentences for people.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::reader::plain;
use crate::app::AppError;
use crate::rules::DescribedMove;
use crate::words::Words;

/// The maximum size of a body, in bytes. A move or a link is far smaller.
const BODY: usize = 4 * 1024;
/// The time limit for receiving a body.
const ARRIVES: std::time::Duration = std::time::Duration::from_secs(5);

/// A sentence for the page.
#[derive(Serialize)]
pub struct Says<T: Serialize = ()> {
    #[serde(rename = "says")]
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<T>,
    /// Moves to draw on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
    /// The address that the page opens next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub go: Option<String>,
}

/// The squares from and to which a move goes. The same square twice is a circle.
pub type Arrow = [String; 2];

/// Returns the arrow of a move.
pub fn arrow(told: &DescribedMove) -> Arrow {
    let to = told.mv.to();
    [told.mv.from().unwrap_or(to), to].map(|square| square.to_string())
}

pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => (status, [(CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "an answer to a page could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

pub fn says(status: StatusCode, says: impl AsRef<str>) -> Response {
    json(status, &Says::<()> { text: plain(says.as_ref()), state: None, arrows: Vec::new(), go: None })
}

/// Receives a small body.
pub async fn arrived(body: Body) -> Result<Bytes, StatusCode> {
    match tokio::time::timeout(ARRIVES, to_bytes(body, BODY)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
    }
}

/// Parses a JSON body.
pub fn read<T: for<'a> Deserialize<'a>>(body: &[u8]) -> Result<T, StatusCode> {
    serde_json::from_slice(body).map_err(|_| StatusCode::BAD_REQUEST)
}

/// Builds the response for a failure.
pub fn failed(words: &'static Words, error: &AppError) -> Response {
    match error {
        AppError::Refused(refusal) => says(StatusCode::GONE, words.refused(refusal, &|_| String::new())),
        AppError::AppFault(fault) => {
            tracing::error!(%fault, "a page could not be served");
            says(StatusCode::SERVICE_UNAVAILABLE, words.fault(fault.kind()))
        }
        AppError::Replayed => StatusCode::NO_CONTENT.into_response(),
    }
}
