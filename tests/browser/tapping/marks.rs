//! The page's explanations of marks; no answer moves a button.

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::super::table::Match;
use super::super::{Scene, Table};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_marked_square_says_what_it_does_and_no_answer_moves_a_button", |table| all(table).boxed())];

/// Black's Guards next to squares and pieces, and more pieces of White's than of Black's.
const FEN: &str = "9k/10/10/10/10/1g8/1RN4Pg1/10/10/9K w - - 0 1 0/0";

/// The positions of the buttons and the board.
async fn places(board: &Board) -> Value {
    let script = "return ['#actions', '#history-title', '#board-box'].map((one) => document.querySelector(one).getBoundingClientRect().top)";
    board.ask(script, vec![]).await
}

async fn all(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let _game = Match::begin(red, blue, "squirrel", Some(FEN)).await;
    let board = Board::empty(table).await;
    let link = link(red).await;
    for (name, hand) in [("phone", Hand::Finger), ("desk", Hand::Mouse)] {
        if name == "phone" {
            board.on_a_phone().await;
            board.go(&link).await;
        } else {
            board.on_a_desk().await;
            board.ask("window.old = true; location.reload()", vec![]).await;
            board
                .until(
                    "it is loaded anew",
                    "return !window.old && document.querySelector('td[data-at]') !== null",
                )
                .await;
        }
        let before = places(&board).await;
        board.tap(hand, "a5").await;
        board.answers("a5, beside Black's Guard b5; White's pieces stop here").await;
        assert_eq!(places(&board).await, before, "{name}: an answer moves nothing");
        // An illegal move.
        board.tap(hand, "j1").await;
        board.tap(hand, "e5").await;
        board.answers("The King ").await;
        assert_eq!(places(&board).await, before, "{name}: a refusal moves nothing");
        board.shot(&format!("tap-refused-{name}.png")).await;
        let spoken = "return document.querySelector('td[data-at=a5]').getAttribute('aria-label')";
        assert_eq!(
            board.ask(spoken, vec![]).await,
            json!("a5, beside Black's Guard b5; White's pieces stop here")
        );
        let ahead = "const one = document.querySelector('.strip.bottom .ahead'); return [one.textContent, one.getAttribute('aria-label')]";
        let ahead: [String; 2] = serde_json::from_value(board.ask(ahead, vec![]).await).expect("texts");
        assert!(ahead[0].starts_with('+') && ahead[1].ends_with(" ahead in material"), "{ahead:?}");
        let open = "document.getElementById('legend').closest('details').open = true;
            document.getElementById('legend').scrollIntoView({ block: 'center' });
            return [...document.querySelectorAll('#legend li')].every((one) => one.getBoundingClientRect().height > 30 && one.textContent)";
        assert_eq!(board.ask(open, vec![]).await, json!(true));
        let drawn = "return [...document.querySelectorAll('#legend use')].length >= 3 && document.querySelector('#mark-brakes-white') !== null";
        board.until("the marks are drawn", drawn).await;
        // A frozen piece has the same background as on boards.
        let ground = "const of = (name) => { const one = document.createElement('span'); one.className = name; document.body.append(one);
            const color = getComputedStyle(one).backgroundColor; one.remove(); return color; };
            return [of('sample rime') === of('light frozen'), of('sample rime') === of('light')]";
        assert_eq!(board.ask(ground, vec![]).await, json!([true, false]));
        // Without a mouse and keys they are not mentioned. A headless browser has none on a desktop either.
        let keys = "return document.getElementById('keys').checkVisibility()";
        if name == "phone" {
            assert_eq!(board.ask(keys, vec![]).await, json!(false));
        }
        board.shot(&format!("tap-legend-{name}.png")).await;
        board.ask("scrollTo(0, 0)", vec![]).await;
    }
}
