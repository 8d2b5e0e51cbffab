//! Query strings.

use axum::extract::FromRequestParts;
use axum::http::Uri;
use axum::http::request::Parts;
use serde_json::json;

use crate::error::ApiError;

/// A parsed query string.
pub(crate) struct Query(std::collections::HashMap<String, String>);

impl Query {
    /// Parses the query of an address. Returns `None` if it is malformed.
    pub fn of(uri: &Uri) -> Option<Self> {
        axum::extract::Query::try_from_uri(uri).ok().map(|axum::extract::Query(map)| Self(map))
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    pub fn is_true(&self, key: &str) -> bool {
        self.get(key).is_some_and(|v| v == "true" || v == "1" || v == "True")
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Self::of(&parts.uri).ok_or_else(|| ApiError::form(json!({})))
    }
}
