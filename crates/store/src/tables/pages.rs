//! Grants of web pages, and the links that create them.
//!
//! A link (`page_links.rs`) is made for a person and one game, all of theirs, one to watch, or lessons and
//! puzzles. Redeeming it in a browser creates a grant: this browser shows these pages as this person. A grant
//! opens nothing else, and nothing in any other browser. Links and browsers are stored only as hashes, so a
//! reader of the database, or of a copy, can use neither.
//!
//! The caller must check that a game exists and is the person's: games are never deleted.

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

/// The personal rows of these tables.
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

/// How long a link can be redeemed, in milliseconds. It is opened at once, and one found later in a history
/// or log is worthless.
pub const PAGE_LINK_LASTS: i64 = 15 * 60_000;

/// How long an unused grant is kept, in milliseconds: longer than the pause between two moves of a slow game,
/// which may be 14 days.
pub const PAGE_GRANT_LASTS: i64 = 30 * Millis::DAY;

/// How long a grant to watch is kept, however often it is used, in milliseconds. Whether its person may see
/// the game's channel was checked when they got the link.
pub const PAGE_WATCH_LASTS: i64 = 7 * Millis::DAY;

/// How long a redeeming attempt may be repeated, in milliseconds: its response may be lost, especially on a
/// phone.
pub(super) const ATTEMPT_LASTS: i64 = 2 * 60_000;

/// How old the recorded use of a grant must be before a new one is recorded, in milliseconds: pages are used
/// often, and a write takes time.
const NOTED_EACH: i64 = Millis::HOUR;

/// What a link or a grant opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageScope {
    /// One game of the person.
    Game(GameId),
    /// One game of others, as a spectator.
    Watch(GameId),
    /// All games of the person.
    Games,
    /// Lessons and puzzles, but no game.
    Learning,
}

/// The stored forms of [`PageScope::Learning`] and [`PageScope::Watch`].
const LEARNING: &str = "learning";
const WATCH: &str = "watch";

impl PageScope {
    /// Returns the single game that it opens, if any.
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

/// A grant: what a browser may show as a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageGrant {
    /// Its number, which is part of the page's address. It opens nothing without the browser.
    pub id: PageGrantId,
    /// The person to act as.
    pub person: UserId,
    /// What it opens.
    pub scope: PageScope,
    /// The server whose daily puzzles are solved there, from the last link.
    pub guild: Option<GuildId>,
    /// The person's locale, from the last link.
    pub locale: Option<String>,
    /// The kind of device it was opened on: `phone`, `tablet` or `computer`; `None` if unknown.
    pub device: Option<String>,
    /// When it was made.
    pub made_at: Millis,
    /// When it was last used, to within an hour.
    pub used_at: Millis,
}

impl Store {
    /// Returns a grant of this browser. `None` if the number is unknown, or the grant is another browser's or
    /// has expired.
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

    /// Returns all grants of a browser, for any person, most recently used first.
    pub async fn page_grants_in(&self, browser: &str, now: Millis) -> Result<Vec<PageGrant>, StoreError> {
        self.all(
            "SELECT id, person, game, opens, guild, locale, device, made_at, used_at FROM page_grants
             WHERE browser = $1 AND used_at >= $2 AND (coalesce(opens, '') <> 'watch' OR made_at >= $3) ORDER BY used_at DESC, id",
            (browser, now.0 - PAGE_GRANT_LASTS, now.0 - PAGE_WATCH_LASTS),
        )
        .await
    }

    /// Returns all grants of a person, in any browser, most recently used first.
    pub async fn page_grants_of(&self, person: UserId, now: Millis) -> Result<Vec<PageGrant>, StoreError> {
        self.all(
            "SELECT id, person, game, opens, guild, locale, device, made_at, used_at FROM page_grants
             WHERE person = $1 AND used_at >= $2 AND (coalesce(opens, '') <> 'watch' OR made_at >= $3) ORDER BY used_at DESC, id",
            (person, now.0 - PAGE_GRANT_LASTS, now.0 - PAGE_WATCH_LASTS),
        )
        .await
    }

    /// Records the kind of device a page is open on.
    pub async fn page_device(&self, id: PageGrantId, device: &str) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            // If a power failure undoes this, the list just shows less.
            tx.execute("UPDATE page_grants SET device = $2 WHERE id = $1", (id, device)).await?;
        })
    }

    /// Records the use of a grant, unless that was recorded within the last hour. An expired grant stays
    /// expired.
    pub async fn page_used(&self, id: PageGrantId, now: Millis) -> Result<(), WriteError> {
        let (ended, noted) = (now.0 - PAGE_GRANT_LASTS, now.0 - NOTED_EACH);
        let used_at: Option<i64> = self.first("SELECT used_at FROM page_grants WHERE id = $1", id).await?;
        if !used_at.is_some_and(|used_at| (ended..noted).contains(&used_at)) {
            return Ok(());
        }
        retry_write!(self.begin_unsynced(), |tx| {
            // If a power failure undoes this, the next use is recorded.
            tx.execute(
                "UPDATE page_grants SET used_at = $2, attempt = NULL WHERE id = $1 AND used_at >= $3 AND used_at < $4",
                (id, now, ended, noted),
            )
            .await?;
        })
    }

    /// Ends one grant of a person, or all of them. Returns how many ended. Another person's grant stays.
    ///
    /// The unredeemed links that open the same end too, because the page may have requested them.
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

    /// Deletes expired links and grants.
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

    /// Returns the number of the newest event of each of these games, in one statement. Games that do not
    /// exist are left out.
    pub async fn page_revs(&self, games: &[GameId]) -> Result<Vec<(GameId, Rev)>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let reader = self.reader()?;
        let ids: Vec<String> = games.iter().map(ToString::to_string).collect();
        Ok(reader.all(AssertSqlSafe(revs(reader.dialect())), format!("[{}]", ids.join(","))).await?)
    }
}

/// Selects the newest events of the games in a list.
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
