//! The Swiss system by FIDE's Dutch rules: C.04.1, C.04.2 and C.04.3 as in effect until 31 January 2026.
//!
//! All players play in every round, against opponents with equal points as far as possible, never twice
//! against the same opponent, and with both sides about equally often. The players of one score, with those
//! left over from above, form a bracket. A bracket is paired in the best way by criteria C.5 to C.19, and
//! among equally good ways in the one that the procedure would try first (B.6, B.7, D). Here all of this is
//! the weight of one matching, with each criterion as a digit below the previous one.
//!
//! - `contender`: a player's data from the rounds so far (A.2 to A.7).
//! - `criteria`: the weight of a pair (C).
//! - `bracket`: the pairs of a bracket (B, D).
//! - `round`: the brackets in order, and the case that the last cannot be paired (A.9).
//! - `colours`: the allocation of White (E).
//! - `table`: the final order.

mod bracket;
mod colours;
mod contender;
mod criteria;
mod round;
mod table;

use std::collections::BTreeSet;

use crate::{FieldError, Outcome, Pair, Pairing, PlayerNumber, Points, Side};

pub use round::pair_round;
pub use table::{SwissRow, table};

/// The fewest players of a Swiss tournament.
pub const LEAST_PLAYERS: usize = 9;
/// The most players of a Swiss tournament.
pub const MOST_PLAYERS: usize = 64;
/// The most rounds of a Swiss tournament.
pub const MOST_ROUNDS: usize = 24;

/// A Swiss tournament in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// The total number of rounds. Some criteria are relaxed in the last (A.7).
    pub rounds: usize,
    /// Each player's rounds so far, with players in number order. Late entrants have [`SwissRound::Absent`]
    /// before.
    pub players: Vec<Vec<SwissRound>>,
    /// The players not paired in the next round: withdrawn, deleted, or absent once.
    pub absent: BTreeSet<PlayerNumber>,
    /// Players who block each other. They are paired only if the round cannot be paired otherwise.
    pub apart: BTreeSet<Pair>,
    /// The side of the first player in the first round, drawn by lot (E.5).
    pub initial: Side,
}

/// A player's result in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwissRound {
    /// The player was paired. If the game was never begun, the two have not met.
    Paired {
        /// The opponent.
        opponent: PlayerNumber,
        /// The player's own side.
        side: Side,
        /// The outcome of the game.
        outcome: Outcome,
    },
    /// Left over with an odd number of players: a point, once in a tournament (the pairing-allocated bye,
    /// C.04.1 c and d).
    PairingBye,
    /// Half a point without a game: requested before the round, or given to two players who could not play.
    HalfPointBye,
    /// No point and no game.
    Absent,
}

impl SwissRound {
    /// Returns the player's points.
    #[must_use]
    pub fn points(self) -> Points {
        match self {
            Self::Paired { side, outcome, .. } => outcome.points(side),
            Self::PairingBye => Points::ONE,
            Self::HalfPointBye => Points::HALF,
            Self::Absent => Points::ZERO,
        }
    }

    /// Returns the opponent and the player's side, if they met.
    #[must_use]
    pub fn played(self) -> Option<(PlayerNumber, Side)> {
        match self {
            Self::Paired { opponent, side, outcome } if outcome.is_played() => Some((opponent, side)),
            _ => None,
        }
    }
}

/// The pairs of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissPairings {
    /// The games, the first board first (C.04.3 D.9).
    pub games: Vec<Pairing>,
    /// The player with the pairing-allocated bye, if the number of players is odd.
    pub bye: Option<PlayerNumber>,
    /// The pairs who block each other and were paired because nothing else was possible.
    pub despite: Vec<Pair>,
}

/// Why a round cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwissError {
    /// The tournament data is contradictory.
    Field(FieldError),
    /// All rounds have been played.
    Over,
    /// The players present cannot be paired without a repeated meeting, a second bye, or too many games with
    /// one side.
    Impossible,
}

impl From<FieldError> for SwissError {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl Swiss {
    /// Returns the number of rounds played.
    ///
    /// # Errors
    ///
    /// [`FieldError`] for a wrong number of players or rounds, numbers that no player has, and contradictory
    /// rounds of two players.
    pub fn played_rounds(&self) -> Result<usize, FieldError> {
        let players = self.players.len();
        if !(LEAST_PLAYERS..=MOST_PLAYERS).contains(&players) {
            return Err(FieldError::Size { least: LEAST_PLAYERS, most: MOST_PLAYERS });
        }
        let rounds = self.players[0].len();
        let apart = self.apart.iter().flat_map(|pair| [pair.stronger(), pair.weaker()]);
        let mut named = self.absent.iter().copied().chain(apart);
        if let Some(unknown) = named.find(|player| player.index() >= players) {
            return Err(FieldError::Unknown(unknown));
        }
        for (index, own) in self.players.iter().enumerate() {
            let player = PlayerNumber::at(index);
            let fits = own.iter().enumerate().all(|(round, did)| self.is_mirrored(player, round, *did));
            if own.len() != rounds || rounds > MOST_ROUNDS.min(self.rounds) || !fits {
                return Err(FieldError::Contradiction(player));
            }
        }
        Ok(rounds)
    }

    /// True if the opponent's record of a round matches.
    fn is_mirrored(&self, player: PlayerNumber, round: usize, own: SwissRound) -> bool {
        let SwissRound::Paired { opponent, side, outcome } = own else {
            return true;
        };
        let mirrored = SwissRound::Paired { opponent: player, side: side.other(), outcome };
        let theirs = self.players.get(opponent.index()).and_then(|rounds| rounds.get(round));
        opponent != player && theirs == Some(&mirrored)
    }
}
