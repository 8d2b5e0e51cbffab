//! The pieces of a section: those that Fairy-Stockfish knows by name, and custom ones.

use std::collections::BTreeSet;

use super::text::{Entry, Section};
use super::{Conversion, Fault};
use crate::file::betza;
use crate::file::drawings::DRAWINGS;

/// The named pieces, with their moves in Betza's notation if our files can express them.
///
/// Source: the list at the head of Fairy-Stockfish's `variants.ini`.
const NAMED: [(&str, Option<&str>); 41] = [
    ("king", Some("K")),
    ("queen", Some("Q")),
    ("rook", Some("R")),
    ("bishop", Some("B")),
    ("knight", Some("N")),
    ("amazon", Some("QN")),
    ("chancellor", Some("RN")),
    ("archbishop", Some("BN")),
    ("aiwok", Some("RNF")),
    ("bers", Some("RF")),
    ("dragonHorse", Some("BW")),
    ("centaur", Some("KN")),
    ("commoner", Some("K")),
    ("fers", Some("F")),
    ("wazir", Some("W")),
    ("alfil", Some("A")),
    ("fersAlfil", Some("FA")),
    ("silver", Some("FfW")),
    ("gold", Some("WfF")),
    ("knibis", Some("mNcB")),
    ("biskni", Some("mBcN")),
    ("kniroo", Some("mNcR")),
    ("rookni", Some("mRcN")),
    ("shogiPawn", Some("fW")),
    ("lance", Some("fR")),
    ("shogiKnight", Some("fN")),
    ("clobber", Some("cW")),
    ("breakthrough", Some("fmWfF")),
    ("soldier", Some("fsW")),
    ("pawn", None),
    ("immobile", None),
    ("cannon", None),
    ("janggiCannon", None),
    ("horse", None),
    ("elephant", None),
    ("janggiElephant", None),
    ("banner", None),
    ("grasshopper", None),
    ("spider", None),
    ("bird", None),
    ("falcon", None),
];

/// The bot's pieces that a game can name, with their letters.
const OURS: [(&str, char); 6] =
    [("king", 'K'), ("queen", 'Q'), ("rook", 'R'), ("bishop", 'B'), ("knight", 'N'), ("pawn", 'P')];

/// The prefix of a custom piece's name; a number follows.
const CUSTOM: &str = "customPiece";
/// The most custom pieces.
const MOST_CUSTOM: u8 = 25;

/// A piece with its letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The key: `archbishop`, or `customPiece1`.
    pub(super) key: String,
    /// Its letter, in upper case.
    pub(super) letter: char,
    /// The moves of a custom piece or of a king.
    pub(super) moves: Option<String>,
    pub(super) line: usize,
}

/// Returns the order in which this key is read; `None` if it does not define a piece.
fn order(key: &str) -> Option<usize> {
    let custom = key.strip_prefix(CUSTOM).and_then(|number| number.parse().ok());
    match custom {
        Some(number) => (1..=MOST_CUSTOM).contains(&number).then_some(NAMED.len() + usize::from(number)),
        None => NAMED.iter().position(|(name, _)| *name == key),
    }
}

impl Piece {
    fn is_custom(&self) -> bool {
        self.key.starts_with(CUSTOM)
    }

    /// Returns its moves in Betza's notation; `None` if our files cannot express them, and for the pawn.
    pub(super) fn betza(&self) -> Option<&str> {
        let named = || NAMED.iter().find(|(name, _)| *name == self.key).and_then(|(_, moves)| *moves);
        self.moves.as_deref().or_else(named)
    }

    /// Returns its name in `pieces` if it is one of the bot's.
    pub(super) fn of_ours(&self) -> Option<&'static str> {
        let ours = OURS.iter().find(|(name, letter)| *name == self.key && *letter == self.letter);
        ours.filter(|_| self.moves.is_none()).map(|(name, _)| *name)
    }

    /// Returns its name in `pieces` if it is defined by the file.
    pub(super) fn slug(&self) -> String {
        let letter = self.letter.to_ascii_lowercase();
        if self.is_custom() {
            return format!("piece-{letter}");
        }
        let small: String = self
            .key
            .chars()
            .flat_map(|one| {
                one.is_ascii_uppercase().then_some('-').into_iter().chain([one.to_ascii_lowercase()])
            })
            .collect();
        if OURS.iter().any(|(name, _)| *name == self.key) { format!("{small}-{letter}") } else { small }
    }

    /// Returns the name shown to players.
    pub(super) fn name(&self) -> String {
        if self.is_custom() {
            return format!("Piece {}", self.letter);
        }
        let mut name = String::new();
        for (at, letter) in self.key.chars().enumerate() {
            if letter.is_ascii_uppercase() {
                name.push(' ');
            }
            name.push(if at == 0 { letter.to_ascii_uppercase() } else { letter });
        }
        name
    }

    /// Returns the drawing of the same name.
    pub(super) fn drawing(&self) -> Option<&str> {
        DRAWINGS.iter().copied().find(|drawing| *drawing == self.key)
    }
}

impl Conversion {
    /// Reads the pieces of these sections; later sections override earlier ones.
    pub(super) fn read_pieces(&mut self, chain: &[Section]) {
        for section in chain {
            let mut entries: Vec<(usize, &Entry)> = section
                .entries
                .iter()
                .filter_map(|entry| order(&entry.key).map(|order| (order, entry)))
                .collect();
            // If a key occurs twice, the later one counts.
            entries.sort_by_key(|(order, entry)| (*order, entry.line));
            for (_, entry) in entries {
                self.read_piece(entry);
            }
        }
    }

    fn read_piece(&mut self, entry: &Entry) {
        let Entry { key, value, line } = entry;
        self.pieces.retain(|piece| piece.key != *key);
        let (letter, moves) = match value.split_once(':') {
            Some((letter, moves)) => (letter.trim(), Some(moves.trim().to_owned())),
            None => (value.as_str(), None),
        };
        if letter == "-" || letter.is_empty() {
            return;
        }
        let mut letters = letter.chars();
        let one = letters.next().filter(|letter| letters.next().is_none() && letter.is_ascii_alphabetic());
        let may_say = key == "king" || key.starts_with(CUSTOM);
        let must_say = key.starts_with(CUSTOM);
        let Some(letter) = one.filter(|_| if moves.is_some() { may_say } else { !must_say }) else {
            let form =
                if must_say { "a letter and the moves, such as `a:BN`" } else { "a letter, such as `a`" };
            let text = format!("`{key}` takes {form}, not `{}`.", value.escape_debug());
            return self.faults.push(Fault { line: *line, text });
        };
        let letter = letter.to_ascii_uppercase();
        self.pieces.retain(|piece| piece.letter != letter);
        self.pieces.push(Piece { key: key.clone(), letter, moves, line: *line });
    }

    /// Drops the pieces with other letters, except the king, and reports those that our files cannot have.
    ///
    /// `first_moves_agree` says for a letter whether its pieces start on the squares from which pawns advance
    /// two squares.
    pub(super) fn keep_pieces(
        &mut self,
        used: &BTreeSet<char>,
        pawn: Option<char>,
        first_moves_agree: impl Fn(char) -> bool,
    ) {
        self.pieces.retain(|piece| used.contains(&piece.letter));
        let rank = |piece: &Piece| (piece.key != "king", Some(piece.letter) == pawn, order(&piece.key));
        self.pieces.sort_by_key(rank);
        for piece in &self.pieces {
            let mut fault = |text| self.faults.push(Fault { line: piece.line, text });
            let (key, letter) = (&piece.key, piece.letter);
            if letter == 'X' {
                fault(format!("`{key}`: a piece cannot have the letter X, which stands for a capture."));
            }
            if (letter == 'K') != (key == "king") {
                let text = "the letter K is the king's, and the king's letter is K.";
                fault(format!("`{key}`: {text}"));
            }
            if pawn == Some(letter) {
                continue;
            }
            match piece.betza() {
                None => fault(format!("`{key}`: a piece that moves like this cannot be expressed.")),
                Some(moves) => {
                    if moves.contains('i') && !first_moves_agree(letter) {
                        let ours = "in our files i is a move from where such pieces begin";
                        let theirs = "in Fairy-Stockfish it is one from where pawns go two squares";
                        fault(format!("`{key}`: {ours}, and {theirs}. These squares differ."));
                    }
                    let read = read_otherwise(moves).map_or_else(|| betza::movement(moves).map(drop), Err);
                    if let Err(why) = read {
                        fault(format!("`{key}`: {why}"));
                    }
                }
            }
        }
    }
}

/// Describes moves that Fairy-Stockfish reads differently.
///
/// It has riders only of steps and of the knight's leap, and its first moves never capture.
fn read_otherwise(moves: &str) -> Option<String> {
    // The small letters before each capital one.
    let groups = moves.split(|letter: char| !letter.is_ascii_lowercase());
    if groups.into_iter().any(|small| small.contains('i') && !small.contains('m')) {
        return Some(format!(
            "Fairy-Stockfish makes of i in `{moves}` a move that never takes, which is written im."
        ));
    }
    let mut letters = moves.chars().peekable();
    while let Some(letter) = letters.next() {
        let rides = letters.peek().is_some_and(|next| *next == letter || next.is_ascii_digit());
        if "DAHGCZ".contains(letter) && rides {
            return Some(format!(
                "a rider of the leap {letter} is not what Fairy-Stockfish makes of `{moves}`."
            ));
        }
    }
    None
}

/// True if the key defines a piece.
pub(super) fn is_piece(key: &str) -> bool {
    order(key).is_some()
}
