//! Games as PGN (Portable Game Notation): written in the standard's export format and read leniently.
//!
//! Variants use the same rules: a `Variant` tag names the game, squares go up to `j11`, a capture of several
//! pieces names each (`Gxe6xd5`), and a drop is `J@e4`.

use super::Notation;
use crate::board::piece::{ByColor, Color};
use crate::board::position::Position;
use crate::line::Line;
use crate::movegen::moves::{How, Move};
use crate::variant::Variant;

/// The longest line of moves in characters; the standard asks for fewer than 80.
const LINE: usize = 79;
/// The standard's value for an unknown tag.
const UNKNOWN: &str = "?";

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// This side has won.
    Won(Color),
    /// A draw.
    Drawn,
    /// The game is unfinished, or ended without a result.
    Open,
}

impl Score {
    /// All results.
    const ALL: [Self; 4] = [Self::Won(Color::White), Self::Won(Color::Black), Self::Drawn, Self::Open];

    /// Returns its text in the `Result` tag and after the moves.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Won(Color::White) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

/// The tag values of a game.
#[derive(Clone, Copy, Debug)]
pub struct PgnHeader<'a> {
    /// The event it belongs to.
    pub event: &'a str,
    /// The place where it was played.
    pub site: &'a str,
    /// The day on which it began, such as `2026.11.22`.
    pub date: &'a str,
    /// The players' names, if known.
    pub players: ByColor<Option<&'a str>>,
    /// The result.
    pub score: Score,
    /// How the game ended, in the standard's words: `normal`, `abandoned`, `unterminated`.
    pub termination: &'a str,
    /// The time for each move in seconds; `None` without a clock.
    pub seconds_a_move: Option<i64>,
}

/// Writes a game as PGN in the export format.
pub fn write_pgn(line: &Line, header: &PgnHeader<'_>) -> String {
    let start = line.start();
    let variant = start.variant();
    let player = |color| header.players[color].unwrap_or(UNKNOWN);
    let mut tags = vec![
        ("Event", header.event.to_owned()),
        ("Site", header.site.to_owned()),
        ("Date", header.date.to_owned()),
        ("Round", "-".to_owned()),
        ("White", player(Color::White).to_owned()),
        ("Black", player(Color::Black).to_owned()),
        ("Result", header.score.text().to_owned()),
    ];
    // The standard asks for the seven tags above first, then all others in ASCII order.
    let own_start = *start != Position::start(variant);
    tags.extend(own_start.then(|| ("FEN", start.fen())));
    tags.push(("PlyCount", line.moves().len().to_string()));
    tags.extend(variant.is_custom().then(|| (Pgn::RULES, variant.slug().to_owned())));
    tags.extend(own_start.then(|| ("SetUp", "1".to_owned())));
    tags.push(("Termination", header.termination.to_owned()));
    tags.push(("TimeControl", time_control(header.seconds_a_move)));
    tags.push(("Variant", variant.name().to_owned()));
    let mut text = String::new();
    for (name, value) in tags {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(&value)));
    }
    text.push('\n');
    text.push_str(&movetext(line, header.score));
    text
}

/// Returns the `TimeControl` value: one move per period of this many seconds; `-` without a clock.
fn time_control(seconds_a_move: Option<i64>) -> String {
    seconds_a_move.map_or_else(|| "-".to_owned(), |seconds| format!("1/{seconds}"))
}

/// Writes the moves with their numbers and the result, wrapped and followed by an empty line.
fn movetext(line: &Line, score: Score) -> String {
    let (mut text, mut width) = (String::new(), 0);
    let mut put = |word: &str| {
        if width > 0 {
            let fits = width + 1 + word.chars().count() <= LINE;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text.push_str(word);
        width += word.chars().count();
    };
    for (ply, (mv, (number, side))) in moves_in_san(line).iter().zip(numbers(line)).enumerate() {
        match (side, ply) {
            (Color::White, _) => put(&format!("{number}.")),
            (Color::Black, 0) => put(&format!("{number}...")),
            (Color::Black, _) => {}
        }
        put(mv);
    }
    put(score.text());
    text.push_str("\n\n");
    text
}

/// Returns the full-move number and side of each move.
pub fn numbers(line: &Line) -> impl Iterator<Item = (u32, Color)> + '_ {
    let first = (line.start().fullmove(), line.start().turn());
    let next = |(number, side): &(u32, Color)| match side {
        Color::White => Some((*number, Color::Black)),
        Color::Black => Some((*number + 1, Color::White)),
    };
    std::iter::successors(Some(first), next).take(line.moves().len())
}

/// Returns the moves of a game in PGN's SAN.
///
/// Castling has no square if only one castling on that side is possible.
pub fn moves_in_san(line: &Line) -> Vec<String> {
    line.plies().map(|(before, mv, _)| short_san(&before, &mv)).collect()
}

fn short_san(before: &Position, mv: &Move) -> String {
    let notation = Notation::new(before);
    let plain = match mv.how() {
        How::CastleKingSide => "O-O",
        How::CastleQueenSide => "O-O-O",
        How::Walk | How::EnPassant | How::Drop => return notation.san(mv),
    };
    let alike = notation.moves().iter().filter(|other| other.how() == mv.how()).count();
    if alike == 1 { format!("{plain}{}", notation.sign(mv)) } else { notation.san(mv) }
}

/// Escapes a tag value for use between quotes; control characters are left out.
fn escaped(value: &str) -> String {
    let printed = value.chars().filter(|c| !c.is_control());
    printed.flat_map(|c| ['\\'].into_iter().filter(move |_| "\"\\".contains(c)).chain([c])).collect()
}

/// A parsed game without comments, variations, move numbers and annotations such as `!?`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// The tags in order, each with its value.
    pub tags: Vec<(String, String)>,
    /// The moves as written.
    pub moves: Vec<String>,
    /// The result after the moves.
    pub score: Option<Score>,
}

/// The error for a text that holds more than one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondGame;

impl Pgn {
    /// Parses one game. A bare list of moves is accepted too.
    ///
    /// # Errors
    /// [`SecondGame`] if another game follows.
    pub fn read(text: &str) -> Result<Self, SecondGame> {
        let mut read = Self::default();
        let mut plain = String::new();
        // The depth of nested variations, and whether the position is inside a comment.
        let (mut depth, mut comment) = (0_usize, false);
        for line in text.trim_start_matches('\u{feff}').lines() {
            // The standard's escape: such a line is ignored.
            if !comment && line.starts_with('%') {
                continue;
            }
            if !comment && line.starts_with('[') {
                // A tag after moves starts another game.
                if !plain.trim().is_empty() {
                    return Err(SecondGame);
                }
                read.tags.extend(tag(line));
                continue;
            }
            for letter in line.chars() {
                match letter {
                    '{' => comment = true,
                    '}' => comment = false,
                    _ if comment => {}
                    ';' => break,
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ if depth == 0 => plain.push(letter),
                    _ => {}
                }
            }
            plain.push('\n');
        }
        for word in plain.split_whitespace() {
            if read.score.is_some() {
                return Err(SecondGame);
            }
            read.score = Score::ALL.into_iter().find(|score| score.text() == word);
            read.moves.extend(a_move(word).filter(|_| read.score.is_none()).map(str::to_owned));
        }
        Ok(read)
    }

    /// The tag with the slug of a game from a file; the slug is derived from the file's text.
    pub const RULES: &str = "RulesHash";

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// True if its `Variant` tag names this game, by its name or its slug.
    pub fn is_of(&self, game: Variant) -> bool {
        let named = self.tag("Variant").map(str::to_lowercase);
        named.is_some_and(|named| game.name().to_lowercase() == named || game.slug() == named)
    }
}

/// Parses the name and value of a line such as `[White "Red"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once('"')?;
    let mut value = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => return Some((name.trim().to_owned(), value)),
            '\\' => value.push(letters.next()?),
            letter => value.push(letter),
        }
    }
}

/// Returns the move in a word such as `12.e4` or `e4`; `None` for a move number or an annotation (`$3`).
fn a_move(word: &str) -> Option<&str> {
    if word.starts_with('$') {
        return None;
    }
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match unnumbered.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if unnumbered.is_empty() => "",
        // Castling written with zeros is a move, not a number.
        None => word,
    };
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::with_guards;

    fn moves(text: &str) -> Vec<String> {
        Pgn::read(text).expect("one game").moves
    }

    #[test]
    fn numbers_comments_and_results_are_skipped() {
        assert_eq!(moves("1. e4 e5 2.Nf3 {a {knight} Nc6 1/2-1/2"), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(moves("e2e4\ne7e5 ; the reply\n0-0 $1 0-1"), ["e2e4", "e7e5", "0-0"]);
        assert_eq!(moves("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 (1... c5)"), ["e4", "e5"]);
        assert_eq!(moves("12... J@e9 13 O-Og1 *"), ["J@e9", "O-Og1"]);
        assert_eq!(moves("{ over\ntwo [lines] } a3"), ["a3"]);
        assert_eq!(moves("% not a move\na3"), ["a3"]);
        assert!(moves("").is_empty());
    }

    #[test]
    fn tags_are_read_with_their_values() {
        let read = Pgn::read(
            "\u{feff}[Variant \"Chess\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n[Odd\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O",
        )
        .expect("one game");
        assert_eq!(read.tag("FEN"), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(read.tag("White"), Some("A \"B\" \\ C"));
        assert_eq!((read.tag("Odd"), read.tags.len()), (None, 3));
        assert_eq!(read.tag("Variant"), Some("Chess"));
        assert_eq!((read.moves, read.score), (vec!["O-O".to_owned()], None));
        let game = with_guards();
        let is_of = |name: &str| Pgn::read(&format!("[Variant \"{name}\"]\n")).expect("one game").is_of(game);
        assert!(is_of("Ten By Ten") && is_of("ten-by-ten"));
        assert!(!is_of("Ludo") && !Pgn::read("e4").expect("one game").is_of(game));
    }

    #[test]
    fn two_games_in_one_text_are_refused() {
        for text in
            ["e4 e5 1-0 d4 d5", "[Event \"A\"]\n1. e4 1-0\n\n[Event \"B\"]\n1. d4", "1. e4\n[Event \"B\"]\n"]
        {
            assert_eq!(Pgn::read(text), Err(SecondGame), "{text}");
        }
    }

    #[test]
    fn what_would_end_a_value_is_escaped() {
        assert_eq!(escaped("A \"B\" \\ C\n"), "A \\\"B\\\" \\\\ C");
    }
}
