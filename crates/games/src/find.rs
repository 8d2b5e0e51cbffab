//! Finds a game by slug or PGN tag, in the list and among the known games from files.

use rules::{Pgn, Variant};

use crate::{added, list};

/// Returns the game with this slug, such as `prison-break`, or the known game from a file with it.
pub fn from_slug(slug: &str) -> Option<Variant> {
    list::of_list(slug).or_else(|| added::find(slug))
}

/// Returns the game of a PGN.
///
/// The tag `RulesHash` of games from files decides, otherwise the tag `Variant`. `None` if the game is
/// unknown.
pub fn of_pgn(pgn: &Pgn) -> Option<Variant> {
    match pgn.tag(Pgn::RULES) {
        Some(slug) => from_slug(slug),
        None => list::all().find(|game| pgn.is_of(*game)),
    }
}
