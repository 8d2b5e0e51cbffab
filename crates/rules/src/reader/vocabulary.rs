//! The English texts of whole moves as lists of choices show them, for the reader to recognise. The texts
//! shown to players come from the bot's `words`; a test compares the two.

use crate::board::position::Position;
use crate::movegen::moves::{How, Move};

/// Returns a move as a choice names it: its [`words`], or an instruction for a drop.
pub(super) fn label(position: &Position, mv: &Move) -> String {
    let piece = position.spec().piece_type(mv.kind());
    if mv.is_drop() { format!("Drop {piece} on {}", mv.to()) } else { words(position, mv) }
}

/// Returns the move in words that name every victim: `Flying Bomber f4-f8, takes Bishop f7`.
pub(super) fn words(position: &Position, mv: &Move) -> String {
    let spec = position.spec();
    let (piece, to) = (spec.piece_type(mv.kind()), mv.to());
    let mut text = match mv.how() {
        How::Drop => format!("{piece} dropped on {to}"),
        How::CastleKingSide | How::CastleQueenSide => {
            let rook = mv.castling_rook(position).zip(spec.rook);
            let rook = rook.map(|((rook, to), kind)| format!(", {} {rook}-{to}", spec.piece_type(kind)));
            format!("{piece} castles {}-{to}{}", mv.origin(), rook.unwrap_or_default())
        }
        How::Walk | How::EnPassant => format!("{piece} {}-{to}", mv.origin()),
    };
    let victims: Vec<String> = mv
        .victims()
        .iter()
        .filter_map(|square| Some(format!("{} {square}", position.piece_type_at(square)?)))
        .collect();
    if !victims.is_empty() {
        text.push_str(", takes ");
        text.push_str(&victims.join(" and "));
    }
    if mv.is_en_passant() {
        text.push_str(" en passant");
    }
    if let Some(kind) = mv.promotion() {
        text.push_str(&format!(", promotes to {}", spec.piece_type(kind)));
    }
    text
}
