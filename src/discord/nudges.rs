//! Nudging an opponent, who may have left.

use std::time::{Duration, Instant};

use super::desk::{Desk, Done, Handled, caller};
use super::event::Interaction;
use super::language::{private, public};
use super::members;
use super::mentions::written;
use super::reply::Reply;

/// How long it may take to find out whether the opponent has left; the one who asks waits for it.
const LOOK: Duration = Duration::from_millis(800);

/// Asks the opponent to move who is to move in the game of the channel. Of one who has left only whoever asks is told.
///
/// # Errors
/// A private sentence.
pub async fn nudge(desk: &Desk, from: &Interaction) -> Handled {
    let nudge = desk.app.nudge(&caller(from)).await?;
    let until = from.deadline().min(Instant::now() + LOOK);
    if members::has_left(desk, nudge.place, nudge.ping, until).await {
        return Ok(Done::say(Reply::private(private(from).nudge_left(&nudge, &written))));
    }
    Ok(Done::say(Reply::public(public(from).nudge(&nudge, &written)).ping(Some(nudge.ping.0))))
}
