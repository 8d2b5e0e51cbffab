//! The outbox's handling of messages of any kind: failing attempts, and changes during an attempt.

use std::time::Duration;
use tokio::time::Instant;

use axum::http::Method;
use rookery::sandbox::{Fault, Message, Trouble};
use serde_json::json;

use super::answers::telling;
use crate::bot::ask_beside;
use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::places::lobby;

tests_on_both!(
    tries_that_panic_hold_up_nothing_and_are_given_up,
    a_message_that_alone_always_fails_holds_up_no_other,
    what_outlives_its_debt_is_dropped,
    an_old_board_whose_buttons_come_back_loses_them_again,
    buttons_that_come_back_before_their_removal_is_noted_are_removed_again,
);

/// Number of concurrent attempts.
const AT_ONCE: u64 = 8;
/// Latest delivery of a pending message if nothing hinders it.
const PROMPT: Duration = Duration::from_secs(3);

fn tries_that_panic_hold_up_nothing_and_are_given_up() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, list) = lobby::with_lobby(&bench).await;
        // An out-of-range time, so that each attempt panics: in the channel of the list, and in enough other
        // channels to block all concurrent attempts.
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
        // On a slow machine the first of them are given up before the list is posted.
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'old-board' AND tries = 0", 0).await;
        for _ in 0..6 {
            bench.pass(Duration::from_mins(1)).await;
        }
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'old-board'", 0).await;
        bench.finish().await;
    });
}

fn a_message_that_alone_always_fails_holds_up_no_other() {
    wait_for(async {
        let bench = Bench::new().await;
        let (broken, other) =
            (bench.game("one", "chess", None).await, bench.game("two", "chess", None).await);
        let there = format!("/channels/{}/messages", broken.red.channel().id());
        bench.discord.faults().add(Fault::next(&there, Trouble::Status(500)).method("POST").times(100_000));
        let unanswered =
            || bench.discord.faults().add(Fault::next("/callback", Trouble::Refuse(400, 50_035)));
        unanswered();
        assert!(!broken.red.slash("move", &[("move", "e4")]).await.answered());
        // The duration of one attempt.
        tokio::time::sleep(Duration::from_secs(11)).await;
        for (ply, text) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
            let who = if ply % 2 == 0 { &other.red } else { &other.blue };
            unanswered();
            assert!(!who.slash("move", &[("move", text)]).await.answered());
            let moved = Instant::now();
            soon("its board", || telling(&other, &format!("-{}", &text[text.len() - 2..])).len() == 1).await;
            assert!(moved.elapsed() < PROMPT, "{text}: {:?}", moved.elapsed());
            // Meanwhile the other one fails repeatedly.
            tokio::time::sleep(Duration::from_secs(3)).await;
        }
        bench.discord.faults().clear();
        bench.pass(Duration::from_mins(2)).await;
        soon("its own board", || telling(&broken, "e2-e4").len() == 1).await;
        assert_eq!(bench.discord.failures().len(), 5, "those were ordered");
    });
}

fn what_outlives_its_debt_is_dropped() {
    wait_for(async {
        let bench = Bench::new().await;
        with_board(&bench).await;
        // An already shown board, and messages about missing rows.
        bench
            .sql(
                "INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
                 SELECT 'board', id, channel, 0, due, 0, 0 FROM games",
            )
            .await;
        let now = bench.settings.clock.now().0;
        for (kind, urgency) in
            [("board", 0), ("reminder", 1), ("vacation", 2), ("challenge", 3), ("lobby", 5), ("old-board", 6)]
        {
            bench
                .run_sql(&format!(
                    "INSERT INTO outbox (kind, subject, channel, urgency, since, due) VALUES ('{kind}', 999, 999, {urgency}, {now}, 0)",
                ))
                .await;
        }
        bench.soon_counts("SELECT count(*) FROM outbox", 0).await;
        bench.finish().await;
    });
}

/// Restores a message's buttons, like an edit that was in flight when they were removed.
async fn put_back(bench: &Bench, old: &Message) {
    let path = format!("/channels/{}/messages/{}", old.channel_id, old.id);
    ask_beside(bench, Method::PATCH, &path, &json!({ "components": old.json["components"] })).await;
}

/// A game whose board is recorded as its newest.
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
        // The immediate edit and the outbox's first one fail. The next one succeeds with a slow response.
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
