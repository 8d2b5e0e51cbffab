//! The lists of open challenges that servers keep in one of their channels.

use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::{ChannelId, MessageId, Millis, Pace, UserId};
use crate::games;
use crate::rules::Variant;
use crate::store::CHALLENGE_LASTS;

/// At most this many challenges of a server are read and counted.
const LISTED: u32 = 100;

/// A list of open challenges that is to be posted or edited.
#[derive(Clone, Debug)]
pub struct Lobby {
    pub place: Place,
    /// The message with it, if there is one.
    pub message: Option<MessageId>,
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
    /// The result is to count for both ratings.
    pub rated: bool,
    /// Until when it can be accepted.
    pub lapses: Millis,
    pub place: Place,
    /// The message with its buttons.
    pub message: MessageId,
}

impl App {
    /// The list of open challenges in a channel, as it is now.
    pub async fn lobby(&self, channel: ChannelId, now: Millis) -> AppResult<Option<Lobby>> {
        let Some(kept) = self.store.lobby(channel).await? else { return Ok(None) };
        let lines = if kept.retired {
            None
        } else {
            let open = self.store.open_challenges(kept.guild, now, LISTED).await?;
            for one in &open {
                self.know_own_game(&one.asked.variant).await?;
            }
            let line = |(one, message): (_, MessageId)| line(&one, message);
            Some(
                open.into_iter().filter_map(|one| Some((one.asked, one.message?))).filter_map(line).collect(),
            )
        };
        Ok(Some(Lobby {
            place: Place { guild: Some(kept.guild), channel: kept.channel },
            message: kept.message,
            locale: kept.locale,
            lines,
        }))
    }
}

fn line(asked: &crate::store::NewChallenge, message: MessageId) -> Option<LobbyLine> {
    Some(LobbyLine {
        challenger: asked.challenger,
        variant: games::from_slug(&asked.variant)?,
        pace: asked.pace,
        rated: asked.rated,
        lapses: Millis(asked.created_at.0 + CHALLENGE_LASTS),
        place: Place { guild: asked.guild, channel: asked.channel },
        message,
    })
}
