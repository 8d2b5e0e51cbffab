//! The merits that a move can have.

use rules::{Goal, Move, PieceType, Square};

/// A piece of either side and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The piece.
    pub piece: &'static PieceType,
    /// Its square.
    pub at: Square,
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// By mate.
    Mate,
    /// By the king's arrival at this goal, on this square.
    Arrival(&'static Goal, Square),
}

/// How a piece is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rescue {
    /// It moves away.
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

/// Why a move is good. Pieces are given on their squares after the move, except those that it takes or that it saves by moving away,
/// which are given on their squares before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merit {
    /// It wins on the spot.
    Wins(Victory),
    /// It wins by force within some moves of its side, this one included.
    Forces {
        /// The number of those moves.
        moves: u32,
        /// How the game ends against the best defence, where that is known.
        by: Option<Victory>,
    },
    /// Every move loses by force. After this one the other side needs the most moves: this many, if it plays best.
    HoldsOut(u32),
    /// There is no other legal move.
    Only,
    /// A pawn promotes to this, which pays.
    Promotes(&'static PieceType),
    /// It takes something and, whatever the answer, wins material.
    Gains {
        /// The pieces won against the other side's best answer.
        won: Vec<Placed>,
        /// The pieces lost in return.
        lost: Vec<&'static PieceType>,
    },
    /// It takes nothing yet but, whatever the answer, will win material.
    Catches {
        /// Whether it gives check.
        check: bool,
        /// The pieces won against the other side's best answer.
        won: Vec<Placed>,
        /// The pieces lost in return.
        lost: Vec<&'static PieceType>,
    },
    /// It prevents a win that the other side threatened.
    Stops {
        /// The first move of that win.
        mv: Move,
        /// What it takes.
        takes: Vec<Placed>,
        /// The number of moves of the winning side.
        moves: u32,
        /// How the game would end, where that is known.
        by: Option<Victory>,
    },
    /// It threatens to win: if the other side passed, this side would win.
    Menaces {
        /// The first move of the win.
        mv: Move,
        /// What it takes.
        takes: Vec<Placed>,
        /// The number of moves of the winning side.
        moves: u32,
        /// How the game would end, where that is known.
        by: Option<Victory>,
    },
    /// Frozen pieces of its side can move again.
    Thaws(Vec<Placed>),
    /// A piece of its side could be taken with profit, and no longer can.
    Saves {
        /// The piece, on the square where it stood.
        piece: Placed,
        /// The enemy that could take it.
        from: Placed,
        /// How it is saved.
        how: Rescue,
    },
    /// It takes back these pieces: it captures the piece that has just captured.
    TakesBack(Vec<Placed>),
    /// It takes something, and the best answer takes about as much, there or elsewhere.
    Trades {
        /// The pieces taken.
        won: Vec<Placed>,
        /// The pieces given for them.
        lost: Vec<&'static PieceType>,
    },
    /// The piece that moves threatens several at once.
    Forks(Vec<Placed>),
    /// It threatens a profitable capture which the capturing piece could not make before, not even at a loss.
    Threatens {
        /// The pieces threatened.
        victims: Vec<Placed>,
        /// The piece that would take them.
        by: Placed,
    },
    /// It freezes these enemies.
    Freezes(Vec<Placed>),
    /// It brakes these enemies.
    Brakes(Vec<Placed>),
    /// These pieces of its side are no longer braked.
    Unbrakes(Vec<Placed>),
    /// The enemy king can no longer go to this goal without being taken there.
    Guards {
        /// The goal.
        goal: &'static Goal,
        /// The square of the goal.
        at: Square,
        /// How many steps away the enemy king is.
        steps: u32,
    },
    /// The king comes nearer to its goal.
    Nears {
        /// The goal.
        goal: &'static Goal,
        /// Its nearest square.
        at: Square,
        /// The steps left, if nothing is in the way.
        steps: u32,
    },
    /// A pawn that cannot be taken with profit comes near to its promotion.
    Advances {
        /// The steps left.
        steps: u32,
    },
    /// It castles.
    Castles,
    /// It pins this enemy, which now shields its king and cannot leave the line.
    Pins(Placed),
    /// It gets the king out of check.
    Escapes,
    /// It gives check, to which there are this many legal answers.
    Checks(usize),
    /// The piece leaves its home square and can go to at least as many squares.
    Develops(Freedom),
    /// The piece can go to more squares.
    Ranges(Freedom),
    /// Another piece of its side can go to more squares.
    Opens(Placed, Freedom),
    /// An enemy piece can go to fewer squares.
    Hems(Placed, Freedom),
    /// The other side's best move is no longer possible, or loses the piece.
    Prevents {
        /// The other side's move.
        mv: Move,
        /// Whether it is still possible, but the piece can then be taken with profit.
        costs: bool,
    },
    /// It unpins this piece of its side, which no longer shields its king.
    Unpins(Placed),
    /// An enemy piece could go to these squares unharmed, and would now be taken there with profit.
    Denies(Placed, Vec<Square>),
    /// It prepares another move, which follows if the other side gives the expected answer.
    Follows {
        /// The best answer according to a search.
        answer: Move,
        /// The move that follows.
        mv: Move,
        /// The merit of that move.
        merit: Box<Merit>,
    },
    /// A capture of this piece of its side could not be answered by taking back before, and now can.
    Protects(Placed),
    /// The king comes nearer to this pawn.
    Approaches {
        /// The pawn.
        pawn: Placed,
        /// Whether the pawn is its own side's.
        own: bool,
        /// The steps to it.
        steps: u32,
    },
    /// The other side has fewer moves that give check.
    Shelters(Freedom),
    /// The piece is dropped from the hand.
    Enters,
    /// The position has been on the board this many times, this one included.
    Repeats(usize),
}

impl Merit {
    /// Whether it is told in a sentence of its own, as what it is about is a move of the other side.
    pub const fn is_sentence(&self) -> bool {
        matches!(self, Self::Denies(..) | Self::Prevents { costs: true, .. })
    }

    /// Whether it is worth preparing with another move.
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
