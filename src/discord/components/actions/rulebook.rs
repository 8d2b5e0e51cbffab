//! The rules of the games and their pieces.
//!
//! Carried out in `features/rulebook.rs`.

use super::{ListPage, Payload, actions};
use crate::rules::{Family, Variant};

actions! {
    /// What is told of the rules.
    RulebookAction {
        /// The rules of a game.
        "rules" => Rules(Variant): Reads,
        /// The rules of the chosen game.
        "rules-of" => RulesOf(()): Reads,
        /// All families of games.
        "families" => Families(ListPage): Reads,
        /// The games of a family.
        "family" => OfFamily(FamilyPage): Reads,
        /// The chosen piece of a game.
        "piece" => Piece(Variant): Reads,
    }
}

/// A page of the games of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyPage {
    pub family: Family,
    pub page: ListPage,
}

impl Payload for FamilyPage {
    fn write(&self) -> String {
        self.page.behind(&self.family.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (family, page) = ListPage::split(text)?;
        Some(Self { family: Family::parse(family)?, page })
    }
}
