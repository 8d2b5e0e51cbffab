//! Several clients: two pages of one game, a page and the chat, two people in one browser, and a server that
//! disappears.

use futures_util::FutureExt;
use rookery::rules::read_move;
use serde_json::json;

use super::super::table::{Match, Seat};
use super::super::{Scene, Table};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("two_people_in_one_browser_play_as_themselves", |table| people(table).boxed()),
    ("whoever_watches_reads_along", |table| watched(table).boxed()),
    ("eight_tabs_of_one_browser_show_a_move_of_the_chat", |table| tabs(table).boxed()),
    ("a_server_that_is_killed_in_mid_game_loses_and_doubles_no_move", |table| killed(table).boxed()),
];

async fn people(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let game = Match::begin(red, blue, "chess", None).await;
    let used = link(red).await;
    let white = Board::empty(table).await;
    white.on_a_phone().await;
    white.go(&used).await;
    let address = white.ask("return location.href", vec![]).await;
    assert!(!address.as_str().expect("a text").contains('#'), "the secret has left the address: {address}");
    let again = Board::empty(table).await;
    again.on_a_phone().await;
    again.visit(&used).await;
    let told = "return document.getElementById('notice-says').textContent === 'This link has been used. Press Open board in Discord for a new one.'";
    again.until("the link is used up", told).await;
    again.until("no board", "return document.getElementById('app').hidden").await;
    again.shot("tap-used.png").await;
    // Another link for the same player, and one for the opponent.
    again.go(&link(red).await).await;
    let black = Board::open(table, blue).await;
    black.on_a_desk().await;
    let mine = |own: &str| {
        format!(
            "return document.querySelector('.strip.bottom').textContent.startsWith('{own}') && document.querySelector('.strip.bottom').textContent.includes('you')"
        )
    };
    for board in [&white, &again] {
        board.until("White is mine", &mine("White")).await;
    }
    black.until("Black is mine", &mine("Black")).await;
    black.until("it is not my turn", "return document.querySelectorAll('.mine').length === 0").await;
    black.tap_here("e7").await;
    let mut position = game.position;
    let mut plies = 0;
    for (board, hand, text) in [
        (&white, Hand::Finger, "e2e4"),
        (&black, Hand::Mouse, "e7e5"),
        (&again, Hand::Swipe, "g1f3"),
        (&black, Hand::Typing, "b8c6"),
    ] {
        let mv = read_move(&position, text).expect("a move");
        board.play(hand, &position, &mv).await;
        position = position.after(&mv).expect("a legal move");
        plies += 1;
        for other in [&white, &again, &black] {
            let count = format!("return document.querySelectorAll('#history .ply').length === {plies}");
            other.until("the move on each page", &count).await;
        }
    }
    for seat in [red, blue] {
        seat.reads("Black: Knight b8-c6. White (@Red) to move.").await;
    }
    // One page, one in the chat.
    red.play("f1c4", "Bishop f1-c4").await;
    black.says("White: Bishop f1-c4").await;
    again.says("White: Bishop f1-c4").await;
    black.shot("tap-two-black.png").await;
    again.shot("tap-two-white.png").await;
}

async fn watched(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "chess", None).await;
    let green = Seat::open(&table.client, &table.address, "Green").await;
    green.until("the board", "return document.querySelector('.message img') !== null", vec![]).await;
    let board = Board::open(table, &green).await;
    board.on_a_phone().await;
    board.until("it says so", "return document.getElementById('watching').textContent === 'You are watching this game.' && !document.getElementById('watching').hidden").await;
    let nothing = "return document.querySelectorAll('.mine, .actions button').length === 0 && document.getElementById('typed').hidden";
    board.until("nothing can be done", nothing).await;
    board.shot("tap-watched.png").await;
    red.play("d2d4", "Pawn d2-d4").await;
    board.says("White: Pawn d2-d4").await;
    board.until("nothing can be done", nothing).await;
    // A tap makes no move.
    board.tap_here("d7").await;
    board.tap_here("d5").await;
    let still = "return document.querySelectorAll('#history .ply').length === 1 && !document.querySelector('.chosen')";
    board.until("nothing is chosen", still).await;
    let own = Board::open(table, red).await;
    own.press("Let nobody watch").await;
    own.until(
        "it is told",
        "return document.getElementById('answer').textContent === 'Nobody may watch this game.'",
    )
    .await;
    own.shot("tap-unwatched.png").await;
    blue.play("d7d5", "Pawn d7-d5").await;
    let told = "return document.getElementById('notice-says').textContent.startsWith('This game cannot be watched on a page.')";
    board.until("that it is over", told).await;
}

/// More tabs than a browser allows connections to one server.
const TABS: usize = 8;

/// Records when the page shows the move made in the chat.
const WATCH: &str = "window.shown = null;
    const says = document.getElementById('says');
    const look = () => { window.shown ??= says.textContent.includes(arguments[0]) ? Date.now() : null; };
    new MutationObserver(look).observe(says, { childList: true, subtree: true, characterData: true });
    return document.hidden";

async fn tabs(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "chess", None).await;
    let first = Board::open(table, red).await;
    let address = first.ask("return location.href", vec![]).await;
    let mut all = vec![first];
    while all.len() < TABS {
        let tab = Board::empty(table).await;
        tab.go(address.as_str().expect("an address")).await;
        all.push(tab);
    }
    for (seat, typed, played) in [(red, "e2e4", "White: Pawn e2-e4"), (blue, "e7e5", "Black: Pawn e7-e5")] {
        for tab in &all {
            assert_eq!(tab.ask(WATCH, vec![json!(played)]).await, json!(false), "all tabs are seen");
        }
        seat.play(typed, &played[7..]).await;
        let (mut shown, mut since) = (Vec::new(), i64::MAX);
        for tab in &all {
            tab.until(played, "return window.shown").await;
            shown.push(tab.ask("return window.shown", vec![]).await.as_i64().expect("a time"));
            since = since.min(shown.last().copied().expect("a time"));
        }
        let latest = shown.iter().map(|at| at - since).max().expect("tabs");
        // A tab without a stream polls every three seconds.
        assert!(latest < 6_000, "the last of them was {latest} ms behind the first: {shown:?}");
    }
}

async fn killed(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    let board = Board::open(table, red).await;
    board.on_a_phone().await;
    game.play("e2e4 e7e5").await;
    board.says("Black: Pawn e7-e5").await;
    // Visited positions can be viewed offline.
    board.press("|‹").await;
    board.until("the start", "return document.querySelector('[data-at=e2] .piece') !== null").await;
    board.press("Back to now").await;

    // While the move is in flight.
    table.freeze();
    board.tap_here("g1").await;
    board.tap_here("f3").await;
    board.reports("Your move g1f3 is waiting to be sent.").await;
    table.kill();
    // The board's own text says the same.
    board.says("Chess, move 2: White").await;
    lost(&board, "What you see is move 2. Your move g1f3 is waiting to be sent.").await;
    board.shot("tap-lost.png").await;
    board.press("|‹").await;
    lost(&board, "What you see is the start. Your move g1f3 is waiting to be sent.").await;
    board.press("Back to now").await;
    lost(&board, "What you see is move 2. Your move g1f3 is waiting to be sent.").await;
    table.start_again();
    is_back(&board).await;
    board.says("White: Knight g1-f3").await;
    blue.reads("White: Knight g1-f3.").await;
    blue.play("b8c6", "Knight b8-c6").await;
    board.says("Black: Knight b8-c6").await;

    // While the server is down.
    table.kill();
    lost(&board, "What you see is move 3.").await;
    board.tap_here("f1").await;
    board.tap_here("b5").await;
    board.reports("Your move f1b5 is waiting to be sent.").await;
    board.shot("tap-waiting.png").await;
    table.start_again();
    is_back(&board).await;
    board.says("White: Bishop f1-b5").await;
    assert_eq!(board.moves().await, ["e4", "e5", "Nf3", "Nc6", "Bb5"], "none is lost, none is doubled");
    blue.reads("White: Bishop f1-b5. Black (@Blue) to move.").await;
    for told in ["White: Knight g1-f3.", "White: Bishop f1-b5."] {
        let script = format!(
            "return [...document.querySelectorAll('.message[data-author=Rookery] .text')].filter((one) => one.textContent.includes('{told}')).length"
        );
        assert_eq!(blue.ask(&script).await, json!(1), "{told} is said in the chat once");
    }
    blue.play("a7a6", "Pawn a7-a6").await;
    board.says("Black: Pawn a7-a6").await;
}

/// Waits until the page shows since when it is disconnected, and then this text.
async fn lost(board: &Board, then: &str) {
    let script = format!(
        "return /^Not connected since [0-9]{{2}}:[0-9]{{2}}[.] (.*)$/.exec(document.getElementById('status').textContent)?.[1] === {then:?}"
    );
    board.until(then, &script).await;
}

/// Waits until the page reconnects by itself.
async fn is_back(board: &Board) {
    board.until("the connection", "return document.getElementById('status').textContent === ''").await;
}
