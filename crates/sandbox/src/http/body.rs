//! Request bodies: JSON, or multipart with `payload_json` and `files[n]`.

use axum::body::Body;
use axum::extract::{FromRequest, Multipart};
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::upload::{Upload, safe_name};

/// The maximum size of a request: ten files of 10 MiB and their text.
pub(crate) const REQUEST_LIMIT: usize = 105 * 1024 * 1024;

/// A parsed request body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    pub json: Value,
    pub files: Vec<Upload>,
}

pub(crate) async fn read(request: Request<Body>) -> Result<Input, ApiError> {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase();
    if kind.starts_with("multipart/form-data") {
        return read_multipart(request).await;
    }
    let bytes =
        axum::body::to_bytes(request.into_body(), REQUEST_LIMIT).await.map_err(|_| ApiError::too_large())?;
    if bytes.is_empty() {
        return Ok(Input::default());
    }
    if !kind.starts_with("application/json") {
        let message =
            format!("Expected \"Content-Type\" header to be one of {{'application/json'}}, not {kind:?}.");
        return Err(ApiError::form(
            json!({ "_errors": [{ "code": "CONTENT_TYPE_INVALID", "message": message }] }),
        ));
    }
    let json = serde_json::from_slice(&bytes).map_err(|_| ApiError::bad_json())?;
    Ok(Input { json, files: Vec::new() })
}

async fn read_multipart(request: Request<Body>) -> Result<Input, ApiError> {
    let bad = || ApiError::new(400, 50035, "Invalid Form Body: cannot read the multipart body");
    let mut parts = Multipart::from_request(request, &()).await.map_err(|_| bad())?;
    let mut input = Input::default();
    let mut fields = serde_json::Map::new();
    while let Some(part) = parts.next_field().await.map_err(|_| bad())? {
        let name = part.name().unwrap_or_default().to_owned();
        let filename = part.file_name().map(str::to_owned);
        let content_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|_| ApiError::too_large())?;
        if name == "payload_json" {
            input.json = serde_json::from_slice(&bytes).map_err(|_| ApiError::bad_json())?;
        } else if let Some(filename) = filename {
            let number =
                name.strip_prefix("files[").and_then(|n| n.strip_suffix(']')).and_then(|n| n.parse().ok());
            let number = number.unwrap_or(input.files.len() as u64);
            input.files.push(Upload {
                number,
                filename: safe_name(&filename),
                content_type,
                bytes: bytes.as_ref().into(),
            });
        } else {
            fields.insert(name, Value::String(String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    if input.json.is_null() {
        input.json = Value::Object(fields);
    }
    Ok(input)
}
