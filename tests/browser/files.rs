//! A finished game as files: downloaded and read again, or opened in a window of its own.

use std::process::Command;
use tokio::time::Instant;

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{Color, Line, Pgn, Position, Score};
use serde_json::{Value, json};

use super::driver::{PATIENCE, downloaded, until};
use super::screen::{fits_everywhere, phone};
use super::table::{Match, Seat};
use super::webdriver::WindowHandle;
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_game_is_exported_downloaded_and_opened", |table| files(table).boxed())];

async fn files(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    phone(table, red).await;
    let mut game = Match::begin(red, blue, "chess", None).await;
    game.play("f2f3 e7e5 g2g4 d8h4").await;
    red.tap("Export").await;
    red.is_told("Chess, 2 moves.").await;
    fits_everywhere(table, red, "a game as a file").await;
    saved(table, red, &game.position).await;

    blue.command("export", &[("format", "gif", Some("GIF"))]).await;
    blue.is_told("Chess, 2 moves.").await;
    let film = "const film = [...document.querySelectorAll('.message.ephemeral .picture')].pop();";
    let seen = "const image = film?.querySelector('img');
        return image?.complete && image.naturalWidth > 0 && image.alt.startsWith('Chess: an animation of the game') && image.naturalWidth";
    let width = blue.until("the animation", &format!("{film} {seen}"), vec![]).await;
    fits_everywhere(table, blue, "a game as an animation").await;
    let before = table.client.windows().await.expect("windows");
    blue.click("the way to open it", &format!("{film} return film.querySelector('a.whole')"), vec![]).await;
    let bytes = opened(table, &before, &width).await;
    blue.here().await;
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).expect("a GIF");
    assert_eq!(json!(decoder.width()), width);
    let frames = std::iter::from_fn(|| decoder.next_frame_info().expect("a frame").map(|_| ())).count();
    assert_eq!(frames, 5, "the start and what followed each move");
}

/// The PGN is downloaded by a click; the program's reader and its command line restore the same game from it.
async fn saved(table: &Table, seat: &Seat, end: &Position) {
    let shown = "return [...document.querySelectorAll('.message.ephemeral .file a')].pop()";
    seat.click("the file", shown, vec![]).await;
    let path = downloaded(&table.downloads, "pgn").await;
    let name = seat.ask(&format!("{shown}.textContent")).await;
    assert_eq!(path.file_name().and_then(|name| name.to_str()), name.as_str(), "it is called as it says");
    let text = std::fs::read_to_string(&path).expect("a text");
    let read = Pgn::read(&text).expect("one game");
    assert_eq!(games::of_pgn(&read), games::from_slug("chess"), "{text}");
    assert_eq!((read.score, read.tag("White")), (Some(Score::Won(Color::Black)), Some("Red")), "{text}");
    let mut line = Line::new(Position::start(games::of_pgn(&read).expect("a game")));
    for written in &read.moves {
        line.play_typed(written).expect("it reads back");
    }
    assert_eq!((line.moves().len(), line.position()), (4, end), "{text}");

    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    let output = command.args(["position", "chess", "--pgn"]).arg(&path).output().expect("it runs");
    let said = String::from_utf8(output.stdout).expect("a text");
    assert_eq!(said.lines().next(), Some(end.fen().as_str()), "{said}");
}

/// The file in the window opened after `before`, which the browser shows as an image of this width. Closes
/// the window.
async fn opened(table: &Table, before: &[WindowHandle], width: &Value) -> Vec<u8> {
    let client = &table.client;
    let began = Instant::now();
    let window = loop {
        let windows = client.windows().await.expect("windows");
        if let Some(new) = windows.into_iter().find(|window| !before.contains(window)) {
            break new;
        }
        assert!(began.elapsed() < PATIENCE, "no window was opened");
    };
    client.switch_to_window(&window).await.expect("the window is there");
    let shown = "return document.contentType === 'image/gif' && document.images.length === 1 && document.images[0].naturalWidth === arguments[0]";
    until(client, "the image alone", shown, vec![width.clone()]).await;
    let fetched = "return fetch(location.href).then((file) => file.arrayBuffer()).then((file) => [...new Uint8Array(file)])";
    let bytes = client.execute(fetched, vec![]).await.expect("the file");
    client.close_window().await.expect("the window closes");
    serde_json::from_value(bytes).expect("bytes")
}
