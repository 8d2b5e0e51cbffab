//! The commands that serve people: from the start to an orderly end.

use std::path::PathBuf;
use std::time::Duration;

use rookery::app::App;
use rookery::config::{Config, Reading};
use rookery::discord::{self, Running, Settings};
use rookery::sandbox;

use super::{BAD_INPUT, Exit, Outcome, failed, logging, mistakes, say};

/// How long the bot goes on when its database is gone, to tell those who play. Then it ends, so that whatever looks after
/// it can start it anew: what it would need to go on is not in its hands.
const TELLING: Duration = Duration::from_secs(10);

/// `rookery run`: until it is told to stop, or cannot go on.
pub async fn run(config: Config) -> Outcome {
    logging::begin(&config.log_level, config.log_format);
    let Some(token) = config.token else {
        return Err(failed(
            "There is no token: set DISCORD_TOKEN or discord.token. (`rookery sandbox` needs none.)",
        ));
    };
    let settings = Settings {
        api_url: config.api_url,
        test_guild: config.test_guild,
        heartbeat: Some(config.heartbeat),
        grace: config.grace,
        tell: say,
        ..Settings::new(token)
    };
    let mut stop = signals()?;
    let app = App::open(&config.store_path).await.map_err(failed)?;
    let Some(bot) = connect(app.clone(), settings, &mut stop).await? else { return Ok(()) };
    say(&format!("Rookery {} is connected.", env!("CARGO_PKG_VERSION")));
    say(&format!("Invite it to a server: {}", discord::invitation(bot.application())));
    attend(bot, &app, stop).await
}

/// `rookery sandbox`: the stand-in for Discord, and the bot at it.
pub async fn sandbox(port: u16, data: PathBuf) -> Outcome {
    // The settings of the environment alone; the sandbox reads no file.
    let reading = Reading::of_environment(|name| std::env::var(name).ok());
    if !reading.mistakes.is_empty() {
        return Err(Exit(BAD_INPUT, mistakes(&reading)));
    }
    let reading = reading.config;
    let level = if reading.log_level == Config::default().log_level { "warn" } else { &reading.log_level };
    logging::begin(level, reading.log_format);
    let mut stop = signals()?;
    std::fs::create_dir_all(&data)
        .map_err(|error| failed(format!("The directory {} cannot be used: {error}.", data.display())))?;
    let chat = sandbox::serve(sandbox::Options::new(&data).port(port)).await.map_err(failed)?;
    if let Some(notice) = chat.notice() {
        say(notice);
    }
    let app = App::open(&data.join("rookery.db")).await.map_err(failed)?;
    let settings = Settings {
        api_url: Some(chat.url()),
        // The chat has just begun and knows of no session before.
        identify_every: Duration::ZERO,
        ..Settings::new(chat.token().to_owned())
    };
    let Some(bot) = connect(app.clone(), settings, &mut stop).await? else {
        chat.stop().await;
        return Ok(());
    };
    let url = chat.url();
    say(&format!("Rookery {} plays at {url}/", env!("CARGO_PKG_VERSION")));
    say(&format!("Open {url}/?as=red in one tab and {url}/?as=blue in another. Stop it with Ctrl+C."));
    let outcome = attend(bot, &app, stop).await;
    chat.stop().await;
    outcome
}

/// The connected bot, or none when a signal came first; the store is closed unless there is a bot.
async fn connect(app: App, settings: Settings, stop: &mut Signals) -> Result<Option<Running>, Exit> {
    let kept = app.clone();
    let started = tokio::select! {
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
async fn attend(bot: Running, app: &App, mut stop: Signals) -> Outcome {
    let gone = async {
        let why = app.lost().await;
        // Nothing is saved any more; whoever plays in these seconds is told so.
        tokio::time::sleep(TELLING).await;
        failed(why)
    };
    let outcome = tokio::select! {
        () = stop.next() => Ok(()),
        why = bot.ended() => Err(ended(&why)),
        why = gone => Err(why),
    };
    bot.stop().await;
    outcome
}

/// SIGTERM and SIGINT, caught from before the start on, so that a stop in the middle of it is orderly too.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

fn signals() -> Result<Signals, Exit> {
    Ok(Signals {
        #[cfg(unix)]
        terminate: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
            .map_err(failed)?,
    })
}

impl Signals {
    async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}
