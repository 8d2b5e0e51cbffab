//! The lists of open challenges that servers keep in one of their channels.

use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::{MessageId, Millis, Pace, UserId};
use crate::rules::Variant;
use crate::store::{CHALLENGE_LASTS, StaleLobby};

/// Lists updated at a time.
const AT_A_TIME: u32 = 50;
/// At most this many challenges of a server are read and counted.
const LISTED: u32 = 100;

/// A list of open challenges that is to be posted or edited.
#[derive(Clone, Debug)]
pub struct Lobby {
    pub place: Place,
    /// The message with it, if there is one.
    pub message: Option<MessageId>,
    /// The change that the list is then up to date with; passed to `Store::lobby_shown`.
    pub due: i64,
    /// The locale of its server.
    pub locale: Option<String>,
    /// The challenges, newest first; `None`: the list is discontinued.
    pub lines: Option<Vec<LobbyLine>>,
}

/// An open challenge that anybody may accept.
#[derive(Clone, Debug)]
pub struct LobbyLine {
    pub challenger: UserId,
    pub variant: Variant,
    /// How long each move may take; `None`: no clock.
    pub pace: Option<Pace>,
    /// Until when it can be accepted.
    pub lapses: Millis,
    pub place: Place,
    /// The message with its buttons.
    pub message: MessageId,
}

impl App {
    /// The lists that are out of date.
    pub async fn stale_lobbies(&self, now: Millis) -> AppResult<Vec<Lobby>> {
        let mut lobbies = Vec::new();
        for stale in self.store.stale_lobbies(now, AT_A_TIME).await? {
            lobbies.push(self.lobby(stale, now).await?);
        }
        Ok(lobbies)
    }

    async fn lobby(&self, stale: StaleLobby, now: Millis) -> AppResult<Lobby> {
        let lines = if stale.retired {
            None
        } else {
            let open = self.store.open_challenges(stale.guild, now, LISTED).await?;
            let line = |(one, message): (_, MessageId)| line(&one, message);
            Some(
                open.into_iter().filter_map(|one| Some((one.asked, one.message?))).filter_map(line).collect(),
            )
        };
        Ok(Lobby {
            place: Place { guild: Some(stale.guild), channel: stale.channel },
            message: stale.message,
            due: stale.due,
            locale: stale.locale,
            lines,
        })
    }
}

fn line(asked: &crate::store::NewChallenge, message: MessageId) -> Option<LobbyLine> {
    Some(LobbyLine {
        challenger: asked.challenger,
        variant: Variant::from_slug(&asked.variant)?,
        pace: asked.pace,
        lapses: Millis(asked.created_at.0 + CHALLENGE_LASTS),
        place: Place { guild: asked.guild, channel: asked.channel },
        message,
    })
}
