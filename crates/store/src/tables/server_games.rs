//! Games from files: their texts, and the servers in which they can be played.
//!
//! A text is stored once for all servers, and stays while a server has it or a game of it is stored: a game
//! in progress keeps its text, whatever happens to the server's game. A published game stays when its server
//! is forgotten, see [`left_servers`](super::left_servers).

use super::acts::{self, Act};
use super::files_sent::count_added;
use super::owed_kinds::OwedKind;
use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Id, Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, Write, WriteError, retry_claimed, retry_write};
use game::{ChannelId, GuildId, InteractionId, Millis, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[
    // A server keeps its game, without the person who added it.
    Personal {
        table: "server_games",
        person: &["person"],
        key: "games_added",
        rows: Many,
        columns: &[
            ("name", "name", Text),
            ("slug", "variant", Text),
            ("guild", "server", Id),
            ("channel", "channel", Id),
            ("added_at", "added_ms", Number),
            ("published", "published", Text),
            ("failures", "failures", Number),
            ("failed_at", "failed_ms", Number),
            ("off_until", "off_until_ms", Number),
            ("locale", "locale", Text),
        ],
    },
];

/// How many failures within a day switch a game off.
const FAILURES: i64 = 3;
/// How long a failing game is switched off.
const OFF: i64 = Millis::DAY;
/// How long an unused text is kept.
const KEPT: i64 = Millis::DAY;

/// Whether a game is available to other servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// Not requested.
    No,
    /// Requested; the operator has not decided.
    Asked,
    /// Granted by the operator.
    Agreed,
}

/// A game that can be played in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerGame {
    /// The server that owns it.
    pub guild: GuildId,
    /// Its name in lower case.
    pub name: String,
    /// The slug, which is derived from its text.
    pub slug: String,
    /// The person who added it; `None` if their data was deleted.
    pub added_by: Option<UserId>,
    /// The channel in which it was added.
    pub channel: ChannelId,
    /// When it was added.
    pub added_at: Millis,
    /// Whether it is available to other servers.
    pub published: Published,
    /// When it is switched on again.
    pub off_until: Millis,
    /// The locale of the server when it was added, if Discord reported it.
    pub locale: Option<String>,
}

/// The result of adding a game to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameAdded {
    /// The server had no game of that name.
    New,
    /// It replaces another text.
    Changed,
    /// The server already has the same text.
    Same,
    /// The server has its maximum number of games.
    TooMany,
    /// The daily maximum of new texts in all servers together was reached.
    TooManyToday,
}

/// A game to add to a server.
#[derive(Clone, Debug)]
pub struct NewServerGame {
    /// The server.
    pub guild: GuildId,
    /// The name of the game in lower case.
    pub name: String,
    /// The slug, which is derived from its text.
    pub slug: String,
    /// The whole file.
    pub text: String,
    /// The person who adds it.
    pub by: UserId,
    /// The channel in which it is added.
    pub channel: ChannelId,
    /// The server's locale, if Discord reports it.
    pub locale: Option<String>,
    /// The maximum number of games per server.
    pub most: u32,
    /// The maximum number of new texts per day in all servers together, if there is a limit.
    pub most_a_day: Option<u32>,
}

row!(|row| ServerGame {
    guild,
    name,
    slug,
    added_by: row.try_get::<Option<UserId>>("person")?.filter(|person| person.0 != 0),
    channel,
    added_at,
    published: match row.try_get("published")? {
        Some("agreed") => Published::Agreed,
        Some(_) => Published::Asked,
        None => Published::No,
    },
    off_until,
    locale,
});

impl Store {
    /// Returns the text of a game from a file.
    pub async fn own_game(&self, slug: &str) -> Result<Option<String>, StoreError> {
        self.first("SELECT text FROM own_games WHERE slug = $1", slug).await
    }

    /// Returns the games of a server, ordered by name.
    pub async fn server_games(&self, guild: GuildId) -> Result<Vec<ServerGame>, StoreError> {
        self.all(
            "SELECT guild, name, slug, person, channel, added_at, published, off_until, locale FROM server_games WHERE guild = $1 ORDER BY name",
            guild,
        )
        .await
    }

    /// Returns the games that are published to all servers, or those with a pending request for it, ordered
    /// by name.
    pub async fn published_games(&self, asked: bool) -> Result<Vec<ServerGame>, StoreError> {
        let state = if asked { "asked" } else { "agreed" };
        self.all(
            "SELECT guild, name, slug, person, channel, added_at, published, off_until, locale FROM server_games WHERE published = $1 ORDER BY name, guild",
            state,
        )
        .await
    }

    /// Adds a game to a server, or replaces the text of the one with that name. A publication of the old text
    /// does not carry over.
    ///
    /// An interaction is handled once; without one, each call counts.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn add_server_game(
        &self,
        new: &NewServerGame,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<GameAdded, WriteError> {
        // An earlier attempt has added it already.
        retry_claimed!(self, (interaction, now), Ok(GameAdded::Same), |tx| {
            let before: Option<String> = tx
                .first("SELECT slug FROM server_games WHERE guild = $1 AND name = $2", (new.guild, &new.name))
                .await?;
            let mut added = match &before {
                Some(slug) if *slug == new.slug => GameAdded::Same,
                Some(_) => GameAdded::Changed,
                None => GameAdded::New,
            };
            if added == GameAdded::New {
                let count: i64 =
                    tx.one("SELECT count(*) FROM server_games WHERE guild = $1", new.guild).await?;
                added = if count >= i64::from(new.most) { GameAdded::TooMany } else { added };
            }
            if matches!(added, GameAdded::New | GameAdded::Changed)
                && let Some(most) = new.most_a_day
                && is_new_text(&mut tx, &new.slug).await?
                && count_added(&mut tx, now).await? > i64::from(most)
            {
                return Ok(GameAdded::TooManyToday);
            }
            if matches!(added, GameAdded::New | GameAdded::Changed) {
                keep(&mut tx, new, now).await?;
            }
            if let Some(slug) = before.filter(|_| added == GameAdded::Changed) {
                keep_for_now(&mut tx, &slug, now).await?;
            }
            added
        })
    }

    /// Removes a game from a server. Games in progress continue. Returns false if there is none of that name.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn remove_server_game(
        &self,
        guild: GuildId,
        name: &str,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(true), |tx| {
            take_from(&mut tx, guild, name, now).await?
        })
    }

    /// Likewise as an act of the operator, which is recorded with it.
    pub async fn take_server_game(&self, guild: GuildId, name: &str, act: &Act) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            if !take_from(&mut tx, guild, name, act.at).await? {
                return Ok(false);
            }
            acts::note(&mut tx, act).await?;
            true
        })
    }

    /// Requests, grants or withdraws the publication of a game to other servers. Returns false if the server
    /// has no such game.
    pub async fn publish_game(
        &self,
        (guild, slug): (GuildId, &str),
        published: Published,
    ) -> Result<bool, WriteError> {
        let state = match published {
            Published::No => None,
            Published::Asked => Some("asked"),
            Published::Agreed => Some("agreed"),
        };
        retry_write!(self.begin(), |tx| {
            let done = tx
                .execute(
                    "UPDATE server_games SET published = $3 WHERE guild = $1 AND slug = $2",
                    (guild, slug, state),
                )
                .await?;
            done > 0
        })
    }

    /// Deletes texts that no server, game or challenge uses, a day after they were last added or removed.
    /// Returns their number.
    pub async fn forget_unused_games(&self, now: Millis) -> Result<u64, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "DELETE FROM own_games WHERE added_at < $1
                     AND NOT EXISTS (SELECT 1 FROM server_games WHERE server_games.slug = own_games.slug)
                     AND NOT EXISTS (SELECT 1 FROM games WHERE variant = own_games.slug AND variant LIKE 'own-%')
                     AND NOT EXISTS (SELECT 1 FROM challenges WHERE variant = own_games.slug)",
                Millis(now.0 - KEPT),
            )
            .await?
        })
    }

    /// Counts a failure of a game. The third within a day switches it off for a day and queues a notification
    /// to the person who added it. Returns whether this call switched it off.
    pub async fn note_game_failure(&self, slug: &str, now: Millis) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE server_games SET failures = CASE WHEN failed_at > $3 THEN failures + 1 ELSE 1 END,
                     failed_at = CASE WHEN failed_at > $3 THEN failed_at ELSE $2 END
                 WHERE slug = $1 AND off_until <= $2",
                (slug, now, Millis(now.0 - OFF)),
            )
            .await?;
            let until = Millis(now.0 + OFF);
            let off = tx
                .execute(
                    "UPDATE server_games SET failures = 0, off_until = $3 WHERE slug = $1 AND failures >= $2",
                    (slug, FAILURES, until),
                )
                .await?;
            tx.execute(
                "INSERT INTO outbox (kind, subject, part, channel, urgency, since, due)
                 SELECT $4, own.guild, own_games.id, own.channel, $5, $2, $2
                 FROM server_games own JOIN own_games ON own_games.slug = own.slug
                 WHERE own.slug = $1 AND own.off_until = $3 AND own.channel <> 0
                 ON CONFLICT DO NOTHING",
                (slug, now, until, OwedKind::FailedGame.owed()),
            )
            .await?;
            off > 0
        })
    }

    /// Returns the game of a server whose text has this number.
    pub async fn server_game(&self, guild: GuildId, number: i64) -> Result<Option<ServerGame>, StoreError> {
        self.first(
            "SELECT own.guild, own.name, own.slug, own.person, own.channel, own.added_at, own.published, own.off_until, own.locale
             FROM own_games JOIN server_games own ON own.slug = own_games.slug WHERE own_games.id = $2 AND own.guild = $1 ORDER BY own.name",
            (guild, number),
        )
        .await
    }
}

async fn is_new_text(tx: &mut Write, slug: &str) -> Result<bool, WriteError> {
    let there: Option<i64> = tx.first("SELECT id FROM own_games WHERE slug = $1", slug).await?;
    Ok(there.is_none())
}

async fn keep(tx: &mut Write, new: &NewServerGame, now: Millis) -> Result<(), WriteError> {
    tx.execute(
        "INSERT INTO own_games (slug, text, added_at) VALUES ($1, $2, $3)
         ON CONFLICT (slug) DO UPDATE SET added_at = excluded.added_at",
        (&new.slug, &new.text, now),
    )
    .await?;
    tx.execute(
        "INSERT INTO server_games (guild, name, slug, person, channel, added_at, locale) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (guild, name) DO UPDATE SET slug = excluded.slug, person = excluded.person,
             channel = excluded.channel, added_at = excluded.added_at, locale = excluded.locale, published = NULL, failures = 0, off_until = 0",
        (new.guild, &new.name, &new.slug, new.by, new.channel, now, &new.locale),
    )
    .await?;
    Ok(())
}

/// Removes the game of this name from a server. Returns false if there was none.
async fn take_from(tx: &mut Write, guild: GuildId, name: &str, now: Millis) -> Result<bool, WriteError> {
    let slug: Option<String> = tx
        .first("DELETE FROM server_games WHERE guild = $1 AND name = $2 RETURNING slug", (guild, name))
        .await?;
    if let Some(slug) = &slug {
        keep_for_now(tx, slug, now).await?;
    }
    Ok(slug.is_some())
}

/// Keeps a text that a server no longer has for a while: a game of it may just be starting.
async fn keep_for_now(tx: &mut Write, slug: &str, now: Millis) -> Result<(), WriteError> {
    tx.execute("UPDATE own_games SET added_at = $2 WHERE slug = $1", (slug, now)).await?;
    Ok(())
}

/// Deletes the record of who added games. Their servers keep the games.
pub(crate) async fn leave_to_nobody(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    tx.execute("UPDATE server_games SET person = 0 WHERE person = $1", person).await?;
    Ok(())
}
