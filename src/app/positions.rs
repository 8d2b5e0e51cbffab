//! Parsing of typed positions.

use super::AppResult;
use super::error::Rejection;
use crate::games;
use crate::rules::{Position, Variant};

/// Parses a position in which the game is not over.
///
/// # Errors
/// Refused: all its defects, or how the game would be over there.
pub(super) fn typed_position(game: Variant, text: &str) -> AppResult<Position> {
    let position =
        games::position(game, text.trim()).map_err(|error| Rejection::BadPosition(Box::new(error)))?;
    match position.termination() {
        Some(how) => Err(Rejection::PositionOver(how).into()),
        None => Ok(position),
    }
}
