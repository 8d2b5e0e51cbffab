//! The differences between the games, as plain facts and questions. The games themselves are in `games.rs`.

use super::Cell;
use super::role::{Piece, Role};

/// The king's home, then for the king's side and the queen's side the rook's home and the files the king may
/// castle to.
pub type Homes = (Cell, [(Cell, &'static [i8]); 2]);

/// One of the twenty games.
///
/// Its ranks are counted from White's end; Black's own ranks from the other end.
#[derive(Debug)]
pub struct Game {
    /// The name in URLs and commands.
    pub slug: &'static str,
    /// The FEN of the start position.
    pub start: &'static str,
    pub(super) shape: Shape,
    /// Whether lines end at a hole. If not, they continue behind it.
    pub(super) lines_end_at_holes: bool,
    /// Squares that only kings may enter. A king that reaches one of them wins.
    pub(super) exits: &'static [Cell],
    /// Squares on which the enemy's king wins.
    pub(super) scepter: &'static [Cell],
    pub(super) pieces: &'static [Piece],
    /// The piece that keeps adjacent enemies from moving.
    pub(super) freezer: Option<u8>,
    pub(super) brake: Option<Brake>,
    pub(super) pawns: Pawns,
    /// What a pawn may become: for its side's first promotion, the second and so on. The last list applies to
    /// all later ones.
    pub(super) promotions: &'static [&'static [u8]],
    pub(super) zone: Option<Zone>,
    pub(super) castling: Option<Castling>,
    pub(super) drops: Option<Drops>,
    pub(super) dead: Dead,
}

/// Which cells are squares: a full block, and a few more.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The number of files of the bounding rectangle.
    pub width: i8,
    /// The lowest and the highest rank of the rectangle.
    pub ranks: (i8, i8),
    /// The number of files of the block, from the first one on.
    pub block_files: i8,
    /// The lowest and the highest rank of the block.
    pub block_ranks: (i8, i8),
    /// The squares outside the block.
    pub more: &'static [Cell],
}

/// A piece that brakes adjacent enemies.
#[derive(Clone, Copy, Debug)]
pub struct Brake {
    pub letter: u8,
    /// Whether leapers cannot leave a braked square or take the braking piece.
    pub holds_leapers: bool,
}

/// How ordinary pawns move.
#[derive(Clone, Copy, Debug)]
pub struct Pawns {
    pub advance: Advance,
    /// Whether a pawn may step diagonally past an enemy right in front of it.
    pub slide: bool,
    /// Whether a pawn may also step back.
    pub step_back: bool,
    /// The first rank on which they may stand.
    pub first_rank: i8,
    /// The rank on which they promote.
    pub last_rank: i8,
}

/// How far an unobstructed pawn may advance.
#[derive(Clone, Copy, Debug)]
pub enum Advance {
    /// This many squares from the second rank, one from any other.
    FromStart(i8),
    /// Two squares from any rank.
    AlwaysTwo,
    /// As far as the fifth rank, but at most three squares; one square from there on.
    ToTheFifth,
}

/// Pieces that become another piece in a zone.
#[derive(Clone, Copy, Debug)]
pub struct Zone {
    /// The squares, with ranks counted from the enemy's end.
    pub squares: &'static [Cell],
    pub from: &'static [u8],
    pub to: u8,
}

/// The squares of kings and rooks for castling.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    pub rank: i8,
    pub king: i8,
    /// The file of the king's rook and the files the king may castle to, then the same for the queen's rook.
    pub rooks: [(i8, &'static [i8]); 2],
}

/// How ninja pawns are dropped from the hand.
#[derive(Clone, Copy, Debug)]
pub struct Drops {
    /// The maximum size of a hand.
    pub hand: u8,
    pub squares: DropSquares,
}

/// Where a ninja pawn may be dropped.
#[derive(Clone, Copy, Debug)]
pub enum DropSquares {
    /// On the second rank, and from there pushed up through vacant squares as far as the fifth.
    Pushed,
    /// On one of these squares, where it stays.
    Only(&'static [Cell]),
}

/// When neither side can win any more.
#[derive(Clone, Copy, Debug)]
pub enum Dead {
    /// Never.
    Never,
    /// With bare kings, or with a single additional piece of these.
    OneOf(&'static [u8]),
    /// Likewise, or with bishops only, all on one colour.
    OneOfOrBishops(&'static [u8]),
}

impl Game {
    /// Returns the number of files of the bounding rectangle.
    pub fn width(&self) -> i8 {
        self.shape.width
    }

    /// Returns the lowest and highest printed rank.
    pub fn ranks(&self) -> (i8, i8) {
        self.shape.ranks
    }

    /// Converts a rank to or from this side's count: White's from below, Black's from above.
    pub fn own_rank(&self, white: bool, rank: i8) -> i8 {
        let (low, high) = self.shape.ranks;
        if white { rank } else { low + high - rank }
    }

    /// Converts a cell to or from this side's count.
    fn own_cell(&self, white: bool, (file, rank): Cell) -> Cell {
        (file, self.own_rank(white, rank))
    }

    /// Whether this cell of the rectangle is not a square.
    pub fn is_hole(&self, (file, rank): Cell) -> bool {
        let (low, high) = self.shape.block_ranks;
        let in_block = file < self.shape.block_files && (low..=high).contains(&rank);
        !in_block && !self.shape.more.contains(&(file, rank))
    }

    /// Whether only kings may enter this square, and win there.
    pub fn is_exit(&self, cell: Cell) -> bool {
        self.exits.contains(&cell)
    }

    /// Whether the game has exits.
    pub fn has_exits(&self) -> bool {
        !self.exits.is_empty()
    }

    /// Whether this side's scepter is on this square. The other side's king wins there.
    pub fn is_scepter(&self, white: bool, cell: Cell) -> bool {
        self.scepter.contains(&self.own_cell(white, cell))
    }

    /// Returns what a piece becomes in the game's zone, if it has one.
    pub fn made_in_the_zone(&self) -> Option<u8> {
        self.zone.map(|zone| zone.to)
    }

    /// Returns the upper-case letters of its pieces.
    pub fn letters(&self) -> impl Iterator<Item = u8> {
        self.pieces.iter().map(|(letter, _)| *letter)
    }

    /// Returns how the piece with this upper-case letter moves.
    pub fn role(&self, letter: u8) -> Role {
        let piece = self.pieces.iter().find(|(found, _)| *found == letter);
        piece.unwrap_or_else(|| panic!("{} is no piece of {}", char::from(letter), self.slug)).1
    }

    /// Whether the game has ordinary pawns.
    pub fn has_pawns(&self) -> bool {
        self.letters().any(|letter| letter == b'P')
    }

    /// Returns the letter of the braking piece, if there is one.
    pub fn braker(&self) -> Option<u8> {
        self.brake.map(|brake| brake.letter)
    }

    /// Whether leapers cannot leave a braked square or take the braking piece.
    pub fn brake_holds_leapers(&self) -> bool {
        self.brake.is_some_and(|brake| brake.holds_leapers)
    }

    /// Returns how far an unobstructed ordinary pawn may advance from this rank.
    pub fn advance(&self, white: bool, rank: i8) -> i8 {
        let own = self.own_rank(white, rank);
        match self.pawns.advance {
            Advance::FromStart(steps) if own == 2 => steps,
            Advance::FromStart(_) => 1,
            Advance::AlwaysTwo => 2,
            Advance::ToTheFifth => (5 - own).clamp(1, 3),
        }
    }

    /// Returns the rank on which this side's pawns promote.
    pub fn last_rank(&self, white: bool) -> i8 {
        self.own_rank(white, self.pawns.last_rank)
    }

    /// Whether this piece (upper-case letter and colour) may be placed here in a set-up position.
    pub fn may_stand(&self, letter: u8, white: bool, cell: Cell) -> bool {
        if self.is_hole(cell) || (self.is_exit(cell) && letter != b'K') {
            return false;
        }
        // In games where ninja pawns are not pushed, they are dropped on the rearmost rank.
        let first = if letter == b'J' && self.drops_stay() { self.ranks().0 } else { self.pawns.first_rank };
        let own = self.own_rank(white, cell.1);
        !b"PJ".contains(&letter) || (first..self.pawns.last_rank).contains(&own)
    }

    /// Returns what a pawn may become after `made` promotions of its side.
    pub fn promotions(&self, made: u32) -> &'static [u8] {
        let last = self.promotions.len() - 1;
        self.promotions[last.min(made as usize)]
    }

    /// Whether the number of a side's promotions matters.
    pub fn counts_promotions(&self) -> bool {
        self.promotions.len() > 1
    }

    /// Returns what a piece other than a pawn (upper-case letter and colour) becomes by landing here.
    pub fn zone_promotion(&self, letter: u8, white: bool, to: Cell) -> Option<u8> {
        let zone = self.zone?;
        let inside = zone.squares.contains(&self.own_cell(!white, to));
        (inside && zone.from.contains(&letter)).then_some(zone.to)
    }

    /// Returns the castling squares of this side's king and rooks, in games with castling.
    pub fn castling(&self, white: bool) -> Option<Homes> {
        let castling = self.castling?;
        let rank = self.own_rank(white, castling.rank);
        let rooks = castling.rooks.map(|(file, targets)| ((file, rank), targets));
        Some(((castling.king, rank), rooks))
    }

    /// Whether ninja pawns are dropped.
    pub fn has_drops(&self) -> bool {
        self.drops.is_some()
    }

    /// Returns the maximum number of ninja pawns in a hand.
    pub fn hand(&self) -> u8 {
        self.drops.map_or(0, |drops| drops.hand)
    }

    /// Whether ninja pawns are dropped without a push.
    pub fn drops_stay(&self) -> bool {
        self.drops.is_some_and(|drops| matches!(drops.squares, DropSquares::Only(_)))
    }

    /// Whether this side may drop here if nothing is in the way.
    pub fn may_drop(&self, white: bool, cell: Cell) -> bool {
        let own = self.own_cell(white, cell);
        self.drops.is_some_and(|drops| match drops.squares {
            DropSquares::Pushed => !self.is_hole(cell) && (2..=5).contains(&own.1),
            DropSquares::Only(squares) => squares.contains(&own),
        })
    }
}
