//! What is said of challenges.

use crate::app::error::{Refused, Why};
use crate::app::words;
use crate::game::{Millis, UserId};
use crate::rules::Variant;
use crate::store::{self, Limit};

pub(super) fn challenge_text(asked: &store::NewChallenge, variant: Variant, own_position: bool) -> String {
    let challenger = words::mention(asked.challenger);
    let whom = asked.opponent.map_or("anyone".to_owned(), words::mention);
    let position = if own_position { " from this position" } else { "" };
    let color = match asked.color.as_str() {
        "white" => format!("{challenger} plays White."),
        "black" => format!("{challenger} plays Black."),
        _ => "Colours are chosen at random.".to_owned(),
    };
    format!("{challenger} challenges {whom} to {}{position}. {color} Open for 24 hours.", variant.name())
}

pub(super) fn occupied() -> Refused {
    Refused::new(
        Why::Occupied,
        "This channel already hosts a game, and a channel hosts one at a time; play this one in a thread or another channel.",
    )
}

/// What there is too much of, and when that is over. `who` acts; `opponent` is whom they would challenge.
pub(super) fn limited(limit: Limit, who: UserId, opponent: Option<UserId>) -> Refused {
    let again = |at: Millis| format!("<t:{}:R>", at.0.div_euclid(1_000) + 1);
    let text = match (limit, opponent) {
        (Limit::Pause(until), Some(opponent)) => {
            format!("You can challenge {} again {}.", words::mention(opponent), again(until))
        }
        (Limit::Pause(until), None) => format!("You can make another open challenge {}.", again(until)),
        (Limit::ToOne(count, lapse), _) => {
            let to = opponent.map(|user| format!(" to {}", words::mention(user))).unwrap_or_default();
            format!("You have {count} open challenges{to}. Withdraw one; the oldest lapses {}.", again(lapse))
        }
        (Limit::InChannel(count, lapse), _) => format!(
            "You have {count} open challenges in this channel. Withdraw one; the oldest lapses {}.",
            again(lapse)
        ),
        (Limit::LiveGames(full, count), _) if full == who => {
            format!("You have {count} live games; finish one first.")
        }
        (Limit::LiveGames(full, count), _) => {
            format!("{} has {count} live games; one of them has to end first.", words::mention(full))
        }
    };
    Refused::new(Why::TooMany, text)
}

pub(super) fn gone() -> Refused {
    Refused::new(Why::Gone, "That challenge is no longer open.")
}

pub(super) fn not_for_you(text: &str) -> Refused {
    Refused::new(Why::NotForYou, text)
}
