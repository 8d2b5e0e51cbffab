//! The operator's commands on servers: viewing, leaving, blocking, and deleting their data.

use serde_json::Value;

use crate::app::load::ended;
use crate::app::operator::people::LISTED;
use crate::app::{App, AppResult};
use crate::game::{Ending, GuildId, Millis};
use crate::store::{Act, ActOn, Effect, ListedGame, ServerSummary, StoredState, WriteError};

/// The outcome of deleting a server's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerRemoved {
    /// It is deleted. Holds the number of live games ended.
    Removed(u64),
    /// The bot is not known to have left it.
    NotLeft,
    /// The bot is back, or something was begun there meanwhile: the rest stays. Holds what had been ended
    /// before.
    Back {
        /// Live games.
        games: u64,
        /// Tournaments.
        tournaments: u64,
    },
}

fn act(what: &str, guild: GuildId, reason: &str, now: Millis) -> Act {
    Act { at: now, what: what.to_owned(), on: ActOn::Guild(guild), reason: reason.to_owned() }
}

impl App {
    /// A summary of a server's stored data, and its games: first the live ones, then the newest others,
    /// twenty at most.
    pub async fn server_known(&self, guild: GuildId) -> AppResult<(ServerSummary, Vec<ListedGame>)> {
        Ok((self.store.summary_of_server(guild).await?, self.store.games_of_server(guild, LISTED).await?))
    }

    /// A server's stored data as JSON, without users' ids.
    pub async fn server_file(&self, guild: GuildId) -> AppResult<String> {
        let mut file = Value::Object(self.store.rows_of_server(guild).await?);
        file["server"] = guild.0.to_string().into();
        Ok(format!("{file:#}\n"))
    }

    /// Makes the bot leave a server as soon as it runs.
    pub async fn leave_server(&self, guild: GuildId, now: Millis) -> AppResult<()> {
        Ok(self.store.owe_leaving(guild, Some(&act("leave", guild, "", now))).await?)
    }

    /// Blocks a server; users there are shown the reason. The bot leaves it, now and whenever it is invited
    /// again, and does nothing there.
    pub async fn shut_out_server(&self, guild: GuildId, reason: &str, now: Millis) -> AppResult<()> {
        Ok(self.store.shut_out_server(guild, &act("block", guild, reason, now)).await?)
    }

    /// Unblocks a server; false if it was not blocked.
    pub async fn let_server_in(&self, guild: GuildId, now: Millis) -> AppResult<bool> {
        Ok(self.store.let_server_in(guild, &act("unblock", guild, "", now)).await?)
    }

    /// Why a server is blocked, and since when, read from the store.
    pub async fn server_shut_out(&self, guild: GuildId) -> AppResult<Option<(String, Millis)>> {
        self.read_operator_state().await?;
        let since = self.store.server_shut_out_since(guild).await?;
        Ok(self.why_server_shut_out(guild).zip(since))
    }

    /// Leaves a blocked server that the bot was added to again. Asks the store once more, as the block may
    /// just have ended.
    pub async fn leave_if_shut_out(&self, guild: GuildId) -> AppResult<()> {
        if self.why_server_shut_out(guild).is_some()
            && self.store.server_shut_out_since(guild).await?.is_some()
        {
            self.store.owe_leaving(guild, None).await?;
        }
        Ok(())
    }

    /// Deletes the stored data of a server that the bot has left, as happens 90 days after leaving. Its live
    /// games end without a result.
    pub async fn remove_server(&self, guild: GuildId, now: Millis) -> AppResult<ServerRemoved> {
        let Some(at) = self.left_at(guild).await? else { return Ok(ServerRemoved::NotLeft) };
        // First, so that the command is recorded even if only part of it is done.
        self.store.note_act(&act("remove", guild, "", now)).await?;
        let (mut games, mut tournaments) = (0, 0);
        for tournament in self.store.tournaments_going_in(guild).await? {
            if self.left_at(guild).await? != Some(at) {
                return Ok(ServerRemoved::Back { games, tournaments });
            }
            self.abandon_tournament(tournament, now).await?;
            tournaments += 1;
        }
        for game in self.store.live_in_server(guild).await? {
            if self.left_at(guild).await? != Some(at) {
                return Ok(ServerRemoved::Back { games, tournaments });
            }
            let row = self.store.game(game).await?.filter(|row| row.stands.state == StoredState::Live);
            let Some(row) = row else { continue };
            let mut end = ended(&row.stands, Ending::Stopped, now);
            // No notice can be posted there.
            end.effects.push(Effect::NoBoard);
            match self.store.change(game, row.stands.rev, &end).await {
                Ok(()) => games += 1,
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if !self.store.forget_server(guild, now.max(at), now).await? {
            return Ok(ServerRemoved::Back { games, tournaments });
        }
        Ok(ServerRemoved::Removed(games))
    }

    /// When the bot was found to have left the server; `None`: it is there.
    async fn left_at(&self, guild: GuildId) -> AppResult<Option<Millis>> {
        let left = self.store.left_servers().await?;
        Ok(left.into_iter().find(|(left, _)| *left == guild).map(|(_, at)| at))
    }

    /// Removes a server's game (from a file) by name; games in progress continue. False: the server has none
    /// of that name.
    pub async fn take_own_game(&self, guild: GuildId, name: &str, now: Millis) -> AppResult<bool> {
        let games = self.store.server_games(guild).await?;
        let wanted = name.trim().to_lowercase();
        let found = games.iter().find(|game| game.name == wanted || game.slug == wanted);
        let Some(found) = found else { return Ok(false) };
        Ok(self
            .store
            .take_server_game(guild, &found.name, &act("take-game", guild, &found.name, now))
            .await?)
    }
}
