//! Games from files that make the bot fail: failures are counted, the game is switched off for a while, and
//! its author is notified.

use crate::app::{App, AppResult};
use crate::game::{GuildId, Millis, UserId};
use crate::rules::Variant;

/// A server's game that is switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedGame {
    /// Its name.
    pub name: String,
    /// The user who added it; `None`: their data was deleted.
    pub added_by: Option<UserId>,
    /// Until when it cannot be begun.
    pub off_until: Millis,
    /// The server's locale, if known.
    pub locale: Option<String>,
}

impl App {
    /// Counts a failure of the engine or of drawing for a game from a file.
    ///
    /// After the third within a day the game is switched off for a day, and a notice to its servers is
    /// queued.
    pub async fn note_own_game_failure(&self, variant: Variant, now: Millis) {
        if !variant.is_custom() {
            return;
        }
        match self.store.note_game_failure(variant.slug(), now).await {
            Ok(false) => {}
            Ok(true) => tracing::error!(
                slug = variant.slug(),
                "a game from a file failed three times and is switched off for a day"
            ),
            Err(error) => tracing::error!(%error, "a failure of a game from a file was not noted"),
        }
    }

    /// The server's game whose text has this number, if it is switched off.
    pub async fn failed_game(
        &self,
        guild: GuildId,
        number: i64,
        now: Millis,
    ) -> AppResult<Option<FailedGame>> {
        let Some(found) = self.store.server_game(guild, number).await? else { return Ok(None) };
        let known = self.variant(&found.slug).await?.map(|game| game.name().to_owned());
        let failed = FailedGame {
            name: known.unwrap_or(found.name),
            added_by: found.added_by,
            off_until: found.off_until,
            locale: found.locale,
        };
        Ok(Some(failed).filter(|game| game.off_until > now))
    }
}
