//! The card that asks for an opponent to challenge.

use crate::discord::actions::FirstStepsAction;
use crate::discord::reply::{Card, PeopleSelect, Reply};
use crate::rules::Variant;
use crate::words::{Start, Words};

pub fn opponent_menu(words: &Words, variant: Variant) -> Reply {
    Reply::card(Card::of(words.start_whom(variant)).people(people(words, variant)))
}

/// The menu of people to challenge.
pub fn people(words: &Words, variant: Variant) -> PeopleSelect {
    PeopleSelect { label: words.start(Start::ChooseFriend), id: FirstStepsAction::Invite(variant).into() }
}
