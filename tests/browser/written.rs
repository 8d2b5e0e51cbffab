//! A game played while its file is being written: `rookery game watch`, including mistakes.

use tempfile::TempDir;

use super::first_hour::Operator;
use super::table::Seat;
use super::webdriver::Client;

/// The file of a small game with its own piece.
const FILE: &str = include_str!("../bot/places/own_game.toml");

/// The inventor with a terminal, an editor and a browser.
pub async fn scene(client: &Client) {
    let home = TempDir::new().expect("a directory");
    let save = |text: &str| std::fs::write(home.path().join("mine.toml"), text).expect("writable");
    let sound = FILE.replace("NAME", "Mine");
    save(&sound.replace("steps = 1", "step = 1"));
    let arguments = ["game", "watch", "mine.toml", "--port", "0", "--data", "data"];
    let program = Operator::start(home.path(), &arguments, &[]);
    let address = program.says(" plays at ").await;
    program.says("mine.toml:16: ").await;
    program.says("There is no game yet.").await;
    let red = Seat::open(client, address.trim_end_matches('/'), "Red").await;

    save(&sound);
    program.says("Mine can be played as it is now.").await;
    red.reads("Mine can be played here now: 25 squares, 6 kinds of pieces, 7 moves at the start.").await;
    let level = ("level", "1", Some("1, Hatchling: knows how the pieces move"));
    red.command(
        "challenge",
        &[
            ("variant", "mine", Some("Mine")),
            level,
            ("color", "wh", Some("White")),
            ("thread", "only", Some("Only if this channel hosts a game")),
        ],
    )
    .await;
    red.picture().await;

    // The piece gets another name. The game being played is unchanged.
    save(&sound.replace("\"Rider\"", "\"Jumper\""));
    red.reads("Mine has changed").await;
    red.command("rules", &[("variant", "mine", Some("Mine"))]).await;
    red.is_told("Jumper").await;
    red.command("moves", &[("square", "b1", Some("b1 White Rider"))]).await;
    red.is_told("The white Rider b1 can").await;

    save("name = \"Mine\"");
    program.says("Mine stays as it was when its file was last sound.").await;
    program.stop();
}
