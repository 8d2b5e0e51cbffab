//! Messages of the release before this one: their buttons carry other ids.

use axum::http::Method;
use rookery::sandbox::Message;
use serde_json::{Value, json};

use crate::bot::ask_beside;
use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests!(
    a_game_s_button_of_the_release_before_shows_the_present_board,
    an_offer_s_button_of_the_release_before_settles_nothing,
    a_finished_game_s_button_of_the_release_before_says_that_it_is_over,
    a_challenge_of_the_release_before_is_accepted_and_explained,
);

/// What the release before would have written for an id of this one.
fn before(id: &str) -> String {
    let old = id.replacen("v2:", "v1:", 1);
    let challenge =
        ["accept", "decline", "cancel"].iter().any(|word| old.starts_with(&format!("v1:{word}:")));
    if challenge { format!("{old}:0") } else { old }
}

/// Makes the message what the release before would have left.
async fn age(bench: &Bench, at: &Message) {
    let aged = |button: &Value| {
        let id = before(button["custom_id"].as_str().expect("an id"));
        json!({ "type": 2, "style": button["style"], "label": button["label"], "custom_id": id })
    };
    // That release had no menus below its boards.
    let rows = at.json["components"].as_array().expect("rows").iter();
    let rows = rows.filter(|row| row["components"][0]["type"] == 2).map(|row| {
        let buttons: Vec<_> = row["components"].as_array().expect("buttons").iter().map(aged).collect();
        json!({ "type": 1, "components": buttons })
    });
    let path = format!("/channels/{}/messages/{}", at.channel_id, at.id);
    ask_beside(bench, Method::PATCH, &path, &json!({ "components": rows.collect::<Vec<_>>() })).await;
}

fn ids(of: &Message) -> Vec<String> {
    of.buttons().into_iter().map(|button| button.custom_id).collect()
}

fn a_game_s_button_of_the_release_before_shows_the_present_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["e4"]).await);
        // Once it is noted as the newest board it is the one that is made new.
        bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 1).await;
        let channel = game.red.channel();
        let now = || channel.message(&board.id).expect("the board");
        for label in ["Flip board", "Offer draw", "Resign"] {
            age(&bench, &board).await;
            assert!(ids(&now()).iter().all(|id| id.starts_with("v1:")), "{:?}", ids(&now()));
            let told = game.blue.click(&now(), label).await;
            assert!(told.is_ephemeral(), "{label}: {}", told.text());
            assert_eq!(
                told.text(),
                "That button is from before I was updated. The board has new ones now.",
                "{label}"
            );
            assert!(message(&told).picture().is_some(), "{label}: the present board comes along");
            soon("the newest board has buttons that work", || ids(&now()) == ids(&board)).await;
        }
        age(&bench, &game.board).await;
        let told = game.red.click_stale(&game.board, &before(&ids(&game.board)[1])).await;
        assert!(told.is_ephemeral() && message(&told).picture().is_some(), "{}", told.text());
        assert!(told.text().contains("That board is old"), "{}", told.text());
        soon("an older board has none", || {
            channel.message(&game.board.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        let told = game.red.click_stale(&board, "v1:flip:99999:0").await;
        assert!(told.is_ephemeral() && told.text().contains("no longer stored"), "{}", told.text());
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        bench.finish().await;
    });
}

fn an_offer_s_button_of_the_release_before_settles_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let channel = game.red.channel();
        let draw = message(&game.red.slash("draw", &[]).await);
        let sure = message(&game.blue.slash("abort", &[]).await);
        done(&game.blue.click(&sure, "Ask to abort").await);
        let abort = channel.wait_for(|m| m.labels().contains(&"Agree to abort".to_owned())).await;
        for (offer, who, word) in
            [(draw, &game.blue, "v1:draw-yes:"), (abort.expect("the request"), &game.red, "v1:abort-agree:")]
        {
            age(&bench, &offer).await;
            let aged = channel.message(&offer.id).expect("the offer");
            assert!(ids(&aged)[0].starts_with(word), "{:?}", ids(&aged));
            let told = who.click(&aged, &aged.labels()[0]).await;
            assert!(told.is_ephemeral() && message(&told).picture().is_some(), "{}", told.text());
            let now = || channel.message(&offer.id).expect("the offer").labels();
            soon("the offer has no buttons that do nothing", || now().is_empty()).await;
        }
        let board = message(&game.blue.slash("board", &[]).await);
        assert!(board.labels().contains(&"Accept draw".to_owned()), "the offer stands: {}", board.content);
        let asked = message(&game.blue.slash("resign", &[]).await);
        let kept = game.blue.click_stale(&asked, "v1:never:1:2").await;
        assert!(kept.answered() && kept.text().contains("The game goes on"), "{}", kept.text());
        bench.finish().await;
    });
}

fn a_finished_game_s_button_of_the_release_before_says_that_it_is_over() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        let channel = game.red.channel();
        let now = || channel.message(&game.board.id).expect("the first board");
        soon("the first board has no buttons", || now().buttons().is_empty()).await;
        age(&bench, &game.board).await;
        let told = game.red.click(&now(), "Resign").await;
        assert!(told.is_ephemeral() && told.text().contains("game is over"), "{}", told.text());
        assert!(message(&told).picture().is_some(), "the last board comes along");
        soon("the first board has no buttons again", || now().buttons().is_empty()).await;
        bench.finish().await;
    });
}

fn a_challenge_of_the_release_before_is_accepted_and_explained() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "prison-break"), ("opponent", blue.id()), ("thread", "no")];
        let challenge = message(&red.slash("challenge", &ask).await);
        age(&bench, &challenge).await;
        let aged = red.channel().message(&challenge.id).expect("the challenge");
        assert!(ids(&aged).iter().all(|id| id.starts_with("v1:")), "{:?}", ids(&aged));
        let told = message(&blue.click(&aged, "Rules").await);
        assert!(told.is_ephemeral() && told.content.contains("Ice Queen"), "{}", told.content);
        let board = message(&blue.click(&aged, "Accept").await);
        assert!(board.picture().is_some(), "{}", board.content);
        for button in ["Decline", "Cancel"] {
            let ask = [("variant", "chess"), ("opponent", blue.id())];
            let challenge = message(&red.slash("challenge", &ask).await);
            age(&bench, &challenge).await;
            let aged = red.channel().message(&challenge.id).expect("the challenge");
            let who = if button == "Decline" { &blue } else { &red };
            let settled = message(&who.click(&aged, button).await);
            assert!(settled.id == challenge.id && settled.buttons().is_empty(), "{}", settled.content);
        }
        bench.finish().await;
    });
}
