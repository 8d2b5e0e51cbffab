//! Boards whose answers are in flight, or arrived without a response: they are not posted a second time.

use std::time::Duration;

use rookery::sandbox::{Fault, Trouble};

use super::answers::{telling, told_once};
use crate::bot::bench::{Bench, message, soon, wait_for};

tests_on_both!(
    a_lost_answer_has_no_later_board_posted_beside_its_own_answer,
    whenever_an_outage_meets_two_moves_each_notifies_once,
    an_answer_that_may_be_there_still_may_when_its_token_is_too_old,
);

fn a_lost_answer_has_no_later_board_posted_beside_its_own_answer() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // The first answer and its retry fail. The next answer is slow, and in flight when that is known.
        let never = Fault::next("/callback", Trouble::Delay(Duration::from_secs(6)));
        bench.discord.faults().add(never.times(2));
        let slow = Fault::next("/callback", Trouble::Delay(Duration::from_millis(1_300)));
        bench.discord.faults().add(slow.times(2));
        let first = game.red.slash_now("move", &[("move", "e4")]).expect("a command");
        tokio::time::sleep(Duration::from_secs(2)).await;
        let second = game.blue.slash_now("move", &[("move", "e5")]).expect("a command");
        let played = game.blue.answer_to(&second).await;
        assert!(played.answered() && !played.is_ephemeral(), "{played:?}");
        assert!(!game.red.answer_to(&first).await.answered());
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(told_once(&game, "e7-e5").await.id, message(&played).id);
    });
}

fn whenever_an_outage_meets_two_moves_each_notifies_once() {
    wait_for(async {
        let bench = Bench::new().await;
        for tenths in (10..60).step_by(2) {
            let game = bench.game(&format!("games-{tenths}"), "chess", None).await;
            // Discord is back while the second answer is still retried, or shortly before or after.
            bench.discord.faults().add(Fault::everywhere(Trouble::Status(503), Duration::from_secs(6)));
            game.red.slash_now("move", &[("move", "e4")]).expect("a command");
            tokio::time::sleep(Duration::from_millis(tenths * 100)).await;
            game.blue.slash_now("move", &[("move", "e5")]).expect("a command");
            let before = game.red.channel().messages().len();
            tokio::time::sleep(Duration::from_mins(1)).await;
            let new = game.red.channel().messages().split_off(before);
            let called = |who: &str| new.iter().filter(|one| one.pings() == [who]).count();
            assert!(called(game.red.id()) == 1 && called(game.blue.id()) <= 1, "{tenths}: {new:?}");
        }
        // Nothing could be answered during the outage.
        bench.discord.forget_failures();
        bench.finish().await;
    });
}

fn an_answer_that_may_be_there_still_may_when_its_token_is_too_old() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // The message arrives, but neither its sender nor a search for it gets a response.
        bench.discord.faults().add(Fault::next("/callback", Trouble::SlowAnswer(Duration::from_secs(4))));
        let rest = Fault::next("/callback", Trouble::Delay(Duration::from_secs(4)));
        bench.discord.faults().add(rest.times(100));
        bench.discord.faults().add(Fault::next("@original", Trouble::Status(503)).times(100_000));
        assert!(game.red.slash("move", &[("move", "e4")]).await.answered());
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'board' AND step = 'asked'", 1).await;
        bench.settings.clock.advance(Duration::from_mins(16));
        soon("a second copy", || telling(&game, "e2-e4").len() == 2).await;
        assert!(telling(&game, "e2-e4")[1].pings().is_empty(), "nobody is pinged twice");
        bench.finish().await;
    });
}
