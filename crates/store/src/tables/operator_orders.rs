//! The operator's orders, for transfer to another database: blocks, switched-off features, the announcement,
//! and past acts. Restoring a backup must not undo them.

use super::block_marks::lasting_block_key;
use super::operator_state::changed;
use crate::db::sql::row;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GameId, GuildId, Millis, UserId};
use std::fmt;

/// The operator's orders.
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
    /// `None` if they have had their data deleted.
    person: Option<UserId>,
    reason: String,
    at: Millis,
    /// The newest of their games that may continue.
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
    /// Reads the operator's current orders.
    pub async fn operator_orders(&self) -> Result<OperatorOrders, StoreError> {
        let reader = self.reader()?;
        let secret = reader.first("SELECT secret FROM block_key WHERE one = 1", ()).await?;
        Ok(OperatorOrders {
            secret,
            blocked: reader.all("SELECT mark, person, reason, at, last_game FROM shut_out", ()).await?,
            off: reader.all("SELECT name, at FROM features_off", ()).await?,
            announced: reader.first("SELECT text, until FROM announcement WHERE one = 1", ()).await?,
            acts: reader
                .all("SELECT id, at, what, person, mark, guild, game, reason FROM acts ORDER BY id", ())
                .await?,
        })
    }

    /// Replaces the orders in this database. Returns the number of lost blocks: those for which the other
    /// database had only a mark, made with a different key.
    pub async fn take_over_orders(&self, orders: &OperatorOrders) -> Result<u64, WriteError> {
        retry_write!(self.begin_long(), |tx| {
            let own: Option<String> = tx.first("SELECT secret FROM block_key WHERE one = 1", ()).await?;
            if let (None, Some(secret)) = (&own, &orders.secret) {
                tx.execute("INSERT INTO block_key (one, secret) VALUES (1, $1)", secret).await?;
            }
            // Marks made with another key are useless here.
            let is_same_key = own.is_none() || own == orders.secret;
            let key = lasting_block_key(&mut tx).await?;
            let mut lost = 0;
            tx.execute("DELETE FROM shut_out", ()).await?;
            for blocked in &orders.blocked {
                let mark = match blocked.person {
                    Some(person) => Some(key.of_shut_out(person)),
                    None => is_same_key.then(|| blocked.mark.clone()),
                };
                let Some(mark) = mark else {
                    lost += 1;
                    continue;
                };
                tx.execute(
                    "INSERT INTO shut_out (mark, person, reason, at, last_game) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT (mark) DO NOTHING",
                    (mark, blocked.person, &blocked.reason, blocked.at, blocked.last_game),
                )
                .await?;
            }
            tx.execute("DELETE FROM features_off", ()).await?;
            for (name, at) in &orders.off {
                tx.execute("INSERT INTO features_off (name, at) VALUES ($1, $2)", (name, *at)).await?;
            }
            tx.execute("DELETE FROM announcement", ()).await?;
            if let Some((text, until)) = &orders.announced {
                let announce = "INSERT INTO announcement (one, text, until) VALUES (1, $1, $2)";
                tx.execute(announce, (text, *until)).await?;
            }
            for act in &orders.acts {
                tx.execute(
                    "INSERT INTO acts (id, at, what, person, mark, guild, game, reason) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                     ON CONFLICT (id) DO NOTHING",
                    (act.id, act.at, &act.what, act.person, &act.mark, act.guild, act.game, &act.reason),
                )
                .await?;
            }
            changed(&mut tx).await?;
            lost
        })
    }
}

row!(|row| Blocked { mark, person, reason, at, last_game });

row!(|row| NotedAct { id, at, what, person, mark, guild, game, reason });
