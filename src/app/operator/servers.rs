//! Servers that whoever runs the bot looks at, has it leave, or removes what is kept of.

use serde_json::Value;

use crate::app::load::ended;
use crate::app::{App, AppResult};
use crate::game::{Ending, GuildId, Millis};
use crate::store::{Act, ActOn, Effect, ServerSummary, StoredState, WriteError};

/// What became of the wish to remove what is kept of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerRemoved {
    /// It is removed, and so many live games ended.
    Removed(u64),
    /// The bot is not known to have left it.
    NotLeft,
    /// It is back, or something was begun there meanwhile: what is left stays.
    Back,
}

fn act(what: &str, guild: GuildId, reason: &str, now: Millis) -> Act {
    Act { at: now, what: what.to_owned(), on: ActOn::Guild(guild), reason: reason.to_owned() }
}

impl App {
    /// What is kept of a server, in numbers.
    pub async fn server_known(&self, guild: GuildId) -> AppResult<ServerSummary> {
        Ok(self.store.summary_of_server(guild).await?)
    }

    /// What is kept of a server, as JSON. Nobody is named in it.
    pub async fn server_file(&self, guild: GuildId, now: Millis) -> AppResult<String> {
        let mut file = Value::Object(self.store.rows_of_server(guild).await?);
        file["server"] = guild.0.to_string().into();
        self.store.note_act(&act("export", guild, "", now)).await?;
        Ok(format!("{file:#}\n"))
    }

    /// Has the bot leave a server: it does so as soon as it runs.
    pub async fn leave_server(&self, guild: GuildId, now: Millis) -> AppResult<()> {
        Ok(self.store.owe_leaving(guild, &act("leave", guild, "", now)).await?)
    }

    /// Removes what is kept of a server that the bot has left, as is done 90 days after that. Its live games end without a result.
    pub async fn remove_server(&self, guild: GuildId, now: Millis) -> AppResult<ServerRemoved> {
        let left = self.store.left_servers().await?;
        let Some((_, at)) = left.into_iter().find(|(left, _)| *left == guild) else {
            return Ok(ServerRemoved::NotLeft);
        };
        for tournament in self.store.tournaments_going_in(guild).await? {
            self.abandon_tournament(tournament, now).await?;
        }
        let mut games = 0;
        for game in self.store.live_in_server(guild).await? {
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
            return Ok(ServerRemoved::Back);
        }
        self.store.note_act(&act("remove", guild, "", now)).await?;
        Ok(ServerRemoved::Removed(games))
    }

    /// Takes a game from a file away from a server, by its name; games in progress go on. False: the server has none of that name.
    pub async fn take_own_game(&self, guild: GuildId, name: &str, now: Millis) -> AppResult<bool> {
        let games = self.store.server_games(guild).await?;
        let wanted = name.trim().to_lowercase();
        let found = games.iter().find(|game| game.name == wanted || game.slug == wanted);
        let Some(found) = found else { return Ok(false) };
        if !self.store.remove_server_game(guild, &found.name, None, now).await? {
            return Ok(false);
        }
        self.store.note_act(&act("take-game", guild, &found.name, now)).await?;
        Ok(true)
    }
}
