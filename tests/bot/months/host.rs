//! The bot that is cut off: all its tasks are dropped wherever they are, or its process is killed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rookery::app::{App, Limits};
use rookery::discord::{self, Running, Settings};
use rookery::game::RatingPeriod;
use rookery::sandbox::StandIn;
use rookery::store::StoreUrl;
use rookery::timing::ComputerClock;
use tokio::runtime::{Builder, Runtime};

use crate::bot::process::several::{Several, Way};
use crate::bot::running::Process;
use crate::databases::{self, Beside};

/// How many processes a fleet has.
const PROCESSES: usize = 3;

/// A bot, and how it ends.
pub enum Host {
    /// On a runtime of its own, by a clock that is set.
    Dropped { settings: Box<Settings>, runtime: Option<Box<(Runtime, Running)>>, store: StoreUrl },
    /// The program. Its clock is the computer's, so that what is stored is moved back instead.
    Killed { process: Option<Process>, dir: PathBuf, store: StoreUrl },
    /// Several processes of the program, of which one is killed.
    Fleet(Several, StoreUrl),
}

impl Host {
    /// A bot that is not yet running.
    pub async fn new(how: &str, discord: &StandIn, dir: &Path) -> Self {
        std::fs::create_dir_all(dir.join("house")).expect("a directory");
        let store = databases::fresh(&dir.join("house")).await;
        match how {
            "drop" => {
                let settings = Settings {
                    api_url: Some(discord.url()),
                    identify_every: Duration::from_millis(50),
                    ..Settings::new(discord.token().to_owned())
                };
                Self::Dropped { settings: Box::new(settings), runtime: None, store }
            }
            "kill" => Self::Killed { process: None, dir: dir.to_owned(), store },
            "fleet" => Self::Fleet(
                Several::new(&dir.join("house"), &databases::address(&store), Way::Http, PROCESSES),
                store,
            ),
            other => panic!("there is no end {other:?}: drop, kill or fleet"),
        }
    }

    /// The database.
    pub fn store(&self) -> &StoreUrl {
        match self {
            Self::Dropped { store, .. } | Self::Killed { store, .. } | Self::Fleet(_, store) => store,
        }
    }

    /// Starts the bot and waits until it is connected.
    pub async fn start(&mut self, discord: &StandIn) {
        let store = self.store().clone();
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
                        let app = App::open_at(&store).await.expect("a database").with_limits(Limits::NONE);
                        discord::start(app, settings).await.expect("a bot")
                    });
                    (own, bot)
                };
                let (own, bot) = tokio::task::spawn_blocking(start).await.expect("a start");
                bot.connected().await.expect("a connection");
                *runtime = Some(Box::new((own, bot)));
            }
            Self::Killed { process, dir, store } => {
                *process = Some(Process::start_on(discord, dir, store));
                assert!(discord.wait_for_bot().await, "the program did not connect");
            }
            Self::Fleet(several, _) => several.start(discord).await,
        }
        assert!(discord.wait_for_command("help").await, "the bot did not connect");
    }

    /// Ends it at once, in the midst of whatever it does, or of several one; what that was.
    pub async fn strike(&mut self, discord: &StandIn) -> &'static str {
        if let Self::Fleet(several, _) = self {
            return several.strike(discord).await;
        }
        self.cut_off().await;
        "cut off"
    }

    /// Whether nothing of it goes on after a [`Host::strike`].
    pub fn is_alone(&self) -> bool {
        !matches!(self, Self::Fleet(..))
    }

    /// Ends all of it at once.
    pub async fn cut_off(&mut self) {
        match self {
            Self::Dropped { runtime, .. } => {
                let (runtime, bot) = *runtime.take().expect("a running bot");
                let dropped = move || runtime.shutdown_timeout(Duration::from_secs(20));
                tokio::task::spawn_blocking(dropped).await.expect("an end");
                drop(bot);
            }
            Self::Killed { process, .. } => process.take().expect("a running bot").signal("-KILL"),
            Self::Fleet(several, _) => several.end(),
        }
    }

    /// The time that the bot lives by, milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match self {
            Self::Dropped { settings, .. } => settings.clock.now().0,
            Self::Killed { .. } | Self::Fleet(..) => ComputerClock::here().now_ms(),
        }
    }

    /// Lets time pass for the games.
    pub async fn pass(&self, beside: &Beside, time: Duration) {
        match self {
            Self::Dropped { settings, .. } => settings.clock.advance(time),
            Self::Killed { .. } | Self::Fleet(..) => {
                let ms = time.as_millis();
                beside
                    .change(format!(
                        "UPDATE games SET deadline = deadline - {ms}, remind_at = remind_at - {ms}, moved_at = moved_at - {ms}
                         WHERE state = 'live'"
                    ))
                    .await;
                beside
                    .change(format!(
                        "UPDATE tournaments SET next_at = next_at - {ms}, starts_at = starts_at - {ms} WHERE state = 'open';
                         UPDATE challenges SET created_at = created_at - {ms}"
                    ))
                    .await;
                // Now and then a week is over, as often as so many weeks would be.
                let week = RatingPeriod::LENGTH as u128;
                let weeks = ms / week + u128::from(fastrand::u64(..week as u64) < (ms % week) as u64);
                if weeks > 0 {
                    for table in ["rated_results", "ratings", "rating_periods"] {
                        // No two rows may have the same week in between.
                        for step in [1_000_000, -1_000_000 - weeks as i64] {
                            beside.change(format!("UPDATE {table} SET period = period + {step}")).await;
                        }
                    }
                }
            }
        }
    }
}
