//! What a picture shows, as plain data.

use crate::rules::{Captured, Color, DescribedMove, Line, Move, NotLegal, Position, Square, SquareSet};

/// Everything that a picture, its description and the text board are made from.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The position shown.
    pub position: Position,
    /// The move that led to it, if it is to be marked.
    pub last: Option<LastMove>,
    /// The pieces of each side that were taken; none where only a position is known.
    pub captured: Captured,
    /// The side at the bottom.
    pub side: Color,
    /// The places where one piece can go, if they are to be marked.
    pub dots: Option<Dots>,
    /// Whether the game is over, so that nobody's turn is shown.
    pub ended: bool,
    /// Squares whose pieces are neither drawn nor told: the kings of a diagram that shows another piece alone.
    pub hidden: SquareSet,
}

/// The last move as it is marked and told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Where it started; none for a drop.
    pub from: Option<Square>,
    /// Where it ended.
    pub to: Square,
    /// The squares of what it took.
    pub victims: SquareSet,
    /// The move, to be told in words; none where only its squares are known.
    pub told: Option<DescribedMove>,
}

/// The moves of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dots {
    /// Where the piece stands; none for drops from the hand.
    pub from: Option<Square>,
    /// Where it can go; may be empty.
    pub moves: Vec<Move>,
    /// Whether the text beside the picture tells the moves, so that its description need not do it again.
    pub told_beside: bool,
}

impl Dots {
    /// The moves of the piece on `from`, or of the hand.
    pub fn new(from: impl Into<Option<Square>>, moves: Vec<Move>) -> Self {
        Self { from: from.into(), moves, told_beside: false }
    }
}

impl BoardView {
    /// A position and the move that led to it. The kinds of what that move took are no longer on the board, so its
    /// words name their squares alone; [`BoardView::played`] and [`BoardView::of_line`] name the pieces too.
    pub fn new(position: &Position, last: Option<&Move>, side: Color) -> Self {
        let last = last.map(|mv| LastMove {
            from: mv.from(),
            to: mv.to(),
            victims: mv.victims(),
            told: Some(DescribedMove::played(position, mv)),
        });
        let ended = position.termination().is_some();
        let captured = Captured::default();
        Self { position: *position, last, captured, side, dots: None, ended, hidden: SquareSet::EMPTY }
    }

    /// The position after a move, which is marked and told with every victim.
    ///
    /// # Errors
    /// [`NotLegal`]: the move is not legal in that position.
    pub fn played(before: &Position, mv: &Move, side: Color) -> Result<Self, NotLegal> {
        Ok(Self::arrived(before, mv, &before.after(mv)?, side))
    }

    /// The same where the position after the move is known.
    pub(super) fn arrived(before: &Position, mv: &Move, after: &Position, side: Color) -> Self {
        let mut view = Self::new(after, Some(mv), side);
        if let Some(last) = &mut view.last {
            last.told = Some(DescribedMove::new(before, mv));
        }
        view
    }

    /// The present position of a game with its last move, if it has had one.
    pub fn of_line(line: &Line, side: Color) -> Self {
        let mut view = match line.last() {
            None => Self::new(line.position(), None, side),
            Some((before, mv)) => Self::arrived(before, mv, line.position(), side),
        };
        view.captured = line.captured();
        view.ended |= line.termination().is_some();
        view
    }

    /// The same view with the moves of one piece marked.
    #[must_use]
    pub fn with_dots(mut self, from: impl Into<Option<Square>>, moves: Vec<Move>) -> Self {
        self.dots = Some(Dots::new(from, moves));
        self
    }

    /// The same view beside a text that tells the marked moves.
    #[must_use]
    pub fn with_moves_told_beside(mut self) -> Self {
        if let Some(dots) = &mut self.dots {
            dots.told_beside = true;
        }
        self
    }
}
