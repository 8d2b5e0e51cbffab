//! Writes the extended FEN.

use crate::board::piece::Color;
use crate::board::position::PositionOf;
use crate::board::square::Square;

/// The letters of the castling rights, in the order of their bits.
pub(super) const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

pub(super) fn rights_text(rights: u8) -> String {
    let letters = RIGHTS.iter().enumerate();
    letters.filter(|(index, _)| rights >> index & 1 != 0).map(|(_, letter)| letter).collect()
}

/// Writes the extended FEN of a position.
pub(super) fn write(position: &PositionOf<'_>) -> String {
    let spec = position.spec;
    let rows: Vec<String> = spec.rows().map(|row| write_row(position, row)).collect();
    let mut text = rows.join("/");
    if let Some(rule) = spec.drops {
        let letter = spec.letter(rule.kind);
        let hand = |color, letter: char| letter.to_string().repeat(usize::from(position.hands[color]));
        let black = hand(Color::Black, letter.to_ascii_lowercase());
        text.push_str(&format!("[{}{black}]", hand(Color::White, letter)));
    }
    let turn = if position.turn == Color::White { 'w' } else { 'b' };
    let rights = if position.rights == 0 { "-".to_owned() } else { rights_text(position.rights) };
    let mut passed: Vec<String> = position.passed.iter().map(|square| square.to_string()).collect();
    if position.turn == Color::White {
        passed.reverse(); // Black's pawn came down the board.
    }
    let passed = if passed.is_empty() { "-".to_owned() } else { passed.concat() };
    text.push_str(&format!(" {turn} {rights} {passed} {} {}", position.halfmove, position.fullmove));
    if spec.counts_promotions {
        text.push_str(&format!(" {}/{}", position.promotions.white, position.promotions.black));
    }
    if spec.ends.checks.is_some() {
        text.push_str(&format!(" {}+{}", position.checks_left.white, position.checks_left.black));
    }
    text
}

fn write_row(position: &PositionOf<'_>, row: impl Iterator<Item = Square>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut u32| {
        if *empty > 0 {
            text.push_str(&empty.to_string());
            *empty = 0;
        }
    };
    for square in row {
        if !position.spec.squares.contains(square) {
            flush(&mut text, &mut empty);
            text.push('*');
        } else if let Some(piece) = position.board.piece_at(square) {
            flush(&mut text, &mut empty);
            let letter = position.spec.letter(piece.kind);
            text.push(if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() });
        } else {
            empty += 1;
        }
    }
    flush(&mut text, &mut empty);
    text
}
