//! Actions that show the rules of games and pieces.
//!
//! Carried out in `features/rulebook.rs`.

use crate::discord::actions::{ListPage, Payload, actions};
use crate::rules::{Family, Variant};

actions! {
    /// A request to show rules.
    RulebookAction {
        /// Shows the rules of a game.
        "rules" => Rules(Variant): Reads,
        /// Shows the rules of the chosen game.
        "rules-of" => RulesOf(()): Reads,
        /// Shows all families of games.
        "families" => Families(ListPage): Reads,
        /// Shows the games of a family.
        "family" => OfFamily(FamilyPage): Reads,
        /// Shows the chosen piece of a game.
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
