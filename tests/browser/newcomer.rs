//! A new user who only knows `/help` and presses buttons: a lesson, a first game against the bot, a hint, a
//! takeback, an analysis, a puzzle. All of it on a phone.

use futures_util::FutureExt;
use serde_json::json;

use super::choosing::choose;
use super::screen::{fits_everywhere, phone};
use super::table::Seat;
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_newcomer_gets_from_help_to_a_puzzle_by_buttons", |table| newcomer(table).boxed())];

/// The lesson of chess: the step, the piece, its destination and its promotion.
const LESSON: &[(&str, &str, &str, Option<&str>)] = &[
    ("Chess, step 1 of 3", "Rook d1", "Rook d1-d8", None),
    ("Chess, step 2 of 3", "Pawn e5", "Pawn e5-d6", None),
    ("Chess, step 3 of 3", "Pawn f7", "Pawn f7-f8", Some("Rook")),
    ("Go on.", "Rook f8", "Rook f8-h8", None),
];

/// True if the newest private answer is completely visible.
const WHOLE: &str = "const log = document.getElementById('log').getBoundingClientRect();
    const told = [...document.querySelectorAll('.message.ephemeral')].pop().getBoundingClientRect();
    return told.top >= log.top && told.bottom <= log.bottom";

async fn newcomer(table: &Table) {
    let red = &table.red;
    phone(table, red).await;
    red.command("help", &[]).await;
    red.is_told("To start:").await;
    fits_everywhere(table, red, "newcomer help").await;
    red.until("help on one screen", WHOLE, vec![]).await;
    red.press("All commands").await;
    red.is_told("/rules").await;
    red.press("More commands").await;
    red.is_told("/privacy").await;
    fits_everywhere(table, red, "newcomer commands").await;
    lesson(table, red).await;
    first_game(table, red).await;
    looked_at(table, red).await;
    // The lesson's card still works.
    red.press("Solve a puzzle").await;
    red.is_told("Chess puzzle").await;
    red.until("its menu", &has("v2:puzzle-piece:"), vec![]).await;
    fits_everywhere(table, red, "newcomer puzzle").await;
}

/// A script that is true if a component with this prefix of its id exists.
fn has(id: &str) -> String {
    format!("return document.querySelector(\"[data-custom-id^='{id}']\") !== null")
}

async fn lesson(table: &Table, red: &Seat) {
    red.press("Learn a game").await;
    red.is_told("Which game would you like to learn?").await;
    choose(red, "v2:lesson:open:", "Chess").await;
    for (nth, (step, piece, way, becomes)) in LESSON.iter().enumerate() {
        red.is_told(step).await;
        if nth == 0 {
            fits_everywhere(table, red, "newcomer lesson").await;
        }
        choose(red, "v2:lesson:piece:", piece).await;
        red.until("the ways", &has("v2:lesson:to:"), vec![]).await;
        choose(red, "v2:lesson:to:", way).await;
        if let Some(becomes) = becomes {
            red.until("what it becomes", &has("v2:lesson:as:"), vec![]).await;
            choose(red, "v2:lesson:as:", becomes).await;
        }
    }
    red.is_told("The best next step is a game.").await;
    fits_everywhere(table, red, "newcomer end of a lesson").await;
}

/// Plays a move with the menus below the board, and waits for the bot's.
async fn plays(red: &Seat, piece: &str, way: &str) {
    choose(red, "v2:choose:", piece).await;
    red.until("the ways", &has("v2:go:"), vec![]).await;
    choose(red, "v2:go:", way).await;
    red.is_told(". I reply ").await;
    red.reads("White: ").await;
    red.reads(". I reply ").await;
}

async fn first_game(table: &Table, red: &Seat) {
    red.press("Play me, level 1").await;
    red.is_told("Where shall we play?").await;
    fits_everywhere(table, red, "newcomer place").await;
    red.press("Here in the channel").await;
    red.reads("I play Black (Level 1, Hatchling)").await;
    fits_everywhere(table, red, "newcomer board").await;
    red.press("Hint").await;
    red.is_told("Look at the ").await;
    red.press("Show the move").await;
    let shown = "const last = [...document.querySelectorAll('.message.ephemeral')].pop();
        return !last.textContent.includes('Look at') && last.querySelector('.picture img')?.naturalWidth > 0";
    red.until("the move of the hint", shown, vec![]).await;
    fits_everywhere(table, red, "newcomer hint").await;
    plays(red, "Pawn e2", "Pawn e2-e4").await;
    red.press("Takeback").await;
    red.reads("Taken back: it is move 1 again.").await;
    plays(red, "Pawn d2", "Pawn d2-d4").await;
    fits_everywhere(table, red, "newcomer answer").await;
}

async fn looked_at(table: &Table, red: &Seat) {
    red.press("Resign").await;
    red.press("Yes, resign").await;
    red.reads("resigns. Black (@Rookery) wins.").await;
    red.press("Analysis").await;
    let curve = "const last = [...document.querySelectorAll('.message.ephemeral')].pop();
        return last.textContent.includes(arguments[0]) && last.querySelector('.picture img')?.naturalWidth > 0";
    red.until("the analysis", curve, vec![json!("Chess, 1 move.")]).await;
    fits_everywhere(table, red, "newcomer analysis").await;
}
