//! The data of one server, for the operator: a summary, an export, and the order to leave it.

use super::acts::{self, Act};
use super::owed_kinds::OwedKind;
use crate::db::schema;
use crate::db::sql::{SqlRow, row};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChannelId, GameId, GuildId, Millis, TournamentId, UserId};
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

/// The outbox kind for leaving a server.
pub const LEAVING: &str = "leave";

/// A summary of the data about a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSummary {
    /// Its live games.
    pub live: u64,
    /// The number of games that are over or set aside.
    pub finished: u64,
    /// The number of people who have played there.
    pub people: u64,
    /// When its first game began.
    pub since: Option<Millis>,
    /// Whether any setting was changed with `/server`.
    pub has_settings: bool,
    /// The number of tournaments, and of those that are open or running.
    pub tournaments: [u64; 2],
    /// The number of ladders.
    pub ladders: u64,
    /// The names of its games from files.
    pub custom_games: Vec<String>,
    /// When the bot left it, if it did.
    pub left: Option<Millis>,
    /// Whether the bot is about to leave it.
    pub leaves: bool,
}

impl ServerSummary {
    /// Whether nothing but finished games is stored about it.
    pub fn has_nothing_but_past_games(&self) -> bool {
        let kept = self.live + self.tournaments[0] + self.ladders + self.custom_games.len() as u64;
        kept == 0 && !self.has_settings && !self.leaves
    }
}

/// A game in a list for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// The game's id.
    pub id: GameId,
    /// The variant's slug.
    pub variant: String,
    /// The channel where it is played.
    pub channel: ChannelId,
    /// Whether it is in progress.
    pub live: bool,
    /// The stored ending; `None` if it is in progress or set aside.
    pub ending: Option<String>,
    /// When it began.
    pub began: Millis,
}

row!(|row| ListedGame {
    id,
    variant,
    channel,
    live: row.try_get::<&str>("state")? == "live",
    ending,
    began: row.try_get("created_at")?,
});

/// The tables about servers, each with the column that holds the server's id.
const TABLES: [(&str, &str); 7] = [
    ("servers", "id"),
    ("lobbies", "guild"),
    ("daily_puzzles", "guild"),
    ("tournaments", "guild"),
    ("ladders", "guild"),
    ("server_games", "guild"),
    ("left_servers", "guild"),
];

/// Columns that hold user ids.
const PEOPLE: [&str; 1] = ["person"];
/// Numbers from here on are exported as strings, because many JSON readers round large numbers to floats.
const EXACT: i64 = 1 << 53;

impl Store {
    /// Summarizes the data about a server. Reads all its games.
    pub async fn summary_of_server(&self, guild: GuildId) -> Result<ServerSummary, StoreError> {
        let row = self.one::<SqlRow>(
            "SELECT CAST(coalesce(sum(CASE WHEN state = 'live' THEN 1 ELSE 0 END), 0) AS BIGINT) AS live, count(*) AS games,
                 min(created_at) AS since,
                 (SELECT count(*) FROM (SELECT white FROM games WHERE guild = $1 AND white IS NOT NULL
                     UNION SELECT black FROM games WHERE guild = $1 AND black IS NOT NULL) AS players) AS people,
                 (SELECT count(*) FROM servers WHERE id = $1) AS settings,
                 (SELECT count(*) FROM tournaments WHERE guild = $1) AS tournaments,
                 (SELECT count(*) FROM tournaments WHERE guild = $1 AND state IN ('open', 'running')) AS going,
                 (SELECT count(*) FROM ladders WHERE guild = $1) AS ladders,
                 (SELECT at FROM left_servers WHERE guild = $1) AS gone,
                 (SELECT count(*) FROM outbox WHERE kind = $2 AND subject = $1) AS leaves
             FROM games WHERE guild = $1",
            (guild, OwedKind::Leave),
        )
        .await?;
        let (live, games): (u64, u64) = (row.try_get("live")?, row.try_get("games")?);
        let custom_games = self.server_games(guild).await?.into_iter().map(|game| game.name).collect();
        Ok(ServerSummary {
            live,
            finished: games.saturating_sub(live),
            people: row.try_get("people")?,
            since: row.try_get("since")?,
            has_settings: row.try_get::<u64>("settings")? > 0,
            tournaments: [row.try_get("tournaments")?, row.try_get("going")?],
            ladders: row.try_get("ladders")?,
            custom_games,
            left: row.try_get("gone")?,
            leaves: row.try_get::<u64>("leaves")? > 0,
        })
    }

    /// Exports the rows about a server, by table, without user ids. Games are included with their id and
    /// state only.
    pub async fn rows_of_server(&self, guild: GuildId) -> Result<Map<String, Value>, StoreError> {
        let schema = schema::tables().await?;
        let mut file = Map::new();
        for (name, column) in TABLES {
            let Some(table) = schema.iter().find(|table| table.name == name) else { continue };
            let columns: Vec<&str> = table
                .columns
                .iter()
                .map(|(column, _)| column.as_str())
                .filter(|one| !PEOPLE.contains(one))
                .collect();
            let sql = format!("SELECT {} FROM {name} WHERE {column} = $1", columns.join(", "));
            let rows = self.all::<SqlRow>(AssertSqlSafe(sql), guild).await?;
            file.insert(name.to_owned(), rows.iter().map(|row| record(row, &columns)).collect());
        }
        let columns = ["id", "variant", "channel", "state", "ending", "created_at", "rated"];
        let rows = self.all::<SqlRow>(
            "SELECT id, variant, channel, state, ending, created_at, rated FROM games WHERE guild = $1 ORDER BY id",
            guild,
        )
        .await?;
        file.insert("games".to_owned(), rows.iter().map(|row| record(row, &columns)).collect());
        Ok(file)
    }

    /// Returns at most `most` games of a person, for the operator: live ones first, then the newest others.
    pub async fn games_of_person(&self, person: UserId, most: u32) -> Result<Vec<ListedGame>, StoreError> {
        self.all(
            "SELECT id, variant, channel, state, ending, created_at FROM games WHERE white = $1 OR black = $1
             ORDER BY CASE state WHEN 'live' THEN 0 ELSE 1 END, id DESC LIMIT $2",
            (person, most),
        )
        .await
    }

    /// Likewise for a server. Reads all its games.
    pub async fn games_of_server(&self, guild: GuildId, most: u32) -> Result<Vec<ListedGame>, StoreError> {
        self.all(
            "SELECT id, variant, channel, state, ending, created_at FROM games WHERE guild = $1
             ORDER BY CASE state WHEN 'live' THEN 0 ELSE 1 END, id DESC LIMIT $2",
            (guild, most),
        )
        .await
    }

    /// Returns the live games of a server.
    pub async fn live_in_server(&self, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        self.all("SELECT id FROM games WHERE guild = $1 AND state = 'live'", guild).await
    }

    /// Returns the open and running tournaments of a server.
    pub async fn tournaments_going_in(&self, guild: GuildId) -> Result<Vec<TournamentId>, StoreError> {
        self.all("SELECT id FROM tournaments WHERE guild = $1 AND state IN ('open', 'running')", guild).await
    }

    /// Queues leaving a server. `act` is recorded, if given.
    pub async fn owe_leaving(&self, guild: GuildId, act: Option<&Act>) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            if let Some(act) = act {
                leave(&mut tx, guild).await?;
                acts::note(&mut tx, act).await?;
            } else {
                // People there cannot trigger additional attempts.
                let owed =
                    "INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ($2, $1, 0, $3, 0)
                     ON CONFLICT (kind, subject, part) DO NOTHING";
                tx.execute(owed, (guild, OwedKind::Leave.owed())).await?;
            }
        })
    }
}

/// Queues leaving a server.
pub(crate) async fn leave(tx: &mut Write, guild: GuildId) -> Result<(), WriteError> {
    tx.execute(
        "INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ($2, $1, 0, $3, 0)
         ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0, tries = 0, code = NULL",
        (guild, OwedKind::Leave.owed()),
    )
    .await?;
    Ok(())
}

/// Converts a row to a JSON record.
fn record(row: &SqlRow, columns: &[&str]) -> Value {
    let value = |column: &str| match row.try_get::<Option<i64>>(column) {
        Ok(Some(number)) if number.abs() >= EXACT => number.to_string().into(),
        Ok(number) => number.into(),
        Err(_) => row.try_get::<Option<String>>(column).ok().flatten().into(),
    };
    columns.iter().map(|column| ((*column).to_owned(), value(column))).collect::<Map<_, _>>().into()
}
