//! Moves and wins that a search must find.

use rookery::engine::{Engine, Score, SearchLimits, Thought, Weights};
use rookery::games;
use rookery::rules::{Line, Move, Position, Termination};

tests!(
    a_mate_is_found,
    a_king_that_can_arrive_arrives,
    an_arrival_is_prevented,
    a_win_by_a_rule_of_the_game_is_found,
    a_king_that_can_be_blown_up_is,
    a_race_is_won_or_drawn_by_the_last_reply,
    two_pieces_are_taken_at_once,
    a_lost_game_is_held_as_long_as_can_be,
    a_draw_by_repetition_is_seen,
    the_same_search_finds_the_same,
    where_the_game_is_over_there_is_no_move,
    a_short_win_is_found_wherever_one_exists,
    the_shortest_of_several_wins_is_found,
    what_is_close_to_a_draw_is_not_proven,
    what_would_repeat_is_not_proven,
    what_bounds_a_search_bounds_the_proof,
);

const TABLE: usize = 1 << 20;

pub fn line(variant: &str, fen: &str, moves: &str) -> Line {
    let variant = games::from_slug(variant).expect("a game");
    let mut line = Line::new(Position::from_fen(variant, fen).expect("a position"));
    for text in moves.split_whitespace() {
        line.play_text(text).expect("a legal move");
    }
    line
}

pub fn think(line: &Line, limits: SearchLimits) -> Thought {
    let mut engine = Engine::new(Weights::of(line.position().variant()), TABLE);
    engine.think(line, limits, &|| false, &mut |_| ())
}

#[track_caller]
fn check(variant: &str, fen: &str, depth: u32, best: &str, score: &str) {
    let thought = think(&line(variant, fen, ""), SearchLimits::depth(depth));
    let found = thought.best().map(|mv| mv.to_string());
    assert_eq!((found.as_deref(), thought.score.to_string().as_str()), (Some(best), score), "{thought:?}");
}

fn a_mate_is_found() {
    check("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3, "a1a8", "mate 1");
    check("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 5, "a1a6", "mate 2");
}

fn a_king_that_can_arrive_arrives() {
    check("prison-break", "5k/6/6/1K4/6/6/6/6 w - - 0 1", 2, "b5a4", "mate 1");
    check("claustrophobia", "k5*/7/4K**/5**/5**/5**/7/6* w - - 0 1", 2, "e6f7", "mate 1");
}

/// The best move and the score in a position of a game from the docs.
fn found_in(file: &str, fen: &str, depth: u32) -> (String, String) {
    let text = std::fs::read_to_string(format!("docs/own-games/{file}.toml")).expect("the file is there");
    let game = games::add(&text).expect("a game");
    let line = Line::new(Position::from_fen(game, fen).expect("a position"));
    let thought = think(&line, SearchLimits::depth(depth));
    (thought.best().expect("a move").to_string(), thought.score.to_string())
}

fn a_win_by_a_rule_of_the_game_is_found() {
    let found = found_in("three-check", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 1+3", 3);
    assert_eq!(found, ("h1h8".to_owned(), "mate 1".to_owned()), "the last check");
    // The Rook offers itself in two moves; the pawn has to take it.
    let (_, score) = found_in("antichess", "8/8/8/3p4/8/8/8/R7 w - - 0 1", 5);
    assert_eq!(score, "mate 2", "the last piece is given away");
    // Black has to take, and White wins by what it leaves.
    let (best, score) = found_in("antichess", "8/8/8/8/8/p7/8/1R6 w - - 0 1", 3);
    assert_eq!((best.as_str(), score.as_str()), ("b1b2", "mate 1"), "at once");
}

/// The exchange on a square ends with the capture that explodes there.
fn a_king_that_can_be_blown_up_is() {
    let (best, score) = found_in("atomic", "3nk3/8/8/8/8/8/8/K2R4 w - - 0 1", 3);
    assert_eq!((best.as_str(), score.as_str()), ("d1d8", "mate 1"));
    let fen = "rn2kbnr/1pp1p1pp/p4p2/8/3P4/8/P3PPPP/1RBQKB1R w Kkq - 0 9";
    let (best, _) = found_in("atomic", fen, 4);
    assert!(!best.is_empty());
}

fn a_race_is_won_or_drawn_by_the_last_reply() {
    // White arrives where Black cannot follow.
    let (best, score) = found_in("racing-kings", "8/4K3/7k/8/8/8/8/8 w - - 0 1", 3);
    assert_eq!((&best[..3], score.as_str()), ("e7d", "mate 1"));
    let (best, _) = found_in("racing-kings", "4K3/7k/8/8/8/8/8/8 b - - 0 1", 2);
    assert!(["h7g8", "h7h8"].contains(&best.as_str()), "{best}");
    // Black can arrive as well: White is a draw ahead of a loss, not in a lost position.
    let (_, score) = found_in("racing-kings", "8/4K2k/8/8/8/8/8/8 w - - 0 1", 4);
    assert_eq!(score, "cp 0", "both arrive");
}

fn an_arrival_is_prevented() {
    // Black's King is one step from a5, and the Knight c3 guards only a4: the other one must come.
    let line = line("prison-break", "6/6/1k4/6/6/2N3/3N2/K5 w - - 0 1", "");
    let moves = line.position().legal_moves().into_iter();
    let (prevent, allow): (Vec<Move>, Vec<Move>) = moves.partition(|mv| {
        let played = after(&line, *mv);
        played.position().legal_moves().into_iter().all(|reply| !has_arrived(&after(&played, reply)))
    });
    assert!(!prevent.is_empty() && allow.len() > prevent.len(), "{prevent:?} {allow:?}");
    let thought = think(&line, SearchLimits::depth(4));
    assert!(thought.best().is_some_and(|best| prevent.contains(&best)), "{thought:?}");
}

fn after(line: &Line, mv: Move) -> Line {
    let mut after = line.clone();
    after.play(mv).expect("a legal move");
    after
}

fn has_arrived(line: &Line) -> bool {
    matches!(line.termination(), Some(Termination::Goal(_)))
}

fn two_pieces_are_taken_at_once() {
    let thought =
        think(&line("prison-break", "5k/6/6/4n1/1n1p2/2G3/1P4/5K w - - 0 1", ""), SearchLimits::depth(4));
    assert_eq!(thought.best().map(|mv| mv.to_string()).as_deref(), Some("c3e5"), "a pawn and a Knight");
}

fn a_lost_game_is_held_as_long_as_can_be() {
    // Both King moves are mated, but one takes longer.
    let lost = line("chess", "6k1/8/6K1/8/8/8/8/R7 b - - 0 1", "");
    let won_in = |text: &str| {
        let reply = lost.position().legal_move(text).expect("a legal move");
        think(&after(&lost, reply), SearchLimits::depth(5)).score.plies_to_win()
    };
    assert_eq!(lost.position().legal_moves().len(), 2);
    assert_eq!([won_in("g8h8"), won_in("g8f8")], [Some(1), Some(3)]);
    let thought = think(&lost, SearchLimits::depth(5));
    let best = thought.best().map(|mv| mv.to_string());
    assert_eq!((best.as_deref(), thought.score.plies_to_win()), (Some("g8f8"), Some(-4)));
}

fn a_draw_by_repetition_is_seen() {
    let played =
        |moves: &str| think(&line("chess", "7k/8/8/8/8/8/8/KR6 w - - 0 1", moves), SearchLimits::depth(1));
    let worse = played("b1b2 h8g8 b2b1");
    let best = worse.best().map(|mv| mv.to_string());
    assert_eq!((best.as_deref(), worse.score.to_string().as_str()), (Some("g8h8"), "cp 0"));
    let better = played("b1b2 h8g8 b2b1 g8h8");
    let best = better.best().map(|mv| mv.to_string());
    assert!(best.as_deref() != Some("b1b2") && better.score > Score(50), "{better:?}");
}

fn the_same_search_finds_the_same() {
    for variant in games::all() {
        let start = Line::new(Position::start(variant));
        let limits = SearchLimits { noise: 50, seed: 9, ..SearchLimits::nodes(3_000) };
        let mut engine = Engine::new(Weights::of(variant), TABLE);
        let mut again = |line: &Line| {
            let thought = engine.think(line, limits, &|| false, &mut |_| ());
            (thought.line, thought.score, thought.nodes)
        };
        let first = again(&start);
        let _between = again(&after(&start, first.0[0]));
        assert_eq!(again(&start), first, "whatever was thought of between");
    }
}

fn where_the_game_is_over_there_is_no_move() {
    let mated = line("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "");
    assert_eq!(think(&mated, SearchLimits::depth(3)).best(), None);
    let bare = line("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", "");
    assert_eq!(think(&bare, SearchLimits::depth(3)).best(), None);
    assert_eq!(think(&bare, SearchLimits::depth(3)).score, Score(0));
}

/// True if the side to move wins within this many own moves, by brute force.
pub fn wins(line: &Line, own_moves: u32) -> bool {
    line.position().legal_moves().into_iter().any(|mv| {
        let next = after(line, mv);
        match next.termination() {
            Some(end) => end.winner() == Some(line.position().turn()),
            None => {
                own_moves > 1
                    && next.position().legal_moves().into_iter().all(|reply| {
                        let answered = after(&next, reply);
                        answered.termination().is_none() && wins(&answered, own_moves - 1)
                    })
            }
        }
    })
}

/// In positions of random games with a win in two, found by brute force, the search must agree.
fn a_short_win_is_found_wherever_one_exists() {
    let mut of_sisters = 0;
    for variant in games::all() {
        let mut dice = fastrand::Rng::with_seed(3);
        let mut found = 0;
        for _ in 0..60 {
            let mut line = Line::new(Position::start(variant));
            while line.termination().is_none() && line.moves().len() < 90 {
                let mv = dice.choice(line.position().legal_moves()).expect("a move");
                line.play(mv).expect("a legal move");
                if line.moves().len() < 20 || line.termination().is_some() || found >= 4 || !dice.bool() {
                    continue;
                }
                if line.position().legal_moves().len() < 25 && wins(&line, 2) {
                    found += 1;
                    let thought = think(&line, SearchLimits::depth(5));
                    let plies = thought.score.plies_to_win();
                    assert!(
                        plies.is_some_and(|plies| (1..=3).contains(&plies)),
                        "{:?}: {thought:?}",
                        line.position()
                    );
                }
            }
        }
        let is_sister = variant.spec().base.is_some();
        of_sisters += if is_sister { found } else { 0 };
        assert!(found > 0 || variant.spec().files == 10 || is_sister, "{}: none was found", variant.slug());
    }
    assert!(of_sisters > 0, "none was found in the games that are built on others");
}

/// In each of these the search stops at a win in four moves although there is one in three.
fn the_shortest_of_several_wins_is_found() {
    for (variant, fen, best) in [
        ("chess", "8/1p2n2p/1pp2p1k/4b3/7r/4p3/2K5/r7 b - - 9 58", "a1a3"),
        ("chess", "8/4R3/1k6/7R/7P/1P1B1P2/PK4P1/8 w - - 8 63", "d3b5"),
        (
            "squirrel",
            "c2g4bc/1n3g1r2/2Sp1p1pp1/p1pk1p1n1p/2S1p5/4P5/P1PP1PQ3/1P5GPP/RN1G2KPNR/8BC w - - 1 36 0/0",
            "b2d3",
        ),
    ] {
        let line = line(variant, fen, "");
        let mut told = Vec::new();
        let mut engine = Engine::new(Weights::of(line.position().variant()), TABLE);
        let thought = engine.think(&line, SearchLimits::nodes(400_000), &|| false, &mut |thought| {
            told.push(thought.score.to_string());
        });
        assert_eq!(thought.best().map(|mv| mv.to_string()).as_deref(), Some(best), "{fen}: {thought:?}");
        assert_eq!(thought.score.to_string(), "mate 3", "{fen}");
        assert_eq!(told.last().map(String::as_str), Some("mate 3"), "{fen}: {told:?}");
        assert!(told.contains(&"mate 4".to_owned()), "{fen}: {told:?}");
        // A search that must answer at once has no time for the proof.
        assert_ne!(think(&line, SearchLimits::nodes(4_000)).score.to_string(), "mate 3", "{fen}");
    }
}

/// A win in four moves by the search, in three by the proof.
const SHORTER: &str = "8/1p2n2p/1pp2p1k/4b3/7r/4p3/2K5/r7 b - -";

/// The proof does not know the fifty-move rule.
fn what_is_close_to_a_draw_is_not_proven() {
    for (halfmove, score) in [(94, "mate 3"), (95, "mate 4")] {
        let line = line("chess", &format!("{SHORTER} {halfmove} 98"), "");
        assert_eq!(think(&line, SearchLimits::nodes(400_000)).score.to_string(), score, "{halfmove}");
    }
}

/// Nor the game so far: its move might be a third repetition.
fn what_would_repeat_is_not_proven() {
    let there_and_back = "a1a3 c2d1 a3a1 d1c2 ".repeat(2);
    let line = line("chess", &format!("{SHORTER} 9 58"), &there_and_back);
    let thought = think(&line, SearchLimits::nodes(400_000));
    assert_eq!(
        (thought.score.to_string().as_str(), thought.best().map(|mv| mv.to_string())),
        ("mate 4", Some("e3e2".to_owned()))
    );
}

/// It is not used if the search is limited: by plies, by a clock, to an immediate answer, or at a weak level
/// that errs.
fn what_bounds_a_search_bounds_the_proof() {
    let line = line("chess", &format!("{SHORTER} 9 58"), "");
    let nodes = SearchLimits::nodes(400_000);
    for limits in [SearchLimits { depth: 20, ..nodes }, SearchLimits { nodes: u64::MAX, ..nodes }] {
        assert_eq!(think(&line, limits).score.to_string(), "mate 4");
    }
    assert_ne!(think(&line, SearchLimits { noise: 1, ..nodes }).score.to_string(), "mate 3");
    let mut engine = Engine::new(Weights::of(line.position().variant()), TABLE);
    let seen = std::cell::Cell::new(false);
    let stop = || seen.get();
    let thought =
        engine.think(&line, nodes, &stop, &mut |thought| seen.set(thought.score.plies_to_win().is_some()));
    assert_eq!(thought.score.to_string(), "mate 4");
}
