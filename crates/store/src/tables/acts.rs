//! What whoever runs the bot has done by commands to people, servers and games. Of somebody who had their data deleted a mark stays.

use super::block_marks::{block_key, lasting_block_key};
use crate::db::sql::{FromRow, SqlRow};
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GameId, GuildId, Millis, UserId};

/// What tables here have of a person.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "acts",
    person: &["person"],
    key: "acts_of_the_operator",
    rows: Many,
    columns: &[("at", "at_ms", Number), ("what", "what", Text), ("reason", "reason", Text)],
}];

/// For how long acts are kept, in days.
pub const ACTS_KEPT_DAYS: i64 = 365;

/// What an act was done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActOn {
    /// The bot itself.
    Bot,
    /// This person.
    Person(UserId),
    /// Somebody who has had their data deleted since.
    FormerPerson,
    /// This server.
    Guild(GuildId),
    /// This game.
    Game(GameId),
}

/// An act of whoever runs the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// When it was done.
    pub at: Millis,
    /// A word for it, such as `block`.
    pub what: String,
    /// What it was done to.
    pub on: ActOn,
    /// Why, or what else belongs to it; may be empty.
    pub reason: String,
}

/// What whoever runs the bot has done with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoppedRow {
    /// Why, as the players are told.
    pub reason: String,
    /// It was over, and its result does not count any more.
    pub voided: bool,
}

/// Notes an act. For somebody who had their data deleted a mark stands.
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

/// The mark that stands for a person in acts, if they had their data deleted: that is noted for some time, and for as long as they are shut out.
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

/// In the acts on a person, who is about to be removed, a mark stands for them from now on.
pub(crate) async fn leave_marks(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    let mark = lasting_block_key(tx).await?.of_forgotten(person);
    tx.execute("UPDATE acts SET person = NULL, mark = $2 WHERE person = $1", (person, mark)).await?;
    Ok(())
}

impl Store {
    /// The acts on a person from before they had their data deleted, where a mark stands for them, with the columns that are given to people.
    pub(crate) async fn acts_under_mark(&self, person: UserId) -> Result<Vec<SqlRow>, StoreError> {
        let Some(key) = block_key(self.reader()?).await? else { return Ok(Vec::new()) };
        let mark = key.of_forgotten(person);
        self.all("SELECT at, what, reason FROM acts WHERE mark = $1 ORDER BY at, id", mark).await
    }

    /// Notes what whoever runs the bot has done.
    pub async fn note_act(&self, act: &Act) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            note(&mut tx, act).await?;
        })
    }

    /// What was done from this moment on, the first first.
    pub async fn acts(&self, since: Millis) -> Result<Vec<Act>, StoreError> {
        self.all(
            "SELECT at, what, person, mark, guild, game, reason FROM acts WHERE at >= $1 ORDER BY at, id",
            since,
        )
        .await
    }

    /// What was done to a person, the first first; also what was done before they had their data deleted.
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
