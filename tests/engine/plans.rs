//! Reasons for quiet moves: improved pieces, hindered opponents, and what is left without either.

use rookery::engine::{Merit, SearchLimits, Victory};

use super::finding::line;
use super::reasons::{check, engine, named, reason};

tests!(
    what_is_frozen_is_told,
    what_is_braked_is_told,
    a_goal_is_guarded,
    a_king_comes_nearer_to_its_goal,
    a_pawn_that_falls_does_not_come_near,
    in_the_ending_a_pawn_comes_near_from_afar,
    a_promotion_is_told,
    castling_is_told,
    what_is_pinned_or_freed_is_told,
    what_has_more_room_is_told,
    what_is_kept_from_a_square_is_told,
    room_where_it_is_taken_is_none,
    a_move_that_now_takes_is_not_impossible,
    a_king_goes_to_pawns_in_the_ending,
    a_position_that_comes_again_is_told,
    what_comes_from_the_hand_is_told,
    where_there_is_no_reason_none_is_given,
    a_hint_is_the_best_move_with_its_reason,
);

fn what_is_frozen_is_told() {
    let start = "f4g/pp2pk/n3g1/1i4/6/2IPG1/PP1KPP/F4G w - - 1 13";
    check("prison-break", start, "c3b4", "Freezes([Placed { piece: IceQueen, at: b5 }])");
    assert_ne!(named("prison-break", start, "e3f4"), "Freezes");
    // The Bomber sacrifices itself for the Ice Queen that held both. The Pawn behind it still cannot move.
    let both = "5k/6/3p2/1Ni3/2P3/2F3/6/5K w - - 0 1";
    check("prison-break", both, "c3c5", "Thaws([Placed { piece: Knight, at: b5 }])");
    // The Ice Queen that held the Knight is captured at the cost of a Knight.
    let held = "4gk/2p3/1pi3/2N3/1N4/2p3/5P/5K w - - 0 1";
    let found = reason("prison-break", held, "b4c6");
    assert!(matches!(found, Some(Merit::Gains { .. } | Merit::Thaws(_))), "{found:?}");
}

fn what_is_braked_is_told() {
    let start = "S8c/3sg3n1/4ppg3/10/10/7P2/6P2N/P1bC6/K5G3/3G4k1 w - - 11 41 0/0";
    check("squirrel", start, "d1d2", "Brakes([Placed { piece: Bishop, at: c3 }])");
    assert_ne!(named("squirrel", start, "d1e1"), "Brakes");
    let held = "9c/3sg3n1/S3ppg3/10/10/7Pk1/6P3/10/P3GbC1N1/1K8 b - - 3 71 0/0";
    check("squirrel", held, "f2g1", "Unbrakes([Placed { piece: Bishop, at: f2 }])");
}

fn a_goal_is_guarded() {
    let start = "6/1pkGpp/2p3/1p1p2/6/3F2/1P1PPP/4K1 w - - 0 24";
    check("prison-break", start, "d3a3", "Guards { goal: Goal { slug: \"escape\" }, at: a5, steps: 2 }");
    assert_ne!(named("prison-break", start, "d3b3"), "Guards");
}

fn a_king_comes_nearer_to_its_goal() {
    let start = "k4K/6/1F4/1PG1p1/2p2p/6/P5/3f2 w - - 2 32";
    check("prison-break", start, "f8e7", "Nears { goal: Goal { slug: \"escape\" }, at: a4, steps: 4 }");
    assert_ne!(named("prison-break", start, "f8f7"), "Nears");
}

fn a_pawn_that_falls_does_not_come_near() {
    check("chess", "8/5k2/P7/8/8/8/8/K7 w - - 0 1", "a6a7", "Advances { steps: 1 }");
    assert_ne!(named("chess", "1k6/8/P7/8/8/8/8/K7 w - - 0 1", "a6a7"), "Advances");
}

fn in_the_ending_a_pawn_comes_near_from_afar() {
    let ending = "6*/2p4/g4**/4k**/5**/4N**/7/f4K* b - - 25 54";
    check("claustrophobia", ending, "c7c5", "Advances { steps: 4 }");
    let crowded = "5bnr/4p1k1/3p1p2/2pQ3p/N7/3PP3/P1P2PP1/5KNq w - h6 0 22";
    assert_ne!(named("chess", crowded, "f2f4"), "Advances");
}

fn a_promotion_is_told() {
    check("chess", "1k6/6P1/p7/1p4K1/1Pp5/2P4r/P7/8 w - - 1 53", "g7g8q", "Promotes(Queen)");
    // It can be captured at once.
    assert_ne!(named("chess", "8/6Pk/p7/1p6/1Pp5/2P5/P5K1/8 w - - 1 53", "g7g8q"), "Promotes");
}

fn castling_is_told() {
    check("chess", "r3k3/5ppp/8/8/8/8/5PPP/4K2R w K - 0 1", "O-Og1", "Castles");
    assert_ne!(named("chess", "r3k3/5ppp/8/8/8/8/5PPP/4K2R w K - 0 1", "e1e2"), "Castles");
}

fn what_is_pinned_or_freed_is_told() {
    let knight = "4k3/pp6/2n5/8/8/8/PP2B3/4K3 w - - 0 20";
    check("chess", knight, "e2b5", "Pins(Placed { piece: Knight, at: c6 })");
    assert_ne!(named("chess", knight, "e2f3"), "Pins");
    let shielding = "4k3/pp2r3/8/8/8/8/PP2B3/4K3 w - - 0 20";
    check("chess", shielding, "e1f1", "Unpins(Placed { piece: Bishop, at: e2 })");
    assert_ne!(named("chess", shielding, "a2a3"), "Unpins");
    // The Knight still shields the King; only the square it could not go to is occupied.
    let shut_in = "k3r3/8/8/8/3P1P2/2P3P1/4N3/2B1K2R w - - 0 20";
    assert_ne!(named("chess", shut_in, "h1g1"), "Unpins");
}

fn what_has_more_room_is_told() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check("chess", start, "g1f3", "Develops(Freedom { before: 2, after: 5 })");
    check("chess", start, "e2e4", "Opens(Placed { piece: Bishop, at: f1 }, Freedom { before: 0, after: 5 })");
    assert_ne!(named("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3"), "Opens");
    let knight = "4k3/8/8/8/8/N7/8/4K3 w - - 0 20";
    check("chess", knight, "a3c4", "Ranges(Freedom { before: 4, after: 8 })");
    assert_ne!(named("chess", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 20", "c3b1"), "Ranges");
}

fn what_is_kept_from_a_square_is_told() {
    let start = "6*/7/3k1**/1g3**/F4**/1K3**/7/6* b - - 0 51";
    check("claustrophobia", start, "b5d3", "Denies(Placed { piece: FlyingBomber, at: a4 }, [e4])");
    assert_ne!(named("claustrophobia", start, "d6e7"), "Denies");
}

fn room_where_it_is_taken_is_none() {
    let start = "c4g2b1/rnbgqkc1nr/pp1p1p2p1/2ps1s1p1p/4p5/2P3p3/NS1PS1P2P/PP2PPNPP1/R2GQK1B1R/CB3G3C w KQkq - 3 13 0/0";
    assert_ne!(named("squirrel", start, "a4b6"), "Ranges", "the pawn c7 takes it");
}

fn a_move_that_now_takes_is_not_impossible() {
    let start = "ff2gk*/pp1p2n/1npq1**/2F1p**/5**/PNPP1**/4PQN/F2G1K* b - - 2 9";
    let told = reason("claustrophobia", start, "a7a5");
    assert!(!matches!(told, Some(Merit::Prevents { costs: false, .. })), "c5a5 takes the pawn: {told:?}");
}

fn a_king_goes_to_pawns_in_the_ending() {
    let start = "8/8/4k3/2p5/8/8/8/7K w - - 0 1";
    let found = reason("chess", start, "h1g2");
    assert!(matches!(found, Some(Merit::Approaches { own: false, steps: 4, .. })), "{found:?}");
    check("chess", start, "h1h2", "None");
}

fn a_position_that_comes_again_is_told() {
    let start = "6k1/8/8/7p/7P/8/8/6K1 w - - 0 1";
    let again = reason("chess", start, "g1h1 g8h8 h1h2 h8h7 h2g1 h7g8 g1h1");
    assert!(matches!(again, Some(Merit::Repeats(2) | Merit::Approaches { .. })), "{again:?}");
}

fn what_comes_from_the_hand_is_told() {
    let fen = "****ff****/1r1bqk1nr1/ppjppp2pp/2gn2j1b1/6g3/2p4p2/P1P4P2/J2P6/3N3GB1/1P1QPPP1PP/1R1BFK1NR1/****1F****[JJJjj] w KQkq - 0 16";
    check("birds-and-ninjas", fen, "J@c4", "Enters");
}

fn where_there_is_no_reason_none_is_given() {
    check("chess", "4k3/pp6/2n5/8/8/8/PP2B3/4K3 w - - 0 20", "e2f3", "None");
}

fn a_hint_is_the_best_move_with_its_reason() {
    let line = line("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "");
    let hint = engine(&line).hint(&line, SearchLimits::nodes(2_000), &|| false).expect("a move");
    assert_eq!((hint.mv.to_string().as_str(), hint.merit), ("a1a8", Some(Merit::Wins(Victory::Mate))));
    let over = self::line("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "");
    assert!(engine(&over).hint(&over, SearchLimits::nodes(2_000), &|| false).is_none());
}
