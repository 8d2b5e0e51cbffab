//! What is kept of one server: in numbers, as records, and that the bot is to leave it. For whoever runs the bot.

use super::acts::{self, Act};
use super::owed_kinds::OwedKind;
use crate::db::schema;
use crate::db::sql::{SqlRow, row};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChannelId, GameId, GuildId, Millis, TournamentId, UserId};
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

/// The kind of what is owed when the bot is to leave a server.
pub const LEAVING: &str = "leave";

/// What is kept of a server, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSummary {
    /// Its live games.
    pub live: u64,
    /// Its games that are over or set aside.
    pub finished: u64,
    /// How many people have played there.
    pub people: u64,
    /// When its first game began.
    pub since: Option<Millis>,
    /// Whether somebody has set anything with `/server`.
    pub has_settings: bool,
    /// Its tournaments, and those of them that are open or running.
    pub tournaments: [u64; 2],
    /// Its ladders.
    pub ladders: u64,
    /// The names of its games from files.
    pub custom_games: Vec<String>,
    /// Since when the bot is not there any more.
    pub left: Option<Millis>,
    /// The bot is to leave it.
    pub leaves: bool,
}

impl ServerSummary {
    /// Whether nothing is kept of it but games that are over.
    pub fn has_nothing_but_past_games(&self) -> bool {
        let kept = self.live + self.tournaments[0] + self.ladders + self.custom_games.len() as u64;
        kept == 0 && !self.has_settings && !self.leaves
    }
}

/// A game as it is listed for whoever runs the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its number.
    pub id: GameId,
    /// The variant's slug.
    pub variant: String,
    /// The channel where it is played.
    pub channel: ChannelId,
    /// It goes on.
    pub live: bool,
    /// How it ended, as it is stored; none: it goes on, or is set aside.
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

/// The tables that are about servers, and the column that names one.
const TABLES: [(&str, &str); 7] = [
    ("servers", "id"),
    ("lobbies", "guild"),
    ("daily_puzzles", "guild"),
    ("tournaments", "guild"),
    ("ladders", "guild"),
    ("server_games", "guild"),
    ("left_servers", "guild"),
];

/// Columns that name people.
const PEOPLE: [&str; 1] = ["person"];
/// Numbers from here on are written as texts, as many readers of JSON take numbers for floats and round them.
const EXACT: i64 = 1 << 53;

impl Store {
    /// What is kept of a server, in numbers. It reads all games of the server.
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

    /// What is kept of a server, by its tables, without the people in it; of its games the ids, and how they stand.
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

    /// Games of a person, for whoever runs the bot: first those that go on, then the newest others; as many as this at most.
    pub async fn games_of_person(&self, person: UserId, most: u32) -> Result<Vec<ListedGame>, StoreError> {
        self.all(
            "SELECT id, variant, channel, state, ending, created_at FROM games WHERE white = $1 OR black = $1
             ORDER BY CASE state WHEN 'live' THEN 0 ELSE 1 END, id DESC LIMIT $2",
            (person, most),
        )
        .await
    }

    /// The same of a server. It reads all its games.
    pub async fn games_of_server(&self, guild: GuildId, most: u32) -> Result<Vec<ListedGame>, StoreError> {
        self.all(
            "SELECT id, variant, channel, state, ending, created_at FROM games WHERE guild = $1
             ORDER BY CASE state WHEN 'live' THEN 0 ELSE 1 END, id DESC LIMIT $2",
            (guild, most),
        )
        .await
    }

    /// The live games of a server.
    pub async fn live_in_server(&self, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        self.all("SELECT id FROM games WHERE guild = $1 AND state = 'live'", guild).await
    }

    /// The tournaments of a server that are open or running.
    pub async fn tournaments_going_in(&self, guild: GuildId) -> Result<Vec<TournamentId>, StoreError> {
        self.all("SELECT id FROM tournaments WHERE guild = $1 AND state IN ('open', 'running')", guild).await
    }

    /// Owes Discord that the bot leaves a server. `act` is noted, if it is one.
    pub async fn owe_leaving(&self, guild: GuildId, act: Option<&Act>) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            if let Some(act) = act {
                leave(&mut tx, guild).await?;
                acts::note(&mut tx, act).await?;
            } else {
                // Nobody there can have it tried more often.
                let owed =
                    "INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ($2, $1, 0, $3, 0)
                     ON CONFLICT (kind, subject, part) DO NOTHING";
                tx.execute(owed, (guild, OwedKind::Leave.owed())).await?;
            }
        })
    }
}

/// Owes Discord that the bot leaves a server.
pub(crate) async fn leave(tx: &mut Write, guild: GuildId) -> Result<(), WriteError> {
    tx.execute(
        "INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ($2, $1, 0, $3, 0)
         ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0, tries = 0, code = NULL",
        (guild, OwedKind::Leave.owed()),
    )
    .await?;
    Ok(())
}

/// A row, by its columns.
fn record(row: &SqlRow, columns: &[&str]) -> Value {
    let value = |column: &str| match row.try_get::<Option<i64>>(column) {
        Ok(Some(number)) if number.abs() >= EXACT => number.to_string().into(),
        Ok(number) => number.into(),
        Err(_) => row.try_get::<Option<String>>(column).ok().flatten().into(),
    };
    columns.iter().map(|column| ((*column).to_owned(), value(column))).collect::<Map<_, _>>().into()
}
