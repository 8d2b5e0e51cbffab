//! Detects that a text is a position of another game than the requested one.

use super::defects::{FenDefect, FenError};
use super::fen::{LONGEST, is_board_of};
use crate::board::position::Position;
use crate::variant::Variant;

impl Position {
    /// Like [`Position::from_fen`], but reports a text of another of these games only as that.
    ///
    /// # Errors
    /// The game that the text belongs to, or all its defects.
    pub fn from_fen_among(games: &[Variant], variant: Variant, fen: &str) -> Result<Self, FenError> {
        Self::from_fen(variant, fen).map_err(|error| {
            let other = if fen.len() > LONGEST { None } else { other_game(games, variant, fen) };
            other.map_or(error, |game| FenError::new(variant, vec![FenDefect::OtherGame(game)]))
        })
    }
}

/// Returns the other game whose start board this is.
///
/// Otherwise, if the board does not fit the requested game, returns one that it is a position or a board of.
fn other_game(games: &[Variant], asked: Variant, fen: &str) -> Option<Variant> {
    let board = fen.split([' ', '[']).next().unwrap_or_default();
    let begins_so = |game: &Variant| game.spec().start_fen.split([' ', '[']).next() == Some(board);
    let start = std::iter::once(asked).chain(games.iter().copied()).find(begins_so);
    if start.is_some() || is_board_of(asked.spec(), board) {
        return start.filter(|game| *game != asked);
    }
    let position = games.iter().find(|game| Position::from_fen(**game, fen).is_ok());
    position.or_else(|| games.iter().find(|game| is_board_of(game.spec(), board))).copied()
}
