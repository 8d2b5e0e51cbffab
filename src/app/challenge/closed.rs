//! Challenges that are no longer open.

use crate::app::view::MessageRef;
use crate::game::{ChallengeId, ChannelId, LadderId, Millis, UserId};
use crate::games;
use crate::rules::Variant;
use crate::store::{ClosedChallenge, StoredChallenge};

/// A challenge that is no longer open.
#[derive(Clone, Debug)]
pub struct Closed {
    pub challenge: ChallengeId,
    /// Its message, if known.
    pub message: Option<MessageRef>,
    /// Its outcome, shown by its message without buttons and picture.
    pub became: Became,
    /// What it asked for, as far as is known: an entry of the outbox does not say.
    pub asked: AskedFor,
    /// The variant; `None`: it no longer exists.
    pub variant: Option<Variant>,
    /// The challenger; `None`: a former player.
    pub challenger: Option<UserId>,
    /// The user who accepted or declined.
    pub answerer: Option<UserId>,
    /// The challenger, if they are still to be notified that it was declined. That takes a separate message,
    /// because an edit notifies no one. Then call `decline_told`.
    pub tells: Option<UserId>,
    /// The channel for that message.
    pub channel: ChannelId,
    /// The locale of the server in which it was made.
    pub locale: Option<String>,
    pub at: Millis,
}

/// What a challenge asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AskedFor {
    #[default]
    Game,
    Rematch,
    /// A place on this ladder.
    Place(LadderId),
}

/// The outcome of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// Accepted; the game is played in this channel, if it is not the challenge's.
    Accepted(Option<ChannelId>),
    Declined,
    Withdrawn,
    /// It expired without being accepted.
    Lapsed,
    /// It is no longer open, and its users are no longer known.
    Dropped,
}

pub(super) fn closed(row: &ClosedChallenge) -> Closed {
    let message = row.message.map(|message| MessageRef { channel: row.channel, message });
    let became = match row.outcome.as_str() {
        "accepted" => Became::Accepted(row.place.filter(|place| *place != row.channel)),
        "declined" => Became::Declined,
        "withdrawn" => Became::Withdrawn,
        "lapsed" => Became::Lapsed,
        _ => Became::Dropped,
    };
    let tells = became == Became::Declined && !row.told && row.answerer.is_some();
    Closed {
        challenge: row.id,
        message,
        became,
        asked: AskedFor::default(),
        variant: games::from_slug(&row.variant),
        challenger: row.challenger,
        answerer: row.answerer,
        tells: row.challenger.filter(|_| tells),
        channel: row.channel,
        locale: row.locale.clone(),
        at: row.at,
    }
}

/// The stored form of an open challenge once closed with this outcome.
pub(super) fn closed_as(outcome: &str, stored: &StoredChallenge, now: Millis) -> ClosedChallenge {
    ClosedChallenge {
        id: stored.id,
        outcome: outcome.to_owned(),
        variant: stored.asked.variant.clone(),
        challenger: Some(stored.asked.challenger),
        answerer: stored.asked.opponent,
        channel: stored.asked.channel,
        message: stored.message,
        place: None,
        told: false,
        locale: stored.asked.locale.clone(),
        at: now,
    }
}
