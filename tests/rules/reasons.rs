//! Every reason why a text is not played is so: thousands of illegal texts, and what is said of each held against the
//! slow engine.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use libtest_mimic::Trial;
use rookery::games;
use rookery::rules::piece_type::Special;
use rookery::rules::piece_type::{CAMEL, KNIGHT, PAWN, PIECE_TYPES, SQUIRREL};
use rookery::rules::{
    Braking, Kind, NoDrop, PieceType, Position, ReadError, Reason, Square, Variant, read_move, stuck,
};
use rookery::words::Words;

use testing::constructed;
use testing::oracle::{Board, Cell, EMPTY, Move, beside, between};
use testing::random::piece_letters;

/// Positions a game, half of them of random games, half thrown together.
const POSITIONS: usize = 240;
/// The same of a game that is built on another.
const POSITIONS_OF_A_SISTER: usize = 60;

/// A position with the slow engine's view of it.
struct Case<'a> {
    position: &'a Position,
    board: Board,
    /// Its legal moves in canonical text.
    legal: BTreeSet<String>,
    /// Its moves, the king's safety after them aside.
    reckless: Vec<Move>,
}

fn cell(square: Square) -> Cell {
    (square.file() as i8, square.rank() as i8)
}

impl Case<'_> {
    /// The letter of a piece in this game; another where it is none of it.
    fn letter(&self, piece: &PieceType) -> u8 {
        self.position.spec().kind_of(piece).map_or(b'?', |_| piece.letter as u8)
    }

    /// Does a piece of the side to move with this letter stand there?
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

    /// Whether what is said is so.
    fn holds(&self, reason: &Reason, text: &str) -> bool {
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

    /// What is said of a piece that goes from one square to another.
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

    /// The blocker blocks: it stands on the way or at its end; without what stands there the move is possible, and with
    /// this piece alone left there it is not, or with none alone.
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

    /// What is said of drops and castling.
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

    /// What is said of why nothing at all can be dropped.
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

/// Texts about a position most of which are illegal, in every manner that has a reason of its own.
fn texts(position: &Position, legal: &BTreeSet<String>, rng: &mut Rng) -> Vec<String> {
    let spec = position.spec();
    let cells: Vec<Square> = spec.rows().flatten().collect();
    let any = |rng: &mut Rng| cells[rng.usize(..cells.len())];
    let letters = piece_letters();
    let letters = letters.clone() + &letters.to_lowercase();
    let letter = |rng: &mut Rng| letters.chars().nth(rng.usize(..letters.len())).expect("a letter");
    let legal: Vec<&String> = legal.iter().collect();
    let mut all = Vec::new();
    for (from, piece) in position.pieces() {
        let own = piece.color == position.turn();
        for _ in 0..if own { 4 } else { 1 } {
            all.push(format!("{from}{}", any(rng)));
        }
        if own && piece.kind == Kind::KING {
            // A king's steps, where its danger is.
            let near = cells
                .iter()
                .filter(|to| from.file().abs_diff(to.file()) < 3 && from.rank().abs_diff(to.rank()) < 2);
            all.extend(near.map(|to| format!("{from}{to}")));
        }
        if own && rng.u8(..4) == 0 {
            all.extend([from.to_string(), format!("{}{from}", spec.letter(piece.kind))]);
            all.push(format!("{}{from}{}", letter(rng), any(rng)));
        }
    }
    for _ in 0..12 {
        let (one, two) = (any(rng), any(rng));
        all.extend([format!("{}{one}", letter(rng)), one.to_string(), format!("{one}{two}")]);
        all.push(format!("{}{}x{one}", letter(rng), char::from(b'a' + rng.u8(..10))));
        let file = char::from(b'A' + rng.u8(..10));
        all.extend([format!("{file}{one}"), format!("{file}x{one}")]);
        let name = &PIECE_TYPES[rng.usize(..PIECE_TYPES.len())].name;
        all.extend([format!("{name} {one}"), format!("{name} to {two}"), format!("{name} {one} to {two}")]);
        let big = letter(rng).to_ascii_uppercase();
        all.extend([format!("{big}{one}{two}"), format!("{big}{one}x{two}"), format!("{big}{one} {two}")]);
        all.extend([format!("J@{one}"), format!("{}@{one}", letter(rng).to_ascii_uppercase())]);
        if let Some(mv) = rng.choice(&legal) {
            all.extend([format!("{mv}={}", letter(rng)), format!("{mv} {one}{two}"), format!("{mv}{one}")]);
            all.push(format!("{}{mv}x{one}", letter(rng).to_ascii_uppercase()));
        }
    }
    let sign = ["O-O", "0-0-0", "castle"][rng.usize(..3)];
    let target =
        spec.castlings.get(rng.usize(..spec.castlings.len().max(1))).map_or(any(rng), |row| row.king_to);
    all.extend(["O-O", "O-O-O", "castle", "J@", "drop"].map(str::to_owned));
    all.extend([format!("{sign}{}", any(rng)), format!("{sign}{target}")]);
    all.extend(["a0", "j11", "z9", "e4j0"].map(str::to_owned));
    // A kind alone.
    all.extend(PIECE_TYPES.iter().map(|piece| piece.name.to_string()));
    all.extend(spec.letters().map(|letter| letter.to_string()));
    all
}

/// The squares that a reason is about, where it is about going from one to another.
fn way(reason: &Reason) -> Option<(Square, Square)> {
    match reason {
        Reason::DoesNotMoveLikeThat { from, to }
        | Reason::NothingToTake { from, to }
        | Reason::TakesOtherwise { from, to }
        | Reason::Blocked { from, to, .. }
        | Reason::Braked { from, to, .. } => Some((*from, *to)),
        Reason::GuardNotForLeapers { from, guard } => Some((*from, *guard)),
        Reason::KingInCheck { mv, .. } => Some((mv.from()?, mv.to())),
        _ => None,
    }
}

/// Whether a text is two squares.
fn is_from_to(text: &str) -> bool {
    let mut halves = (2..text.len()).filter_map(|at| text.split_at_checked(at));
    let is_square = |half: &str| half.parse::<Square>().is_ok_and(|square| square.to_string() == half);
    halves.any(|(from, to)| is_square(from) && is_square(to))
}

/// How often each outcome came.
type Counts = BTreeMap<String, usize>;

fn judge(case: &Case<'_>, text: &str, counts: &mut Counts) {
    let fen = case.position.fen();
    let name = match read_move(case.position, text) {
        Ok(mv) => {
            assert!(case.legal.contains(&mv.to_string()), "{text} was read as {mv} in {fen}");
            "played".to_owned()
        }
        Err(ReadError::Illegal(reason)) => {
            let told = Words::english().read_error(case.position, &ReadError::Illegal(reason.clone()));
            assert!(case.holds(&reason, text), "{text} in {fen}: {reason:?} is not so ({told})");
            let said = way(&reason).map(|(from, to)| format!("{from}{to}"));
            assert!(!is_from_to(text) || said.is_none_or(|said| said == text), "{text} in {fen}: {reason:?}");
            let debug = format!("{reason:?}");
            debug.chars().take_while(char::is_ascii_alphanumeric).collect()
        }
        Err(ReadError::OneAtATime(mv)) => {
            assert!(case.legal.contains(&mv.to_string()), "{text} begins with {mv} in {fen}");
            "OneAtATime".to_owned()
        }
        Err(ReadError::Ambiguous(moves)) => {
            assert!(moves.len() > 1, "{text} in {fen}");
            assert!(moves.iter().all(|mv| case.legal.contains(&mv.to_string())), "{text} in {fen}");
            "asked about".to_owned()
        }
        Err(ReadError::Unreadable(_)) => "unreadable".to_owned(),
    };
    *counts.entry(name).or_default() += 1;
}

/// Positions of random games, with captures and checks left to chance, and positions thrown together.
fn positions(variant: Variant, rng: &mut Rng) -> Vec<Position> {
    let half = if variant.spec().base.is_some() { POSITIONS_OF_A_SISTER / 2 } else { POSITIONS / 2 };
    let mut all = Vec::new();
    while all.len() < half {
        let mut position = Position::start(variant);
        for ply in 0..160 {
            let moves = position.legal_moves();
            if ply % 5 == 0 || moves.is_empty() {
                all.push(position);
            }
            let Some(mv) = rng.choice(&moves) else { break };
            position = position.after(mv).expect("a legal move");
        }
    }
    all.truncate(half);
    all.extend((0..half).map(|_| constructed::position(variant, rng)));
    all
}

fn every_reason_is_so(variant: Variant) {
    let mut rng = Rng::with_seed(20_261_121);
    let mut counts = Counts::new();
    let all = positions(variant, &mut rng);
    for position in &all {
        let board = Board::from_fen(variant.slug(), &position.fen());
        let legal: BTreeSet<String> = board.legal_moves().into_iter().collect();
        let reckless = board.reckless_moves();
        let case = Case { position, board, legal, reckless };
        // What the king's safety or a brake forbids is seldom met by chance.
        let free = case.board.without_brakes().reckless_moves();
        let forbidden =
            free.iter().chain(&case.reckless).map(Move::text).filter(|text| !case.legal.contains(text));
        let forbidden: BTreeSet<String> = forbidden.collect();
        for text in texts(position, &case.legal, &mut rng).iter().chain(&forbidden) {
            judge(&case, text, &mut counts);
        }
    }
    let texts: usize = counts.values().sum();
    let illegal = |name: &&String| name.starts_with(|c: char| c.is_ascii_uppercase());
    let reasons: usize = counts.iter().filter(|(name, _)| illegal(name)).map(|(_, count)| count).sum();
    println!("{variant}: {} positions, {texts} texts, {reasons} reasons: {counts:?}", all.len());
    assert!(reasons > 40 * all.len(), "{variant}: {counts:?}");
    let mut expected = vec![
        "Blocked",
        "DoesNotMoveLikeThat",
        "DoesNotTake",
        "KingInCheck",
        "NoPawnThere",
        "NoPiece",
        "NoPromotionHere",
        "NoSuchPiece",
        "NotInThisGame",
        "NotASquare",
        "NotYours",
        "NothingToTake",
        "OneAtATime",
        "OtherPiece",
        "PawnWritten",
        "PromotionNotAllowed",
        "WhereTo",
        "WhichMove",
    ];
    let spec = variant.spec();
    expected.extend(all.iter().any(|position| position.legal_moves().is_empty()).then_some("GameOver"));
    expected.extend(spec.freezer.map(|_| "Frozen"));
    expected.extend(spec.braker.map(|_| "Braked"));
    expected.extend(spec.braker.filter(|rule| rule.holds_leapers).map(|_| "GuardNotForLeapers"));
    expected.extend((!spec.exits.is_empty()).then_some("OnlyKingExits"));
    expected.push("NoSuchCastling");
    if !spec.castlings.is_empty() {
        expected.extend(["CastlingLost", "CastlingBlocked", "CastlingInCheck", "CastlingThrough"]);
    }
    match spec.drops {
        Some(_) => {
            expected.extend([
                "NotDropped",
                "HandEmpty",
                "NoDrop",
                "DropOutside",
                "DropBlocked",
                "TakesOtherwise",
            ]);
        }
        None => expected.push("NoDrops"),
    }
    // What is seldom met is met where more is tried.
    let seldom = spec.base.is_some();
    for name in expected {
        assert!(seldom || counts.contains_key(name), "{variant} never said {name}: {counts:?}");
    }
}

/// One test for each game.
pub fn tests() -> Vec<Trial> {
    let test = |variant: Variant| {
        crate::slowest::trial(format!("rules::reasons::{}", variant.slug()), move || {
            every_reason_is_so(variant);
            Ok(())
        })
    };
    games::all().map(test).collect()
}
