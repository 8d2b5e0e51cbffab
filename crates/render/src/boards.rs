//! Creates boards from positions, moves, games and diagrams. This is the only file of `render` that consults
//! the rules.

use super::view::{BoardView, Dots, LastMove, Placement};
use rules::{
    Brake, ByColor, Captured, Color, DescribedMove, Diagram, Line, Move, NotLegal, Position, Square,
    SquareSet, Variant, count_taken,
};

/// The plies of the sample game after which a board is taken.
const PLIES: [usize; 3] = [16, 32, 48];

impl BoardView {
    /// Shows a position and the move that led to it.
    ///
    /// The captured pieces are no longer on the board, so the description names their squares only;
    /// [`BoardView::played`] and [`BoardView::of_line`] name the pieces too.
    pub fn new(position: &Position, last: Option<&Move>, side: Color) -> Self {
        let last = last.map(|mv| LastMove {
            from: mv.from(),
            to: mv.to(),
            victims: mv.victims(),
            told: Some(DescribedMove::played(position, mv)),
        });
        let termination = position.termination();
        let zones = zones(position);
        Self {
            variant: position.variant(),
            pieces: Placement::new(position.pieces()),
            turn: position.turn(),
            check: position.king(position.turn()).filter(|_| position.is_check()),
            ended: termination.is_some(),
            termination,
            hands: by_color(|color| position.hand(color)),
            promotions: by_color(|color| position.promotions(color)),
            castling: by_color(|color| position.castling_rooks(color)),
            frozen: position.frozen(),
            braked: braked(position, &zones),
            zones,
            last,
            captured: Captured::default(),
            side,
            dots: None,
            hidden: SquareSet::EMPTY,
        }
    }

    /// Shows the position after a move, which is marked and described with all its victims.
    ///
    /// # Errors
    /// [`NotLegal`] if the move is not legal in that position.
    pub fn played(before: &Position, mv: &Move, side: Color) -> Result<Self, NotLegal> {
        Ok(Self::arrived(before, mv, &before.after(mv)?, side))
    }

    /// Like [`Self::played`], if the position after the move is known.
    fn arrived(before: &Position, mv: &Move, after: &Position, side: Color) -> Self {
        let mut view = Self::new(after, Some(mv), side);
        if let Some(last) = &mut view.last {
            last.told = Some(DescribedMove::new(before, mv));
        }
        view
    }

    /// Shows the current position of a game with its last move.
    pub fn of_line(line: &Line, side: Color) -> Self {
        let mut view = match line.last() {
            None => Self::new(line.position(), None, side),
            Some((before, mv)) => Self::arrived(before, mv, line.position(), side),
        };
        view.captured = line.captured();
        // Only the line knows about repetition.
        view.termination = line.termination();
        view.ended |= view.termination.is_some();
        view
    }

    /// Returns every position of a game from its start, each with the move that led to it.
    pub fn frames(line: &Line, side: Color) -> Vec<Self> {
        let mut captured = Captured::default();
        let mut frames = vec![Self::new(line.start(), None, side)];
        frames.extend(line.plies().map(|(before, mv, after)| {
            count_taken(&mut captured, &before, &mv);
            Self { captured, ..Self::arrived(&before, &mv, &after, side) }
        }));
        frames
    }

    /// Marks the moves of the piece on `from`, or of the hand.
    #[must_use]
    pub fn with_dots(mut self, position: &Position, from: impl Into<Option<Square>>, moves: &[Move]) -> Self {
        let from = from.into();
        let mut zone = SquareSet::EMPTY;
        if let Some(piece) = from.and_then(|from| position.piece_at(from)) {
            // A pawn on a braked square normally gets no brake mark, because it only loses its second step.
            // Among its marked moves the loss matters.
            if position.spec().brake(piece.kind) != Brake::Free {
                zone = position.braked(piece.color);
            }
            // A Guard's own moves matter less than its effect on the enemies around it.
            if position.spec().braker.is_some_and(|rule| rule.kind == piece.kind) {
                zone = position.braked(piece.color.other());
            }
        }
        let moves = moves.iter().map(|mv| DescribedMove::new(position, mv)).collect();
        self.dots = Some(Dots { from, moves, zone, told_beside: false });
        self
    }

    /// Shows a diagram of a game, with the moves of its piece marked. A diagram of the piece alone shows no
    /// other piece.
    ///
    /// # Panics
    /// Never: the diagrams of all games are tested to be valid.
    pub fn of_diagram(variant: Variant, diagram: &Diagram) -> Self {
        let position = Position::from_fen(variant, &diagram.fen)
            .unwrap_or_else(|error| panic!("a diagram of {variant} is invalid: {error}"));
        let from = diagram.square();
        let moves = match from {
            Some(from) => position.moves_in_diagram(from),
            None => position.legal_moves().into_iter().filter(Move::is_drop).collect(),
        };
        let mut view = Self::new(&position, None, Color::White).with_dots(&position, from, &moves);
        // It shows a piece, not how a game has ended.
        view.termination = None;
        if diagram.alone {
            let kings: SquareSet = Color::BOTH.into_iter().filter_map(|color| position.king(color)).collect();
            view.hidden = kings & !from.map_or(SquareSet::EMPTY, Square::set);
            // Such a diagram has no side to move.
            view.ended = true;
        }
        view
    }

    /// Returns sample boards of a game.
    ///
    /// These are the start from both sides, then a few later positions, each with its last move. The last
    /// board also comes with the moves of its most mobile piece.
    pub(super) fn samples(variant: Variant) -> Vec<Self> {
        let mut line = Line::new(Position::start(variant));
        let mut views: Vec<Self> = Color::BOTH.map(|side| Self::of_line(&line, side)).into();
        for ply in 0..PLIES[PLIES.len() - 1] {
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            // Deterministic on purpose: it picks moves from varying places in the lists.
            line.play(moves[(ply * 7 + ply * ply * 3) % moves.len()]).expect("a move of the list");
            if PLIES.contains(&(ply + 1)) {
                let side = if ply % 32 < 16 { Color::White } else { Color::Black };
                views.push(Self::of_line(&line, side));
            }
        }
        let (position, last) = (line.position(), Self::of_line(&line, Color::White));
        let of_piece = position.pieces().map(|(square, _)| (square, position.moves_from(square)));
        views.push(match of_piece.max_by_key(|(_, moves)| moves.len()) {
            Some((square, moves)) => last.with_dots(position, square, &moves),
            None => last,
        });
        views
    }
}

fn by_color<T>(of: impl Fn(Color) -> T) -> ByColor<T> {
    ByColor { white: of(Color::White), black: of(Color::Black) }
}

/// Returns the squares on which each side's pieces are braked.
fn zones(position: &Position) -> ByColor<SquareSet> {
    if position.spec().braker.is_none() {
        return ByColor::both(SquareSet::EMPTY);
    }
    by_color(|color| position.braked(color))
}

/// Returns the pieces of both sides that an enemy Guard restricts on their squares.
fn braked(position: &Position, zones: &ByColor<SquareSet>) -> SquareSet {
    if zones.white.is_empty() && zones.black.is_empty() {
        return SquareSet::EMPTY;
    }
    position
        .pieces()
        .filter(|(square, piece)| {
            feels_brake(position.spec().brake(piece.kind)) && zones[piece.color].contains(*square)
        })
        .map(|(square, _)| square)
        .collect()
}

/// True if a piece with this kind of brake is marked as braked. A pawn, which only loses its second step, is
/// not.
const fn feels_brake(brake: Brake) -> bool {
    match brake {
        Brake::OneSquare | Brake::Held => true,
        Brake::NoSecondStep | Brake::Free => false,
    }
}
