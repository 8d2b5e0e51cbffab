//! From a plain text to tokens: squares, kinds, files, ranks and words.

use crate::piece::Kind;
use crate::spec::Spec;
use crate::square::Square;

/// How a lower-case letter that could be a file or a piece is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    FileFirst,
    PieceFirst,
}

/// One piece of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The kinds that a letter or a name can mean; kinds of other games too, so that they can be refused by name.
    Kinds(Vec<Kind>),
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

/// What the Flying Bomber is called in Birds and Ninjas.
pub(super) const BIRD: &str = "bird";
/// What people call the Flying Bomber besides.
pub(super) const BOMBER_NAMES: [&str; 3] = [BIRD, "heli", "helicopter"];
/// Signs that stand between the parts of a move and say nothing.
pub(super) const NOTHING_SIGNS: [char; 10] = [' ', '-', ',', ';', ':', '(', ')', '.', '\'', '>'];
/// Words that say nothing.
pub(super) const NOTHING_WORDS: [&str; 10] =
    ["to", "on", "at", "the", "with", "from", "en", "passant", "ep", "moves"];
/// Words for a capture; the sign is one of them.
pub(super) const TAKES_WORDS: [&str; 4] = ["takes", "captures", "take", "x"];

/// A letter that is no piece of the game may be one of another.
fn kind_of_another_game(letter: char) -> Option<Kind> {
    Some(match letter.to_ascii_uppercase() {
        'Q' => Kind::Queen,
        'R' => Kind::Rook,
        'B' => Kind::Bishop,
        'N' => Kind::Knight,
        'F' => Kind::FlyingBomber,
        'G' => Kind::NinjaGuard,
        'J' => Kind::NinjaPawn,
        'I' => Kind::IceQueen,
        'C' => Kind::Camel,
        'S' => Kind::Squirrel,
        _ => return None,
    })
}

/// The words of a kind's name: "queen guard".
pub(super) fn name_words(kind: Kind) -> String {
    kind.name().to_ascii_lowercase().replace('-', " ")
}

pub(super) struct Lexer<'a> {
    spec: &'a Spec,
    letters: Letters,
    chars: Vec<char>,
    at: usize,
    first_letter: bool,
    /// A square has been read before the letters in hand.
    seen_square: bool,
}

impl<'a> Lexer<'a> {
    /// All tokens of a text; none when it is not made of what moves are made of.
    pub(super) fn tokens(spec: &'a Spec, text: &str, letters: Letters) -> Option<Vec<Token>> {
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

    /// A run of letters: words, single letters, and perhaps the file of a square at its end.
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
            // "e10" is a square of the large boards; on the small ones it is a typing error all the same.
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

    /// "f2a3" with the piece first: the Flying Bomber from rank 2, not the square f2.
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
        // Words that are not known are not taken letter by letter, unless they are as short as notation is.
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
                let own: Vec<Kind> = self.spec.letters.iter().map(|(_, kind)| *kind).collect();
                Token::Kinds(self.name(word, &own).or_else(|| self.name(word, &Kind::ALL))?)
            }
        })
    }

    /// Those of these kinds that a word of a name can mean; joins with the word that follows.
    fn name(&mut self, word: &str, kinds: &[Kind]) -> Option<Vec<Kind>> {
        if word.len() < 3 {
            return None;
        }
        // Two words first: "ninja pawn", "queen-guard".
        let rest: String = self.chars[self.at..].iter().collect();
        let rest_lower = rest.to_ascii_lowercase();
        for kind in kinds {
            let full = name_words(*kind);
            let Some(second) = full.strip_prefix(word).and_then(|tail| tail.strip_prefix(' ')) else {
                continue;
            };
            if rest_lower.starts_with([' ', '-']) && rest_lower[1..].starts_with(second) {
                self.at += 1 + second.len();
                return Some(vec![*kind]);
            }
        }
        let of = |means: &dyn Fn(Kind) -> bool| -> Vec<Kind> {
            kinds.iter().copied().filter(|kind| means(*kind)).collect()
        };
        let bomber = BOMBER_NAMES.contains(&word);
        let exact = of(&|kind| name_words(kind) == word || (bomber && kind == Kind::FlyingBomber));
        let found = if exact.is_empty() {
            of(&|kind| name_words(kind).split(' ').any(|part| part == word))
        } else {
            exact
        };
        (!found.is_empty()).then_some(found)
    }

    fn letter(&mut self, c: char) -> Option<Token> {
        let first = std::mem::replace(&mut self.first_letter, false);
        let lower = c.to_ascii_lowercase();
        if lower == 'x' {
            return Some(Token::Takes);
        }
        let file = (lower as u8).checked_sub(b'a').filter(|file| *file < self.spec.files).map(Token::File);
        let kind = self.spec.kind(c.to_ascii_uppercase()).map(|kind| Token::Kinds(vec![kind]));
        let foreign = kind_of_another_game(c).map(|kind| Token::Kinds(vec![kind]));
        // Behind a square no file follows, but the piece that is taken or that a pawn becomes.
        if self.seen_square {
            return kind.or(foreign);
        }
        if c.is_ascii_uppercase() {
            return kind.or(file).or(foreign);
        }
        if first && self.letters == Letters::PieceFirst { kind.or(file) } else { file.or(kind) }
    }
}
