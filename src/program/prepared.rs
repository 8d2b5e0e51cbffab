//! Derives the bot's settings from the configuration and reports all mistakes at once.
//!
//! Shared by `rookery run` and `rookery check-config`, so that the former fails on nothing that the latter
//! does not report.

use std::net::SocketAddr;
use std::sync::Arc;

use secrecy::ExposeSecret;

use super::{CONFIG, Exit, mistakes};
use crate::config::{Config, Reading, StartOf, can_be_kept};
use crate::discord::{self, EndpointSettings, Settings};
use crate::game::GuildId;
use crate::store::StoreUrl;
use crate::web::WebSettings;

/// The settings of `rookery run`.
pub struct Prepared {
    pub url: StoreUrl,
    pub settings: Settings,
    pub pages: Option<WebSettings>,
    /// How people can contact the operator.
    pub contact: Option<String>,
}

/// Builds the bot's settings.
///
/// # Errors
/// All mistakes.
pub fn prepared(reading: &mut Reading, start: StartOf) -> Result<Prepared, Exit> {
    reading.look_round(start);
    let config = reading.config.clone();
    let url = match (&config.store_url, store_url(&config)) {
        (Some(_), Ok(StoreUrl::Sqlite(path))) if start == StartOf::Bot => {
            noted(reading, "store.url", can_be_kept(&path).map(|()| StoreUrl::Sqlite(path)))
        }
        (_, Ok(url)) => Some(url),
        (_, Err((path, why))) => noted(reading, path, Err(why)),
    };
    let endpoint = config.http_listen.zip(config.public_key.as_ref()).and_then(|(listen, key)| {
        let public_key = noted(reading, "discord.public_key", key.parse())?;
        Some(EndpointSettings { listen: Some(listen), public_key })
    });
    let api_ca = config.api_ca.as_ref().and_then(|file| {
        let shown = file.display();
        let read = std::fs::read(file).map_err(|error| format!("{shown} cannot be read: {error}"));
        let read = read.and_then(|pem| {
            discord::check_certificates(&pem).map(|()| pem).map_err(|why| format!("{shown} {why}"))
        });
        noted(reading, "discord.api_ca", read)
    });
    let public_url =
        config.web.public_url.as_ref().and_then(|url| noted(reading, "web.public_url", url.parse()));
    let Some(url) = url.filter(|_| reading.mistakes.is_empty()) else {
        return Err(Exit(CONFIG, mistakes(reading)));
    };
    let settings = Settings {
        endpoint,
        api_ca,
        metrics: config.metrics_listen,
        api_url: config.api_url,
        test_guild: config.test_guild.map(GuildId),
        shards: config.shards,
        heartbeat: Some(config.heartbeat),
        grace: config.grace,
        // The sandbox has its own token.
        ..Settings::new(config.token.unwrap_or_default())
    };
    let pages = config.web.listen.map(|listen| WebSettings {
        public_url,
        trusted_proxies: config.web.trusted_proxies,
        ..pages_at(Some(listen), &settings)
    });
    Ok(Prepared { url, settings, pages, contact: config.contact })
}

/// Returns the address of the database.
///
/// # Errors
/// The wrong setting, and why.
pub fn store_url(config: &Config) -> Result<StoreUrl, (&'static str, String)> {
    let url = match &config.store_url {
        None => StoreUrl::Sqlite(config.store_path.clone()),
        Some(url) => {
            url.expose_secret().parse().map_err(|why| ("store.url", format!("the address {why}")))?
        }
    };
    match &config.store_password {
        Some(password) if matches!(url, StoreUrl::Postgres(_)) => url
            .with_password(password.expose_secret())
            .map_err(|why| ("store.password", format!("the address in `store.url` {why}"))),
        // A file needs no password, for example a backup that is inspected on a bot with a server.
        _ => Ok(url),
    }
}

/// Returns the value of a setting, or records the mistake.
fn noted<T>(reading: &mut Reading, path: &str, made: Result<T, String>) -> Option<T> {
    made.map_err(|why| reading.mistake_of(path, &why)).ok()
}

/// Returns settings of pages on this computer, or in this process only, with the bot's clock and languages.
pub fn pages_at(listen: Option<SocketAddr>, settings: &Settings) -> WebSettings {
    let clock = settings.clock.clone();
    WebSettings {
        listen,
        public_url: None,
        trusted_proxies: Vec::new(),
        chats: Some("https://discord.com".to_owned()),
        languages: settings.languages.clone(),
        now: Arc::new(move || clock.now()),
    }
}
