//! Request bodies: JSON, or multipart with `payload_json` and `files[n]`.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart};
use axum::http::{Request, header};
use serde_json::{Value, json};

use super::error::ApiError;

/// The most a request may hold: ten files of 10 MiB and their text.
pub(crate) const REQUEST_LIMIT: usize = 105 * 1024 * 1024;

/// A file sent along.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The n of `files[n]`.
    pub number: u64,
    pub filename: String,
    pub content_type: Option<String>,
    pub bytes: Bytes,
}

/// A body, parsed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    pub json: Value,
    pub files: Vec<Upload>,
}

/// Reads a request's body.
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
            input.files.push(Upload { number, filename: safe_name(&filename), content_type, bytes });
        } else {
            fields.insert(name, Value::String(String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    if input.json.is_null() {
        input.json = Value::Object(fields);
    }
    Ok(input)
}

/// Discord keeps letters, digits, `-_.` of a file name and makes blanks underscores.
pub(crate) fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last
        .chars()
        .map(|c| if c == ' ' { '_' } else { c })
        .filter(|c| c.is_alphanumeric() || "-_.".contains(*c))
        .collect();
    if name.trim_matches('.').is_empty() { "unknown".to_owned() } else { name }
}

/// Content type by the bytes, then by the name; width and height of a picture.
pub(crate) fn inspect(file: &Upload) -> (String, Option<(u32, u32)>) {
    let bytes = &file.bytes;
    let be = |at: usize| bytes.get(at..at + 4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
    let le = |at: usize| bytes.get(at..at + 2).map(|b| u32::from(u16::from_le_bytes([b[0], b[1]])));
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return ("image/png".to_owned(), be(16).zip(be(20)));
    }
    if bytes.starts_with(b"GIF8") {
        return ("image/gif".to_owned(), le(6).zip(le(8)));
    }
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return ("image/jpeg".to_owned(), None);
    }
    let lower = file.filename.to_ascii_lowercase();
    let by_name = match lower.rsplit('.').next().unwrap_or_default() {
        "txt" | "pgn" | "fen" | "md" | "log" => "text/plain; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        // Anything a browser could run is handed out as bytes only.
        "html" | "htm" | "svg" | "js" | "xml" | "xhtml" => "application/octet-stream",
        _ => "",
    };
    let sent =
        file.content_type.clone().filter(|t| !t.contains("html") && !t.contains("svg") && !t.contains("xml"));
    let kind = if by_name.is_empty() {
        sent.unwrap_or_else(|| "application/octet-stream".to_owned())
    } else {
        by_name.to_owned()
    };
    (kind, None)
}
