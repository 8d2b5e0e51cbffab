//! Compares the core with the second generator: legal moves, resulting position, check and state, on
//! positions from seeded random games and on randomly constructed positions.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use libtest_mimic::Trial;
use rules::piece_type::Special;
use rules::{
    Brake, Color, DrawReason, Kind, Line, Move, Piece, PieceType, Position, Spec, Square, SquareSet,
    Termination, Variant, distance,
};

use testing::check::standing;
use testing::constructed;
use testing::oracle::{self, Board};

/// Positions from random games, per game; fewer for a game that shares the rules of its base.
const PLAYED: usize = 5_000;
const PLAYED_OF_A_SISTER: usize = 1_500;
/// Constructed positions per game; each is then played on for a few plies.
const CONSTRUCTED: usize = 4_400;
/// The fewest positions that must be compared per game.
const COMPARED: usize = 10_000;
/// Factor for the extended run.
const MORE: usize = 10;
/// Random games are stopped after this many plies.
const LONGEST_GAME: usize = 250;
/// Plies played on from a constructed position.
const PLAYED_ON: usize = 2;

/// Counts of what has been compared.
#[derive(Default, Debug)]
pub struct Seen {
    counts: BTreeMap<&'static str, usize>,
    castling_targets: BTreeMap<String, usize>,
    promotion_kinds: BTreeSet<char>,
}

impl Seen {
    fn add(&mut self, what: &'static str, times: usize) {
        *self.counts.entry(what).or_default() += times;
    }

    fn of(&self, what: &str) -> usize {
        self.counts.get(what).copied().unwrap_or(0)
    }

    fn note(&mut self, position: &Position, moves: &[Move], ended: Option<Termination>) {
        let spec = position.spec();
        self.add("positions", 1);
        for mv in moves {
            if mv.is_castling() {
                *self.castling_targets.entry(mv.to().to_string()).or_default() += 1;
            }
            if let Some(kind) = mv.promotion() {
                self.promotion_kinds.insert(spec.letter(kind));
            }
            for (what, is) in MOVES {
                self.add(what, usize::from(is(spec, mv)));
            }
        }
        for (what, is) in POSITIONS {
            self.add(what, usize::from(is(position)));
        }
        let ended = match ended {
            Some(Termination::Checkmate(_)) => "mates",
            Some(Termination::Stalemate) => "stalemates",
            Some(Termination::Goal(_)) => "wins at the goal",
            Some(Termination::Rule(_) | Termination::Draw(DrawReason::BothArrived)) => {
                unreachable!("the games of the bot have none")
            }
            Some(Termination::Draw(DrawReason::Material)) => "dead positions",
            Some(Termination::Draw(DrawReason::SeventyFive)) => "draws by 75 moves",
            Some(Termination::Draw(DrawReason::Fivefold)) => unreachable!("no position tells a repetition"),
            None => "positions that go on",
        };
        self.add(ended, 1);
    }

    /// Records the effect of a brake on the side to move.
    fn note_brakes(&mut self, spec: &Spec, board: &Board) {
        let Some(braker) = spec.braker else { return };
        let brake = |from: oracle::Cell| {
            let kind = board.get(from).and_then(|letter| spec.kind(char::from(letter.to_ascii_uppercase())));
            kind.map(|kind| (kind, spec.brake(kind)))
        };
        let is_braked = |cell| board.is_braked(cell, board.white_to_move);
        let moves = board.reckless_moves();
        let texts: BTreeSet<String> = moves.iter().map(oracle::Move::text).collect();
        let free = board.without_brakes().reckless_moves();
        let is_walk = |one: &&oracle::Move| one.castling.is_none();
        for one in free.iter().filter(is_walk).filter(|one| !texts.contains(&one.text())) {
            let Some((from, (kind, brake))) = one.from.and_then(|from| Some((from, brake(from)?))) else {
                continue;
            };
            let what = match brake {
                Brake::OneSquare if is_braked(from) => "long moves from a braked square",
                Brake::OneSquare => "moves on past a braked square",
                Brake::NoSecondStep => "long steps of pawns that are braked",
                Brake::Held => "leaps that are braked",
                Brake::Free => unreachable!("{} is not braked", one.text()),
            };
            self.add(what, 1);
            self.add("moves of brakers that are braked", usize::from(kind == braker.kind));
        }
        for one in &moves {
            let far = |from: oracle::Cell| !is_braked(from) && !oracle::beside(from, one.to);
            let rides = |from| brake(from).is_some_and(|(_, brake)| brake == Brake::OneSquare);
            let stops = one.from.is_some_and(|from| far(from) && rides(from) && is_braked(one.to));
            self.add("stops on a braked square", usize::from(stops));
        }
    }
}

type OfMove = fn(&Spec, &Move) -> bool;
type OfPosition = fn(&Position) -> bool;
type HasIt = fn(&Spec) -> bool;

/// Kinds of moves to count.
const MOVES: [(&str, OfMove); 9] = [
    ("castlings", |_, mv| mv.is_castling()),
    ("drops", |_, mv| mv.is_drop()),
    ("en passant", |_, mv| mv.is_en_passant()),
    ("pawns that pass two squares", |spec, mv| mv.passed(spec).len() == 2),
    ("double victims", |_, mv| mv.victims().len() == 2),
    ("promotions of pawns", |spec, mv| mv.promotion().is_some() && spec.is_pawn(mv.kind())),
    ("promotions in a zone", |spec, mv| mv.promotion().is_some() && !spec.is_pawn(mv.kind())),
    ("landings far behind the victim", |spec, mv| {
        !spec.is_pawn(mv.kind())
            && mv.victims().len() == 1
            && mv.victims().first().is_some_and(|victim| victim != mv.to() && distance(victim, mv.to()) > 1)
    }),
    ("leaps of ninjas", |spec, mv| {
        let movement = &spec.piece_type(mv.kind()).movement;
        let is_leap = |from: Square| movement.leaps.contains(&by(from, mv.to()));
        matches!(movement.special, Some(Special::Ninja(_))) && mv.from().is_some_and(is_leap)
    }),
];

/// Kinds of positions to count.
const POSITIONS: [(&str, OfPosition); 6] = [
    ("checks", Position::is_check),
    ("frozen pieces", |position| !position.frozen().is_empty()),
    ("braked pieces", |position| {
        position.pieces().any(|(at, piece)| position.braked(piece.color).contains(at))
    }),
    ("kings that are spared", |position| {
        let spares = |piece: Piece| position.spec().piece_type(piece.kind).movement.spares_kings;
        let by_king = |at: Square, piece: Piece| {
            position.king(piece.color.other()).is_some_and(|king| distance(at, king) == 1)
        };
        position.pieces().any(|(at, piece)| spares(piece) && by_king(at, piece))
    }),
    ("hands larger than four", |position| Color::BOTH.iter().any(|color| position.hand(*color) > 4)),
    ("lines that end at holes", |position| {
        position.pieces().any(|(at, piece)| ends_at_a_hole(position, at, piece))
    }),
];

/// Which games have each of these. There it must occur often enough, and nowhere else at all.
const HAS: [(&str, HasIt); 25] = [
    ("positions", |_| true),
    ("checks", |_| true),
    ("promotions of pawns", |_| true),
    ("castlings", |spec| !spec.castlings.is_empty()),
    ("drops", |spec| spec.drops.is_some()),
    ("en passant", |spec| {
        has_special(spec, |special| matches!(special, Special::Pawn | Special::SlidingPawn))
    }),
    ("pawns that pass two squares", |spec| {
        spec.pawn.advance[2] > 2 && has_special(spec, |special| special == Special::Pawn)
    }),
    ("double victims", |spec| {
        let bombs = |special| matches!(special, Special::Bomber | Special::ExtendedBomber);
        has_special(spec, |special| bombs(special) || matches!(special, Special::Ninja(_)))
    }),
    ("promotions in a zone", |spec| spec.zone.is_some()),
    ("landings far behind the victim", |spec| {
        has_special(spec, |special| special == Special::ExtendedBomber)
    }),
    ("leaps of ninjas", |spec| {
        let leaps = |piece: &PieceType| !piece.movement.leaps.is_empty();
        spec.piece_types()
            .iter()
            .any(|piece| leaps(piece) && matches!(piece.movement.special, Some(Special::Ninja(_))))
    }),
    ("frozen pieces", |spec| spec.freezer.is_some()),
    ("braked pieces", |spec| spec.braker.is_some()),
    ("stops on a braked square", |spec| spec.braker.is_some()),
    ("moves on past a braked square", |spec| spec.braker.is_some()),
    ("long moves from a braked square", |spec| spec.braker.is_some()),
    ("long steps of pawns that are braked", |spec| spec.braker.is_some()),
    ("leaps that are braked", |spec| spec.braker.is_some_and(|rule| rule.holds_leapers)),
    ("moves of brakers that are braked", |spec| {
        spec.braker.is_some_and(|rule| !spec.piece_type(rule.kind).movement.lines.is_empty())
    }),
    ("hands larger than four", |spec| spec.drops.is_some_and(|rule| rule.in_hand > 4)),
    ("kings that are spared", |spec| spec.piece_types().iter().any(|piece| piece.movement.spares_kings)),
    ("lines that end at holes", Spec::lines_end_at_holes),
    ("wins at the goal", |spec| spec.goal.is_some()),
    ("mates", |_| true),
    ("stalemates", |_| true),
];

fn has_special(spec: &Spec, is: impl Fn(Special) -> bool) -> bool {
    spec.piece_types().iter().any(|piece| piece.movement.special.is_some_and(&is))
}

/// Returns the files and ranks from one square to another.
fn by(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// True if a slider could continue behind a hole if holes did not end its line.
fn ends_at_a_hole(position: &Position, at: Square, piece: Piece) -> bool {
    let spec = position.spec();
    let board: SquareSet = spec.rows().flatten().collect();
    let lines = spec.piece_type(piece.kind).movement.lines;
    spec.lines_end_at_holes()
        && lines.iter().any(|line| {
            let way = std::iter::successors(line.step(at), |next| line.step(*next));
            let free: Vec<Square> =
                way.take_while(|next| board.contains(*next) && position.piece_at(*next).is_none()).collect();
            let hole = free.iter().position(|next| !spec.squares.contains(*next));
            hole.is_some_and(|hole| free[hole..].iter().any(|next| spec.squares.contains(*next)))
        })
}

fn sorted<M>(mut moves: Vec<M>, text: fn(&M) -> String) -> (Vec<M>, Vec<String>) {
    moves.sort_by_cached_key(text);
    let texts = moves.iter().map(text).collect();
    (moves, texts)
}

/// Asserts that the core and the second generator agree on a position; returns its legal moves from both.
fn agree(position: &Position, board: &Board, seen: &mut Seen) -> Vec<(Move, oracle::Move)> {
    let fen = position.fen();
    assert_eq!(fen, board.fen());
    let (moves, texts) = sorted(position.legal_moves(), Move::to_string);
    let (slow, expected) = sorted(board.moves(), oracle::Move::text);
    assert_eq!(texts, expected, "legal moves of {fen}");
    assert_eq!(sorted(position.legal_moves_by_testing_each(), Move::to_string).1, expected, "{fen}");
    assert_eq!(position.count_legal_moves(), moves.len() as u64, "{fen}");
    assert_eq!(position.is_check(), board.in_check(), "check in {fen}");
    assert!(!position.is_opponent_in_check(), "{fen}");
    assert_eq!(standing(&Line::new(*position)), board.state_given(slow.is_empty()), "state of {fen}");
    for (cell, letter) in board.pieces() {
        let square = oracle::cell_text(cell).parse().expect("a square");
        assert_eq!(position.frozen().contains(square), board.is_frozen(cell), "{square} in {fen}");
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let braked = position.braked(color).contains(square);
        assert_eq!(braked, board.is_braked(cell, color == Color::White), "{square} in {fen}");
    }
    assert_eq!(tells_en_passant(position), moves.iter().any(Move::is_en_passant), "repetition of {fen}");
    seen.note(position, &moves, position.termination());
    seen.note_brakes(position.spec(), board);
    moves.into_iter().zip(slow).collect()
}

/// True if the repetition key differs from that of the position without en-passant squares.
fn tells_en_passant(position: &Position) -> bool {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if fields[3] == "-" {
        return false;
    }
    fields[3] = "-";
    let closed = Position::from_fen(position.variant(), &fields.join(" ")).expect("the same but for that");
    position.repetition_key() != closed.repetition_key()
}

/// Plays a move in both, and checks that the resulting FEN reads back.
fn play(position: &mut Position, board: &mut Board, mv: &Move, slow: &oracle::Move) {
    *position = position.after(mv).expect("a legal move");
    *board = board.after(slow);
    let fen = position.fen();
    let again = Position::from_fen(position.variant(), &fen);
    assert_eq!(again.as_ref(), Ok(&*position), "{fen} after {mv}");
}

/// Chooses a move, rarer kinds more often than their share.
fn choose(rng: &mut Rng, spec: &Spec, moves: &[(Move, oracle::Move)]) -> (Move, oracle::Move) {
    let wins = |mv: &Move| mv.kind() == Kind::KING && (spec.goals.white | spec.goals.black).contains(mv.to());
    let is_rare =
        |mv: &Move| mv.is_castling() || mv.promotion().is_some() || !mv.passed(spec).is_empty() || wins(mv);
    let rare: Vec<_> = moves.iter().filter(|(mv, _)| is_rare(mv)).collect();
    if !rare.is_empty() && rng.u8(..3) == 0 {
        return *rare[rng.usize(..rare.len())];
    }
    moves[rng.usize(..moves.len())]
}

/// Returns the factor and the seed; with `ROOKERY_RANDOM` a larger factor and a new seed each time.
fn effort(usual_seed: u64) -> (usize, Rng) {
    let random = std::env::var_os("ROOKERY_RANDOM").is_some();
    if random { (MORE, Rng::new()) } else { (1, Rng::with_seed(usual_seed)) }
}

fn compare_games(variant: Variant) {
    let (times, mut rng) = effort(20_240_601);
    let mut seen = Seen::default();
    let positions = if variant.spec().base.is_some() { PLAYED_OF_A_SISTER } else { PLAYED };
    while seen.of("positions") < positions * times {
        let mut position = Position::start(variant);
        let mut board = Board::from_fen(variant.slug(), &position.fen());
        for _ in 0..LONGEST_GAME {
            let moves = agree(&position, &board, &mut seen);
            if moves.is_empty() {
                break;
            }
            let (mv, slow) = choose(&mut rng, position.spec(), &moves);
            play(&mut position, &mut board, &mv, &slow);
        }
    }
    assert!(seen.of("checks") > 0, "{seen:?}");
}

fn compare_constructed(variant: Variant) {
    let (times, mut rng) = effort(19_070_917);
    let mut seen = Seen::default();
    for _ in 0..CONSTRUCTED * times {
        let mut position = constructed::position(variant, &mut rng);
        let mut board = Board::from_fen(variant.slug(), &position.fen());
        for _ in 0..=PLAYED_ON {
            let moves = agree(&position, &board, &mut seen);
            if moves.is_empty() {
                break;
            }
            let (mv, slow) = choose(&mut rng, position.spec(), &moves);
            play(&mut position, &mut board, &mv, &slow);
        }
    }
    if std::env::var_os("ROOKERY_SHOW_COUNTS").is_some() {
        println!("{variant}: {seen:?}");
    }
    assert_everything_occurred(variant, &seen);
}

/// Asserts that every feature of a game occurred often enough.
fn assert_everything_occurred(variant: Variant, seen: &Seen) {
    const OFTEN: usize = 100;
    /// Features that few positions of any game have.
    const RARE: [&str; 2] = ["mates", "stalemates"];
    let spec = variant.spec();
    assert!(seen.of("positions") >= COMPARED, "{seen:?}");
    for (what, has) in HAS {
        let (has, count) = (has(spec), seen.of(what));
        assert_eq!(has, count > 0, "{what}: {seen:?}");
        assert!(!has || count >= OFTEN || RARE.contains(&what), "{what}: only {count}");
    }
    assert!(seen.of("draws by 75 moves") > 0, "{seen:?}");
    assert_eq!(spec.dead.is_some(), seen.of("dead positions") > 0, "{seen:?}");
    let targets: BTreeSet<String> = spec.castlings.iter().map(|row| row.king_to.to_string()).collect();
    assert!(seen.castling_targets.keys().eq(&targets), "{seen:?}");
    assert!(seen.castling_targets.values().all(|count| *count >= OFTEN), "{seen:?}");
    let mut kinds = BTreeSet::new();
    for made in 0..5 {
        kinds.extend(spec.promotions(made).iter().map(|kind| spec.letter(*kind)));
    }
    kinds.extend(spec.zone.iter().map(|zone| spec.letter(zone.becomes)));
    assert_eq!(seen.promotion_kinds, kinds);
}

/// Returns two tests for each game.
pub fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for variant in games::all() {
        let name = |what| format!("rules::compare::{what}::{}", variant.slug());
        trials.push(Trial::test(name("games"), move || {
            compare_games(variant);
            Ok(())
        }));
        trials.push(Trial::test(name("constructed"), move || {
            compare_constructed(variant);
            Ok(())
        }));
    }
    trials
}
