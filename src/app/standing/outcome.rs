//! What finished games were for their players.

use crate::game::{Ending, RatedOutcome};
use crate::store::FinishedRow;

/// What a finished game was for its player.
pub(in crate::app) fn outcome(row: &FinishedRow) -> RatedOutcome {
    match row.ending.parse::<Ending>().ok().and_then(Ending::winner) {
        Some(winner) if winner == row.side => RatedOutcome::Win,
        Some(_) => RatedOutcome::Loss,
        None => RatedOutcome::Draw,
    }
}
