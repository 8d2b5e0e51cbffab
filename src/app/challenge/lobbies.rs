//! Lobbies: the lists of open challenges that servers keep in one of their channels.

use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::{ChannelId, MessageId, Millis, Pace, UserId};
use crate::games;
use crate::rules::Variant;
use crate::store::CHALLENGE_LASTS;

/// At most this many of a server's challenges are read and counted.
const LISTED: u32 = 100;

/// A list of open challenges to be posted or edited.
#[derive(Clone, Debug)]
pub struct Lobby {
    pub place: Place,
    /// The list's message, if it exists.
    pub message: Option<MessageId>,
    /// The server's locale.
    pub locale: Option<String>,
    /// The challenges, newest first; `None`: the list is discontinued.
    pub lines: Option<Vec<LobbyLine>>,
}

/// An open challenge that anyone may accept.
#[derive(Clone, Debug)]
pub struct LobbyLine {
    pub challenger: UserId,
    pub variant: Variant,
    /// Time per move; `None`: no clock.
    pub pace: Option<Pace>,
    /// The result counts for both ratings.
    pub rated: bool,
    /// When the challenge expires.
    pub lapses: Millis,
    pub place: Place,
    /// The challenge's message, which has its buttons.
    pub message: MessageId,
}

impl App {
    /// The current list of open challenges in a channel.
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
