//! Reads a text that is only a piece's name or letter, or a drop without its square. Autocompletion accepts
//! such a text, so the reader does too and asks which move is meant.

use super::candidates::names_drop;
use super::lexer::has_words;
use super::suggest::suggestions;
use crate::board::piece::Kind;
use crate::explain::no_drop;
use crate::explain::reason::Reason;
use crate::movegen::moves::Move;
use crate::notation::Notation;
use crate::spec::Spec;

/// Answers a text that names only a kind of piece of the game, or a drop; `None` for any other text.
pub(super) fn named_alone(notation: &Notation<'_>, plain: &str) -> Option<Reason> {
    let position = notation.position();
    let (spec, us) = (position.spec(), position.turn());
    let drops = names_drop(plain);
    let kind = if drops { spec.ninja_pawn() } else { kind_alone(spec, plain) }?;
    let piece = spec.piece_type(kind);
    if notation.moves().is_empty() {
        return Some(Reason::GameOver);
    }
    let is_meant = |mv: &Move| mv.kind() == kind && (mv.is_drop() || !drops);
    let moves: Vec<Move> = suggestions(notation).into_iter().filter(is_meant).collect();
    if !moves.is_empty() {
        return Some(Reason::WhichMove { piece, moves });
    }
    let mut own = position.of(us, kind).iter();
    match (own.next(), own.next()) {
        _ if drops => no_drop(position).map(Reason::NoDrop),
        (None, _) if spec.ninja_pawn() == Some(kind) && position.hand(us) > 0 => {
            no_drop(position).map(Reason::NoDrop)
        }
        (None, _) => Some(Reason::NoSuchPiece(piece)),
        // For a single piece, the answer can say why it does not move.
        (Some(at), None) => Some(Reason::WhereTo(at)),
        (Some(_), Some(_)) => Some(Reason::WhichMove { piece, moves }),
    }
}

/// Returns the kind named by its letter, its name, or a word that no other kind's name contains.
///
/// A lower-case letter that is a file of the board names no kind.
fn kind_alone(spec: &Spec, plain: &str) -> Option<Kind> {
    let mut chars = plain.chars();
    if let (Some(letter), None) = (chars.next(), chars.next()) {
        let file = u32::from(letter).wrapping_sub(u32::from('a'));
        let is_file = file < u32::from(spec.files);
        return if is_file { None } else { spec.kind(letter.to_ascii_uppercase()) };
    }
    let name = plain.to_lowercase().replace('-', " ");
    let is_called = |kind: &Kind| {
        let piece = spec.piece_type(*kind);
        piece.words() == name || piece.nicknames.contains(&name.as_str())
    };
    spec.kinds().find(is_called).or_else(|| {
        let mut partly = spec.kinds().filter(|kind| has_words(spec.piece_type(*kind), &name));
        let first = partly.next();
        if partly.next().is_none() { first } else { None }
    })
}
