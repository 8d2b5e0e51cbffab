//! The operator's commands concerning people, servers and games. For people who had their data deleted, a
//! mark replaces the id.

use super::block_marks::{block_key, lasting_block_key};
use crate::db::sql::{FromRow, SqlRow};
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GameId, GuildId, Millis, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "acts",
    person: &["person"],
    key: "acts_of_the_operator",
    rows: Many,
    columns: &[("at", "at_ms", Number), ("what", "what", Text), ("reason", "reason", Text)],
}];

/// How long acts are kept, in days.
pub const ACTS_KEPT_DAYS: i64 = 365;

/// The target of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActOn {
    /// The bot itself.
    Bot,
    /// A person.
    Person(UserId),
    /// A person who has since had their data deleted.
    FormerPerson,
    /// A server.
    Guild(GuildId),
    /// A game.
    Game(GameId),
}

/// An act of the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// When it was done.
    pub at: Millis,
    /// A word for it, such as `block`.
    pub what: String,
    /// The target.
    pub on: ActOn,
    /// The reason or other details; may be empty.
    pub reason: String,
}

/// An operator's intervention in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoppedRow {
    /// The reason shown to the players.
    pub reason: String,
    /// The game was over, and its result no longer counts.
    pub voided: bool,
}

/// Records an act. A person who had their data deleted is recorded by a mark.
pub(crate) async fn note(tx: &mut Write, act: &Act) -> Result<(), WriteError> {
    let (person, guild, game) = match act.on {
        ActOn::Bot | ActOn::FormerPerson => (None, None, None),
        ActOn::Person(person) => (Some(person), None, None),
        ActOn::Guild(guild) => (None, Some(guild), None),
        ActOn::Game(game) => (None, None, Some(game)),
    };
    let mark = match person {
        Some(person) => mark_of_former(tx, person).await?,
        None => None,
    };
    tx.execute(
        "INSERT INTO acts (id, at, what, person, mark, guild, game, reason)
         VALUES ((SELECT coalesce(max(id), 0) + 1 FROM acts), $1, $2, $3, $4, $5, $6, $7)",
        (act.at, &act.what, person.filter(|_| mark.is_none()), mark, guild, game, &act.reason),
    )
    .await?;
    Ok(())
}

/// Returns the mark that replaces a person in acts, if they had their data deleted. That is recorded for some
/// time, and for as long as they are shut out.
async fn mark_of_former(tx: &mut Write, person: UserId) -> Result<Option<String>, WriteError> {
    let Some(key) = block_key(&mut **tx).await? else { return Ok(None) };
    let mark = key.of_forgotten(person);
    let is_former = tx
        .exists(
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM forgotten WHERE mark = $1)
             OR EXISTS (SELECT 1 FROM shut_out WHERE mark = $2 AND person IS NULL)",
            (&mark, key.of_shut_out(person)),
        )
        .await?;
    Ok(is_former.then_some(mark))
}

/// Replaces a person, who is about to be removed, by a mark in the acts on them.
pub(crate) async fn leave_marks(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    let mark = lasting_block_key(tx).await?.of_forgotten(person);
    tx.execute("UPDATE acts SET person = NULL, mark = $2 WHERE person = $1", (person, mark)).await?;
    Ok(())
}

impl Store {
    /// Reads the acts on a person from before their data was deleted, with the columns that are exported to
    /// people.
    pub(crate) async fn acts_under_mark(&self, person: UserId) -> Result<Vec<SqlRow>, StoreError> {
        let Some(key) = block_key(self.reader()?).await? else { return Ok(Vec::new()) };
        let mark = key.of_forgotten(person);
        self.all("SELECT at, what, reason FROM acts WHERE mark = $1 ORDER BY at, id", mark).await
    }

    /// Records an act of the operator.
    pub async fn note_act(&self, act: &Act) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            note(&mut tx, act).await?;
        })
    }

    /// Returns the acts since this time, oldest first.
    pub async fn acts(&self, since: Millis) -> Result<Vec<Act>, StoreError> {
        self.all(
            "SELECT at, what, person, mark, guild, game, reason FROM acts WHERE at >= $1 ORDER BY at, id",
            since,
        )
        .await
    }

    /// Returns the acts on a person, oldest first, including those from before their data was deleted.
    pub async fn acts_on(&self, person: UserId) -> Result<Vec<Act>, StoreError> {
        let mark = block_key(self.reader()?).await?.map(|key| key.of_forgotten(person));
        self.all(
            "SELECT at, what, person, mark, guild, game, reason FROM acts WHERE person = $1 OR mark = $2 ORDER BY at, id",
            (person, mark),
        )
        .await
    }
}

impl FromRow for Act {
    fn from_row(row: SqlRow) -> Result<Self, sqlx::Error> {
        let on = if let Some(person) = row.try_get("person")? {
            ActOn::Person(person)
        } else if let Some(guild) = row.try_get("guild")? {
            ActOn::Guild(guild)
        } else if let Some(game) = row.try_get("game")? {
            ActOn::Game(game)
        } else if row.try_get::<Option<&str>>("mark")?.is_some() {
            ActOn::FormerPerson
        } else {
            ActOn::Bot
        };
        Ok(Self { at: row.try_get("at")?, what: row.try_get("what")?, on, reason: row.try_get("reason")? })
    }
}
