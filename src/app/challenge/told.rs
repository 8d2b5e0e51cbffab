//! What is said of challenges.

use crate::game::{Millis, UserId};
use crate::rules::Variant;
use crate::store::{self, CHALLENGE_LASTS, SettledChallenge};

pub(super) fn challenge_text(asked: &store::NewChallenge, variant: Variant, own_position: bool) -> String {
    let challenger = crate::app::english::mention(asked.challenger);
    let whom = asked.opponent.map_or("anyone".to_owned(), crate::app::english::mention);
    let position = if own_position { " from this position" } else { "" };
    let color = match asked.color.as_str() {
        "white" => format!("{challenger} plays White."),
        "black" => format!("{challenger} plays Black."),
        _ => "Colours are chosen at random.".to_owned(),
    };
    let lapses = stamp(Millis(asked.created_at.0 + CHALLENGE_LASTS));
    format!(
        "{challenger} challenges {whom} to {}{position}. {color} It lapses {lapses}. Moves are made with `/move`.",
        variant.name()
    )
}

/// A moment, counted from now by whoever reads it.
fn stamp(at: Millis) -> String {
    format!("<t:{}:R>", at.0.div_euclid(1_000) + 1)
}

fn name(settled: &SettledChallenge) -> &'static str {
    Variant::from_slug(&settled.variant).map_or("a game", Variant::name)
}

/// What the message of a challenge says once it is no longer open.
pub(super) fn settled_text(settled: &SettledChallenge) -> String {
    let person =
        |user: Option<UserId>| user.map_or("a former player".to_owned(), crate::app::english::mention);
    let (challenger, answerer) = (person(settled.challenger), person(settled.answerer));
    let game = name(settled);
    match settled.outcome.as_str() {
        "accepted" => {
            let elsewhere = settled.place.filter(|place| *place != settled.channel);
            let place =
                elsewhere.map(|place| format!(" The game is played in <#{place}>.")).unwrap_or_default();
            format!("{answerer} accepted {challenger}'s challenge to {game}.{place}")
        }
        "declined" => format!("{answerer} declined {challenger}'s challenge to {game}."),
        "withdrawn" => format!("{challenger} withdrew this challenge to {game}."),
        "lapsed" => format!(
            "{challenger}'s challenge to {game} has lapsed: nobody accepted it in time. `/challenge` makes a new one."
        ),
        _ => format!("This challenge to {game} is no longer open."),
    }
}

/// The challenger of a declined challenge, and what they are told.
pub(super) fn decline(settled: &SettledChallenge) -> Option<(UserId, String)> {
    let (challenger, answerer) = (settled.challenger?, settled.answerer?);
    let text = format!(
        "{}, {} declined {}.",
        crate::app::english::mention(challenger),
        crate::app::english::mention(answerer),
        name(settled)
    );
    (settled.outcome == "declined" && !settled.told).then_some((challenger, text))
}
