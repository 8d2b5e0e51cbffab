//! Changes to tournaments: joining and leaving, pairing rounds, beginning games.

use super::owed_kinds::OwedKind;
use super::tournaments::{
    Joining, NewTournament, TOURNAMENT_AGAIN, TOURNAMENT_OPEN_FOR, TOURNAMENTS_OF_GUILD,
    TOURNAMENTS_OF_PERSON, TournamentMade, TournamentRow, TournamentStep,
};
use crate::{Store, Write, WriteError, retry_claimed, retry_write};
use game::{GameId, InteractionId, MessageId, Millis, TournamentId, TournamentState, UserId};

impl Store {
    /// Creates a tournament, unless its channel has one or its server has reached the maximum.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn make_tournament(
        &self,
        new: &NewTournament,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<TournamentMade, WriteError> {
        retry_claimed!(
            self,
            (interaction, now),
            Ok(self
                .tournament_in(new.channel)
                .await?
                .map_or(TournamentMade::ChannelHasOne, TournamentMade::Now)),
            |tx| {
                let here = "SELECT 1 FROM tournaments WHERE channel = $1 AND state IN ('open', 'running')";
                if tx.exists(here, new.channel).await? {
                    return Ok(TournamentMade::ChannelHasOne);
                }
                let others: u32 = tx
                    .one(
                        "SELECT count(*) FROM tournaments WHERE guild = $1 AND state IN ('open', 'running')",
                        new.guild,
                    )
                    .await?;
                if others >= TOURNAMENTS_OF_GUILD {
                    return Ok(TournamentMade::TooMany);
                }
                let number = self.number(&mut tx, "tournaments", now).await?;
                let id: Option<TournamentId> = tx.first(
                "INSERT INTO tournaments (guild, channel, kind, variants, pace, rated, games, least, most, starts_at, state, seed,
                     locale, created_at, next_at, id)
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', $11, $12, $13, $14, $15
                 WHERE NOT EXISTS (SELECT 1 FROM tournaments WHERE channel = $2 AND state IN ('open', 'running')) RETURNING id",
                (
                    new.guild,
                    new.channel,
                    new.kind,
                    new.variants.join(" "),
                    new.pace,
                    new.rated,
                    new.games,
                    new.least,
                    new.most,
                    new.starts_at,
                    new.seed,
                    &new.locale,
                    now,
                    new.starts_at.unwrap_or(Millis(now.0 + TOURNAMENT_OPEN_FOR)),
                    number,
                ),
            )
            .await?;
                id.map_or(TournamentMade::ChannelHasOne, TournamentMade::Now)
            }
        )
    }

    /// Adds a person to a tournament.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn join_tournament(
        &self,
        id: TournamentId,
        person: UserId,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<Joining, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(Joining::In), |tx| {
            let joined = join(&mut tx, id, person, now).await?;
            if joined != Joining::In {
                return Ok(joined);
            }
            joined
        })
    }

    /// Removes a person from a tournament. Returns false if they are not in it, or it is not in this state.
    ///
    /// They leave an open one as if they had never joined, and a running one from now on, including their
    /// unfinished games.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn leave_tournament(
        &self,
        id: TournamentId,
        person: UserId,
        state: TournamentState,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(true), |tx| {
            let gone = tx
                .execute(if state == TournamentState::Open { LEAVE } else { WITHDRAW }, (id, person))
                .await?;
            if gone == 0 {
                return Ok(false);
            }
            forfeit(&mut tx, person, Some(id)).await?;
            changed(&mut tx, id).await?;
            true
        })
    }

    /// Starts a tournament with its current players, so that no more can join. Returns false if they are too
    /// few, or it is not open.
    pub async fn start_tournament(&self, id: TournamentId) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let started = tx.execute(
                "UPDATE tournaments SET most = (SELECT count(*) FROM tournament_players WHERE tournament = $1), rev = rev + 1, next_at = 0
                 WHERE id = $1 AND state = 'open' AND least <= (SELECT count(*) FROM tournament_players WHERE tournament = $1)",
                id,
            )
            .await?;
            started > 0
        })
    }

    /// Writes the next step of a tournament, if it is unchanged since it was read. Nothing is then due before
    /// `next_at`.
    ///
    /// # Errors
    /// [`WriteError::Conflict`].
    pub async fn step_tournament(
        &self,
        read: &TournamentRow,
        step: &TournamentStep,
        next_at: Option<Millis>,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_long(), |tx| {
            let changes = *step != TournamentStep { round: read.round, ..TournamentStep::default() };
            let state = match (step.ended, &step.seeded) {
                (Some(ended), _) => ended,
                (None, Some(_)) => TournamentState::Running,
                (None, None) => read.state,
            };
            tx.guarded(
                "UPDATE tournaments SET rev = rev + $3, state = $4, round = $5, next_at = $6, ended_at = coalesce($7, ended_at) WHERE id = $1 AND rev = $2",
                (read.id, read.rev, i64::from(changes), state, step.round, next_at, step.ended.map(|_| now)),
            )
            .await?;
            carry_out(&mut tx, read, step, now).await?;
        })
    }

    /// Records the message with a tournament's standings; `None` if it was deleted.
    pub async fn tournament_shown(
        &self,
        id: TournamentId,
        message: Option<MessageId>,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("UPDATE tournaments SET message = $2 WHERE id = $1", (id, message)).await?;
        })
    }

    /// Ends a tournament as it is, because its channel is unusable or an authorized person wants it.
    ///
    /// Each player of an unfinished game gets half a point. Live games are played out, without effect on the
    /// tournament.
    pub async fn abandon_tournament(&self, id: TournamentId, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE tournament_games SET result = 'halves' WHERE tournament = $1 AND result IS NULL",
                id,
            )
            .await?;
            tx.execute(
                "UPDATE tournaments SET state = CASE state WHEN 'open' THEN 'called-off' ELSE 'over' END, ended_at = $2, rev = rev + 1,
                     next_at = NULL, ended_early = 1
                 WHERE id = $1 AND state IN ('open', 'running')",
                (id, now),
            )
            .await?;
        })
    }
}

/// Removes a person from an open tournament.
const LEAVE: &str = "DELETE FROM tournament_players WHERE tournament = $1 AND person = $2
     AND EXISTS (SELECT 1 FROM tournaments WHERE id = $1 AND state = 'open')";

/// Withdraws a person from a running tournament.
const WITHDRAW: &str =
    "UPDATE tournament_players SET state = 'out' WHERE tournament = $1 AND person = $2 AND state = 'in'
     AND EXISTS (SELECT 1 FROM tournaments WHERE id = $1 AND state = 'running')";

/// Awards the unfinished games of a person who leaves to the opponents, in this tournament or in all running
/// ones.
///
/// Thus if two leave, the point goes to the one who stayed longer, whenever the tournament is next processed.
pub(super) async fn forfeit(
    tx: &mut Write,
    person: UserId,
    only: Option<TournamentId>,
) -> Result<(), WriteError> {
    tx.execute(
        "UPDATE tournament_games SET result = CASE white WHEN one.number THEN 'white-forfeits' ELSE 'black-forfeits' END
         FROM (SELECT p.tournament AS played, p.number FROM tournament_players p JOIN tournaments t ON t.id = p.tournament
               WHERE p.person = $1 AND t.state = 'running' AND p.tournament = coalesce($2, p.tournament)) AS one
         WHERE tournament = one.played AND (white = one.number OR black = one.number) AND result IS NULL",
        (person, only),
    )
    .await?;
    Ok(())
}

/// Increments a tournament's change counter, and makes it due.
async fn changed(tx: &mut Write, id: TournamentId) -> Result<(), WriteError> {
    tx.execute("UPDATE tournaments SET rev = rev + 1, next_at = 0 WHERE id = $1", id).await?;
    Ok(())
}

async fn join(tx: &mut Write, id: TournamentId, person: UserId, now: Millis) -> Result<Joining, WriteError> {
    let row = tx
        .first::<(TournamentState, u32, u32, u32, u32)>(
            "SELECT state, most, (SELECT count(*) FROM tournament_players WHERE tournament = $1) AS players,
             (SELECT count(*) FROM tournament_players WHERE tournament = $1 AND person = $2) AS mine,
             (SELECT count(*) FROM tournament_players p JOIN tournaments t ON t.id = p.tournament
                 WHERE p.person = $2 AND p.state = 'in' AND t.state IN ('open', 'running')) AS others
         FROM tournaments WHERE id = $1",
            (id, person),
        )
        .await?;
    let Some((TournamentState::Open, most, players, mine, others)) = row else {
        return Ok(Joining::NotOpen);
    };
    if mine > 0 {
        return Ok(Joining::Already);
    }
    if players >= most {
        return Ok(Joining::Full);
    }
    if others >= TOURNAMENTS_OF_PERSON {
        return Ok(Joining::TooMany);
    }
    tx.execute(
        "INSERT INTO tournament_players (tournament, number, person, state, joined_at)
         SELECT $1, coalesce(max(number), 0) + 1, $2, 'in', $3 FROM tournament_players WHERE tournament = $1",
        (id, person, now),
    )
    .await?;
    changed(tx, id).await?;
    Ok(Joining::In)
}

async fn carry_out(
    tx: &mut Write,
    read: &TournamentRow,
    step: &TournamentStep,
    now: Millis,
) -> Result<(), WriteError> {
    if let Some(seeded) = &step.seeded {
        let apart: Vec<String> = step.apart.iter().map(|(one, other)| format!("{one}-{other}")).collect();
        tx.execute("UPDATE tournaments SET apart = $2 WHERE id = $1", (read.id, apart.join(" "))).await?;
        // Avoids duplicate numbers during the update.
        tx.execute("UPDATE tournament_players SET number = number + 1000 WHERE tournament = $1", read.id)
            .await?;
        for (number, (person, rating)) in (1_u32..).zip(seeded) {
            tx.execute(
                "UPDATE tournament_players SET number = $3, rating = $4 WHERE tournament = $1 AND person = $2",
                (read.id, *person, number, *rating),
            )
            .await?;
        }
    }
    for (number, round) in &step.out {
        tx.execute(
            "UPDATE tournament_players SET state = 'out', out_in = $3 WHERE tournament = $1 AND number = $2",
            (read.id, *number, *round),
        )
        .await?;
    }
    for (number, result) in &step.results {
        tx.execute(
            "UPDATE tournament_games SET result = $3 WHERE tournament = $1 AND number = $2 AND result IS NULL",
            (read.id, *number, *result),
        )
        .await?;
    }
    let first = read.games.len() as u32 + 1;
    for (number, pairing) in (first..).zip(&step.paired) {
        tx.execute(
            "INSERT INTO tournament_games (tournament, number, round, variant, white, black, result)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            (read.id, number, pairing.round, &pairing.variant, pairing.white, pairing.black, pairing.result),
        )
        .await?;
    }
    // They are given up if they cannot begin for long.
    tx.execute(
        "UPDATE outbox SET since = $2 WHERE kind = $3 AND subject = $1 AND since IS NULL",
        (read.id, now, OwedKind::Pairing),
    )
    .await?;
    Ok(())
}

/// Assigns a person's places in tournaments that have begun to a former player, who is out. Places in open
/// ones are deleted. The messages of finished ones are queued with the step [`TOURNAMENT_AGAIN`].
pub(crate) async fn leave_to_nobody(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    forfeit(tx, person, None).await?;
    tx.execute(
        "INSERT INTO outbox (kind, subject, channel, step, urgency, due)
             SELECT $3, id, channel, $2, $4, 0 FROM tournaments WHERE state = 'over' AND message IS NOT NULL
                 AND id IN (SELECT tournament FROM tournament_players WHERE person = $1)
         ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0,
             step = CASE outbox.step WHEN $2 THEN $2 ELSE '' END",
        (person, TOURNAMENT_AGAIN, OwedKind::Tournament.owed()),
    )
    .await?;
    tx.execute(
        "UPDATE tournaments SET rev = rev + 1, next_at = 0 WHERE state IN ('open', 'running')
             AND id IN (SELECT tournament FROM tournament_players WHERE person = $1)",
        person,
    )
    .await?;
    tx.execute(
        "UPDATE tournament_players SET person = NULL, state = 'out' WHERE person = $1
             AND tournament IN (SELECT id FROM tournaments WHERE state IN ('running', 'over'))",
        person,
    )
    .await?;
    Ok(())
}

/// Links a new game to its pairing. Returns false if the pairing has a game or needs none.
pub(crate) async fn begun(
    tx: &mut Write,
    (tournament, number): (TournamentId, u32),
    game: GameId,
) -> Result<bool, WriteError> {
    let tied = tx.execute(
        "UPDATE tournament_games SET game = $3 WHERE tournament = $1 AND number = $2 AND game IS NULL AND result IS NULL",
        (tournament, number, game),
    )
    .await?;
    // The tournament's message shows it once all games of a round have begun.
    tx.execute(
        "UPDATE tournaments SET rev = rev + 1 WHERE id = $1 AND NOT EXISTS (
             SELECT 1 FROM tournament_games WHERE tournament = $1 AND game IS NULL AND result IS NULL)",
        tournament,
    )
    .await?;
    Ok(tied > 0)
}
