//! The message of an offer shows the outcome however late: its channel may be closed to the bot, or the bot
//! busy.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::Recorded;

use super::closed_offers::{Asked, asked, says};
use crate::bot::bench::{Bench, done, message, soon, wait_for};
use crate::bot::places::archived::in_thread;

tests_on_both!(
    a_channel_that_the_bot_does_not_see_for_a_while_is_waited_for,
    a_thread_that_is_locked_and_archived_is_waited_for,
    a_bot_that_is_too_busy_notes_the_message,
    a_busy_bot_learns_the_message_from_its_answer,
    an_abort_that_needs_no_answer_any_more_ends_the_game_as_asked,
);

/// Longer than an interaction's token is valid.
const LATER: Duration = Duration::from_mins(20);

/// Waits until Discord has refused to edit this message.
async fn refused(bench: &Bench, message: &str) {
    let path = format!("/messages/{message}");
    soon("a refused change", || {
        let refused =
            |r: &Recorded| r.method == "PATCH" && r.path.ends_with(&path) && matches!(r.status, 400 | 403);
        bench.discord.requests().iter().any(refused)
    })
    .await;
}

fn a_channel_that_the_bot_does_not_see_for_a_while_is_waited_for() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, offer) = asked(&bench, Asked::Draw).await;
        bench
            .soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer' AND message IS NOT NULL", 1)
            .await;
        bench.settings.clock.advance(LATER);
        game.red.channel().deny_bot(permission::VIEW_CHANNEL);
        done(&game.red.click(&offer, "Decline").await);
        refused(&bench, &offer.id).await;
        bench.pass(Duration::from_mins(2)).await;
        game.red.channel().allow_bot();
        bench.pass(Duration::from_mins(20)).await;
        says(&bench, &game, &offer, "BLUE offered a draw, and RED declined.").await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
        bench.finish().await;
    });
}

fn a_thread_that_is_locked_and_archived_is_waited_for() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        let offer = Asked::Draw.by_blue(&game).await;
        bench
            .soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer' AND message IS NOT NULL", 1)
            .await;
        bench.stop().await;
        bench.play_unanswered(&game.red, "7", "Nf3").await;
        bench.sql("UPDATE interactions SET token = NULL").await;
        thread.set_locked(true);
        thread.archive();
        bench.start().await;
        refused(&bench, &offer.id).await;
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 50083", 1).await;
        thread.set_locked(false);
        bench.pass(Duration::from_mins(20)).await;
        says(&bench, &game, &offer, "BLUE offered a draw, but RED played on.").await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
        bench.finish().await;
    });
}

/// Restarts the bot without capacity for the work that follows an answer.
async fn too_busy(bench: &mut Bench) {
    bench.stop().await;
    bench.settings.following = 0;
    bench.start().await;
}

fn a_bot_that_is_too_busy_notes_the_message() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        too_busy(&mut bench).await;
        let offer = Asked::Draw.by_blue(&game).await;
        bench
            .soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer' AND message IS NOT NULL", 1)
            .await;
        bench.settings.clock.advance(LATER);
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.pass(Duration::from_mins(2)).await;
        says(&bench, &game, &offer, "BLUE offered a draw, but RED played on.").await;
        bench.finish().await;
    });
}

fn a_busy_bot_learns_the_message_from_its_answer() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, offer) = asked(&bench, Asked::Draw).await;
        bench
            .soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer' AND message IS NOT NULL", 1)
            .await;
        bench.sql("UPDATE outbox SET message = NULL WHERE kind = 'offer'").await;
        bench.settings.clock.advance(LATER);
        too_busy(&mut bench).await;
        done(&game.red.click(&offer, "Decline").await);
        bench.pass(Duration::from_mins(2)).await;
        says(&bench, &game, &offer, "BLUE offered a draw, and RED declined.").await;
        bench.finish().await;
    });
}

fn an_abort_that_needs_no_answer_any_more_ends_the_game_as_asked() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, offer) = asked(&bench, Asked::Abort).await;
        bench.settings.clock.advance(Duration::from_hours(15 * 24));
        let question = game.blue.slash("abort", &[]).await;
        let yes = question.labels().first().expect("a question").clone();
        done(&game.blue.click(&message(&question), &yes).await);
        bench.soon_counts("SELECT count(*) FROM games WHERE state = 'over'", 1).await;
        says(&bench, &game, &offer, "BLUE asked to end the game without a result, and it ended so.").await;
        bench.finish().await;
    });
}
