//! Who has solved a server's daily puzzle on its day, and who had help.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Id, Number, Truth},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GuildId, Millis, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "daily_solved",
    person: &["person"],
    key: "puzzles_of_the_day",
    rows: Many,
    columns: &[
        ("day", "day", Number),
        ("guild", "server", Id),
        ("helped", "helped", Truth),
        ("at", "at_ms", Number),
    ],
}];

/// A person's solved daily puzzles in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailySolver {
    /// The person.
    pub person: UserId,
    /// How many daily puzzles they have solved.
    pub solved: u32,
    /// How many of them they solved before all others.
    pub first: u32,
}

impl Store {
    /// Records that a person has solved the puzzle of this day in a server, or that they had help with it
    /// before that. The first record of a day stays. Returns false if there was one.
    pub async fn note_daily(
        &self,
        (guild, day): (GuildId, i64),
        person: UserId,
        helped: bool,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let noted = tx
                .execute(
                    "INSERT INTO daily_solved (guild, day, person, helped, at) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (guild, day, person) DO NOTHING",
                    (guild, day, person, helped, now),
                )
                .await?;
            noted > 0
        })
    }

    /// Returns the people who solved puzzles in a server from one day until another (exclusive), best first.
    ///
    /// They are ordered by puzzles solved, then by first solutions, then by time. People who hide their
    /// standing are left out.
    pub async fn daily_solvers(
        &self,
        guild: GuildId,
        (from, until): (i64, i64),
        many: u32,
    ) -> Result<Vec<DailySolver>, StoreError> {
        self.all(
            "SELECT person, count(*) AS solved, sum(CASE WHEN earliest = at THEN 1 ELSE 0 END) AS first
             FROM (SELECT person, at, min(at) OVER (PARTITION BY day) AS earliest FROM daily_solved
                 WHERE guild = $1 AND day >= $2 AND day < $3 AND helped = 0) AS solved
             LEFT JOIN people ON people.id = person
             WHERE coalesce(people.standing, 'server') <> 'hidden'
             GROUP BY person ORDER BY 2 DESC, 3 DESC, min(at), person LIMIT $4",
            (guild, from, until, many),
        )
        .await
    }

    /// Returns the days on which a person has solved a daily puzzle anywhere, latest first, at most `many`.
    pub async fn days_solved(&self, person: UserId, many: u32) -> Result<Vec<i64>, StoreError> {
        self.all(
            "SELECT DISTINCT day FROM daily_solved WHERE person = $1 AND helped = 0 ORDER BY day DESC LIMIT $2",
            (person, many),
        )
        .await
    }
}

row!(|row| DailySolver {
    person,
    solved: row.try_get::<u64>("solved")?.try_into().unwrap_or(u32::MAX),
    first: row.try_get::<u64>("first")?.try_into().unwrap_or(u32::MAX),
});
