//! The commands that serve people: from the start to an orderly end.
//!
//! A database that is moved or removed under a running bot ends it, after some seconds in which those who play are told.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::discord::{self, MoreMetrics, Running, Settings};
use crate::push::Https;
use crate::web::{Pages, PublicUrl, WebSettings};

use super::prepared::Prepared;
use super::{Exit, Finish, failed, say};

/// How long the bot goes on after its database is gone, to tell the players. Then it exits, so that a supervisor can restart it: it
/// cannot repair the database itself.
const TELLING: Duration = Duration::from_secs(10);

/// `rookery run`: serves until it is told to stop, or cannot go on.
pub async fn run(prepared: Prepared) -> Finish {
    super::check_build()?;
    let Prepared { url, settings, pages } = prepared;
    let mut stop = signals()?;
    let app = App::open_at(&url).await.map_err(failed)?;
    // Also where this process serves no pages: others may, and whoever leads tells for all.
    let app = with_push(app, pages.as_ref().and_then(|pages| pages.public_url.as_ref()))?;
    // Before Discord is reached: a board that is open shows what was played, whatever Discord does.
    let pages = match pages {
        Some(settings) => Some(Pages::open(app.clone(), settings).await.map_err(failed)?),
        None => None,
    };
    let settings = with_pages(settings, pages.as_ref());
    let Some(bot) = connect(app.clone(), settings, &mut stop).await? else { return Ok(()) };
    match bot.endpoint() {
        None if bot.stands_by() => say(&format!(
            "Rookery {} stands by: other processes have all connections.",
            env!("CARGO_PKG_VERSION")
        )),
        None => say(&format!("Rookery {} is connected.", env!("CARGO_PKG_VERSION"))),
        Some(address) => {
            say(&format!(
                "Rookery {} takes interactions at http://{address}{}.",
                env!("CARGO_PKG_VERSION"),
                discord::ENDPOINT_PATH
            ));
            say(
                "Discord shows the bot as offline, as it has no connection to the gateway; it answers all the same.",
            );
        }
    }
    if let Some(address) = bot.metrics() {
        say(&format!("Its metrics are at http://{address}/metrics."));
    }
    if let Some((address, url)) = pages.as_ref().and_then(|pages| Some((pages.address?, &pages.public_url))) {
        say(&format!("Boards to tap are served at http://{address} for {url}."));
    }
    attend((bot, pages), &app, stop).await
}

/// The same with a line to the push services, which tell browsers of a turn.
pub fn with_push(app: App, public_url: Option<&PublicUrl>) -> Result<App, Exit> {
    let line =
        Https::new().map_err(|error| failed(format!("TLS cannot be set up for push messages: {error}.")))?;
    let contact = public_url.filter(|url| url.is_secure).map(ToString::to_string);
    Ok(app.pushing_by(Arc::new(line), contact.as_deref()))
}

/// Settings of a bot beside which these pages are served.
pub fn with_pages(settings: Settings, pages: Option<&Pages>) -> Settings {
    let Some(pages) = pages else { return settings };
    Settings {
        pages: Some(pages.public_url.to_string()),
        page_metrics: Some(MoreMetrics::new(pages.metrics())),
        ..settings
    }
}

/// Pages on this computer, or in this process alone, with the clock and the languages of the bot.
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

/// The connected bot, or none if a signal came first. The store is closed unless there is a bot.
pub async fn connect(app: App, settings: Settings, stop: &mut Signals) -> Result<Option<Running>, Exit> {
    let kept = app.clone();
    let started = tokio::select! {
        biased;
        () = stop.next() => None,
        started = discord::start(app, settings) => Some(started),
    };
    let bot = match started {
        Some(Ok(bot)) => bot,
        Some(Err(why)) => {
            kept.close().await;
            return Err(failed(why));
        }
        None => {
            kept.close().await;
            return Ok(None);
        }
    };
    let connected = tokio::select! {
        biased;
        () = stop.next() => None,
        connected = bot.connected() => Some(connected),
    };
    match connected {
        Some(Ok(())) => Ok(Some(bot)),
        Some(Err(why)) => {
            bot.stop().await;
            Err(ended(&why))
        }
        None => {
            bot.stop().await;
            Ok(None)
        }
    }
}

fn ended(why: &str) -> Exit {
    failed(format!("The connection to Discord has ended: {why}."))
}

/// Serves until a signal, until the connection has ended for good, or until the database is gone.
pub async fn attend((bot, pages): (Running, Option<Pages>), app: &App, mut stop: Signals) -> Finish {
    let gone = async {
        let why = app.lost().await;
        // Nothing is saved any more; players who act in these seconds are told so.
        tokio::time::sleep(TELLING).await;
        failed(why)
    };
    let outcome = tokio::select! {
        biased;
        () = stop.next() => Ok(()),
        why = bot.ended() => Err(ended(&why)),
        why = gone => Err(why),
    };
    // What people do there goes on into a chat that still shows it.
    if let Some(pages) = pages {
        pages.stop().await;
    }
    bot.stop().await;
    outcome
}

/// SIGTERM and SIGINT, caught from before the start, so that a stop in the middle of it is orderly too.
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

pub fn signals() -> Result<Signals, Exit> {
    Ok(Signals {
        #[cfg(unix)]
        terminate: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
            .map_err(failed)?,
    })
}

impl Signals {
    pub async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            biased;
            _ = self.terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}
