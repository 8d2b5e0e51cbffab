//! The Swiss system by FIDE's Dutch rules: C.04.1, C.04.2 and C.04.3 as they were in effect until 31 January 2026.
//!
//! Everybody plays in every round, against somebody with as many points as far as possible, nobody twice against the same opponent, and with
//! both sides about equally often. The players of one score, with those left over from above, are a bracket. Of all ways to pair a bracket the
//! best by criteria C.5 to C.19 is taken, and of several that are as good the one that the procedure would try first (B.6, B.7, D). Here all
//! of that is the weight of one matching, each criterion a digit below the one before.
//!
//! - `contender`: what the rounds so far make of a player (A.2 to A.7).
//! - `criteria`: the weight of a pair (C).
//! - `bracket`: the pairs of a bracket (B, D).
//! - `round`: from bracket to bracket, and what is done if the last cannot be paired (A.9).
//! - `colours`: who has White (E).
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

/// A Swiss tournament as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// How many rounds it has in all. Some criteria are relaxed in the last (A.7).
    pub rounds: usize,
    /// What each player did in each round so far, the players in the order of their numbers. Who came late has been [`SwissRound::Absent`].
    pub players: Vec<Vec<SwissRound>>,
    /// Who is not paired in the next round: who has withdrawn, was deleted, or stays away once.
    pub absent: BTreeSet<PlayerNumber>,
    /// Those who block each other. They are paired only if there is no other way to pair the round.
    pub apart: BTreeSet<Pair>,
    /// The side of the first player in the first round, drawn by lot (E.5).
    pub initial: Side,
}

/// What a player did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwissRound {
    /// They were paired. If the game was never begun, the two have not met.
    Paired {
        /// The opponent.
        opponent: PlayerNumber,
        /// The player's own side.
        side: Side,
        /// How the game came out.
        outcome: Outcome,
    },
    /// They were left over when the number of players was odd: a point, once in a tournament (the pairing-allocated bye, C.04.1 c and d).
    PairingBye,
    /// Half a point without a game: asked for before the round, or given to two who could not play.
    HalfPointBye,
    /// No point and no game.
    Absent,
}

impl SwissRound {
    /// What the player got.
    #[must_use]
    pub fn points(self) -> Points {
        match self {
            Self::Paired { side, outcome, .. } => outcome.points(side),
            Self::PairingBye => Points::ONE,
            Self::HalfPointBye => Points::HALF,
            Self::Absent => Points::ZERO,
        }
    }

    /// Whom they met, if they did, and their side.
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
    /// Who has the pairing-allocated bye, if the number of players is odd.
    pub bye: Option<PlayerNumber>,
    /// Those of the pairs who block each other, and were paired as there was no other way.
    pub despite: Vec<Pair>,
}

/// Why a round cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwissError {
    /// What the tournament is said to be cannot be.
    Field(FieldError),
    /// All rounds have been played.
    Over,
    /// There is no way to pair those who are present without two meeting twice, one having a second bye, or one having too much of a side.
    Impossible,
}

impl From<FieldError> for SwissError {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl Swiss {
    /// How many rounds have been played.
    ///
    /// # Errors
    ///
    /// [`FieldError`] for a wrong number of players or rounds, numbers that nobody has, and rounds of which two players tell different stories.
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

    /// Whether the opponent of a round tells the same of it.
    fn is_mirrored(&self, player: PlayerNumber, round: usize, own: SwissRound) -> bool {
        let SwissRound::Paired { opponent, side, outcome } = own else {
            return true;
        };
        let mirrored = SwissRound::Paired { opponent: player, side: side.other(), outcome };
        let theirs = self.players.get(opponent.index()).and_then(|rounds| rounds.get(round));
        opponent != player && theirs == Some(&mirrored)
    }
}
