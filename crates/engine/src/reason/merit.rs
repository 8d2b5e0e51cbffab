//! The merits of a move.

use rules::{Goal, Move, OwnWin, PieceType, Square};

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
    /// Checkmate.
    Mate,
    /// The arrival at this goal, on this square.
    Arrival(&'static Goal, Square),
    /// A rule of the game's own.
    Rule(OwnWin),
}

/// How a piece is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rescue {
    /// It moves away.
    Away,
    /// It can still be captured, but without profit.
    Covered,
    /// It can no longer be captured.
    Barred,
}

/// The number of squares or moves available before and after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freedom {
    /// The number before.
    pub before: usize,
    /// The number after.
    pub after: usize,
}

/// Why a move is good.
///
/// Pieces are given on their squares after the move, except those that it captures or saves by moving away,
/// which are given on their squares before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merit {
    /// It wins at once.
    Wins(Victory),
    /// It forces a win within some moves of its side, including this one.
    Forces {
        /// The number of those moves.
        moves: u32,
        /// How the game ends against the best defence, if known.
        by: Option<Victory>,
    },
    /// Every move loses by force. After this one the other side needs this many moves with best play, the
    /// most of all.
    HoldsOut(u32),
    /// There is no other legal move.
    Only,
    /// A pawn promotes to this with profit.
    Promotes(&'static PieceType),
    /// It captures something and wins material against every reply.
    Gains {
        /// The pieces won against the best reply.
        won: Vec<Placed>,
        /// The pieces lost in return.
        lost: Vec<&'static PieceType>,
    },
    /// It captures nothing yet but will win material against every reply.
    Catches {
        /// Whether it gives check.
        check: bool,
        /// The pieces won against the best reply.
        won: Vec<Placed>,
        /// The pieces lost in return.
        lost: Vec<&'static PieceType>,
    },
    /// It prevents a win that the other side threatened.
    Stops {
        /// The first move of that win.
        mv: Move,
        /// The pieces that it captures.
        takes: Vec<Placed>,
        /// The number of moves of the winning side.
        moves: u32,
        /// How the game would end, if known.
        by: Option<Victory>,
    },
    /// It threatens to win: if the other side passed, this side would win.
    Menaces {
        /// The first move of the win.
        mv: Move,
        /// The pieces that it captures.
        takes: Vec<Placed>,
        /// The number of moves of the winning side.
        moves: u32,
        /// How the game would end, if known.
        by: Option<Victory>,
    },
    /// These frozen pieces of its side can move again.
    Thaws(Vec<Placed>),
    /// A piece of its side could be captured with profit, and no longer can.
    Saves {
        /// The piece, on its original square.
        piece: Placed,
        /// The enemy that could capture it.
        from: Placed,
        /// How it is saved.
        how: Rescue,
    },
    /// It recaptures: it takes these pieces, including the one that has just captured.
    TakesBack(Vec<Placed>),
    /// It captures something, and the best reply captures about as much, there or elsewhere.
    Trades {
        /// The captured pieces.
        won: Vec<Placed>,
        /// The pieces given in return.
        lost: Vec<&'static PieceType>,
    },
    /// The moved piece threatens these pieces at once.
    Forks(Vec<Placed>),
    /// It threatens a profitable capture which the capturing piece could not make before, not even at a loss.
    Threatens {
        /// The threatened pieces.
        victims: Vec<Placed>,
        /// The piece that would capture them.
        by: Placed,
    },
    /// It freezes these enemies.
    Freezes(Vec<Placed>),
    /// It brakes these enemies.
    Brakes(Vec<Placed>),
    /// These pieces of its side are no longer braked.
    Unbrakes(Vec<Placed>),
    /// The enemy king can no longer go to this goal without being captured there.
    Guards {
        /// The goal.
        goal: &'static Goal,
        /// The square of the goal.
        at: Square,
        /// The number of steps that the enemy king needs.
        steps: u32,
    },
    /// The king comes nearer to its goal.
    Nears {
        /// The goal.
        goal: &'static Goal,
        /// Its nearest square.
        at: Square,
        /// The steps left if nothing is in the way.
        steps: u32,
    },
    /// A pawn that cannot be captured with profit comes near to its promotion.
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
    /// It gives check with this many legal replies.
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
        /// Whether it is still possible, but loses the piece.
        costs: bool,
    },
    /// It unpins this piece of its side, which no longer shields its king.
    Unpins(Placed),
    /// An enemy piece could go to these squares safely, and would now be captured there with profit.
    Denies(Placed, Vec<Square>),
    /// It prepares another move, which follows the expected reply.
    Follows {
        /// The best reply according to a search.
        answer: Move,
        /// The move that follows.
        mv: Move,
        /// The merit of that move.
        merit: Box<Merit>,
    },
    /// A capture of this piece of its side can now be answered by recapturing, and could not before.
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
    /// The position has occurred this many times, including now.
    Repeats(usize),
}

impl Merit {
    /// True if it needs a sentence of its own, because it is about a move of the other side.
    pub const fn is_sentence(&self) -> bool {
        matches!(self, Self::Denies(..) | Self::Prevents { costs: true, .. })
    }

    /// True if it is worth preparing with another move.
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
