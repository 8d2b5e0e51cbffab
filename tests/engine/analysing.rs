//! Analysis of games: the winning chances, the lapses, and the most important moments.

use std::cell::Cell;

use rookery::engine::{Analysis, Engine, Lapse, Merit, SearchLimits, ShortWin, TurningKind, Weights};
use rookery::rules::{Color, Line};

use super::finding::line;

tests!(
    a_blunder_is_found_with_what_was_better_and_what_refutes_it,
    a_win_that_is_let_go_is_a_missed_win,
    a_win_in_one_that_costs_nothing_is_told_and_not_counted,
    every_win_in_one_is_told_though_there_are_more_than_three,
    a_win_in_one_is_told_whatever_the_search_has_seen,
    whether_to_stop_is_asked_for_each_move_that_is_proven,
    the_best_move_is_never_a_lapse,
    the_end_of_a_game_is_judged_exactly,
    a_small_loss_in_a_won_game_is_none,
    going_back_once_is_no_lapse,
    an_analysis_is_cancelled,
    an_analysis_tells_how_far_it_is,
    the_same_game_is_judged_the_same,
    black_may_begin,
    whoever_loses_the_strongest_piece_and_is_mated_has_blundered,
    a_win_by_force_that_is_given_away_is_a_blunder,
);

const NODES: u64 = 1_500;
const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn analysed(line: &Line) -> Analysis {
    let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
    engine.analyse(line, NODES, &|| false, &mut |_, _| ()).expect("nobody stops it")
}

fn a_blunder_is_found_with_what_was_better_and_what_refutes_it() {
    let found = analysed(&line("chess", START, FOOLS_MATE));
    assert_eq!(found.chances.len(), 5);
    assert_eq!(found.lapses[2], Some(Lapse::Blunder), "{:?}", found.chances);
    assert_eq!(found.counts(Color::White).white[Lapse::Blunder as usize], 1);
    assert_eq!(found.counts(Color::White).black, [0; 4]);
    let turning = found.turnings.iter().find(|turning| turning.ply == 2).expect("the moment");
    assert_eq!((turning.side, turning.played.mv.to_string().as_str()), (Color::White, "g2g4"));
    assert_ne!(turning.better.mv, turning.played.mv);
    let (answer, merit) = turning.answer.as_ref().expect("a refutation");
    assert_eq!(answer.mv.to_string(), "d8h4");
    assert!(matches!(merit, Merit::Wins(_)), "{merit:?}");
    assert!(turning.chances[0] > 0.25 && turning.chances[1] < 0.01, "{:?}", turning.chances);
}

fn a_win_that_is_let_go_is_a_missed_win() {
    // Instead of mating on a8 White plays to d1, and the Queen decides.
    let found = analysed(&line("chess", "6k1/5ppp/8/8/8/8/1q6/R3K3 w - - 0 1", "a1d1"));
    assert_eq!(found.lapses, [Some(Lapse::MissedWin)]);
    assert_eq!(found.turnings[0].better.mv.to_string(), "a1a8");
    assert!(matches!(found.turnings[0].why, Some(Merit::Forces { moves: 2, .. })));
}

fn a_win_in_one_that_costs_nothing_is_told_and_not_counted() {
    // The Queen mates on b7, and can still do so a move later.
    let found = analysed(&line("chess", "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "b1b2"));
    assert_eq!(found.lapses, [None], "{:?}", found.chances);
    assert_eq!(found.counts(Color::White).white, [0; 4]);
    let told: Vec<TurningKind> = found.turnings.iter().map(|turning| turning.kind).collect();
    assert_eq!(told, [TurningKind::Short(ShortWin::Missed(1), None)]);
    assert_eq!(found.turnings[0].better.mv.to_string(), "b1b7");
}

fn every_win_in_one_is_told_though_there_are_more_than_three() {
    let moves = "b1b2 a8a7 b2b3 a7a8 b3b4 a8a7 b4b5";
    let found = analysed(&line("chess", "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", moves));
    let told: Vec<(usize, TurningKind)> =
        found.turnings.iter().map(|turning| (turning.ply, turning.kind)).collect();
    assert_eq!(told, [0, 2, 4, 6].map(|ply| (ply, TurningKind::Short(ShortWin::Missed(1), None))));
}

fn a_win_in_one_is_told_whatever_the_search_has_seen() {
    let line = line("chess", START, FOOLS_MATE);
    let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
    let found = engine.analyse(&line, 1, &|| false, &mut |_, _| ()).expect("nobody stops it");
    let turning = found.turnings.iter().find(|turning| turning.ply == 2).expect("the moment");
    let allowed = matches!(turning.kind, TurningKind::Short(ShortWin::Allowed(1), Some(_)));
    assert!(allowed, "{:?}", turning.kind);
}

fn whether_to_stop_is_asked_for_each_move_that_is_proven() {
    // The Rook mates on c1 whatever White plays, which such a short search does not see: there are four moves
    // to search.
    let line = line("chess", "2r3k1/8/8/8/PP6/8/1r6/6K1 w - - 0 1", "a4a5");
    let asked = Cell::new(0);
    let analysed = |most: usize| {
        asked.set(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
        engine.analyse(&line, 1, &stop, &mut |_, _| ())
    };
    analysed(usize::MAX).expect("nobody stops it");
    // Twice for both positions and for the move; once for each of the three others, and at the end.
    let all = asked.get();
    assert!(all >= 10, "{all}");
    for most in 0..all {
        assert!(analysed(most).is_none(), "stopped at question {most} of {all}");
    }
}

fn the_best_move_is_never_a_lapse() {
    let mut line = line("prison-break", "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1", "");
    let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
    for _ in 0..4 {
        let best =
            engine.think(&line, SearchLimits::nodes(NODES), &|| false, &mut |_| ()).best().expect("a move");
        line.play(best).expect("a legal move");
    }
    let found = analysed(&line);
    assert_eq!((found.lapses, found.turnings.len()), (vec![None; 4], 0));
}

fn the_end_of_a_game_is_judged_exactly() {
    let chances = |variant, fen, moves| analysed(&line(variant, fen, moves)).chances;
    assert_eq!(chances("chess", START, FOOLS_MATE).last(), Some(&0.0));
    let escaped = chances("prison-break", "5k/6/6/1K4/6/6/6/6 w - - 0 1", "b5a4");
    assert_eq!(escaped.last(), Some(&1.0));
    let stalemate = chances("chess", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6");
    assert_eq!(stalemate.last(), Some(&0.5));
}

fn going_back_once_is_no_lapse() {
    // A Rook ahead all the time.
    let fen = "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1";
    let found = analysed(&line("chess", fen, "e1d2 e8d7 d2e1 d7d6 e1d2"));
    assert_eq!(found.lapses, [None; 5], "{:?}", found.chances);
}

fn a_small_loss_in_a_won_game_is_none() {
    // A Queen and a Rook ahead, White leaves a Pawn hanging: the chance is hardly lower.
    let found = analysed(&line("chess", "6k1/5pp1/7p/3p4/8/8/1Q3PPP/3R2K1 w - - 0 1", "h2h3"));
    assert_eq!(found.lapses.len(), 1);
    assert!(found.chances[1] > 0.9, "{:?}", found.chances);
    assert_eq!(found.lapses[0], None);
}

fn an_analysis_is_cancelled() {
    let line = line("chess", START, FOOLS_MATE);
    let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
    let mut told = 0;
    let cancelled = engine.analyse(&line, NODES, &|| true, &mut |_, _| told += 1);
    assert!(cancelled.is_none());
    assert_eq!(told, 0);
}

fn an_analysis_tells_how_far_it_is() {
    let line = line("chess", START, FOOLS_MATE);
    let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
    let mut told = Vec::new();
    assert!(engine.analyse(&line, NODES, &|| false, &mut |done, all| told.push((done, all))).is_some());
    assert!(told.is_sorted(), "{told:?}");
    let (done, all) = *told.last().expect("an end");
    assert!(done == all && told.len() >= 6, "{told:?}");
}

fn the_same_game_is_judged_the_same() {
    let line = line("chess", START, FOOLS_MATE);
    assert_eq!(analysed(&line).chances, analysed(&line).chances);
}

fn black_may_begin() {
    let found = analysed(&line("chess", "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1"));
    assert_eq!(found.chances.last(), Some(&0.0), "Black has mated");
    let blunder = analysed(&line("chess", "4k3/8/8/8/8/2q5/5PPP/R5K1 b - - 0 1", "c3e1 a1e1"));
    assert_eq!(blunder.counts(Color::Black).black.iter().sum::<usize>(), 1, "{:?}", blunder.lapses);
    assert_eq!(blunder.counts(Color::Black).white, [0; 4]);
}

fn whoever_loses_the_strongest_piece_and_is_mated_has_blundered() {
    // White gives pieces away, at last the Flying Bomber on b1, each time from a slightly worse position.
    let moves = "b2b3 a7a5 a1a3 b7b6 a3a1 d7d5 e2e4 d5e4 e1c3 c7c5 a2a3 e8c6 g2e3 d8c7 c3a5 b6a5 c2c4 c5d4 e3d5 g7e6 d5c7 e6c7 \
        d1c2 d4d3 c2a4 c6a4 b3a4 c8b6 f2e3 b6c4 f1f2 d3c2 e3d3 c2b1q d3c4 b1a1 c4d4 a1b2 f2e3 b2c1 e3f2 c1d2 d4e4 a8a6 e4e3 d2e3 \
        f2g2 b8b2 g2f1 e3f2";
    let start = "ffnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/FFNGGK* w - - 0 1";
    let game = line("claustrophobia", start, moves);
    assert_eq!(game.termination().and_then(rookery::rules::Termination::winner), Some(Color::Black));
    let found = analysed(&game);
    let [_, mistakes, blunders, _] = found.counts(Color::White).white;
    assert!(mistakes >= 2 && blunders >= 1, "{:?} {:?}", found.counts(Color::White), found.lapses);
    assert_eq!(found.lapses[32], Some(Lapse::Blunder), "the Bomber: {:?}", found.chances);
}

fn a_win_by_force_that_is_given_away_is_a_blunder() {
    // White is far behind, but only leaving the first rank allows a mate.
    let found = analysed(&line("chess", "1r1q2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a7"));
    assert!(found.chances[0] < 0.15 && found.chances[1] < 0.01, "{:?}", found.chances);
    assert_eq!(found.lapses, [Some(Lapse::Blunder)]);
}
