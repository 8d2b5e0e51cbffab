//! The actions of buttons, menus and forms.
//!
//! Each feature has a table in its own file; this file lists the tables. A row holds the word used in ids,
//! the action with its payload, and its properties. `press.rs` names the function that carries out a table's
//! actions.

mod board;
mod challenge;
pub mod custom_id;
mod ending;
mod first_steps;
mod games;
mod hint;
mod history;
mod ladder;
mod lessons;
mod next;
mod offers;
mod pages;
mod payload;
mod privacy;
mod puzzles;
mod rulebook;
mod server;
mod settings;
mod standing;
mod tournament;

use std::fmt;

pub use board::BoardAction;
pub use challenge::ChallengeAction;
pub use ending::EndingAction;
pub use first_steps::{BotGameWish, FirstStepsAction, StartWith};
pub use games::{GamesAction, OfPerson};
pub use hint::HintAction;
pub use history::{HistoryAction, Leaf};
pub use ladder::{LadderAction, OnLadder};
pub use lessons::{Learner, LessonAction};
pub use next::NextAction;
pub use offers::OfferAction;
pub use pages::PageAction;
pub use payload::{GameRev, HAND, ListPage, Offered, PieceThen};
pub use privacy::PrivacyAction;
pub use puzzles::PuzzleAction;
pub use rulebook::{FamilyPage, RulebookAction};
pub use server::{PartMenu, ServerAction, ShownServer};
pub use settings::{SettingsAction, ShownSettings};
pub use standing::{LeadersPage, StandingAction};
pub use tournament::TournamentAction;

pub(super) use payload::Payload;

use crate::app::Named;

/// What must be known about an action before it is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionProperty {
    /// It only shows something and changes nothing.
    Reads,
    /// Only the person who clicks sees the result; it appears in no game's channel either.
    ForOne,
    /// It acts on a live game.
    ActsOnGame,
    /// Its button or menu is below a live board.
    BelowBoard,
    /// It opens a form. Submitting the form is the same action; the form's id also holds what the form
    /// showed.
    Form,
    /// It may start a game.
    BeginsGame,
    /// Its button may be on a private card that shows games of any place.
    Carried,
    /// It counts against the person's quota although it only shows something.
    TakesWork,
    /// It concerns the person's own data, so people shut out by the operator may use it too.
    ForShutOut,
}

/// A row of a table.
#[derive(Debug)]
pub struct Row {
    /// The word or words of the id.
    pub word: &'static str,
    /// The type of the payload.
    pub carries: &'static str,
    properties: &'static [ActionProperty],
}

/// The actions of one feature.
trait ActionGroup: Sized {
    const ROWS: &'static [Row];

    /// The row of this action.
    fn row(&self) -> &'static Row;

    fn payload(&self) -> String;

    /// The game and its revision, if that is the payload.
    fn game_rev(&self) -> Option<GameRev>;

    /// The game, challenge, ladder or tournament named by the payload, which belongs to a place.
    fn named(&self) -> Option<Named>;

    /// Reads an id without its version.
    fn read(id: &str) -> Option<Self>;
}

/// The payload after this word in an id; `None` if the id begins with another word.
fn payload_of<'a>(id: &'a str, word: &str) -> Option<&'a str> {
    let rest = id.strip_prefix(word)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(':') }
}

/// Defines a table of actions, in a file of this folder.
macro_rules! actions {
    (@row $word:literal $payload:ty $(: $($property:ident)+)?) => {
        crate::discord::actions::Row {
            word: $word,
            carries: stringify!($payload),
            properties: &[$($(crate::discord::actions::ActionProperty::$property,)+)?],
        }
    };
    ($(#[$about:meta])* $group:ident {
        $($(#[$doc:meta])* $word:literal => $name:ident($payload:ty) $(: $($property:ident)+)?,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $group {
            $($(#[$doc])* $name($payload),)*
        }

        impl crate::discord::actions::ActionGroup for $group {
            const ROWS: &'static [crate::discord::actions::Row] = &[
                $(actions!(@row $word $payload $(: $($property)+)?),)*
            ];

            fn row(&self) -> &'static crate::discord::actions::Row {
                match self {
                    $(Self::$name(_) => const { &actions!(@row $word $payload $(: $($property)+)?) },)*
                }
            }

            fn payload(&self) -> String {
                match self {
                    $(Self::$name(payload) => crate::discord::actions::Payload::write(payload),)*
                }
            }

            fn game_rev(&self) -> Option<crate::discord::actions::GameRev> {
                match self {
                    $(Self::$name(payload) => crate::discord::actions::Payload::game_rev(payload),)*
                }
            }

            fn named(&self) -> Option<crate::app::Named> {
                match self {
                    $(Self::$name(payload) => crate::discord::actions::Payload::named(payload),)*
                }
            }

            fn read(id: &str) -> Option<Self> {
                $(if let Some(payload) = crate::discord::actions::payload_of(id, $word) {
                    return crate::discord::actions::Payload::read(payload).map(Self::$name);
                })*
                None
            }
        }
    };
}
use actions;

/// Defines the enum of all tables.
macro_rules! tables {
    ($($name:ident($group:ty),)*) => {
        /// The action of a click, a choice in a menu, or a submitted form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ComponentAction {
            $($name($group),)*
        }

        $(impl From<$group> for ComponentAction {
            fn from(action: $group) -> Self {
                Self::$name(action)
            }
        })*

        impl ComponentAction {
            /// Reads an id without its version.
            pub(super) fn read(id: &str) -> Option<Self> {
                None$(.or_else(|| <$group>::read(id).map(Self::$name)))*
            }

            fn row(self) -> &'static Row {
                match self {
                    $(Self::$name(action) => action.row(),)*
                }
            }

            fn payload(self) -> String {
                match self {
                    $(Self::$name(action) => action.payload(),)*
                }
            }

            fn game_rev(self) -> Option<GameRev> {
                match self {
                    $(Self::$name(action) => action.game_rev(),)*
                }
            }

            /// What it acts on, if that belongs to a place.
            pub fn named(self) -> Option<Named> {
                match self {
                    // The game is only the cursor from which the list continues.
                    Self::Next(NextAction::Next(_)) => None,
                    $(Self::$name(action) => action.named(),)*
                }
            }
        }

        /// The rows of all tables.
        pub fn rows() -> impl Iterator<Item = &'static Row> {
            [$(<$group>::ROWS),*].into_iter().flatten()
        }
    };
}

tables! {
    Board(BoardAction),
    Challenge(ChallengeAction),
    Ending(EndingAction),
    Games(GamesAction),
    FirstSteps(FirstStepsAction),
    Hint(HintAction),
    History(HistoryAction),
    Ladder(LadderAction),
    Lesson(LessonAction),
    Next(NextAction),
    Offer(OfferAction),
    Page(PageAction),
    Privacy(PrivacyAction),
    Puzzle(PuzzleAction),
    Rulebook(RulebookAction),
    Server(ServerAction),
    Settings(SettingsAction),
    Standing(StandingAction),
    Tournament(TournamentAction),
}

impl ComponentAction {
    /// Its name in the log and the metrics: the first word of its id.
    pub fn name(self) -> &'static str {
        let word = self.row().word;
        word.split_once(':').map_or(word, |(first, _)| first)
    }

    /// True if the action has this property.
    pub fn is(self, property: ActionProperty) -> bool {
        self.row().properties.contains(&property)
    }

    /// True if it opens a page in a browser.
    pub fn opens_page(self) -> bool {
        let Self::Page(action) = self else { return false };
        matches!(
            action,
            PageAction::Open(_) | PageAction::Games(()) | PageAction::Puzzle(_) | PageAction::Lesson(_)
        )
    }

    /// The game and its revision, if the button or menu is below a live board.
    pub fn below_board(self) -> Option<GameRev> {
        self.game_rev().filter(|_| self.is(ActionProperty::BelowBoard))
    }
}

impl fmt::Display for ComponentAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let payload = self.payload();
        write!(f, "v2:{}", self.row().word)?;
        if payload.is_empty() { Ok(()) } else { write!(f, ":{payload}") }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_actions_have_the_same_word() {
        let words: Vec<&str> = rows().map(|row| row.word).collect();
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len(), "{words:?}");
    }

    #[test]
    fn what_is_below_a_board_says_which_position_it_was_made_for() {
        let below = rows().filter(|row| row.properties.contains(&ActionProperty::BelowBoard));
        let others: Vec<_> = below.filter(|row| row.carries != "GameRev").collect();
        assert!(others.is_empty(), "{others:?}");
    }
}
