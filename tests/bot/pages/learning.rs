//! Lessons and puzzles on a page: as in the chat, and counted once.

use reqwest::{Method, StatusCode};
use rookery::engine::Puzzle;
use rookery::games;
use rookery::rules::{Move, Variant};
use rookery::sandbox::{Member, Message};
use serde_json::{Value, json};

use super::visitor::{Answer, Browser, Page, link, place, wish_id};
use crate::bot::bench::{Bench, card, changed, message, wait_for};
use crate::bot::learning::daily::with_daily;

tests!(
    a_step_of_a_lesson_is_done_on_the_page_and_counts_in_the_chat,
    a_lesson_goes_on_to_its_end,
    a_wrong_move_in_a_lesson_says_what_the_chat_says,
    where_castling_looks_like_a_step_it_is_said_where_to_tap,
    a_step_comes_in_its_turn,
    a_puzzle_that_is_solved_on_the_page_is_solved_in_the_chat,
    a_wrong_move_in_a_puzzle_is_refuted_as_in_the_chat,
    a_hint_names_the_piece_and_then_the_move,
    a_solution_counts_as_help,
    the_puzzle_of_the_day_is_solved_on_the_page,
    what_is_sent_twice_counts_once,
    an_address_gives_no_move_away,
    a_page_is_there_again_after_it_was_loaded_anew,
    a_grant_for_learning_opens_no_game_and_that_of_a_game_nothing_to_learn,
    whoever_clicks_learns_for_themselves,
    where_nothing_is_left_it_is_said,
    pages_to_learn_on_are_listed_and_ended_as_one,
    without_pages_no_card_has_the_button,
);

/// A page of lessons and puzzles, with its state.
struct Learner {
    page: Page,
    at: String,
    state: Value,
}

impl Learner {
    /// Opens the page behind a card's "Open board".
    async fn open(bench: &Bench, who: &Member, on: &Message) -> Self {
        let link = link(who, on).await;
        Self::at(Browser::new(bench).open(&link).await, place(&link)).await
    }

    async fn at(page: Page, at: &str) -> Self {
        let mut learner = Self { page, at: at.to_owned(), state: Value::Null };
        let loaded = learner.load().await;
        assert_eq!(loaded.status, StatusCode::OK, "{}", loaded.body);
        learner.take(&loaded.body);
        learner
    }

    async fn load(&self) -> Answer {
        self.page.ask(&format!("state?at={}", self.at)).await
    }

    fn take(&mut self, state: &Value) {
        state["at"].as_str().expect("a place").clone_into(&mut self.at);
        self.state = state.clone();
    }

    /// The JSON of an action here.
    fn wish(&self, what: &str) -> Value {
        json!({ "id": wish_id(), "rev": self.state["rev"], "at": self.at, "do": what })
    }

    async fn send(&mut self, wish: &Value) -> Answer {
        let answer = self.page.send(wish).await;
        if answer.body["state"].is_object() {
            self.take(&answer.body["state"]);
        }
        answer
    }

    async fn play(&mut self, mv: &str) -> Answer {
        let mut wish = self.wish("move");
        wish["move"] = mv.into();
        self.send(&wish).await
    }

    /// Presses the button with this label.
    async fn press(&mut self, label: &str) -> Answer {
        let actions = self.state["actions"].as_array().expect("actions");
        let action = actions.iter().find(|action| action["label"] == label);
        let action = action.unwrap_or_else(|| panic!("no {label} among {actions:?}"));
        let mut wish = self.wish(action["do"].as_str().expect("a word"));
        if !action["at"].is_null() {
            wish["at"] = action["at"].clone();
        }
        self.send(&wish).await
    }

    fn labels(&self) -> Vec<&str> {
        let actions = self.state["actions"].as_array().expect("actions");
        actions.iter().map(|action| action["label"].as_str().expect("a label")).collect()
    }

    fn says(&self) -> &str {
        self.state["says"].as_str().expect("a sentence")
    }

    /// Solves the puzzle from its start.
    async fn solve(&mut self, puzzle: &Puzzle) {
        for mv in puzzle.solution().iter().step_by(2) {
            let answer = self.play(&mv.to_string()).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        }
        assert!(self.says().starts_with("Solved!\n1. "), "{}", self.says());
    }
}

fn chess() -> Variant {
    games::from_slug("chess").expect("a game")
}

fn of_length(own: usize) -> &'static Puzzle {
    Puzzle::all(chess()).iter().find(|puzzle| puzzle.own_moves() == own).expect("a puzzle")
}

/// A card of this puzzle in the chat.
async fn puzzle_card(who: &Member, puzzle: &Puzzle) -> Message {
    let any = card(&who.slash("puzzle", &[]).await);
    let id = format!("v2:puzzle-again:{}:{}:0:any:any", puzzle.variant().slug(), puzzle.id());
    changed(&who.click_stale(&any, &id).await)
}

async fn lesson_card(who: &Member) -> Message {
    card(&who.slash("learn", &[("variant", "chess")]).await)
}

/// Moves with a card's form.
async fn typed(who: &Member, on: &Message, text: &str) -> Message {
    let form = who.click(on, "Type a move").await;
    changed(&who.submit(&form, &[("move", text)]).await)
}

/// A legal move that is not the solution and does not end the game.
fn wrong(puzzle: &Puzzle) -> Move {
    let goes_on = |mv: &Move| puzzle.start().after_known(mv).termination().is_none();
    let mut moves = puzzle.start().legal_moves().into_iter();
    moves
        .find(|mv| *mv != puzzle.solution()[0] && mv.promotion().is_none() && goes_on(mv))
        .expect("another move")
}

fn plain(text: &str) -> String {
    text.replace(['*', '`'], "")
}

fn a_step_of_a_lesson_is_done_on_the_page_and_counts_in_the_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let first = lesson_card(&red).await;
        assert_eq!(first.labels(), ["Type a move", "Solution", "Rules", "All lessons", "Open board"]);
        let mut page = Learner::open(&bench, &red, &first).await;
        assert_eq!((&page.state["kind"], page.at.as_str()), (&json!("lesson"), "lesson:chess:0:"));
        assert!(
            page.says().starts_with("Chess, step 1 of 3: ")
                && page.says().ends_with("Give checkmate in one move.")
        );
        assert_eq!((&page.state["you"], &page.state["yours"]), (&json!("white"), &json!(true)));
        assert_eq!(page.state["players"], json!({ "white": "you", "black": "the bot" }));
        assert_eq!(page.labels(), ["Solution"]);
        assert!(page.state["moves"].as_array().expect("moves").iter().any(|mv| mv["move"] == "d1d8"));
        assert!(page.state["chat"].is_null() && page.state["clock"].is_null());
        let done = page.play("d1d8").await;
        assert_eq!((done.status, done.says()), (StatusCode::OK, ""));
        // The move is shown before the next step, also after a reload.
        for state in [page.state.clone(), page.load().await.body] {
            let says = state["says"].as_str().expect("a sentence");
            assert!(
                says.starts_with("Chess, step 1 of 3: ") && says.contains("\nRight: Rook d1-d8. "),
                "{says}"
            );
            assert_eq!((&state["over"], &state["moves"]), (&json!(true), &json!([])));
            let squares = state["board"]["squares"].as_array().expect("squares").clone();
            let last = squares
                .iter()
                .filter(|one| one["marks"].as_array().is_some_and(|all| all.contains(&json!("last"))));
            assert_eq!(last.map(|one| one["at"].clone()).collect::<Vec<_>>(), [json!("d1"), json!("d8")]);
        }
        assert_eq!(page.labels(), ["Next", "Start again", "Try moves"]);
        page.press("Next").await;
        assert!(page.says().starts_with("Chess, step 2 of 3: "), "{}", page.says());
        assert_eq!(page.at, "lesson:chess:1:");
        // The chat continues where the page is.
        assert!(lesson_card(&red).await.content.contains("Chess, step 2 of 3"));
        assert_eq!(bench.count("SELECT steps FROM lessons").await, 1);
        assert!(red.channel().messages().is_empty(), "nobody else sees it");
        bench.finish().await;
    });
}

fn a_lesson_goes_on_to_its_end() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        bench.run_sql(&format!("INSERT INTO lessons VALUES ({}, 'chess', 2, 0)", red.id())).await;
        let mut page = Learner::open(&bench, &red, &lesson_card(&red).await).await;
        let answered = page.play("f7f8r").await;
        assert!(answered.says().contains("Black answers King h7-h6. Go on."), "{}", answered.says());
        assert_eq!((&page.state["ply"], page.labels()), (&json!(2), vec!["Solution", "Start again"]));
        let shown = page.press("Solution").await;
        assert!(shown.says().starts_with("The move is Rook f8-h8. "), "{}", shown.says());
        page.press("Start again").await;
        assert_eq!(page.state["ply"], 0);
        page.play("f7f8r").await;
        page.play("f8h8").await;
        assert!(page.says().contains("That was the last step."), "{}", page.says());
        assert_eq!((&page.state["over"], &page.state["yours"]), (&json!(true), &json!(false)));
        assert_eq!(page.state["moves"], json!([]));
        assert_eq!(page.state["list"].as_array().expect("moves").len(), 2);
        assert_eq!(bench.count("SELECT finished FROM lessons").await, 1);
        assert_eq!(page.load().await.says(), page.says(), "it is there again");
        page.press("Solve a puzzle").await;
        assert!(
            page.state["kind"] == "puzzle" && page.says().starts_with("Chess puzzle, "),
            "{}",
            page.says()
        );
        bench.finish().await;
    });
}

fn where_castling_looks_like_a_step_it_is_said_where_to_tap() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        bench.run_sql(&format!("INSERT INTO lessons VALUES ({}, 'birds-and-ninjas', 5, 0)", red.id())).await;
        let castle = card(&red.slash("learn", &[("variant", "birds-and-ninjas")]).await);
        let mut page = Learner::open(&bench, &red, &castle).await;
        let told = page.press("Solution").await;
        assert_eq!(told.says(), "Castle: tap the King, then g1, then castles.");
        bench.finish().await;
    });
}

fn a_wrong_move_in_a_lesson_says_what_the_chat_says() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let first = lesson_card(&red).await;
        let mut page = Learner::open(&bench, &red, &first).await;
        for (text, status) in
            [("d1d7", StatusCode::OK), ("d1e2", StatusCode::CONFLICT), ("<b>", StatusCode::CONFLICT)]
        {
            let said = page.play(text).await;
            assert_eq!(said.status, status, "{text}: {}", said.says());
            let chat = plain(&typed(&red, &first, text).await.content);
            // A page says how the piece moves, since it has no card.
            if text == "d1e2" {
                assert_eq!(
                    said.says(),
                    "Illegal: the Rook d1 can't move to e2. The Rook moves any distance along ranks and files."
                );
            } else {
                assert!(!said.says().is_empty() && chat.starts_with(said.says()), "{}: {chat}", said.says());
            }
            assert_eq!(page.state["ply"], 0, "the position stays");
        }
        let why = page.page.ask(&format!("why?move=d1e2&at={}", page.at)).await;
        assert_eq!(why.says(), "The Rook moves any distance along ranks and files. Dots show where.");
        assert_eq!(page.page.ask(&format!("why?move=d1d7&at={}", page.at)).await.says(), "");
        bench.finish().await;
    });
}

fn a_step_comes_in_its_turn() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let mut page = Learner::open(&bench, &red, &lesson_card(&red).await).await;
        // With a hand-written address, the last step would be done before the first.
        "lesson:chess:2:".clone_into(&mut page.at);
        page.play("f7f8r").await;
        assert_eq!((page.at.as_str(), &page.state["ply"]), ("lesson:chess:0:", &json!(0)));
        // Knowing a step's move does not complete it either.
        for odd in ["done:chess:0::99", "done:chess:2::1", "done:chess:7::1"] {
            odd.clone_into(&mut page.at);
            let shown = page.load().await.body;
            assert_eq!((&shown["at"], &shown["over"]), (&json!("lesson:chess:0:"), &json!(false)), "{odd}");
        }
        assert_eq!(bench.count("SELECT count(*) FROM lessons").await, 0);
        bench.finish().await;
    });
}

fn a_puzzle_that_is_solved_on_the_page_is_solved_in_the_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let (first, second) = (of_length(2), of_length(1));
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, first).await).await;
        assert_eq!(
            (&page.state["kind"], page.labels()),
            (&json!("puzzle"), vec!["Hint", "Solution", "Another puzzle"])
        );
        assert!(page.says().contains("against any defence"), "{}", page.says());
        let answered = page.play(&first.solution()[0].to_string()).await;
        assert!(
            answered.says().starts_with("Right: ") && answered.says().ends_with("Go on."),
            "{}",
            answered.says()
        );
        assert_eq!((&page.state["ply"], &page.state["yours"]), (&json!(2), &json!(true)));
        page.play(&first.solution()[2].to_string()).await;
        assert!(page.says().starts_with("Solved!\n1. "), "{}", page.says());
        assert!(page.says().contains("One solved without help"), "{}", page.says());
        assert_eq!((&page.state["over"], page.labels()), (&json!(true), vec!["Next puzzle", "Try moves"]));
        // The chat continues the count.
        let end = typed(&red, &puzzle_card(&red, second).await, &second.solution()[0].to_string()).await;
        assert!(end.content.contains("You have solved 2 of"), "{}", end.content);
        assert!(end.content.contains("2 in a row without help"), "{}", end.content);
        page.press("Next puzzle").await;
        assert!(page.state["over"] == false && !page.at.contains(&first.id().to_string()), "{}", page.at);
        bench.finish().await;
    });
}

fn a_wrong_move_in_a_puzzle_is_refuted_as_in_the_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let puzzle = of_length(2);
        let first = puzzle_card(&red, puzzle).await;
        let mut page = Learner::open(&bench, &red, &first).await;
        let unread = page.play("xyzzy").await;
        assert_eq!(unread.status, StatusCode::CONFLICT);
        assert!(unread.says().starts_with("I can't read xyzzy"), "{}", unread.says());
        assert_eq!(
            bench.count("SELECT count(*) FROM puzzles").await,
            0,
            "a text that is no move costs nothing"
        );
        let missed = page.play(&wrong(puzzle).to_string()).await;
        assert_eq!((missed.status, &page.state["ply"]), (StatusCode::OK, &json!(0)));
        let reply = |said: &str| {
            said.split(" is answered by ").nth(1).and_then(|rest| rest.split(',').next()).map(str::to_owned)
        };
        let chat = typed(&red, &first, &wrong(puzzle).to_string()).await;
        assert!(missed.says().starts_with("Not that: "), "{}", missed.says());
        assert!(
            reply(missed.says()).is_some() && reply(missed.says()) == reply(&chat.content),
            "{}",
            chat.content
        );
        page.solve(puzzle).await;
        assert!(!page.says().contains("without help"), "{}", page.says());
        bench.finish().await;
    });
}

fn a_hint_names_the_piece_and_then_the_move() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let puzzle = of_length(1);
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, puzzle).await).await;
        let from = puzzle.solution()[0].from().expect("no drop");
        let piece = page.press("Hint").await;
        assert!(piece.says().starts_with("Hint: move the ") && piece.says().contains(&from.to_string()));
        assert_eq!(page.labels(), ["Show the move", "Solution", "Another puzzle"]);
        let whole = page.press("Show the move").await;
        assert!(whole.says().starts_with("Hint: the move is "), "{}", whole.says());
        assert_eq!(bench.count("SELECT helped FROM puzzles").await, 1);
        page.solve(puzzle).await;
        assert!(!page.says().contains("without help"), "{}", page.says());
        bench.finish().await;
    });
}

fn a_solution_counts_as_help() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let puzzle = of_length(2);
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, puzzle).await).await;
        page.press("Solution").await;
        assert!(page.says().starts_with("The solution:\n1. "), "{}", page.says());
        assert!(page.says().ends_with("You will see this puzzle again later."), "{}", page.says());
        assert_eq!(
            (&page.state["ply"], page.labels()),
            (&json!(3), vec!["Next puzzle", "Try it myself", "Try moves"])
        );
        // Its moves can be browsed.
        for ply in 0..3 {
            let then = page.page.ask(&format!("state?ply={ply}&at={}", page.at)).await;
            assert_eq!(then.body["ply"], ply, "{}", then.body);
        }
        let again = page.load().await;
        assert!(again.says().starts_with("The solution:"), "it is not solved: {}", again.says());
        page.press("Try it myself").await;
        page.solve(puzzle).await;
        assert!(!page.says().contains("without help"), "{}", page.says());
        assert_eq!(bench.count("SELECT helped FROM puzzles WHERE solved_at IS NOT NULL").await, 1);
        bench.finish().await;
    });
}

fn the_puzzle_of_the_day_is_solved_on_the_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, channel, post) = with_daily(&bench).await;
        assert_eq!(post.labels(), ["Solve it", "Table"]);
        let opened = message(&red.in_channel("puzzles").click(&post, "Solve it").await);
        let mut page = Learner::open(&bench, &red, &opened).await;
        let parts: Vec<&str> = page.at.split(':').collect();
        let game = games::from_slug(parts[1]).expect("a game");
        let puzzle = Puzzle::of_id(game, parts[2].parse().expect("a number")).expect("a puzzle");
        page.solve(puzzle).await;
        assert_eq!(bench.count("SELECT count(*) FROM puzzles WHERE solved_at IS NOT NULL").await, 1);
        assert_eq!(channel.messages().len(), 1, "nobody else sees it");
        let table = message(&red.in_channel("puzzles").click(&post, "Table").await).content;
        assert!(table.contains(&format!("1. {}: 1, 1 of them first", red.mention())), "{table}");
        bench.finish().await;
    });
}

fn what_is_sent_twice_counts_once() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let puzzle = of_length(1);
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, puzzle).await).await;
        let mut wish = page.wish("move");
        wish["move"] = puzzle.solution()[0].to_string().into();
        let twice = tokio::join!(page.page.send(&wish), page.page.send(&wish));
        for answer in [twice.0, twice.1, page.send(&wish).await] {
            assert_eq!(answer.status, StatusCode::OK);
            assert_eq!(answer.body["state"]["rev"], 2, "it is the same answer");
            assert!(
                answer.body["state"]["says"]
                    .as_str()
                    .expect("a sentence")
                    .contains("One solved without help")
            );
        }
        assert_eq!(bench.count("SELECT streak + best FROM puzzle_streaks").await, 2);
        // A late wrong move does not lower the count.
        wish["move"] = wrong(puzzle).to_string().into();
        page.page.send(&wish).await;
        assert_eq!(bench.count("SELECT streak + best FROM puzzle_streaks").await, 2);
        bench.finish().await;
    });
}

fn an_address_gives_no_move_away() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let puzzle = of_length(2);
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, puzzle).await).await;
        let at = |moves: &str| format!("puzzle:chess:{}:{moves}:any:any", puzzle.id());
        let (first, last) = (puzzle.solution()[0].code(), puzzle.solution()[2].code());
        for guess in ["1", "1.2", &format!("{first}.1"), &last.to_string(), &format!("{first}.{last}.{last}")]
        {
            page.at = at(guess);
            let shown = page.load().await;
            assert_eq!(
                (&shown.body["ply"], shown.body["at"].as_str()),
                (&json!(0), Some(&*at(""))),
                "{guess}"
            );
            // An action at an unreachable position does nothing either.
            page.play(&puzzle.solution()[2].to_string()).await;
        }
        assert_eq!(bench.count("SELECT count(*) FROM puzzles").await, 0);
        for odd in ["", "x", "puzzle:ludo:1::any:any", "puzzle:chess:1::any:any", &"9".repeat(300)] {
            page.at = odd.to_owned();
            let shown = page.load().await;
            assert_eq!((shown.status, &shown.body["kind"]), (StatusCode::OK, &json!("puzzle")), "{odd}");
        }
        for odd in ["", "x", &"9".repeat(300)] {
            page.at = odd.to_owned();
            assert_eq!(page.play("e2e4").await.status, StatusCode::BAD_REQUEST, "{odd}");
            let why = page.page.ask(&format!("why?move=e2e4&at={odd}")).await;
            assert_eq!(why.status, StatusCode::BAD_REQUEST, "{odd}");
        }
        bench.finish().await;
    });
}

fn a_page_is_there_again_after_it_was_loaded_anew() {
    wait_for(async {
        let mut bench = Bench::with_pages().await;
        let red = bench.red("games");
        let puzzle = of_length(2);
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, puzzle).await).await;
        page.play(&puzzle.solution()[0].to_string()).await;
        bench.stop().await;
        bench.start().await;
        let again = page.load().await;
        assert_eq!((&again.body["ply"], &again.body["at"]), (&json!(2), &json!(page.at)));
        page.play(&puzzle.solution()[2].to_string()).await;
        let over = page.load().await;
        assert!(over.body["over"] == true && over.says().starts_with("Solved!"), "{}", over.says());
        // A page that becomes visible polls for changes, and there are none.
        let unchanged = page.page.ask(&format!("state?rev=2&at={}", page.at)).await;
        assert_eq!(unchanged.status, StatusCode::NO_CONTENT);
        assert_eq!(page.page.ask("events").await.status, StatusCode::NO_CONTENT, "there is no stream");
        bench.finish().await;
    });
}

fn a_grant_for_learning_opens_no_game_and_that_of_a_game_nothing_to_learn() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let puzzle = of_length(1);
        let playing = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let link = link(&game.red, &puzzle_card(&game.red, puzzle).await).await;
        let mut shared = playing.browser.clone();
        let opened = shared.redeem(super::visitor::secret(&link)).await;
        let grant = opened.body["grant"].as_str().expect("a grant").to_owned();
        assert_ne!(grant, playing.grant, "one browser has both");
        let learner = Learner::at(Page { browser: shared, grant }, place(&link)).await;
        // A game's actions are invalid here and do not affect the game.
        for what in ["resign", "draw", "abort"] {
            let refused = learner.page.send(&learner.wish(what)).await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{what}");
        }
        for odd in ["game:1", "1"] {
            let mut wish = learner.wish("move");
            (wish["at"], wish["move"]) = (odd.into(), "e2e4".into());
            assert_eq!(learner.page.send(&wish).await.status, StatusCode::BAD_REQUEST, "{odd}");
        }
        // A grant for a game does not give access to lessons, whatever its address says.
        let state = playing.ask(&format!("state?at={}", learner.at)).await;
        assert!(state.body["kind"].is_null() && state.body["ply"] == 0, "{}", state.body);
        for what in ["solution", "next", "open"] {
            assert_eq!(playing.send(&learner.wish(what)).await.status, StatusCode::BAD_REQUEST, "{what}");
        }
        let mut wish = learner.wish("move");
        wish["move"] = puzzle.solution()[0].to_string().into();
        playing.send(&wish).await;
        assert_eq!(bench.count("SELECT count(*) FROM puzzles").await, 0);
        assert_eq!(playing.state().await["over"], false);
        bench.finish().await;
    });
}

fn whoever_clicks_learns_for_themselves() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let puzzle = of_length(1);
        let mut of_red = Learner::open(&bench, &red, &puzzle_card(&red, puzzle).await).await;
        let of_blue = Learner::open(&bench, &blue, &puzzle_card(&blue, puzzle).await).await;
        of_red.solve(puzzle).await;
        assert_eq!(bench.count("SELECT count(*) FROM puzzles").await, 1);
        // A person cannot act with another's grant.
        let url = format!("/g/{}/act", of_red.page.grant);
        let wish = of_blue.wish("solution");
        assert_eq!(of_blue.page.browser.post(&url, &wish).await.status, StatusCode::UNAUTHORIZED);
        let foreign = of_blue.page.browser.request(&Method::GET, &format!("/g/{}/state", of_red.page.grant));
        assert_eq!(foreign.send().await.status(), StatusCode::UNAUTHORIZED);
        bench.finish().await;
    });
}

fn where_nothing_is_left_it_is_said() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, of_length(1)).await).await;
        let rows: Vec<String> = Puzzle::all(chess())
            .iter()
            .map(|puzzle| format!("({}, 'chess', {}, 0, 1)", red.id(), puzzle.id()))
            .collect();
        bench.run_sql(&format!("INSERT INTO puzzles VALUES {}", rows.join(","))).await;
        let before = page.state.clone();
        let mut wish = page.wish("open");
        wish["at"] = "puzzles:chess:any".into();
        let none = page.send(&wish).await;
        assert_eq!(none.status, StatusCode::OK);
        assert!(none.says().starts_with("You have solved all "), "{}", none.says());
        assert!(none.body["state"].is_null() && page.state == before, "the page stays as it is");
        "puzzles:chess:any".clone_into(&mut page.at);
        let none = page.load().await;
        assert_eq!(none.status, StatusCode::GONE);
        assert!(none.says().starts_with("You have solved all "), "{}", none.says());
        "puzzles:ninjutsu:any".clone_into(&mut page.at);
        assert!(page.load().await.says().starts_with("There are no puzzles of Ninjutsu yet."));
        bench.finish().await;
    });
}

fn pages_to_learn_on_are_listed_and_ended_as_one() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let mut page = Learner::open(&bench, &red, &puzzle_card(&red, of_length(1)).await).await;
        let lesson = link(&red, &lesson_card(&red).await).await;
        let opened = page.page.browser.redeem(super::visitor::secret(&lesson)).await;
        assert_eq!(opened.body["grant"], json!(page.page.grant), "one grant is enough for all");
        let listed = card(&red.slash("web", &[]).await);
        assert!(listed.content.contains("1 board open"), "{}", listed.content);
        assert!(listed.content.contains("Lessons and puzzles, last used <t:"), "{}", listed.content);
        changed(&red.click(&listed, "End").await);
        assert_eq!(page.load().await.status, StatusCode::UNAUTHORIZED);
        bench.finish().await;
    });
}

fn without_pages_no_card_has_the_button() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for shown in [lesson_card(&red).await, puzzle_card(&red, of_length(1)).await] {
            assert!(!shown.labels().contains(&"Open board".to_owned()), "{:?}", shown.labels());
        }
        bench.finish().await;
    });
}
