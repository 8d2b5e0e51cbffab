//! The scopes in which the bot's commands were registered, so that they can be removed there.

use crate::{Store, StoreError, WriteError, retry_write};
use game::GuildId;
use std::fmt;

/// A scope for registering commands. Global commands and those of a server exist side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandScope {
    /// Globally: in every server, and for every person who has installed the bot.
    Everywhere,
    /// In one server only.
    Guild(GuildId),
}

impl CommandScope {
    /// The scope as stored. No server has the id 0.
    fn number(self) -> u64 {
        match self {
            Self::Everywhere => 0,
            Self::Guild(guild) => guild.0,
        }
    }
}

impl fmt::Display for CommandScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everywhere => write!(f, "everywhere"),
            Self::Guild(guild) => write!(f, "server {guild}"),
        }
    }
}

impl Store {
    /// Returns the scopes where commands of this application were registered and not removed since.
    pub async fn command_scopes(&self, application: u64) -> Result<Vec<CommandScope>, StoreError> {
        // Older databases did not record the application; their rows have 0.
        let guilds: Vec<u64> = self.all(
            "SELECT DISTINCT guild FROM command_scopes WHERE application = $1 OR application = 0 ORDER BY guild",
            application,
        )
        .await?;
        let scope = |guild| match guild {
            0 => CommandScope::Everywhere,
            guild => CommandScope::Guild(GuildId(guild)),
        };
        Ok(guilds.into_iter().map(scope).collect())
    }

    /// Records that commands of this application are registered in a scope.
    pub async fn note_command_scope(&self, application: u64, scope: CommandScope) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "INSERT INTO command_scopes (application, guild) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                (application, scope.number()),
            )
            .await?;
        })
    }

    /// Deletes a scope, because its commands were removed.
    pub async fn forget_command_scope(
        &self,
        application: u64,
        scope: CommandScope,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "DELETE FROM command_scopes WHERE (application = $1 OR application = 0) AND guild = $2",
                (application, scope.number()),
            )
            .await?;
        })
    }
}
