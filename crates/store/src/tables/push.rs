//! The browsers that receive push messages, and the key that identifies this bot to push services.
//!
//! A subscription belongs to a page (`pages.rs`) and ends with it. Push messages go through the outbox: with
//! a change, triggers record that the game has news for a subscriber.

use super::pages::PageGrant;
use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GameId, Millis, PageGrantId, UserId};

/// The personal rows of this table.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "push_subscriptions",
    person: &["person"],
    key: "push_subscriptions",
    rows: Many,
    columns: &[("made_at", "made_ms", Number), ("game", "game", Number), ("address", "address", Text)],
}];

/// The maximum number of subscribed pages per person. Another one replaces the oldest.
pub const PUSH_PAGES_MAX: u32 = 5;

/// A browser's push subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushRow {
    /// The address at its push service.
    pub address: String,
    /// Its public key, in URL-safe base64.
    pub key: String,
    /// The shared secret for the encryption, in URL-safe base64.
    pub secret: String,
}

/// A page that receives push messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushPage {
    /// The page's grant.
    pub page: PageGrantId,
    /// The single game that it opens; `None` if it opens all of its person's.
    pub game: Option<GameId>,
    /// Its person's locale, from the last link.
    pub locale: Option<String>,
    /// The subscription.
    pub to: PushRow,
}

impl Store {
    /// Returns the private key that identifies this bot to push services.
    ///
    /// The first time, `new` is stored for good. If another process has stored a key meanwhile, that one is
    /// returned.
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

    /// Subscribes a page to push messages. Returns false if the page has ended.
    ///
    /// If a person has more than [`PUSH_PAGES_MAX`] subscribed pages, the oldest is unsubscribed.
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

    /// Unsubscribes a page.
    pub async fn unsubscribe_from_push(&self, page: PageGrantId) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("DELETE FROM push_subscriptions WHERE page = $1", page).await?;
        })
    }

    /// Deletes an address at which a person's browser no longer accepts messages.
    pub async fn drop_push_address(&self, person: UserId, address: &str) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "DELETE FROM push_subscriptions WHERE person = $1 AND address = $2",
                (person, address),
            )
            .await?;
        })
    }

    /// Returns the address of a page's subscription, if it has one.
    pub async fn push_address(&self, page: PageGrantId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT address FROM push_subscriptions WHERE page = $1";
        self.first(sql, page).await
    }

    /// Returns which of two people have a subscribed page with this game.
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

    /// Returns the subscribed pages of a person, newest first. `about` limits them to those that open this
    /// game.
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
