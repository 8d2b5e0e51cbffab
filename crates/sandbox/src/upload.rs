//! Files sent with a request.

use std::sync::Arc;

/// A file sent with a request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The n of `files[n]`.
    pub number: u64,
    pub filename: String,
    pub content_type: Option<String>,
    pub bytes: Arc<[u8]>,
}

/// Cleans a file name as Discord does: keeps letters, digits and `-_.`, and turns spaces into underscores.
pub(crate) fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last
        .chars()
        .map(|c| if c == ' ' { '_' } else { c })
        .filter(|c| c.is_alphanumeric() || "-_.".contains(*c))
        .collect();
    if name.trim_matches('.').is_empty() { "unknown".to_owned() } else { name }
}

/// Like [`look`], with a default for files of unknown type.
pub(crate) fn inspect(file: &Upload) -> (String, Option<(u32, u32)>) {
    let (kind, dimensions) = look(file);
    (kind.unwrap_or_else(|| "application/octet-stream".to_owned()), dimensions)
}

/// Returns the content type, if known, and a picture's width and height.
///
/// The type comes from the bytes, or else from the name, or else from the sender.
pub(crate) fn look(file: &Upload) -> (Option<String>, Option<(u32, u32)>) {
    let bytes = &file.bytes;
    let be = |at: usize| bytes.get(at..at + 4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
    let le = |at: usize| bytes.get(at..at + 2).map(|b| u32::from(u16::from_le_bytes([b[0], b[1]])));
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return (Some("image/png".to_owned()), be(16).zip(be(20)));
    }
    if bytes.starts_with(b"GIF8") {
        return (Some("image/gif".to_owned()), le(6).zip(le(8)));
    }
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return (Some("image/jpeg".to_owned()), None);
    }
    let lower = file.filename.to_ascii_lowercase();
    let by_name = match lower.rsplit('.').next().unwrap_or_default() {
        "txt" | "pgn" | "fen" | "md" | "log" => "text/plain; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        // Anything that a browser could execute is served as plain bytes.
        "html" | "htm" | "svg" | "js" | "xml" | "xhtml" => "application/octet-stream",
        _ => "",
    };
    let sent =
        file.content_type.clone().filter(|t| !t.contains("html") && !t.contains("svg") && !t.contains("xml"));
    (if by_name.is_empty() { sent } else { Some(by_name.to_owned()) }, None)
}
