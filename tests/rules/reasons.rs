//! Every reason for refusing a move text is true: thousands of illegal texts, with their reasons checked by
//! the slow engine.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use libtest_mimic::Trial;
use rookery::games;
use rookery::rules::piece_type::{PIECE_TYPES, Special};
use rookery::rules::{
    Kind, PieceType, Position, ReadError, Reason, Spec, Square, Variant, between, read_move,
};
use rookery::words::Words;

use testing::constructed;
use testing::oracle::{Board, Move};
use testing::random::piece_letters;

use case::Case;

mod case;

/// Positions per game, half of them from random games, half random placements.
const POSITIONS: usize = 150;
/// Positions of a game based on another one.
const POSITIONS_OF_A_SISTER: usize = 40;
/// Most additional positions for a reason that has not occurred yet.
const MORE: usize = 400;

/// Texts about a position, most of them illegal, covering each kind of reason.
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
        if own {
            // Kings that must not be captured, and squares behind holes.
            all.push(format!("{from}{}", position.king(position.turn().other()).expect("a royal king")));
            let holes = |to: &&Square| !(between(from, **to) & !spec.squares).is_empty();
            let afar = cells.iter().filter(|to| spec.squares.contains(**to)).filter(holes);
            all.extend(afar.map(|to| format!("{from}{to}")));
        }
        if own && piece.kind == Kind::KING {
            // A king's steps near danger.
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
    for mv in position.legal_moves() {
        let from = mv.from().filter(|_| mv.promotion().is_some());
        all.extend(from.map(|from| format!("{from}{}={}", mv.to(), letter(rng))));
    }
    let sign = ["O-O", "0-0-0", "castle"][rng.usize(..3)];
    let target =
        spec.castlings.get(rng.usize(..spec.castlings.len().max(1))).map_or(any(rng), |row| row.king_to);
    all.extend(["O-O", "O-O-O", "castle", "J@", "drop"].map(str::to_owned));
    all.extend([format!("{sign}{}", any(rng)), format!("{sign}{target}")]);
    all.extend(["a0", "j11", "z9", "e4j0"].map(str::to_owned));
    // A piece name only.
    all.extend(PIECE_TYPES.iter().map(|piece| piece.name.to_string()));
    all.extend(spec.letters().map(|letter| letter.to_string()));
    all
}

/// The squares of a reason about a move from one square to another.
fn way(reason: &Reason) -> Option<(Square, Square)> {
    match reason {
        Reason::DoesNotMoveLikeThat { from, to }
        | Reason::NothingToTake { from, to }
        | Reason::TakesOtherwise { from, to }
        | Reason::SparesKings { from, to, .. }
        | Reason::LineEnds { from, to, .. }
        | Reason::Blocked { from, to, .. }
        | Reason::Braked { from, to, .. } => Some((*from, *to)),
        Reason::GuardNotForLeapers { from, guard } => Some((*from, *guard)),
        Reason::KingInCheck { mv, .. } => Some((mv.from()?, mv.to())),
        _ => None,
    }
}

/// True if a text is two squares.
fn is_from_to(text: &str) -> bool {
    let mut halves = (2..text.len()).filter_map(|at| text.split_at_checked(at));
    let is_square = |half: &str| half.parse::<Square>().is_ok_and(|square| square.to_string() == half);
    halves.any(|(from, to)| is_square(from) && is_square(to))
}

/// The key for a piece other than a pawn that cannot promote as requested.
const IN_ZONE: &str = "PromotionNotAllowed in a zone";

fn is_pawn(position: &Position, piece: &PieceType) -> bool {
    position.spec().kind_of(piece).is_some_and(|kind| position.spec().is_pawn(kind))
}

/// The number of occurrences of each outcome.
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
            match reason {
                Reason::PromotionNotAllowed { piece, .. } if !is_pawn(case.position, piece) => {
                    IN_ZONE.to_owned()
                }
                _ => {
                    let debug = format!("{reason:?}");
                    debug.chars().take_while(char::is_ascii_alphanumeric).collect()
                }
            }
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

/// Positions of random games with random captures and checks, and random placements.
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

/// Checks all reasons in a position.
fn try_texts(position: &Position, rng: &mut Rng, counts: &mut Counts) {
    let board = Board::from_fen(position.variant().slug(), &position.fen());
    let legal: BTreeSet<String> = board.legal_moves().into_iter().collect();
    let reckless = board.reckless_moves();
    let case = Case { position, board, legal, reckless };
    // Moves forbidden by king safety or a brake are rare in random texts.
    let free = case.board.without_brakes().reckless_moves();
    let forbidden =
        free.iter().chain(&case.reckless).map(Move::text).filter(|text| !case.legal.contains(text));
    let forbidden: BTreeSet<String> = forbidden.collect();
    for text in texts(position, &case.legal, rng).iter().chain(&forbidden) {
        judge(&case, text, counts);
    }
}

/// The reasons that must occur in some position of a game.
fn expected(spec: &Spec) -> Vec<&'static str> {
    let has = |is: fn(&PieceType) -> bool| spec.piece_types().iter().any(is);
    let bombs =
        |piece: &PieceType| matches!(piece.movement.special, Some(Special::Bomber | Special::ExtendedBomber));
    let mut expected = vec![
        "Blocked",
        "DoesNotMoveLikeThat",
        "DoesNotTake",
        "KingInCheck",
        "NoPawnThere",
        "NoPiece",
        "NoPromotionHere",
        "NoSuchCastling",
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
    expected.extend(spec.freezer.map(|_| "Frozen"));
    expected.extend(spec.braker.map(|_| "Braked"));
    expected.extend(spec.braker.filter(|rule| rule.holds_leapers).map(|_| "GuardNotForLeapers"));
    expected.extend((!spec.exits.is_empty()).then_some("OnlyKingExits"));
    expected.extend(has(bombs).then_some("TakesOtherwise"));
    expected.extend(has(|piece| piece.movement.spares_kings).then_some("SparesKings"));
    expected.extend(spec.lines_end_at_holes().then_some("LineEnds"));
    expected.extend(spec.zone.iter().map(|_| IN_ZONE));
    if !spec.castlings.is_empty() {
        expected.extend(["CastlingLost", "CastlingBlocked", "CastlingInCheck", "CastlingThrough"]);
    }
    match spec.drops {
        Some(_) => expected.extend(["NotDropped", "HandEmpty", "NoDrop", "DropOutside", "DropBlocked"]),
        None => expected.push("NoDrops"),
    }
    expected
}

fn every_reason_is_so(variant: Variant) {
    let mut rng = Rng::with_seed(20_261_121);
    let mut counts = Counts::new();
    let all = positions(variant, &mut rng);
    for position in &all {
        try_texts(position, &mut rng, &mut counts);
    }
    let texts: usize = counts.values().sum();
    let illegal = |name: &&String| name.starts_with(|c: char| c.is_ascii_uppercase());
    let reasons: usize = counts.iter().filter(|(name, _)| illegal(name)).map(|(_, count)| count).sum();
    println!("{variant}: {} positions, {texts} texts, {reasons} reasons: {counts:?}", all.len());
    assert!(reasons > 40 * all.len(), "{variant}: {counts:?}");
    let mut expected = expected(variant.spec());
    expected.extend(all.iter().any(|position| position.legal_moves().is_empty()).then_some("GameOver"));
    // Rare reasons are searched in more positions.
    for _ in 0..MORE {
        expected.retain(|name| !counts.contains_key(*name));
        if expected.is_empty() {
            break;
        }
        try_texts(&constructed::position(variant, &mut rng), &mut rng, &mut counts);
    }
    assert!(expected.is_empty(), "{variant} never said {expected:?}: {counts:?}");
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
