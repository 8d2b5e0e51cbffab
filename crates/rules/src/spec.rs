//! What makes a game: its description as data, cross-checked once when it is loaded.

use super::geometry::between;
use super::lesson::LessonStep;
use super::moves::promotion_letter;
use super::piece::{ByColor, Color, Kind};
use super::square::{CELLS, RANKS, Square, SquareSet};

/// How the ordinary pawn of a game moves.
#[derive(Clone, Copy, Debug)]
pub struct PawnRule {
    /// Squares it may advance at most, by the rank it stands on as White sees it (Black's ranks are mirrored).
    pub advance: fn(rank: u8) -> u8,
    /// Whether it may slip diagonally past an enemy that stands straight ahead.
    pub slides: bool,
    /// Whether it may step back one square.
    pub backs: bool,
    /// Whether it may stand on the two lowest ranks of its side.
    pub on_first_ranks: bool,
}

/// How the reserve of ninja pawns works.
#[derive(Clone, Copy, Debug)]
pub struct DropRule {
    /// Ninja pawns a side has in all.
    pub pawns: u8,
    /// The rank on which they enter.
    pub rank: ByColor<u8>,
    /// The last rank of a side's own half, as far as a ninja pawn may be pushed.
    pub half: ByColor<u8>,
}

/// One way to castle.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    /// Whose it is.
    pub color: Color,
    /// Towards the rook on the king's side (else the queen's).
    pub king_side: bool,
    /// The king's home.
    pub king: Square,
    /// The rook's home.
    pub rook: Square,
    /// Where the king lands.
    pub king_to: Square,
    /// Where the rook lands.
    pub rook_to: Square,
}

impl Castling {
    /// The bit of this right among the four, in the order `KQkq`.
    pub const fn right(&self) -> u8 {
        let side = if self.king_side { 1 } else { 2 };
        match self.color {
            Color::White => side,
            Color::Black => side << 2,
        }
    }
}

/// What a king wins by when it reaches a square of [`Spec::goals`].
#[derive(PartialEq, Eq, Debug, Hash)]
pub struct Goal {
    /// Its name in stored games and on the command line.
    pub slug: &'static str,
}

/// Which material no longer allows a mate.
#[derive(Clone, Copy, Debug)]
pub struct DeadMaterial {
    /// The kinds of which one alone, beside the kings, cannot mate.
    pub lone: &'static [Kind],
    /// Whether any number of bishops on squares of one colour is dead as well.
    pub bishops_of_one_colour: bool,
}

/// A position that shows what one kind of piece can do.
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    /// The kind shown.
    pub kind: Kind,
    /// The square of the piece shown; empty for drops from the hand.
    pub from: &'static str,
    /// The position as an extended FEN.
    pub fen: &'static str,
    /// Whether the piece stands alone: the kings are there because a position has to have them, and mean nothing.
    pub alone: bool,
}

impl Diagram {
    /// A piece on an otherwise empty board.
    pub(super) const fn alone(kind: Kind, from: &'static str, fen: &'static str) -> Self {
        Self { kind, from, fen, alone: true }
    }

    /// A piece where it shows what is peculiar to it.
    pub(super) const fn telling(kind: Kind, from: &'static str, fen: &'static str) -> Self {
        Self { kind, from, fen, alone: false }
    }

    /// The square of the piece shown; none for drops from the hand.
    pub fn square(&self) -> Option<Square> {
        self.from.parse().ok()
    }
}

/// The kinds of a game that take from afar, by the lines on which they do.
#[derive(Clone, Debug, Default)]
pub(super) struct Liners {
    /// Along ranks and files.
    pub(super) orthogonal: Vec<Kind>,
    /// Along diagonals.
    pub(super) diagonal: Vec<Kind>,
    /// Those of either that come down behind what they take.
    pub(super) landing_behind: Vec<Kind>,
}

impl Liners {
    fn of(kinds: &[Kind]) -> Self {
        let those = |is: &dyn Fn(&Kind) -> bool| kinds.iter().copied().filter(is).collect();
        Self {
            orthogonal: those(&|kind| kind.lines().iter().any(|line| line.is_orthogonal())),
            diagonal: those(&|kind| kind.lines().iter().any(|line| !line.is_orthogonal())),
            landing_behind: those(&|kind| kind.lands_behind()),
        }
    }
}

/// A game: board, pieces and the places where it leaves orthodox chess.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name players read.
    pub name: &'static str,
    /// The name on command lines, in stored games and in addresses.
    pub slug: &'static str,
    /// Raised whenever a stored game could read differently.
    pub rules_version: u32,
    /// The inventor's page.
    pub source_url: &'static str,
    /// For each kind a diagram of the piece alone and one of a telling position, in this order.
    pub diagrams: &'static [Diagram],
    /// What a newcomer learns it by, from step to step.
    pub lesson: &'static [LessonStep],
    /// The start position as an extended FEN.
    pub start_fen: &'static str,
    /// Files of the bounding rectangle.
    pub files: u8,
    /// The lowest rank of the bounding rectangle, as printed.
    pub first_rank: u8,
    /// The highest rank of the bounding rectangle, as printed.
    pub last_rank: u8,
    /// The squares of the board; the other cells of the rectangle are holes.
    pub squares: SquareSet,
    /// Squares that only a king may enter.
    pub exits: SquareSet,
    /// The squares of each side's palace, for the picture.
    pub palaces: ByColor<SquareSet>,
    /// Where a king of each colour wins on arrival.
    pub goals: ByColor<SquareSet>,
    /// What that arrival is; none where there is no such square.
    pub goal: Option<&'static Goal>,
    /// The letters of the pieces, upper case.
    pub letters: &'static [(char, Kind)],
    /// The ordinary pawn.
    pub pawn: PawnRule,
    /// The rank on which pawns promote, by colour.
    pub promotion_rank: ByColor<u8>,
    /// What the next pawn may become, by the number of promotions its side has made.
    pub promotion: fn(made: u16) -> &'static [Kind],
    /// Whether the number of promotions made is part of the position.
    pub counts_promotions: bool,
    /// The ways to castle.
    pub castlings: Vec<Castling>,
    /// The reserve, where the game has one.
    pub drops: Option<DropRule>,
    /// The kind that freezes the enemies beside it.
    pub freezer: Option<Kind>,
    /// The kind that brakes the enemies round it.
    pub braker: Option<Kind>,
    /// The dead positions; none where material alone never draws.
    pub dead: Option<DeadMaterial>,
    /// Rights that a move touching a square takes away, by square.
    pub(super) rights_lost: [u8; CELLS],
    /// The kinds of the game, in the order of `letters`.
    pub(super) kinds: Vec<Kind>,
    /// Those of them that take from afar.
    pub(super) liners: Liners,
}

impl Spec {
    /// The upper-case letter of a kind in this game, `?` for a kind it does not have.
    pub fn letter(&self, kind: Kind) -> char {
        self.letters.iter().find(|(_, k)| *k == kind).map_or('?', |(letter, _)| *letter)
    }

    /// The kind of an upper-case letter.
    pub fn kind(&self, letter: char) -> Option<Kind> {
        self.letters.iter().find(|(l, _)| *l == letter).map(|(_, kind)| *kind)
    }

    /// The diagrams of a kind: the piece alone, then the telling position.
    pub fn diagrams_of(&self, kind: Kind) -> impl Iterator<Item = &'static Diagram> + use<> {
        self.diagrams.iter().filter(move |diagram| diagram.kind == kind)
    }

    /// A rank as the side sees it: Black's ranks are counted from the other end.
    #[inline]
    pub fn relative_rank(&self, color: Color, rank: u8) -> u8 {
        match color {
            Color::White => rank,
            Color::Black => self.first_rank + self.last_rank - rank,
        }
    }

    /// The rights that the game has at all, as bits in the order `KQkq`.
    pub(super) fn all_rights(&self) -> u8 {
        self.castlings.iter().fold(0, |rights, castling| rights | castling.right())
    }

    /// Cells of the bounding rectangle, rank by rank from the top, files from a.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square> + use<>> + use<> {
        let files = self.files;
        (self.first_rank..=self.last_rank)
            .rev()
            .map(move |rank| (0..files).filter_map(move |file| Square::at(file, rank)))
    }

    /// Every contradiction in the description, in sentences; empty for a sound one.
    pub fn defects(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut defect = |wrong: bool, text: &str| {
            if wrong {
                found.push(format!("{}: {text}", self.slug));
            }
        };
        defect(self.last_rank >= RANKS, "the board is higher than the common grid");
        defect(!(self.exits & !self.squares).is_empty(), "an exit is no square of the board");
        for color in Color::BOTH {
            defect(!(self.goals[color] & !self.squares).is_empty(), "a goal is no square of the board");
            defect(!(self.palaces[color] & !self.squares).is_empty(), "a palace square is no square");
        }
        let no_goals = self.goals.white.is_empty() && self.goals.black.is_empty();
        defect(self.goal.is_none() != no_goals, "goals and what they are go together");
        defect(share(self.letters.iter().map(|(letter, _)| *letter)), "two kinds share a letter");
        defect(self.kind('K') != Some(Kind::King), "K is not the king");
        for kind in [self.freezer, self.braker].into_iter().flatten() {
            defect(!self.kinds.contains(&kind), "a hook names a kind the game does not have");
        }
        for made in 0..=4 {
            let choices = (self.promotion)(made);
            defect(choices.is_empty(), "no promotion is possible");
            defect(
                choices.iter().any(|kind| !self.kinds.contains(kind)),
                "a promotion is no kind of the game",
            );
            // A move's text names what a pawn becomes by this letter alone.
            defect(share(choices.iter().copied().map(promotion_letter)), "two promotions share a letter");
        }
        for castling in &self.castlings {
            let path = between(castling.king, castling.rook) | castling.rook.set();
            defect(!path.contains(castling.king_to), "a castling king does not move towards its rook");
            defect(
                !between(castling.king, castling.rook).contains(castling.rook_to)
                    && castling.rook_to != castling.king,
                "a castling rook does not land inside",
            );
        }
        defect(
            self.drops.is_some() != self.kinds.contains(&Kind::NinjaPawn),
            "drops and ninja pawns go together",
        );
        for kind in Kind::ALL {
            let shown: Vec<bool> = self.diagrams_of(kind).map(|diagram| diagram.alone).collect();
            let expected: &[bool] = if self.kinds.contains(&kind) { &[true, false] } else { &[] };
            defect(
                shown != expected,
                "a kind lacks its two diagrams, the piece alone and a telling position",
            );
        }
        for diagram in self.diagrams {
            let from = diagram.square();
            defect(
                from.map_or(!diagram.from.is_empty(), |from| !self.squares.contains(from)),
                "a diagram shows a piece on no square of the board",
            );
            defect(from.is_none() && self.drops.is_none(), "a diagram shows drops, and there is no hand");
        }
        found
    }

    /// Fills in what follows from the rest.
    pub(super) fn completed(mut self) -> Self {
        self.kinds = self.letters.iter().map(|(_, kind)| *kind).collect();
        self.liners = Liners::of(&self.kinds);
        for castling in &self.castlings {
            self.rights_lost[castling.king.index()] |= castling.right();
            self.rights_lost[castling.rook.index()] |= castling.right();
        }
        self
    }
}

/// Whether one of these letters is there twice.
fn share(letters: impl Iterator<Item = char>) -> bool {
    let mut letters: Vec<char> = letters.collect();
    let all = letters.len();
    letters.sort_unstable();
    letters.dedup();
    letters.len() != all
}
