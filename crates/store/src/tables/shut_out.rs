//! Whom whoever runs the bot has blocked everywhere. Each has a mark, made with the key of the database, which stays when the person has their data
//! deleted: the block would end with it otherwise.

use super::acts::{self, Act};
use super::block_marks::{block_key, lasting_block_key};
use super::change::carry_out;
use super::game_lists::{live_game, select_live};
use super::operator_state::changed;
use super::{stopped, tournament_changes};
use crate::db::sql::query;
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::One,
};
use crate::types::{Change, LiveGame};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{Millis, UserId};

/// What tables here have of a person.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "shut_out",
    person: &["person"],
    key: "shut_out",
    rows: One,
    columns: &[("reason", "reason", Text), ("at", "at_ms", Number)],
}];

/// What the block of a person has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShutOut {
    /// Live games that ended.
    pub ended: u64,
    /// Challenges from or to the person that were closed.
    pub challenges: u64,
}

/// Challenges from and to somebody are closed, and their messages are to say so.
const CHALLENGES_CLOSED: &str =
    "INSERT INTO settled_challenges (id, outcome, variant, challenger, channel, message, at, locale)
     SELECT id, 'closed', variant, challenger, channel, message, created_at, locale FROM challenges
     WHERE (challenger = $1 OR opponent = $1) AND message IS NOT NULL ON CONFLICT (id) DO NOTHING";

/// Somebody leaves the tournaments that they are in: one that is open as if they had never joined, one that runs for good.
const TOURNAMENTS_LEFT: [&str; 3] = [
    "UPDATE tournaments SET rev = rev + 1, next_at = 0 WHERE state IN ('open', 'running')
         AND id IN (SELECT tournament FROM tournament_players WHERE person = $1)",
    "DELETE FROM tournament_players WHERE person = $1 AND tournament IN (SELECT id FROM tournaments WHERE state = 'open')",
    "UPDATE tournament_players SET state = 'out' WHERE person = $1 AND tournament IN (SELECT id FROM tournaments WHERE state = 'running')",
];

/// Somebody leaves the ladders that they are on.
const LADDERS_LEFT: [&str; 2] = [
    "DELETE FROM ladder_players WHERE person = $1",
    "DELETE FROM ladder_challenges WHERE (challenger = $1 OR opponent = $1) AND outcome IS NULL AND game IS NULL",
];

/// Of a blocked person, who is about to be removed, the mark alone stays.
pub(crate) async fn leave_mark(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    query("UPDATE shut_out SET person = NULL WHERE person = $1").bind(person).execute(&mut **tx).await?;
    Ok(())
}

impl Store {
    /// Shuts a person out, in one transaction. Their challenges are closed, they leave tournaments and ladders, and each of their live games for
    /// which `end` gives a change ends by it. `act` is noted; its reason is the one that is told.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn shut_out(
        &self,
        person: UserId,
        act: &Act,
        end: impl Fn(&LiveGame) -> Option<Change> + Send + Sync,
    ) -> Result<ShutOut, WriteError> {
        retry_write!(self, {
            let end = &end;
            let mut tx = self.begin_long().await?;
            let mark = lasting_block_key(&mut tx).await?.of_shut_out(person);
            query(
                "INSERT INTO shut_out (mark, person, reason, at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (mark) DO UPDATE SET person = excluded.person, reason = excluded.reason, at = excluded.at",
            )
            .bind(mark)
            .bind(person)
            .bind(&act.reason)
            .bind(act.at)
            .execute(&mut *tx)
            .await?;
            // Before the games end, which may bring about the next round.
            tournament_changes::forfeit(&mut tx, person, None).await?;
            for left in TOURNAMENTS_LEFT.iter().chain(&LADDERS_LEFT) {
                query(*left).bind(person).execute(&mut *tx).await?;
            }
            let live = query(select_live!("WHERE state = 'live' AND (white = $1 OR black = $1) ORDER BY id"))
                .bind(person)
                .fetch_all(&mut *tx)
                .await?;
            let mut ended = 0;
            for row in &live {
                let game = live_game(row)?;
                if let Some(change) = end(&game) {
                    carry_out(&mut tx, game.id, game.stands.rev, &change).await?;
                    stopped::tell(&mut tx, game.id).await?;
                    ended += 1;
                }
            }
            query(CHALLENGES_CLOSED).bind(person).execute(&mut *tx).await?;
            let challenges = query("DELETE FROM challenges WHERE challenger = $1 OR opponent = $1")
                .bind(person)
                .execute(&mut *tx)
                .await?;
            acts::note(&mut tx, act).await?;
            changed(&mut tx).await?;
            tx.commit().await?;
            Ok(ShutOut { ended, challenges })
        })
    }

    /// Lets a person in again. False: they were not shut out, and nothing is noted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn let_in(&self, person: UserId, act: &Act) -> Result<bool, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let mark = lasting_block_key(&mut tx).await?.of_shut_out(person);
            let gone = query("DELETE FROM shut_out WHERE mark = $1").bind(mark).execute(&mut *tx).await?;
            if gone == 0 {
                return Ok(false);
            }
            acts::note(&mut tx, act).await?;
            changed(&mut tx).await?;
            tx.commit().await?;
            Ok(true)
        })
    }

    /// Since when a person is shut out, if they are.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn shut_out_since(&self, person: UserId) -> Result<Option<Millis>, StoreError> {
        let key = block_key(self.reader()?).await?;
        let Some(key) = key else { return Ok(None) };
        Ok(query("SELECT at FROM shut_out WHERE mark = $1")
            .bind(key.of_shut_out(person))
            .scalar_optional(self.reader()?)
            .await?)
    }
}
