//! Checks of a reason by the slow engine.

use std::collections::BTreeSet;

use rookery::rules::piece_type::Special;
use rookery::rules::piece_type::{CAMEL, KNIGHT, PAWN, SQUIRREL};
use rookery::rules::{Braking, NoDrop, PieceType, Position, Reason, Square, stuck};

use testing::oracle::{Board, Cell, EMPTY, Move, beside, between};

/// A position with the slow engine's view of it.
pub(super) struct Case<'a> {
    pub(super) position: &'a Position,
    pub(super) board: Board,
    /// Its legal moves in canonical text.
    pub(super) legal: BTreeSet<String>,
    /// Its moves without regard to king safety.
    pub(super) reckless: Vec<Move>,
}

fn cell(square: Square) -> Cell {
    (square.file() as i8, square.rank() as i8)
}

impl Case<'_> {
    /// The letter of a piece in this game; `?` if the game does not have it.
    fn letter(&self, piece: &PieceType) -> u8 {
        self.position.spec().kind_of(piece).map_or(b'?', |_| piece.letter as u8)
    }

    /// True if a piece of the side to move with this letter is there.
    fn is(&self, at: Cell, piece: &PieceType) -> bool {
        self.board.is_own(at)
            && self.board.get(at).is_some_and(|found| found.to_ascii_uppercase() == self.letter(piece))
    }

    fn enemy(&self, letter: u8) -> u8 {
        if self.board.white_to_move { letter.to_ascii_lowercase() } else { letter }
    }

    fn own_cells(&self, piece: &PieceType) -> Vec<Cell> {
        self.board.pieces().into_iter().map(|(at, _)| at).filter(|at| self.is(*at, piece)).collect()
    }

    /// True if the reason is correct.
    pub(super) fn holds(&self, reason: &Reason, text: &str) -> bool {
        let board = &self.board;
        match reason {
            Reason::GameOver => self.legal.is_empty(),
            Reason::NotASquare(square) => board.is_off(cell(*square)),
            Reason::NoPiece(square) => board.get(cell(*square)) == Some(EMPTY),
            Reason::NotYours(square) => board.is_enemy(cell(*square)),
            Reason::NoSuchPiece(piece) => self.letter(piece) != b'?' && self.own_cells(piece).is_empty(),
            Reason::NotInThisGame(piece) => {
                !self.position.spec().piece_types().iter().any(|found| found.name == piece.name)
            }
            Reason::OtherLetter { typed, piece, .. } => {
                let pieces = self.position.spec().piece_types();
                let words = piece.name.to_ascii_uppercase();
                let mut names = words.split([' ', '-']).chain(["BIRD"]);
                pieces.iter().all(|found| found.letter != *typed)
                    && pieces.iter().any(|found| found == *piece)
                    && names.any(|word| word.starts_with(*typed))
            }
            Reason::PawnWritten(mv) => {
                let to = mv.to().to_string();
                self.legal.contains(&mv.to_string())
                    && self.position.spec().is_pawn(mv.kind())
                    && text.ends_with(&to)
            }
            Reason::NoneThere { piece, file, rank } => {
                let own = self.own_cells(piece);
                let there = |at: &&Cell| {
                    file.is_none_or(|file| file as i8 == at.0) && rank.is_none_or(|rank| rank as i8 == at.1)
                };
                !own.is_empty() && !own.iter().any(|at| there(&at))
            }
            Reason::OtherPiece { from, named } => board.is_own(cell(*from)) && !self.is(cell(*from), named),
            Reason::NoPawnThere { to, instead } => {
                let there: Vec<&Move> =
                    self.legal_moves().filter(|one| one.to == cell(*to) && one.castling.is_none()).collect();
                let a_pawn = |one: &&Move| one.from.is_some_and(|from| self.is(from, &PAWN));
                let texts: BTreeSet<String> = there.iter().map(|one| one.text()).collect();
                !there.iter().any(a_pawn) && texts == instead.iter().map(ToString::to_string).collect()
            }
            Reason::WhereTo(square) => {
                let told = stuck(self.position, *square).is_some();
                let can = self.legal_moves().any(|one| one.from == Some(cell(*square)));
                board.is_own(cell(*square)) && told != can
            }
            Reason::WhichMove { piece, moves } => {
                let drops = text.contains('@') || text.contains("drop");
                let is_meant = |one: &&Move| match one.from {
                    Some(from) => !drops && self.is(from, piece),
                    None => piece.letter == 'J',
                };
                let all: BTreeSet<String> = self.legal_moves().filter(is_meant).map(Move::text).collect();
                all == moves.iter().map(ToString::to_string).collect()
                    && (!all.is_empty() || self.own_cells(piece).len() > 1)
            }
            Reason::DoesNotTake { mv, square } => {
                let takes = |one: &Move| one.victims.contains(&Some(cell(*square)));
                self.legal_moves().any(|one| one.text() == mv.to_string() && !takes(one))
            }
            Reason::NoPromotionHere(mv) => self.legal.contains(&mv.to_string()) && mv.promotion().is_none(),
            Reason::PromotionNotAllowed { piece, asked, allowed } => {
                let allowed: BTreeSet<u8> = allowed.iter().map(|piece| self.letter(piece)).collect();
                let is_pawn = piece.movement.special.is_some_and(Special::is_pawn);
                let expected: BTreeSet<u8> = match board.game.made_in_the_zone() {
                    Some(made) if !is_pawn => [made].into(),
                    _ => board.becomes().iter().copied().collect(),
                };
                allowed == expected && (self.letter(asked) == b'?' || !expected.contains(&self.letter(asked)))
            }
            Reason::KingInCheck { mv, attacker: (square, piece), still } => {
                let text = mv.to_string();
                let one = self.reckless.iter().find(|one| one.text() == text);
                let one = one.unwrap_or_else(|| panic!("{text} is not even pseudo-legal"));
                let (white, from) = (board.white_to_move, cell(*square));
                let after = board.after(one);
                let at = after.king(white).expect("a king");
                let gives_check = |board: &Board| board.could_take(from, board.king(white).expect("a king"));
                let named =
                    after.get(from).is_some_and(|found| found.to_ascii_uppercase() == self.letter(piece));
                !self.legal.contains(&text)
                    && named
                    && after.could_take(from, at)
                    && *still == gives_check(board)
            }
            walk_or_special => {
                self.walk_holds(walk_or_special).unwrap_or_else(|| self.special_holds(walk_or_special, text))
            }
        }
    }

    /// Checks a reason about a piece's move from one square to another.
    fn walk_holds(&self, reason: &Reason) -> Option<bool> {
        let board = &self.board;
        let pawn = self.enemy(if board.game.has_pawns() { b'P' } else { b'J' });
        let free = board.without_brakes();
        Some(match reason {
            Reason::DoesNotMoveLikeThat { from, to } => {
                let (from, to) = (cell(*from), cell(*to));
                let alone = board.alone(from);
                board.is_own(from) && !alone.goes(from, to) && !alone.with(&[to], pawn).goes(from, to)
            }
            Reason::NothingToTake { from, to } => {
                let (from, to) = (cell(*from), cell(*to));
                board.get(to) == Some(EMPTY) && !free.goes(from, to) && free.with(&[to], pawn).goes(from, to)
            }
            Reason::TakesOtherwise { from, to } => {
                let (from, to) = (cell(*from), cell(*to));
                board.is_enemy(to) && !free.goes(from, to) && free.with(&[to], EMPTY).goes(from, to)
            }
            Reason::Blocked { from, to, by } => self.blocks(cell(*from), cell(*to), cell(*by)),
            Reason::SparesKings { piece, from, to } => {
                let (from, to) = (cell(*from), cell(*to));
                self.is(from, piece)
                    && board.get(to) == Some(self.enemy(b'K'))
                    && !free.goes(from, to)
                    && free.with(&[to], pawn).goes(from, to)
            }
            Reason::LineEnds { from, to, hole } => {
                let (from, to, hole) = (cell(*from), cell(*to), cell(*hole));
                let way = between(from, to);
                let nearer = way.iter().take_while(|at| **at != hole);
                // Without the holes it could move there.
                let open = free.with(&way, EMPTY);
                board.is_own(from)
                    && way.contains(&hole)
                    && board.is_off(hole)
                    && nearer.into_iter().all(|at| !board.is_off(*at))
                    && !free.goes(from, to)
                    && (open.goes(from, to) || open.with(&[to], EMPTY).goes(from, to))
            }
            Reason::Frozen { from, by } => {
                let (from, by) = (cell(*from), cell(*by));
                board.is_frozen(from) && board.get(by) == Some(self.enemy(b'I')) && beside(from, by)
            }
            Reason::Braked { from, to, by, how } => {
                let (from, to, by) = (cell(*from), cell(*to), cell(*by));
                let near = beside(by, from) || between(from, to).iter().any(|at| beside(by, *at));
                board.get(by) == board.game.braker().map(|letter| self.enemy(letter))
                    && near
                    && beside(by, from) == (*how != Braking::StopsBeside)
                    && !board.goes(from, to)
                    && free.goes(from, to)
            }
            Reason::GuardNotForLeapers { from, guard } => {
                let (from, guard) = (cell(*from), cell(*guard));
                let leaps = [&KNIGHT, &CAMEL, &SQUIRREL].into_iter().any(|piece| self.is(from, piece));
                leaps && board.get(guard) == Some(self.enemy(b'G')) && free.goes(from, guard)
            }
            Reason::OnlyKingExits(square) => board.game.is_exit(cell(*square)),
            _ => return None,
        })
    }

    /// True if the blocker blocks: it is on the path or at its end.
    ///
    /// Without the pieces there the move is possible, and with only this piece left there it is not, or with
    /// none of them alone.
    fn blocks(&self, from: Cell, to: Cell, by: Cell) -> bool {
        let free = self.board.without_brakes();
        let way = between(from, to);
        let alone = |one: Cell| {
            let others: Vec<Cell> = way.iter().copied().filter(|at| *at != one).collect();
            free.with(&others, EMPTY).goes(from, to)
        };
        let pawn = self.enemy(if free.game.has_pawns() { b'P' } else { b'J' });
        let enemy = free.with(&way, EMPTY).with(&[to], pawn);
        let end = if free.is_off(to) { Vec::new() } else { vec![to] };
        let open = free.with(&[by], EMPTY).goes(from, to)
            || free.with(&way, EMPTY).goes(from, to)
            || free.with(&way, EMPTY).with(&end, EMPTY).goes(from, to)
            || (by == to && self.board.is_own(to) && enemy.goes(from, to));
        let on_the_way = by == to || way.contains(&by);
        let stands = self.board.is_own(by) || self.board.is_enemy(by);
        let hinders = !alone(by) || way.iter().all(|one| alone(*one));
        stands && on_the_way && open && !free.goes(from, to) && hinders
    }

    /// Checks a reason about drops and castling.
    fn special_holds(&self, reason: &Reason, text: &str) -> bool {
        let board = &self.board;
        let white = board.white_to_move;
        let own_rank = |at: Cell| board.game.own_rank(white, at.1);
        let homes = board.game.castling(white);
        let royal = board.king(white).expect("a king");
        let drops = board.game.has_drops();
        match reason {
            Reason::NoDrops => !drops,
            Reason::NotDropped(piece) => drops && piece.letter != 'J',
            Reason::HandEmpty => drops && board.in_hand() == 0,
            Reason::NoDrop(why) => drops && self.no_drop_holds(*why),
            Reason::DropOutside(square) => drops && !board.game.may_drop(white, cell(*square)),
            Reason::DropBlocked { to, by } => {
                let (to, by) = (cell(*to), cell(*by));
                let pushed =
                    !board.game.drops_stay() && by.0 == to.0 && (2..=own_rank(to)).contains(&own_rank(by));
                let on_the_way = by == to || pushed;
                on_the_way && (board.is_own(by) || board.is_enemy(by))
            }
            Reason::NoSuchCastling { king_side, to } => homes.is_none_or(|(home, rooks)| {
                let sides = [(true, rooks[0].1), (false, rooks[1].1)];
                !sides.iter().any(|(side, files)| {
                    king_side.is_none_or(|asked| asked == *side)
                        && to.is_none_or(|to| to.rank() as i8 == home.1 && files.contains(&(to.file() as i8)))
                })
            }),
            Reason::CastlingLost => {
                let upper = text.to_uppercase().replace('0', "O");
                let sides: &[bool] = match () {
                    () if upper.starts_with("O-O-O") => &[false],
                    () if upper.starts_with("O-O") => &[true],
                    () => &[true, false],
                };
                sides.iter().any(|side| !board.may_castle(*side))
            }
            Reason::CastlingBlocked(by) => homes.is_some_and(|(home, rooks)| {
                let side = |side: usize| {
                    board.may_castle(side == 0) && between(home, rooks[side].0).contains(&cell(*by))
                };
                !matches!(board.get(cell(*by)), Some(EMPTY) | None) && (side(0) || side(1))
            }),
            Reason::CastlingInCheck(attacker) => board.could_take(cell(*attacker), royal),
            Reason::CastlingThrough { square, attacker } => {
                let there = cell(*square);
                there != royal && board.carried(royal, there).could_take(cell(*attacker), there)
            }
            other => panic!("{other:?} has no check"),
        }
    }

    /// Checks a reason why nothing can be dropped.
    fn no_drop_holds(&self, why: NoDrop) -> bool {
        let board = &self.board;
        let is_full = |rank: u8| (0..10).all(|file| board.get((file, rank as i8)) != Some(EMPTY));
        let holds = match why {
            NoDrop::HandEmpty => board.in_hand() == 0,
            NoDrop::RankFull(rank) => is_full(rank),
            NoDrop::SquaresFull(squares) => {
                squares.iter().all(|square| board.get(cell(square)) != Some(EMPTY))
            }
            NoDrop::Check { piece, by } => {
                let royal = board.king(board.white_to_move).expect("a king");
                let named =
                    board.get(cell(by)).is_some_and(|at| at.to_ascii_uppercase() == self.letter(piece));
                named && board.could_take(cell(by), royal)
            }
        };
        holds && !self.legal.iter().any(|text| text.starts_with("J@"))
    }

    fn legal_moves(&self) -> impl Iterator<Item = &Move> {
        self.reckless.iter().filter(|one| self.legal.contains(&one.text()))
    }
}
