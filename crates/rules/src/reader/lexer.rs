//! Splits a plain text into tokens: squares, pieces, files, ranks and words.

use crate::board::piece_type::{PIECE_TYPES, PieceType};
use crate::board::square::Square;
use crate::spec::Spec;

/// How to read a lower-case letter that could be a file or a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    FileFirst,
    PieceFirst,
}

/// One token of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The pieces that a letter or a name can mean, including those of other games so that they can be
    /// refused by name.
    Pieces(Vec<&'static PieceType>),
    File(u8),
    Rank(u8),
    Square(Square),
    Takes,
    And,
    Drop,
    Castle,
    Side(bool),
    Promotes,
    Nothing,
}

/// Signs between the parts of a move that carry no meaning.
pub(super) const NOTHING_SIGNS: [char; 10] = [' ', '-', ',', ';', ':', '(', ')', '.', '\'', '>'];
/// Words without meaning.
pub(super) const NOTHING_WORDS: [&str; 10] =
    ["to", "on", "at", "the", "with", "from", "en", "passant", "ep", "moves"];
/// Words and the sign for a capture.
pub(super) const TAKES_WORDS: [&str; 4] = ["takes", "captures", "take", "x"];

/// Returns the piece of any game that a letter stands for.
fn piece_of_another_game(letter: char) -> Option<&'static PieceType> {
    PIECE_TYPES.iter().copied().find(|piece| piece.letter == letter.to_ascii_uppercase())
}

/// True if a piece's name contains all these words in this order.
pub(super) fn has_words(piece: &PieceType, words: &str) -> bool {
    let name = piece.words();
    let mut parts = name.split(' ');
    words.split(' ').all(|word| parts.any(|part| part == word))
}

pub(super) struct Lexer {
    spec: &'static Spec,
    letters: Letters,
    chars: Vec<char>,
    at: usize,
    first_letter: bool,
    /// Whether a square has already been read.
    seen_square: bool,
}

impl Lexer {
    /// Returns all tokens of a text; `None` if it contains anything that is not part of a move.
    pub(super) fn tokens(spec: &'static Spec, text: &str, letters: Letters) -> Option<Vec<Token>> {
        let chars = text.chars().collect();
        let mut lexer = Self { spec, letters, chars, at: 0, first_letter: true, seen_square: false };
        let mut tokens = Vec::new();
        while lexer.at < lexer.chars.len() {
            tokens.append(&mut lexer.next()?);
        }
        Some(tokens)
    }

    fn next(&mut self) -> Option<Vec<Token>> {
        let c = *self.chars.get(self.at)?;
        if c.is_ascii_alphabetic() {
            return self.letters_run();
        }
        self.at += 1;
        let token = match c {
            c if NOTHING_SIGNS.contains(&c) => Token::Nothing,
            '&' => Token::And,
            '@' => Token::Drop,
            '=' | '/' => Token::Promotes,
            '0'..='9' => {
                let mut rank = c.to_digit(10)?;
                if let Some(digit) = self.chars.get(self.at).and_then(|next| next.to_digit(10)) {
                    rank = rank * 10 + digit;
                    self.at += 1;
                }
                Token::Rank(u8::try_from(rank).ok()?)
            }
            _ => return None,
        };
        Some(vec![token])
    }

    /// Reads a run of letters: words, single letters, and possibly the file of a square at its end.
    fn letters_run(&mut self) -> Option<Vec<Token>> {
        let start = self.at;
        let letter = |c: &char| c.is_ascii_alphabetic() || *c == '\'';
        while self.chars.get(self.at).is_some_and(letter) {
            self.at += 1;
        }
        let mut run: Vec<char> = self.chars[start..self.at].to_vec();
        let digits: String =
            self.chars[self.at..].iter().take_while(|c| c.is_ascii_digit()).take(2).collect();
        let mut square = None;
        if !digits.is_empty() && !self.is_piece_with_rank(&run) {
            let named = |digits: &str| format!("{}{digits}", run[run.len() - 1]).parse::<Square>().ok();
            // "e10" is read as one square even on boards without it, where it is a typing error.
            if let Some(found) = named(&digits) {
                square = Some(found);
                self.at += digits.len();
                run.pop();
            } else if let Some(found) = named(&digits[..1]) {
                square = Some(found);
                self.at += 1;
                run.pop();
            }
        }
        let mut tokens = self.words(&run.into_iter().collect::<String>())?;
        self.seen_square |= square.is_some();
        tokens.extend(square.map(Token::Square));
        Some(tokens)
    }

    /// True if a letter is a piece followed by a rank: "f2a3" can mean the Flying Bomber from rank 2.
    ///
    /// Otherwise it means the square f2.
    fn is_piece_with_rank(&self, run: &[char]) -> bool {
        let more = self.chars[self.at..].iter().any(char::is_ascii_alphabetic);
        match run {
            [letter] if self.letters == Letters::PieceFirst && self.first_letter => {
                more && self.spec.kind(letter.to_ascii_uppercase()).is_some()
            }
            _ => false,
        }
    }

    fn words(&mut self, run: &str) -> Option<Vec<Token>> {
        if run.is_empty() {
            return Some(Vec::new());
        }
        if let Some(token) = self.word(&run.to_ascii_lowercase()) {
            return Some(vec![token]);
        }
        // An unknown word is read letter by letter only if it is short enough to be notation.
        if run.len() > 4 {
            return None;
        }
        run.chars().map(|c| self.letter(c)).collect()
    }

    fn word(&mut self, word: &str) -> Option<Token> {
        Some(match word {
            word if TAKES_WORDS.contains(&word) => Token::Takes,
            "and" => Token::And,
            word if NOTHING_WORDS.contains(&word) => Token::Nothing,
            "castle" | "castles" | "castling" => Token::Castle,
            "kingside" | "short" | "king's" => Token::Side(true),
            "queenside" | "long" | "queen's" => Token::Side(false),
            "side" => Token::Nothing,
            "drop" | "drops" | "dropped" => Token::Drop,
            "promotes" | "promote" | "promoting" | "becomes" => Token::Promotes,
            _ => {
                let own: Vec<_> = self.spec.kinds().map(|kind| self.spec.piece_type(kind)).collect();
                let all = || PIECE_TYPES.to_vec();
                Token::Pieces(self.name(word, &own).or_else(|| self.name(word, &all()))?)
            }
        })
    }

    /// Returns the pieces, among these, that a word can mean.
    ///
    /// Consumes the following words that belong to the name.
    fn name(&mut self, word: &str, pieces: &[&'static PieceType]) -> Option<Vec<&'static PieceType>> {
        if word.len() < 3 {
            return None;
        }
        let of = |means: &dyn Fn(&PieceType) -> bool| -> Vec<&'static PieceType> {
            pieces.iter().copied().filter(|piece| means(piece)).collect()
        };
        // Longer names first: "ninja pawn", "queen-guard", "insane ninja" for the Insane Ninja Knight.
        for (name, length) in self.longer_names(word) {
            let exact = of(&|piece| piece.words() == name);
            let found = if exact.is_empty() { of(&|piece| has_words(piece, &name)) } else { exact };
            if !found.is_empty() {
                self.at += length;
                return Some(found);
            }
        }
        let exact = of(&|piece| piece.words() == word || piece.nicknames.contains(&word));
        let found = if exact.is_empty() { of(&|piece| has_words(piece, word)) } else { exact };
        (!found.is_empty()).then_some(found)
    }

    /// Returns the word joined with the next one or two, in lower case, and their length in characters;
    /// longest first.
    fn longer_names(&self, word: &str) -> Vec<(String, usize)> {
        let (mut name, mut length, mut names) = (word.to_owned(), 0, Vec::new());
        while names.len() < 2 {
            let rest = &self.chars[self.at + length..];
            let is_letter = |c: &&char| c.is_ascii_alphabetic();
            let next: String = rest.iter().skip(1).take_while(is_letter).collect();
            if next.is_empty() || !rest.first().is_some_and(|sign| [' ', '-'].contains(sign)) {
                break;
            }
            length += 1 + next.len();
            name = format!("{name} {}", next.to_ascii_lowercase());
            names.insert(0, (name.clone(), length));
        }
        names
    }

    fn letter(&mut self, c: char) -> Option<Token> {
        let first = std::mem::replace(&mut self.first_letter, false);
        let lower = c.to_ascii_lowercase();
        if lower == 'x' {
            return Some(Token::Takes);
        }
        let file = (lower as u8).checked_sub(b'a').filter(|file| *file < self.spec.files).map(Token::File);
        let own = self.spec.kind(c.to_ascii_uppercase());
        let kind = own.map(|kind| Token::Pieces(vec![self.spec.piece_type(kind)]));
        let foreign = piece_of_another_game(c).map(|piece| Token::Pieces(vec![piece]));
        // A letter after a square is not a file: it is the captured piece or the promotion.
        if self.seen_square {
            return kind.or(foreign);
        }
        if c.is_ascii_uppercase() {
            return kind.or(file).or(foreign);
        }
        if first && self.letters == Letters::PieceFirst { kind.or(file) } else { file.or(kind) }
    }
}
