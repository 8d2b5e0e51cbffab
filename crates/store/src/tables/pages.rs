//! Links to pages on the web, and what they open.
//!
//! A link (`page_links.rs`) is made for a person and one game, all of theirs, one to watch, or lessons and puzzles. One browser redeems it,
//! which makes a grant: this browser shows these pages as this person. A grant opens nothing else, and nothing in any other browser. Of link and browser
//! only a hash is known here, so whoever reads the database, or a copy of it, can use neither.
//!
//! That a game does not exist, or is not the person's, is for the caller to find: games are never deleted.

use crate::db::dialect::Dialect;
use crate::db::sql::{SqlRow, row};
use crate::privacy::personal::{
    Kind::{Id, Number, Text},
    Personal,
    Rows::Many,
};
use crate::unreadable::unreadable;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GameId, GuildId, Millis, PageGrantId, Rev, UserId};
use sqlx::AssertSqlSafe;

/// What tables here have of a person.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "page_grants",
    person: &["person"],
    key: "pages",
    rows: Many,
    columns: &[
        ("made_at", "made_ms", Number),
        ("used_at", "used_ms", Number),
        ("game", "game", Number),
        ("opens", "opens", Text),
        ("guild", "server", Id),
        ("locale", "locale", Text),
        ("device", "device", Text),
    ],
}];

/// How long a link can be redeemed, in milliseconds: it is opened at once, and what is found later in a history or a log is worth nothing.
pub const PAGE_LINK_LASTS: i64 = 15 * 60_000;

/// How long a grant that nobody uses is kept, in milliseconds: longer than the pause between two moves of a slow game, which may be 14 days.
pub const PAGE_GRANT_LASTS: i64 = 30 * Millis::DAY;

/// How long a grant to watch is kept, however often it is used, in milliseconds: whether its person may see the game's channel was asked
/// when they got the link.
pub const PAGE_WATCH_LASTS: i64 = 7 * Millis::DAY;

/// For how long the attempt that has redeemed a link may be repeated, in milliseconds: its answer may be lost, on a phone above all.
pub(super) const ATTEMPT_LASTS: i64 = 2 * 60_000;

/// How much older the noted use of a grant is before a new one is noted, in milliseconds: a page is used often, and a write takes time.
const NOTED_EACH: i64 = Millis::HOUR;

/// What a link or a grant opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageScope {
    /// One game of the person.
    Game(GameId),
    /// One game of others, to read along.
    Watch(GameId),
    /// All games of the person.
    Games,
    /// Lessons and puzzles, and no game.
    Learning,
}

/// How the store writes [`PageScope::Learning`] and [`PageScope::Watch`].
const LEARNING: &str = "learning";
const WATCH: &str = "watch";

impl PageScope {
    /// The one game that it opens.
    pub fn game(self) -> Option<GameId> {
        match self {
            Self::Game(game) | Self::Watch(game) => Some(game),
            Self::Games | Self::Learning => None,
        }
    }

    pub(super) fn opens(self) -> Option<&'static str> {
        match self {
            Self::Learning => Some(LEARNING),
            Self::Watch(_) => Some(WATCH),
            Self::Game(_) | Self::Games => None,
        }
    }

    pub(super) fn of(row: &SqlRow) -> Result<Self, sqlx::Error> {
        let (game, opens) = (row.try_get("game")?, row.try_get::<Option<&str>>("opens")?);
        Ok(match (game, opens) {
            (Some(game), None) => Self::Game(game),
            (None, None) => Self::Games,
            (None, Some(LEARNING)) => Self::Learning,
            (Some(game), Some(WATCH)) => Self::Watch(game),
            (_, Some(opens)) => return Err(unreadable(format!("a page that opens {opens:?}"))),
        })
    }
}

/// What a browser may show as a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageGrant {
    /// Its number, which the page's address has. It opens nothing without the browser.
    pub id: PageGrantId,
    /// As whom.
    pub person: UserId,
    /// What it opens.
    pub scope: PageScope,
    /// The server whose puzzles of the day are solved there, as the last link had it.
    pub guild: Option<GuildId>,
    /// The person's locale, as the last link had it.
    pub locale: Option<String>,
    /// The kind of device that it was opened on: `phone`, `tablet` or `computer`; none: not known.
    pub device: Option<String>,
    /// When it was made.
    pub made_at: Millis,
    /// When it was last used, within an hour.
    pub used_at: Millis,
}

impl Store {
    /// A grant of this browser. None: there is none of that number, it is another browser's, or nobody has used it for too long.
    pub async fn page_grant(
        &self,
        id: PageGrantId,
        browser: &str,
        now: Millis,
    ) -> Result<Option<PageGrant>, StoreError> {
        self.first(
            "SELECT id, person, game, opens, guild, locale, device, made_at, used_at FROM page_grants
             WHERE id = $1 AND browser = $2 AND used_at >= $3 AND (coalesce(opens, '') <> 'watch' OR made_at >= $4)",
            (id, browser, now.0 - PAGE_GRANT_LASTS, now.0 - PAGE_WATCH_LASTS),
        )
        .await
    }

    /// All grants of a browser, whoever they are for, the last used first.
    pub async fn page_grants_in(&self, browser: &str, now: Millis) -> Result<Vec<PageGrant>, StoreError> {
        self.all(
            "SELECT id, person, game, opens, guild, locale, device, made_at, used_at FROM page_grants
             WHERE browser = $1 AND used_at >= $2 AND (coalesce(opens, '') <> 'watch' OR made_at >= $3) ORDER BY used_at DESC, id",
            (browser, now.0 - PAGE_GRANT_LASTS, now.0 - PAGE_WATCH_LASTS),
        )
        .await
    }

    /// All grants of a person, in whichever browsers, the last used first.
    pub async fn page_grants_of(&self, person: UserId, now: Millis) -> Result<Vec<PageGrant>, StoreError> {
        self.all(
            "SELECT id, person, game, opens, guild, locale, device, made_at, used_at FROM page_grants
             WHERE person = $1 AND used_at >= $2 AND (coalesce(opens, '') <> 'watch' OR made_at >= $3) ORDER BY used_at DESC, id",
            (person, now.0 - PAGE_GRANT_LASTS, now.0 - PAGE_WATCH_LASTS),
        )
        .await
    }

    /// Notes on which kind of device a page is open.
    pub async fn page_device(&self, id: PageGrantId, device: &str) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            // If a power failure undoes this, the list says less.
            tx.execute("UPDATE page_grants SET device = $2 WHERE id = $1", (id, device)).await?;
        })
    }

    /// Notes that a grant was used, unless that was noted within the last hour. One that nobody has used for too long stays ended.
    pub async fn page_used(&self, id: PageGrantId, now: Millis) -> Result<(), WriteError> {
        let (ended, noted) = (now.0 - PAGE_GRANT_LASTS, now.0 - NOTED_EACH);
        let used_at: Option<i64> = self.first("SELECT used_at FROM page_grants WHERE id = $1", id).await?;
        if !used_at.is_some_and(|used_at| (ended..noted).contains(&used_at)) {
            return Ok(());
        }
        retry_write!(self.begin_unsynced(), |tx| {
            // If a power failure undoes this, the next use is noted.
            tx.execute(
                "UPDATE page_grants SET used_at = $2, attempt = NULL WHERE id = $1 AND used_at >= $3 AND used_at < $4",
                (id, now, ended, noted),
            )
            .await?;
        })
    }

    /// Ends one grant of a person, or all of them. With them end the links that nobody has redeemed and that open the same, since its
    /// page may have made them. Returns how many grants ended. One of somebody else stays.
    pub async fn end_page_grants(
        &self,
        person: UserId,
        only: Option<PageGrantId>,
    ) -> Result<u64, WriteError> {
        retry_write!(self.begin(), |tx| {
            if only.is_some() {
                tx.execute(
                    "DELETE FROM page_links WHERE person = $1 AND EXISTS (
                         SELECT 1 FROM page_grants WHERE page_grants.id = $2 AND page_grants.person = $1
                         AND coalesce(page_grants.game, 0) = coalesce(page_links.game, 0)
                         AND coalesce(page_grants.opens, '') = coalesce(page_links.opens, ''))",
                    (person, only),
                )
                .await?;
            }
            let ended = tx
                .execute(
                    "DELETE FROM page_grants WHERE person = $1 AND id = coalesce($2, id)",
                    (person, only),
                )
                .await?;
            if only.is_none() {
                tx.execute("DELETE FROM page_links WHERE person = $1", person).await?;
            }
            ended
        })
    }

    /// Deletes links and grants that are too old to open anything.
    pub async fn drop_old_pages(&self, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            // If a power failure undoes this, it is simply done again.
            tx.execute("DELETE FROM page_links WHERE made_at < $1", now.0 - PAGE_LINK_LASTS).await?;
            tx.execute(
                "UPDATE page_grants SET attempt = NULL WHERE attempt IS NOT NULL AND +used_at < $1",
                now.0 - ATTEMPT_LASTS,
            )
            .await?;
            tx.execute(
                "DELETE FROM page_grants WHERE opens = 'watch' AND made_at < $1",
                now.0 - PAGE_WATCH_LASTS,
            )
            .await?;
            tx.execute("DELETE FROM page_grants WHERE used_at < $1", now.0 - PAGE_GRANT_LASTS).await?;
        })
    }

    /// The number of the newest event of each of these games, however many, in one statement. Games that do not exist are left out.
    pub async fn page_revs(&self, games: &[GameId]) -> Result<Vec<(GameId, Rev)>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let reader = self.reader()?;
        let ids: Vec<String> = games.iter().map(ToString::to_string).collect();
        Ok(reader.all(AssertSqlSafe(revs(reader.dialect())), format!("[{}]", ids.join(","))).await?)
    }
}

/// The newest events of the games in a list.
fn revs(dialect: Dialect) -> String {
    format!("SELECT id, rev FROM games WHERE id IN {} ORDER BY id", dialect.listed_numbers())
}

row!(|row| PageGrant { id, person, scope: PageScope::of(row)?, guild, locale, device, made_at, used_at });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::schema;

    #[tokio::test]
    async fn the_games_of_a_list_are_found_without_reading_the_others() {
        let mut memory = schema::in_memory().await.expect("a schema");
        let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {}", revs(Dialect::Sqlite)));
        let plan = memory.all::<(i64, i64, i64, String)>(plan, "[1,2]").await.expect("a plan");
        let lines: Vec<&str> = plan.iter().map(|(.., line)| line.as_str()).collect();
        assert!(lines.iter().any(|line| line.starts_with("SEARCH games ")), "{lines:?}");
    }
}
