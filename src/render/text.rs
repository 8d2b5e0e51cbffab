//! The board in words, for people who do not see the picture, and as text.

use super::ALT_TEXT_LIMIT;
use super::view::BoardView;
use crate::rules::{Color, DrawReason, Kind, Move, Square, SquareSet, State};

/// The picture's description: side to move, check, last move, the pieces by side and kind, hands and marks; cut at a
/// whole word with an ellipsis where it would be longer than [`ALT_TEXT_LIMIT`] characters.
pub fn alt_text(view: &BoardView) -> String {
    cut(&full_text(view).replace('\n', " "), ALT_TEXT_LIMIT)
}

/// The same description whole, a line for each sentence.
pub fn full_text(view: &BoardView) -> String {
    format!("{}. {}", view.position.variant().name(), sentences(view).join("\n"))
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
    let position = &view.position;
    let mut all = vec![format!("{}.", state_words(view))];
    if let Some(last) = &view.last {
        all.push(format!("Last move: {}.", last.words));
    }
    for color in Color::BOTH {
        let told = pieces(view, color);
        if !told.is_empty() {
            all.push(format!("{}: {told}.", color.name()));
        }
    }
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
    all.extend(dots(view));
    all
}

/// How the game stands, as a sentence without its full stop.
fn state_words(view: &BoardView) -> String {
    let position = &view.position;
    let turn = position.turn().name();
    if !view.hidden.is_empty() {
        return "A piece alone".to_owned();
    }
    match position.state() {
        State::Checkmate(winner) => format!("Checkmate, {} wins", winner.name()),
        State::Stalemate => format!("Stalemate, {turn} has no legal move, a draw"),
        State::Scepter(winner) => format!("{} has captured the scepter and wins", winner.name()),
        State::Escape(winner) => format!("{}'s King has escaped, {} wins", winner.name(), winner.name()),
        State::Draw(DrawReason::Material) => "A draw, neither side can win any more".to_owned(),
        State::Draw(DrawReason::SeventyFive) => "A draw by the 75-move rule".to_owned(),
        State::Draw(DrawReason::Fivefold) => "A draw by repetition".to_owned(),
        State::Ongoing | State::Check if view.ended => "The game is over".to_owned(),
        State::Ongoing => format!("{turn} to move"),
        State::Check => format!("{turn} to move, in check"),
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

/// What the dots show.
fn dots(view: &BoardView) -> Option<String> {
    let dots = view.dots.as_ref()?;
    let who = match dots.from {
        Some(from) => match view.position.piece_at(from) {
            Some(piece) => format!("the {} {from}", piece.kind),
            None => from.to_string(),
        },
        None => "a ninja pawn from the hand".to_owned(),
    };
    let landing: SquareSet = dots.moves.iter().map(Move::to).collect();
    let taken = dots.moves.iter().fold(SquareSet::EMPTY, |all, mv| all | mv.victims());
    Some(match (landing.is_empty(), taken.is_empty()) {
        (true, _) => format!("Marked: {who} cannot move."),
        (false, true) => format!("Marked: {who} can go to {}.", listed(landing, ", ")),
        (false, false) => {
            format!("Marked: {who} can go to {} and take on {}.", listed(landing, ", "), listed(taken, ", "))
        }
    })
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
    for color in Color::BOTH {
        if spec.drops.is_some() {
            board.push_str(&format!("{} has {} in hand\n", color.name(), position.hand(color)));
        }
        if spec.counts_promotions {
            board.push_str(&format!("{} has promoted {}\n", color.name(), position.promotions(color)));
        }
    }
    board.push_str(&state_words(view));
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
