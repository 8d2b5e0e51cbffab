//! The board, the start position and castling.

use std::collections::BTreeSet;

use super::{Conversion, file_of, letter_of, short};

/// The default start position.
const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The largest board that a section can have.
const MOST_FILES: u8 = 10;
const MOST_RANKS: u8 = 11;

/// A square as rank and file, both from 1.
pub(super) type Place = (u8, u8);

/// The start position.
#[derive(Debug, Default)]
pub(super) struct Board {
    pub(super) files: u8,
    pub(super) ranks: u8,
    /// The pieces with their squares, as FEN letters.
    pub(super) pieces: Vec<(Place, char)>,
    /// The holes of the board.
    pub(super) holes: BTreeSet<Place>,
    /// The board field of the FEN.
    written: String,
    /// The other FEN fields: side to move, castling rights and counts.
    side: String,
    rights: String,
    counts: String,
    /// The checks that White and Black have still to give.
    pub(super) checks: Option<(u8, u8)>,
}

impl Board {
    /// Returns the squares of this FEN letter.
    pub(super) fn places(&self, letter: char) -> impl Iterator<Item = Place> + '_ {
        self.pieces.iter().filter(move |(_, other)| *other == letter).map(|(place, _)| *place)
    }

    /// Returns all squares.
    pub(super) fn squares(&self) -> impl Iterator<Item = Place> + '_ {
        let all = (1..=self.ranks).flat_map(|rank| (1..=self.files).map(move |file| (rank, file)));
        all.filter(|place| !self.holes.contains(place))
    }

    /// Returns the start position in our format.
    pub(super) fn fen(&self, can_castle: bool, counts_checks: bool) -> String {
        let rights = if can_castle { &self.rights } else { "-" };
        let checks = self.checks.filter(|_| counts_checks).map(|(white, black)| format!(" {white}+{black}"));
        format!("{} {} {rights} - {}{}", self.written, self.side, self.counts, checks.unwrap_or_default())
    }
}

/// A castling as start and target files of king and rook.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    king: u8,
    rook: u8,
    king_to: u8,
    rook_to: u8,
}

/// The castling rules of a game.
#[derive(Debug)]
pub(super) struct Castling {
    pub(super) ways: Vec<String>,
    pub(super) black_rank: u8,
}

impl Conversion {
    /// Reads the board and the start position.
    pub(super) fn board(&mut self, is_royal: bool) -> Option<Board> {
        let files = self.number("maxFile", 8);
        let ranks = self.number("maxRank", 8);
        if files > MOST_FILES || ranks > MOST_RANKS {
            let line = self.line_of(if files > MOST_FILES { "maxFile" } else { "maxRank" });
            let text = format!(
                "a board has at most {MOST_FILES} files and {MOST_RANKS} ranks, not {files} and {ranks}."
            );
            self.fault(line, text);
            return None;
        }
        let (fen, line) = self.value("startFen").unwrap_or((USUAL.to_owned(), self.line));
        self.start_line = line;
        let mut fields = fen.split_whitespace();
        let (written, pocket) = fields
            .next()
            .unwrap_or_default()
            .split_once('[')
            .unwrap_or((fen.split_whitespace().next().unwrap_or_default(), "]"));
        if !["]", "-]"].contains(&pocket) {
            self.fault(line, "`startFen` has pieces in hand, which cannot be expressed.");
        }
        let mut board = Board { files, ranks, written: written.to_owned(), ..Board::default() };
        if let Err(text) = board.place(written) {
            self.fault(line, format!("`startFen`: {text}"));
            return None;
        }
        let mut rest: Vec<&str> = fields.collect();
        board.checks = rest.iter().find_map(|field| {
            let (white, black) = field.split_once('+')?;
            Some((white.parse().ok()?, black.parse().ok()?))
        });
        rest.retain(|field| !field.contains('+'));
        let (side, rights, counts) = match rest[..] {
            [side] => (side, "-", ["0", "1"]),
            [side, half, full] if is_count(half) && is_count(full) => (side, "-", [half, full]),
            [side, rights] | [side, rights, "-"] => (side, rights, ["0", "1"]),
            [side, rights, "-", half, full] => (side, rights, [half, full]),
            _ => {
                let text =
                    "`startFen` must be the board, the side to move, the rights to castle, - and two counts.";
                self.fault(line, text);
                return None;
            }
        };
        if !["w", "b"].contains(&side) || !counts.iter().all(|count| is_count(count)) {
            self.fault(line, format!("`startFen`: `{}` cannot be read.", short(&rest.join(" "))));
        }
        if rights != "-" && rights.chars().any(|right| !"KQkq".contains(right)) {
            let text =
                format!("`startFen`: `{}` cannot be expressed; rights to castle are KQkq.", short(rights));
            self.fault(line, text);
        }
        (board.side, board.rights, board.counts) = (side.to_owned(), rights.to_owned(), counts.join(" "));
        let kings = ['K', 'k'].map(|king| board.places(king).count());
        if is_royal && (kings.iter().any(|count| *count > 1) || kings == [0, 0]) {
            self.fault(line, "`startFen` must have one king, K, of each side, or of one side alone.");
            return None;
        }
        Some(board)
    }

    /// Returns the castling rules; `None` if the game has no castling.
    pub(super) fn castling(&mut self, board: &Board) -> Option<Castling> {
        let may = self.flag("castling", true);
        let king_side = self.number("castlingKingsideFile", 7);
        let queen_side = self.number("castlingQueensideFile", 3);
        let first_right = self.number("castlingRookKingsideFile", board.files).min(board.files);
        let first_left = self.number("castlingRookQueensideFile", 1);
        let rank = self.number("castlingRank", 1);
        let rooks = self.letters("castlingRookPieces");
        if !may || board.rights == "-" {
            return None;
        }
        if let Some((rooks, line)) = rooks.filter(|(rooks, _)| rooks != "R") {
            self.fault(
                line,
                format!(
                    "`castlingRookPieces = {}` cannot be expressed: kings castle with the piece R alone.",
                    short(&rooks)
                ),
            );
            return None;
        }
        let black_rank = (board.ranks + 1).saturating_sub(rank);
        let mut ways: Vec<(bool, Way)> = Vec::new();
        for right in board.rights.chars() {
            let (is_white, towards_king_side) = (right.is_uppercase(), right.eq_ignore_ascii_case(&'k'));
            let home = if is_white { rank } else { black_rank };
            let letter = |letter: char| if is_white { letter } else { letter.to_ascii_lowercase() };
            let king = board.places(letter('K')).next().filter(|place| place.0 == home).map(|place| place.1);
            let is_rook = |file: &u8| board.places(letter('R')).any(|place| place == (home, *file));
            let found = king.and_then(|king| {
                let (rook, king_to) = if towards_king_side {
                    ((king + 1..=first_right).rev().find(is_rook), king_side)
                } else {
                    ((first_left..king).find(is_rook), queen_side)
                };
                let rook_to = if towards_king_side { king_to.checked_sub(1) } else { Some(king_to + 1) };
                Some(Way { king, rook: rook?, king_to, rook_to: rook_to? })
            });
            let Some(way) = found else {
                self.fault(self.start_line, format!("`startFen`: nobody stands where {right} castles."));
                return None;
            };
            match ways.iter().find(|(side, _)| *side == towards_king_side) {
                Some((_, other)) if *other != way => {
                    let text = "White and Black castle on other files, which cannot be expressed.";
                    self.fault(self.start_line, text);
                    return None;
                }
                Some(_) => {}
                None => ways.push((towards_king_side, way)),
            }
        }
        let written = |(_, way): &(bool, Way)| {
            let at = |file: u8| format!("{}{rank}", letter_of(file));
            format!("K{}-{} R{}-{}", at(way.king), at(way.king_to), at(way.rook), at(way.rook_to))
        };
        Some(Castling { ways: ways.iter().map(written).collect(), black_rank })
    }

    /// Reads the squares of a key: `d4 e4`, `*8` for a rank, `a*` for a file. Squares off the board are
    /// skipped.
    pub(super) fn region(&mut self, key: &'static str, board: &Board) -> Option<(BTreeSet<Place>, usize)> {
        let (value, line) = self.value(key)?;
        let mut region = BTreeSet::new();
        for name in value.split_whitespace().filter(|name| *name != "-") {
            let mut letters = name.chars();
            let file = letters
                .next()
                .map(|letter| if letter == '*' { Some(None) } else { file_of(letter).map(Some) });
            let rank = letters.as_str();
            let rank = if rank == "*" { Some(None) } else { rank.parse::<u8>().ok().map(Some) };
            let Some((file, rank)) = file.flatten().zip(rank) else {
                let text = format!(
                    "`{key}`: `{}` is no square; write d4, *8 for a rank or a* for a file.",
                    short(name)
                );
                self.fault(line, text);
                continue;
            };
            let is_meant = |place: &Place| {
                rank.is_none_or(|rank| place.0 == rank) && file.is_none_or(|file| place.1 == file)
            };
            region.extend(board.squares().filter(is_meant));
        }
        Some((region, line))
    }
}

impl Board {
    /// Places the pieces of a FEN's first field on the board.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn place(&mut self, written: &str) -> Result<(), String> {
        let rows: Vec<&str> = written.split('/').collect();
        if rows.len() != usize::from(self.ranks) {
            return Err(format!("there are {} ranks, and the board has {}.", rows.len(), self.ranks));
        }
        for (rank, row) in (1..=self.ranks).rev().zip(rows) {
            let mut file: u8 = 0;
            let mut letters = row.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(mut empty) = letter.to_digit(10) {
                    while let Some(next) = letters.next_if(char::is_ascii_digit) {
                        empty = (empty * 10 + next.to_digit(10).unwrap_or_default()).min(u32::from(u8::MAX));
                    }
                    file = file.saturating_add(empty as u8);
                    continue;
                }
                file = file.saturating_add(1);
                match letter {
                    '*' => drop(self.holes.insert((rank, file))),
                    _ if letter.is_ascii_alphabetic() => self.pieces.push(((rank, file), letter)),
                    _ => return Err(format!("`{}` is no piece.", letter.escape_debug())),
                }
            }
            if file != self.files {
                return Err(format!("rank {rank} has {file} files, and the board has {}.", self.files));
            }
        }
        Ok(())
    }
}

fn is_count(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}
