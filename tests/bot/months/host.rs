//! The bot that is cut off: all its tasks are dropped wherever they are, or its process is killed.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rookery::app::{App, Limits};
use rookery::discord::{self, Running, Settings};
use rookery::sandbox::StandIn;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use tokio::runtime::{Builder, Runtime};

use crate::bot::running::Process;

/// A bot, and how it ends.
pub enum Host {
    /// On a runtime of its own, by a clock that is set.
    Dropped { settings: Box<Settings>, runtime: Option<Box<(Runtime, Running)>>, dir: PathBuf },
    /// The program. Its clock is the computer's, so that what is stored is moved back instead.
    Killed { process: Option<Process>, dir: PathBuf },
}

impl Host {
    /// A bot that is not yet running.
    pub fn new(how: &str, discord: &StandIn, dir: &Path) -> Self {
        std::fs::create_dir_all(dir.join("house")).expect("a directory");
        match how {
            "drop" => {
                let settings = Settings {
                    api_url: Some(discord.url()),
                    identify_every: Duration::from_millis(50),
                    ..Settings::new(discord.token().to_owned())
                };
                Self::Dropped { settings: Box::new(settings), runtime: None, dir: dir.to_owned() }
            }
            "kill" => Self::Killed { process: None, dir: dir.to_owned() },
            other => panic!("there is no end {other:?}: drop or kill"),
        }
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        let (Self::Dropped { dir, .. } | Self::Killed { dir, .. }) = self;
        dir.join("house/rookery.db")
    }

    /// Starts the bot and waits until it is connected.
    pub async fn start(&mut self, discord: &StandIn) {
        let database = self.database();
        match self {
            Self::Dropped { settings, runtime, .. } => {
                let settings = (**settings).clone();
                let start = move || {
                    let own = Builder::new_multi_thread()
                        .worker_threads(2)
                        .enable_all()
                        .build()
                        .expect("a runtime");
                    let bot = own.block_on(async {
                        let app = App::open(&database).await.expect("a database").with_limits(Limits::NONE);
                        discord::start(app, settings).await.expect("a bot")
                    });
                    (own, bot)
                };
                let (own, bot) = tokio::task::spawn_blocking(start).await.expect("a start");
                bot.connected().await.expect("a connection");
                *runtime = Some(Box::new((own, bot)));
            }
            Self::Killed { process, dir } => {
                *process = Some(Process::start(discord, dir));
                assert!(discord.wait_for_bot().await, "the program did not connect");
            }
        }
        assert!(discord.wait_for_command("help").await, "the bot did not connect");
    }

    /// Ends it at once, in the midst of whatever it does.
    pub async fn cut_off(&mut self) {
        match self {
            Self::Dropped { runtime, .. } => {
                let (runtime, bot) = *runtime.take().expect("a running bot");
                let dropped = move || runtime.shutdown_timeout(Duration::from_secs(20));
                tokio::task::spawn_blocking(dropped).await.expect("an end");
                drop(bot);
            }
            Self::Killed { process, .. } => process.take().expect("a running bot").signal("-KILL"),
        }
    }

    /// The time that the bot lives by, milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match self {
            Self::Dropped { settings, .. } => settings.clock.now().0,
            Self::Killed { .. } => {
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| past.as_millis() as i64)
            }
        }
    }

    /// Lets time pass for the games.
    pub async fn pass(&self, pool: &SqlitePool, time: Duration) {
        match self {
            Self::Dropped { settings, .. } => settings.clock.advance(time),
            Self::Killed { .. } => {
                sqlx::query(
                    "UPDATE games SET deadline = deadline - $1, remind_at = remind_at - $1 WHERE state = 'live'",
                )
                .bind(time.as_millis() as i64)
                .execute(pool)
                .await
                .expect("time passes");
            }
        }
    }
}

/// Connections beside the bot's own.
pub async fn beside(database: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new().filename(database).busy_timeout(Duration::from_secs(20));
    SqlitePool::connect_with(options).await.expect("a database")
}
