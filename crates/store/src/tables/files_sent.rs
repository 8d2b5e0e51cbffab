//! Counts the game files sent per day, so that their parsed content cannot exhaust memory.

use crate::privacy::personal::{Kind::Number, Personal, Rows::One};
use crate::{Store, Write, WriteError, retry_write};
use game::{GuildId, Millis, UserId};

/// The personal rows of this table.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "files_sent",
    person: &["person"],
    key: "files_sent",
    rows: One,
    columns: &[("day", "day", Number), ("count", "files", Number)],
}];

/// How many files may be sent per day (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// By one person, valid or not.
    pub person: u32,
    /// In one server, valid or not.
    pub server: u32,
    /// How many new texts may be added in all servers together.
    pub added: u32,
}

/// A daily limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLimit {
    /// The person's limit.
    Person,
    /// The server's limit.
    Server,
    /// The limit of all servers together.
    Added,
}

impl Store {
    /// Counts a file that a person sends in a server, and deletes the counts of earlier days. If a limit is
    /// reached, the file does not count and the limit is returned.
    pub async fn take_file(
        &self,
        guild: GuildId,
        person: UserId,
        limits: &FileLimits,
        now: Millis,
    ) -> Result<Option<FileLimit>, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("DELETE FROM files_sent WHERE day < $1", day(now)).await?;
            let of_server = count(&mut tx, (guild, UserId(0)), now).await? > i64::from(limits.server);
            let of_person = count(&mut tx, (GuildId(0), person), now).await? > i64::from(limits.person);
            if of_person {
                return Ok(Some(FileLimit::Person));
            }
            if of_server {
                return Ok(Some(FileLimit::Server));
            }
            None
        })
    }
}

/// Counts an added text. Returns today's count.
pub(super) async fn count_added(tx: &mut Write, now: Millis) -> Result<i64, WriteError> {
    count(tx, (GuildId(0), UserId(0)), now).await
}

/// Increments the count of a server, of a person or, with ids of 0, of all. Returns today's count.
async fn count(tx: &mut Write, (guild, person): (GuildId, UserId), now: Millis) -> Result<i64, WriteError> {
    Ok(tx.one(
        "INSERT INTO files_sent (person, guild, day, count) VALUES ($1, $2, $3, 1)
         ON CONFLICT (person, guild) DO UPDATE SET day = excluded.day,
             count = CASE WHEN files_sent.day = excluded.day THEN files_sent.count + 1 ELSE 1 END RETURNING count",
        (person, guild, day(now)),
    )
    .await?)
}

fn day(now: Millis) -> i64 {
    now.0.div_euclid(Millis::DAY)
}
