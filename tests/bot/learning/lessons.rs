//! `/learn`: lessons on a private card, with menus and typed moves.

use rookery::game::{Exercise, LessonStand};
use rookery::games;
use rookery::render::BoardView;
use rookery::rules::Color;
use rookery::sandbox::{Member, Message, Upshot};
use serde_json::json;

use crate::bot::bench::{Bench, card, changed, done, message, wait_for};
use crate::bot::people::privacy::{delete, export};

tests!(
    a_lesson_is_done_by_menus_to_its_end,
    a_lesson_is_done_by_typed_moves,
    a_wrong_move_is_explained_and_the_position_stays,
    a_step_goes_on_after_a_restart_in_its_middle,
    what_is_done_twice_is_done_once,
    a_solution_is_shown_and_still_to_be_played,
    where_castling_looks_like_a_step_it_is_said_how_to_type_it,
    a_step_begins_again,
    what_is_learnt_is_remembered_told_and_deleted,
    nobody_uses_the_lesson_of_another,
    help_leads_to_the_lessons,
    lessons_are_had_everywhere,
    a_lesson_that_has_changed_begins_its_step_again,
);

async fn learn(who: &Member, game: &str) -> Message {
    card(&who.slash("learn", &[("variant", game)]).await)
}

/// Moves with the menus.
async fn by_menus(who: &Member, on: &Message, piece: &str, to: &str) -> Message {
    let ways = changed(&who.select(on, "Piece", &[piece]).await);
    changed(&who.select(&ways, "To", &[to]).await)
}

/// Moves with the form.
async fn by_form(who: &Member, on: &Message, text: &str) -> Message {
    let form = who.click(on, "Type a move").await;
    assert_eq!(form.outcome, Upshot::Modal, "{}", form.text());
    changed(&who.submit(&form, &[("move", text)]).await)
}

/// Fails unless a card shows this step.
#[track_caller]
fn shows(card: &Message, step: &str, task: &str) {
    assert!(card.content.contains(&format!("**{step}: ")), "{step}: {}", card.content);
    assert!(card.content.contains(&format!("**{task}**")), "{task}: {}", card.content);
}

/// The expected picture of a step after these moves and the replies to them.
fn pictured(game: &str, step: u8, moves: &[&str]) -> Vec<u8> {
    let game = games::from_slug(game).expect("a game");
    let mut exercise = Exercise::resume(LessonStand::at(game, step)).expect("a step");
    for text in moves {
        exercise.play_typed(text).expect("a legal move");
    }
    crate::bot::drawn(&BoardView::of_line(&exercise.line, Color::White))
}

/// Stores this many completed steps of a lesson.
async fn has_done(bench: &Bench, who: &Member, game: &str, steps: u8) {
    let sql = format!("INSERT INTO lessons VALUES ({}, '{game}', {steps}, 0)", who.id());
    bench.run_sql(&sql).await;
}

fn a_lesson_is_done_by_menus_to_its_end() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        // Rendered here first: a game's first picture is slow, and test and bot share the process.
        let board = pictured("chess", 0, &[]);
        let first = learn(&red, "chess").await;
        shows(&first, "Chess, step 1 of 3", "Give checkmate in one move.");
        assert_eq!(first.labels(), ["Type a move", "Solution", "Rules", "All lessons"]);
        assert!(first.picture().is_some_and(|shown| shown.bytes == board));
        let ways = changed(&red.select(&first, "Piece", &["d1"]).await);
        assert!(ways.content.contains("The white Rook d1 can go to"), "{}", ways.content);
        shows(&ways, "Chess, step 1 of 3", "Give checkmate in one move.");
        let second = changed(&red.select(&ways, "To", &["d1d8"]).await);
        assert!(second.content.starts_with("Right: Rook d1-d8. "), "{}", second.content);
        shows(&second, "Chess, step 2 of 3", "Take the Pawn d5 en passant.");
        let third = by_menus(&red, &second, "Pawn e5", "e5d6").await;
        assert!(
            third.content.starts_with("Right: Pawn e5-d6, takes Pawn d5 en passant."),
            "{}",
            third.content
        );
        let place = by_menus(&red, &third, "f7", "f7f8=").await;
        shows(&place, "Chess, step 3 of 3", "Give checkmate in two moves.");
        let answered = changed(&red.select(&place, "Promote to …", &["Rook"]).await);
        assert!(
            answered.content.starts_with("Right: Pawn f7-f8, promotes to Rook. Black answers King h7-h6.")
        );
        assert!(answered.picture().is_some_and(|shown| shown.bytes == pictured("chess", 2, &["f7f8r"])));
        let end = by_menus(&red, &answered, "f8", "f8h8").await;
        assert!(end.content.contains("Right: Rook f8-h8."), "{}", end.content);
        let basics = "That was the last step. You know the basics of Chess. The best next step is a game.";
        assert!(end.content.contains(basics), "{}", end.content);
        assert_eq!(
            end.labels(),
            ["Play me, level 1", "Play a friend", "Start again", "Rules", "Solve a puzzle"]
        );
        let puzzle = card(&red.click(&end, "Solve a puzzle").await);
        assert!(puzzle.content.starts_with("**Chess puzzle**, easy\n"), "{}", puzzle.content);
        assert!(end.picture().is_some_and(|shown| shown.bytes == pictured("chess", 2, &["f7f8r", "f8h8"])));
        // A first game, and another lesson.
        let whom = card(&red.click(&end, "Play a friend").await);
        assert!(whom.content.starts_with("Chess: whom do you challenge?"), "{}", whom.content);
        done(&red.select(&whom, "Choose a person", &[bench.blue("games").id()]).await);
        assert_eq!(red.channel().messages().len(), 1, "the challenge alone is for all");
        let asked = red.click(&end, "Play me, level 1").await;
        assert!(asked.is_ephemeral() && asked.text().starts_with("Where shall we play?"), "{}", asked.text());
        done(&red.click(&message(&asked), "Here in the channel").await);
        let begun = |m: &Message| m.content.contains("plays White, I play Black (Level 1, ");
        assert!(red.channel().wait_for(begun).await.is_some(), "the board");
        let other = changed(&red.select(&end, "Choose a game", &["Squirrel Chess"]).await);
        assert!(other.content.contains("Squirrel Chess, step 1 of 6"), "{}", other.content);
        bench.finish().await;
    });
}

fn a_lesson_is_done_by_typed_moves() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let lesson = &games::from_slug("prison-break").expect("a game").spec().lesson;
        let mut now = learn(&red, "prison-break").await;
        for (number, step) in lesson.iter().enumerate() {
            assert!(
                now.content.contains(&format!("step {} of {}: ", number + 1, lesson.len())),
                "{}",
                now.content
            );
            for mv in step.solution.iter().step_by(2) {
                now = by_form(&red, &now, mv).await;
                assert!(now.content.starts_with("Right: "), "{mv}: {}", now.content);
            }
        }
        assert!(now.content.contains("That was the last step"), "{}", now.content);
        bench.finish().await;
    });
}

fn a_wrong_move_is_explained_and_the_position_stays() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let board = pictured("claustrophobia", 0, &[]);
        let mut now = learn(&red, "claustrophobia").await;
        for (typed, why, shows_ways) in [
            ("xyzzy", "I can't read `xyzzy`", false),
            ("a2a5", "the Flying Bomber a2 can't take the Knight a5 by landing on it; the board shows", true),
            ("a2b3", "the Flying Bomber a2 can't move to b3; the board shows where it can go.", true),
            ("a2a3", "Not quite: Flying Bomber a2-a3. Still on the board: Knight a5.", false),
        ] {
            now = by_form(&red, &now, typed).await;
            assert!(now.content.contains(why), "{typed}: {}", now.content);
            assert!(!now.content.contains("pick from the list"), "{typed}: {}", now.content);
            shows(&now, "Claustrophobia, step 1 of 6", "Take the Knight a5.");
            assert_eq!(now.content.contains("The white Flying Bomber a2 can go to"), shows_ways, "{typed}");
            let plain = now.picture().is_some_and(|shown| shown.bytes == board);
            assert_eq!(plain, !shows_ways, "{typed}");
        }
        assert_eq!(bench.count("SELECT count(*) FROM lessons").await, 0);
        // The refutation of a move, if it takes a reply.
        has_done(&bench, &red, "claustrophobia", 3).await;
        let slip = learn(&red, "claustrophobia").await;
        shows(&slip, "Claustrophobia, step 4 of 6", "Promote your Pawn in two moves.");
        let refuted = by_menus(&red, &slip, "d6", "d6e7").await;
        let why = "Not quite: Pawn d6-e7. Black answers King f7-e7, takes Pawn e7, and you are too late.";
        assert!(refuted.content.contains(why), "{}", refuted.content);
        has_done(&bench, &blue, "prison-break", 3).await;
        let mate = learn(&blue, "prison-break").await;
        let drawn = by_form(&blue, &mate, "e5d6").await;
        assert!(drawn.content.contains("not the way you want: stalemate, a draw."), "{}", drawn.content);
        bench.finish().await;
    });
}

fn a_step_goes_on_after_a_restart_in_its_middle() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let first = learn(&red, "squirrel").await;
        let middle = by_menus(&red, &first, "e5", "e5g6").await;
        assert!(middle.content.starts_with("Right: Squirrel e5-g6. Black answers"), "{}", middle.content);
        let form = red.click(&middle, "Type a move").await;
        bench.stop().await;
        bench.start().await;
        let second = changed(&red.submit(&form, &[("move", "g6h8")]).await);
        shows(&second, "Squirrel Chess, step 2 of 6", "One of Black's pieces is a leap away: take it.");
        bench.stop().await;
        bench.start().await;
        let third = by_menus(&red, &second, "e5", "e5h6").await;
        assert!(third.content.contains("step 3 of 6"), "{}", third.content);
        let again = learn(&red, "squirrel").await;
        assert!(again.content.contains("step 3 of 6"), "{}", again.content);
        bench.finish().await;
    });
}

fn what_is_done_twice_is_done_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let first = learn(&red, "squirrel").await;
        let ways = changed(&red.select(&first, "Piece", &["e5"]).await);
        let id = |card: &Message, label: &str| {
            let found = card.components().find(|part| part["placeholder"] == label || part["label"] == label);
            found.expect("a part")["custom_id"].as_str().expect("an id").to_owned()
        };
        // The form of the same step, opened twice and submitted twice.
        let forms = [red.click(&ways, "Type a move").await, red.click(&ways, "Type a move").await];
        let mut after = Vec::new();
        for form in &forms {
            after.push(changed(&red.submit(form, &[("move", "e5g6")]).await));
        }
        assert_eq!(after[0].content, after[1].content);
        assert_eq!(id(&after[0], "Type a move"), id(&after[1], "Type a move"));
        let forms = [red.click(&after[1], "Type a move").await, red.click(&after[1], "Type a move").await];
        let (mut now, mut texts) = (after[1].clone(), Vec::new());
        for form in &forms {
            now = changed(&red.submit(form, &[("move", "g6h8")]).await);
            texts.push(now.content.clone());
        }
        assert_eq!(texts[0], texts[1]);
        assert!(now.content.contains("step 2 of 6"), "{}", now.content);
        assert_eq!(bench.count("SELECT steps FROM lessons").await, 1);
        // Two simultaneous clicks on the same card.
        let clicks = [red.click_now(&now, "Solution"), red.click_now(&now, "Solution")];
        for click in clicks {
            let answer = red.answer_to(&click.expect("a click")).await;
            assert!(changed(&answer).content.contains(" e5-h6, takes Rook h6. Play it "));
        }
        bench.finish().await;
    });
}

fn a_solution_is_shown_and_still_to_be_played() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        has_done(&bench, &red, "prison-break", 5).await;
        let run = learn(&red, "prison-break").await;
        shows(&run, "Prison Break, step 6 of 6", "Escape in two moves.");
        let told = changed(&red.click(&run, "Solution").await);
        assert!(told.content.starts_with("The move is Ice Queen c6-b6. Play it to continue."));
        // Another first move is equally good, with its own end.
        let other = by_menus(&red, &told, "c6", "c6b7").await;
        assert!(other.content.starts_with("Right: Ice Queen c6-b7. Black answers"), "{}", other.content);
        let told = changed(&red.click(&other, "Solution").await);
        assert!(told.content.starts_with("The move is King b4-a"), "{}", told.content);
        assert_eq!(bench.count("SELECT finished FROM lessons").await, 0);
        let end = by_form(&red, &told, "Ka5").await;
        assert!(end.content.contains("That was the last step"), "{}", end.content);
        assert_eq!(bench.count("SELECT finished FROM lessons").await, 1);
        bench.finish().await;
    });
}

fn where_castling_looks_like_a_step_it_is_said_how_to_type_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        has_done(&bench, &red, "birds-and-ninjas", 5).await;
        let castle = learn(&red, "birds-and-ninjas").await;
        shows(&castle, "Birds and Ninjas, step 6 of 6", "Castle so that the Rook gives check.");
        assert!(castle.content.contains("such as `O-Oh1`"), "{}", castle.content);
        let told = changed(&red.click(&castle, "Solution").await);
        let says = "Castle: King f1-g1, Rook i1-f1. Choose the King, then *castles*, or type `O-Og1`.";
        assert!(told.content.starts_with(says), "{}", told.content);
        let ways = changed(&red.select(&told, "Piece", &["f1"]).await);
        // The squares of a longer castling are not a king's step, so they need no other notation.
        for way in ["castle to g1 with Rook i1-f1 (type `O-Og1`);", "castle to h1 with Rook i1-g1;"] {
            assert!(ways.content.contains(way), "{way}: {}", ways.content);
        }
        let step = by_form(&red, &ways, "f1g1").await;
        assert!(step.content.starts_with("Not quite: King f1-g1."), "{}", step.content);
        let end = by_form(&red, &step, "O-Og1").await;
        assert!(end.content.starts_with("Right: King castles f1-g1, Rook i1-f1. "), "{}", end.content);
        assert!(end.content.contains("That was the last step"), "{}", end.content);
        bench.finish().await;
    });
}

fn a_step_begins_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let first = learn(&red, "squirrel").await;
        let middle = by_menus(&red, &first, "e5", "e5f7").await;
        assert!(middle.labels().contains(&"Start again".to_owned()), "{:?}", middle.labels());
        let slow = by_form(&red, &middle, "f7f5").await;
        assert!(
            slow.content.contains("Not quite: Squirrel f7-f5. That is a legal move, but not "),
            "{}",
            slow.content
        );
        let again = changed(&red.click(&slow, "Start again").await);
        assert!(again.picture().is_some_and(|shown| shown.bytes == pictured("squirrel", 0, &[])));
        assert_eq!(again.labels(), first.labels());
        bench.finish().await;
    });
}

fn what_is_learnt_is_remembered_told_and_deleted() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let list = card(&red.slash("learn", &[]).await);
        for line in ["- **Chess**: 3 steps, none done yet", "- **Prison Break**: 6 steps, none done yet"] {
            assert!(list.content.contains(line), "{}", list.content);
        }
        assert_eq!(export(&red).await["lessons"], json!([]));
        let chess = changed(&red.select(&list, "Choose a game", &["chess"]).await);
        let second = by_form(&red, &chess, "Rd8").await;
        let list = changed(&red.click(&second, "All lessons").await);
        assert!(list.content.contains("- **Chess**: 1 of 3 steps done"), "{}", list.content);
        let kept = json!([{ "variant": "chess", "steps_done": 1, "finished": false }]);
        assert_eq!(export(&red).await["lessons"], kept);
        let mut now = learn(&red, "chess").await;
        for text in ["exd6", "f8=R", "Rh8"] {
            now = by_form(&red, &now, text).await;
        }
        assert!(now.content.contains("That was the last step"), "{}", now.content);
        // A finished lesson starts again without losing its progress.
        let anew = learn(&red, "chess").await;
        shows(&anew, "Chess, step 1 of 3", "Give checkmate in one move.");
        by_form(&red, &anew, "Rd8").await;
        let list = card(&red.slash("learn", &[]).await);
        assert!(list.content.contains("- **Chess**: all done"), "{}", list.content);
        assert!(
            card(&bench.blue("games").slash("learn", &[]).await).content.contains("- **Chess**: 3 steps")
        );
        assert!(delete(&red).await.starts_with("Done."));
        assert_eq!(bench.count("SELECT count(*) FROM lessons").await, 0);
        let list = card(&red.slash("learn", &[]).await);
        assert!(list.content.contains("- **Chess**: 3 steps, none done yet"), "{}", list.content);
        bench.finish().await;
    });
}

fn nobody_uses_the_lesson_of_another() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let card = by_menus(&red, &learn(&red, "squirrel").await, "e5", "e5g6").await;
        let ways = changed(&red.select(&card, "Piece", &["g6"]).await);
        let own = learn(&blue, "chess").await;
        let ids: Vec<String> = ways
            .components()
            .filter_map(|part| part["custom_id"].as_str().map(str::to_owned))
            .filter(|id| !id.starts_with("v2:rules"))
            .collect();
        assert_eq!(ids.len(), 6, "{ids:?}");
        for id in ids {
            let refused = blue.click_stale(&own, &id).await;
            assert!(refused.is_ephemeral() && refused.outcome == Upshot::Message, "{id}: {}", refused.text());
            assert!(
                refused.text().starts_with("That is somebody else's lesson; "),
                "{id}: {}",
                refused.text()
            );
        }
        assert_eq!(bench.count("SELECT count(*) FROM lessons").await, 0);
        bench.finish().await;
    });
}

fn help_leads_to_the_lessons() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let help = card(&red.slash("help", &[]).await);
        bench.stop().await;
        bench.start().await;
        let list = card(&red.click(&help, "Learn a game").await);
        assert!(list.content.starts_with("Which game would you like to learn?"), "{}", list.content);
        let first = changed(&red.select(&list, "Choose a game", &["Birds and Ninjas"]).await);
        shows(&first, "Birds and Ninjas, step 1 of 6", "Take the Pawn g4 and the Rook h4 in one move.");
        let rules = card(&red.click(&first, "Rules").await);
        assert!(rules.content.starts_with("**Birds and Ninjas** ("), "{}", rules.content);
        bench.finish().await;
    });
}

fn lessons_are_had_everywhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let direct = bench.red("dm");
        let second = by_menus(&direct, &learn(&direct, "chess").await, "d1", "d1d8").await;
        assert!(second.content.contains("step 2 of 3"), "{}", second.content);
        bench.discord.remove_bot();
        let red = bench.red("games");
        red.install();
        bench.discord.forget_requests();
        let second = learn(&red, "chess").await;
        assert!(second.content.contains("step 2 of 3"), "{}", second.content);
        let third = by_form(&red, &second, "exd6").await;
        let end = by_menus(&red, &by_form(&red, &third, "f8=R").await, "f8", "f8h8").await;
        assert!(end.content.contains("That was the last step"), "{}", end.content);
        for request in bench.discord.requests() {
            let by_token = request.path.contains("/interactions/") || request.path.contains("/webhooks/");
            assert!(by_token, "{} {}", request.method, request.path);
        }
        assert_eq!(bench.count("SELECT count(*) FROM seats").await, 0);
        bench.finish().await;
    });
}

fn a_lesson_that_has_changed_begins_its_step_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let first = learn(&red, "chess").await;
        for (id, step) in [
            (format!("v2:lesson:see:{}:chess:2:77", red.id()), "step 3 of 3"),
            (format!("v2:lesson:solution:{}:chess:9:", red.id()), "step 1 of 3"),
            (format!("v2:lesson:to:{}:chess:1:77:e5", red.id()), "step 2 of 3"),
        ] {
            let now = changed(&red.click_stale(&first, &id).await);
            assert!(now.content.contains(step), "{id}: {}", now.content);
        }
        // Another page of squares, selected on a card whose moves are no longer those of the step.
        let stale = format!("v2:lesson:to:{}:chess:1:77:h3", red.id());
        let now = changed(&red.select_stale(&first, &stale, &["page-1"]).await);
        assert!(now.content.contains("step 2 of 3"), "{}", now.content);
        // A stored count above the current number of steps means all.
        has_done(&bench, &red, "chess", 9).await;
        assert!(learn(&red, "chess").await.content.contains("step 1 of 3"));
        assert_eq!(bench.count("SELECT count(*) FROM lessons").await, 1);
        bench.finish().await;
    });
}
