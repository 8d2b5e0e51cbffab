//! Decides what an intent does, or why it is refused.

use super::{Ending, Event, Game, Millis, Offer, OfferKind, Ply, Refusal, Rev, UserId};

use rules::{Color, read_move};

/// Days without a move after which the waiting player may abort a game without a clock.
pub const SILENT_DAYS: i64 = 14;

/// An action that a user requests in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Play a move as typed.
    Move(String),
    /// Resign; in a hot-seat game, for the side to move.
    Resign,
    /// Claim a draw under the rules, otherwise accept an offered draw, otherwise offer one.
    Draw,
    /// Like `Draw`, against the bot, whose answer is already known.
    DrawWithEngine {
        /// Whether the bot agrees.
        agrees: bool,
    },
    /// Accept the resignation that the bot offered.
    TakeResignation,
    /// Take back the user's own last move.
    ///
    /// In a game alone this happens at once; otherwise it accepts the other side's request or asks for one.
    Takeback,
    /// Abort if that is allowed without consent, otherwise accept the other side's request, otherwise ask.
    Abort {
        /// Whether the user may manage channels here.
        manages: bool,
    },
    /// Withdraw the user's own unanswered request.
    Withdraw {
        /// The request.
        ask: OfferKind,
        /// The event that made the offer; the button carries it.
        rev: Rev,
    },
    /// Answer the other side's request.
    Answer {
        /// The request.
        ask: OfferKind,
        /// The event that made the offer; the button carries it.
        rev: Rev,
        /// Whether the user agrees.
        yes: bool,
    },
}

/// Decides what an intent does.
///
/// `at` is the game's event number when the clicked button was made; `None` if there was no button.
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
    // The deadline counts even if the timeout job has not run yet.
    if let Some(ending) = game.time_out(now).filter(|_| game.side_of(who).is_some()) {
        return Ok(vec![Event::Ended(ending)]);
    }
    if at.is_some_and(|then| !game.is_fresh(then)) {
        return Err(if is_played(game, who, intent) { Refusal::Played } else { Refusal::Stale });
    }
    // A manager may abort without being a player.
    if let Intent::Abort { manages: true } = intent {
        return Ok(vec![Event::Ended(Ending::Aborted)]);
    }
    let side = game.side_of(who).ok_or(Refusal::NotAPlayer)?;
    match intent {
        Intent::Move(typed) => play(game, side, typed),
        Intent::Resign => Ok(vec![Event::Ended(Ending::Resigned(side.other()))]),
        Intent::Draw | Intent::DrawWithEngine { .. } => match (game.line.claim(), intent) {
            (Some(claim), _) => Ok(vec![Event::Ended(Ending::Claimed(claim))]),
            (None, Intent::DrawWithEngine { agrees: true }) => Ok(vec![Event::Ended(Ending::Agreed)]),
            (None, Intent::DrawWithEngine { agrees: false }) => Err(Refusal::EnginePlaysOn),
            // A hot-seat game has no other player to ask.
            (None, _) if game.is_hot_seat() => Ok(vec![Event::Ended(Ending::Agreed)]),
            (None, _) => ask(game, side, OfferKind::Draw),
        },
        Intent::TakeResignation if game.engine == Some(side.other()) => {
            Ok(vec![Event::Ended(Ending::Resigned(side))])
        }
        // Only the bot offers to resign.
        Intent::TakeResignation => Err(Refusal::Stale),
        Intent::Takeback => take_back(game, side),
        Intent::Abort { .. } if abort_is_free(game, side, now) => Ok(vec![Event::Ended(Ending::Aborted)]),
        Intent::Abort { .. } => ask(game, side, OfferKind::Abort),
        Intent::Withdraw { ask, rev } => withdraw(game, side, *ask, *rev),
        Intent::Answer { ask, rev, yes } => answer(game, side, *ask, *rev, *yes),
    }
}

/// True if the typed move is the last one that this user made, as after a double click.
fn is_played(game: &Game, who: UserId, intent: &Intent) -> bool {
    let Intent::Move(typed) = intent else { return false };
    let is_own_side = |side: Color| game.players[side] == Some(who) && game.engine != Some(side);
    let last = game.line.plies().filter(|(before, ..)| is_own_side(before.turn())).last();
    last.is_some_and(|(before, played, _)| read_move(&before, typed).is_ok_and(|mv| mv == played))
}

/// True if a side may abort without the other's consent.
///
/// That is before each side has moved once, in a game alone, or after the other side, which is to move, has
/// long been silent. The silent side itself cannot escape a lost game this way.
pub fn abort_is_free(game: &Game, side: Color, now: Millis) -> bool {
    // With a clock, the clock decides who is late; it may also be paused.
    let waited =
        game.clock.is_none() && side != game.turn() && now.since(game.moved_at) >= SILENT_DAYS * Millis::DAY;
    game.ply() < Ply(2) || game.alone().is_some() || waited
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

fn take_back(game: &Game, side: Color) -> Result<Vec<Event>, Refusal> {
    if game.is_hot_seat() {
        let before = game.ply().0.checked_sub(1).ok_or(Refusal::NothingToTakeBack)?;
        return Ok(vec![Event::TakenBack(Ply(before))]);
    }
    let own = if side == game.turn() { 2 } else { 1 };
    if game.engine.is_some() {
        let before = game.ply().0.checked_sub(own).ok_or(Refusal::NothingToTakeBack)?;
        return Ok(vec![Event::TakenBack(Ply(before))]);
    }
    if game.offers.open_of(OfferKind::Takeback, side.other()).is_none() && game.ply() < Ply(own) {
        return Err(Refusal::NothingToTakeBack);
    }
    ask(game, side, OfferKind::Takeback)
}

fn agreed(offer: &Offer) -> Result<Event, Refusal> {
    Ok(match offer.ask {
        OfferKind::Draw => Event::Ended(Ending::Agreed),
        OfferKind::Takeback => Event::TakenBack(offer.back_to().ok_or(Refusal::NothingToTakeBack)?),
        OfferKind::Abort => Event::Ended(Ending::Aborted),
    })
}

fn ask(game: &Game, side: Color, ask: OfferKind) -> Result<Vec<Event>, Refusal> {
    // If the other side has made the same request, both agree.
    if let Some(theirs) = game.offers.open_of(ask, side.other()) {
        return Ok(vec![agreed(&theirs)?]);
    }
    if game.offers.open_of(ask, side).is_some() {
        return Err(Refusal::AskedAlready(ask));
    }
    if ask == OfferKind::Draw
        && let Some(from) = game.offers.no_draw_before(side, game.ply())
    {
        return Err(Refusal::DrawDeclined { after: number_of_last_move(game, from) });
    }
    // A request blocks its repetition until its side has moved, even after it was answered or withdrawn.
    if game.offers.last_of(ask, side).is_some() {
        return Err(Refusal::TooSoon(ask));
    }
    Ok(vec![Event::Asked(ask, side)])
}

fn withdraw(game: &Game, side: Color, ask: OfferKind, rev: Rev) -> Result<Vec<Event>, Refusal> {
    let asked_by = |by: Color| game.offers.open_of(ask, by).is_some_and(|offer| offer.rev == rev);
    match (asked_by(side), asked_by(side.other())) {
        (true, _) => Ok(vec![Event::Withdrawn(ask, side)]),
        (_, true) => Err(Refusal::TheirAsk(ask)),
        (false, false) => Err(Refusal::NothingAsked(ask)),
    }
}

/// Returns the fullmove number of the last move once the game has `plies` moves, more than now.
fn number_of_last_move(game: &Game, plies: Ply) -> u32 {
    let between = plies.0.saturating_sub(game.ply().0 + 1);
    // The number goes up after each move of Black: after every second ply if White is to move, otherwise
    // already after the first.
    let numbers = if game.turn() == Color::Black { between.div_ceil(2) } else { between / 2 };
    game.line.position().fullmove() + numbers
}

fn answer(game: &Game, side: Color, ask: OfferKind, rev: Rev, yes: bool) -> Result<Vec<Event>, Refusal> {
    let asked_by = |by: Color| game.offers.open_of(ask, by).filter(|offer| offer.rev == rev);
    match (asked_by(side.other()), yes) {
        (Some(offer), true) => Ok(vec![agreed(&offer)?]),
        (Some(_), false) => Ok(vec![Event::Declined(ask, side.other())]),
        (None, _) if asked_by(side).is_some() => Err(Refusal::OwnAsk(ask)),
        (None, _) => Err(Refusal::NothingAsked(ask)),
    }
}
