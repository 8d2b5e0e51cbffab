//! Who has solved a server's puzzle of the day on its day, and who was helped with it.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Id, Number, Truth},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GuildId, Millis, UserId};

/// What tables here have of a person.
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

/// What somebody has solved in a week in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailySolver {
    /// Who it is.
    pub person: UserId,
    /// How many puzzles of the day they have solved.
    pub solved: u32,
    /// How many of these nobody solved earlier.
    pub first: u32,
}

impl Store {
    /// Notes that a person has solved the puzzle of this day in a server, or before that, that they were helped with it. What came first
    /// on that day stays; false: something did.
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

    /// What people have solved in a server from one day to before another, the best first: most solved, then most solved first, then who
    /// was there earlier. Those who show nobody how they stand are left out.
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

    /// The days on which a person has solved a puzzle of the day anywhere, the last one first; at most so many.
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
