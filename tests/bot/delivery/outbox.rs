//! What the outbox does with any message, whatever its kind: a try that breaks, and a change while one is on its way.

use std::time::Duration;

use rookery::sandbox::{Fault, Message, Trouble};
use serde_json::json;

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::places::lobby;

tests_on_both!(
    tries_that_panic_hold_up_nothing,
    an_old_board_whose_buttons_come_back_loses_them_again,
    buttons_that_come_back_before_their_removal_is_noted_are_removed_again,
);

/// So many messages are tried at once.
const AT_ONCE: u64 = 8;

fn tries_that_panic_hold_up_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, list) = lobby::with_lobby(&bench).await;
        // A moment that cannot be counted from, so that each try breaks: in the channel of the list, and in as many others as could hold up
        // all.
        let channel: u64 = list.id().parse().expect("a number");
        for other in 0..AT_ONCE {
            bench
                .run_sql(&format!(
                    "INSERT INTO outbox (kind, subject, channel, message, urgency, since, due)
                     VALUES ('old-board', {other}, {}, 1, 6, {}, 0)",
                    channel + other,
                    i64::MIN,
                ))
                .await;
        }
        bench.pass(Duration::from_secs(10)).await;
        let offer = message(&red.slash("challenge", &[("variant", "chess")]).await);
        lobby::says(&bench, &list, |text| text.contains(&offer.id)).await;
        let broken = "SELECT count(*) FROM outbox WHERE kind = 'old-board' AND tries > 0";
        bench.soon_counts(broken, AT_ONCE as i64).await;
        bench.finish().await;
    });
}

/// Gives a message the buttons that it had, as an edit does that was on its way when they were taken off.
async fn put_back(bench: &Bench, old: &Message) {
    let url = format!("{}/api/v10/channels/{}/messages/{}", bench.discord.url(), old.channel_id, old.id);
    let client =
        reqwest::Client::builder().no_proxy().user_agent(crate::USER_AGENT).build().expect("a client");
    let body = json!({ "components": old.json["components"] });
    let edit =
        client.patch(url).header("Authorization", format!("Bot {}", bench.discord.token())).json(&body);
    let edited = edit.send().await.expect("an answer");
    assert!(edited.status().is_success(), "{}", edited.status());
}

/// A game whose board is noted as its newest.
async fn with_board(bench: &Bench) -> Game {
    let game = bench.game("games", "chess", None).await;
    bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 1).await;
    game
}

fn an_old_board_whose_buttons_come_back_loses_them_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = with_board(&bench).await;
        let (old, channel) = (&game.board, game.red.channel());
        let now = || channel.message(&old.id).expect("the old board");
        // The edit at once and the first one of the outbox fail. The next one is done, and its answer takes a while.
        let busy = Fault::next("/webhooks/", Trouble::RateLimit(60.0)).method("PATCH");
        bench.discord.faults().add(busy.times(2));
        let path = format!("/channels/{}/messages/{}", old.channel_id, old.id);
        let slow = Trouble::SlowAnswer(Duration::from_secs(3));
        bench.discord.faults().add(Fault::next(&path, slow).method("PATCH"));
        done(&game.play(&["e4"]).await);
        soon("the old board loses its buttons", || now().buttons().is_empty()).await;
        put_back(&bench, old).await;
        let told = game.red.click(&now(), "Flip board").await;
        assert!(told.text().contains("That board is old"), "{}", told.text());
        soon("it loses them again", || now().buttons().is_empty()).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'old-board'", 0).await;
        assert!(now().buttons().is_empty());
        bench.finish().await;
    });
}

fn buttons_that_come_back_before_their_removal_is_noted_are_removed_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = with_board(&bench).await;
        let (old, channel) = (&game.board, game.red.channel());
        let now = || channel.message(&old.id).expect("the old board");
        done(&game.play(&["e4"]).await);
        soon("the old board loses its buttons", || now().buttons().is_empty()).await;
        put_back(&bench, old).await;
        let refused = Fault::next(&old.id, Trouble::Refuse(401, 0)).method("PATCH");
        bench.discord.faults().add(refused.times(100_000));
        assert!(game.red.click(&now(), "Flip board").await.answered());
        bench.pass(Duration::from_secs(20)).await;
        bench.discord.faults().clear();
        bench.pass(Duration::from_mins(5)).await;
        soon("it loses them again", || now().buttons().is_empty()).await;
        bench.finish().await;
    });
}
