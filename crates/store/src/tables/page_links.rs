//! Links to pages: made for a person, and redeemed by one browser, which gets a grant (`pages.rs`).
//!
//! The response may be lost on its way to a phone. So the page may repeat its attempt for two minutes with
//! the same result. A secret of its own proves that it is the same attempt.

use super::pages::{ATTEMPT_LASTS, PAGE_LINK_LASTS, PageGrant, PageScope};
use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Id, Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GuildId, Millis, PageGrantId, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[
    // Excludes what opens a page and where it is: others may be able to read the export file.
    Personal {
        table: "page_links",
        person: &["person"],
        key: "page_links",
        rows: Many,
        columns: &[
            ("made_at", "made_ms", Number),
            ("game", "game", Number),
            ("opens", "opens", Text),
            ("guild", "server", Id),
            ("locale", "locale", Text),
        ],
    },
];

/// The maximum number of unredeemed links per person. More requests delete the oldest ones.
const MOST_LINKS: u32 = 20;

/// The maximum number of grants per person: more than anyone has games open in browsers, and few enough for a
/// list.
const MOST_GRANTS: u32 = 50;

/// A link that has not been redeemed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// The SHA-256 of the link's random part, in hexadecimal.
    pub hash: String,
    /// The person it is for.
    pub person: UserId,
    /// What it opens.
    pub scope: PageScope,
    /// The server whose daily puzzles are solved there; only for lessons and puzzles.
    pub guild: Option<GuildId>,
    /// The person's locale.
    pub locale: Option<String>,
    /// When it was made.
    pub made_at: Millis,
}

impl Store {
    /// Stores a link. Returns whether it was stored.
    ///
    /// If the person has too many unredeemed links, the oldest are deleted. `by` is the requesting grant; if
    /// it no longer exists, nothing is stored.
    pub async fn make_page_link(&self, link: &PageLink, by: Option<PageGrantId>) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "DELETE FROM page_links WHERE person = $1 AND hash NOT IN (
                     SELECT hash FROM page_links WHERE person = $1 ORDER BY made_at DESC, hash LIMIT $2)",
                (link.person, MOST_LINKS - 1),
            )
            .await?;
            let stored = tx
                .execute(
                    "INSERT INTO page_links (hash, person, game, opens, guild, locale, made_at)
                     SELECT $1, $2, $3, $4, $5, $6, $7
                     WHERE $8 = 0 OR EXISTS (SELECT 1 FROM page_grants WHERE id = $8 AND person = $2)",
                    (
                        &link.hash,
                        link.person,
                        link.scope.game(),
                        link.scope.opens(),
                        link.guild,
                        link.locale.as_deref(),
                        link.made_at,
                        by.map_or(0, |grant| grant.0),
                    ),
                )
                .await?;
            stored == 1
        })
    }

    /// Whether a person has an unredeemed link that is still valid.
    pub async fn has_page_link(&self, person: UserId, now: Millis) -> Result<bool, StoreError> {
        let unused = (person, now.0 - PAGE_LINK_LASTS);
        self.exists("SELECT 1 FROM page_links WHERE person = $1 AND made_at >= $2", unused).await
    }

    /// Redeems a link in a browser, all identified by hashes: the link is deleted, and the browser gets its
    /// grant.
    ///
    /// An existing equal grant is renewed. Returns `None` if the link is unknown, redeemed or expired. Of
    /// several concurrent attempts one gets the grant.
    ///
    /// `attempt` identifies this attempt. It may be repeated for two minutes, and moves the grant to its
    /// browser, which may not have received the cookie of the first response.
    ///
    /// If the person has too many grants, the ones unused for the longest time end.
    pub async fn redeem_page_link(
        &self,
        (hash, attempt): (&str, Option<&str>),
        browser: &str,
        now: Millis,
    ) -> Result<Option<PageGrant>, WriteError> {
        // Guessing costs no write.
        let known: Option<i64> = self
            .first(
                "SELECT 1 WHERE EXISTS (SELECT 1 FROM page_links WHERE hash = $1 AND made_at >= $2)
                 OR EXISTS (SELECT 1 FROM page_grants WHERE attempt = $3 AND used_at >= $4)",
                (hash, now.0 - PAGE_LINK_LASTS, attempt, now.0 - ATTEMPT_LASTS),
            )
            .await?;
        if known.is_none() {
            return Ok(None);
        }
        retry_write!(self.begin(), |tx| {
            let link = tx.first::<PageLink>(
                "DELETE FROM page_links WHERE hash = $1 AND made_at >= $2 RETURNING hash, person, game, opens, guild, locale, made_at",
                (hash, now.0 - PAGE_LINK_LASTS),
            )
            .await?;
            match &link {
                Some(link) => Some(opened(&mut tx, link, (browser, attempt), now).await?),
                None => opened_before(&mut tx, attempt, browser, now).await?,
            }
        })
    }
}

/// Creates the grant for a redeemed link.
async fn opened(
    tx: &mut Write,
    link: &PageLink,
    (browser, attempt): (&str, Option<&str>),
    now: Millis,
) -> Result<PageGrant, WriteError> {
    // At most 53 bits, so that a page's JavaScript can read it exactly.
    let id = PageGrantId(fastrand::i64(1..1 << 53));
    let opened: PageGrant = tx.one(
        "INSERT INTO page_grants (id, browser, person, game, opens, guild, locale, made_at, used_at, attempt)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
         ON CONFLICT (browser, person, (coalesce(game, 0)), (coalesce(opens, '')))
             DO UPDATE SET guild = excluded.guild, locale = excluded.locale, used_at = excluded.used_at, attempt = excluded.attempt,
                 made_at = CASE WHEN page_grants.opens = 'watch' THEN excluded.made_at ELSE page_grants.made_at END
         RETURNING id, person, game, opens, guild, locale, device, made_at, used_at",
        (
            id,
            browser,
            link.person,
            link.scope.game(),
            link.scope.opens(),
            link.guild,
            &link.locale,
            now,
            attempt,
        ),
    )
    .await?;
    tx.execute(
        "DELETE FROM page_grants WHERE person = $1 AND id <> $2 AND id NOT IN (
             SELECT id FROM page_grants WHERE person = $1 AND id <> $2 ORDER BY used_at DESC, made_at DESC, id LIMIT $3)",
        (link.person, opened.id, MOST_GRANTS - 1),
    )
    .await?;
    Ok(opened)
}

/// Returns the grant that this attempt has already created, for the browser that repeats it. A browser with
/// an equal grant keeps its own.
async fn opened_before(
    tx: &mut Write,
    attempt: Option<&str>,
    browser: &str,
    now: Millis,
) -> Result<Option<PageGrant>, WriteError> {
    let row = tx.first::<(PageGrantId, PageGrantId)>(
        "SELECT opened.id AS opened, coalesce(own.id, opened.id) AS kept FROM page_grants opened
             LEFT JOIN page_grants own ON own.browser = $2 AND own.person = opened.person
                 AND coalesce(own.game, 0) = coalesce(opened.game, 0) AND coalesce(own.opens, '') = coalesce(opened.opens, '')
         WHERE opened.attempt = $1 AND opened.used_at >= $3",
        (attempt, browser, now.0 - ATTEMPT_LASTS),
    )
    .await?;
    let Some((opened, kept)) = row else { return Ok(None) };
    if kept != opened {
        tx.execute("DELETE FROM page_grants WHERE id = $1", opened).await?;
    }
    let grant = tx
        .one(
            "UPDATE page_grants SET browser = $2, attempt = $3 WHERE id = $1
             RETURNING id, person, game, opens, guild, locale, device, made_at, used_at",
            (kept, browser, attempt),
        )
        .await?;
    Ok(Some(grant))
}

row!(|row| PageLink { hash, person, scope: PageScope::of(row)?, guild, locale, made_at });
