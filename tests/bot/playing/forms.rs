//! Forms and select menus: how the bot handles their input.

use axum::http::Method;
use rookery::games;
use rookery::sandbox::Upshot;
use serde_json::json;

use crate::bot::ask_beside;
use crate::bot::bench::{Bench, message, wait_for};

tests!(a_form_that_is_nobody_s_gets_its_sentence, a_select_that_is_nobody_s_gets_its_sentence);

fn a_form_that_is_nobody_s_gets_its_sentence() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        // The bot opens no such forms, so the test does it with the bot's token while the bot is away.
        bench.stop().await;
        let sent = red.slash_now("help", &[]).expect("a command");
        let token = bench.discord.token_of(&sent).expect("a token");
        let field = json!({ "type": 4, "custom_id": "move", "label": "Your move", "style": 1 });
        let rows = json!([{ "type": 1, "components": [field] }]);
        let form =
            json!({ "type": 9, "data": { "custom_id": "hello", "title": "Move", "components": rows } });
        ask_beside(&bench, Method::POST, &format!("/interactions/{sent}/{token}/callback"), &form).await;
        let opened = red.answer_to(&sent).await;
        assert_eq!(opened.outcome, Upshot::Modal);
        bench.start().await;
        let told = red.submit(&opened, &[("Your move", "e2e4")]).await;
        assert!(told.is_ephemeral(), "{}", told.text());
        assert!(told.text().starts_with("I do not know this form. </help:"), "{}", told.text());
        bench.finish().await;
    });
}

fn a_select_that_is_nobody_s_gets_its_sentence() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let told = message(&red.slash("rules", &[("variant", "chess")]).await);
        let rows = told.json["components"].as_array().expect("rows");
        assert_eq!(rows.len(), 1, "a select stands in a row of its own");
        let foreign = red.click_stale(&told, "v2:piece:ludo").await;
        assert!(foreign.is_ephemeral() && foreign.text().contains("another version"), "{}", foreign.text());
        let chess = games::from_slug("chess").expect("chess");
        for piece in chess.spec().piece_types() {
            let shown = message(&red.select(&told, "v2:piece:chess", &[&piece.name]).await);
            assert!(shown.content.starts_with(&format!("**{piece}**")), "{}", shown.content);
        }
        bench.finish().await;
    });
}
