//! `/puzzle`: positions to solve on a private card, with menus and typed moves.

use std::time::Duration;

use rookery::app::Grade;
use rookery::engine::{Aim, Puzzle};
use rookery::games;
use rookery::render::BoardView;
use rookery::rules::{Move, Variant};
use rookery::sandbox::{Fault, Member, Message, Trouble, Upshot};
use serde_json::json;

use crate::bot::bench::{Bench, card, changed, done, soon, wait_for};
use crate::bot::people::privacy::{delete, export};

tests_on_both!(
    whoever_solves_a_puzzle_holds_up_nobody_in_the_channel,
    a_text_that_is_no_move_costs_nothing,
    a_hint_tells_the_piece_then_the_move,
    a_puzzle_is_solved_by_menus,
    a_puzzle_of_several_moves_is_solved_by_typed_moves,
    a_wrong_move_is_refuted_and_the_position_stays,
    a_wrong_move_is_told_with_what_it_costs,
    a_solution_is_shown_and_the_puzzle_comes_again,
    a_puzzle_goes_on_after_a_restart_and_is_solved_once,
    what_is_solved_in_a_row_is_counted,
    what_is_solved_is_not_seen_again,
    a_puzzle_that_is_gone_gives_way_to_another,
    puzzles_are_had_everywhere,
    what_is_solved_is_told_and_deleted,
);

/// The name of the piece that makes this move.
fn named(puzzle: &Puzzle, mv: &Move) -> &'static str {
    &puzzle.start().spec().piece_type(mv.kind()).name
}

fn game(slug: &str) -> Variant {
    games::from_slug(slug).expect("a game")
}

/// The puzzle of a card, and the number of plies played of its solution, by its form's id.
#[track_caller]
fn shown(card: &Message) -> (&'static Puzzle, usize) {
    let mut ids = card.components().filter_map(|part| part["custom_id"].as_str());
    let id = ids.find_map(|id| id.strip_prefix("v2:puzzle-type:")).expect("a puzzle");
    let parts: Vec<&str> = id.split(':').collect();
    let number = parts[1].parse().expect("a number");
    (
        Puzzle::of_id(game(parts[0]), number).expect("a puzzle"),
        parts[2].trim_end_matches('h').parse().expect("plies"),
    )
}

/// A fresh card of this puzzle.
async fn open(who: &Member, puzzle: &Puzzle) -> Message {
    let any = card(&who.slash("puzzle", &[]).await);
    let id = format!("v2:puzzle-again:{}:{}:0:any:any", puzzle.variant().slug(), puzzle.id());
    let card = changed(&who.click_stale(&any, &id).await);
    assert_eq!(shown(&card).0, puzzle);
    card
}

/// A puzzle of this game whose solution has `own` moves of the solver.
fn of_length(slug: &str, own: usize) -> &'static Puzzle {
    let all = Puzzle::all(game(slug)).iter();
    all.filter(|puzzle| puzzle.own_moves() == own).max_by_key(|puzzle| puzzle.difficulty()).expect("a puzzle")
}

/// Moves with the form.
async fn by_form(who: &Member, on: &Message, text: &str) -> Message {
    let form = who.click(on, "Type a move").await;
    assert_eq!(form.outcome, Upshot::Modal, "{}", form.text());
    changed(&who.submit(&form, &[("move", text)]).await)
}

/// Moves with the menus.
async fn by_menus(who: &Member, on: &Message, mv: &Move) -> Message {
    let from = mv.from().map_or("hand".to_owned(), |from| from.to_string());
    let ways = changed(&who.select(on, "Piece", &[&from]).await);
    let text = mv.to_string();
    let Some(_) = mv.promotion() else { return changed(&who.select(&ways, "To", &[&text]).await) };
    let place = changed(&who.select(&ways, "To", &[&format!("{}=", &text[..text.len() - 1])]).await);
    changed(&who.select(&place, "Promote to …", &[&text]).await)
}

/// Solves the puzzle from the card's current position.
async fn solve(who: &Member, on: &Message) -> Message {
    let (puzzle, plies) = shown(on);
    let mut now = on.clone();
    for mv in puzzle.solution().iter().skip(plies).step_by(2) {
        now = by_form(who, &now, &mv.to_string()).await;
    }
    now
}

fn pictured(puzzle: &Puzzle, plies: usize) -> Vec<u8> {
    crate::bot::drawn(&BoardView::of_line(&puzzle.line(plies), puzzle.start().turn()))
}

/// A legal move that is not the solution and does not end the game.
fn wrong(puzzle: &Puzzle) -> Move {
    let right = puzzle.solution()[0];
    let goes_on = |mv: &Move| puzzle.start().after_known(mv).termination().is_none();
    let mut moves = puzzle.start().legal_moves().into_iter();
    moves.find(|mv| *mv != right && mv.promotion().is_none() && goes_on(mv)).expect("another move")
}

fn a_puzzle_is_solved_by_menus() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let first = card(&red.slash("puzzle", &[("variant", "chess"), ("difficulty", "easy")]).await);
        let (puzzle, _) = shown(&first);
        assert_eq!((puzzle.variant(), puzzle.grade()), (game("chess"), Grade::Easy));
        assert!(first.content.starts_with("**Chess puzzle**, easy\nYou are "), "{}", first.content);
        assert_eq!(first.labels(), ["Type a move", "Hint", "Solution", "Another puzzle", "Rules"]);
        assert!(first.picture().is_some_and(|shown| shown.bytes == pictured(puzzle, 0)), "{first:?}");
        let mut now = first;
        for (ply, mv) in puzzle.solution().iter().enumerate().step_by(2) {
            now = by_menus(&red, &now, mv).await;
            let last = ply + 1 == puzzle.solution().len();
            let wanted = if last { "**Solved!**\n1. " } else { "**Right:** " };
            assert!(now.content.contains(wanted), "{}", now.content);
        }
        let count = Puzzle::all(game("chess")).iter().filter(|one| one.grade() == Grade::Easy).count();
        let told =
            format!("You have solved 1 of {count}.\nOne solved without help; your best is 1 in a row.");
        assert!(now.content.contains(&told), "{}", now.content);
        let end = pictured(puzzle, puzzle.solution().len());
        assert!(now.picture().is_some_and(|shown| shown.bytes == end), "another board");
        assert_eq!(now.labels(), ["Next puzzle"]);
        let (next, _) = shown(&changed(&red.click(&now, "Next puzzle").await));
        assert!(next != puzzle && next.grade() == Grade::Easy && next.variant() == game("chess"));
        assert!(red.channel().messages().is_empty(), "nobody else sees it");
        bench.finish().await;
    });
}

fn a_puzzle_of_several_moves_is_solved_by_typed_moves() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for slug in ["prison-break", "claustrophobia"] {
            let puzzle = of_length(slug, 3);
            let mut now = open(&red, puzzle).await;
            for (ply, mv) in puzzle.solution().iter().enumerate().step_by(2) {
                assert_eq!(shown(&now), (puzzle, ply));
                assert!(now.picture().is_some_and(|shown| shown.bytes == pictured(puzzle, ply)), "{now:?}");
                if let Aim::Win(own) = puzzle.aim() {
                    let left = own as usize - ply / 2;
                    let asked = if left == 1 { "with one move.".into() } else { format!("in {left} moves,") };
                    assert!(now.content.contains(&format!("win the game {asked}")), "{}", now.content);
                }
                now = by_form(&red, &now, &mv.to_string()).await;
                if let Some(reply) = puzzle.solution().get(ply + 1) {
                    let answer = format!(" answers {} {}", named(puzzle, reply), told(reply));
                    assert!(now.content.contains(&answer), "{answer}: {}", now.content);
                }
            }
            assert!(now.content.starts_with("**Solved!**\n1. "), "{}", now.content);
        }
        bench.finish().await;
    });
}

/// Formats a move as `e2-e4`.
fn told(mv: &Move) -> String {
    format!("{}-{}", mv.from().expect("no drop"), mv.to())
}

fn a_wrong_move_is_refuted_and_the_position_stays() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for slug in ["chess", "prison-break"] {
            let puzzle = of_length(slug, 2);
            let first = open(&red, puzzle).await;
            let mv = wrong(puzzle);
            let missed = by_form(&red, &first, &mv.to_string()).await;
            let (_, said) = missed.content.split_once("**Not that:** ").expect("a refutation");
            assert!(said.contains(" is answered by ") && said.contains("The board is as before"), "{said}");
            assert_eq!(shown(&missed), (puzzle, 0));
            assert!(missed.picture().is_some_and(|shown| shown.bytes == pictured(puzzle, 0)));
            let again = by_menus(&red, &missed, &mv).await;
            assert_eq!(
                reply(answered(&again)),
                reply(answered(&missed)),
                "the same move, the same refutation"
            );
            let end = solve(&red, &again).await;
            assert!(end.content.contains("**Solved!**") && !end.content.contains("without help"));
        }
        assert_eq!(bench.count("SELECT count(*) FROM puzzles WHERE helped = 1 AND solved_at > 0").await, 2);
        bench.finish().await;
    });
}

/// The reply to a wrong move and its cost, from the text.
#[track_caller]
fn answered(missed: &Message) -> &str {
    let (_, said) = missed.content.split_once(" is answered by ").expect("a reply");
    said.split_once(". The board is as before; try another move.").expect("the whole of it").0
}

/// The reply without its captures and cost.
fn reply(answered: &str) -> &str {
    answered.split(',').next().unwrap_or_default()
}

fn a_wrong_move_is_told_with_what_it_costs() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for variant in Puzzle::games() {
            for own in [1, 2] {
                let puzzle = of_length(variant.slug(), own);
                let missed = by_form(&red, &open(&red, puzzle).await, &wrong(puzzle).to_string()).await;
                let at_least = match (puzzle.aim(), own) {
                    (Aim::Material(_), _) => ", and you win no more than a Pawn",
                    (Aim::Win(_), 1) => ", so the win is gone",
                    (Aim::Win(_), _) => ", and you can no longer win in 2 moves",
                };
                let said = answered(&missed);
                assert!(said.ends_with(at_least) || said.contains(", which "), "{puzzle}: {said}");
            }
        }
        bench.finish().await;
    });
}

fn a_text_that_is_no_move_costs_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let puzzle = of_length("chess", 1);
        let refused = by_form(&red, &open(&red, puzzle).await, "xyzzy").await;
        assert!(refused.content.contains("I can't read `xyzzy`"), "{}", refused.content);
        assert!(!refused.content.contains("the list"), "a form has none: {}", refused.content);
        assert_eq!(shown(&refused), (puzzle, 0));
        assert!(solve(&red, &refused).await.content.contains("One solved without help"));
        bench.finish().await;
    });
}

fn a_hint_tells_the_piece_then_the_move() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let puzzle = of_length("chess", 2);
        let first = open(&red, puzzle).await;
        let mv = puzzle.solution()[0];
        let hinted = changed(&red.click(&first, "Hint").await);
        let piece = format!("**Hint:** move the {} {}.", named(puzzle, &mv), mv.from().expect("a piece"));
        assert!(hinted.content.contains(&piece), "{}", hinted.content);
        assert_eq!(hinted.labels()[1], "Show the move");
        // A wrong move does not take it away.
        let missed = by_menus(&red, &hinted, &wrong(puzzle)).await;
        assert!(missed.content.contains(&piece), "{}", missed.content);
        assert_eq!(missed.labels()[1], "Show the move");
        let whole = changed(&red.click(&hinted, "Show the move").await);
        assert!(
            whole.content.contains(&format!("**Hint:** the move is {} ", named(puzzle, &mv))),
            "{}",
            whole.content
        );
        assert_eq!(shown(&whole), (puzzle, 0));
        let end = solve(&red, &whole).await;
        assert!(end.content.contains("You have solved 1 of") && !end.content.contains("without help"));
        bench.finish().await;
    });
}

fn a_solution_is_shown_and_the_puzzle_comes_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let puzzle = of_length("squirrel", 2);
        let told = changed(&red.click(&open(&red, puzzle).await, "Solution").await);
        assert!(told.content.starts_with("**The solution:**\n1. "), "{}", told.content);
        assert!(told.content.ends_with("You will see this puzzle again later."), "{}", told.content);
        assert_eq!(told.labels(), ["Next puzzle", "Try it myself"]);
        let end = pictured(puzzle, puzzle.solution().len());
        assert!(told.picture().is_some_and(|shown| shown.bytes == end));
        let again = changed(&red.click(&told, "Try it myself").await);
        assert_eq!(shown(&again), (puzzle, 0));
        let (other, _) = shown(&changed(&red.click(&again, "Another puzzle").await));
        assert!(other != puzzle);
        assert_eq!(bench.count("SELECT count(*) FROM puzzles WHERE solved_at IS NULL").await, 1);
        bench.finish().await;
    });
}

fn a_puzzle_goes_on_after_a_restart_and_is_solved_once() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let puzzle = of_length("prison-break", 2);
        let solution = puzzle.solution();
        let ways = open(&red, puzzle).await;
        bench.stop().await;
        bench.start().await;
        let half = by_menus(&red, &ways, &solution[0]).await;
        assert_eq!(shown(&half), (puzzle, 2));
        bench.stop().await;
        bench.start().await;
        // Two forms are open at once, and both are submitted.
        let forms = [red.click(&half, "Type a move").await, red.click(&half, "Type a move").await];
        for form in &forms {
            let end = changed(&red.submit(form, &[("move", &solution[2].to_string())]).await);
            assert!(end.content.contains("One solved without help"), "{}", end.content);
        }
        assert_eq!(bench.count("SELECT streak + best FROM puzzle_streaks").await, 2);
        bench.finish().await;
    });
}

fn what_is_solved_in_a_row_is_counted() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let singles: Vec<&Puzzle> =
            Puzzle::all(game("chess")).iter().filter(|puzzle| puzzle.own_moves() == 1).take(5).collect();
        for (number, puzzle) in singles.iter().enumerate() {
            let first = open(&red, puzzle).await;
            let first =
                if number == 2 { by_form(&red, &first, &wrong(puzzle).to_string()).await } else { first };
            let end = solve(&red, &first).await;
            let row = match number {
                0 => "One solved without help; your best is 1 in a row.",
                1 | 4 => "2 in a row without help; your best is 2.",
                3 => "One solved without help; your best is 2 in a row.",
                _ => "You have solved 3 of",
            };
            assert!(end.content.contains(row), "{number}: {}", end.content);
        }
        // Solving it again does not count, and a wrong move then does not either.
        let again = open(&red, singles[0]).await;
        let again = by_form(&red, &again, &wrong(singles[0]).to_string()).await;
        assert!(solve(&red, &again).await.content.contains("2 in a row without help; your best is 2."));
        bench.finish().await;
    });
}

fn what_is_solved_is_not_seen_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let hard: Vec<&Puzzle> =
            Puzzle::all(game("chess")).iter().filter(|puzzle| puzzle.grade() == Grade::Hard).collect();
        for puzzle in &hard[2..] {
            let sql = format!("INSERT INTO puzzles VALUES ({}, 'chess', {}, 0, 1)", red.id(), puzzle.id());
            bench.run_sql(&sql).await;
        }
        let ask = [("variant", "chess"), ("difficulty", "hard")];
        let mut left = Vec::new();
        let mut now = card(&red.slash("puzzle", &ask).await);
        for _ in 0..2 {
            left.push(shown(&now).0);
            let end = solve(&red, &now).await;
            now = changed(&red.click(&end, "Next puzzle").await);
        }
        assert!(hard[..2].iter().all(|puzzle| left.contains(puzzle)));
        let told = format!("You have solved all {} puzzles of this kind.", hard.len());
        assert!(now.content.starts_with(&told) && now.labels().is_empty(), "{}", now.content);
        assert!(card(&red.slash("puzzle", &ask).await).content.starts_with(&told));
        let (other, _) = shown(&card(&red.slash("puzzle", &[("variant", "chess")]).await));
        assert!(other.grade() != Grade::Hard);
        bench.finish().await;
    });
}

fn a_puzzle_that_is_gone_gives_way_to_another() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let now = card(&red.slash("puzzle", &[]).await);
        for word in ["piece", "hint", "move", "solution", "again", "next"] {
            let id = format!("v2:puzzle-{word}:chess:1:0:claustrophobia:any");
            let other = changed(&red.click_stale(&now, &id).await);
            assert_eq!(shown(&other).0.variant(), game("claustrophobia"), "{word}");
        }
        assert_eq!(bench.count("SELECT count(*) FROM puzzles").await, 0);
        bench.finish().await;
    });
}

fn puzzles_are_had_everywhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let alone = bench.red("dm");
        let end = solve(&alone, &card(&alone.slash("puzzle", &[]).await)).await;
        assert!(end.content.contains("**Solved!**"), "{}", end.content);
        bench.discord.remove_bot();
        let away = bench.green("games");
        away.install();
        bench.discord.forget_requests();
        let first = card(&away.slash("puzzle", &[("variant", "birds-and-ninjas")]).await);
        let missed = by_form(&away, &first, &wrong(shown(&first).0).to_string()).await;
        assert!(missed.content.contains("**Not that:**"), "{}", missed.content);
        assert!(solve(&away, &missed).await.content.contains("**Solved!**"));
        for request in bench.discord.requests() {
            assert!(request.path.contains("/interactions/") || request.path.contains("/webhooks/"));
        }
        bench.finish().await;
    });
}

fn what_is_solved_is_told_and_deleted() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let puzzle = of_length("chess", 1);
        for who in [&red, &blue] {
            solve(who, &open(who, puzzle).await).await;
        }
        let file = export(&red).await;
        let [kept] = &file["puzzles"].as_array().expect("puzzles")[..] else { panic!("{file}") };
        assert_eq!((&kept["variant"], &kept["puzzle"]), (&json!("chess"), &json!(puzzle.id())));
        assert!(kept["helped"] == false && kept["solved_at_ms"].as_i64() > Some(0), "{kept}");
        assert_eq!(file["puzzles_in_a_row"], json!({ "now": 1, "best": 1 }));
        delete(&red).await;
        assert_eq!(bench.count("SELECT count(*) FROM puzzles").await, 1);
        assert_eq!(bench.count("SELECT count(*) FROM puzzle_streaks").await, 1);
        bench.finish().await;
    });
}

fn whoever_solves_a_puzzle_holds_up_nobody_in_the_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let first = card(&game.blue.slash("puzzle", &[("variant", "chess")]).await);
        bench.discord.faults().add(Fault::next("/callback", Trouble::Delay(Duration::from_millis(2_500))));
        let blue = game.blue.clone();
        let hint = tokio::spawn(async move { blue.click(&first, "Hint").await });
        soon("the hint is on its way", || bench.discord.faults().are_over()).await;
        done(&game.red.slash("move", &[("move", "e4")]).await);
        assert!(!hint.is_finished(), "it has waited for nothing");
        changed(&hint.await.expect("no panic"));
        bench.finish().await;
    });
}
