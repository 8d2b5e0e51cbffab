//! A life: rounds in which people act and faults occur, each followed by the checks of the invariants.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use rookery::discord::clock::BotClock;
use rookery::game::UserId;
use rookery::sandbox::{Fault, Options, StandIn, Trouble};
use rookery::store::StoreUrl;
use rookery::timing::Clock;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::audit::{self, Audit};
use super::deadlines::Deadlines;
use super::dice::{mixed, roll, with_dice, with_dice_now};
use super::fate::Order;
use super::faults::Mishap;
use super::heard::Heard;
use super::invariant::{Invariant, broken, holds};
use super::look::Look;
use super::process::{Bot, one_died};
use super::town::{CLUBS, LEAVERS, TABLES, Town};
use super::{club, hall, people, rivals, standings};

/// How long due work and pending messages may take.
const PATIENCE: Duration = Duration::from_mins(15);
/// An interaction that Discord sends again can no longer be answered after three seconds.
const SENT_AGAIN: Duration = Duration::from_millis(3_300);
/// Minutes between two rounds: sometimes a coffee break, sometimes days.
const BETWEEN: [u32; 12] = [1, 1, 1, 2, 2, 5, 5, 20, 45, 120, 360, 2_000];
/// After this time the bot has searched for an answer it did not record ...
const SWEPT: Duration = Duration::from_secs(130);
/// ... and after this time it may no longer find it.
///
/// The token ends after 15 minutes, and for some answers the pending board sent instead may be in flight.
const FOUND: Duration = Duration::from_mins(8);
const MINUTE_MS: i64 = 60_000;

/// Duration of a fault that occurs while time passes.
const LATE: Duration = Duration::from_secs(20);

/// Splits a time into steps; the bot does its due work in each.
fn steps(minutes: u32) -> impl Iterator<Item = Duration> {
    let whole = (0..minutes / 240).map(|_| 240);
    let rest = Some(minutes % 240).filter(|rest| *rest > 0);
    whole.chain(rest).map(|minutes| Duration::from_mins(minutes.into()))
}

/// An activity in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// People play each other at a table.
    Table(u8),
    /// A person plays against the bot.
    Rival(u8),
    /// A round of a club: tournaments and ladders.
    Club(u8),
    /// People look at the daily puzzle.
    Hall,
    /// A person plays a little and asks to be forgotten.
    Leaver(u8),
}

/// One round. It can be left out without changing the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The seed of all its randomness.
    pub seed: u64,
    /// What happens, all at once.
    pub acts: Vec<Act>,
    /// The faults meanwhile.
    pub mishaps: Vec<Mishap>,
    /// Minutes without activity afterwards.
    pub minutes: u32,
}

/// Everything that determines a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The seed it was made from.
    pub seed: u64,
    /// Commands are delivered by HTTP instead of the gateway.
    pub by_http: bool,
    /// Number of processes: one with a file, or several with a database server.
    pub processes: usize,
    /// The rounds, in order.
    pub rounds: Vec<Round>,
}

impl Script {
    /// A script derived from a seed, with this many rounds, for a bot of this many processes.
    pub fn of_seed(seed: u64, rounds: usize, processes: usize) -> Self {
        let is_several = processes > 1;
        let by_http = is_several || seed % 3 == 2;
        let mut dice = Rng::with_seed(mixed(&[seed]));
        let rounds =
            (0..rounds as u64).map(|number| Round::any(&mut dice, [seed, number], by_http, is_several));
        Self { seed, by_http, processes, rounds: rounds.collect() }
    }
}

impl Round {
    fn any(dice: &mut Rng, [seed, number]: [u64; 2], by_http: bool, is_several: bool) -> Self {
        let seed = mixed(&[seed, number]);
        let mut acts: Vec<Act> = (0..TABLES as u8).filter(|_| dice.u8(..4) > 0).map(Act::Table).collect();
        acts.extend((0..2).filter(|_| dice.u8(..3) == 0).map(Act::Rival));
        acts.extend((0..CLUBS as u8).filter(|_| dice.u8(..3) > 0).map(Act::Club));
        if dice.u8(..3) == 0 {
            acts.push(Act::Hall);
        }
        if dice.u8(..12) == 0 {
            acts.push(Act::Leaver(dice.u8(..LEAVERS as u8)));
        }
        // The first rounds let games start.
        let few = if number < 2 { 0 } else { *dice.choice(&[0, 1, 1, 2, 3, 4]).expect("some") };
        let mut mishaps: Vec<Mishap> =
            with_dice_now(mixed(&[seed, 1]), || (0..few).map(|_| Mishap::any(by_http, is_several)).collect());
        // A process that dies may die again right after its restart.
        if mishaps.iter().any(|mishap| matches!(mishap, Mishap::Crash { .. })) && dice.bool() {
            let again = with_dice_now(mixed(&[seed, 4]), Mishap::crash);
            mishaps.push(again);
        }
        // When nothing is stored for hours, the effect of a clock jump cannot be determined.
        if mishaps.iter().any(|mishap| matches!(mishap, Mishap::NothingKept(_))) {
            mishaps.retain(|mishap| !matches!(mishap, Mishap::ClockLeap(_)));
        }
        // A redelivered interaction whose answer was lost is answered with the board, which is pending as
        // well and may come twice.
        if mishaps.contains(&Mishap::Doubled) {
            mishaps.retain(|mishap| *mishap == Mishap::Doubled);
        }
        Self { seed, acts, mishaps, minutes: *dice.choice(&BETWEEN).expect("some") }
    }

    /// The crashes, one for each life: after how many accesses, and for how many seconds the bot is away.
    fn crashes(&self) -> impl Iterator<Item = (u16, u32)> {
        self.mishaps.iter().filter_map(|mishap| match mishap {
            Mishap::Crash { after, away } => Some((*after, *away)),
            _ => None,
        })
    }
}

/// The result of a life in which all invariants held.
#[derive(Debug, Default)]
pub struct Lived {
    /// Number of faults by kind.
    pub mishaps: BTreeMap<&'static str, u64>,
    /// Number of deaths of a process.
    pub deaths: usize,
    /// Number of acknowledged moves.
    pub moves: usize,
    /// Simulated time.
    pub time: Duration,
    /// A hash of the order of all the bot did.
    pub order: u64,
    /// Further counts, as text.
    pub told: String,
}

impl fmt::Display for Lived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} moves, {} deaths, {:.1} days; {}; order {:016x}",
            self.moves,
            self.deaths,
            self.time.as_secs_f64() / 86_400.0,
            self.told,
            self.order
        )
    }
}

struct Life {
    town: Arc<Town>,
    bot: Bot,
    world: Clock,
    clock: BotClock,
    closed: Option<usize>,
    heard: Heard,
    audit: Audit,
    struck: Instant,
    /// When people began to act in the current round, or the current step of the time after it, by the bot's
    /// clock.
    since: i64,
    /// Boards that existed when the bot had been away for longer than their answers can be found.
    excused: BTreeSet<String>,
    deadlines: Deadlines,
    /// The remaining crashes of this round.
    crashes: VecDeque<(u16, u32)>,
    /// Since when no player can move although the bot runs.
    down: Option<i64>,
    /// Since when Discord answers no request although commands arrive.
    unanswered: Option<i64>,
    lived: Lived,
    dir: TempDir,
}

/// Runs a script.
pub async fn lived(script: &Script, order: Arc<Order>, tell: impl FnOnce(Arc<Town>)) -> Lived {
    let mut life = Life::begin(script, order).await;
    tell(Arc::clone(&life.town));
    for (number, round) in script.rounds.iter().enumerate() {
        life.town.tell(&format!("-- round {number}: {:?}", round.mishaps));
        life.round(round).await;
    }
    life.end().await
}

impl Life {
    async fn begin(script: &Script, order: Arc<Order>) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let world = Clock::system();
        let options = Options {
            in_memory: true,
            clock: world.clone(),
            session_starts: 1_000_000,
            remembered_requests: 60,
            ..Options::new(dir.path().join("discord"))
        };
        let discord = StandIn::start(options).await.expect("a stand-in");
        let clock = BotClock(Clock::system());
        let mut bot = Bot::new((&discord, &clock), script.by_http, script.processes, dir.path(), order).await;
        bot.start().await;
        let look = Look::at(&bot.database()).await;
        let town = Arc::new(Town::new(discord, look));
        Self {
            town,
            bot,
            world,
            clock,
            closed: None,
            heard: Heard::default(),
            audit: Audit::default(),
            struck: Instant::now() - SENT_AGAIN,
            since: 0,
            excused: BTreeSet::new(),
            deadlines: Deadlines::default(),
            crashes: VecDeque::new(),
            down: None,
            unanswered: None,
            lived: Lived::default(),
            dir,
        }
    }

    fn now(&self) -> i64 {
        self.clock.now().0
    }

    /// Runs all acts at once while faults occur, then checks the invariants, and lets time pass.
    async fn round(&mut self, round: &Round) {
        if let Some(closed) = self.closed.take_if(|_| round.seed.is_multiple_of(2)) {
            self.opens(closed);
        }
        self.town.troubled.store(!round.mishaps.is_empty(), Ordering::Relaxed);
        self.since = self.now();
        let mut leap = 0;
        let mut doubled = false;
        for mishap in &round.mishaps {
            *self.lived.mishaps.entry(mishap.kind()).or_default() += 1;
            mishap.strike(&self.town, &self.bot);
            match *mishap {
                Mishap::Doubled => doubled = true,
                Mishap::ClockLeap(minutes) => {
                    self.heard.clock_leaps();
                    leap += i64::from(minutes) * MINUTE_MS;
                }
                Mishap::Outage(_) => self.discord_goes_down().await,
                Mishap::NothingKept(_) => self.nobody_can_move().await,
                Mishap::Unanswered(_) => {
                    self.unanswered.get_or_insert(self.now());
                }
                Mishap::ChannelClosed(table) => {
                    let table = usize::from(table);
                    if let Some(before) = self.closed.replace(table).filter(|before| *before != table) {
                        self.opens(before);
                    }
                    self.town.notes_opening(table, i64::MAX);
                }
                Mishap::ChannelDeleted(number) => {
                    let number = usize::from(number);
                    let channel = if number < TABLES {
                        self.town.table(number)
                    } else {
                        self.town.club(number - TABLES)
                    };
                    self.heard.delete(&channel);
                }
                _ => {}
            }
        }
        self.crashes = round.crashes().collect();
        self.meets_its_end();
        self.leap(leap).await;
        self.since = self.now();
        let acts = round.acts.iter().map(|act| {
            let (town, act) = (Arc::clone(&self.town), *act);
            let seed = mixed(&[round.seed, 2, act.number()]);
            tokio::spawn(with_dice(seed, async move { act.done(&town).await }))
        });
        let mut acts = join_all(acts.collect::<Vec<_>>());
        let acted = loop {
            let fates = self.bot.fates();
            tokio::select! {
                biased;
                () = one_died(&fates) => self.come_back(round).await,
                acted = &mut acts => break acted,
            }
        };
        for act in acted {
            if let Err(error) = act {
                std::panic::resume_unwind(error.into_panic());
            }
        }
        if doubled {
            self.double();
        }
        if round.mishaps.contains(&Mishap::Restart) && self.bot.runs() {
            self.all_works_again(round).await;
            let gone = self.now();
            self.bot.stop_one(round.seed as usize).await;
            if !self.bot.is_dead() {
                self.starts().await;
            }
            self.was_away(gone);
        }
        self.ends(round).await;
        self.leap(-leap).await;
        self.settled(round).await;
        self.check(round).await;
        self.server_is_away(round).await;
        self.pass(round).await;
    }

    /// Makes the guild unavailable if this round says so, after all have acted.
    async fn server_is_away(&mut self, round: &Round) {
        let minutes = round.mishaps.iter().filter_map(|mishap| match mishap {
            Mishap::ServerOutage(minutes) => Some(u32::from(*minutes)),
            _ => None,
        });
        let minutes = minutes.sum();
        if minutes == 0 {
            return;
        }
        let since = self.now();
        self.town.discord.guild_down();
        sleep(Duration::from_secs(1)).await;
        for step in steps(minutes) {
            self.lived.time += step;
            self.advance(step);
            sleep(LATE).await;
        }
        self.town.discord.guild_up();
        self.deadlines.nothing_worked(since, self.now());
        sleep(Duration::from_secs(1)).await;
        self.settled(round).await;
        self.check(round).await;
    }

    /// Opens the channel of this table to the bot again.
    fn opens(&self, table: usize) {
        self.town.table(table).allow_bot();
        self.town.notes_opening(table, self.now());
    }

    /// Makes Discord unreachable, in both directions.
    async fn discord_goes_down(&mut self) {
        self.town.discord.gateway_down().await;
        let down = Fault::everywhere(Trouble::Status(503), Duration::from_hours(1));
        self.town.discord.faults().add(down);
        self.nobody_can_move().await;
    }

    /// Records that from now on no player can move although the bot runs.
    async fn nobody_can_move(&mut self) {
        self.deadlines.look(&self.town.look).await;
        self.down.get_or_insert(self.now());
    }

    /// Ends an outage of Discord or the store, after the time this round gives.
    async fn all_works_again(&mut self, round: &Round) {
        let (down, unanswered) = (self.down.take(), self.unanswered.take());
        if down.is_none() && unanswered.is_none() {
            return;
        }
        // Moves made while no notification was delivered set new deadlines, which are earlier if the clock
        // was set back before.
        self.deadlines.look(&self.town.look).await;
        let minutes = round.mishaps.iter().filter_map(|mishap| match mishap {
            Mishap::Outage(minutes) | Mishap::NothingKept(minutes) | Mishap::Unanswered(minutes) => {
                Some(u32::from(*minutes))
            }
            _ => None,
        });
        for step in steps(minutes.sum()) {
            self.lived.time += step;
            self.advance(step);
            // Long enough for the due jobs to give up waiting for Discord.
            sleep(LATE).await;
        }
        self.town.discord.faults().clear();
        self.town.discord.gateway_up();
        self.bot.mends();
        if let Some(since) = down {
            self.deadlines.nothing_worked(since, self.now());
        }
        if let Some(since) = unanswered {
            self.deadlines.nobody_was_told(since, self.now());
        }
        if self.bot.runs() {
            self.bot.connected().await;
        }
    }

    /// Schedules the next crash of this round, if there is one.
    fn meets_its_end(&mut self) {
        if let Some((after, _)) = self.crashes.front() {
            self.bot.dies_after((*after).into());
        }
    }

    /// Makes the computer's clock jump while people can move.
    async fn leap(&mut self, by_ms: i64) {
        if by_ms == 0 {
            return;
        }
        self.deadlines.look(&self.town.look).await;
        let before = self.now();
        self.down = self.down.map(|since| since.min(before + by_ms));
        self.unanswered = self.unanswered.map(|since| since.min(before + by_ms));
        if by_ms < 0 {
            self.deadlines.hold(&self.town.look).await;
            self.deadlines.time_comes_again_from(before + by_ms);
        }
        self.clock.set_computer(by_ms);
        sleep(Duration::from_secs(3)).await;
        self.deadlines.nobody_could_move(before, before + by_ms);
    }

    /// After a death: checks that the files are consistent, and restarts the bot, at once or later.
    async fn come_back(&mut self, round: &Round) {
        self.lived.deaths += 1;
        self.town.count("deaths");
        let gone = self.now();
        self.bot.bury().await;
        if self.lived.deaths.is_multiple_of(3) {
            self.look_at_copy().await;
        }
        let away = self.crashes.pop_front().map(|(_, away)| Duration::from_secs(away.into()));
        let away = away.filter(|away| !away.is_zero());
        if let Some(away) = away {
            // Requests in progress in the other processes end before hours pass at once.
            sleep(if self.bot.is_several() { LATE } else { Duration::from_secs(4) }).await;
            self.advance(away);
        }
        // It does not start without Discord or without a writable store.
        self.all_works_again(round).await;
        // It may die during its start.
        self.meets_its_end();
        self.starts().await;
        if self.now() - self.since >= FOUND.as_millis() as i64 {
            let there = self.town.channels().flat_map(|channel| channel.messages());
            self.excused.extend(there.map(|message| message.id));
        }
        self.was_away(gone);
        self.struck = Instant::now();
    }

    /// Records an absence of all or some processes. If others ran, people could move meanwhile.
    fn was_away(&mut self, since: i64) {
        if !self.bot.is_several() {
            self.deadlines.nobody_could_move(since, self.now());
        }
    }

    /// Starts the bot, which may die meanwhile.
    async fn starts(&mut self) {
        let died = self.bot.start().await;
        self.lived.deaths += died;
        if died > 0 {
            self.crashes.pop_front();
            self.meets_its_end();
        }
        self.town.look.turn_to(&self.bot.database()).await;
        self.deadlines.look(&self.town.look).await;
        self.town.tell("the bot is back");
    }

    /// Checks that the files left by a death are consistent. Works on a copy, so that the next life finds the
    /// original.
    async fn look_at_copy(&mut self) {
        let StoreUrl::Sqlite(from) = self.bot.database() else { return };
        let copy = self.dir.path().join("copy");
        std::fs::create_dir_all(&copy).expect("a directory");
        for end in ["", "-wal"] {
            let [from, to] = [from.clone(), copy.join("rookery.db")].map(|path| {
                let mut path = path.into_os_string();
                path.push(end);
                PathBuf::from(path)
            });
            if from.exists() {
                std::fs::copy(from, to).expect("a copy");
            }
        }
        self.audit.stored(&StoreUrl::Sqlite(copy.join("rookery.db"))).await;
        std::fs::remove_dir_all(&copy).expect("the copy goes");
    }

    /// Ends all faults of the round.
    async fn ends(&mut self, round: &Round) {
        if round.mishaps.is_empty() {
            return;
        }
        // Nothing in flight times out before.
        sleep(Duration::from_secs(20)).await;
        self.all_works_again(round).await;
        self.town.discord.faults().clear();
        self.bot.mends();
        if !self.bot.runs() {
            self.come_back(round).await;
        }
        // A death that has not happened is cancelled.
        self.crashes.clear();
        self.bot.lives_on();
        // The minutes pass in two clock jumps; a sweep needs no more.
        for _ in 0..2 {
            self.advance(SWEPT / 2);
            sleep(Duration::from_secs(2)).await;
        }
        self.struck = Instant::now();
    }

    /// Redelivers everything sent in this round, as when the gateway resumes.
    fn double(&self) {
        let asked = self.town.discord.requests();
        let ids: BTreeSet<&str> = asked
            .iter()
            .filter_map(|one| one.path.split_once("/interactions/"))
            .filter_map(|(_, rest)| rest.split('/').next())
            .collect();
        for id in ids {
            self.town.discord.replay(id);
        }
    }

    /// Waits until no work is due and no outbox entries are pending.
    async fn settled(&mut self, round: &Round) {
        let begun = Instant::now();
        loop {
            if !self.bot.runs() {
                self.come_back(round).await;
            }
            let before = self.now() - 1_000;
            let open = "channel NOT IN (SELECT channel FROM closed_channels)";
            let counts = format!(
                "SELECT (SELECT count(*) FROM games WHERE next_at <= {before} AND {open})
                         + (SELECT count(*) FROM tournaments WHERE next_at <= {before})
                         + (SELECT count(*) FROM ladders WHERE next_at <= {before}),
                     (SELECT count(*) FROM games WHERE shown < due AND {open}),
                     (SELECT count(*) FROM outbox WHERE due <= {before} AND {open}),
                     (SELECT count(*) FROM games WHERE state = 'live' AND engine = turn AND {open})"
            );
            let (due, unshown, owed, unmoved): (i64, i64, i64, i64) =
                self.town.look.first(counts).await.expect("four counts");
            if (due, unshown, owed, unmoved) == (0, 0, 0, 0) {
                return;
            }
            if begun.elapsed() >= PATIENCE {
                let owed_now =
                    "SELECT kind, subject, part, tries, code FROM outbox WHERE due IS NOT NULL LIMIT 5";
                let first: Vec<(String, i64, i64, i64, Option<i64>)> = self.town.look.rows(owed_now).await;
                let what = format!(
                    "{due} due, {unshown} boards unshown, {owed} messages owed, {unmoved} moves of the bot: {first:?}"
                );
                broken(Invariant::EveryDebtIsPaid, what);
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Checks all invariants while nothing is in flight.
    async fn check(&mut self, round: &Round) {
        let failures = self.town.discord.failures();
        holds(Invariant::EverybodyIsAnswered, !round.mishaps.is_empty() || failures.is_empty(), || {
            format!("{failures:?}")
        });
        self.town.discord.forget_failures();
        self.audit.sends(&self.town).await;
        self.heard.read(&self.town);
        hall::becomes_true(&self.town, &self.clock).await;
        standings::results_are_noted(&self.town.look).await;
        self.turns_are_shown().await;
        self.deadlines.hold(&self.town.look).await;
        self.deadlines.look(&self.town.look).await;
        self.nothing_is_kept_of_the_forgotten().await;
    }

    /// The newest board of each live game shows the player to move, unless its channel is closed or deleted.
    async fn turns_are_shown(&self) {
        let live: Vec<(i64, i64, i64, i64)> = self
            .town
            .look
            .rows(
                "SELECT id, board_channel, board_message, to_move FROM games
                 WHERE state = 'live' AND white <> black AND engine IS NULL AND shown >= due AND board_message IS NOT NULL
                     AND channel NOT IN (SELECT channel FROM closed_channels)",
            )
            .await;
        for (game, channel, board, to_move) in live {
            let Some(place) = self.town.discord.channel_by_id(&channel.to_string()) else { continue };
            let shown = place.message(&board.to_string());
            let content = shown.map(|message| message.content).unwrap_or_default();
            let turn = format!("<@{to_move}>) to move");
            holds(Invariant::BoardsSayWhoseTurnItIs, content.contains(&turn), || {
                format!("game {game} in {channel} waits for {to_move}: {content:?}")
            });
        }
    }

    async fn nothing_is_kept_of_the_forgotten(&self) {
        let forgotten = self.town.forgotten.lock().expect("no panic").clone();
        let Some(app) = self.bot.app().filter(|_| !forgotten.is_empty()) else { return };
        let nobody = 7;
        let expected = app.person_file(UserId(nobody)).await.expect("a file").json;
        for person in forgotten {
            let file = app.person_file(UserId(person)).await.expect("a file").json;
            let expected = expected.replace(&format!("\"{nobody}\""), &format!("\"{person}\""));
            holds(Invariant::TheForgottenAreForgotten, file == expected, || file.clone());
        }
    }

    fn advance(&self, time: Duration) {
        self.world.advance(time);
        self.clock.advance(time);
    }

    /// Lets time pass, part of it step by step.
    async fn pass(&mut self, round: &Round) {
        sleep(SENT_AGAIN.saturating_sub(self.struck.elapsed())).await;
        let mut struck = false;
        for mishap in &round.mishaps {
            struck |= mishap.strike_late(&self.town, &self.bot);
        }
        for step in steps(round.minutes) {
            self.deadlines.look(&self.town.look).await;
            self.lived.time += step;
            self.advance(step);
            self.since = self.now();
            let is_struck = std::mem::take(&mut struck);
            let time = if is_struck { LATE } else { Duration::from_secs(2) };
            let fates = self.bot.fates();
            let died = tokio::time::timeout(time, one_died(&fates)).await.is_ok();
            if is_struck {
                self.town.discord.faults().clear();
                self.bot.lives_on();
            }
            if died {
                self.come_back(round).await;
            }
        }
    }

    /// Ends the life and repeats all checks. Live games are not played to their end.
    async fn end(mut self) -> Lived {
        let quiet = Round { seed: 1, acts: Vec::new(), mishaps: Vec::new(), minutes: 0 };
        if let Some(closed) = self.closed.take() {
            self.opens(closed);
        }
        self.advance(Duration::from_mins(3));
        sleep(Duration::from_mins(2)).await;
        self.settled(&quiet).await;
        self.check(&quiet).await;
        self.heard.nobody_was_reminded_for_nothing(&self.town.look).await;
        self.old_boards_have_no_buttons().await;
        let (app, look) = (self.bot.app().expect("it runs"), &self.town.look);
        let all = look.rows(standings::ALL).await;
        let over = standings::checked(app, all, async |query| look.number(query).await).await;
        self.bot.stop().await;
        Audit::all(&self.bot.database(), &self.town).await;
        let kept = audit::kept(&self.town.look).await;
        self.town.discord.stop().await;
        self.lived.order = self.bot.order.number();
        self.lived.moves = self.town.counted("move") as usize;
        self.lived.told = format!("{kept}; {over}; {}", self.heard.counted());
        self.lived
    }

    /// Of a game's boards with move buttons, only the newest has buttons.
    async fn old_boards_have_no_buttons(&self) {
        let ids = async |query: &str| {
            let found: Vec<(i64,)> = self.town.look.rows(query).await;
            found.into_iter().map(|(id,)| id.to_string()).collect::<BTreeSet<_>>()
        };
        let newest =
            ids("SELECT board_message FROM games WHERE state = 'live' AND board_message IS NOT NULL").await;
        let closed = ids("SELECT channel FROM closed_channels").await;
        // Where the bot may not write, it retries at growing intervals.
        let owed = ids("SELECT subject FROM outbox WHERE kind = 'old-board' AND code IS NOT NULL").await;
        let old: Vec<_> = self
            .town
            .channels()
            .filter(|channel| !closed.contains(channel.id()))
            .flat_map(|channel| channel.messages())
            .filter(|one| !one.is_ephemeral() && one.labels().iter().any(|label| label == "Resign"))
            .filter(|one| ![&newest, &owed, &self.excused].iter().any(|known| known.contains(&one.id)))
            .map(|one| (one.id, one.channel_id, one.content))
            .collect();
        holds(Invariant::BoardsSayWhoseTurnItIs, old.is_empty(), || {
            format!("these have buttons that are out of date: {old:?}")
        });
    }
}

impl Act {
    /// A number that differs for each act.
    fn number(self) -> u64 {
        match self {
            Self::Table(number) => 1_000 + u64::from(number),
            Self::Rival(number) => 2_000 + u64::from(number),
            Self::Club(number) => 3_000 + u64::from(number),
            Self::Hall => 4_000,
            Self::Leaver(number) => 5_000 + u64::from(number),
        }
    }

    async fn done(self, town: &Town) {
        // People are slower than machines and do not act at the same moment.
        sleep(Duration::from_millis(roll(|dice| dice.u64(..1_500)))).await;
        match self {
            Self::Table(number) => {
                for _ in 0..roll(|dice| dice.u8(1..5)) {
                    people::step(town, number.into()).await;
                }
            }
            Self::Rival(number) => rivals::step(town, number.into()).await,
            Self::Club(number) => club::step(town, number.into()).await,
            Self::Hall => hall::step(town).await,
            Self::Leaver(number) => people::leave(town, number.into()).await,
        }
    }
}
