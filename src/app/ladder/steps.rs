//! Updates a ladder's order from the results of its challenges. Each step is one conditional write and so
//! happens once.

use crate::pairing::ladder::{ChallengeResult, Refusals};

use super::entry::ladder;
use crate::app::{App, AppResult};
use crate::game::{LadderId, Millis, UserId};
use crate::store::{LadderOutcome, LadderPlayer, WriteError};

impl App {
    /// Applies the results of a ladder's settled challenges to its order.
    pub async fn go_on_with_ladder(&self, id: LadderId, now: Millis) -> AppResult<()> {
        self.follow_challenges(id, now, None).await
    }

    /// As [`App::go_on_with_ladder`]. Whoever loses a place is told, unless they are `told` otherwise.
    pub(super) async fn follow_challenges(
        &self,
        id: LadderId,
        now: Millis,
        told: Option<UserId>,
    ) -> AppResult<()> {
        let Some(row) = self.store.ladder(id).await? else { return Ok(()) };
        let settled: Vec<_> = row.challenges.iter().filter(|challenge| challenge.outcome.is_some()).collect();
        let mut order = ladder(&row)?;
        let mut refusals: Vec<(UserId, Refusals)> =
            row.players.iter().map(|player| (player.person, Refusals(player.refusals))).collect();
        let mut fallen = Vec::new();
        for challenge in &settled {
            match challenge.outcome {
                Some(LadderOutcome::Won) => {
                    let won = ChallengeResult::Challenger;
                    if let Ok(after) = order.after_game(&challenge.challenger, &challenge.opponent, won) {
                        order = after;
                    }
                }
                // Refusals during a vacation do not count.
                Some(LadderOutcome::Refused) if self.is_away(challenge.opponent, now).await? => {}
                Some(LadderOutcome::Refused) => {
                    let Some((_, before)) =
                        refusals.iter_mut().find(|(person, _)| *person == challenge.opponent)
                    else {
                        continue;
                    };
                    if let Ok((after, count)) = order.after_refusal(&challenge.opponent, *before) {
                        if after.people() != order.people() && told != Some(challenge.opponent) {
                            fallen.push(challenge.opponent);
                        }
                        (order, *before) = (after, count);
                    }
                }
                None => {}
            }
        }
        let player = |person: &UserId| LadderPlayer {
            person: *person,
            refusals: refusals.iter().find(|(one, _)| one == person).map_or(0, |(_, count)| count.0),
        };
        let order: Vec<LadderPlayer> = order.people().iter().map(player).collect();
        let followed: Vec<_> = settled.iter().map(|challenge| challenge.challenge).collect();
        match self.store.step_ladder(&row, &order, &followed, (&fallen, now)).await {
            // Lost a race: a later call decides again.
            Err(WriteError::Conflict) => Ok(()),
            other => Ok(other?),
        }
    }

    async fn is_away(&self, person: UserId, now: Millis) -> AppResult<bool> {
        Ok(self.store.vacation(person).await?.is_some_and(|vacation| vacation.until > now))
    }
}
