//! Reasons for moves that win, lose or save the game or pieces: each is given exactly if it is true.

use rookery::engine::{Engine, MATE, Merit, Rescue, Score, SearchLimits, Victory, Weights};
use rookery::rules::Line;
use rookery::rules::piece_type::{KNIGHT, PAWN};

use super::finding::line;

tests!(
    a_win_on_the_spot_is_told,
    a_win_by_force_is_told_with_its_length,
    a_win_that_only_the_search_sees_is_told,
    a_lost_game_is_told,
    the_only_move_is_told,
    what_is_won_is_what_is_left_after_the_answer,
    a_quiet_move_wins_what_cannot_be_saved,
    what_a_quiet_answer_saves_is_not_won,
    what_something_else_can_fall_for_is_not_named,
    what_is_dear_to_take_is_not_denied,
    what_wins_all_the_same_is_not_protected,
    a_win_that_was_threatened_is_prevented,
    a_win_that_is_threatened_is_told,
    a_piece_is_saved_in_three_ways,
    what_cannot_be_taken_back_is_not_protected,
    a_place_from_which_it_is_driven_is_not_safe,
    a_piece_that_has_taken_is_taken_back,
    what_moves_before_it_falls_is_told_where_it_stands,
    an_exchange_is_told_as_one,
    what_is_lost_elsewhere_is_traded_too,
    two_are_threatened_at_once,
);

pub fn engine(line: &Line) -> Engine {
    Engine::new(Weights::of(line.position().variant()), 1 << 20)
}

/// The reason for the last of some moves, in the position after the others.
#[track_caller]
pub fn reason(variant: &str, fen: &str, moves: &str) -> Option<Merit> {
    let (before, last) = moves.rsplit_once(' ').unwrap_or(("", moves));
    let line = line(variant, fen, before);
    let mv = line.position().legal_move(last).expect("a legal move");
    engine(&line).merit(&line, &mv)
}

/// Asserts a reason by its `Debug` form.
#[track_caller]
pub fn check(variant: &str, fen: &str, moves: &str, expected: &str) {
    let found = reason(variant, fen, moves).map_or_else(|| "None".to_owned(), |merit| format!("{merit:?}"));
    assert_eq!(found, expected, "{fen} {moves}");
}

/// The name of the reason; empty without one.
#[track_caller]
pub fn named(variant: &str, fen: &str, moves: &str) -> String {
    let found = reason(variant, fen, moves).map_or_else(String::new, |merit| format!("{merit:?}"));
    found.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

fn a_win_on_the_spot_is_told() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    check("chess", back_rank, "a1a8", "Wins(Mate)");
    assert_ne!(named("chess", back_rank, "a1a7"), "Wins");
    check(
        "prison-break",
        "5k/6/6/1K4/6/6/6/6 w - - 0 1",
        "b5a4",
        "Wins(Arrival(Goal { slug: \"escape\" }, a4))",
    );
    check(
        "claustrophobia",
        "k5*/7/4K**/5**/5**/5**/7/6* w - - 0 1",
        "e6f7",
        "Wins(Arrival(Goal { slug: \"scepter\" }, f7))",
    );
}

fn a_win_by_force_is_told_with_its_length() {
    let in_two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    check("chess", in_two, "a1a6", "Forces { moves: 2, by: Some(Mate) }");
    assert_ne!(named("chess", in_two, "a1a7"), "Forces");
    let running = "5k/6/2K3/6/6/6/6/6 w - - 0 1";
    let found = reason("prison-break", running, "c6b6");
    assert!(matches!(found, Some(Merit::Forces { moves: 2, by: Some(Victory::Arrival(..)) })), "{found:?}");
}

fn a_win_that_only_the_search_sees_is_told() {
    let seen = |variant, fen: &str, text, score| {
        let line = line(variant, fen, "");
        let mv = line.position().legal_move(text).expect("a legal move");
        engine(&line).merit_of_best(&line, &mv, score)
    };
    let deep = "8/2k5/2p5/1P2pPR1/5n2/q4P2/2Q4P/5K2 w - - 0 51";
    let by = Some(Victory::Mate);
    assert_eq!(seen("chess", deep, "c2c6", Score(MATE - 9)), Some(Merit::Forces { moves: 5, by }));
    // A variant with a goal can end in two forms.
    let start = "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1";
    let found = seen("prison-break", start, "b1a3", Score(MATE - 9));
    assert_eq!(found, Some(Merit::Forces { moves: 5, by: None }));
    assert!(!matches!(seen("prison-break", start, "b1a3", Score(500)), Some(Merit::Forces { .. })));
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(seen("chess", back_rank, "a1a8", Score(MATE - 1)), Some(Merit::Wins(Victory::Mate)));
}

fn a_lost_game_is_told() {
    let line = line("chess", "k7/8/2K5/8/8/8/7P/7R b - - 0 1", "");
    let hint = engine(&line).hint(&line, SearchLimits::nodes(20_000), &|| false).expect("a move");
    assert_eq!(hint.merit, Some(Merit::HoldsOut(3)));
    let even = self::line("chess", "k7/8/2K5/8/8/8/7P/8 b - - 0 1", "");
    let hint = engine(&even).hint(&even, SearchLimits::nodes(500), &|| false).expect("a move");
    assert!(!matches!(hint.merit, Some(Merit::HoldsOut(_))), "{hint:?}");
}

fn the_only_move_is_told() {
    check("chess", "8/3Q4/k7/P7/6K1/P1P5/8/8 b - - 0 69", "a6a5", "Only");
    assert_ne!(named("chess", "8/8/k7/P7/6K1/P1P5/8/8 b - - 0 69", "a6a5"), "Only");
}

fn what_is_won_is_what_is_left_after_the_answer() {
    check(
        "chess",
        "4k3/8/8/4p3/8/8/8/K3R3 w - - 0 1",
        "e1e5",
        "Gains { won: [Placed { piece: Pawn, at: e5 }], lost: [] }",
    );
    // A guarded pawn is not won by a Rook.
    assert_eq!(named("chess", "4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5"), "Checks");
    let double = "5k/6/6/4n1/1n1p2/2G3/1P4/5K w - - 0 1";
    let found = reason("prison-break", double, "c3e5");
    let Some(Merit::Gains { won, lost }) = found else { panic!("{found:?}") };
    assert_eq!(won.iter().map(|one| one.piece).collect::<Vec<_>>(), [&PAWN, &KNIGHT]);
    assert!(lost.is_empty());
    // A Bomber for a Bomber, and a Pawn: all captures are listed.
    check(
        "claustrophobia",
        "1g3k*/Ff5/4f**/5**/2P1p**/2G1Q**/PP1N2N/2F2K* w - - 3 23",
        "a7c7",
        "Gains { won: [Placed { piece: FlyingBomber, at: b7 }, Placed { piece: Pawn, at: e4 }], lost: [FlyingBomber] }",
    );
    check(
        "chess",
        "6k1/1b3ppp/2p5/3q4/4P3/8/8/6K1 w - - 0 1",
        "e4d5",
        "Gains { won: [Placed { piece: Queen, at: d5 }], lost: [Pawn] }",
    );
}

fn a_quiet_move_wins_what_cannot_be_saved() {
    let fork = "2r3k1/8/8/3N4/8/8/PP6/4K3 w - - 0 1";
    check("chess", fork, "d5e7", "Catches { check: true, won: [Placed { piece: Rook, at: c8 }], lost: [] }");
    assert_eq!(named("chess", fork, "d5f6"), "Checks");
    // Here the King captures the Knight.
    assert_ne!(named("chess", "2r2k2/8/8/3N4/8/8/PP6/4K3 w - - 0 1", "d5e7"), "Catches");
}

fn what_a_quiet_answer_saves_is_not_won() {
    for (variant, fen, mv) in [
        (
            "birds-and-ninjas",
            "****1f****/1r1b1kr1f1/1pppp1pppp/1ng7/3bF3P1/10/P7PP/q4N1g2/1RG4GNJ/1JPP1PPBJJ/3BQKR3/****1F****[jjjj] b - - 4 26",
            "d7b5",
        ),
        ("prison-break", "f1g1kg/p2ip1/n1p2p/1p1p2/2IP2/1PN3/P1P1PP/F1G1KG w - - 4 7", "c4b5"),
        ("chess", "r3kbnr/ppp1qppp/P2p4/5b2/3p4/B4N2/P1P1PPPP/RN1QKB1R w KQkq - 1 7", "a6b7"),
    ] {
        let found = reason(variant, fen, mv);
        let won = match &found {
            Some(Merit::Gains { won, .. } | Merit::Catches { won, .. }) => won.len(),
            _ => 0,
        };
        assert!(won < 2, "{mv}: {found:?}");
    }
}

fn what_something_else_can_fall_for_is_not_named() {
    // By captures only the named piece falls; the best reply gives up another one.
    for (variant, fen, mv) in [
        ("prison-break", "4k1/p1pnp1/4g1/1Pp2p/6/3GG1/f1K1P1/g5 w - - 0 19", "c2b3"),
        (
            "squirrel",
            "c2b4bc/rn1gqkg1nr/pp1p3pp1/2ps2p2p/4pp4/2P3s3/1P1S3S1N/PB1PPP1PPP/R2GQ1GB1R/C2N2K2C b kq - 1 14 0/0",
            "e6e5",
        ),
    ] {
        let found = reason(variant, fen, mv);
        assert!(!matches!(found, Some(Merit::Catches { .. })), "{mv}: {found:?}");
    }
}

fn what_is_dear_to_take_is_not_denied() {
    for (variant, fen, mv) in [
        ("prison-break", "1ng1k1/p1p1p1/f5/2p2p/2pi1g/P1IPG1/3NP1/F1K2G w - - 0 13", "d2f3"),
        (
            "squirrel",
            "c2g2g1bc/r4ks2r/pppbppppp1/n2p1s3n/1q7p/1P1P1P4/2P1S1P3/P2BP1BPPP/RN1GQKG1NR/C7SC b KQkq f4 0 11 0/0",
            "c8c7",
        ),
    ] {
        let found = reason(variant, fen, mv);
        let denied = matches!(found, Some(Merit::Denies(..) | Merit::Prevents { costs: true, .. }));
        assert!(!denied, "{mv}: {found:?}");
    }
}

fn what_wins_all_the_same_is_not_protected() {
    // A recapture lets the King arrive.
    let exit = "2g1k1/pp4/f3pp/3p2/2pF1G/K1P2P/P1P1P1/5G b - - 0 18";
    assert_ne!(named("prison-break", exit, "e6e5"), "Protects");
}

fn a_win_that_was_threatened_is_prevented() {
    let threatened = "r5k1/5ppp/8/8/8/8/1P3PPP/6K1 w - - 0 1";
    check("chess", threatened, "h2h3", "Stops { mv: a8a1, takes: [], moves: 1, by: Some(Mate) }");
    assert_ne!(named("chess", threatened, "b2b3"), "Stops");
    let leaving = "6/1k2p1/1p4/6/3p1F/6/3PP1/4K1 w - - 1 35";
    let found = reason("prison-break", leaving, "f4f3");
    assert!(
        matches!(found, Some(Merit::Stops { moves: 2, by: Some(Victory::Arrival(..)), .. })),
        "{found:?}"
    );
}

fn a_win_that_is_threatened_is_told() {
    let back_rank = "6k1/5ppp/8/8/8/8/3K4/7R w - - 0 1";
    check("chess", back_rank, "h1b1", "Menaces { mv: b1b8, takes: [], moves: 1, by: Some(Mate) }");
    let taking = "1n4k1/5ppp/8/8/8/8/3K1PPP/7R w - - 0 1";
    let found = reason("chess", taking, "h1b1");
    let takes = matches!(&found, Some(Merit::Menaces { takes, .. }) if takes.len() == 1);
    assert!(takes, "{found:?}");
    assert_ne!(named("chess", back_rank, "h1h3"), "Menaces");
}

fn a_piece_is_saved_in_three_ways() {
    let away = reason("chess", "6k1/1b6/8/8/4R3/8/8/6K1 w - - 0 1", "e4d4");
    assert!(matches!(away, Some(Merit::Saves { how: Rescue::Away, .. })), "{away:?}");
    let covered = reason("chess", "6k1/1b6/8/8/4N3/8/5P2/6K1 w - - 0 1", "f2f3");
    assert!(matches!(covered, Some(Merit::Saves { how: Rescue::Covered, .. })), "{covered:?}");
    let blocked = "6k1/1b6/8/8/3PN3/8/8/6K1 w - - 0 1";
    let barred = reason("chess", blocked, "d4d5");
    assert!(matches!(barred, Some(Merit::Saves { how: Rescue::Barred, .. })), "{barred:?}");
    assert_ne!(named("chess", blocked, "g1f1"), "Saves");
    // Protecting a Rook against a Bishop is not enough.
    assert_ne!(named("chess", "6k1/1b6/8/8/4R3/8/5P2/6K1 w - - 0 1", "f2f3"), "Saves");
}

fn what_cannot_be_taken_back_is_not_protected() {
    // Each of them makes a threat of its own instead.
    for (fen, mv) in [
        ("r1bqkbnr/ppp1pp1p/2np4/3P4/2P1P1p1/1P6/P4PPP/RNBQKBNR b KQkq - 0 5", "f8g7"),
        ("2r2bnr/p1pkpppp/1pnq4/1B3b2/2PPpN2/7P/PP1N1PP1/R1BQ1RK1 w - - 1 10", "d4d5"),
        ("8/2kp1Q2/1qp1p3/4P3/3P1b2/2PB1N2/7P/3N2K1 b - - 6 45", "b6b3"),
    ] {
        let found = reason("chess", fen, mv);
        assert!(!matches!(found, Some(Merit::Saves { how: Rescue::Covered, .. })), "{mv}: {found:?}");
    }
}

fn a_place_from_which_it_is_driven_is_not_safe() {
    let driven = "1r1q1rk1/3n1p1p/p1p3p1/3pbb2/1Q2n2P/P3P3/R1P1NPP1/2BNKB1R w K - 4 19";
    assert_ne!(named("chess", driven, "b4a4"), "Saves");
}

fn a_piece_that_has_taken_is_taken_back() {
    let before = "6k1/8/2n5/8/3N4/4P3/8/6K1 b - - 0 1";
    check("chess", before, "c6d4 e3d4", "TakesBack([Placed { piece: Knight, at: d4 }])");
    // It captured a Pawn there and is worth more.
    let more = "6k1/8/2n5/8/3P4/4P3/8/6K1 b - - 0 1";
    check("chess", more, "c6d4 e3d4", "Gains { won: [Placed { piece: Knight, at: d4 }], lost: [] }");
}

fn what_moves_before_it_falls_is_told_where_it_stands() {
    // The Pawn b2 comes to b4, recaptures on c5, and is captured there.
    let found = reason("prison-break", "fng3/ppkp1p/1i1g2/2I1p1/2P3/3PGP/PP2P1/FN2KG b - - 0 8", "b8a6");
    let Some(Merit::Catches { won, lost, .. }) = found else { panic!("{found:?}") };
    let won: Vec<String> = won.iter().map(|one| format!("{:?} {}", one.piece, one.at)).collect();
    assert_eq!((won.join(", ").as_str(), &lost[..]), ("IceQueen c5, Pawn b2", &[&KNIGHT][..]));
}

fn an_exchange_is_told_as_one() {
    let before = "6k1/8/2n5/8/3N4/4P3/8/6K1 b - - 0 1";
    check("chess", before, "c6d4", "Trades { won: [Placed { piece: Knight, at: d4 }], lost: [Knight] }");
    // All captured pieces are listed.
    let more = reason("chess", "rn1q2k1/2p1nrpp/p2b1p2/5b2/1pQ2p1P/3P1N2/PP4P1/RNBK1B1R w - - 2 15", "c1f4");
    assert!(!matches!(&more, Some(Merit::Trades { won, .. }) if won.len() < 2), "{more:?}");
    // Without the Pawn nothing recaptures; the remaining material is a draw.
    assert_ne!(named("chess", "6k1/8/2n5/8/3N4/8/4P3/6K1 b - - 0 1", "c6d4"), "Trades");
}

fn what_is_lost_elsewhere_is_traded_too() {
    let hanging = "6k1/5ppp/1p6/8/1n6/4B3/P4PPP/6K1 w - - 0 30";
    check("chess", hanging, "e3b6", "Trades { won: [Placed { piece: Pawn, at: b6 }], lost: [Pawn] }");
    // A Knight is worth more than the Pawn.
    assert_ne!(named("chess", "6k1/5ppp/1p6/8/1n6/4B3/N4PPP/6K1 w - - 0 30", "e3b6"), "Trades");
}

fn two_are_threatened_at_once() {
    let pawn = "1nrqkbnr/4pppp/2P5/pp6/3P1N2/2NP4/PP1B1PPP/R2Q1RK1 w k - 1 15";
    let both = "Forks([Placed { piece: Queen, at: d8 }, Placed { piece: Knight, at: b8 }])";
    check("chess", pawn, "c6c7", both);
    assert_ne!(named("chess", pawn, "h2h3"), "Forks");
    // A piece that cannot move away is more than threatened.
    let stuck = "9c/3sg3n1/S3ppg3/10/10/7P2/6P1k1/10/P4GC1N1/1K8 b - - 0 72 0/0";
    let pawn = "Catches { check: false, won: [Placed { piece: Pawn, at: g4 }], lost: [] }";
    check("squirrel", stuck, "i4h3", pawn);
}
