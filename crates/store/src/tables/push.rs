//! Which browsers are sent push messages, and the key by which push services know this bot.
//!
//! A subscription belongs to a page (`pages.rs`) and ends with it. What is to be pushed is owed like a message: triggers write that a game has
//! news for somebody who has a subscription, with the change itself.

use super::pages::PageGrant;
use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GameId, Millis, PageGrantId, UserId};

/// What the table here has of a person.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "push_subscriptions",
    person: &["person"],
    key: "push_subscriptions",
    rows: Many,
    columns: &[("made_at", "made_ms", Number), ("game", "game", Number), ("address", "address", Text)],
}];

/// How many pages of a person may be sent messages: one more takes the place of the oldest.
pub const PUSH_PAGES_MAX: u32 = 5;

/// What a browser has given to be sent messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushRow {
    /// Where its push service takes them.
    pub address: String,
    /// Its public key, in base64 for addresses.
    pub key: String,
    /// The secret that goes into the encryption, in base64 for addresses.
    pub secret: String,
}

/// A page that is sent messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushPage {
    /// Which.
    pub page: PageGrantId,
    /// The game that it opens alone; none if it opens all of its person's.
    pub game: Option<GameId>,
    /// Its person's locale, as the last link had it.
    pub locale: Option<String>,
    /// Where it takes them.
    pub to: PushRow,
}

impl Store {
    /// The private key by which push services know this bot. The first time this one is kept for good; a key that another process has kept
    /// meanwhile is returned in its place.
    pub async fn push_key(&self, new: impl Fn() -> Option<String>) -> Result<Option<String>, WriteError> {
        if let Some(kept) = self.kept_push_key().await? {
            return Ok(Some(kept));
        }
        let Some(new) = new() else { return Ok(None) };
        retry_write!(self.begin(), |tx| {
            tx.execute("INSERT INTO push_key (one, key) VALUES (1, $1) ON CONFLICT (one) DO NOTHING", &new)
                .await?;
        })?;
        Ok(self.kept_push_key().await?)
    }

    async fn kept_push_key(&self) -> Result<Option<String>, StoreError> {
        self.first("SELECT key FROM push_key WHERE one = 1", ()).await
    }

    /// Sends this page messages from now on, there. Of more than [`PUSH_PAGES_MAX`] pages of a person the oldest gets none any more. False: the page was
    /// ended meanwhile.
    pub async fn subscribe_to_push(
        &self,
        page: &PageGrant,
        to: &PushRow,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let made = tx.execute(
                "INSERT INTO push_subscriptions (page, person, game, address, key, secret, made_at)
                 SELECT id, person, game, $2, $3, $4, $5 FROM page_grants WHERE id = $1
                 ON CONFLICT (page) DO UPDATE SET address = excluded.address, key = excluded.key, secret = excluded.secret,
                     made_at = excluded.made_at",
                (page.id, &to.address, &to.key, &to.secret, now),
            )
            .await?;
            tx.execute(
                "DELETE FROM push_subscriptions WHERE person = $1 AND page NOT IN (
                     SELECT page FROM push_subscriptions WHERE person = $1 ORDER BY made_at DESC, page LIMIT $2)",
                (page.person, PUSH_PAGES_MAX),
            )
            .await?;
            made > 0
        })
    }

    /// Sends this page no messages any more.
    pub async fn unsubscribe_from_push(&self, page: PageGrantId) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("DELETE FROM push_subscriptions WHERE page = $1", page).await?;
        })
    }

    /// A person's browser takes no messages at this address any more.
    pub async fn drop_push_address(&self, person: UserId, address: &str) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "DELETE FROM push_subscriptions WHERE person = $1 AND address = $2",
                (person, address),
            )
            .await?;
        })
    }

    /// The address at which this page is sent messages; none if it is not.
    pub async fn push_address(&self, page: PageGrantId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT address FROM push_subscriptions WHERE page = $1";
        self.first(sql, page).await
    }

    /// Which of two people have a page with this game that is sent messages.
    pub async fn pushed(&self, people: [UserId; 2], game: GameId) -> Result<[bool; 2], StoreError> {
        let [one, other] = people;
        let found: Vec<UserId> = self
            .all(
                "SELECT DISTINCT person FROM push_subscriptions
             WHERE person IN ($1, $2) AND (game IS NULL OR game = $3)",
                (one, other, game),
            )
            .await?;
        Ok(people.map(|person| found.contains(&person)))
    }

    /// The pages of a person that are sent messages, the newest first. `about`: those alone that open this game.
    pub async fn push_pages(
        &self,
        person: UserId,
        about: Option<GameId>,
    ) -> Result<Vec<PushPage>, StoreError> {
        self.all(
            "SELECT s.page, s.game, s.address, s.key, s.secret, p.locale FROM push_subscriptions s JOIN page_grants p ON p.id = s.page
             WHERE s.person = $1 AND ($2 IS NULL OR s.game IS NULL OR s.game = $2) ORDER BY s.made_at DESC, s.page",
            (person, about),
        )
        .await
    }
}

row!(|row| PushPage {
    page,
    game,
    locale,
    to: PushRow {
        address: row.try_get("address")?,
        key: row.try_get("key")?,
        secret: row.try_get("secret")?,
    },
});
