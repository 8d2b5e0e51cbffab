//! The first steps of somebody new: what the buttons of `/help` lead to.

use super::commands::Wish;
use super::commands::challenge::Challenge;
use super::custom_id::{Meaning, StartWith};
use super::desk::{Desk, Done, Handled, Stop};
use super::event::{Entered, Interaction};
use super::language::private;
use super::reply::{Card, MenuLine, PeopleSelect, Reply, Select, meant};
use super::rulebook;
use crate::app::{ChallengeWish, ColorWish, Opponent, ThreadWish, Unsaid};
use crate::game::UserId;
use crate::rules::Variant;
use crate::words::{NotDone, Start, Words};

/// The games to choose from.
pub fn games(words: &Words, with: StartWith) -> Reply {
    let asked = words.start(match with {
        StartWith::Friend => Start::Friend,
        StartWith::Alone => Start::Alone,
        StartWith::Rules => Start::Rules,
    });
    let select = Select {
        label: words.start(Start::ChooseGame),
        id: Meaning::StartGame(with),
        lines: Variant::all().map(|variant| line(words, variant)).collect(),
    };
    Reply::card(Card::of(asked).select(select))
}

fn line(words: &Words, variant: Variant) -> MenuLine {
    MenuLine::new(&words.game(variant), variant.slug())
}

/// A game was chosen.
///
/// # Errors
/// A private sentence.
pub async fn chosen(desk: &Desk, from: &Interaction, with: StartWith, chosen: &[String]) -> Handled {
    let words = private(from);
    let of_text = |text: &String| meant(Variant::all(), |variant| line(words, *variant), text);
    let Some(variant) = chosen.first().and_then(of_text) else { return Err(unreadable(from)) };
    match with {
        StartWith::Rules => Ok(Done::turn(rulebook::of_game(words, variant))),
        StartWith::Friend => {
            let select =
                PeopleSelect { label: words.start(Start::ChooseFriend), id: Meaning::Invite(variant) };
            Ok(Done::turn(Reply::card(Card::of(words.start_whom(variant)).people(select))))
        }
        StartWith::Alone => {
            challenge(desk, from, variant, Opponent { user: UserId(from.who.id), bot: false }).await
        }
    }
}

/// Somebody was chosen to be challenged.
///
/// # Errors
/// A private sentence.
pub async fn invite(desk: &Desk, from: &Interaction, variant: Variant, chosen: Option<&Entered>) -> Handled {
    let Some(Entered::People(people)) = chosen else { return Err(unreadable(from)) };
    let Some(person) = people.first() else { return Err(unreadable(from)) };
    challenge(desk, from, variant, Opponent { user: UserId(person.id), bot: person.bot }).await
}

/// What `/challenge` does with all else left out.
async fn challenge(desk: &Desk, from: &Interaction, variant: Variant, opponent: Opponent) -> Handled {
    let new = ChallengeWish {
        variant,
        opponent: Some(opponent),
        color: ColorWish::Random,
        pace: None,
        thread: ThreadWish::Auto,
        position: None,
    };
    Challenge::of(new, Unsaid { pace: true, thread: true }, from)?.run(desk, from).await
}

fn unreadable(from: &Interaction) -> Stop {
    Stop::say(private(from).not_done(NotDone::Unreadable))
}
