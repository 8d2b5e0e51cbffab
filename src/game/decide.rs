//! What an intent does, or why it is refused.

use super::{Ask, Ending, Event, Game, Millis, Ply, Refusal, Rev, UserId};

use crate::rules::Color;

/// After so many days without a move the player who waits for it may abort, as there are no clocks.
pub const SILENT_DAYS: i64 = 14;

/// What a person wants to do in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Play a move, as typed.
    Move(String),
    /// Resign; in a hot-seat game for the side to move.
    Resign,
    /// Claim a draw that stands, agree to an offered one, or offer one.
    Draw,
    /// Abort where that is free, agree to an asked abort, or ask for one.
    Abort {
        /// The person may manage channels here.
        manages: bool,
    },
    /// Answer what the other side asked.
    Answer {
        /// What was asked.
        ask: Ask,
        /// The offer's event, which the button carries.
        rev: Rev,
        /// Agreed.
        yes: bool,
    },
}

/// Decides what an intent does. `at` is where the game stood when the button was made that it came from, if it came from one.
///
/// # Errors
/// A refusal; nothing has changed.
pub fn decide(
    game: &Game,
    who: UserId,
    intent: &Intent,
    at: Option<Rev>,
    now: Millis,
) -> Result<Vec<Event>, Refusal> {
    if let Some(ending) = game.ending {
        return Err(Refusal::Over(ending));
    }
    if at.is_some_and(|then| !game.is_fresh(then)) {
        return Err(Refusal::Stale);
    }
    // A manager need not play here to abort.
    if let Intent::Abort { manages: true } = intent {
        return Ok(vec![Event::Ended(Ending::Aborted)]);
    }
    let side = game.side_of(who).ok_or(Refusal::NotAPlayer)?;
    match intent {
        Intent::Move(typed) => play(game, side, typed),
        Intent::Resign => Ok(vec![Event::Ended(Ending::Resigned(side.other()))]),
        Intent::Draw => match game.line.claim() {
            Some(claim) => Ok(vec![Event::Ended(Ending::Claimed(claim))]),
            None => ask(game, side, Ask::Draw),
        },
        Intent::Abort { .. } if abort_is_free(game, side, now) => Ok(vec![Event::Ended(Ending::Aborted)]),
        Intent::Abort { .. } => ask(game, side, Ask::Abort),
        Intent::Answer { ask, rev, yes } => answer(game, side, *ask, *rev, *yes),
    }
}

/// Whether a side may abort without being agreed with: before each side has moved once, alone, or after long silence of
/// the other one, whose turn it is. Who was silent may not get out of a lost game so.
pub fn abort_is_free(game: &Game, side: Color, now: Millis) -> bool {
    let waited = side != game.turn() && now.since(game.moved_at) >= SILENT_DAYS * Millis::DAY;
    game.ply() < Ply(2) || game.is_hot_seat() || waited
}

fn play(game: &Game, side: Color, typed: &str) -> Result<Vec<Event>, Refusal> {
    if side != game.turn() {
        return Err(Refusal::NotYourTurn);
    }
    let mut line = game.line.clone();
    let mv = line.play_typed(typed).map_err(Refusal::Move)?;
    let ended = line.termination().map(|how| Event::Ended(Ending::Played(how)));
    Ok([Event::Moved(mv)].into_iter().chain(ended).collect())
}

fn agreed(ask: Ask) -> Event {
    Event::Ended(match ask {
        Ask::Draw => Ending::Agreed,
        Ask::Abort => Ending::Aborted,
    })
}

fn ask(game: &Game, side: Color, ask: Ask) -> Result<Vec<Event>, Refusal> {
    // Alone, or when the other side asks for the same, there is nobody left to ask.
    if game.is_hot_seat() || game.offers.open(ask, side.other()).is_some() {
        return Ok(vec![agreed(ask)]);
    }
    match game.offers.get(ask, side) {
        Some(last) if last.open => Err(Refusal::AskedAlready(ask)),
        // A closed one that is still known: its side has not moved since.
        Some(_) => Err(Refusal::TooSoon(ask)),
        None => Ok(vec![Event::Asked(ask, side)]),
    }
}

fn answer(game: &Game, side: Color, ask: Ask, rev: Rev, yes: bool) -> Result<Vec<Event>, Refusal> {
    let asked_at = |by: Color| game.offers.open(ask, by).is_some_and(|offer| offer.rev == rev);
    match (asked_at(side.other()), yes) {
        (true, true) => Ok(vec![agreed(ask)]),
        (true, false) => Ok(vec![Event::Declined(ask, side.other())]),
        (false, _) if asked_at(side) => Err(Refusal::OwnAsk(ask)),
        (false, _) => Err(Refusal::NothingAsked(ask)),
    }
}
