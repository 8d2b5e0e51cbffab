//! Pages in a browser: a game as a board to tap, opened by a link that only its player can use.
//!
//! A page knows no rules and no sentences: it receives the legal moves and all texts. Its actions go through
//! `app`, as those of commands do, and the chat then shows the new board.
//!
//! Access needs a cookie, which is set when a link is opened. Cross-site requests are refused (`guard.rs`),
//! and requests are rate limited (`limits.rs`). No log contains a link or a cookie.

mod actions;
mod analyses;
mod analysis;
mod answers;
mod assets;
mod elsewhere;
mod export;
mod games;
mod guard;
mod guesses;
mod hints;
mod learning;
mod lessons;
mod limits;
mod list;
mod live;
mod metrics;
mod networks;
mod prepared;
mod proxy_notice;
mod push;
mod reader;
mod routes;
mod rulebook;
mod shared;
mod state;
mod trying;
mod url;
mod visit;

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Arc;

use ipnet::IpNet;
use prometheus_client::registry::Registry;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::app::App;
use crate::http_server::{self, ConnectionLimits, HttpConnectionBook, InMemory, descriptors};
use crate::words::Languages;
use analyses::Analyses;
use limits::PageLimits;
use live::Live;
use metrics::PageMetrics;
use proxy_notice::ProxyNotice;
use shared::Shared;

pub use actions::GameRequest;
pub use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
pub use guard::{browser, client, refusal};
pub use shared::Now;
pub use url::PublicUrl;

/// The address of pages that are served in memory only. No connection to port 0 is possible.
const NOWHERE: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// The settings of the pages.
#[derive(Clone)]
pub struct WebSettings {
    /// The address to listen on. Port 0 picks a free one. `None`: only this process sends requests.
    pub listen: Option<SocketAddr>,
    /// The address that people open. `None`: the listening address, on this computer.
    pub public_url: Option<PublicUrl>,
    /// The proxies that are trusted to report the client's address.
    pub trusted_proxies: Vec<IpNet>,
    /// The base address of the chats, without a path. `None`: pages do not link to chats.
    pub chats: Option<String>,
    /// The languages of the sentences.
    pub languages: Languages,
    /// Returns the current time.
    pub now: Now,
}

/// The running pages.
pub struct Pages {
    /// The actual listening address, even if port 0 was requested.
    pub address: Option<SocketAddr>,
    /// Sends requests to the pages from this process.
    pub in_memory: InMemory,
    /// The address that people open.
    pub public_url: PublicUrl,
    shared: Arc<Shared>,
    stop: DropGuard,
    task: JoinHandle<()>,
}

impl Pages {
    /// Starts to serve the pages. First reads the blocked people and the features that are off.
    ///
    /// # Errors
    /// One sentence that says why they cannot be served.
    pub async fn open(app: App, settings: WebSettings) -> Result<Self, String> {
        app.read_operator_state().await.map_err(|error| error.to_string())?;
        let listener = match settings.listen {
            Some(listen) => Some(http_server::bind(listen, "web.listen").await?),
            None => None,
        };
        let (listener, address) = listener.unzip();
        let stop = CancellationToken::new();
        let behind_proxy = !settings.trusted_proxies.is_empty();
        let public_url = settings.public_url.unwrap_or_else(|| PublicUrl::of(address.unwrap_or(NOWHERE)));
        let shared = Arc::new(Shared {
            live: Live::new(app.clone(), stop.clone()),
            app,
            limits: PageLimits::new(),
            metrics: PageMetrics::default(),
            analyses: Analyses::default(),
            url: public_url.clone(),
            trusted_proxies: settings.trusted_proxies,
            proxy_notice: ProxyNotice::default(),
            chats: settings.chats,
            languages: settings.languages,
            now: settings.now,
            stop: stop.clone(),
        });
        tokio::task::spawn_blocking(assets::pack);
        let connections = HttpConnectionBook::new(ConnectionLimits::of_pages(descriptors(), behind_proxy));
        let routes = routes::all(Arc::clone(&shared));
        let (in_memory, task) = http_server::serve_apart(listener, routes, connections, stop.clone());
        Ok(Self { address, in_memory, public_url, shared, stop: stop.drop_guard(), task })
    }

    /// Returns a function that registers the metrics of the pages.
    pub fn metrics(&self) -> impl Fn(&mut Registry) + Send + Sync + use<> {
        let shared = Arc::clone(&self.shared);
        move |registry| shared.metrics.register(&shared.limits, registry)
    }

    /// Stops serving. Requests in progress are finished first.
    pub async fn stop(self) {
        drop(self.stop);
        if self.task.await.is_err() {
            tracing::error!("serving pages had broken");
        }
    }
}
