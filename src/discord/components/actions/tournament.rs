//! Buttons below the message of a tournament.
//!
//! Carried out in `features/tournament.rs`.

use super::actions;
use crate::game::TournamentId;

actions! {
    /// What people do in a tournament.
    TournamentAction {
        /// Join it.
        "tournament-join" => Join(TournamentId): ForOne,
        /// Leave it before it begins.
        "tournament-leave" => Leave(TournamentId): ForOne,
        /// Begin it before it is full.
        "tournament-begin" => Begin(TournamentId): ForOne,
        /// See one's games.
        "tournament-games" => Games(TournamentId): Reads ForOne,
        /// Leave it while it runs.
        "tournament-withdraw" => Withdraw(TournamentId): Reads ForOne,
        /// Leave it while it runs, after the question.
        "tournament-withdraw-yes" => WithdrawSurely(TournamentId): ForOne,
        /// End it as it stands, or call it off, after the question.
        "tournament-cancel-yes" => CancelSurely(TournamentId): ForOne,
    }
}
