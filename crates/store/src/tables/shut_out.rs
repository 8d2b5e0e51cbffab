//! People and servers that the operator has blocked everywhere. Each has a mark, made with the database's
//! key, which stays when the person's data is deleted: otherwise the block would end with it.

use super::acts::{self, Act};
use super::block_marks::{block_key, lasting_block_key};
use super::change::apply_change;
use super::game_lists::select_live;
use super::operator_state::changed;
use super::servers::leave;
use super::{stopped, tournament_changes};
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::One,
};
use crate::types::{Change, LiveGame};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{Color, GameId, GuildId, Millis, Premoves, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "shut_out",
    person: &["person"],
    key: "shut_out",
    rows: One,
    columns: &[("reason", "reason", Text), ("at", "at_ms", Number)],
}];

/// The result of shutting out a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShutOut {
    /// Live games that ended.
    pub ended: u64,
    /// Challenges from or to the person that were closed.
    pub challenges: u64,
}

/// Closes the challenges from and to a person, so that their messages will show it.
const CHALLENGES_CLOSED: &str =
    "INSERT INTO settled_challenges (id, outcome, variant, challenger, channel, message, at, locale)
     SELECT id, 'closed', variant, challenger, channel, message, created_at, locale FROM challenges
     WHERE (challenger = $1 OR opponent = $1) AND message IS NOT NULL ON CONFLICT (id) DO NOTHING";

/// Removes a person from their tournaments: from open ones as if they had never joined, from running ones for
/// good.
const TOURNAMENTS_LEFT: [&str; 3] = [
    "UPDATE tournaments SET rev = rev + 1, next_at = 0 WHERE state IN ('open', 'running')
         AND id IN (SELECT tournament FROM tournament_players WHERE person = $1)",
    "DELETE FROM tournament_players WHERE person = $1 AND tournament IN (SELECT id FROM tournaments WHERE state = 'open')",
    "UPDATE tournament_players SET state = 'out' WHERE person = $1 AND tournament IN (SELECT id FROM tournaments WHERE state = 'running')",
];

/// Removes a person from their ladders.
const LADDERS_LEFT: [&str; 2] = [
    "DELETE FROM ladder_players WHERE person = $1",
    "DELETE FROM ladder_challenges WHERE (challenger = $1 OR opponent = $1) AND outcome IS NULL AND game IS NULL",
];

/// Reduces the block of a person, who is about to be removed, to its mark.
pub(crate) async fn leave_mark(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    tx.execute("UPDATE shut_out SET person = NULL WHERE person = $1", person).await?;
    Ok(())
}

/// Selects people who are shut out and have an open challenge, a game newer than the block, or a place in a
/// tournament or on a ladder.
const UNSWEPT: &str = "SELECT person FROM shut_out WHERE person IS NOT NULL AND (
         EXISTS (SELECT 1 FROM challenges WHERE challenger = shut_out.person)
         OR EXISTS (SELECT 1 FROM games WHERE white = shut_out.person AND state = 'live' AND id > shut_out.last_game)
         OR EXISTS (SELECT 1 FROM games WHERE black = shut_out.person AND state = 'live' AND id > shut_out.last_game)
         OR EXISTS (SELECT 1 FROM tournament_players p JOIN tournaments t ON t.id = p.tournament
             WHERE p.person = shut_out.person AND p.state = 'in' AND t.state IN ('open', 'running'))
         OR EXISTS (SELECT 1 FROM ladder_players WHERE ladder_players.person = shut_out.person))";

/// Select the premoves in live games of people who are shut out: by White, and by Black, possibly with only
/// White's set.
const WHITE_PREPARED: &str = "SELECT person, premoves FROM shut_out JOIN games ON white = person
     WHERE person IS NOT NULL AND state = 'live' AND premoves IS NOT NULL";
const BLACK_PREPARED: &str = "SELECT person, premoves FROM shut_out JOIN games ON black = person
     WHERE person IS NOT NULL AND state = 'live' AND premoves IS NOT NULL";

/// Closes a person's challenges, removes them from tournaments and ladders, and ends the live games for which
/// `end` returns a change. In the other games their premoves are dropped.
async fn sweep(
    tx: &mut Write,
    person: UserId,
    end: impl Fn(&LiveGame) -> Option<Change> + Send + Sync,
) -> Result<ShutOut, WriteError> {
    // Before the games end, because that may start the next round.
    tournament_changes::forfeit(tx, person, None).await?;
    for left in TOURNAMENTS_LEFT.iter().chain(&LADDERS_LEFT) {
        tx.execute(*left, person).await?;
    }
    let live = tx
        .all::<LiveGame>(
            select_live!("WHERE state = 'live' AND (white = $1 OR black = $1) ORDER BY id"),
            person,
        )
        .await?;
    let mut ended = 0;
    for game in &live {
        if let Some(change) = end(game) {
            apply_change(tx, game.id, game.stands.rev, &change).await?;
            stopped::tell(tx, game.id).await?;
            ended += 1;
        } else {
            drop_premoves(tx, person, game).await?;
        }
    }
    tx.execute(CHALLENGES_CLOSED, person).await?;
    let challenges =
        tx.execute("DELETE FROM challenges WHERE challenger = $1 OR opponent = $1", person).await?;
    Ok(ShutOut { ended, challenges })
}

/// Drops a person's premoves in a game that continues.
async fn drop_premoves(tx: &mut Write, person: UserId, game: &LiveGame) -> Result<(), WriteError> {
    let kept: Option<Option<String>> = tx.first("SELECT premoves FROM games WHERE id = $1", game.id).await?;
    let Some(kept) = kept.flatten() else { return Ok(()) };
    let mut left = Premoves::read(&kept);
    for (side, player) in [(Color::White, game.white), (Color::Black, game.black)] {
        if player == Some(person) {
            left = left.without(side);
        }
    }
    tx.execute("UPDATE games SET premoves = $2 WHERE id = $1", (game.id, left.text())).await?;
    Ok(())
}

impl Store {
    /// Shuts a person out, in one transaction.
    ///
    /// Their challenges are closed, they leave tournaments and ladders, and each of their live games for
    /// which `end` returns a change ends by it. `act` is recorded; its reason is the one shown.
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
            // If their data was deleted, only the mark stays.
            tx.execute(
                "INSERT INTO shut_out (mark, person, reason, at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (mark) DO UPDATE SET reason = excluded.reason, at = excluded.at",
                (mark, person, &act.reason, act.at),
            )
            .await?;
            let done = sweep(&mut tx, person, end).await?;
            // The remaining games may continue. Any other live game has begun later, or was brought back by a
            // backup.
            tx.execute(
                "UPDATE shut_out SET last_game = (SELECT coalesce(max(id), 0) FROM games WHERE state = 'live' AND (white = $1 OR black = $1))
                 WHERE person = $1",
                person,
            )
            .await?;
            acts::note(&mut tx, act).await?;
            changed(&mut tx).await?;
            tx.commit().await?;
            Ok(done)
        })
    }

    /// Returns people who are shut out but have something open, which they started before all processes knew
    /// of the block.
    pub async fn shut_out_unswept(&self) -> Result<Vec<UserId>, StoreError> {
        let mut people: Vec<UserId> = self.all(UNSWEPT, ()).await?;
        for (sql, side) in [(WHITE_PREPARED, Color::White), (BLACK_PREPARED, Color::Black)] {
            for (person, premoves) in self.all::<(UserId, String)>(sql, ()).await? {
                let prepared = !Premoves::read(&premoves).of(side).is_empty();
                if prepared && !people.contains(&person) {
                    people.push(person);
                }
            }
        }
        Ok(people)
    }

    /// Applies the block of a person to what they have started since, without recording an act.
    ///
    /// Each of their live games that is newer than the block, and for which `end` returns a change, ends by
    /// it. Does nothing if they are no longer shut out.
    pub async fn shut_out_again(
        &self,
        person: UserId,
        end: impl Fn(&LiveGame) -> Option<Change> + Send + Sync,
    ) -> Result<ShutOut, WriteError> {
        retry_write!(self, {
            let end = &end;
            let mut tx = self.begin_long().await?;
            let last: Option<Option<GameId>> =
                tx.first("SELECT last_game FROM shut_out WHERE person = $1", person).await?;
            let Some(last) = last else { return Ok(ShutOut::default()) };
            let is_newer = |game: &LiveGame| last.is_some_and(|last| game.id.0 > last.0);
            let done = sweep(&mut tx, person, |game| end(game).filter(|_| is_newer(game))).await?;
            tx.commit().await?;
            Ok(done)
        })
    }

    /// Lifts the block of a person. Returns false, and records nothing, if they were not shut out.
    pub async fn let_in(&self, person: UserId, act: &Act) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let mark = lasting_block_key(&mut tx).await?.of_shut_out(person);
            // First, because this deletes the mark of a person whose data was deleted.
            acts::note(&mut tx, act).await?;
            let gone = tx.execute("DELETE FROM shut_out WHERE mark = $1", mark).await?;
            if gone == 0 {
                return Ok(false);
            }
            changed(&mut tx).await?;
            true
        })
    }

    /// Shuts a server out, in one transaction, and queues leaving it. `act` is recorded; its reason is the
    /// one shown.
    pub async fn shut_out_server(&self, guild: GuildId, act: &Act) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            let mark = lasting_block_key(&mut tx).await?.of_server(guild);
            tx.execute(
                "INSERT INTO shut_out (mark, reason, at) VALUES ($1, $2, $3)
                 ON CONFLICT (mark) DO UPDATE SET reason = excluded.reason, at = excluded.at",
                (mark, &act.reason, act.at),
            )
            .await?;
            leave(&mut tx, guild).await?;
            acts::note(&mut tx, act).await?;
            changed(&mut tx).await?;
        })
    }

    /// Lifts the block of a server. Returns false, and records nothing, if it was not shut out.
    pub async fn let_server_in(&self, guild: GuildId, act: &Act) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let mark = lasting_block_key(&mut tx).await?.of_server(guild);
            if tx.execute("DELETE FROM shut_out WHERE mark = $1", mark).await? == 0 {
                return Ok(false);
            }
            acts::note(&mut tx, act).await?;
            changed(&mut tx).await?;
            true
        })
    }

    /// Returns when a server was shut out, if it is.
    pub async fn server_shut_out_since(&self, guild: GuildId) -> Result<Option<Millis>, StoreError> {
        let key = block_key(self.reader()?).await?;
        let Some(key) = key else { return Ok(None) };
        self.first("SELECT at FROM shut_out WHERE mark = $1", key.of_server(guild)).await
    }

    /// Returns when a person was shut out, if they are.
    pub async fn shut_out_since(&self, person: UserId) -> Result<Option<Millis>, StoreError> {
        let key = block_key(self.reader()?).await?;
        let Some(key) = key else { return Ok(None) };
        self.first("SELECT at FROM shut_out WHERE mark = $1", key.of_shut_out(person)).await
    }
}
