//! Finds a game by what names it: those of the list, and those from files that this process knows.

use rules::{Pgn, Variant};

use crate::{added, list};

/// The game with this slug, such as `prison-break`, or the game from a file with it, as far as this process knows of it.
pub fn from_slug(slug: &str) -> Option<Variant> {
    list::of_list(slug).or_else(|| added::find(slug))
}

/// The game that a PGN is of: that of its tag `RulesHash`, which games from files have, or else the one that its tag `Variant` names. `None` if
/// it names no game that is known.
pub fn of_pgn(pgn: &Pgn) -> Option<Variant> {
    match pgn.tag(Pgn::RULES) {
        Some(slug) => from_slug(slug),
        None => list::all().find(|game| pgn.is_of(*game)),
    }
}
