//! Keeps a server up to date with a game's file while the file is being edited.

use super::{OWN_GAMES_MAX, key, no, read};
use crate::app::{App, AppResult, NoOwnGame};
use crate::game::{ChannelId, GuildId, Millis, UserId};
use crate::rules::Variant;
use crate::store::{GameAdded, NewServerGame};

/// The author of a game that no chat user has added.
const NOBODY: UserId = UserId(0);

impl App {
    /// Replaces `before` with the newest text of a game, even if its name has changed. Plays no trial games,
    /// and does not count towards the server's daily limit. Running games continue with the previous text.
    ///
    /// # Errors
    /// Refused: the file is invalid, has the name of a built-in game, or the server has too many.
    /// Refused: the file is at fault, has the name of a game of ours, or the server has too many.
    pub async fn renew_own_game(
        &self,
        (guild, channel): (GuildId, ChannelId),
        text: String,
        before: Option<Variant>,
        now: Millis,
    ) -> AppResult<(Variant, GameAdded)> {
        let (game, name) = match read(&text) {
            Ok(read) => read,
            Err(why) => return no(why),
        };
        if let Some(former) = before.map(|game| key(game.name())).filter(|former| *former != name) {
            self.store.remove_server_game(guild, &former, None, now).await?;
        }
        let slug = game.spec().slug.clone();
        let new = NewServerGame {
            guild,
            name,
            slug,
            text,
            by: NOBODY,
            channel,
            locale: None,
            most: OWN_GAMES_MAX,
            most_a_day: None,
        };
        match self.store.add_server_game(&new, None, now).await? {
            GameAdded::TooMany => no(NoOwnGame::TooMany),
            added => Ok((game.keep(), added)),
        }
    }
}
