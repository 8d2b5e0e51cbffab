//! Boards that are owed: states of games that are on disk, but that no known message shows. Whatever went wrong (a crash, an
//! outage, a channel that is closed), they are posted as soon as it can be, once, and without hammering.
//!
//! Whether a board arrived is asked, not guessed: the answer to an interaction can be looked at for 15 minutes, and a message
//! of our own carries a nonce that makes no second message for some minutes. What stays unknown is posted again without a ping.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::sync::mpsc;
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
const NONCE_LIFE: i64 = 2 * 60_000;
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
    /// It is certain that nobody has seen the board.
    pub unseen: bool,
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
    version: Option<Version>,
    unseen: bool,
    tries: u32,
    next: Instant,
}

/// What a try came to.
enum Outcome {
    /// It is shown, or there is nothing to show any more.
    Settled,
    /// The channel does not take it; the store knows when to try again.
    Closed,
    /// It can be tried again; what is known of it by then.
    Later { unseen: bool, reachable: bool },
}

/// Pays debts until `stop`. `old` are those left behind by the process before this one.
pub async fn work(
    desk: Arc<Desk>,
    mut debts: mpsc::Receiver<Debt>,
    old: Vec<Unshown>,
    stop: CancellationToken,
) {
    let mut book = Book::default();
    for unshown in old {
        book.found(unshown, Instant::now() + answerable_for(unshown));
    }
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    look.tick().await;
    loop {
        let next = book.next();
        tokio::select! {
            () = stop.cancelled() => return,
            debt = debts.recv() => match debt {
                Some(debt) => book.told(debt),
                None => return,
            },
            _ = look.tick() => match desk.app.unshown(desk::now(), PAGE).await {
                Ok(list) => book.listed(list),
                Err(error) => tracing::error!(%error, "boards that were never shown were not looked for"),
            },
            () = sleep_until(next), if next.is_some() => book.pay(&desk).await,
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
    /// Discord is out of reach: how often in a row, and nothing is tried before then.
    outage: Option<(u32, Instant)>,
}

impl Book {
    /// A debt that the process itself has made.
    fn told(&mut self, debt: Debt) {
        let next = Instant::now() + SETTLES;
        let fresh = Entry { version: None, unseen: debt.unseen, tries: 0, next };
        self.entries.insert(debt.game, fresh);
    }

    /// A debt that the store knows of.
    fn found(&mut self, unshown: Unshown, next: Instant) {
        let fresh = Entry { version: Some(unshown.version), unseen: false, tries: 0, next };
        let entry = self.entries.entry(unshown.game).or_insert(fresh);
        if entry.version.is_some_and(|known| known != unshown.version) {
            *entry = fresh;
        }
    }

    /// What the store knows of now: what it no longer knows of is settled.
    fn listed(&mut self, list: Vec<Unshown>) {
        if list.len() < PAGE as usize {
            self.entries.retain(|game, entry| {
                entry.version.is_none() || list.iter().any(|unshown| unshown.game == *game)
            });
        }
        for unshown in list {
            // Nothing of this process ends a game by removing a player.
            let wait = if unshown.left { Duration::ZERO } else { IN_HAND };
            self.found(unshown, Instant::now() + wait);
        }
    }

    fn next(&self) -> Option<Instant> {
        let soonest = self.entries.values().map(|entry| entry.next).min()?;
        Some(self.outage.map_or(soonest, |(_, until)| soonest.max(until)))
    }

    /// Tries those whose time has come; one alone while Discord is out of reach.
    async fn pay(&mut self, desk: &Desk) {
        let now = Instant::now();
        let mut due: Vec<_> = self.entries.iter().filter(|(_, entry)| entry.next <= now).collect();
        due.sort_by_key(|(_, entry)| entry.next);
        let most = if self.outage.is_some() { 1 } else { AT_ONCE };
        let due: Vec<_> = due.into_iter().take(most).map(|(game, entry)| (*game, *entry)).collect();
        let tried: Vec<_> = futures_util::stream::iter(due)
            .map(async |(game, entry)| (game, entry, show(desk, game, entry).await))
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        for (game, entry, outcome) in tried {
            self.settle(game, entry, outcome);
        }
    }

    fn settle(&mut self, game: GameId, mut entry: Entry, outcome: Result<Outcome, AppError>) {
        let (unseen, reachable) = match outcome {
            Ok(Outcome::Settled | Outcome::Closed) => {
                self.outage = None;
                self.entries.remove(&game);
                return;
            }
            Ok(Outcome::Later { unseen, reachable }) => (unseen, reachable),
            Err(error) => {
                tracing::error!(%error, %game, "a board that was never shown could not be posted");
                (entry.unseen, true)
            }
        };
        entry.tries += 1;
        entry.unseen |= unseen;
        entry.next = Instant::now() + pause(entry.tries);
        self.entries.insert(game, entry);
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

async fn show(desk: &Desk, game: GameId, entry: Entry) -> Result<Outcome, AppError> {
    let Some(unshown) = desk.app.unshown_game(game).await? else { return Ok(Outcome::Settled) };
    if entry.version.is_some_and(|version| version != unshown.version) {
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
    let mut unseen = entry.unseen || unshown.left;
    match &answer {
        Some(answer) => match desk.rest.original(&answer.token.0, desk.application).await {
            Ok(Original::Message(message)) => return arrived(desk, view, message, answer.clone()).await,
            Ok(Original::None) => unseen = true,
            Ok(Original::Unknown) => {}
            Err(_) => return Ok(Outcome::Later { unseen, reachable: false }),
        },
        None => unseen |= desk::now().since(unshown.at) < NONCE_LIFE,
    }
    post(desk, view, unseen).await
}

/// The board was shown before we could note it.
async fn arrived(desk: &Desk, view: GameView, message: u64, answer: Expected) -> Result<Outcome, AppError> {
    let at = MessageAt { channel: view.place.channel.0, message };
    follow::board_posted(desk, view.game, view.version, at, Some(answer)).await?;
    Ok(Outcome::Settled)
}

async fn post(desk: &Desk, view: GameView, unseen: bool) -> Result<Outcome, AppError> {
    let reply = boards::board(&view);
    let reply = if unseen { reply } else { reply.ping(None) };
    let nonce = boards::nonce(view.game, view.version);
    match desk.rest.post(view.place.channel.0, &reply, &nonce, Instant::now() + POST).await {
        Ok(at) => {
            follow::board_posted(desk, view.game, view.version, at, None).await?;
            Ok(Outcome::Settled)
        }
        // A wrong token or too many requests will pass; any other refusal of the request will not pass soon.
        Err(Failure::Refused { status: 400 | 402..=428 | 430..=499, code, .. }) => {
            desk.app.channel_closed(view.place.channel, code.unsigned_abs() as u32, desk::now()).await?;
            tracing::warn!(game = %view.game, channel = %view.place.channel, code, "a board cannot be posted; its game waits");
            Ok(Outcome::Closed)
        }
        Err(Failure::Limited) => Ok(Outcome::Later { unseen, reachable: true }),
        Err(_) => Ok(Outcome::Later { unseen, reachable: false }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Millis;

    fn unshown(game: i64, version: i64) -> Unshown {
        Unshown { game: GameId(game), version: Version(version), at: Millis(0), left: false }
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
        book.told(Debt { game: GameId(1), unseen: true });
        book.told(Debt { game: GameId(2), unseen: false });
        let entry = book.entries[&GameId(1)];
        book.settle(GameId(1), entry, Ok(Outcome::Later { unseen: true, reachable: false }));
        assert!(book.next().is_some_and(|next| next > Instant::now()));
        assert!(book.entries[&GameId(1)].unseen);
        let entry = book.entries[&GameId(2)];
        book.settle(GameId(2), entry, Ok(Outcome::Settled));
        assert!(book.outage.is_none());
    }
}
