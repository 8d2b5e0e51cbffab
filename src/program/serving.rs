//! The commands that serve people: from the start to an orderly end.
//!
//! A database that is moved or removed under a running bot ends it, after some seconds in which those who play are told.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

use crate::app::App;
use crate::discord::ops::heartbeat::note_ill;
use crate::discord::{self, Halted, MoreMetrics, OPERATOR, PROCESS_NAME, Running, Settings};
use crate::push::Https;
use crate::store::{self, OpenError, Store, StoreExtent, StoreOptions, StoreUrl};
use crate::web::{Pages, PublicUrl};

use super::prepared::Prepared;
use super::{CONFIG, Exit, FAILED, Finish, failed, logging, service};

/// How long the bot goes on after its database is gone, to tell the players. Then it exits, so that a supervisor can restart it: it
/// cannot repair the database itself.
const TELLING: Duration = Duration::from_secs(10);
/// The pause after the first try to reach a database that is away, which doubles, and the longest one.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// `rookery run`: serves until it is told to stop, or cannot go on.
pub async fn run(prepared: Prepared) -> Finish {
    super::check_build()?;
    let Prepared { url, settings, pages, contact } = prepared;
    let mut stop = signals()?;
    let Some(app) = open(&url, settings.heartbeat.as_deref(), &mut stop).await? else { return Ok(()) };
    // Also where this process serves no pages: others may, and whoever leads tells for all.
    let app = app.with_contact(contact.as_deref());
    let app = with_push(app, pages.as_ref().and_then(|pages| pages.public_url.as_ref()))?;
    // Before Discord is reached: a board that is open shows what was played, whatever Discord does.
    let pages = match pages {
        Some(settings) => Some(Pages::open(app.clone(), settings).await.map_err(failed)?),
        None => None,
    };
    let settings = with_own_metrics(with_pages(settings, pages.as_ref()), &url);
    begins(&app, &url, &settings, pages.as_ref()).await;
    let Some(bot) = connect(app.clone(), settings, &mut stop).await? else { return Ok(()) };
    service::ready();
    tokio::spawn(service::keep_alive(bot.pulse()));
    let version = env!("CARGO_PKG_VERSION");
    match bot.endpoint() {
        None if bot.stands_by() => {
            tracing::info!(target: OPERATOR, "Rookery {version} is in reserve: other processes are connected for all servers. It takes over when one of them ends.");
        }
        None => tracing::info!(target: OPERATOR, "Rookery {version} is connected."),
        Some(address) => {
            let path = discord::ENDPOINT_PATH;
            tracing::info!(target: OPERATOR, "Rookery {version} takes interactions at http://{address}{path}.");
            tracing::info!(
                target: OPERATOR,
                "Discord shows the bot as offline, as it has no connection to the gateway; it answers all the same."
            );
        }
    }
    if let Some(address) = bot.metrics() {
        tracing::info!(target: OPERATOR, "Its metrics are at http://{address}/metrics.");
    }
    if let Some((address, url)) = pages.as_ref().and_then(|pages| Some((pages.address?, &pages.public_url))) {
        tracing::info!(target: OPERATOR, "Boards to tap are served at http://{address} for {url}.");
    }
    attend((bot, pages), &app, stop).await
}

/// Opens the database. A server that is away is waited for, as Discord is; none if a signal came first.
async fn open(url: &StoreUrl, heartbeat: Option<&Path>, stop: &mut Signals) -> Result<Option<App>, Exit> {
    let mut tries = 0;
    loop {
        let opened = tokio::select! {
            biased;
            () = stop.next() => return Ok(None),
            opened = Store::open_at(url, StoreOptions::default()) => opened,
        };
        let why = match opened {
            Ok(store) => {
                if tries > 0 {
                    tracing::info!(target: OPERATOR, "The database {url} is reached now.");
                }
                return Ok(Some(App::new(store)));
            }
            Err(why @ OpenError::Away(..)) => why,
            Err(why) => {
                return Err(Exit(if why.needs_a_person() { CONFIG } else { FAILED }, why.to_string()));
            }
        };
        if tries == 0 {
            tracing::warn!(target: OPERATOR, "{why} The start goes on once it is reached.");
            if let Some(file) = heartbeat {
                note_ill(file, &why.to_string()).await;
            }
        } else {
            tracing::debug!(%why, tries, "the database is still away");
        }
        let pause = LONGEST_PAUSE.min(SHORTEST_PAUSE.saturating_mul(1 << tries.min(16)));
        tries += 1;
        tokio::select! {
            biased;
            () = stop.next() => return Ok(None),
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Logs what begins: the program, the database, and the ways in.
async fn begins(app: &App, url: &StoreUrl, settings: &Settings, pages: Option<&Pages>) {
    let by = settings.endpoint.as_ref().and_then(|endpoint| endpoint.listen);
    let by = by.map_or_else(|| "gateway".to_owned(), |listen| format!("http at {listen}"));
    let shown = |address: Option<SocketAddr>| {
        address.map_or_else(|| "none".to_owned(), |address| address.to_string())
    };
    let (version, schema) = (super::VERSION, store::schema());
    let (boards, metrics) = (shown(pages.and_then(|pages| pages.address)), shown(settings.metrics));
    match app.store().extent().await {
        Ok(StoreExtent { bytes, live }) => tracing::info!(
            version, schema, process = %*PROCESS_NAME, database = %url, bytes, games_live = live, interactions = by, boards, metrics, "Rookery begins"
        ),
        // Whatever it is, the start meets it too.
        Err(error) => tracing::warn!(version, schema, database = %url, %error, "Rookery begins"),
    }
}

/// The same with a line to the push services, which tell browsers of a turn.
pub fn with_push(app: App, public_url: Option<&PublicUrl>) -> Result<App, Exit> {
    let line =
        Https::new().map_err(|error| failed(format!("TLS cannot be set up for push messages: {error}.")))?;
    let contact = public_url.filter(|url| url.is_secure).map(ToString::to_string);
    Ok(app.pushing_by(Arc::new(line), contact.as_deref()))
}

/// Settings of a bot that also tells what nobody has read of its log, and how much room there is for its database.
fn with_own_metrics(settings: Settings, url: &StoreUrl) -> Settings {
    let file = match url {
        StoreUrl::Sqlite(path) => Some(path.clone()),
        StoreUrl::Postgres(_) => None,
    };
    let own = MoreMetrics::new(move |registry| {
        let left_out = ConstCounter::new(logging::lines_left_out());
        registry.register("log_lines_left_out", "Lines of the log that nobody read in time", left_out);
        if let Some(free) = file.as_deref().and_then(free_beside) {
            let free = ConstGauge::new(free.cast_signed());
            registry.register("disk_free_bytes", "Room that is left on the disk of the database", free);
        }
    });
    Settings { more_metrics: Some(own.and(settings.more_metrics)), ..settings }
}

/// The bytes that are left for the bot on the disk of this file; none where the system does not say.
fn free_beside(file: &Path) -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let directory =
            file.parent().filter(|directory| *directory != Path::new("")).unwrap_or(Path::new("."));
        let found = rustix::fs::statvfs(directory).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = file;
        None
    }
}

/// Settings of a bot beside which these pages are served.
pub fn with_pages(settings: Settings, pages: Option<&Pages>) -> Settings {
    let Some(pages) = pages else { return settings };
    Settings {
        pages: Some(pages.public_url.to_string()),
        more_metrics: Some(MoreMetrics::new(pages.metrics())),
        ..settings
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
            return Err(halted(&why));
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
            Err(ended(why))
        }
        None => {
            bot.stop().await;
            Ok(None)
        }
    }
}

fn ended(why: Halted) -> Exit {
    halted(&why.told(|why| format!("The connection to Discord has ended: {why}.")))
}

/// The end of the program for this reason.
fn halted(why: &Halted) -> Exit {
    Exit(if why.needs_a_person() { CONFIG } else { FAILED }, why.to_string())
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
        why = bot.ended() => Err(ended(why)),
        why = gone => Err(why),
    };
    service::stopping();
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

/// Waits until a signal, or for so long.
pub async fn told_to_stop(longest: Duration) -> Finish {
    let mut stop = signals()?;
    // It may have been for whoever starts this again, too.
    let _ended = tokio::time::timeout(longest, stop.next()).await;
    Ok(())
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
