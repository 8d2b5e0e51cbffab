//! The rules of the games and their pieces.
//!
//! Carried out in `features/rulebook.rs`.

use super::actions;
use crate::rules::{Family, Variant};

actions! {
    /// What is told of the rules.
    RulebookAction {
        /// The rules of a game.
        "rules" => Rules(Variant): Reads,
        /// The rules of the chosen game.
        "rules-of" => RulesOf(()): Reads,
        /// All families of games.
        "families" => Families(()): Reads,
        /// The games of a family.
        "family" => OfFamily(Family): Reads,
        /// The chosen piece of a game.
        "piece" => Piece(Variant): Reads,
    }
}
