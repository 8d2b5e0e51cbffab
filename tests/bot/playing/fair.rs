//! The engine gives no help on a position in a live game between two people.

use rookery::sandbox::Member;
use serde_json::json;

use crate::bot::bench::{Bench, Game, done, message, wait_for};
use crate::bot::pages::visitor::{Browser, link};

tests_on_both!(
    a_position_of_a_live_game_gives_no_hint_and_is_not_played_by_the_bot,
    a_game_that_is_back_where_all_begin_shuts_nothing,
    whoever_plays_without_hints_gets_none_elsewhere,
    where_both_have_agreed_on_hints_nothing_is_shut,
    an_analysis_that_is_kept_on_a_page_is_shut_as_well,
);

/// Six plies, so that the game is distinct, and the resulting position.
const MOVES: [&str; 6] = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"];
const THERE: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const STANDS: &str = "This position stands in a game that is being played. ";

/// Starts a game from a position, against oneself or, with a level, against the bot. Returns the answer's
/// text.
async fn begins(who: &Member, position: &str, level: Option<&str>) -> String {
    let mut ask = vec![("variant", "chess"), ("thread", "no"), ("position", position)];
    match level {
        Some(level) => ask.extend([("level", level), ("color", "white")]),
        None => ask.push(("opponent", who.id())),
    }
    who.slash("challenge", &ask).await.text().to_owned()
}

async fn live(bench: &Bench, moves: &[&str]) -> Game {
    let game = bench.game("games", "chess", None).await;
    done(&game.play(moves).await);
    game
}

/// Plays Black's sixth ply.
async fn sixth(game: &Game) {
    done(&game.blue.slash("move", &[("move", MOVES[5])]).await);
}

fn a_position_of_a_live_game_gives_no_hint_and_is_not_played_by_the_bot() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = live(&bench, &MOVES[..5]).await;
        let green = bench.green("quiet");
        // Castling rights and move numbers do not make it another position.
        let typed = THERE.replace("KQkq - 4 4", "- - 0 1");
        begins(&green, &typed, None).await;
        assert!(green.slash("hint", &[]).await.text().starts_with("Look at "), "it stands in no game yet");
        sixth(&game).await;
        let refused = green.slash("hint", &[]).await;
        assert!(refused.is_ephemeral() && refused.text().starts_with(STANDS), "{}", refused.text());
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 2);
        let other = bench.green("general");
        let refused = begins(&other, &typed, Some("1")).await;
        assert!(refused.starts_with(STANDS) && refused.contains("You can play me"), "{refused}");
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 2, "nothing has begun");
        // A player cannot ask the bot about it from the position one move earlier either.
        let before = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let refused = begins(&game.red.in_channel("general"), before, Some("1")).await;
        assert!(refused.starts_with("You play a game of Chess without hints against somebody."), "{refused}");
        // A game that starts there and ends early is no loophole either.
        let line = begins(&other, &typed, None).await;
        assert!(line.contains("plays both sides"), "{line}");
        done(&other.slash("move", &[("move", "d3")]).await);
        let sure = message(&other.slash("resign", &[]).await);
        done(&other.click(&sure, "Yes, resign").await);
        let shut = other.slash("analysis", &[]).await;
        assert!(shut.text().starts_with("A position of this game"), "{}", shut.text());
        // The game moves on, and the position is allowed again.
        done(&game.play(&["O-O"]).await);
        assert!(green.slash("hint", &[]).await.text().starts_with("Look at "));
        begins(&other, &typed, Some("1")).await;
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 4);
        bench.finish().await;
    });
}

fn a_game_that_is_back_where_all_begin_shuts_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let to_and_fro = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
        live(&bench, &to_and_fro).await;
        let green = bench.green("quiet");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        begins(&green, start, None).await;
        assert!(green.slash("hint", &[]).await.text().starts_with("Look at "));
        bench.finish().await;
    });
}

fn whoever_plays_without_hints_gets_none_elsewhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("quiet");
        // A position that does not occur in the game.
        begins(&red, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None).await;
        let game = live(&bench, &MOVES[..5]).await;
        assert!(red.slash("hint", &[]).await.text().starts_with("Look at "), "its beginning is everybody's");
        sixth(&game).await;
        let refused = red.slash("hint", &[]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        assert!(
            refused.text().starts_with("You play a game of Chess without hints against somebody."),
            "{}",
            refused.text()
        );
        let sure = message(&game.red.slash("resign", &[]).await);
        done(&game.red.click(&sure, "Yes, resign").await);
        assert!(red.slash("hint", &[]).await.text().starts_with("Look at "), "it has ended");
        bench.finish().await;
    });
}

fn where_both_have_agreed_on_hints_nothing_is_shut() {
    wait_for(async {
        let bench = Bench::new().await;
        let first = live(&bench, &MOVES).await;
        bench.sql("UPDATE games SET hints = 1").await;
        let green = bench.green("quiet");
        begins(&green, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None).await;
        assert!(green.slash("hint", &[]).await.text().starts_with("Look at "));
        assert!(first.red.slash("hint", &[]).await.text().starts_with("Look at "), "both have agreed to it");
        bench.finish().await;
    });
}

fn an_analysis_that_is_kept_on_a_page_is_shut_as_well() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        done(&game.play(&MOVES).await);
        assert!(page.act("resign", json!({})).await.status.is_success());
        let begun = page.browser.post(&format!("/g/{}/analysis", page.grant), &json!({})).await;
        assert!(begun.status.is_success(), "{}", begun.body);
        page.found("").await;
        // Two other people reach the same position.
        let other = bench.game_of("Green", "Blue", "general").await;
        done(&other.play(&MOVES).await);
        let shut = page.ask("analysis").await.body;
        assert_eq!((&shut["stands"], shut.get("found")), (&json!("none"), None), "{shut}");
        assert!(
            shut["says"].as_str().is_some_and(|says| says.starts_with("A position of this game")),
            "{shut}"
        );
        let asked = game.red.slash("analysis", &[]).await;
        assert!(asked.text().starts_with("A position of this game"), "{}", asked.text());
        done(&other.play(&["O-O"]).await);
        assert_eq!(page.ask("analysis").await.body["stands"], "found");
        bench.finish().await;
    });
}
