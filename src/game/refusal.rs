//! Why an intent is refused, and what the player is told.

use super::{Ask, Ending, Game, UserId};

use crate::rules::{Color, ReadError};

/// Why nothing happened.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The game is over.
    Over(Ending),
    /// The other player is to move.
    NotYourTurn,
    /// The person does not play here.
    NotAPlayer,
    /// The text names no move that may be played.
    Move(ReadError),
    /// A button of an older board.
    Stale,
    /// One has asked already and waits for the answer.
    AskedAlready(Ask),
    /// One has asked already and has not moved since.
    TooSoon(Ask),
    /// What the button answers is no longer asked.
    NothingAsked(Ask),
    /// One cannot answer what one has asked.
    OwnAsk(Ask),
}

impl Refusal {
    /// The sentence for the player.
    pub fn sentence(&self, game: &Game) -> String {
        match self {
            Self::Over(ending) => {
                format!("This game is over: {}. `/challenge` starts a new one.", brief(*ending))
            }
            Self::NotYourTurn => format!("It is not your turn: {} is to move.", side(game, game.turn())),
            Self::NotAPlayer => only(game),
            Self::Move(error) => error.describe(game.line.position()),
            Self::Stale => format!("That board is old: it is now move {}.", game.line.position().fullmove()),
            Self::AskedAlready(Ask::Draw) => {
                "You have offered a draw already; wait for the answer.".to_owned()
            }
            Self::AskedAlready(Ask::Abort) => {
                "You have asked to abort already; wait for the answer.".to_owned()
            }
            Self::TooSoon(Ask::Draw) => {
                "Your offer was declined; you may offer a draw again after your next move.".to_owned()
            }
            Self::TooSoon(Ask::Abort) => {
                "Your request was declined; you may ask again after your next move.".to_owned()
            }
            Self::NothingAsked(Ask::Draw) => {
                "That draw offer is no longer open; `/draw` makes a new one.".to_owned()
            }
            Self::NothingAsked(Ask::Abort) => {
                "That request to abort is no longer open; `/abort` makes a new one.".to_owned()
            }
            Self::OwnAsk(Ask::Draw) => "That is your own offer; your opponent answers it.".to_owned(),
            Self::OwnAsk(Ask::Abort) => "That is your own request; your opponent answers it.".to_owned(),
        }
    }
}

/// Whose game it is.
fn only(game: &Game) -> String {
    match (game.players.white, game.players.black) {
        (Some(UserId(white)), Some(UserId(black))) if white != black => {
            format!("Only <@{white}> and <@{black}> play here. `/challenge` starts a game of your own.")
        }
        (Some(UserId(one)), _) | (_, Some(UserId(one))) => {
            format!("Only <@{one}> plays here. `/challenge` starts a game of your own.")
        }
        (None, None) => "Nobody plays here any more. `/challenge` starts a new game.".to_owned(),
    }
}

/// A colour with its player: `White (<@1>)`.
pub(super) fn side(game: &Game, color: Color) -> String {
    match game.players[color] {
        Some(UserId(id)) => format!("{color} (<@{id}>)"),
        None => format!("{color} (a former player)"),
    }
}

fn brief(ending: Ending) -> String {
    match ending.winner() {
        Some(color) => format!("{color} won"),
        None if matches!(ending, Ending::Aborted | Ending::ChannelDeleted) => "it was aborted".to_owned(),
        None => "a draw".to_owned(),
    }
}
