//! The files of the page. Each is compressed once and served under an address that contains its hash, so that
//! browsers can cache it forever.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use ring::digest::{SHA256, digest};

/// THE list of the page's modules. Each comes after those that it imports.
const MODULES: &[&str] = &[
    include_str!("page/dom.js"),
    include_str!("page/words.js"),
    include_str!("page/keep.js"),
    include_str!("page/net.js"),
    include_str!("page/kept-boards.js"),
    include_str!("page/push.js"),
    include_str!("page/enter.js"),
    include_str!("page/slots.js"),
    include_str!("page/sheet.js"),
    include_str!("page/live.js"),
    include_str!("page/dialog.js"),
    include_str!("page/copy.js"),
    include_str!("page/elsewhere.js"),
    include_str!("page/file.js"),
    include_str!("page/hints.js"),
    include_str!("page/arrows.js"),
    include_str!("page/board.js"),
    include_str!("page/play.js"),
    include_str!("page/pointer.js"),
    include_str!("page/strip.js"),
    include_str!("page/try.js"),
    include_str!("page/history.js"),
    include_str!("page/curve.js"),
    include_str!("page/analysis.js"),
    include_str!("page/typed.js"),
    include_str!("page/rules.js"),
    include_str!("page/settings.js"),
    include_str!("page/sending.js"),
    include_str!("page/panel.js"),
    include_str!("page/mini.js"),
    include_str!("page/games.js"),
    include_str!("page/page.js"),
];

const ICON: &str = include_str!("page/icon.svg");
/// The icon while it is the reader's turn.
const ICON_YOURS: &str = include_str!("page/icon-yours.svg");

/// A file as it is served.
struct Asset {
    path: String,
    kind: &'static str,
    plain: Bytes,
    packed: Bytes,
}

impl Asset {
    fn new(path: String, kind: &'static str, content: Vec<u8>) -> Self {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory does not fail.
        let done = packer.write_all(&content).and_then(|()| packer.finish());
        Self { path, kind, plain: Bytes::from(content), packed: Bytes::from(done.unwrap_or_default()) }
    }

    /// Creates a file whose address contains its hash: `/page.0123abcd.css`.
    fn named(name: &str, ending: &str, kind: &'static str, content: impl Into<Vec<u8>>) -> Self {
        let content = content.into();
        let hash = digest(&SHA256, &content);
        let hash = hash.as_ref().iter().take(8).fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
        Self::new(format!("/{name}.{hash:016x}.{ending}"), kind, content)
    }

    fn response(&self, headers: &HeaderMap, cache: &'static str) -> Response {
        let packed = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let packed = packed.is_some_and(|ways| ways.split(',').any(|way| way.trim().starts_with("gzip")));
        let body = if packed { &self.packed } else { &self.plain };
        let mut response = Response::new(Body::from(body.clone()));
        let set = response.headers_mut();
        set.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        set.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        set.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            set.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// Compresses all files at startup, so that the first request does not wait for it.
pub fn pack() {
    LazyLock::force(&ASSETS);
}

struct Assets {
    index: Asset,
    /// The service worker. Its address is fixed, because browsers check there for updates.
    worker: Asset,
    kept: Vec<Asset>,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let style = [include_str!("page/page.css"), &crate::render::theme_rules()].concat();
    let kept = vec![
        Asset::named("page", "css", "text/css; charset=utf-8", style),
        Asset::named("page", "js", "text/javascript; charset=utf-8", joined(MODULES)),
        Asset::named("pieces", "svg", "image/svg+xml", crate::render::symbols()),
        Asset::named("icon", "svg", "image/svg+xml", ICON),
        Asset::named("icon-yours", "svg", "image/svg+xml", ICON_YOURS),
        Asset::named("icon-180", "png", "image/png", crate::render::icon_png(ICON, 180)),
        Asset::named("icon-512", "png", "image/png", crate::render::icon_png(ICON, 512)),
    ];
    let mut manifest = include_str!("page/manifest.json").to_owned();
    let mut index = include_str!("page/index.html").to_owned();
    for asset in &kept {
        let mut parts = asset.path.split('.');
        let (Some(name), Some(ending)) = (parts.next(), parts.next_back()) else { continue };
        let plain = format!("{name}.{ending}");
        index = index.replace(&plain, &asset.path);
        manifest = manifest.replace(&plain, &asset.path);
    }
    let manifest = Asset::named("manifest", "json", "application/manifest+json", manifest);
    index = index.replace("/manifest.json", &manifest.path);
    let index = Asset::new("/".to_owned(), "text/html; charset=utf-8", index.into_bytes());
    let kept: Vec<_> = kept.into_iter().chain([manifest]).collect();
    let worker =
        Asset::new("/worker.js".to_owned(), "text/javascript; charset=utf-8", worker(&kept).into_bytes());
    Assets { index, worker, kept }
});

/// Returns the worker with the addresses of the files that it caches.
fn worker(kept: &[Asset]) -> String {
    let address =
        |start: &str| kept.iter().find(|asset| asset.path.starts_with(start)).map_or("", |asset| &asset.path);
    let files = ["/page.", "/pieces.", "/icon.", "/icon-yours.", "/icon-512.", "/manifest."];
    let files = kept.iter().filter(|asset| files.iter().any(|start| asset.path.starts_with(start)));
    let files: Vec<_> = files.map(|asset| format!("{:?}", asset.path)).collect();
    joined(&[include_str!("page/worker.js")])
        .replace("const FILES = [];", &format!("const FILES = [{}];", files.join(",")))
        .replace("/icon-512.png", address("/icon-512."))
}

/// Joins all modules into one file, so that browsers load them with one request.
///
/// Names are unique across modules, so only the import lines and the word `export` must be removed. Comments
/// and indentation are not sent: no line of code may begin like a comment or with a star.
fn joined(modules: &[&str]) -> String {
    let lines = modules.iter().flat_map(|module| module.lines()).map(str::trim);
    let unsent = ["import ", "//", "/**", "*"];
    let lines = lines.filter(|line| !line.is_empty() && !unsent.iter().any(|start| line.starts_with(start)));
    lines.fold(String::new(), |text, line| text + line.strip_prefix("export ").unwrap_or(line) + "\n")
}

/// Serves the page itself. Browsers revalidate it each time.
pub fn index(headers: &HeaderMap) -> Response {
    ASSETS.index.response(headers, "no-cache")
}

/// Serves a file of the page.
pub fn file(path: &str, headers: &HeaderMap) -> Response {
    if path == ASSETS.worker.path {
        return ASSETS.worker.response(headers, "no-cache");
    }
    match ASSETS.kept.iter().find(|asset| asset.path == path) {
        Some(asset) => asset.response(headers, "public, max-age=31536000, immutable"),
        None => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
    }
}

/// Returns the size of the page over the wire, in bytes.
#[cfg(test)]
fn packed_size() -> usize {
    [&ASSETS.index].into_iter().chain(&ASSETS.kept).map(|asset| asset.packed.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_page_is_small() {
        assert!(packed_size() <= 75_000, "{} bytes", packed_size());
    }

    #[test]
    fn the_page_names_its_files_by_their_content() {
        let index = std::str::from_utf8(&ASSETS.index.plain).expect("text");
        for asset in &ASSETS.kept {
            assert!(asset.path.contains("icon") || index.contains(&asset.path), "{}", asset.path);
        }
        assert!(!index.contains("\"/page.js\"") && !index.contains("\"/page.css\""));
        let code = ASSETS.kept.iter().find(|asset| asset.kind.contains("javascript")).expect("the code");
        let code = std::str::from_utf8(&code.plain).expect("text");
        assert!(!code.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
    }

    #[test]
    fn no_name_of_a_module_is_taken_twice() {
        let lines = MODULES.iter().flat_map(|module| module.lines());
        let word = |line: &str| {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let line = line.strip_prefix("async ").unwrap_or(line);
            let rest =
                ["const ", "let ", "function ", "class "].iter().find_map(|word| line.strip_prefix(word))?;
            let name: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect();
            (!name.is_empty()).then_some(name)
        };
        let mut names: Vec<String> = lines.filter_map(word).collect();
        names.sort();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
