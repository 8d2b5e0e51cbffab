//! Known perft counts.

use super::super::{Board, Game};

/// The start positions, with the leaves at depth 1, 2 and 3.
const STARTS: [(&str, [u64; 3]); 20] = [
    ("claustrophobia", [18, 324, 6_199]),
    ("prison-break", [17, 289, 5_125]),
    ("birds-and-ninjas", [36, 1_296, 51_770]),
    ("squirrel", [48, 2_304, 116_972]),
    ("chess", [20, 400, 8_902]),
    ("flying-bombers", [36, 1_296, 50_328]),
    ("flying-bombers-hangars", [20, 400, 8_982]),
    ("flying-bombers-ninja", [36, 1_296, 56_370]),
    ("birds-old", [38, 1_444, 57_382]),
    ("birds-extended", [38, 1_444, 57_382]),
    ("birds-second", [36, 1_296, 52_914]),
    ("birds-leaping", [40, 1_600, 69_674]),
    ("birds-scepter", [36, 1_296, 50_754]),
    ("birds-insane", [36, 1_296, 51_770]),
    ("insane-ninja", [42, 1_764, 79_970]),
    ("insane-ninja-2", [36, 1_296, 50_042]),
    ("ninjutsu", [18, 324, 6_113]),
    ("palace-ninja-guards", [20, 400, 9_062]),
    ("capture-the-sceptre", [20, 400, 9_062]),
    ("hiashatar", [34, 1_156, 42_150]),
];

/// Positions from the middle of games, with the leaves at depth 1 and 2.
const MIDDLES: [(&str, &str, [u64; 2]); 5] = [
    ("flying-bombers", "B9/1FFF6/5R1q1F/1qf7/1F3p3b/5R4/5b1FF1/10/2q7/1k4K3 w - - 0 1", [102, 8_157]),
    (
        "flying-bombers-hangars",
        "K******f/b2q2Ff/1fF2f2/1Q6/1q4Nr/8/2p5/R5fF/5k2/1******1 w - - 0 1",
        [65, 4_073],
    ),
    (
        "birds-scepter",
        "****gj****/f1n4nrf/2B4bpp/2ppq2k2/1P8/p4p1P1P/F2PP5/4N1N3/1PP2G4/8P1/2R1QK2R1/****JG****[JJJjjj] w K a8a7 0 43",
        [71, 4_255],
    ),
    ("ninjutsu", "k3q1*/Nw1nq2/g1W2**/1G2g**/4P**/4W**/pKp2G1/1N1g1N* b - - 0 1", [49, 1_052]),
    ("hiashatar", "5k4/1hrh5p/1rH7/1H6p1/2H7/1h1h6/Hh1h6/1h3N4/5H4/5K4 w - - 0 1", [47, 3_020]),
];

fn check(board: &Board, counts: &[u64]) {
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(board.perft(depth), *expected, "depth {depth} of {} {}", board.game.slug, board.fen());
    }
}

fn check_start(slug: &str) {
    let (_, counts) = STARTS.iter().find(|(found, _)| *found == slug).expect("a row");
    check(&Board::from_fen(slug, Game::from_slug(slug).start), counts);
}

/// One test per game, so that they run in parallel.
macro_rules! starts {
    ($($name:ident $slug:literal)*) => {
        $(#[test]
        fn $name() {
            check_start($slug);
        })*

        #[test]
        fn every_game_is_counted() {
            let tested = [$($slug),*];
            assert!(super::super::GAMES.iter().all(|game| tested.contains(&game.slug)));
        }
    };
}

starts! {
    claustrophobia "claustrophobia"
    prison_break "prison-break"
    birds_and_ninjas "birds-and-ninjas"
    squirrel "squirrel"
    chess "chess"
    flying_bombers "flying-bombers"
    flying_bombers_hangars "flying-bombers-hangars"
    flying_bombers_ninja "flying-bombers-ninja"
    birds_old "birds-old"
    birds_extended "birds-extended"
    birds_second "birds-second"
    birds_leaping "birds-leaping"
    birds_scepter "birds-scepter"
    birds_insane "birds-insane"
    insane_ninja "insane-ninja"
    insane_ninja_2 "insane-ninja-2"
    ninjutsu "ninjutsu"
    palace_ninja_guards "palace-ninja-guards"
    capture_the_sceptre "capture-the-sceptre"
    hiashatar "hiashatar"
}

#[test]
fn positions_from_the_middle() {
    for (slug, fen, counts) in MIDDLES {
        let board = Board::from_fen(slug, fen);
        assert_eq!(board.fen(), fen);
        check(&board, &counts);
    }
}
