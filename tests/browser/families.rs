//! Variants of the inventors' families on the page: what is unique to each, and how they are found.

use futures_util::FutureExt;
use serde_json::json;

use super::choosing::choose;
use super::table::Match;
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("birds_and_ninjas_with_scepter_is_played_to_the_scepter", |table| scepter(table).boxed()),
    ("ninjutsu_has_a_promotion_in_the_palace", |table| palace(table).boxed()),
    ("an_extended_landing_is_chosen_from_three", |table| landing(table).boxed()),
    ("hiashatar_has_a_brake", |table| brake(table).boxed()),
    ("all_games_are_seen_by_families", |table| families(table).boxed()),
];

/// White's King two moves from the scepter, which is guarded by a Rook.
const NEAR_THE_SCEPTER: &str = "****2****/10/3K6/10/10/10/10/10/10/k9/5r4/****2****[] w - - 0 1";

async fn scepter(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "birds-scepter", Some(NEAR_THE_SCEPTER)).await;
    game.play("d9e10 f1e1").await;
    red.try_move("e10e11").await;
    red.is_told("your King would still be in check from the Rook on e1").await;
    table.shot(red, "scepter-near.png", 1280, 900).await;
    game.play("e10f11").await;
    blue.reads("The King captures the scepter. White (@Red) beats Black (@Blue).").await;
    assert_eq!(blue.buttons().await, ["Rematch", "Replay", "Export", "Analysis", "Open board"]);
    table.shot(blue, "scepter-won.png", 1280, 900).await;
}

/// A Ninja Guard that reaches the enemy's palace in one leap.
const BEFORE_THE_PALACE: &str = "1k4*/2p4/5**/4G**/5**/5**/7/K5* w - - 0 1";

async fn palace(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "ninjutsu", Some(BEFORE_THE_PALACE)).await;
    red.try_move("e5g7g").await;
    red.is_told("the Ninja Guard can't become a Ninja Guard, only Insane Ninja Knight (Z)").await;
    game.play("e5g7z").await;
    let alt = blue.picture().await.2;
    assert!(alt.contains("Insane Ninja Knight g7"), "the Guard has become one: {alt}");
    table.shot(blue, "palace.png", 1280, 900).await;
}

/// A Bomber that flies over a pawn and can land on three squares before the Rook.
const THREE_LANDINGS: &str = "****2****/7k2/10/10/10/10/10/F2p3r2/10/10/2K7/****2**** w - - 0 1";

async fn landing(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "birds-extended", Some(THREE_LANDINGS)).await;
    choose(red, "v2:choose:", "Flying Bomber a4").await;
    let card = "return document.querySelector(\"[data-custom-id^='v2:go:']\") !== null";
    red.until("the card", card, vec![]).await;
    table.shot(red, "landing.png", 1280, 900).await;
    choose(red, "v2:go:", "Flying Bomber a4-f4").await;
    for seat in [blue, red] {
        seat.reads("White: Flying Bomber a4-f4, takes Pawn d4.").await;
    }
}

/// A Bodyguard that brakes a Rook and a Bishop with one move.
const BEFORE_THE_BRAKE: &str = "9k/10/3rb5/10/10/4H5/10/10/10/K9 w - - 0 1";

async fn brake(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "hiashatar", Some(BEFORE_THE_BRAKE)).await;
    game.play("e5e7").await;
    table.shot(blue, "brake.png", 1280, 900).await;
    blue.try_move("d8d2").await;
    blue.is_told("the Rook d8 stands next to the enemy Bodyguard e7, so it moves one square at most").await;
    game.play("d8d9").await;
    assert_eq!(red.private().await, 0, "nobody else reads it");
}

async fn families(table: &Table) {
    let red = &table.red;
    red.command("rules", &[]).await;
    red.until(
        "the families with their boards",
        "const card = [...document.querySelectorAll('.message.ephemeral')].pop();
         return card?.textContent.includes('Guards that brake') && card.querySelector('.picture img')?.naturalWidth > 0",
        vec![],
    )
    .await;
    table.shot(red, "families.png", 1280, 1600).await;
    table.shot(red, "families-narrow.png", 380, 1600).await;
    let press = "const button = document.querySelector(\"[data-custom-id='v2:family:claustrophobia']\");
        if (!button) return false;
        button.focus(); return document.activeElement === button";
    red.until("the family's button", press, vec![]).await;
    red.keys(super::table::ENTER).await;
    red.until(
        "its games",
        "return document.querySelector(\"[data-custom-id='v2:rules-of']\") !== null",
        vec![],
    )
    .await;
    table.shot(red, "family.png", 1280, 900).await;
    choose(red, "v2:rules-of", "Ninjutsu").await;
    red.until(
        "the rules",
        "return [...document.querySelectorAll('.message.ephemeral')].pop().textContent.includes(arguments[0])",
        vec![json!("Ninja Warrior (W)")],
    )
    .await;
}
