//! Taking a typed move apart: from text to what it says about origin, target, piece and promotion.

use crate::rules::piece::Kind;
use crate::rules::spec::Spec;
use crate::rules::square::Square;

/// How a lower-case letter that could be a file or a piece is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    FileFirst,
    PieceFirst,
}

/// What a text says about a move.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    pub(super) kinds: Vec<Kind>,
    pub(super) file: Option<u8>,
    pub(super) rank: Option<u8>,
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    /// Squares named after the target: further victims.
    pub(super) others: Vec<Square>,
    pub(super) takes: bool,
    pub(super) promotion: Vec<Kind>,
    pub(super) castles: bool,
    pub(super) king_side: Option<bool>,
    pub(super) drops: bool,
}

/// Full-width characters and typographic signs as plain ones, marks such as `+#!?` dropped, white space narrowed.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        let c = match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            '\u{d7}' => 'x',
            '\u{2018}' | '\u{2019}' => '\'',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        let dropped = matches!(c, '+' | '#' | '!' | '?' | '`' | '*');
        let doubled = c == ' ' && out.ends_with(' ');
        if !dropped && !doubled {
            out.push(c);
        }
    }
    let end = ["; checkmate", "; check", ", check", " check", " mate"];
    let cut =
        end.iter().find_map(|end| out.to_ascii_lowercase().ends_with(end).then(|| out.len() - end.len()));
    out.truncate(cut.unwrap_or(out.len()));
    out.trim().to_owned()
}

/// One piece of the text.
#[derive(Debug, PartialEq, Eq)]
enum Token {
    Kinds(Vec<Kind>),
    File(u8),
    Rank(u8),
    Square(Square),
    Takes,
    Drop,
    Castle,
    Side(bool),
    Promotes,
    Nothing,
}

impl Pattern {
    /// Reads a plain text; none when it is not shaped like a move.
    pub(super) fn read(spec: &Spec, text: &str, letters: Letters) -> Option<Self> {
        if let Some(castling) = castling_signs(text) {
            return castling;
        }
        let mut lexer = Lexer { spec, letters, chars: text.chars().collect(), at: 0, first_letter: true };
        let mut tokens = Vec::new();
        while let Some(mut more) = lexer.next()? {
            tokens.append(&mut more);
        }
        Self::gather(tokens)
    }

    fn gather(tokens: Vec<Token>) -> Option<Self> {
        let mut pattern = Self::default();
        let mut squares: Vec<Square> = Vec::new();
        let mut promotes = false;
        let mut trailing = Vec::new();
        for token in tokens {
            match token {
                Token::Kinds(kinds) if promotes => pattern.promotion = kinds,
                // Before a square it is a victim's name; left over at the end, what the pawn becomes.
                Token::Kinds(kinds) if pattern.takes || !squares.is_empty() => trailing = kinds,
                Token::Kinds(kinds) if pattern.kinds.is_empty() => pattern.kinds = kinds,
                Token::File(file) if squares.is_empty() && pattern.file.is_none() => {
                    pattern.file = Some(file);
                }
                Token::Rank(rank) if squares.is_empty() && pattern.rank.is_none() => {
                    pattern.rank = Some(rank);
                }
                Token::Kinds(_) | Token::File(_) | Token::Rank(_) => return None,
                Token::Square(square) => {
                    squares.push(square);
                    trailing.clear();
                }
                Token::Takes => pattern.takes = true,
                Token::Drop => pattern.drops = true,
                Token::Castle => pattern.castles = true,
                Token::Side(king_side) => pattern.king_side = Some(king_side),
                Token::Promotes => promotes = true,
                Token::Nothing => {}
            }
        }
        if pattern.promotion.is_empty() {
            pattern.promotion = trailing;
        }
        pattern.place(&squares)
    }

    fn place(mut self, squares: &[Square]) -> Option<Self> {
        match squares {
            [] if self.castles => {}
            [] => return None,
            _ if squares.len() > 4 => return None,
            [.., to] if self.castles => self.to = Some(*to),
            [to] => self.to = Some(*to),
            [_, ..] if self.drops => return None,
            [from, to, others @ ..] => {
                self.from = Some(*from);
                self.to = Some(*to);
                self.others = others.to_vec();
            }
        }
        Some(self)
    }
}

/// `O-O`, `0-0-0`, `ooo`, with or without the king's target. The outer option: whether it is castling at all.
#[allow(clippy::option_option, reason = "not castling, and castling to nowhere, are different answers")]
fn castling_signs(text: &str) -> Option<Option<Pattern>> {
    let upper: String = text
        .chars()
        .filter(|c| *c != ' ')
        .map(|c| if c == '0' { 'O' } else { c.to_ascii_uppercase() })
        .collect();
    let (rest, king_side) =
        ["O-O-O", "OOO"].iter().find_map(|sign| upper.strip_prefix(sign).map(|rest| (rest, false))).or_else(
            || ["O-O", "OO"].iter().find_map(|sign| upper.strip_prefix(sign).map(|rest| (rest, true))),
        )?;
    let rest = rest.trim_start_matches('-').to_ascii_lowercase().replace('o', "0");
    let to = if rest.is_empty() { Some(None) } else { rest.parse().ok().map(Some) };
    Some(to.map(|to| Pattern { castles: true, king_side: Some(king_side), to, ..Pattern::default() }))
}

struct Lexer<'a> {
    spec: &'a Spec,
    letters: Letters,
    chars: Vec<char>,
    at: usize,
    first_letter: bool,
}

impl Lexer<'_> {
    /// The next tokens: `Some(None)` at the end, `None` when the text is no move.
    #[allow(
        clippy::option_option,
        reason = "the end of the text and a text that is no move are different answers"
    )]
    fn next(&mut self) -> Option<Option<Vec<Token>>> {
        let Some(&c) = self.chars.get(self.at) else { return Some(None) };
        if c.is_ascii_alphabetic() {
            return self.letters_run().map(Some);
        }
        self.at += 1;
        let token = match c {
            ' ' | '-' | ',' | ';' | ':' | '(' | ')' | '.' | '\'' | '>' => Token::Nothing,
            '@' => Token::Drop,
            '=' | '/' => Token::Promotes,
            '1'..='9' => {
                let mut rank = c.to_digit(10)?;
                if let Some(digit) = self.chars.get(self.at).and_then(|next| next.to_digit(10)) {
                    rank = rank * 10 + digit;
                    self.at += 1;
                }
                Token::Rank(u8::try_from(rank).ok()?)
            }
            _ => return None,
        };
        Some(Some(vec![token]))
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
        if !digits.is_empty() {
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
        tokens.extend(square.map(Token::Square));
        Some(tokens)
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
            "takes" | "captures" | "take" | "x" => Token::Takes,
            "to" | "on" | "at" | "and" | "the" | "with" | "from" | "en" | "passant" | "ep" | "moves" => {
                Token::Nothing
            }
            "castle" | "castles" | "castling" => Token::Castle,
            "kingside" | "short" | "king's" => Token::Side(true),
            "queenside" | "long" | "queen's" => Token::Side(false),
            "side" => Token::Nothing,
            "drop" | "drops" | "dropped" => Token::Drop,
            "promotes" | "promote" | "promoting" | "becomes" => Token::Promotes,
            _ => Token::Kinds(self.name(word)?),
        })
    }

    /// The kinds of this game that a word of a name can mean; joins with the words that follow.
    fn name(&mut self, word: &str) -> Option<Vec<Kind>> {
        if word.len() < 3 {
            return None;
        }
        let words_of = |kind: Kind| kind.name().to_ascii_lowercase().replace('-', " ");
        let kinds: Vec<Kind> = self.spec.letters.iter().map(|(_, kind)| *kind).collect();
        // Two words first: "ninja pawn", "queen-guard".
        let rest: String = self.chars[self.at..].iter().collect();
        let rest_lower = rest.to_ascii_lowercase();
        for kind in &kinds {
            let full = words_of(*kind);
            let Some(second) = full.strip_prefix(word).and_then(|tail| tail.strip_prefix(' ')) else {
                continue;
            };
            if rest_lower.starts_with([' ', '-']) && rest_lower[1..].starts_with(second) {
                self.at += 1 + second.len();
                return Some(vec![*kind]);
            }
        }
        if matches!(word, "bird" | "heli" | "helicopter") {
            return Some(kinds.into_iter().filter(|kind| *kind == Kind::FlyingBomber).collect());
        }
        let exact: Vec<Kind> = kinds.iter().copied().filter(|kind| words_of(*kind) == word).collect();
        if !exact.is_empty() {
            return Some(exact);
        }
        let part: Vec<Kind> =
            kinds.into_iter().filter(|kind| words_of(*kind).split(' ').any(|part| part == word)).collect();
        (!part.is_empty()).then_some(part)
    }

    fn letter(&mut self, c: char) -> Option<Token> {
        let first = std::mem::replace(&mut self.first_letter, false);
        let lower = c.to_ascii_lowercase();
        let file = (lower as u8).checked_sub(b'a').filter(|file| *file < self.spec.files).map(Token::File);
        let kind = self.spec.kind(c.to_ascii_uppercase()).map(|kind| Token::Kinds(vec![kind]));
        if lower == 'x' {
            return Some(Token::Takes);
        }
        let seen_square = self.chars[..self.at].iter().any(char::is_ascii_digit);
        let piece_first = c.is_ascii_uppercase()
            || (first && self.letters == Letters::PieceFirst)
            || (seen_square && kind.is_some());
        if piece_first { kind.or(file) } else { file.or(kind) }
    }
}
