//! The page's files, embedded in the binary.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Path, content type and bytes: one row per file of `page/`.
const FILES: &[(&str, &str, &[u8])] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("/oauth2/authorize", "text/html; charset=utf-8", include_bytes!("../page/authorize.html")),
    ("/authorize.css", CSS, include_bytes!("../page/authorize.css")),
    ("/authorize.js", JS, include_bytes!("../page/authorize.js")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../page/icon.svg")),
    ("/cards.css", CSS, include_bytes!("../page/cards.css")),
    ("/chat.css", CSS, include_bytes!("../page/chat.css")),
    ("/compose.css", CSS, include_bytes!("../page/compose.css")),
    ("/page.css", CSS, include_bytes!("../page/page.css")),
    ("/cards.js", JS, include_bytes!("../page/cards.js")),
    ("/command.js", JS, include_bytes!("../page/command.js")),
    ("/composer.js", JS, include_bytes!("../page/composer.js")),
    ("/dialog.js", JS, include_bytes!("../page/dialog.js")),
    ("/dom.js", JS, include_bytes!("../page/dom.js")),
    ("/file.js", JS, include_bytes!("../page/file.js")),
    ("/listbox.js", JS, include_bytes!("../page/listbox.js")),
    ("/log.js", JS, include_bytes!("../page/log.js")),
    ("/markdown.js", JS, include_bytes!("../page/markdown.js")),
    ("/apps.js", JS, include_bytes!("../page/apps.js")),
    ("/menu.js", JS, include_bytes!("../page/menu.js")),
    ("/page.js", JS, include_bytes!("../page/page.js")),
    ("/parts.js", JS, include_bytes!("../page/parts.js")),
    ("/places.js", JS, include_bytes!("../page/places.js")),
    ("/slash.js", JS, include_bytes!("../page/slash.js")),
    ("/socket.js", JS, include_bytes!("../page/socket.js")),
    ("/time.js", JS, include_bytes!("../page/time.js")),
];

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

/// The content security policy: the page loads nothing from other hosts and nothing inline.
const POLICY: &str = "default-src 'self'; connect-src 'self' ws:; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Serves a file of the page, or 404.
pub(crate) async fn serve(uri: Uri) -> Response {
    file(uri.path())
}

/// Returns the file at this path, or 404.
pub(crate) fn file(path: &str) -> Response {
    let path = if path == "/index.html" { "/" } else { path };
    let Some((_, kind, bytes)) = FILES.iter().find(|(name, _, _)| *name == path) else {
        if path.starts_with("/api") {
            return crate::error::ApiError::not_found().into_response();
        }
        return (StatusCode::NOT_FOUND, "Not found").into_response();
    };
    let mut response = (*bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
