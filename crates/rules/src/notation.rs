//! Standard algebraic notation (SAN), the form in which moves are shown to players.

use crate::board::position::{Position, PositionOf};
use crate::board::square::{Square, SquareSet};
use crate::movegen::moves::{How, Move};
use crate::outcome::Termination;

/// The legal moves of one position and their texts; the move list is generated once for all texts.
pub type Notation<'a> = NotationOf<'a, 'static>;

/// A `Notation` of a position whose specification need not live for the whole program.
#[derive(Debug)]
pub struct NotationOf<'a, 's> {
    position: &'a PositionOf<'s>,
    legal: Vec<Move>,
}

impl<'a, 's> NotationOf<'a, 's> {
    /// Generates the legal moves of a position.
    pub fn new(position: &'a PositionOf<'s>) -> Self {
        Self { position, legal: position.legal_moves() }
    }

    /// Returns the position.
    pub fn position(&self) -> &'a PositionOf<'s> {
        self.position
    }

    /// Returns the legal moves, in the generator's order.
    pub fn moves(&self) -> &[Move] {
        &self.legal
    }

    /// Returns a legal move in SAN, as short as is unambiguous, without `+` or `#`.
    pub fn unsigned(&self, mv: &Move) -> String {
        san_without_check(self.position, &self.legal, mv)
    }

    /// Returns a legal move in SAN.
    pub fn san(&self, mv: &Move) -> String {
        self.unsigned(mv) + self.sign(mv)
    }

    /// Returns the suffix of its SAN: `#` for a move that wins at once, `+` for any other check, otherwise
    /// empty.
    pub fn sign(&self, mv: &Move) -> &'static str {
        let after = self.position.after_legal(mv);
        if self.wins_at_once(&after) {
            "#"
        } else if !after.is_check() {
            ""
        } else if after.has_legal_move() {
            "+"
        } else {
            "#"
        }
    }

    /// Returns the legal move that this text denotes: its canonical text, or SAN without signs.
    ///
    /// Blanks are ignored, and so is case in a canonical text.
    pub fn written(&self, text: &str) -> Option<Move> {
        let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        self.legal
            .iter()
            .find(|mv| mv.to_string() == squeezed)
            // SAN comes before the canonical text in another case: with two bishops on the d-file, `B4c5` is
            // not `b4c5`.
            .or_else(|| self.legal.iter().find(|mv| self.unsigned(mv) == squeezed))
            .or_else(|| self.legal.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(&squeezed)))
            .copied()
    }

    /// True if it has a sign; cheaper than [`NotationOf::sign`].
    pub fn is_signed(&self, mv: &Move) -> bool {
        let after = self.position.after_legal(mv);
        self.wins_at_once(&after) || after.is_check()
    }

    /// True if the side to move has won by the move that led to this position, other than by mate.
    fn wins_at_once(&self, after: &PositionOf<'_>) -> bool {
        after.decided().and_then(Termination::winner) == Some(self.position.turn())
    }
}

/// Writes the move in SAN, as short as is unambiguous, with `+` or `#` (any move that wins at once).
///
/// For several moves of one position, use a [`Notation`].
pub fn san(position: &Position, mv: &Move) -> String {
    Notation::new(position).san(mv)
}

/// Writes SAN without `+` and `#`. The caller passes the legal moves so that many texts need one generation.
pub(super) fn san_without_check(position: &PositionOf<'_>, legal: &[Move], mv: &Move) -> String {
    let spec = position.spec();
    let mut text = match mv.how() {
        How::Walk | How::EnPassant if spec.is_ordinary_pawn(mv.kind()) => pawn_san(position, mv),
        How::Walk | How::EnPassant => {
            let mut text = spec.letter(mv.kind()).to_string();
            text.push_str(&origin_hint(legal, mv));
            push_target(&mut text, mv);
            text
        }
        How::Drop | How::CastleKingSide | How::CastleQueenSide => return mv.to_string(),
    };
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(spec.letter(kind));
    }
    text
}

fn push_target(text: &mut String, mv: &Move) {
    if mv.victims().contains(mv.to()) {
        text.push('x');
    }
    text.push_str(&mv.to().to_string());
    for victim in mv.victims() & !mv.to().set() {
        text.push('x');
        text.push_str(&victim.to_string());
    }
}

/// Writes the SAN of a pawn's move.
///
/// The origin is its file for captures, omitted for steps straight ahead, and its square for slides and steps
/// back.
fn pawn_san(position: &PositionOf<'_>, mv: &Move) -> String {
    let (from, to) = (mv.origin(), mv.to());
    if mv.is_capture() {
        return format!("{}x{to}", from.file_letter());
    }
    if mv.is_straight_up(position.turn()) { to.to_string() } else { format!("{from}{to}") }
}

/// Returns the file, rank or both of the origin if other pieces of the kind can move to the target; otherwise
/// empty.
fn origin_hint(legal: &[Move], mv: &Move) -> String {
    let (from, to) = (mv.origin(), mv.to());
    let rivals: SquareSet = legal
        .iter()
        .filter(|other| other.is_walk() && other.kind() == mv.kind() && other.to() == to)
        .map(Move::origin)
        .filter(|origin| *origin != from)
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        from.file_letter().to_string()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        from.rank().to_string()
    } else {
        from.to_string()
    }
}

impl Move {
    /// Returns the rook's home and target if the move castles.
    pub fn castling_rook(&self, position: &Position) -> Option<(Square, Square)> {
        let rows = position.spec().castlings.iter();
        let mut fitting = rows.filter(|row| row.king == self.origin() && row.king_to == self.to());
        let row =
            fitting.find(|row| self.is_castling() && row.king_side == (self.how() == How::CastleKingSide))?;
        Some((row.rook, row.rook_to))
    }
}
pub(super) mod canonical;
pub(super) mod defects;
pub(super) mod fen;
mod fen_writer;
mod other_game;
pub(super) mod pgn;
