//! Boards that are owed: states of games that are on disk, but that no known message shows. Whatever went wrong (a crash, an
//! outage, a channel that is closed), they are posted as soon as it can be, once, and without hammering.
//!
//! Whether a board arrived is asked, not guessed: the answer to an interaction can be looked at for 15 minutes, and a message
//! of our own carries a nonce that makes no second message for some minutes. What stays unknown is posted again without a ping.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::boards;
use super::desk::{self, Desk};
use super::follow;
use super::reply::MessageAt;
use super::transport::{Failure, Original};
use crate::app::{AppError, Expected, GameView, Missed, Unshown};
use crate::game::{GameId, Version};

/// How often the store is asked for games that nobody spoke of.
const LOOK: Duration = Duration::from_secs(5);
/// As many are taken from the store at once.
const PAGE: u32 = 500;
/// An action in hand looks the same, and may take so long.
const IN_HAND: Duration = Duration::from_secs(15);
/// An interaction younger than this may still be answered, when a resumed connection brings it again.
const ANSWERABLE: i64 = 3_500;
/// For so long a nonce makes no second message. Discord says "a few minutes".
const NONCE_LIFE: Duration = Duration::from_mins(2);
/// Discord's code for a channel that is gone.
const UNKNOWN_CHANNEL: i64 = 10_003;
/// How long the post of a board may take.
const POST: Duration = Duration::from_secs(10);
/// The pauses between tries of one board, and between tries of any while Discord is out of reach: doubling, between these.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_mins(1));
/// Boards posted side by side.
const AT_ONCE: usize = 8;

/// Before an answer that nobody confirmed is looked for: until then it may still arrive.
const SETTLES: Duration = Duration::from_millis(500);

/// A board that could not be delivered.
#[derive(Clone, Copy, Debug)]
pub struct Debt {
    /// The game.
    pub game: GameId,
    /// The state that is to be shown. A later one is somebody else's.
    pub version: Version,
    /// A message of our own was tried just now, and nobody knows whether it got through.
    pub posted: bool,
}

/// Where debts are told.
#[derive(Clone, Debug)]
pub struct Owed(mpsc::Sender<Debt>);

impl Owed {
    /// The place to tell, and the end for [`work`].
    pub fn new() -> (Self, mpsc::Receiver<Debt>) {
        let (send, receive) = mpsc::channel(1_024);
        (Self(send), receive)
    }

    /// Tells one. When too many come at once, the regular look at the store finds it.
    pub fn tell(&self, debt: Debt) {
        let _ = self.0.try_send(debt);
    }
}

/// What is known of one debt.
#[derive(Clone, Copy, Debug)]
struct Entry {
    version: Version,
    /// This process made it, so it knows of every try to show it.
    own: bool,
    /// When a message of our own was tried last.
    posted: Option<Instant>,
    /// The chat has said that the interaction was never answered.
    unanswered: bool,
    tries: u32,
    next: Instant,
}

impl Entry {
    fn new(version: Version, own: bool, next: Instant) -> Self {
        Self { version, own, posted: None, unanswered: false, tries: 0, next }
    }

    /// Whether another message of our own would be the first, or one that the nonce makes the same as the last.
    fn is_safe(&self, unshown: Unshown) -> bool {
        match self.posted {
            Some(at) => at.elapsed() < NONCE_LIFE,
            None => self.own || desk::now().since(unshown.at) < NONCE_LIFE.as_millis() as i64,
        }
    }
}

/// What a try came to.
enum Outcome {
    /// It is shown, or there is nothing to show any more.
    Settled,
    /// It can be tried again; whether Discord could be reached.
    Later { reachable: bool },
}

type Tried = (GameId, Entry, Result<Outcome, AppError>);

/// Pays debts until `stop`. `old` are those left behind by the process before this one.
pub async fn work(
    desk: Arc<Desk>,
    mut debts: mpsc::Receiver<Debt>,
    old: Vec<Unshown>,
    stop: CancellationToken,
) {
    let mut book = Book::default();
    for unshown in old {
        book.found(unshown, false, Instant::now() + answerable_for(unshown));
    }
    // Cut off when this ends: a message that was on its way has its nonce, and the next start finds the debt.
    let mut trying: JoinSet<Tried> = JoinSet::new();
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    look.tick().await;
    loop {
        let next = book.next(trying.len());
        tokio::select! {
            () = stop.cancelled() => return,
            debt = debts.recv() => match debt {
                Some(debt) => book.told(debt),
                None => return,
            },
            Some(tried) = trying.join_next() => match tried {
                Ok((game, entry, outcome)) => book.settle(game, entry, outcome),
                Err(error) => tracing::error!(%error, "a try to show a board broke"),
            },
            _ = look.tick() => match desk.app.unshown(desk::now(), PAGE).await {
                Ok(list) => book.listed(list),
                Err(error) => tracing::error!(%error, "boards that were never shown were not looked for"),
            },
            () = sleep_until(next), if next.is_some() => {
                if let Some((game, entry)) = book.take() {
                    let desk = Arc::clone(&desk);
                    trying.spawn(async move {
                        let mut entry = entry;
                        let outcome = show(&desk, game, &mut entry).await;
                        (game, entry, outcome)
                    });
                }
            }
        }
    }
}

async fn sleep_until(at: Option<Instant>) {
    if let Some(at) = at {
        tokio::time::sleep_until(at.into()).await;
    }
}

/// How long the action may still be answered.
fn answerable_for(unshown: Unshown) -> Duration {
    Duration::from_millis((ANSWERABLE - desk::now().since(unshown.at)).max(0).unsigned_abs())
}

/// All debts that are known of, and when each is tried.
#[derive(Default)]
struct Book {
    entries: HashMap<GameId, Entry>,
    /// Those being tried at this moment.
    trying: HashMap<GameId, Version>,
    /// Discord is out of reach: how often in a row, and nothing is tried before then.
    outage: Option<(u32, Instant)>,
}

impl Book {
    /// A debt that the process itself has made.
    fn told(&mut self, debt: Debt) {
        let now = Instant::now();
        let mut entry = Entry::new(debt.version, true, now + SETTLES);
        entry.posted = debt.posted.then_some(now);
        self.entries.insert(debt.game, entry);
    }

    /// A debt that the store knows of.
    fn found(&mut self, unshown: Unshown, own: bool, next: Instant) {
        if self.trying.get(&unshown.game) == Some(&unshown.version) {
            return;
        }
        let fresh = Entry::new(unshown.version, own, next);
        let entry = self.entries.entry(unshown.game).or_insert(fresh);
        if entry.version < unshown.version {
            *entry = fresh;
        }
    }

    /// What the store knows of now: what it no longer knows of is settled.
    fn listed(&mut self, list: Vec<Unshown>) {
        if list.len() < PAGE as usize {
            self.entries.retain(|game, _| list.iter().any(|unshown| unshown.game == *game));
        }
        for unshown in list {
            // Nothing of this process ends a game by removing a player.
            let wait = if unshown.left { Duration::ZERO } else { IN_HAND };
            self.found(unshown, true, Instant::now() + wait);
        }
    }

    /// When there is something to try; while Discord is out of reach one at a time.
    fn next(&self, trying: usize) -> Option<Instant> {
        if trying >= if self.outage.is_some() { 1 } else { AT_ONCE } {
            return None;
        }
        let soonest = self.entries.values().map(|entry| entry.next).min()?;
        Some(self.outage.map_or(soonest, |(_, until)| soonest.max(until)))
    }

    /// The one whose time came first.
    fn take(&mut self) -> Option<(GameId, Entry)> {
        let (game, entry) = self.entries.iter().min_by_key(|(_, entry)| entry.next)?;
        let (game, entry) = (*game, *entry);
        self.entries.remove(&game);
        self.trying.insert(game, entry.version);
        Some((game, entry))
    }

    fn settle(&mut self, game: GameId, mut entry: Entry, outcome: Result<Outcome, AppError>) {
        self.trying.remove(&game);
        let reachable = match outcome {
            Ok(Outcome::Settled) => {
                self.outage = None;
                return;
            }
            Ok(Outcome::Later { reachable }) => reachable,
            Err(error) => {
                tracing::error!(%error, %game, "a board that was never shown could not be posted");
                true
            }
        };
        entry.tries += 1;
        entry.next = Instant::now() + pause(entry.tries);
        // Unless a later state has become a debt meanwhile.
        self.entries.entry(game).or_insert(entry);
        if reachable {
            self.outage = None;
        } else {
            let times = self.outage.map_or(1, |(times, _)| times + 1);
            self.outage = Some((times, Instant::now() + pause(times)));
        }
    }
}

/// Growing, and different for everybody who failed at the same moment.
fn pause(tries: u32) -> Duration {
    let longest = PAUSES.0.saturating_mul(1 << tries.min(10)).min(PAUSES.1);
    longest.mul_f64(0.5 + fastrand::f64() / 2.0)
}

async fn show(desk: &Desk, game: GameId, entry: &mut Entry) -> Result<Outcome, AppError> {
    let Some(unshown) = desk.app.unshown_game(game).await? else { return Ok(Outcome::Settled) };
    if entry.version != unshown.version {
        // Another action has begun since, and is in hand.
        return Ok(Outcome::Settled);
    }
    let missed = match desk.app.missed(unshown, desk::now()).await {
        Ok(Some(missed)) => missed,
        Ok(None) => return Ok(Outcome::Settled),
        Err(AppError::Refused(_)) => {
            desk.app.board_refused(unshown).await?;
            return Ok(Outcome::Settled);
        }
        Err(error) => return Err(error),
    };
    let Missed { view, answer } = missed;
    let was_answer = answer.is_some();
    if let Some(answer) = answer.filter(|_| !entry.unanswered) {
        match desk.rest.original(&answer.token.0, desk.application).await {
            Ok(Original::Message { id, private: false }) => return arrived(desk, view, id, answer).await,
            // A private answer is no board.
            Ok(Original::Message { private: true, .. } | Original::None) => entry.unanswered = true,
            Ok(Original::Unknown) => {}
            Err(_) => return Ok(Outcome::Later { reachable: false }),
        }
    }
    // A board that should have been an answer, of which the chat says nothing, may have been seen.
    let no_answer = entry.unanswered || !was_answer && (entry.posted.is_some() || !entry.own);
    let unseen = unshown.left || no_answer && entry.is_safe(unshown);
    post(desk, view, entry, unshown, unseen).await
}

/// The board was shown before we could note it.
async fn arrived(desk: &Desk, view: GameView, message: u64, answer: Expected) -> Result<Outcome, AppError> {
    let at = MessageAt { channel: view.place.channel.0, message };
    follow::board_posted(desk, view.game, view.version, at, Some(answer)).await?;
    Ok(Outcome::Settled)
}

async fn post(
    desk: &Desk,
    view: GameView,
    entry: &mut Entry,
    unshown: Unshown,
    unseen: bool,
) -> Result<Outcome, AppError> {
    let reply = boards::board(&view);
    let reply = if unseen { reply } else { reply.ping(None) };
    let nonce = boards::nonce(view.game, view.version);
    let channel = view.place.channel;
    let failure = match desk.rest.post(channel.0, &reply, &nonce, Instant::now() + POST).await {
        Ok(at) => {
            follow::board_posted(desk, view.game, view.version, at, None).await?;
            return Ok(Outcome::Settled);
        }
        Err(failure) => failure,
    };
    match failure {
        Failure::Refused { status: 403 | 404, code, .. } => {
            tracing::warn!(game = %view.game, %channel, code, "a board cannot be posted; its game waits");
            desk.app.channel_closed(channel, code.unsigned_abs() as u32, desk::now()).await?;
            if view.over && code == UNKNOWN_CHANNEL {
                desk.app.board_refused(unshown).await?;
            }
            Ok(Outcome::Settled)
        }
        // A wrong token or too many requests will pass; that this very message is not taken will not.
        Failure::Refused { status: 400 | 402..=428 | 430..=499, .. } => {
            tracing::error!(game = %view.game, %channel, %failure, "a board is not taken, so it is not shown");
            desk.app.board_refused(unshown).await?;
            Ok(Outcome::Settled)
        }
        Failure::Refused { status: 429, .. } | Failure::Limited => Ok(Outcome::Later { reachable: true }),
        _ => {
            entry.posted = Some(Instant::now());
            Ok(Outcome::Later { reachable: false })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Millis;

    fn unshown(game: i64, version: i64) -> Unshown {
        Unshown { game: GameId(game), version: Version(version), at: Millis(0), left: false }
    }

    fn debt(game: i64, version: i64) -> Debt {
        Debt { game: GameId(game), version: Version(version), posted: false }
    }

    #[test]
    fn pauses_grow_within_bounds() {
        for tries in 1..40 {
            assert!(pause(tries) >= PAUSES.0 / 2 && pause(tries) <= PAUSES.1);
        }
        assert!(pause(12) >= PAUSES.1 / 2);
    }

    #[test]
    fn a_debt_is_kept_until_the_store_knows_of_it_no_more() {
        let mut book = Book::default();
        book.listed(vec![unshown(1, 4), unshown(2, 1)]);
        let first = book.entries[&GameId(1)].next;
        assert!(first > Instant::now() + IN_HAND / 2, "it may be in hand");
        book.listed(vec![unshown(1, 4), unshown(2, 2)]);
        assert_eq!(book.entries[&GameId(1)].next, first, "the time runs from the first look");
        assert!(book.entries[&GameId(2)].next > first, "another state has its own time");
        book.listed(vec![unshown(2, 2)]);
        assert!(!book.entries.contains_key(&GameId(1)));
    }

    #[test]
    fn while_discord_is_out_of_reach_everything_waits() {
        let mut book = Book::default();
        book.told(debt(1, 2));
        book.told(debt(2, 2));
        let (game, entry) = book.take().expect("one is due");
        book.settle(game, entry, Ok(Outcome::Later { reachable: false }));
        assert!(book.next(0).is_some_and(|next| next > Instant::now()));
        assert_eq!(book.next(1), None, "one at a time");
        let (game, entry) = book.take().expect("one is due");
        book.settle(game, entry, Ok(Outcome::Settled));
        assert!(book.outage.is_none() && book.next(1).is_some());
    }

    #[test]
    fn a_second_message_pings_only_where_it_cannot_be_a_second() {
        let long_ago = unshown(1, 4);
        let mut entry = Entry::new(Version(4), true, Instant::now());
        assert!(entry.is_safe(long_ago), "this process knows that it has tried nothing");
        entry.own = false;
        assert!(!entry.is_safe(long_ago), "the one before may have");
        entry.posted = Some(Instant::now());
        assert!(entry.is_safe(long_ago), "the nonce sees to it");
        entry.posted = Instant::now().checked_sub(NONCE_LIFE);
        assert!(!entry.is_safe(long_ago), "and then no longer");
    }
}
