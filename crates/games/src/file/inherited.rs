//! Positions that a game inherits from another one, in diagrams and lessons: the same pieces on the same
//! squares, rewritten for its own board and hand.

use rules::{Description, Diagram, LessonStep};

/// The FEN field for no promotions made, in games that count them.
const NONE_MADE: &str = " 0/0";
/// No board has more files or ranks. A file may ask for any number of squares.
const MOST: usize = 32;

/// Converts the other game's diagrams to this game.
pub(super) fn diagrams(of: &Description, to: &Description) -> Vec<Diagram> {
    let own = |one: &Diagram| Diagram { fen: position(&one.fen, of, to), ..one.clone() };
    of.diagrams.iter().map(own).collect()
}

/// Converts a step of the other game's lesson to this game.
pub(super) fn step(one: LessonStep, of: &Description, to: &Description) -> LessonStep {
    LessonStep { fen: position(&one.fen, of, to), ..one }
}

/// Converts an extended FEN of the other game to this one.
///
/// It is unchanged if this game has no square for one of the pieces, or no hand for the pieces in hand.
fn position(fen: &str, of: &Description, to: &Description) -> String {
    let (first, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let (placement, hand) = parts(first);
    let Some(placement) = board(placement, of, to) else { return fen.to_owned() };
    let hand = match to.drops {
        Some(_) => format!("[{hand}]"),
        None if hand.is_empty() => String::new(),
        None => return fen.to_owned(),
    };
    let rest = of.checks.map_or(rest, |all| rest.strip_suffix(&checks_left(all)).unwrap_or(rest));
    let (rest, made) = match (of.promotions.len() > 1, to.promotions.len() > 1) {
        (false, true) => (rest, NONE_MADE),
        (true, false) => (rest.strip_suffix(NONE_MADE).unwrap_or(rest), ""),
        _ => (rest, ""),
    };
    let checks = to.checks.map(checks_left).unwrap_or_default();
    format!("{placement}{hand} {rest}{made}{checks}")
}

/// The FEN field of a game that counts checks, before any was given.
fn checks_left(all: u8) -> String {
    format!(" {all}+{all}")
}

/// Splits the first field of a FEN into the board and the letters in hand.
fn parts(first: &str) -> (&str, &str) {
    first.split_once('[').map_or((first, ""), |(board, hand)| (board, hand.trim_end_matches(']')))
}

/// Places the pieces of one board on the other; its holes are taken from the game's start position.
fn board(placement: &str, of: &Description, to: &Description) -> Option<String> {
    let (pieces, (start, _)) = (rows(placement), parts(to.start_fen.split(' ').next()?));
    let squares = rows(start);
    let mut text = Vec::new();
    let mut kept = 0;
    for (row, cells) in squares.iter().enumerate() {
        // Rows are counted from the highest rank down.
        let rank = usize::from(to.last_rank).checked_sub(row)?;
        let there = usize::from(of.last_rank).checked_sub(rank).and_then(|row| pieces.get(row));
        let mut cell_texts = Vec::new();
        for (file, cell) in cells.iter().enumerate() {
            let piece = there.and_then(|row| row.get(file)).filter(|letter| letter.is_ascii_alphabetic());
            cell_texts.push(match (cell, piece) {
                ('*', _) => '*',
                (_, Some(letter)) => {
                    kept += 1;
                    *letter
                }
                (_, None) => '.',
            });
        }
        text.push(row_text(&cell_texts));
    }
    let all = pieces.iter().flatten().filter(|letter| letter.is_ascii_alphabetic()).count();
    (kept == all).then(|| text.join("/"))
}

/// Returns the cells of each row of a FEN, from the top: letters, `*` for holes, `.` for empty squares.
fn rows(placement: &str) -> Vec<Vec<char>> {
    placement.split('/').take(MOST).map(cells).collect()
}

fn cells(row: &str) -> Vec<char> {
    let mut cells = Vec::new();
    let mut empty: usize = 0;
    for sign in row.chars().take(MOST).chain(['|']) {
        if let Some(digit) = sign.to_digit(10) {
            empty = (10 * empty + digit as usize).min(MOST);
            continue;
        }
        cells.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
        cells.push(sign);
    }
    cells.pop();
    cells
}

fn row_text(cells: &[char]) -> String {
    let mut text = String::new();
    for run in cells.chunk_by(|one, other| *one == '.' && *other == '.') {
        match run {
            ['.', ..] => text += &run.len().to_string(),
            _ => text.extend(run),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::description;

    fn taken_over(fen: &str, of: &str, to: &str) -> String {
        let [of, to] = [of, to].map(|slug| description(slug).expect("a game"));
        position(fen, &of, &to)
    }

    #[test]
    fn a_position_is_written_as_the_other_game_has_it() {
        let with_hand = "****2****/7k2/10/10/10/10/4G5/10/10/10/2K7/****2****[] w - - 0 1";
        let without_hand = "****2****/7k2/10/10/10/10/4G5/10/10/10/2K7/****2**** w - - 0 1";
        let ten_ranks = "7k2/10/10/10/10/4G5/10/10/10/2K7 w - - 0 1";
        for (fen, of, to, expected) in [
            (with_hand, "birds-and-ninjas", "birds-old", without_hand),
            (without_hand, "birds-old", "birds-second", with_hand),
            (with_hand, "birds-and-ninjas", "flying-bombers", ten_ranks),
            (ten_ranks, "flying-bombers", "insane-ninja", without_hand),
            (ten_ranks, "flying-bombers", "squirrel", "7k2/10/10/10/10/4G5/10/10/10/2K7 w - - 0 1 0/0"),
            (
                "7k2/10/10/10/10/10/10/10/10/2K7 w - - 0 1 0/0",
                "squirrel",
                "hiashatar",
                "7k2/10/10/10/10/10/10/10/10/2K7 w - - 0 1",
            ),
            (
                "6k1/8/8/8/8/8/4P3/6K1 w - - 0 1",
                "chess",
                "flying-bombers-hangars",
                "1******1/6k1/8/8/8/8/8/4P3/6K1/1******1 w - - 0 1",
            ),
            ("6k1/8/8/8/8/8/4P3/6K1 w KQ e3 0 1", "chess", "chess", "6k1/8/8/8/8/8/4P3/6K1 w KQ e3 0 1"),
        ] {
            assert_eq!(taken_over(fen, of, to), expected, "{of} to {to}");
        }
    }

    #[test]
    fn a_position_stays_as_it_is_where_a_piece_has_no_place() {
        for (fen, of, to) in [
            (
                "****1f****/10/7k2/10/10/10/10/10/2K7/10/10/****2****[] w - - 0 1",
                "birds-and-ninjas",
                "flying-bombers",
            ),
            (
                "****2****/7k2/10/10/10/10/10/10/10/10/2K7/****2****[J] w - - 0 1",
                "birds-and-ninjas",
                "birds-old",
            ),
            ("7k2/10/10/10/10/10/10/10/10/2K7 w - - 0 1", "hiashatar", "chess"),
        ] {
            assert_eq!(taken_over(fen, of, to), fen, "{of} to {to}");
        }
    }
}
