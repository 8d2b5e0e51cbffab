//! Pages in a browser: a game as a board to tap, by a link that only its player can use.
//!
//! A page knows no rules and no sentences: it is given the legal moves and all texts. What is done on it goes the way of a command,
//! through `app`, and its board then appears in the chat.
//!
//! Nobody is let in without a cookie that was given for a link. What comes from elsewhere is refused (`guard.rs`), and what is done too fast
//! is put off (`limits.rs`). No log holds a link or a cookie.

mod actions;
mod analyses;
mod analysis;
mod answers;
mod assets;
mod elsewhere;
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

/// The address of pages that are served nowhere: nobody can connect to port 0.
const NOWHERE: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// What the pages are opened with.
#[derive(Clone)]
pub struct WebSettings {
    /// Where they are served; port 0 picks any that is free. `None`: only this process asks for them.
    pub listen: Option<SocketAddr>,
    /// The address that people open; `None`: that where they are served, on this computer.
    pub public_url: Option<PublicUrl>,
    /// The proxies whose word on who asks is taken.
    pub trusted_proxies: Vec<IpNet>,
    /// The address of the chats, without a path; `None`: no page leads there.
    pub chats: Option<String>,
    /// The languages of the sentences.
    pub languages: Languages,
    /// The time now.
    pub now: Now,
}

/// The pages while they are served.
pub struct Pages {
    /// The address that they got, even where they asked for port 0.
    pub address: Option<SocketAddr>,
    /// How this process asks for them.
    pub in_memory: InMemory,
    /// The address that people open.
    pub public_url: PublicUrl,
    shared: Arc<Shared>,
    stop: DropGuard,
    task: JoinHandle<()>,
}

impl Pages {
    /// Begins to serve them, once it is known who is blocked and what is switched off.
    ///
    /// # Errors
    /// One sentence when it cannot.
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

    /// Registers what is counted about them, whenever it is called.
    pub fn metrics(&self) -> impl Fn(&mut Registry) + Send + Sync + use<> {
        let shared = Arc::clone(&self.shared);
        move |registry| shared.metrics.register(&shared.limits, registry)
    }

    /// Stops serving them. What was begun is finished first.
    pub async fn stop(self) {
        drop(self.stop);
        if self.task.await.is_err() {
            tracing::error!("serving pages had broken");
        }
    }
}
