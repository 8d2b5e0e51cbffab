//! Servers that whoever runs the bot looks at, has it leave, or removes what is kept of.

use serde_json::Value;

use crate::app::load::ended;
use crate::app::operator::people::LISTED;
use crate::app::{App, AppResult};
use crate::game::{Ending, GuildId, Millis};
use crate::store::{Act, ActOn, Effect, ListedGame, ServerSummary, StoredState, WriteError};

/// What became of the wish to remove what is kept of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerRemoved {
    /// It is removed, and so many live games ended.
    Removed(u64),
    /// The bot is not known to have left it.
    NotLeft,
    /// It is back, or something was begun there meanwhile: what is left stays. Before that so much came to its end.
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
    /// What is kept of a server, in numbers, and its games: first those that go on, then the newest others, twenty at most.
    pub async fn server_known(&self, guild: GuildId) -> AppResult<(ServerSummary, Vec<ListedGame>)> {
        Ok((self.store.summary_of_server(guild).await?, self.store.games_of_server(guild, LISTED).await?))
    }

    /// What is kept of a server, as JSON. Nobody is named in it.
    pub async fn server_file(&self, guild: GuildId) -> AppResult<String> {
        let mut file = Value::Object(self.store.rows_of_server(guild).await?);
        file["server"] = guild.0.to_string().into();
        Ok(format!("{file:#}\n"))
    }

    /// Has the bot leave a server: it does so as soon as it runs.
    pub async fn leave_server(&self, guild: GuildId, now: Millis) -> AppResult<()> {
        Ok(self.store.owe_leaving(guild, Some(&act("leave", guild, "", now))).await?)
    }

    /// Shuts a server out for this reason, which people there are told: the bot leaves it, now and whenever it is invited again, and does nothing
    /// there.
    pub async fn shut_out_server(&self, guild: GuildId, reason: &str, now: Millis) -> AppResult<()> {
        Ok(self.store.shut_out_server(guild, &act("block", guild, reason, now)).await?)
    }

    /// Lets a server in again; false if it was not shut out.
    pub async fn let_server_in(&self, guild: GuildId, now: Millis) -> AppResult<bool> {
        Ok(self.store.let_server_in(guild, &act("unblock", guild, "", now)).await?)
    }

    /// Why a server is shut out, and since when, read anew.
    pub async fn server_shut_out(&self, guild: GuildId) -> AppResult<Option<(String, Millis)>> {
        self.read_operator_state().await?;
        let since = self.store.server_shut_out_since(guild).await?;
        Ok(self.why_server_shut_out(guild).zip(since))
    }

    /// Has the bot leave a server that is shut out, in which it is again.
    pub async fn leave_if_shut_out(&self, guild: GuildId) -> AppResult<()> {
        if self.why_server_shut_out(guild).is_some() {
            self.store.owe_leaving(guild, None).await?;
        }
        Ok(())
    }

    /// Removes what is kept of a server that the bot has left, as is done 90 days after that. Its live games end without a result.
    pub async fn remove_server(&self, guild: GuildId, now: Millis) -> AppResult<ServerRemoved> {
        let Some(at) = self.left_at(guild).await? else { return Ok(ServerRemoved::NotLeft) };
        // First, so that it is noted as well where only a part of it is done.
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
            // Nobody can be told there.
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

    /// Since when the bot is known not to be in a server any more; none: it is there.
    async fn left_at(&self, guild: GuildId) -> AppResult<Option<Millis>> {
        let left = self.store.left_servers().await?;
        Ok(left.into_iter().find(|(left, _)| *left == guild).map(|(_, at)| at))
    }

    /// Takes a game from a file away from a server, by its name; games in progress go on. False: the server has none of that name.
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
