//! State shared by the request handlers.

use std::sync::Arc;

use axum::http::HeaderMap;
use ipnet::IpNet;
use tokio_util::sync::CancellationToken;

use super::analyses::Analyses;
use super::limits::PageLimits;
use super::live::Live;
use super::metrics::PageMetrics;
use super::proxy_notice::ProxyNotice;
use super::url::PublicUrl;
use crate::app::App;
use crate::game::Millis;
use crate::words::{Languages, Words};

/// A clock.
pub type Now = Arc<dyn Fn() -> Millis + Send + Sync>;

/// State shared by the request handlers.
pub struct Shared {
    pub app: App,
    pub live: Live,
    pub limits: PageLimits,
    pub metrics: PageMetrics,
    pub analyses: Analyses,
    pub url: PublicUrl,
    pub trusted_proxies: Vec<IpNet>,
    /// The warnings about proxies that are not trusted.
    pub proxy_notice: ProxyNotice,
    /// The base address of the chats.
    pub chats: Option<String>,
    pub languages: Languages,
    pub now: Now,
    pub stop: CancellationToken,
}

/// The state as handlers receive it.
pub type SharedRef = Arc<Shared>;

impl Shared {
    /// Returns the sentences in the browser's preferred language, for requests by an unknown person.
    pub fn words_asked(&self, headers: &HeaderMap) -> &'static Words {
        let asked = headers.get("accept-language").and_then(|value| value.to_str().ok());
        let first = asked.and_then(|asked| asked.split([',', ';']).next()).unwrap_or_default();
        self.languages.of(first)
    }
}
