//! Lessons and puzzles on a board page.

use futures_util::FutureExt;
use rookery::engine::Puzzle;
use rookery::games;
use rookery::rules::Move;
use serde_json::json;

use super::driver::until;
use super::tapping::{Board, Hand};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_lesson_and_a_puzzle_are_done_by_click_and_count_in_the_chat", |table| by_click(table).boxed())];

/// Waits until a part of the page has this text.
pub async fn reads(table: &Table, board: &Board, id: &str, text: &str) {
    board.here().await;
    let script = "return document.getElementById(arguments[0]).textContent.includes(arguments[1])";
    until(&table.client, text, script, vec![json!(id), json!(text)]).await;
}

/// Clicks a button of the page.
async fn press(table: &Table, board: &Board, label: &str) {
    board.here().await;
    let script = "return [...document.querySelectorAll('#actions button')].find((one) => one.textContent === arguments[0])";
    let found = until(&table.client, label, script, vec![json!(label)]).await;
    table.client.element(&found).expect("a button").click().await.expect("it is clicked");
}

/// Clicks the piece and its destination.
async fn play(board: &Board, mv: &Move) {
    board.tap(Hand::Mouse, &mv.from().expect("no drop").to_string()).await;
    board.tap(Hand::Mouse, &mv.to().to_string()).await;
}

/// Opens the page behind "Open board" of the newest card, in the same window.
pub async fn opens(table: &Table, board: &Board) {
    let script =
        "return [...document.querySelectorAll('.message.ephemeral a[href*=\"/#\"]')].map((one) => one.href)";
    let before = table.red.ask(script).await;
    table.red.press("Open board").await;
    let newest =
        format!("const links = (() => {{ {script} }})(); return links.length > arguments[0] && links.pop()");
    let count = before.as_array().map_or(0, Vec::len);
    let link = table.red.until("the next link", &newest, vec![json!(count)]).await;
    board.here().await;
    table.client.goto(link.as_str().expect("an address")).await.expect("the page opens");
}

async fn shots(board: &Board, name: &str) {
    board.on_a_phone().await;
    board.shot(&format!("{name}-phone.png")).await;
    board.on_a_desk().await;
    board.shot(&format!("{name}.png")).await;
}

/// The puzzle of the page, by its address.
pub async fn shown(table: &Table, board: &Board) -> &'static Puzzle {
    board.here().await;
    let script = "return new URLSearchParams(location.search).get('at')";
    let at = table.client.execute(script, vec![]).await.expect("an address");
    let parts: Vec<&str> = at.as_str().expect("a place").split(':').collect();
    let game = games::from_slug(parts[1]).expect("a game");
    Puzzle::of_id(game, parts[2].parse().expect("a number")).expect("a puzzle")
}

/// Goes to the list of lessons and puzzles, and from there to another one.
async fn listed(table: &Table, board: &Board) {
    board.here().await;
    let home = "const home = document.getElementById('home');
        return home.checkVisibility() && home.textContent === 'Lessons and puzzles' ? home : null";
    let home = until(&table.client, "the way to the list", home, vec![]).await;
    table.client.element(&home).expect("a link").click().await.expect("it is clicked");
    let way = "const titles = [...document.querySelectorAll('.to-learn h2')];
        const game = titles.find((one) => one.textContent === arguments[0])?.closest('li');
        return [...(game?.querySelectorAll('a') ?? [])].find((one) => one.textContent.startsWith(arguments[1])) ?? null";
    let puzzles =
        until(&table.client, "puzzles", way, vec![json!("Chess"), json!("Puzzles\nYou have solved 1 of ")])
            .await;
    let called = table.client.element(&puzzles).expect("a link").computed_label().await.expect("a name");
    assert!(called.starts_with("Chess Puzzles You have solved 1 of "), "{called}");
    assert_eq!(board.ask("return document.title", vec![]).await, json!("Lessons and puzzles"));
    shots(board, "learn-list").await;
    // It is there again after a reload.
    table.client.execute("window.old = true; location.reload()", vec![]).await.expect("it is loaded");
    board.until("it is loaded", "return !window.old").await;
    let lesson =
        until(&table.client, "a lesson", way, vec![json!("Squirrel Chess"), json!("Lesson\n")]).await;
    table.client.element(&lesson).expect("a link").click().await.expect("it is clicked");
    reads(table, board, "says", "Squirrel Chess, step 1 of ").await;
    table.client.execute("history.back()", vec![]).await.expect("it goes back");
    let puzzles =
        until(&table.client, "puzzles", way, vec![json!("Chess"), json!("Puzzles\nYou have solved 1 of ")])
            .await;
    table.client.element(&puzzles).expect("a link").click().await.expect("it is clicked");
    reads(table, board, "says", "Chess puzzle, ").await;
}

async fn by_click(table: &Table) {
    let red = &table.red;
    red.command("learn", &[("variant", "Chess", Some("Chess"))]).await;
    let board = Board::open(table, red).await;
    reads(table, &board, "says", "Chess, step 1 of 3").await;
    board.on_a_phone().await;
    let above = "const [head, task, board] = ['.head', '#says', '#board-box'].map((one) => document.querySelector(one).getBoundingClientRect());
        return head.bottom <= task.top && task.bottom <= board.top && board.bottom < innerHeight";
    board.until("the task stands above its board, and both are seen", above).await;
    shots(&board, "learn-lesson").await;
    for at in ["d1", "d7"] {
        board.tap(Hand::Mouse, at).await;
    }
    reads(table, &board, "answer", "Not quite: Rook d1-d7.").await;
    shots(&board, "learn-lesson-wrong").await;
    for at in ["d1", "d8"] {
        board.tap(Hand::Mouse, at).await;
    }
    reads(table, &board, "says", "Right: Rook d1-d8.").await;
    let moved = "return ['d1', 'd8'].every((at) => document.querySelector(`td[data-at=${at}]`).classList.contains('last'))";
    board.until("the move that was made", moved).await;
    shots(&board, "learn-lesson-done").await;
    press(table, &board, "Next").await;
    reads(table, &board, "says", "Chess, step 2 of 3").await;
    shots(&board, "learn-lesson-next").await;

    red.command("puzzle", &[("variant", "Chess", Some("Chess"))]).await;
    red.is_told("Chess puzzle, easy").await;
    opens(table, &board).await;
    reads(table, &board, "says", "Chess puzzle, easy").await;
    let puzzle = shown(table, &board).await;
    press(table, &board, "Hint").await;
    reads(table, &board, "answer", "Hint: move the ").await;
    let next = "return document.activeElement.textContent === 'Show the move'";
    board.until("the focus goes to the next hint", next).await;
    shots(&board, "learn-puzzle-hint").await;
    let own: Vec<Move> = puzzle.solution().iter().step_by(2).copied().collect();
    for (number, mv) in own.iter().enumerate() {
        play(&board, mv).await;
        if number + 1 < own.len() {
            reads(table, &board, "answer", "Right: ").await;
        }
    }
    reads(table, &board, "says", "Solved!").await;
    reads(table, &board, "says", "You have solved 1 of").await;
    shots(&board, "learn-puzzle-solved").await;
    // It is there again after a reload, and opens no event stream.
    table.client.execute("location.reload()", vec![]).await.expect("it is loaded");
    reads(table, &board, "says", "Solved!").await;
    let streams =
        "return performance.getEntriesByType('resource').every((one) => !one.name.endsWith('/events'))";
    board.until("no stream", streams).await;
    press(table, &board, "Next puzzle").await;
    reads(table, &board, "says", "Chess puzzle, easy").await;
    assert!(shown(table, &board).await != puzzle, "another one");
    listed(table, &board).await;
    // The chat shows the progress.
    red.command("learn", &[("variant", "Chess", Some("Chess"))]).await;
    red.is_told("Chess, step 2 of 3").await;
}
