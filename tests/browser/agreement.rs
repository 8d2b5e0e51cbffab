//! Actions that need both players: a takeback, and a rematch.

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::Position;
use serde_json::json;

use super::screen::{fits_everywhere, phone};
use super::table::{Match, Seat};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("a_move_is_taken_back_when_both_agree", |table| takeback(table).boxed()),
    ("a_rematch_is_begun_from_the_last_board", |table| rematch(table).boxed()),
];

/// Opens the app's context menu on the last board of a finished game.
const APPS: &str = "const end = [...document.querySelectorAll('.message:not(.ephemeral)')].find((one) => one.textContent.includes('resigns'));
    end.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 40 }));
    return document.querySelector('.apps-menu') !== null";

/// Waits until no public message has this button.
async fn gone(seat: &Seat, label: &str) {
    let script = "return [...document.querySelectorAll('.message:not(.ephemeral) .press')].every((one) => one.textContent !== arguments[0])";
    seat.until(&format!("no button {label}"), script, vec![json!(label)]).await;
}

async fn takeback(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    phone(table, blue).await;
    let mut game = Match::begin(red, blue, "chess", None).await;
    let before = (red.picture().await, red.picture_file().await);
    let start = game.position;
    game.play("e2e4 e7e5").await;
    red.tap("Takeback").await;
    let asked = "White (@Red) asks to take back the move Pawn e2-e4 and the answer to it. Black (@Blue): do you agree?";
    blue.reads(asked).await;
    red.reads(asked).await;
    assert!(blue.is_pinged().await && !red.is_pinged().await, "only who is asked is pinged");
    fits_everywhere(table, blue, "a takeback is asked for").await;

    blue.tap("Allow takeback").await;
    for seat in [red, blue] {
        seat.reads("Taken back: it is move 1 again. White (@Red) to move.").await;
        let now = (seat.picture().await, seat.picture_file().await);
        assert!(now == before, "{} sees the board from before the moves: {}", seat.name, now.0.2);
        gone(seat, "Allow takeback").await;
        let boards = "return [...document.querySelectorAll('.message:not(.ephemeral)')].filter((one) => one.querySelector('.press')).length === 1";
        seat.until("only the newest board has buttons", boards, vec![]).await;
    }
    assert!(red.is_pinged().await && !blue.is_pinged().await, "whose turn it is again");
    fits_everywhere(table, red, "a move taken back").await;
    game.position = start;
    game.play("d2d4 d7d5").await;
}

async fn rematch(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    phone(table, blue).await;
    Match::begin(red, blue, "chess", None).await.play("e2e4").await;
    red.tap("Resign").await;
    red.tap("Yes, resign").await;
    for seat in [red, blue] {
        seat.reads("White (@Red) resigns. Black (@Blue) wins.").await;
        // The board before loses its own a moment later.
        gone(seat, "Resign").await;
        assert_eq!(seat.buttons().await, ["Rematch", "Replay", "Export", "Analysis", "Open board"]);
    }
    fits_everywhere(table, blue, "the end of a game").await;

    blue.tap("Rematch").await;
    red.reads("@Red, @Blue wants a rematch of Chess, with White this time.").await;
    assert!(red.is_pinged().await && !blue.is_pinged().await, "only who is asked is pinged");
    fits_everywhere(table, red, "a rematch is asked for").await;
    red.tap("Accept").await;
    for seat in [red, blue] {
        seat.reads("Chess: @Blue plays White, @Red Black. You win by checkmate. White (@Blue) to move").await;
        gone(seat, "Accept").await;
        gone(seat, "Decline").await;
        let settled = "return [...document.querySelectorAll('.message .text')].some((one) => one.textContent.includes(\"@Red accepted @Blue's challenge to Chess.\"))";
        seat.until("the question says what became of it", settled, vec![]).await;
    }
    assert!(blue.is_pinged().await && !red.is_pinged().await, "the other one has White");
    // The last board of the old game keeps its button, which starts no third game.
    red.tap("Rematch").await;
    red.is_told("has had its rematch in this channel").await;
    // In the context menus of its message and of its author.
    red.until("the app's menu", APPS, vec![]).await;
    let items = red
        .ask("return [...document.querySelectorAll('.apps-menu button')].map((one) => one.textContent)")
        .await;
    assert_eq!(items, json!(["Analyse", "Play from here", "Challenge: Rookery", "Profile: Rookery"]));
    fits_everywhere(table, red, "the app's menu").await;
    red.until("the app's menu", APPS, vec![]).await;
    let press = "[...document.querySelectorAll('.apps-menu button')].find((one) => one.textContent === 'Play from here').click(); return true";
    red.until("play on", press, vec![]).await;
    red.is_told("Chess, from this position: you play Black, and it is your move.").await;
    let chess = games::from_slug("chess").expect("a game");
    let mut second = Match { position: Position::start(chess), seats: [blue, red] };
    second.play("e2e4 e7e5").await;
}
