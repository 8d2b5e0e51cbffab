//! The forgiving reader: what people type, matched against the legal moves.

use std::fmt;

use super::explain::{explain_castling, explain_drop, explain_walk};
use super::geometry::distance;
use super::moves::{How, Move};
use super::notation::{Notation, san, san_without_check, words};
use super::piece::{Color, Kind};
use super::position::Position;
use super::reason::Reason;
use super::square::Square;

mod pattern;
use pattern::{Letters, Pattern};

/// Longer texts are not moves.
const LONGEST: usize = 100;

/// Why a text was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// It is no move in any of the ways we read; the text, shortened.
    Unreadable(String),
    /// Several legal moves fit.
    Ambiguous(Vec<Move>),
    /// It is a move, but not a legal one.
    Illegal(Reason),
}

impl ReadError {
    /// The sentence for the player.
    pub fn describe(&self, position: &Position) -> String {
        match self {
            Self::Unreadable(text) => {
                let example = position
                    .legal_moves()
                    .first()
                    .map_or_else(|| "e2e4".to_owned(), |mv| format!("{mv} or {}", san(position, mv)));
                format!("I can't read `{text}` as a move; write it like {example}.")
            }
            Self::Ambiguous(moves) => ambiguous_sentence(position, moves),
            Self::Illegal(reason) => format!("Illegal: {}.", reason.describe(position)),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(text) => write!(f, "unreadable: {text}"),
            Self::Ambiguous(moves) => write!(f, "ambiguous: {moves:?}"),
            Self::Illegal(reason) => write!(f, "illegal: {reason:?}"),
        }
    }
}

impl std::error::Error for ReadError {}

fn ambiguous_sentence(position: &Position, moves: &[Move]) -> String {
    let notation = Notation::new(position);
    let texts: Vec<String> = moves.iter().take(8).map(|mv| notation.san(mv)).collect();
    let list = match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => texts.concat(),
    };
    let first = moves.first();
    let same =
        |of: fn(&Move) -> Square| moves.iter().all(|mv| first.is_some_and(|first| of(first) == of(mv)));
    let one_kind = moves.iter().all(|mv| first.is_some_and(|first| first.kind() == mv.kind()));
    match first {
        Some(mv) if same(Move::to) && one_kind && !mv.is_castling() => {
            let count = ["Several", "One", "Two", "Three", "Four"].get(moves.len()).unwrap_or(&"Several");
            format!("{count} {}s reach {}: {list}?", mv.kind(), mv.to())
        }
        _ => format!("That could be several moves: {list}?"),
    }
}

/// Reads a move the way people type it: canonical text, SAN, words, and much in between.
///
/// # Errors
/// [`ReadError`] tells unreadable, ambiguous and illegal texts apart; nothing is changed by any of them.
pub fn read_move(position: &Position, text: &str) -> Result<Move, ReadError> {
    let plain = pattern::plain(text);
    if plain.is_empty() || plain.chars().count() > LONGEST {
        return Err(unreadable(text));
    }
    let legal = position.legal_moves();
    if let Some(mv) = exact(position, &legal, &plain) {
        return Ok(mv);
    }
    let mut first_failure = None;
    // A lower-case letter that could be a file or a piece is the file, unless only the piece's move is legal.
    for letters in [Letters::FileFirst, Letters::PieceFirst] {
        let Some(pattern) = Pattern::read(position.spec(), &plain, letters) else { continue };
        match settle(position, &legal, &pattern) {
            Ok(mv) => return Ok(mv),
            Err(error) => {
                if let (ReadError::Ambiguous(_), None) = (&error, &first_failure) {
                    return Err(error);
                }
                first_failure.get_or_insert(error);
            }
        }
    }
    match first_failure {
        Some(_) if legal.is_empty() => Err(ReadError::Illegal(Reason::GameOver)),
        Some(error) => Err(error),
        None => Err(unreadable(text)),
    }
}

fn unreadable(text: &str) -> ReadError {
    let short: String = text.trim().chars().filter(|c| !c.is_control() && *c != '`').take(40).collect();
    ReadError::Unreadable(short)
}

/// The three texts we write ourselves read back to the same move.
fn exact(position: &Position, legal: &[Move], plain: &str) -> Option<Move> {
    let squeezed: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
    legal
        .iter()
        .find(|mv| mv.to_string() == squeezed)
        // Before the canonical text in another case: with two bishops on the d-file, `B4c5` is not `b4c5`.
        .or_else(|| legal.iter().find(|mv| san_without_check(position, legal, mv) == squeezed))
        .or_else(|| legal.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(&squeezed)))
        .or_else(|| legal.iter().find(|mv| words(position, mv).eq_ignore_ascii_case(plain)))
        .copied()
}

/// The one legal move that fits, or why there is none or more than one.
fn settle(position: &Position, legal: &[Move], pattern: &Pattern) -> Result<Move, ReadError> {
    let fitting =
        |fits: &dyn Fn(&Move) -> bool| -> Vec<Move> { legal.iter().filter(|mv| fits(mv)).copied().collect() };
    let mut found = fitting(&|mv| pattern.fits(mv) && pattern.promotion_fits(mv));
    if found.is_empty() {
        found = fitting(&|mv| pattern.fits_loosely(mv));
    }
    match found.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(ReadError::Illegal(explain(position, legal, pattern))),
        _ => Err(ReadError::Ambiguous(found)),
    }
}

fn explain(position: &Position, legal: &[Move], pattern: &Pattern) -> Reason {
    if let Some(reason) = promotion_trouble(position, legal, pattern) {
        return reason;
    }
    if pattern.castles {
        return explain_castling(position, pattern.king_side, pattern.to);
    }
    let Some(to) = pattern.to else { return Reason::NoSuchCastling };
    if pattern.drops {
        return explain_drop(position, to);
    }
    if let Some(from) = pattern.from {
        return explain_from(position, pattern, from, to);
    }
    let kinds = pattern.meant_kinds();
    let us = position.turn();
    let mut reasons: Vec<(u8, bool, u8, Reason)> = position
        .pieces()
        .filter(|(square, piece)| {
            piece.color == us && kinds.contains(&piece.kind) && pattern.origin_fits(*square)
        })
        .map(|(square, _)| {
            let reason = explain_walk(position, square, to);
            (reason.rank(), square.file() != to.file(), distance(square, to), reason)
        })
        .collect();
    // Of several that were as near to moving, the one on the target's file and nearest to it was meant.
    reasons.sort_by_key(|(rank, other_file, far, _)| (*rank, *other_file, *far));
    let nobody = Reason::NoSuchPiece(kinds.first().copied().unwrap_or(Kind::Pawn));
    reasons.into_iter().next().map_or(nobody, |(.., reason)| reason)
}

fn explain_from(position: &Position, pattern: &Pattern, from: Square, to: Square) -> Reason {
    let us = position.turn();
    let reason = explain_walk(position, from, to);
    let castles = position.spec().castlings.iter().any(|row| {
        row.color == us && row.king == from && row.king_to == to && position.of(us, Kind::King).contains(from)
    });
    if castles && matches!(reason, Reason::DoesNotMoveLikeThat { .. } | Reason::Blocked { .. }) {
        return explain_castling(position, None, Some(to));
    }
    match position.piece_at(from) {
        Some(piece)
            if piece.color == us && !pattern.kinds.is_empty() && !pattern.kinds.contains(&piece.kind) =>
        {
            Reason::NoSuchPiece(pattern.kinds[0])
        }
        _ => reason,
    }
}

/// What is wrong with the promotion, when the move would be legal but for it.
fn promotion_trouble(position: &Position, legal: &[Move], pattern: &Pattern) -> Option<Reason> {
    let fitting: Vec<&Move> = legal.iter().filter(|mv| pattern.fits(mv)).collect();
    let allowed: Vec<Kind> = (position.spec().promotion)(position.promotions(position.turn())).to_vec();
    let promotes = fitting.first()?.promotion().is_some();
    match pattern.promotion.first() {
        None if promotes => Some(Reason::PromotionMissing(allowed)),
        Some(asked) if promotes => Some(Reason::PromotionNotAllowed { asked: *asked, allowed }),
        Some(_) => Some(Reason::NoPromotionHere),
        None => None,
    }
}

impl Pattern {
    /// Whether a move fits, its promotion apart.
    fn fits(&self, mv: &Move) -> bool {
        if self.castles {
            let side = mv.how() == How::CastleKingSide;
            return mv.is_castling()
                && self.king_side.is_none_or(|king_side| king_side == side)
                && self.to.is_none_or(|to| to == mv.to());
        }
        if self.drops {
            return mv.is_drop() && self.to == Some(mv.to());
        }
        let kind_fits = if self.kinds.is_empty() && self.from.is_none() {
            mv.kind() == Kind::Pawn
        } else {
            self.kinds.is_empty() || self.kinds.contains(&mv.kind())
        };
        let squares_fit = self.to == Some(mv.to()) && self.origin_fits(mv.origin());
        // "Ff8xf7": landing on f8 and taking f7.
        let victims_follow = self.takes
            && self.file.is_none()
            && self.from == Some(mv.to())
            && self.to.is_some_and(|victim| mv.victims().contains(victim) && victim != mv.to());
        let others_fit = self.others.iter().all(|victim| mv.victims().contains(*victim));
        mv.how() == How::Walk && kind_fits && (squares_fit || victims_follow) && others_fit
    }

    fn promotion_fits(&self, mv: &Move) -> bool {
        match mv.promotion() {
            None => self.promotion.is_empty(),
            Some(kind) => self.promotion.contains(&kind),
        }
    }

    /// Castling written as the king's move, and a drop written without its sign.
    fn fits_loosely(&self, mv: &Move) -> bool {
        if self.castles || self.drops || self.to != Some(mv.to()) || !self.promotion.is_empty() {
            return false;
        }
        if mv.is_castling() {
            return self.from == Some(mv.origin())
                && (self.kinds.is_empty() || self.kinds.contains(&Kind::King));
        }
        mv.is_drop() && self.kinds.contains(&Kind::NinjaPawn) && self.from.is_none()
    }

    fn origin_fits(&self, origin: Square) -> bool {
        self.file.is_none_or(|file| file == origin.file())
            && self.rank.is_none_or(|rank| rank == origin.rank())
            && self.from.is_none_or(|from| from == origin)
    }

    /// The kinds that were meant; a bare target means the ordinary pawn.
    fn meant_kinds(&self) -> Vec<Kind> {
        if self.kinds.is_empty() { vec![Kind::Pawn] } else { self.kinds.clone() }
    }
}

/// The side a text such as `white` or `w` names.
impl Color {
    /// Reads `white`, `black`, `w`, `b` in any case.
    pub fn from_text(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Some(Self::White),
            "black" | "b" => Some(Self::Black),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
