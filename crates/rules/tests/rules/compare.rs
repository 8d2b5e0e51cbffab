//! The core against the second generator: every legal move, the resulting position, check and state, on positions of
//! seeded random games and on positions thrown together at random.

use std::collections::BTreeSet;

use fastrand::Rng;
use libtest_mimic::Trial;
use rules::{Color, DrawReason, Line, Move, Position, Spec, Termination, Variant};

use testing::check::standing;
use testing::constructed;
use testing::oracle::{self, Board};

/// Positions of random games, a game.
const PLAYED: usize = 5_000;
/// Positions thrown together, a game; each is then played on for a few plies.
const CONSTRUCTED: usize = 4_000;
/// So many times that when asked for more.
const MORE: usize = 10;
/// A random game that lasts longer is broken off.
const LONGEST_GAME: usize = 250;
/// Plies played on from a constructed position.
const PLAYED_ON: usize = 2;

/// How often the things that random play seldom reaches have been compared.
#[derive(Default, Debug)]
pub struct Seen {
    positions: usize,
    castlings: usize,
    castling_targets: BTreeSet<String>,
    drops: usize,
    en_passant: usize,
    two_passed: usize,
    promotions: usize,
    promotion_kinds: BTreeSet<char>,
    double_victims: usize,
    frozen: usize,
    braked: usize,
    checks: usize,
    mates: usize,
    stalemates: usize,
    wins_at_the_goal: usize,
    dead: usize,
    seventy_five: usize,
}

impl Seen {
    fn note(&mut self, position: &Position, moves: &[Move], ended: Option<Termination>) {
        self.positions += 1;
        for mv in moves {
            if mv.is_castling() {
                self.castlings += 1;
                self.castling_targets.insert(mv.to().to_string());
            }
            self.drops += usize::from(mv.is_drop());
            self.en_passant += usize::from(mv.is_en_passant());
            self.two_passed += usize::from(mv.passed(position.spec()).len() == 2);
            self.double_victims += usize::from(mv.victims().len() == 2);
            if let Some(kind) = mv.promotion() {
                self.promotions += 1;
                self.promotion_kinds.insert(position.spec().letter(kind));
            }
        }
        self.frozen += usize::from(!position.frozen().is_empty());
        let hindered = |color| {
            position.pieces().any(|(at, piece)| piece.color == color && position.braked(color).contains(at))
        };
        self.braked += usize::from(hindered(Color::White) || hindered(Color::Black));
        self.checks += usize::from(position.is_check());
        match ended {
            Some(Termination::Checkmate(_)) => self.mates += 1,
            Some(Termination::Stalemate) => self.stalemates += 1,
            Some(Termination::Goal(_)) => self.wins_at_the_goal += 1,
            Some(Termination::Draw(DrawReason::Material)) => self.dead += 1,
            Some(Termination::Draw(DrawReason::SeventyFive)) => self.seventy_five += 1,
            Some(Termination::Draw(DrawReason::Fivefold)) => unreachable!("no position tells a repetition"),
            None => {}
        }
    }
}

fn sorted<M>(mut moves: Vec<M>, text: fn(&M) -> String) -> (Vec<M>, Vec<String>) {
    moves.sort_by_cached_key(text);
    let texts = moves.iter().map(text).collect();
    (moves, texts)
}

/// The core and the second generator say the same of one position; its legal moves, as each of them writes them.
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
    moves.into_iter().zip(slow).collect()
}

/// Whether a repetition tells the position from the same one without its en-passant squares.
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

/// Plays a move on both, and reads the outcome back from its FEN.
fn play(position: &mut Position, board: &mut Board, mv: &Move, slow: &oracle::Move) {
    *position = position.after(mv).expect("a legal move");
    *board = board.after(slow);
    let fen = position.fen();
    let again = Position::from_fen(position.variant(), &fen);
    assert_eq!(again.as_ref(), Ok(&*position), "{fen} after {mv}");
}

/// A move, the rarer kinds more often than their share.
fn choose(rng: &mut Rng, spec: &Spec, moves: &[(Move, oracle::Move)]) -> (Move, oracle::Move) {
    let is_rare = |mv: &Move| mv.is_castling() || mv.promotion().is_some() || !mv.passed(spec).is_empty();
    let rare: Vec<_> = moves.iter().filter(|(mv, _)| is_rare(mv)).collect();
    if !rare.is_empty() && rng.u8(..3) == 0 {
        return *rare[rng.usize(..rare.len())];
    }
    moves[rng.usize(..moves.len())]
}

/// How many times the usual number is compared, and the seed: with `ROOKERY_RANDOM` more, and others each time.
fn effort(usual_seed: u64) -> (usize, Rng) {
    let random = std::env::var_os("ROOKERY_RANDOM").is_some();
    if random { (MORE, Rng::new()) } else { (1, Rng::with_seed(usual_seed)) }
}

fn compare_games(variant: Variant) {
    let (times, mut rng) = effort(20_240_601);
    let mut seen = Seen::default();
    while seen.positions < PLAYED * times {
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
    assert!(seen.checks > 0, "{seen:?}");
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

/// What a game has must have been on the board often enough to mean something.
fn assert_everything_occurred(variant: Variant, seen: &Seen) {
    const OFTEN: usize = 100;
    let spec = variant.spec();
    let has = |what: bool, count: usize, name: &str| {
        assert_eq!(what, count > 0, "{name}: {seen:?}");
        assert!(!what || count >= OFTEN, "{name}: only {count}");
    };
    has(true, seen.positions, "positions");
    has(true, seen.checks, "checks");
    has(true, seen.promotions, "promotions");
    has(!spec.castlings.is_empty(), seen.castlings, "castlings");
    has(spec.drops.is_some(), seen.drops, "drops");
    has(true, seen.en_passant, "en passant");
    has(spec.pawn.advance[2] > 2, seen.two_passed, "pawns that passed two squares");
    has(spec.letters().any(|letter| letter == 'F'), seen.double_victims, "double victims");
    has(spec.freezer.is_some(), seen.frozen, "frozen pieces");
    has(spec.braker.is_some(), seen.braked, "braked pieces");
    has(!spec.exits.is_empty() || !spec.palaces.white.is_empty(), seen.wins_at_the_goal, "wins at the goal");
    assert!(seen.mates > 0 && seen.stalemates > 0 && seen.seventy_five > 0, "{seen:?}");
    assert_eq!(spec.dead.is_some(), seen.dead > 0, "{seen:?}");
    let targets: BTreeSet<String> = spec.castlings.iter().map(|row| row.king_to.to_string()).collect();
    assert_eq!(seen.castling_targets, targets);
    let mut kinds = BTreeSet::new();
    for made in 0..5 {
        kinds.extend(spec.promotions(made).iter().map(|kind| spec.letter(*kind)));
    }
    assert_eq!(seen.promotion_kinds, kinds);
}

/// Two tests for each game.
pub fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for variant in Variant::all() {
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
