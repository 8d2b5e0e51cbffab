//! Nudging an opponent, who may have left: in the channel of the game, or from the list of one's games.

use std::time::{Duration, Instant};

use super::custom_id::Moment;
use super::desk::{Desk, Done, Handled, Shows, Stop, Then, caller};
use super::event::Interaction;
use super::games;
use super::language::{private, public, unasked};
use super::members;
use super::mentions::written;
use super::reply::{Answer, Card, Reply};
use crate::app::{Nudge, Target};
use crate::game::UserId;
use crate::words::Words;

/// How long it may take to find out whether the opponent has left; the one who asks waits for it.
const LOOK: Duration = Duration::from_millis(800);

/// Asks the opponent to move who is to move in the game of the channel. Of one who has left only whoever asks is told.
///
/// # Errors
/// A private sentence.
pub async fn nudge(desk: &Desk, from: &Interaction) -> Handled {
    let nudge = noted(desk, from, Target::Here).await?;
    Ok(Done::say(told(public(from), &nudge)))
}

/// The same from the list of one's games: it is said where the game is played, and the list shows it.
///
/// # Errors
/// A private sentence.
pub async fn press(desk: &Desk, from: &Interaction, now: Moment) -> Handled {
    let nudge = noted(desk, from, Target::Button(now.game, now.rev)).await?;
    let said = private(from).nudge_sent();
    // It is noted, whether or not there is something to be shown now.
    let part = (UserId(from.who.id), games::GamesPart::With(now.game));
    let list = games::present(desk, from, part, Some(said.clone())).await;
    let list = list.unwrap_or_else(|_| Reply::card(Card::of(said)));
    let reply = Box::new(told(unasked(&desk.languages, nudge.locale.as_ref()), &nudge));
    let post = Then::Post { channel: nudge.place.channel, reply, shows: Shows::Nothing };
    Ok(Done { answer: Answer::Turn(list), then: vec![post] })
}

fn told(words: &Words, nudge: &Nudge) -> Reply {
    Reply::public(words.nudge(nudge, &written)).ping(Some(nudge.ping.0))
}

/// The nudge, if whoever is nudged is there.
async fn noted(desk: &Desk, from: &Interaction, target: Target) -> Result<Nudge, Stop> {
    let nudge = desk.app.nudge(&caller(from), target).await?;
    let until = from.deadline().min(Instant::now() + LOOK);
    if members::has_left(desk, nudge.place, nudge.ping, until).await {
        return Err(Stop::say(private(from).nudge_left(&nudge, &written)));
    }
    Ok(nudge)
}
