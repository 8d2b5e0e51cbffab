//! What a move may be good for.

use rules::{Goal, Move, PieceType, Square};

/// A piece and where it stands, whoever's it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is.
    pub piece: &'static PieceType,
    /// Where it stands.
    pub at: Square,
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// By mate.
    Mate,
    /// By the king's arrival there.
    Arrival(&'static Goal, Square),
}

/// How a piece is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rescue {
    /// It goes away.
    Away,
    /// It can still be taken, but that no longer pays.
    Covered,
    /// It can no longer be taken.
    Barred,
}

/// How many squares a piece can go to, or how many moves do something, before a move and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freedom {
    /// Before.
    pub before: usize,
    /// After.
    pub after: usize,
}

/// Why a move is good. Squares are as they stand after the move, those of pieces that it takes or saves by leaving as before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merit {
    /// It wins on the spot.
    Wins(Victory),
    /// It wins by force, in at most so many own moves with this one.
    Forces {
        /// How many.
        moves: u32,
        /// How it ends if the other side answers best, where that is known.
        by: Option<Victory>,
    },
    /// Every move loses by force, and after this one the other side needs most moves, so many if it finds the best.
    HoldsOut(u32),
    /// There is no other legal move.
    Only,
    /// A pawn becomes this, which pays.
    Promotes(&'static PieceType),
    /// It takes, and whatever the answer is these pieces are won, for those.
    Gains {
        /// What is won, by the other side's best answer.
        won: Vec<Placed>,
        /// What that costs.
        lost: Vec<&'static PieceType>,
    },
    /// It takes nothing yet, but whatever the answer is these pieces fall, for those.
    Catches {
        /// It does so by giving check.
        check: bool,
        /// What is won, by the other side's best answer.
        won: Vec<Placed>,
        /// What that costs.
        lost: Vec<&'static PieceType>,
    },
    /// The other side threatened to win, in so many of its moves, beginning with this one, and no longer does.
    Stops {
        /// Its move.
        mv: Move,
        /// In how many moves.
        moves: u32,
        /// How it would end.
        by: Option<Victory>,
    },
    /// If the other side passed, this side would win in so many moves, beginning with this one.
    Menaces {
        /// The move.
        mv: Move,
        /// In how many moves.
        moves: u32,
        /// How it would end.
        by: Option<Victory>,
    },
    /// Own pieces that were frozen can move again.
    Thaws(Vec<Placed>),
    /// An own piece could be taken to profit, and no longer can.
    Saves {
        /// The piece, where it stood.
        piece: Placed,
        /// What could take it.
        from: Placed,
        /// How.
        how: Rescue,
    },
    /// It takes back on the square of the last move.
    TakesBack(Vec<Placed>),
    /// It takes, and the best answer takes about as much, there or elsewhere.
    Trades {
        /// What is taken.
        won: Vec<Placed>,
        /// What is given for it.
        lost: Vec<&'static PieceType>,
    },
    /// The piece that moves threatens several at once.
    Forks(Vec<Placed>),
    /// It threatens to take this to profit, which this piece could not take before at any price.
    Threatens {
        /// What is threatened.
        victims: Vec<Placed>,
        /// By what.
        by: Placed,
    },
    /// It freezes these enemies.
    Freezes(Vec<Placed>),
    /// It brakes these enemies.
    Brakes(Vec<Placed>),
    /// These own pieces are no longer braked.
    Unbrakes(Vec<Placed>),
    /// The enemy king, so many steps away, can no longer go to this goal without being taken there.
    Guards {
        /// What it is.
        goal: &'static Goal,
        /// Where it is.
        at: Square,
        /// How many steps the enemy king is away.
        steps: u32,
    },
    /// The king comes nearer to its goal.
    Nears {
        /// What it is.
        goal: &'static Goal,
        /// The nearest square of it.
        at: Square,
        /// Steps that are left, if nothing is in the way.
        steps: u32,
    },
    /// A pawn that cannot be taken to profit comes near to its promotion.
    Advances {
        /// Steps that are left.
        steps: u32,
    },
    /// It castles.
    Castles,
    /// This enemy shields its king now, and cannot leave its line.
    Pins(Placed),
    /// The king is in check, and no longer.
    Escapes,
    /// It gives check, to which there are so many answers.
    Checks(usize),
    /// The piece leaves its first square and can go to more of them, or as many.
    Develops(Freedom),
    /// The piece can go to more squares.
    Ranges(Freedom),
    /// Another own piece can go to more squares.
    Opens(Placed, Freedom),
    /// An enemy piece can go to fewer squares.
    Hems(Placed, Freedom),
    /// What the other side would have liked to play is no longer possible, or loses the piece.
    Prevents {
        /// Its move.
        mv: Move,
        /// It is possible still, and the piece can then be taken to profit.
        costs: bool,
    },
    /// This own piece shields its king no longer and is free to go.
    Unpins(Placed),
    /// An enemy piece could go to these squares unharmed, and would now be taken there to profit.
    Denies(Placed, Vec<Square>),
    /// If the other side answers like this, a move follows that does more.
    Follows {
        /// The answer that a search holds for best.
        answer: Move,
        /// The move that follows.
        mv: Move,
        /// What it does.
        merit: Box<Merit>,
    },
    /// Who takes this own piece can now be taken back, which was not so before.
    Protects(Placed),
    /// The king comes nearer to this pawn.
    Approaches {
        /// The pawn.
        pawn: Placed,
        /// Whether it is an own one.
        own: bool,
        /// Steps to it.
        steps: u32,
    },
    /// The other side can give check by fewer moves.
    Shelters(Freedom),
    /// The piece comes from the hand.
    Enters,
    /// The position has been on the board so many times with this one.
    Repeats(usize),
}

impl Merit {
    /// Whether one plays another move first for its sake.
    pub(crate) fn is_idea(&self) -> bool {
        matches!(
            self,
            Self::Wins(_)
                | Self::Forces { .. }
                | Self::Promotes(_)
                | Self::Gains { .. }
                | Self::Catches { .. }
                | Self::Menaces { .. }
                | Self::Thaws(_)
                | Self::Forks(_)
                | Self::Threatens { .. }
                | Self::Freezes(_)
                | Self::Brakes(_)
                | Self::Nears { .. }
                | Self::Advances { .. }
                | Self::Pins(_)
        )
    }
}
