//! Where the bot's commands were put, so that they can be taken away there.

use std::fmt;

use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, number, retry_write, signed};
use game::GuildId;

/// Where commands can be put. Those of a server and those for every server stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandScope {
    /// In every server and with every person that has the bot.
    Everywhere,
    /// In this server only.
    Guild(GuildId),
}

impl CommandScope {
    /// As the table has it: no server has the number 0.
    fn number(self) -> i64 {
        match self {
            Self::Everywhere => 0,
            Self::Guild(guild) => signed(guild.0),
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
    /// Where commands of this application were put, and not taken away since.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn command_scopes(&self, application: u64) -> Result<Vec<CommandScope>, StoreError> {
        // A database of before this was noted does not know of which application it was (0).
        let rows = query(
            "SELECT DISTINCT guild FROM command_scopes WHERE application = $1 OR application = 0 ORDER BY guild",
        )
        .bind(signed(application))
        .fetch_all(self.reader()?)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(match number(row, "guild")? {
                    0 => CommandScope::Everywhere,
                    guild => CommandScope::Guild(GuildId(guild)),
                })
            })
            .collect()
    }

    /// Notes that commands of this application are put there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_command_scope(&self, application: u64, scope: CommandScope) -> Result<(), WriteError> {
        retry_write!(self.try_note_command_scope(application, scope))
    }

    async fn try_note_command_scope(&self, application: u64, scope: CommandScope) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("INSERT INTO command_scopes (application, guild) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(signed(application))
            .bind(scope.number())
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Forgets it: they were taken away.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_command_scope(
        &self,
        application: u64,
        scope: CommandScope,
    ) -> Result<(), WriteError> {
        retry_write!(self.try_forget_command_scope(application, scope))
    }

    async fn try_forget_command_scope(
        &self,
        application: u64,
        scope: CommandScope,
    ) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("DELETE FROM command_scopes WHERE (application = $1 OR application = 0) AND guild = $2")
            .bind(signed(application))
            .bind(scope.number())
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}
