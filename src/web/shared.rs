//! What the handlers of requests share.

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

/// What the handlers share.
pub struct Shared {
    pub app: App,
    pub live: Live,
    pub limits: PageLimits,
    pub metrics: PageMetrics,
    pub analyses: Analyses,
    pub url: PublicUrl,
    pub trusted_proxies: Vec<IpNet>,
    /// Whether it was told of a proxy that is not among them.
    pub proxy_notice: ProxyNotice,
    /// The address of the chats.
    pub chats: Option<String>,
    pub languages: Languages,
    pub now: Now,
    pub stop: CancellationToken,
}

/// As the handlers are given it.
pub type SharedRef = Arc<Shared>;

impl Shared {
    /// The language that the browser asks for, before it is known who they are.
    pub fn words_asked(&self, headers: &HeaderMap) -> &'static Words {
        let asked = headers.get("accept-language").and_then(|value| value.to_str().ok());
        let first = asked.and_then(|asked| asked.split([',', ';']).next()).unwrap_or_default();
        self.languages.of(first)
    }
}
