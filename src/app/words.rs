//! The sentences above the boards.

use super::english::{self, mention};
use crate::game::{Ask, Ending, Event, Game, UserId};
use crate::rules::{Arrival, Claim, Color, DrawReason, Move, Termination};

/// A colour with its player: `White (<@1>)`.
pub(super) fn side(game: &Game, color: Color) -> String {
    match game.players[color] {
        Some(user) if !game.is_hot_seat() => format!("{color} ({})", mention(user)),
        Some(_) => color.name().to_owned(),
        None => format!("{color} (a former player)"),
    }
}

/// The player of a colour: `<@1>`.
pub(super) fn player(game: &Game, color: Color) -> String {
    game.players[color].map_or_else(|| "a former player".to_owned(), mention)
}

/// What has just happened, and whom to notify.
pub(super) fn happened(
    before: &Game,
    after: &Game,
    events: &[Event],
    who: UserId,
) -> (String, Option<UserId>) {
    let actor = before.side_of(who);
    let other = actor.and_then(|side| after.players[side.other()]).filter(|user| *user != who);
    match events {
        [Event::Moved(mv), ..] => (moved(before, after, mv), other),
        [Event::Asked(Ask::Draw, by), ..] => (
            format!("{} offers a draw. {}: do you accept?", side(after, *by), side(after, by.other())),
            other,
        ),
        [Event::Asked(Ask::Abort, by), ..] => {
            let text = format!(
                "{} asks to end this game without a result. {}: do you agree?",
                side(after, *by),
                side(after, by.other())
            );
            (text, other)
        }
        [Event::Declined(Ask::Draw, by), ..] => {
            let [asker, decliner] = [*by, by.other()].map(|color| player(after, color));
            (format!("{asker}, {decliner} declined the draw. The game goes on."), other)
        }
        [Event::Declined(Ask::Abort, by), ..] => {
            let [asker, decliner] = [*by, by.other()].map(|color| player(after, color));
            (format!("{asker}, {decliner} wants to play on. The game goes on."), other)
        }
        // A manager who does not play here can abort: then the player to move hears of it.
        [Event::Ended(ending), ..] => {
            (ended(after, *ending, who), other.or(before.to_move()).filter(|u| *u != who))
        }
        [] => (String::new(), None),
    }
}

/// Whom the game as it stands concerns most: the player to move, the one who was resigned against, or who is left.
pub(super) fn concerns(game: &Game) -> Option<UserId> {
    if game.is_hot_seat() {
        return None;
    }
    let first = match game.ending {
        Some(Ending::Resigned(winner)) => winner,
        _ => game.turn(),
    };
    game.players[first].or(game.players[first.other()])
}

/// `White: Flying Bomber f4-f8, takes Bishop f7; check. Black (<@2>) to move.`
fn moved(before: &Game, after: &Game, mv: &Move) -> String {
    let played = format!("{}: {}", before.turn(), english::told_move(before.line.position(), mv));
    if let Some(ending) = after.ending {
        return format!("{played}. {}", outcome(after, ending));
    }
    let to_move = side(after, after.turn());
    format!("{played}{}. {to_move} to move.{}{}", check(after), offers(after), claim(after))
}

/// The game as it stands, without news.
pub(super) fn standing(name: &str, game: &Game) -> String {
    if let Some(ending) = game.ending {
        return format!("{name}. {}", outcome(game, ending));
    }
    let number = game.line.position().fullmove();
    let last = match game.line.last() {
        Some((position, mv)) => {
            format!(" Last move, {}: {}.", position.turn(), english::told_move(position, mv))
        }
        None => String::new(),
    };
    let to_move = side(game, game.turn());
    format!("{name}, move {number}: {to_move} to move{}.{last}{}{}", check(game), offers(game), claim(game))
}

/// What waits for an answer; it is on every board until it is settled.
fn offers(game: &Game) -> String {
    let open = game.offers.iter().filter(|offer| offer.open);
    open.map(|offer| match offer.ask {
        Ask::Draw => format!(" {} offers a draw.", side(game, offer.by)),
        Ask::Abort => format!(" {} asks to end this game without a result.", side(game, offer.by)),
    })
    .collect()
}

/// The first sentence of a game.
pub(super) fn started(name: &str, game: &Game) -> String {
    let who = match (game.players.white, game.players.black) {
        (Some(white), Some(_)) if game.is_hot_seat() => format!("{} plays both sides", mention(white)),
        (white, black) => {
            let [white, black] = [white, black].map(|p| p.map_or("a former player".to_owned(), mention));
            format!("{white} plays White, {black} Black")
        }
    };
    let to_move = side(game, game.turn());
    format!("{name}: {who}. {to_move} to move{}; moves are made with `/move`.", check(game))
}

fn check(game: &Game) -> &'static str {
    if game.line.position().is_check() { "; check" } else { "" }
}

fn claim(game: &Game) -> &'static str {
    match game.line.claim() {
        Some(Claim::Threefold) => " The position has come up three times: `/draw` claims a draw.",
        Some(Claim::FiftyMoves) => " Fifty moves without progress: `/draw` claims a draw.",
        None => "",
    }
}

/// An ending by somebody's word.
fn ended(game: &Game, ending: Ending, who: UserId) -> String {
    match ending {
        Ending::Resigned(winner) => {
            format!("{} resigns. {} wins.", side(game, winner.other()), side(game, winner))
        }
        Ending::Claimed(_) => format!("{} claims a draw. {}", mention(who), outcome(game, ending)),
        Ending::Aborted => format!("{} aborted the game{}: no result.", mention(who), whose(game, who)),
        _ => outcome(game, ending),
    }
}

/// Who won and how, in one sentence. It names both players: who is not named cannot be notified.
fn outcome(game: &Game, ending: Ending) -> String {
    let beats = |winner: Color| format!("{} beats {}", side(game, winner), side(game, winner.other()));
    let draw = || format!("a draw between {}", both(game));
    match ending {
        Ending::Played(how) => played_out(game, how, &beats, &draw),
        Ending::Resigned(winner) => {
            format!("{} won: {} resigned.", side(game, winner), side(game, winner.other()))
        }
        Ending::Claimed(Claim::Threefold) => format!("Threefold repetition: {}.", draw()),
        Ending::Claimed(Claim::FiftyMoves) => format!("Fifty moves without progress: {}.", draw()),
        Ending::Agreed => format!("Draw agreed between {}.", both(game)),
        Ending::Aborted => format!("The game of {} was aborted: no result.", both(game)),
        Ending::ChannelDeleted => {
            format!("The game of {} ended with its channel: no result.", both(game))
        }
    }
}

/// An ending that the moves alone have brought.
fn played_out(
    game: &Game,
    how: Termination,
    beats: &dyn Fn(Color) -> String,
    draw: &dyn Fn() -> String,
) -> String {
    let drawn = |why: &str| format!("{why}: {}.", draw());
    match how {
        Termination::Checkmate(winner) => format!("Checkmate. {}.", beats(winner)),
        Termination::Goal(Arrival { winner, goal }) => {
            let news = english::goal_news(goal, game.line.position().king(winner));
            format!("{news}. {}.", beats(winner))
        }
        Termination::Stalemate => drawn("Stalemate"),
        Termination::Draw(DrawReason::Material) => drawn("Neither side has enough pieces to mate"),
        Termination::Draw(DrawReason::Fivefold) => drawn("The same position for the fifth time"),
        Termination::Draw(DrawReason::SeventyFive) => drawn("Seventy-five moves without progress"),
    }
}

/// Whose game somebody has ended, where that is not plain.
fn whose(game: &Game, who: UserId) -> String {
    match game.players.white {
        Some(user) if game.is_hot_seat() && user == who => String::new(),
        Some(user) if game.is_hot_seat() => format!(" of {}", mention(user)),
        _ => format!(" of {}", both(game)),
    }
}

/// Both players.
pub(super) fn both(game: &Game) -> String {
    format!("{} and {}", side(game, Color::White), side(game, Color::Black))
}
