//! The board in words, for people who do not see the picture, and as text.

use super::ALT_TEXT_LIMIT;
use super::moves::{joined, told_beside, told_moves};
use super::view::BoardView;
use crate::rules::{Arrival, Color, DrawReason, Kind, Square, SquareSet, Termination};

/// The picture's description: side to move, check, last move, the pieces by side and kind, hands and marks; cut at a
/// whole word with an ellipsis where it would be longer than [`ALT_TEXT_LIMIT`] characters.
pub fn alt_text(view: &BoardView) -> String {
    cut(&full_text(view).replace('\n', " "), ALT_TEXT_LIMIT)
}

/// The same description whole, a line for each sentence.
pub fn full_text(view: &BoardView) -> String {
    format!("{}. {}", view.position.variant().name(), sentences(view).join("\n"))
}

/// What stands where and what holds it, a line for each sentence: the description for people who have read how the game
/// stands.
pub fn list_text(view: &BoardView) -> String {
    details(view).join("\n")
}

/// `text` with at most `limit` characters, cut at a whole word and marked where it had to be cut.
pub fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let room: String = text.chars().take(limit.saturating_sub(1)).collect();
    // A word that the limit itself does not split may stay; one that fills half the room is split.
    let whole = text[room.len()..].starts_with(char::is_whitespace);
    let word = room.rfind(char::is_whitespace).filter(|end| *end >= room.len() / 2);
    let end = if whole { room.len() } else { word.unwrap_or(room.len()) };
    format!("{}…", room[..end].trim_end_matches([' ', '\n', ',', ';', ':']))
}

/// What a board shows, a sentence each, without the name of the game.
pub(super) fn sentences(view: &BoardView) -> Vec<String> {
    let mut all = vec![format!("{}.", state_words(view))];
    if let Some(last) = &view.last {
        all.push(format!("Last move: {}.", last.words));
    }
    all.extend(details(view));
    all
}

/// What stands where, what is beside the board, and what is marked, a sentence each.
fn details(view: &BoardView) -> Vec<String> {
    let position = &view.position;
    let mut all = Vec::new();
    for color in Color::BOTH {
        let told = pieces(view, color);
        if !told.is_empty() {
            all.push(format!("{}: {told}.", color.name()));
        }
    }
    all.extend(Color::BOTH.into_iter().filter_map(|color| captures(view, color)));
    let spec = position.spec();
    if spec.drops.is_some() {
        let hand = |color| match position.hand(color) {
            0 => "no ninja pawn".to_owned(),
            1 => "1 ninja pawn".to_owned(),
            many => format!("{many} ninja pawns"),
        };
        all.push(format!("In hand: White {}, Black {}.", hand(Color::White), hand(Color::Black)));
    }
    if spec.counts_promotions {
        let made = |color| position.promotions(color);
        all.push(format!("Promotions made: White {}, Black {}.", made(Color::White), made(Color::Black)));
    }
    let frozen = position.frozen();
    if !frozen.is_empty() {
        all.push(format!("Frozen: {}.", listed(frozen, ", ")));
    }
    let braked = super::tile::braked_pieces(position);
    if !braked.is_empty() {
        all.push(format!("Braked: {}.", listed(braked, ", ")));
    }
    all.extend(match &view.dots {
        Some(dots) if dots.told_beside => Some(told_beside(view, dots)),
        _ => told_moves(view),
    });
    all
}

/// How the game stands, as a sentence without its full stop.
fn state_words(view: &BoardView) -> String {
    let position = &view.position;
    let turn = position.turn().name();
    if !view.hidden.is_empty() {
        return "A piece alone".to_owned();
    }
    match position.termination() {
        Some(Termination::Checkmate(winner)) => format!("Checkmate, {} wins", winner.name()),
        Some(Termination::Stalemate) => format!("Stalemate, {turn} has no legal move, a draw"),
        Some(Termination::Goal(Arrival { winner, goal })) => goal.standing.replace("{winner}", winner.name()),
        Some(Termination::Draw(DrawReason::Material)) => {
            "A draw, neither side has enough pieces to mate".to_owned()
        }
        Some(Termination::Draw(DrawReason::SeventyFive)) => "A draw by the 75-move rule".to_owned(),
        Some(Termination::Draw(DrawReason::Fivefold)) => "A draw by repetition".to_owned(),
        None if view.ended => "The game is over".to_owned(),
        None if position.is_check() => format!("{turn} to move, in check"),
        None => format!("{turn} to move"),
    }
}

/// "King f1; Ninja Guards d1, e1; pawns a2 b2".
fn pieces(view: &BoardView, color: Color) -> String {
    let groups: Vec<String> = Kind::ALL
        .into_iter()
        .filter_map(|kind| {
            let squares = view.position.of(color, kind) & !view.hidden;
            let ordinary = kind.is_pawn();
            let name = if ordinary { kind.name().to_lowercase() } else { kind.name().to_owned() };
            let plural = if squares.len() > 1 { "s" } else { "" };
            let separator = if ordinary { " " } else { ", " };
            (!squares.is_empty()).then(|| format!("{name}{plural} {}", listed(squares, separator)))
        })
        .collect();
    groups.join("; ")
}

/// "White has captured 2 Pawns and a Knight."
fn captures(view: &BoardView, by: Color) -> Option<String> {
    let taken = Kind::ALL.into_iter().map(|kind| (kind, view.captured[by.other()][kind as usize]));
    let told: Vec<String> = taken
        .filter_map(|(kind, count)| match count {
            0 => None,
            1 => Some(format!("{} {kind}", if kind == Kind::IceQueen { "an" } else { "a" })),
            many => Some(format!("{many} {kind}s")),
        })
        .collect();
    (!told.is_empty()).then(|| format!("{} has captured {}.", by.name(), joined(&told, "and")))
}

fn listed(squares: SquareSet, separator: &str) -> String {
    let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    names.join(separator)
}

/// The board in letters for a monospaced font, with `view.side` at the bottom: White upper case, Black lower case.
pub fn text_board(view: &BoardView) -> String {
    let position = &view.position;
    let spec = position.spec();
    let mut rows: Vec<Vec<Square>> = spec.rows().map(Iterator::collect).collect();
    if view.side == Color::Black {
        rows.reverse();
        for row in &mut rows {
            row.reverse();
        }
    }
    let mut board = String::new();
    for row in &rows {
        let rank = row.first().map_or(0, |square| square.rank());
        let cells: String = row.iter().flat_map(|square| [' ', cell_letter(view, *square)]).collect();
        board.push_str(format!("{rank:>2} {cells}").trim_end());
        board.push('\n');
    }
    let files: String =
        rows.iter().take(1).flatten().flat_map(|square| [' ', square.file_letter()]).collect();
    board.push_str(&format!("   {files}\n"));
    let palaces = !(spec.palaces[Color::White] | spec.palaces[Color::Black]).is_empty();
    for (shown, legend) in [(palaces, "+ palace"), (!spec.exits.is_empty(), "> exit")] {
        if shown {
            board.push_str(legend);
            board.push('\n');
        }
    }
    board.truncate(board.trim_end().len());
    board
}

/// A piece's letter, or what an empty cell is.
fn cell_letter(view: &BoardView, square: Square) -> char {
    let spec = view.position.spec();
    match view.position.piece_at(square).filter(|_| !view.hidden.contains(square)) {
        Some(piece) => match piece.color {
            Color::White => spec.letter(piece.kind),
            Color::Black => spec.letter(piece.kind).to_ascii_lowercase(),
        },
        None if !spec.squares.contains(square) => ' ',
        None if spec.exits.contains(square) => '>',
        None if (spec.palaces[Color::White] | spec.palaces[Color::Black]).contains(square) => '+',
        None => '.',
    }
}
