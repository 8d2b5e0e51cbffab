//! Parses the extended FEN, reporting all defects together, and writes it.

use super::defects::{FenDefect, FenError};
use super::fen_writer::{RIGHTS, rights_text, write};
use crate::board::geometry::{Direction, between};
use crate::board::piece::{ByColor, Color, Kind, Piece};
use crate::board::position::{Board, Position, PositionOf};
use crate::board::square::{Square, SquareSet};
use crate::movegen::moves::Move;
use crate::spec::Spec;
use crate::variant::Variant;

/// The longest text read, in bytes, more than any position needs. Longer texts are not quoted.
pub(super) const LONGEST: usize = 400;
/// The largest half-move clock and full-move number accepted.
pub const LARGEST: u32 = 100_000;

/// Parses and validates a position.
fn read<'s>(spec: &'s Spec, fen: &str) -> Result<PositionOf<'s>, Vec<FenDefect>> {
    if fen.len() > LONGEST {
        return Err(vec![FenDefect::TooLong(LONGEST)]);
    }
    let mut reader = Reader { spec, defects: Vec::new() };
    let position = reader.position(fen);
    position.filter(|_| reader.defects.is_empty()).ok_or(reader.defects)
}

/// True if a text is a board of this game, even if the pieces on it are wrong.
pub(super) fn is_board_of(spec: &Spec, board: &str) -> bool {
    let mut reader = Reader { spec, defects: Vec::new() };
    reader.board(board);
    !reader.defects.iter().any(FenDefect::is_of_another_board)
}

struct Reader<'s> {
    spec: &'s Spec,
    defects: Vec<FenDefect>,
}

impl<'s> Reader<'s> {
    fn defect(&mut self, defect: FenDefect) {
        if !self.defects.contains(&defect) {
            self.defects.push(defect);
        }
    }

    fn position(&mut self, fen: &str) -> Option<PositionOf<'s>> {
        let spec = self.spec;
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let expected = 6 + usize::from(spec.counts_promotions) + usize::from(spec.ends.checks.is_some());
        if fields.len() != expected {
            self.defect(FenDefect::FieldCount { expected, found: fields.len() });
        }
        let field = |index: usize| fields.get(index).copied();
        let (placement, hand) = match field(0)?.split_once('[') {
            Some((placement, rest)) => (placement, Some(rest)),
            None => (field(0)?, None),
        };
        let board = self.board(placement);
        let hands = self.hands(hand);
        let turn = field(1).and_then(|text| self.turn(text));
        let rights = field(2).map_or(0, |text| self.rights(text));
        let passed = field(3).and_then(|text| self.passed(text));
        let halfmove = field(4).and_then(|text| self.number(text, FenDefect::HalfmoveClock));
        let fullmove = field(5).and_then(|text| self.number(text, FenDefect::FullmoveNumber));
        if fullmove == Some(0) {
            self.defect(FenDefect::FullmoveZero);
        }
        let promotions = field(6).filter(|_| spec.counts_promotions).and_then(|text| self.promotions(text));
        let checks =
            spec.ends.checks.map(|most| field(expected - 1).and_then(|text| self.checks(text, most)));
        let position = PositionOf {
            spec,
            board,
            turn: turn.unwrap_or(Color::White),
            rights,
            passed: SquareSet::EMPTY,
            hands,
            promotions: promotions.unwrap_or_default(),
            checks_left: checks.flatten().unwrap_or_default(),
            halfmove: halfmove.unwrap_or(0),
            fullmove: fullmove.unwrap_or(1),
        };
        self.validate(position, turn.is_some(), &passed.unwrap_or_default())
    }

    fn board(&mut self, placement: &str) -> Board {
        let spec = self.spec;
        let mut board = Board::EMPTY;
        let rows: Vec<&str> = placement.split('/').collect();
        let ranks = usize::from(spec.last_rank - spec.first_rank) + 1;
        if rows.len() != ranks {
            self.defect(FenDefect::RankCount { expected: ranks, found: rows.len() });
        }
        for (row, rank) in rows.iter().zip((spec.first_rank..=spec.last_rank).rev()) {
            self.row(row, rank, &mut board);
        }
        board
    }

    fn row(&mut self, row: &str, rank: u8, board: &mut Board) {
        let spec = self.spec;
        let mut file: usize = 0;
        let mut chars = row.chars().peekable();
        while let Some(letter) = chars.next() {
            let mut run = 1;
            if let Some(first) = letter.to_digit(10) {
                run = first as usize;
                if first == 0 {
                    self.defect(FenDefect::LeadingZero(rank));
                }
                while let Some(digit) = chars.peek().and_then(|next| next.to_digit(10)) {
                    run = run.saturating_mul(10).saturating_add(digit as usize);
                    chars.next();
                }
            }
            let cells = (file..file.saturating_add(run.min(32))).filter_map(|f| self.cell(f, rank));
            for square in cells.collect::<Vec<_>>() {
                let hole = !spec.squares.contains(square);
                if letter.is_ascii_digit() && hole {
                    self.defect(FenDefect::IsHole(square));
                } else if letter == '*' && !hole {
                    self.defect(FenDefect::IsNoHole(square));
                } else if letter != '*' && !letter.is_ascii_digit() {
                    self.piece(letter, square, board);
                }
            }
            file = file.saturating_add(run);
        }
        if file != usize::from(spec.files) {
            self.defect(FenDefect::RankWidth { rank, expected: spec.files, found: file });
        }
    }

    fn cell(&self, file: usize, rank: u8) -> Option<Square> {
        let file = u8::try_from(file).ok().filter(|file| *file < self.spec.files)?;
        Square::at(file, rank)
    }

    fn piece(&mut self, letter: char, square: Square, board: &mut Board) {
        let spec = self.spec;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let Some(kind) = spec.kind(letter.to_ascii_uppercase()) else {
            self.defect(FenDefect::NoSuchPiece(letter));
            return;
        };
        if !spec.squares.contains(square) {
            self.defect(FenDefect::OnHole(kind, square));
        }
        if spec.exits.contains(square) && kind != Kind::KING {
            self.defect(FenDefect::OnExit(kind, square));
        }
        if spec.is_pawn(kind) {
            let last = spec.relative_rank(color, spec.promotion_rank[color]);
            let rank = spec.relative_rank(color, square.rank());
            if rank >= last {
                self.defect(FenDefect::BeyondLastRank(color, kind, square));
            } else if rank < self.lowest_rank(color, kind) {
                self.defect(FenDefect::BehindStartRank(color, kind, square));
            }
        }
        board.put(square, Piece { color, kind });
    }

    /// Returns the lowest rank (from 0) on which a pawn of a kind may stand: 2, or the lowest of its drops.
    fn lowest_rank(&self, color: Color, kind: Kind) -> u8 {
        let spec = self.spec;
        if spec.pawn.on_first_ranks {
            return 0;
        }
        let entered = spec.drops.filter(|rule| rule.kind == kind).and_then(|rule| {
            rule.squares[color].iter().map(|square| spec.relative_rank(color, square.rank())).min()
        });
        entered.map_or(2, |rank| rank.min(2))
    }

    fn hands(&mut self, text: Option<&str>) -> ByColor<u8> {
        let mut hands = ByColor::both(0_u8);
        match (text, self.spec.drops) {
            (None, None) => {}
            (Some(_), None) => self.defect(FenDefect::NoHand),
            (None, Some(_)) => self.defect(FenDefect::HandMissing),
            (Some(text), Some(rule)) => match text.strip_suffix(']') {
                None => self.defect(FenDefect::HandNotClosed),
                Some(letters) => {
                    let dropped = self.spec.letter(rule.kind);
                    for letter in letters.chars() {
                        if letter.to_ascii_uppercase() != dropped {
                            self.defect(FenDefect::NotForHand(letter));
                        } else if letter == dropped {
                            hands.white = hands.white.saturating_add(1);
                        } else {
                            hands.black = hands.black.saturating_add(1);
                        }
                    }
                }
            },
        }
        hands
    }

    fn turn(&mut self, text: &str) -> Option<Color> {
        match text {
            "w" => Some(Color::White),
            "b" => Some(Color::Black),
            _ => {
                self.defect(FenDefect::SideToMove(text.to_owned()));
                None
            }
        }
    }

    fn rights(&mut self, text: &str) -> u8 {
        if text == "-" {
            return 0;
        }
        let mut rights = 0;
        let mut last = None;
        for letter in text.chars() {
            let index = "KQkq".find(letter);
            if index.is_none() || index <= last {
                self.defect(FenDefect::CastlingRights(text.to_owned()));
                return 0;
            }
            last = index;
            rights |= index.map_or(0, |index| 1 << index);
        }
        rights
    }

    fn passed(&mut self, text: &str) -> Option<Vec<Square>> {
        if text == "-" {
            return Some(Vec::new());
        }
        let mut squares = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let file_ends = rest.chars().next().map_or(0, char::len_utf8);
            let digits = rest[file_ends..].chars().take_while(char::is_ascii_digit).count();
            let end = file_ends + digits;
            let Some(square) = rest.get(..end).and_then(|name| name.parse().ok()) else {
                self.defect(FenDefect::EnPassantField(text.to_owned()));
                return None;
            };
            squares.push(square);
            rest = &rest[end..];
        }
        Some(squares)
    }

    fn number(&mut self, text: &str, defect: fn(String) -> FenDefect) -> Option<u32> {
        let number = text.parse().ok().filter(|number| *number <= LARGEST && !text.starts_with('+'));
        if number.is_none() {
            self.defect(defect(text.to_owned()));
        }
        number
    }

    fn promotions(&mut self, text: &str) -> Option<ByColor<u16>> {
        let read = text.split_once('/').and_then(|(white, black)| {
            let number = |text: &str| text.parse::<u16>().ok().filter(|_| !text.starts_with('+'));
            Some(ByColor { white: number(white)?, black: number(black)? })
        });
        if read.is_none() {
            self.defect(FenDefect::PromotionsMade(text.to_owned()));
        }
        read
    }

    /// Reads the checks that each side has still to give, at most `most`.
    fn checks(&mut self, text: &str, most: u8) -> Option<ByColor<u8>> {
        let read = text.split_once('+').and_then(|(white, black)| {
            let number = |text: &str| text.parse::<u8>().ok().filter(|left| *left <= most);
            Some(ByColor { white: number(white)?, black: number(black)? })
        });
        let wrong = read.is_none_or(|left| left.white == 0 && left.black == 0);
        if wrong {
            self.defect(FenDefect::ChecksLeft(text.to_owned(), most));
        }
        read.filter(|_| !wrong)
    }

    /// Checks the position as a whole.
    fn validate(
        &mut self,
        mut position: PositionOf<'s>,
        turn_known: bool,
        passed: &[Square],
    ) -> Option<PositionOf<'s>> {
        let spec = position.spec;
        for color in Color::BOTH {
            let kings = position.board.of(color, Kind::KING).len();
            let is_blown_up = spec.explosion.is_some() && turn_known && kings == 0 && color == position.turn;
            if spec.royal[color] && kings != 1 && !is_blown_up {
                self.defect(FenDefect::Kings(color, kings));
            }
            if let Some(rule) = spec.drops {
                let in_hand = position.hands[color];
                let all = position.board.of(color, rule.kind).len() + usize::from(in_hand);
                if all > usize::from(rule.in_all) {
                    let (found, most) = (all as u16, u16::from(rule.in_all));
                    self.defect(FenDefect::TooManyPawns { color, piece: rule.kind, found, most });
                } else if in_hand > rule.in_hand {
                    self.defect(FenDefect::TooManyInHand { color, found: in_hand, most: rule.in_hand });
                }
            }
            if let Some(defect) = crate::board::material::defect(&position, color) {
                self.defect(defect);
            }
        }
        self.validate_rights(&position);
        if !turn_known {
            return None;
        }
        if !passed.is_empty() {
            position.passed = passed.iter().copied().collect();
            if !could_have_passed(&position, passed) {
                self.defect(FenDefect::NotPassed(position.turn.other()));
            }
        }
        // A king that has reached its goal got there safely, so this also holds for finished games.
        // But who blows up the other king need not leave check.
        let is_blown_up = spec.explosion.is_some() && position.king(position.turn).is_none();
        if self.defects.is_empty() && !is_blown_up && position.is_opponent_in_check() {
            self.defect(FenDefect::KingCanBeTaken(position.turn.other()));
        }
        Some(position)
    }

    fn validate_rights(&mut self, position: &PositionOf<'_>) {
        let unknown = position.rights & !position.spec.all_rights();
        if unknown != 0 {
            self.defect(FenDefect::NoSuchRight(rights_text(unknown)));
        }
        for row in &position.spec.castlings {
            let stands = |kind: Option<Kind>, at| {
                kind.is_some_and(|kind| position.board.of(row.color, kind).contains(at))
            };
            let home = stands(Some(Kind::KING), row.king) && stands(position.spec.rook, row.rook);
            if position.rights & row.right() != 0 && !home {
                let right = RIGHTS[row.right().trailing_zeros() as usize];
                self.defect(FenDefect::NotAtHome { right, king: row.king, rook: row.rook });
            }
        }
    }
}

/// True if a pawn of the side that just moved can have passed over these squares in this order.
///
/// The pawn, now right beyond them, is put back, and the generator is asked for the advance.
fn could_have_passed(position: &PositionOf<'_>, passed: &[Square]) -> bool {
    let (Some(first), Some(last)) = (passed.first(), passed.last()) else { return true };
    let us = position.turn.other();
    let up = Direction::up(us);
    let (Some(from), Some(to)) = (up.opposite().step(*first), up.step(*last)) else { return false };
    let in_order = between(from, to).len() == passed.len()
        && passed.windows(2).all(|pair| up.step(pair[0]) == Some(pair[1]));
    let Some(kind) = position.spec.ordinary_pawn else { return false };
    let pawn = Piece { color: us, kind };
    if !in_order || position.board.piece_at(to) != Some(pawn) || position.board.piece_at(from).is_some() {
        return false;
    }
    let mut before = *position;
    before.board.lift(to.set());
    before.board.put(from, pawn);
    before.turn = us;
    before.passed = SquareSet::EMPTY;
    let advance = Move::walk(kind, from, to);
    !advance.passed(position.spec).is_empty()
        && before.pseudo_legal_moves(&before.board, true).contains(&advance)
}

impl Position {
    /// Returns the start position of a game.
    ///
    /// # Panics
    /// Never: the start positions of all games are tested to be valid.
    pub fn start(variant: Variant) -> Self {
        let start = Self::from_fen(variant, &variant.spec().start_fen);
        start.unwrap_or_else(|error| panic!("the start position of {variant} is invalid: {error}"))
    }

    /// Parses and validates an extended FEN.
    ///
    /// # Errors
    /// All defects of the text or of the position, together.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, FenError> {
        read(variant.spec(), fen).map_err(|defects| FenError::new(variant, defects))
    }
}

impl<'s> PositionOf<'s> {
    /// Returns the start position of a game that is not known to be valid.
    ///
    /// # Errors
    /// All defects of the start position, together.
    pub fn start_of(spec: &'s Spec) -> Result<Self, Vec<FenDefect>> {
        read(spec, &spec.start_fen)
    }

    /// Parses and validates an extended FEN of a game whose specification may be dropped.
    ///
    /// # Errors
    /// All defects of the text or of the position, together.
    pub fn of_fen(spec: &'s Spec, fen: &str) -> Result<Self, Vec<FenDefect>> {
        read(spec, fen)
    }

    /// Writes the position as an extended FEN; [`Position::from_fen`] reads it back.
    pub fn fen(&self) -> String {
        write(self)
    }
}
