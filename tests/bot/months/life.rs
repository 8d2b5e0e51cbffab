//! A server full of people, round after round.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rookery::sandbox::{Channel, Member, Options, StandIn};
use sqlx::sqlite::SqlitePool;
use tempfile::TempDir;

use super::audit::{self, Audit, Sent};
use super::heard::Heard;
use super::host::{Host, beside};
use super::pause;
use super::people;

/// People who play, and channels to play in.
const PEOPLE: usize = 60;
pub const TABLES: usize = 60;
/// After three seconds what Discord sends again can no longer be answered, and is not begun.
const SENT_AGAIN: Duration = Duration::from_millis(3_300);
/// Discord's bits for View Channel and Send Messages.
const VIEW_AND_SEND: u64 = 1 << 10 | 1 << 11;
/// Tables that are played at in the same moment.
const AT_ONCE: usize = 12;
/// How long whatever is due, or owed to a channel, may take in real time; Discord takes 50 posts a second.
const PATIENCE: Duration = Duration::from_mins(2);
/// In so long a life one does not wait longer than needed.
const MANY: usize = 1_000;
/// What passes between two rounds, in minutes: sometimes a coffee, sometimes days.
const BETWEEN: [u64; 10] = [1, 1, 5, 5, 20, 45, 120, 360, 1_200, 4_320];

/// What the tasks of a round share.
pub struct Town {
    pub discord: StandIn,
    pub people: Vec<Member>,
    /// Looks at the database, as nobody outside the bot could.
    pub pool: SqlitePool,
    /// By game, what was sent as a move.
    pub sent: Mutex<BTreeMap<i64, Vec<Sent>>>,
    /// How often what happened.
    pub counts: Mutex<BTreeMap<String, u64>>,
    /// How many games there shall be.
    pub wanted: usize,
    /// In this round the bot is cut off, so that an answer may be that of the second time.
    pub strikes: AtomicBool,
}

impl Town {
    /// Counts one of these.
    pub fn count(&self, what: &str) {
        *self.counts.lock().expect("no panic").entry(what.to_owned()).or_default() += 1;
    }

    /// The channel of a table; a new one where it was deleted.
    pub fn table(&self, number: usize) -> Channel {
        self.discord.channel(&format!("table-{number}"))
    }

    /// Who has this number.
    pub fn person(&self, id: i64) -> &Member {
        let id = id.to_string();
        self.people.iter().find(|member| member.id() == id).expect("somebody of the town")
    }
}

/// A life of games.
pub struct Life {
    host: Host,
    town: Arc<Town>,
    /// The table whose channel is closed to the bot.
    closed: Option<usize>,
    /// When the bot was last cut off.
    struck: Instant,
    audit: Audit,
    heard: Heard,
    _dir: TempDir,
}

impl Life {
    /// A town with a bot.
    pub async fn begin(how: &str, games: usize) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let mut options = Options::new(dir.path().join("discord"));
        if games > MANY {
            // Nobody waits three seconds for the answer of a bot that has been cut off.
            options.answer_within = Duration::from_secs(2);
        }
        options.identify_every = Duration::from_millis(if how == "drop" { 50 } else { 5_000 });
        options.session_starts = 1_000_000;
        options.remembered_requests = 0;
        let discord = StandIn::start(options).await.expect("a stand-in");
        let mut host = Host::new(how, &discord, dir.path());
        host.start(&discord).await;
        let pool = beside(&host.database()).await;
        let people = (0..PEOPLE).map(|number| discord.member(&format!("p{number}"))).collect();
        let (sent, counts, strikes) = (Mutex::default(), Mutex::default(), AtomicBool::new(false));
        let town = Town { discord, people, pool, sent, counts, wanted: games, strikes };
        Self {
            host,
            town: Arc::new(town),
            closed: None,
            struck: Instant::now(),
            audit: Audit::default(),
            heard: Heard::default(),
            _dir: dir,
        }
    }

    /// How many games there have been.
    pub async fn games_begun(&self) -> usize {
        self.number("SELECT count(*) FROM games").await as usize
    }

    /// Whether as many games as wanted have come to their end.
    pub async fn is_over(&self, games: usize) -> bool {
        self.number("SELECT count(*) FROM games WHERE state <> 'live'").await as usize >= games
    }

    async fn number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.town.pool).await.expect("a number")
    }

    /// Everybody does one thing at most; then time passes. With a fault, the bot is cut off in the midst of it; what is
    /// on disk must make sense by itself then. Sometimes it stays away for long.
    pub async fn round(&mut self, fault: bool) {
        self.places();
        self.town.strikes.store(fault, Ordering::Relaxed);
        let parts: Vec<Vec<usize>> =
            (0..AT_ONCE).map(|part| (part..TABLES).step_by(AT_ONCE).collect()).collect();
        let tasks: Vec<_> = parts
            .into_iter()
            .map(|tables| {
                let town = Arc::clone(&self.town);
                tokio::spawn(async move {
                    for table in tables {
                        people::step(&town, table).await;
                    }
                })
            })
            .collect();
        let mut away = false;
        if fault {
            pause(1, 250).await;
            self.host.cut_off().await;
            self.audit.stored(&self.host.database(), &self.town.pool).await;
            self.heard.read(&self.town);
            away = fastrand::u8(..8) == 0;
            if !away {
                self.host.start(&self.town.discord).await;
            }
        }
        for task in tasks {
            task.await.expect("nobody panics");
        }
        if away {
            // What is sent again is too old to be answered then.
            tokio::time::sleep(Duration::from_secs(3)).await;
            self.town.count("long absences");
            self.host.pass(&self.town.pool, Duration::from_hours(fastrand::u64(1..30))).await;
            self.host.start(&self.town.discord).await;
        }
        let failures = self.town.discord.failures();
        assert!(fault || failures.is_empty(), "without an answer: {failures:?}");
        self.town.discord.forget_failures();
        if fault {
            self.struck = Instant::now();
        }
        // What Discord sends again after a fault is some seconds old, and not the hours after which the bot forgets what it has done.
        let left = SENT_AGAIN.saturating_sub(self.struck.elapsed());
        let minutes = if !left.is_zero() && fastrand::bool() {
            1
        } else {
            tokio::time::sleep(left).await;
            *fastrand::choice(&BETWEEN).expect("some")
        };
        self.host.pass(&self.town.pool, Duration::from_mins(minutes)).await;
        // Sometimes they go on while the bot still does what became due.
        if fault || fastrand::u8(..4) > 0 {
            self.settled().await;
            self.audit.sends(&self.town).await;
            self.heard.read(&self.town);
        }
    }

    /// Sometimes a channel is closed to the bot for a while, and sometimes one is deleted.
    fn places(&mut self) {
        if let Some(closed) = self.closed.take_if(|_| fastrand::bool()) {
            self.town.table(closed).allow_bot();
        }
        if self.closed.is_none() && fastrand::u8(..10) == 0 {
            let table = fastrand::usize(..TABLES);
            self.town.table(table).deny_bot(VIEW_AND_SEND);
            self.town.count("channels closed");
            self.closed = Some(table);
        }
        if fastrand::u8(..12) == 0 {
            let table = fastrand::usize(..TABLES);
            self.heard.delete(&self.town.table(table));
            self.town.count("channels deleted");
        }
    }

    /// Waits until nothing is due and every board is shown.
    async fn settled(&self) {
        let begun = tokio::time::Instant::now();
        loop {
            let (due, owed): (i64, i64) = sqlx::query_as(
                "SELECT (SELECT count(*) FROM games WHERE next_at <= $1 AND channel NOT IN (SELECT channel FROM closed_channels)),
                     (SELECT count(*) FROM games WHERE shown < due AND channel NOT IN (SELECT channel FROM closed_channels))",
            )
            .bind(self.host.now() - 1_000)
            .fetch_one(&self.town.pool)
            .await
            .expect("two counts");
            if (due, owed) == (0, 0) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{due} due, {owed} owed");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The end of all games that go on is not waited for; all that happened is looked at once more.
    pub async fn end(mut self) -> String {
        self.settled().await;
        self.heard.read(&self.town);
        self.heard.nobody_was_reminded_for_nothing(&self.town.pool).await;
        let told = self.heard.counted();
        self.host.cut_off().await;
        Audit::all(&self.host.database(), &self.town).await;
        let kept = audit::kept(&self.town.pool).await;
        self.town.pool.close().await;
        self.town.discord.stop().await;
        let counts = self.town.counts.lock().expect("no panic");
        let happened: Vec<_> = counts.iter().map(|(what, times)| format!("{what}: {times}")).collect();
        format!("{kept}; {told}\n  {}", happened.join("\n  "))
    }
}
