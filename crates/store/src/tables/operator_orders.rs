//! What whoever runs the bot has ordered, as another database takes it over: who is blocked everywhere, what is switched off and announced, and what
//! was done. A backup must not undo it.

use super::block_marks::lasting_block_key;
use super::operator_state::changed;
use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GameId, GuildId, Millis, UserId};
use std::fmt;

/// What whoever runs the bot has ordered.
#[derive(Clone, Default)]
pub struct OperatorOrders {
    /// The key of the marks.
    secret: Option<String>,
    blocked: Vec<Blocked>,
    off: Vec<(String, Millis)>,
    announced: Option<(String, Option<Millis>)>,
    acts: Vec<NotedAct>,
}

#[derive(Clone)]
struct Blocked {
    mark: String,
    /// None: they have had their data deleted.
    person: Option<UserId>,
    reason: String,
    at: Millis,
    /// The newest of their games that may go on.
    last_game: Option<GameId>,
}

#[derive(Clone)]
struct NotedAct {
    id: i64,
    at: Millis,
    what: String,
    person: Option<UserId>,
    mark: Option<String>,
    guild: Option<GuildId>,
    game: Option<GameId>,
    reason: String,
}

impl fmt::Debug for OperatorOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperatorOrders").field("blocked", &self.blocked.len()).finish_non_exhaustive()
    }
}

impl Store {
    /// What whoever runs the bot has ordered by now.
    pub async fn operator_orders(&self) -> Result<OperatorOrders, StoreError> {
        let reader = self.reader()?;
        let secret = query("SELECT secret FROM block_key WHERE one = 1").scalar_optional(reader).await?;
        let blocked =
            query("SELECT mark, person, reason, at, last_game FROM shut_out").fetch_all(reader).await?;
        let blocked = blocked.iter().map(|row| {
            Ok(Blocked {
                mark: row.try_get("mark")?,
                person: row.try_get("person")?,
                reason: row.try_get("reason")?,
                at: row.try_get("at")?,
                last_game: row.try_get("last_game")?,
            })
        });
        let off = query("SELECT name, at FROM features_off").fetch_all(reader).await?;
        let announced =
            query("SELECT text, until FROM announcement WHERE one = 1").fetch_optional(reader).await?;
        let acts = query("SELECT id, at, what, person, mark, guild, game, reason FROM acts ORDER BY id");
        let acts = acts.fetch_all(reader).await?;
        let acts = acts.iter().map(|row| {
            Ok(NotedAct {
                id: row.try_get("id")?,
                at: row.try_get("at")?,
                what: row.try_get("what")?,
                person: row.try_get("person")?,
                mark: row.try_get("mark")?,
                guild: row.try_get("guild")?,
                game: row.try_get("game")?,
                reason: row.try_get("reason")?,
            })
        });
        Ok(OperatorOrders {
            secret,
            blocked: blocked.collect::<Result<_, sqlx::Error>>()?,
            off: off
                .iter()
                .map(|row| Ok((row.try_get("name")?, row.try_get("at")?)))
                .collect::<Result<_, sqlx::Error>>()?,
            announced: announced
                .map(|row| Ok::<_, sqlx::Error>((row.try_get("text")?, row.try_get("until")?)))
                .transpose()?,
            acts: acts.collect::<Result<_, sqlx::Error>>()?,
        })
    }

    /// Puts these orders in the place of those that are here. Returns how many blocks are lost: those of people of whom the other database knew a
    /// mark alone, made with another key.
    ///
    /// # Errors
    /// When the database fails; then nothing has changed.
    pub async fn take_over_orders(&self, orders: &OperatorOrders) -> Result<u64, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_long().await?;
            let own: Option<String> =
                query("SELECT secret FROM block_key WHERE one = 1").scalar_optional(&mut *tx).await?;
            if let (None, Some(secret)) = (&own, &orders.secret) {
                let keep = query("INSERT INTO block_key (one, secret) VALUES (1, $1)");
                keep.bind(secret).execute(&mut *tx).await?;
            }
            // Marks of another key tell nothing here.
            let is_same_key = own.is_none() || own == orders.secret;
            let key = lasting_block_key(&mut tx).await?;
            let mut lost = 0;
            query("DELETE FROM shut_out").execute(&mut *tx).await?;
            for blocked in &orders.blocked {
                let mark = match blocked.person {
                    Some(person) => Some(key.of_shut_out(person)),
                    None => is_same_key.then(|| blocked.mark.clone()),
                };
                let Some(mark) = mark else {
                    lost += 1;
                    continue;
                };
                query(
                    "INSERT INTO shut_out (mark, person, reason, at, last_game) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT (mark) DO NOTHING",
                )
                .bind(mark)
                .bind(blocked.person)
                .bind(&blocked.reason)
                .bind(blocked.at)
                .bind(blocked.last_game)
                .execute(&mut *tx)
                .await?;
            }
            query("DELETE FROM features_off").execute(&mut *tx).await?;
            for (name, at) in &orders.off {
                let off = query("INSERT INTO features_off (name, at) VALUES ($1, $2)");
                off.bind(name).bind(*at).execute(&mut *tx).await?;
            }
            query("DELETE FROM announcement").execute(&mut *tx).await?;
            if let Some((text, until)) = &orders.announced {
                let announce = query("INSERT INTO announcement (one, text, until) VALUES (1, $1, $2)");
                announce.bind(text).bind(*until).execute(&mut *tx).await?;
            }
            for act in &orders.acts {
                query(
                    "INSERT INTO acts (id, at, what, person, mark, guild, game, reason) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                     ON CONFLICT (id) DO NOTHING",
                )
                .bind(act.id)
                .bind(act.at)
                .bind(&act.what)
                .bind(act.person)
                .bind(&act.mark)
                .bind(act.guild)
                .bind(act.game)
                .bind(&act.reason)
                .execute(&mut *tx)
                .await?;
            }
            changed(&mut tx).await?;
            tx.commit().await?;
            Ok(lost)
        })
    }
}
