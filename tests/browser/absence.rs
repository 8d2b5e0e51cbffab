//! Games that continue during an absence: a vacation, and premoves.

use tokio::time::Instant;

use futures_util::FutureExt;
use rookery::games;
use serde_json::json;

use super::screen::{fits_everywhere, phone};
use super::table::{Match, Seat};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("on_a_vacation_the_clock_stands_still", |table| vacation(table).boxed()),
    ("a_line_of_two_replies_is_played_at_once_and_seen_by_one", |table| line(table).boxed()),
];

/// The last public board with a picture; its text about the time, and whether it mentions a vacation.
const BOARD: &str = "const board = [...document.querySelectorAll('.message:not(.ephemeral)')].filter((one) => one.querySelector('.picture')).pop();
    const text = board?.querySelector('.text')?.textContent ?? '';
    const away = text.includes('White (@Red) is on vacation, which ends in 2 days.');";

/// The deadline of the player to move, in Unix seconds, once the board mentions a vacation or no longer does.
async fn deadline(seat: &Seat, away: bool) -> i64 {
    let script = format!(
        "{BOARD} const times = [...board?.querySelectorAll('.text time[data-relative]') ?? []];
        const ends = times.find((time) => time.previousSibling?.textContent.endsWith('Time runs out '));
        return away === arguments[0] && ends !== undefined && Number(ends.dataset.relative)"
    );
    let got = seat.until("the board with its time", &script, vec![json!(away)]).await;
    got.as_i64().expect("a time")
}

async fn vacation(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    phone(table, red).await;
    let chess = games::from_slug("chess").expect("a game").name();
    let pace = ("pace", "1 day", Some("1 day a move"));
    let white = ("color", "wh", Some("White"));
    red.command(
        "challenge",
        &[("variant", chess, Some(chess)), ("opponent", "Blue", Some("Blue")), white, pace],
    )
    .await;
    blue.reads("One day for each move.").await;
    blue.tap("Accept").await;
    red.reads("Chess: @Red plays White, @Blue Black").await;
    let before = deadline(blue, false).await;

    let began = Instant::now();
    red.command("vacation", &[("days", "2", None)]).await;
    red.is_told("You are on vacation, which ends in 2 days. Until then your clocks stand still").await;
    red.is_told("After it you have 28 days left this year.").await;
    fits_everywhere(table, red, "on vacation").await;
    let word =
        "White (@Red) is on vacation, which ends in 2 days. In Chess their clock stands still until then.";
    blue.reads(word).await;
    assert!(!blue.is_pinged().await, "it only says so");
    assert_eq!(deadline(blue, true).await, before + 2 * 24 * 3600, "the time that is left is left after it");
    fits_everywhere(table, blue, "the opponent is on vacation").await;

    red.tap("End vacation").await;
    red.is_told("You are not on vacation.").await;
    let after = deadline(blue, false).await;
    let stood = began.elapsed().as_secs_f64().ceil() as i64;
    assert!((before..=before + stood + 1).contains(&after), "{before} and {after}, after {stood} s");
    // None of it remains in the game.
    red.play("e2e4", "Pawn e2-e4").await;
    blue.reads("White: Pawn e2-e4. Black (@Blue) to move.").await;
}

async fn line(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    phone(table, blue).await;
    Match::begin(red, blue, "chess", None).await;
    let line = "e7e5 if e2e4, then g8f6 if g1f3";
    let suggested = "e7e5 if e2e4, g8f6 if Nf3";
    blue.command("premove", &[("line", line, Some(suggested))]).await;
    blue.is_told("Your prepared moves in Chess, which only you see:").await;
    let shown = "return [...document.querySelectorAll('.message.ephemeral')].pop().querySelector('.text li')?.textContent === 'e5 if e4, then Nf6 if Nf3'";
    blue.until("the line", shown, vec![]).await;
    fits_everywhere(table, blue, "a conditional line").await;

    let replies = [("e2e4", "Pawn e2-e4", "Pawn e7-e5"), ("g1f3", "Knight g1-f3", "Knight g8-f6")];
    for (typed, said, reply) in replies {
        let board = format!("White: {said}. Black answers at once: {reply}. White (@Red) to move.");
        red.play(typed, said).await;
        for seat in [red, blue] {
            seat.reads(&board).await;
        }
        assert!(red.is_pinged().await && !blue.is_pinged().await, "it is White's turn again");
    }
    assert!(red.picture().await.2.contains("Knights f6, b8"), "{}", red.picture().await.2);
    fits_everywhere(table, red, "answered at once").await;
    assert_eq!(red.private().await, 0, "Red was told nothing alone");
    let known = "return document.body.textContent.includes('onditional') || document.body.textContent.includes('premove')";
    assert_eq!(red.ask(known).await, json!(false), "and reads nowhere that there was a line");
    blue.command("premove", &[]).await;
    blue.is_told("You have no prepared moves in Chess.").await;
}
