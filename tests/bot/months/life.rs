//! A server full of people, round after round.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;

use rookery::app::App;
use rookery::sandbox::{Channel, Member, Options, StandIn};
use tempfile::TempDir;

use super::audit::{self, Audit, Sent};
use super::club;
use super::hall::{self, Halls};
use super::heard::Heard;
use super::host::Host;
use super::pause;
use super::people;
use super::tournaments;
use super::weather;
use crate::databases::{self, Beside};

/// People who play, and channels to play in.
const PEOPLE: usize = 60;
pub const TABLES: usize = 60;
/// Channels for tournaments and ladders, in a life of many games and in a short one.
const CLUBS: [usize; 2] = [8, 1];
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
/// A life of so many games is not one of the tests, which wait for less.
const LONG: usize = 100;
/// After so long answers that nobody noted are looked at, and what is owed some seconds after it happened is due.
const SWEPT: Duration = Duration::from_secs(90);
/// What passes between two rounds, in minutes: sometimes a coffee, sometimes days.
const BETWEEN: [u64; 10] = [1, 1, 5, 5, 20, 45, 120, 360, 1_200, 4_320];

/// What the tasks of a round share.
pub struct Town {
    pub discord: StandIn,
    pub people: Vec<Member>,
    /// Looks at the database, as nobody outside the bot could.
    pub beside: Beside,
    /// By game, what was sent as a move.
    pub sent: Mutex<BTreeMap<i64, Vec<Sent>>>,
    /// How often what happened.
    pub counts: Mutex<BTreeMap<String, u64>>,
    /// How many games there shall be.
    pub wanted: usize,
    /// In this round the bot is cut off or Discord fails, so that an answer may be that of the second time.
    pub strikes: AtomicBool,
    pub halls: Halls,
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

    /// How many tournaments there shall be.
    pub fn tournaments(&self) -> i64 {
        self.wanted.div_ceil(10) as i64
    }

    /// How many may get no answer within three seconds though nothing was cut off. In a short life some may: the other tests run beside it.
    fn may_be_unanswered(&self) -> usize {
        if self.wanted >= LONG {
            return 0;
        }
        let done: u64 = self.counts.lock().expect("no panic").values().sum();
        1 + done as usize / 20
    }

    /// How many clubs there are.
    fn clubs(&self) -> usize {
        CLUBS[usize::from(self.wanted < LONG)]
    }

    /// The channel of a club; a new one where it was deleted.
    pub fn club(&self, number: usize) -> Channel {
        self.discord.channel(&format!("club-{number}"))
    }

    /// All channels that people read, and the threads.
    pub fn channels(&self) -> impl Iterator<Item = Channel> {
        let tables = (0..TABLES).map(|table| self.table(table));
        let clubs = (0..self.clubs()).map(|club| self.club(club));
        let halls = self.halls.names().map(|name| self.discord.channel(&name));
        tables.chain(clubs).chain(halls).chain(self.discord.threads())
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
    /// The longest that it took until nothing was due or owed.
    longest: Duration,
    /// How many got no answer though nothing was cut off.
    unanswered: usize,
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
        let mut host = Host::new(how, &discord, dir.path()).await;
        host.start(&discord).await;
        let beside = Beside::open(host.store()).await;
        let people = (0..PEOPLE).map(|number| discord.member(&format!("p{number}"))).collect();
        let (sent, counts, strikes) = (Mutex::default(), Mutex::default(), AtomicBool::new(false));
        let halls = Halls::default();
        let town = Town { discord, people, beside, sent, counts, wanted: games, strikes, halls };
        Self {
            host,
            town: Arc::new(town),
            closed: None,
            struck: Instant::now(),
            audit: Audit::default(),
            heard: Heard::default(),
            longest: Duration::ZERO,
            unanswered: 0,
            _dir: dir,
        }
    }

    /// How many games there have been.
    pub async fn games_begun(&self) -> usize {
        self.number("SELECT count(*) FROM games").await as usize
    }

    /// Whether as many games as wanted have come to their end, and all tournaments.
    pub async fn is_over(&self, games: usize) -> bool {
        let going_on = "SELECT count(*) FROM tournaments WHERE state IN ('open', 'running')";
        self.number("SELECT count(*) FROM games WHERE state <> 'live'").await as usize >= games
            && (self.town.wanted < LONG
                || self.number("SELECT count(*) FROM tournaments").await >= self.town.tournaments()
                    && self.number(going_on).await == 0)
    }

    async fn number(&self, query: &'static str) -> i64 {
        self.town.beside.number(query).await
    }

    /// Everybody does one thing at most; then time passes. With a fault, the bot is cut off in the midst of it; what is
    /// on disk must make sense by itself then. Sometimes it stays away for long.
    pub async fn round(&mut self, fault: bool) {
        self.places();
        let troubled = weather::begin(&self.town);
        self.town.strikes.store(fault || troubled, Ordering::Relaxed);
        let parts: Vec<Vec<usize>> =
            (0..AT_ONCE).map(|part| (part..TABLES).step_by(AT_ONCE).collect()).collect();
        let tables = parts.into_iter().map(|tables| {
            let town = Arc::clone(&self.town);
            tokio::spawn(async move {
                for table in tables {
                    people::step(&town, table).await;
                }
            })
        });
        let clubs = (0..self.town.clubs()).map(|club| {
            let town = Arc::clone(&self.town);
            tokio::spawn(async move { club::step(&town, club).await })
        });
        let hall = std::iter::once({
            let town = Arc::clone(&self.town);
            tokio::spawn(async move { hall::step(&town).await })
        });
        let tasks: Vec<_> = tables.chain(clubs).chain(hall).collect();
        let mut away = false;
        if fault {
            pause(1, 250).await;
            let what = self.host.strike(&self.town.discord).await;
            self.town.count(what);
            if self.host.is_alone() {
                self.audit.stored(self.host.store(), &self.town.beside).await;
                self.heard.read(&self.town);
            }
            away = fastrand::u8(..8) == 0;
            if away && !self.host.is_alone() {
                self.host.cut_off().await;
            }
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
            self.host.pass(&self.town.beside, Duration::from_hours(fastrand::u64(1..30))).await;
            self.host.start(&self.town.discord).await;
        }
        self.town.discord.faults().clear();
        let failures = self.town.discord.failures();
        if !fault && !troubled {
            self.unanswered += failures.len();
            let most = self.town.may_be_unanswered();
            assert!(self.unanswered <= most, "more than {most} without an answer, at last {failures:?}");
        }
        self.town.discord.forget_failures();
        if fault || troubled {
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
        self.host.pass(&self.town.beside, Duration::from_mins(minutes)).await;
        // Sometimes they go on while the bot still does what became due.
        if fault || fastrand::u8(..4) > 0 {
            let waited = self.settled().await;
            self.longest = self.longest.max(waited);
            self.audit.sends(&self.town).await;
            self.heard.read(&self.town);
            hall::becomes_true(&self.town, self.host.now()).await;
            self.turns_are_shown().await;
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
        // By HTTP nobody is told of that.
        if self.host.is_alone() && fastrand::u8(..12) == 0 {
            let table = fastrand::usize(..TABLES);
            self.heard.delete(&self.town.table(table));
            self.town.count("channels deleted");
        }
        if self.host.is_alone() && fastrand::u8(..60) == 0 {
            let club = fastrand::usize(..self.town.clubs());
            self.heard.delete(&self.town.club(club));
            self.town.count("clubs deleted");
        }
    }

    /// Waits until nothing is due and nothing is owed.
    async fn settled(&self) -> Duration {
        let begun = Instant::now();
        loop {
            let before = self.host.now() - 1_000;
            let counts = format!(
                "SELECT (SELECT count(*) FROM games WHERE next_at <= {before} AND channel NOT IN (SELECT channel FROM closed_channels))
                         + (SELECT count(*) FROM tournaments WHERE next_at <= {before}) + (SELECT count(*) FROM ladders WHERE next_at <= {before}),
                     (SELECT count(*) FROM games WHERE shown < due AND channel NOT IN (SELECT channel FROM closed_channels)),
                     (SELECT count(*) FROM outbox WHERE due <= {before} AND channel NOT IN (SELECT channel FROM closed_channels))"
            );
            let (due, unshown, owed): (i64, i64, i64) =
                self.town.beside.first(counts).await.expect("three counts");
            if (due, unshown, owed) == (0, 0, 0) {
                return begun.elapsed();
            }
            assert!(begun.elapsed() < PATIENCE, "{due} due, {unshown} boards unshown, {owed} messages owed");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The newest board of each game that goes on says who is to move, unless its channel is closed or gone.
    async fn turns_are_shown(&self) {
        let live: Vec<(i64, i64, i64, i64)> = self
            .town
            .beside
            .rows(
                "SELECT id, board_channel, board_message, to_move FROM games
                 WHERE state = 'live' AND white <> black AND shown >= due AND board_message IS NOT NULL
                     AND channel NOT IN (SELECT channel FROM closed_channels)",
            )
            .await;
        for (game, channel, board, to_move) in live {
            let Some(place) = self.town.discord.channel_by_id(&channel.to_string()) else { continue };
            let board = board.to_string();
            let shown = place.messages().into_iter().find(|message| message.id == board);
            let content = shown.map(|message| message.content).unwrap_or_default();
            let turn = format!("<@{to_move}>) to move");
            assert!(content.contains(&turn), "game {game} in {channel} waits for {to_move}: {content:?}");
        }
    }

    /// Of the boards of a game on which moves can be made, the newest alone has buttons.
    async fn old_boards_have_no_buttons(&self) {
        let ids = async |query: &str| {
            let found: Vec<(i64,)> = self.town.beside.rows(query).await;
            found.into_iter().map(|(id,)| id.to_string()).collect::<BTreeSet<_>>()
        };
        let newest =
            ids("SELECT board_message FROM games WHERE state = 'live' AND board_message IS NOT NULL").await;
        let closed = ids("SELECT channel FROM closed_channels").await;
        let old: Vec<_> = self
            .town
            .channels()
            .filter(|channel| !closed.contains(channel.id()))
            .flat_map(|channel| channel.messages())
            .filter(|one| !one.is_ephemeral() && one.labels().iter().any(|label| label == "Resign"))
            .filter(|one| !newest.contains(&one.id))
            .map(|one| (one.id, one.channel_id, one.content))
            .collect();
        assert!(old.is_empty(), "these have buttons that are out of date: {old:?}");
    }

    /// What must hold of the tournaments that are over, while the bot is not running; how many of each kind there were.
    async fn tournaments(&self) -> String {
        if self.town.wanted < LONG {
            return "tournaments that go on".to_owned();
        }
        let over: Vec<(i64, i64)> = self
            .town
            .beside
            .rows("SELECT id, channel FROM tournaments WHERE state = 'over' AND channel NOT IN (SELECT channel FROM closed_channels)")
            .await;
        let there = |channel: i64| self.town.discord.channel_by_id(&channel.to_string()).is_some();
        for (id, channel) in over {
            // A channel that is gone may have been there when it ended.
            assert!(self.heard.has_end_of(id) || !there(channel), "the end of tournament {id} was not told");
        }
        let app = App::open_at(self.host.store()).await.expect("the database opens");
        let told = tournaments::checked(&app, &self.town.beside).await;
        app.close().await;
        told
    }

    /// The end of all games that go on is not waited for; all that happened is looked at once more.
    pub async fn end(mut self) -> String {
        self.settled().await;
        // By a simulated clock, answers that nobody noted are too old to be found within seconds.
        if self.town.wanted >= LONG && !matches!(self.host, Host::Dropped { .. }) {
            tokio::time::sleep(SWEPT).await;
            self.settled().await;
            self.old_boards_have_no_buttons().await;
        }
        self.heard.read(&self.town);
        self.heard.nobody_was_reminded_for_nothing(&self.town.beside).await;
        let told = self.heard.counted();
        self.host.cut_off().await;
        Audit::all(self.host.store(), &self.town).await;
        let tournaments = self.tournaments().await;
        let kept = audit::kept(&self.town.beside).await;
        self.town.beside.clone().close().await;
        databases::done_with(self.host.store()).await;
        self.town.discord.stop().await;
        let counts = self.town.counts.lock().expect("no panic");
        let solved = counts.contains_key(hall::SOLVED);
        assert!(solved || self.town.wanted < LONG, "nobody has solved a puzzle of the day");
        let happened: Vec<_> = counts.iter().map(|(what, times)| format!("{what}: {times}")).collect();
        let (longest, unanswered) = (self.longest.as_secs_f64(), self.unanswered);
        format!(
            "{kept}; {tournaments}; {told}; all was done and shown after {longest:.1} s at most, {unanswered} unanswered\n  {}",
            happened.join("\n  ")
        )
    }
}
