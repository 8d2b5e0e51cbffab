//! How many files of games were sent today, so that nobody fills the memory with what they are read to.

use crate::privacy::personal::{Kind::Number, Personal, Rows::One};
use crate::{Store, Write, WriteError, retry_write};
use game::{GuildId, Millis, UserId};

/// What the table here has of a person.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "files_sent",
    person: &["person"],
    key: "files_sent",
    rows: One,
    columns: &[("day", "day", Number), ("count", "files", Number)],
}];

/// How many files may be sent in a day (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// By one person, sound or not.
    pub person: u32,
    /// In one server, sound or not.
    pub server: u32,
    /// So many new texts are added in all servers together.
    pub added: u32,
}

/// A limit of a day that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLimit {
    /// That of the person.
    Person,
    /// That of the server.
    Server,
    /// That of all servers together.
    Added,
}

impl Store {
    /// Counts a file that a person sends in a server, and forgets the counts of former days. If one of their limits is reached it does not count,
    /// and that limit is returned.
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

/// Counts a new text that is added, and returns which one of the day it is.
pub(super) async fn count_added(tx: &mut Write, now: Millis) -> Result<i64, WriteError> {
    count(tx, (GuildId(0), UserId(0)), now).await
}

/// One more of a server, of a person, or of nobody; returns how many these are today.
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
