//! The commands that serve people: from the start to an orderly shutdown.
//!
//! If the database is moved or removed under a running bot, the bot ends after some seconds in which players
//! are notified.

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

/// How long the bot runs after its database is gone, to notify players. Then it exits, so that a supervisor
/// can restart it: it cannot repair the database itself.
const TELLING: Duration = Duration::from_secs(10);
/// The pause after the first failed attempt to reach a database server, and the maximum pause. It doubles
/// each time.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Runs `rookery run`: serves until a signal or until it cannot continue.
pub async fn run(prepared: Prepared) -> Finish {
    super::check_build()?;
    let Prepared { url, settings, pages, contact } = prepared;
    let mut stop = signals()?;
    let Some(app) = open(&url, settings.heartbeat.as_deref(), &mut stop).await? else { return Ok(()) };
    // Even if this process serves no pages: other processes may, and the leader sends messages for all.
    let app = app.with_contact(contact.as_deref());
    let app = with_push(app, pages.as_ref().and_then(|pages| pages.public_url.as_ref()))?;
    // Before Discord is reached: open boards show new moves whatever Discord does.
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

/// Opens the database. Waits for an unavailable server. Returns `None` if a signal came first.
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
                let code = if why.needs_a_person() { CONFIG } else { FAILED };
                let is_in_use = matches!(why, OpenError::InUse(_));
                let also =
                    if is_in_use { " One with another token needs a database of its own." } else { "" };
                return Err(Exit(code, format!("{why}{also}")));
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

/// Logs the start: the program, the database, and the interfaces.
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
        // The start will report the error itself.
        Err(error) => tracing::warn!(version, schema, database = %url, %error, "Rookery begins"),
    }
}

/// Connects the app to the push services that notify browsers.
pub fn with_push(app: App, public_url: Option<&PublicUrl>) -> Result<App, Exit> {
    let line =
        Https::new().map_err(|error| failed(format!("TLS cannot be set up for push messages: {error}.")))?;
    let contact = public_url.filter(|url| url.is_secure).map(ToString::to_string);
    Ok(app.pushing_by(Arc::new(line), contact.as_deref()))
}

/// Adds the program's own metrics: dropped log lines, and free disk space for the database.
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

/// Returns the free bytes on the disk of this file. `None` if the system does not report them.
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

/// Adds the pages' address and metrics to the settings.
pub fn with_pages(settings: Settings, pages: Option<&Pages>) -> Settings {
    let Some(pages) = pages else { return settings };
    Settings {
        pages: Some(pages.public_url.to_string()),
        more_metrics: Some(MoreMetrics::new(pages.metrics())),
        ..settings
    }
}

/// Connects the bot. Returns `None` if a signal came first. The store is closed unless a bot is returned.
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

/// Returns the exit code and message for this reason.
fn halted(why: &Halted) -> Exit {
    Exit(if why.needs_a_person() { CONFIG } else { FAILED }, why.to_string())
}

/// Serves until a signal, until the connection has ended permanently, or until the database is gone.
pub async fn attend((bot, pages): (Running, Option<Pages>), app: &App, mut stop: Signals) -> Finish {
    let gone = async {
        let why = app.lost().await;
        // Nothing is saved any more. Players who act in these seconds are notified.
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
    // Stopped before the bot: actions on pages still have to be shown in the chat.
    if let Some(pages) = pages {
        pages.stop().await;
    }
    bot.stop().await;
    outcome
}

/// SIGTERM and SIGINT, caught from before the start, so that a stop during the start is orderly too.
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

/// Waits for a signal, at most for `longest`.
pub async fn told_to_stop(longest: Duration) -> Finish {
    let mut stop = signals()?;
    // A signal ends the pause too, so that the supervisor can restart the program.
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
