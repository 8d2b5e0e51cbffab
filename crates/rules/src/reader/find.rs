//! The only matcher: finds the legal moves that a text means. They are played, asked about, or offered by
//! autocompletion.

use super::capital::{Capital, capital};
use super::lexer::Letters;
use super::pattern::Pattern;
use super::vocabulary::{label, words};
use crate::board::geometry::distance;
use crate::board::square::Square;
use crate::explain::reason::Reason;
use crate::movegen::moves::{How, Move};
use crate::notation::Notation;

/// The meaning of a text.
pub(super) enum Found {
    /// Exactly this move.
    One(Move),
    /// One of these moves, the most likely first.
    Several(Vec<Move>),
    /// No move, for this reason.
    Refused(Reason),
    /// No legal move. Holds each reading of the text that makes sense.
    Nothing(Vec<Pattern>),
}

/// Finds the legal moves that a plain text means.
pub(super) fn find(notation: &Notation<'_>, plain: &str) -> Found {
    if let Some(mv) = exact(notation, plain) {
        return Found::One(mv);
    }
    let small;
    let (plain, must_take) = match capital(notation, plain) {
        Capital::AsTyped => (plain, false),
        Capital::PawnTakes(text) => {
            small = text;
            (small.as_str(), true)
        }
        Capital::Refused(reason) => return Found::Refused(reason),
        Capital::NoMove => return Found::Nothing(Vec::new()),
    };
    let mut patterns = Vec::new();
    // A lower-case letter that could be a file or a piece is the file, unless only the piece's move is legal.
    for letters in [Letters::FileFirst, Letters::PieceFirst] {
        let Some(pattern) = Pattern::read(notation.position().spec(), plain, letters) else { continue };
        let mut found = fitting(notation.moves(), &pattern);
        if let Some(mv) = found.first().copied().filter(|_| must_take) {
            found.retain(Move::is_capture);
            if found.is_empty() {
                return Found::Refused(Reason::DoesNotTake { mv, square: mv.to() });
            }
        }
        match found.as_slice() {
            [] => patterns.push(pattern),
            [mv] => return Found::One(*mv),
            _ => {
                found.sort_by_key(order);
                // The player is asked anyway, so drops are offered too: a named Ninja Pawn may be the one in
                // hand.
                let drops = notation.moves().iter().filter(|mv| mv.is_drop() && pattern.fits_loosely(mv));
                let drops: Vec<Move> = drops.filter(|mv| !found.contains(mv)).copied().collect();
                found.extend(drops);
                return Found::Several(found);
            }
        }
    }
    Found::Nothing(patterns)
}

/// Returns the sort key of a move in a list: by squares, shorter castlings first and then the king's side.
pub(super) fn order(mv: &Move) -> (Option<usize>, u8, bool, usize) {
    let far = if mv.is_castling() { distance(mv.origin(), mv.to()) } else { 0 };
    (mv.from().map(Square::index), far, mv.how() == How::CastleQueenSide, mv.to().index())
}

/// Returns the move whose text, as this crate writes it, equals the typed text.
fn exact(notation: &Notation<'_>, plain: &str) -> Option<Move> {
    let position = notation.position();
    notation.written(plain).or_else(|| {
        // Only a text with a space can be a move in words.
        let is = |text: String| text.eq_ignore_ascii_case(plain);
        let mut told = notation.moves().iter().filter(|_| plain.contains(' '));
        told.find(|mv| is(words(position, mv)) || (mv.is_drop() && is(label(position, mv)))).copied()
    })
}

/// Returns the legal moves that fit the pattern exactly, otherwise with any promotion, otherwise loosely.
fn fitting(legal: &[Move], pattern: &Pattern) -> Vec<Move> {
    let of =
        |fits: &dyn Fn(&Move) -> bool| -> Vec<Move> { legal.iter().filter(|mv| fits(mv)).copied().collect() };
    let found = of(&|mv| pattern.fits(mv) && pattern.promotion_fits(mv));
    if !found.is_empty() {
        return found;
    }
    if pattern.promotion.is_empty() {
        let open = of(&|mv| pattern.fits(mv));
        if !open.is_empty() {
            return open;
        }
    }
    of(&|mv| pattern.fits_loosely(mv))
}
