//! A game from a file: added in the chat, played there and on a board page, changed and removed during a
//! game.

use std::path::Path;

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{DescribedMove, read_move};
use rookery::words::Words;

use super::table::{Match, Seat};
use super::tapping::{Board, Hand};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_game_from_a_file_is_added_played_changed_and_removed", |table| whole(table).boxed())];

/// The file of a small game with its own piece.
const FILE: &str = include_str!("../bot/places/own_game.toml");

/// Runs `/game add` with a file chosen in the browser's dialog.
async fn add(table: &Table, seat: &Seat, file: &Path) {
    seat.begin("game add").await;
    seat.focus_on("option-file").await;
    let chooser = table.client.find("[data-option=file] input[type=file]").await.expect("a chooser");
    chooser.send_keys(file.to_str().expect("a path")).await.expect("a file is chosen");
    seat.until("the file is chosen", "return document.activeElement?.className === 'tail'", vec![]).await;
    seat.send().await;
}

async fn whole(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let text = FILE.replace("NAME", "Riders at Five");
    let variant = games::add(&text).expect("a game");
    let file = table.data.join("riders.toml");
    std::fs::write(&file, &text).expect("a file");
    add(table, red, &file).await;
    blue.reads("Riders at Five can be played here now.").await;
    table.shot(red, "own-game-added.png", 1280, 900).await;
    red.command("rules", &[("variant", "riders", Some("Riders at Five"))]).await;
    red.is_told("Rider").await;
    table.shot(red, "own-game-rules.png", 1280, 1400).await;

    let mut game = Match::begin(red, blue, variant.slug(), None).await;
    red.picture().await;
    game.play("c2c3 d4d3").await;
    table.shot(red, "own-game-board.png", 1280, 900).await;

    // Another version: pawns move two squares. The live game keeps the old one.
    std::fs::write(&file, text.replace("steps = 1", "steps = 2")).expect("a file");
    add(table, red, &file).await;
    blue.reads("Riders at Five has changed").await;
    // A new process knows only the stored text.
    table.kill_and_start_again();
    for seat in [red, blue] {
        seat.until("the bot is back", "return document.getElementById('banner').hidden && !document.getElementById('app').classList.contains('lost')", vec![]).await;
    }
    let mine = Board::open(table, red).await;
    let on_board = async |game: &mut Match<'_>, hand: Hand, mv: &str| {
        let mv = read_move(&game.position, mv).expect("a move");
        let told = Words::english().told_move(&DescribedMove::new(&game.position, &mv));
        let side = game.position.turn();
        mine.play(hand, &game.position, &mv).await;
        blue.reads(&format!("{side}: {told}")).await;
        game.position = game.position.after(&mv).expect("a legal move");
    };
    on_board(&mut game, Hand::Mouse, "c3b4").await;
    mine.shot("own-game-tap.png").await;
    game.play("e5d4").await;
    red.command("game remove", &[("name", "riders", Some("Riders at Five"))]).await;
    blue.reads("can no longer be started here").await;
    on_board(&mut game, Hand::Mouse, "b1c3").await;
    blue.reads("Checkmate. White (@Red) beats Black (@Blue).").await;
    mine.shot("own-game-tap-mate.png").await;
    table.shot(blue, "own-game-mate.png", 1280, 900).await;
}
