//! How many files of games were sent today, so that nobody fills the memory with what they are read to.

use crate::db::sql::query;
use crate::privacy::personal::{Kind::Number, Personal, Rows::One};
use crate::{Store, WriteError, retry_write};
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
    /// By one person.
    pub person: u32,
    /// In one server.
    pub server: u32,
    /// By all together.
    pub all: u32,
}

/// Who has sent as many files today as they may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilesOf {
    /// The person.
    Person,
    /// The server.
    Server,
    /// All together.
    All,
}

impl Store {
    /// Counts a file that a person sends in a server, and forgets the counts of former days. If one of the limits is reached it does not count,
    /// and that limit is returned.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn take_file(
        &self,
        guild: GuildId,
        person: UserId,
        limits: &FileLimits,
        now: Millis,
    ) -> Result<Option<FilesOf>, WriteError> {
        let nobody = (GuildId(0), UserId(0));
        let counts = [
            (FilesOf::All, nobody, limits.all),
            (FilesOf::Server, (guild, nobody.1), limits.server),
            (FilesOf::Person, (nobody.0, person), limits.person),
        ];
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let today = now.0.div_euclid(Millis::DAY);
            query("DELETE FROM files_sent WHERE day < $1").bind(today).execute(&mut *tx).await?;
            let mut reached = None;
            for (whose, (guild, person), most) in counts {
                let count: i64 = query(
                    "INSERT INTO files_sent (person, guild, day, count) VALUES ($1, $2, $3, 1)
                     ON CONFLICT (person, guild) DO UPDATE SET count = files_sent.count + 1 RETURNING count",
                )
                .bind(person)
                .bind(guild)
                .bind(today)
                .scalar(&mut *tx)
                .await?;
                if count > i64::from(most) {
                    reached = Some(whose);
                }
            }
            if reached.is_none() {
                tx.commit().await?;
            }
            Ok(reached)
        })
    }
}
