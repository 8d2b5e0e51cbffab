//! Games on the page, from the challenge to what is special about each of them.

use futures_util::FutureExt;

use super::table::Match;
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("chess_is_played_from_challenge_to_mate", |table| mate(table).boxed()),
    ("claustrophobia_is_played_to_the_scepter", |table| scepter(table).boxed()),
    ("prison_break_is_played_to_an_escape", |table| escape(table).boxed()),
    ("birds_and_ninjas_has_a_drop_and_a_castling", |table| birds(table).boxed()),
    ("squirrel_chess_has_a_braked_rook_and_a_first_promotion", |table| squirrel(table).boxed()),
];

async fn mate(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    let (width, height, alt) = red.picture().await;
    assert!(width >= 8 * 60 && height >= 8 * 60, "a board one can read: {width} x {height}");
    assert!(alt.contains("White to move") && alt.chars().count() <= 1024, "{alt}");
    assert!(red.is_pinged().await && !blue.is_pinged().await, "only the player to move is pinged");

    game.play("f2f3").await;
    assert!(blue.is_pinged().await && !red.is_pinged().await, "now it is the other one's turn");
    assert!(blue.picture().await.2.contains("Black to move"));
    game.play("e7e5 g2g4").await;
    table.shot(blue, "wide.png", 1280, 900).await;
    table.shot(blue, "narrow.png", 380, 800).await;
    game.play("d8h4").await;
    red.reads("Checkmate. Black (@Blue) beats White (@Red).").await;
    blue.reads("Checkmate").await;
    assert_eq!(
        red.buttons().await,
        ["Rematch", "Replay", "Export", "Analysis", "Open board"],
        "what is left of a finished game"
    );
}

/// Nineteen plies from the start to a king in Black's palace.
const TO_THE_SCEPTER: &str =
    "e2e4 e7e5 f1e2 f8e7 e2d3 e7d6 d3c4 d6c6 c1d3 c6b6 c4d5 b6a5 d3e5 g7e6 e5f7 d7d6 d5e6 e8f7 e6f7";

async fn scepter(table: &Table) {
    let mut game = Match::begin(&table.red, &table.blue, "claustrophobia", None).await;
    game.play(TO_THE_SCEPTER).await;
    table.blue.reads("The King captures the scepter. White (@Red) beats Black (@Blue).").await;
    assert_eq!(table.blue.buttons().await, ["Rematch", "Replay", "Export", "Analysis", "Open board"]);
}

async fn escape(table: &Table) {
    let mut game = Match::begin(&table.red, &table.blue, "prison-break", None).await;
    game.play("d2d4 f8d6 e1d2 e8f8 d2c3 d6b4 c3b4 c7c6 b4a4").await;
    table.red.reads("The King escapes through a4. White (@Red) beats Black (@Blue).").await;
    assert_eq!(table.red.buttons().await, ["Rematch", "Replay", "Export", "Analysis", "Open board"]);
}

async fn birds(table: &Table) {
    let mut game = Match::begin(&table.red, &table.blue, "birds-and-ninjas", None).await;
    game.play("h2h4 h9h7 J@h3").await;
    assert!(table.red.picture().await.2.contains("h3"), "the dropped pawn is in the description");
    game.play("J@h8 h1i3 a9a8 g1h2 a8a7 O-Og1").await;
    let alt = table.blue.picture().await.2;
    assert!(alt.contains("King g1"), "the king has castled: {alt}");
}

/// A black rook next to a white Guard, and a white pawn a step from its last rank.
const BRAKED: &str = "5k4/P9/10/10/10/1r8/2G7/10/5K4/10 b - - 0 1 0/0";

async fn squirrel(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "squirrel", Some(BRAKED)).await;
    blue.try_move("b5b7").await;
    blue.is_told("the Rook b5 stands next to the enemy Guard c4, so it moves one square at most").await;
    assert_eq!(red.private().await, 0, "nobody else reads it");
    game.play("b5b6").await;
    red.try_move("a9a10q").await;
    red.is_told("the Pawn can't become a Queen now, only Knight (N), Guard (G) or Camel (C)").await;
    game.play("a9a10n").await;
    let alt = blue.picture().await.2;
    assert!(alt.contains("Knight a10"), "the pawn has become a Knight: {alt}");
}
