//! Boards that were never shown: after a crash, and when a person is removed while the bot runs.

use std::time::Duration;
use tokio::time::Instant;

use rookery::app::{App, Caller};
use rookery::game::{ChannelId, InteractionId, UserId};
use rookery::store::Store;

use crate::bot::bench::{Bench, soon, wait_for};

tests_on_both!(
    a_move_without_its_board_gets_one_at_the_next_start,
    a_removed_person_s_game_is_told_to_be_over
);

/// How long the outbox leaves a board to its answer.
const ON_ITS_WAY: Duration = Duration::from_secs(15);

fn number(id: &str) -> u64 {
    id.parse().expect("a snowflake")
}

fn a_move_without_its_board_gets_one_at_the_next_start() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        let left = Instant::now();
        // As after a kill once the move was committed.
        let app = App::open_at(&bench.store).await.expect("a database");
        let by = Caller {
            may_thread: true,
            ..Caller::new(
                (UserId(number(game.red.id())), ChannelId(number(game.red.channel().id()))),
                InteractionId(7),
                bench.settings.clock.now(),
            )
        };
        app.play(&by, "e4").await.expect("a move");
        app.close().await;
        let channel = game.red.channel();
        let told =
            || channel.messages().into_iter().filter(|m| m.content.contains("e2-e4")).collect::<Vec<_>>();
        for start in 0..2 {
            bench.start().await;
            soon("the board", || !told().is_empty()).await;
            // No other process can show it, so it does not wait as long as for an answer in flight.
            assert!(start > 0 || left.elapsed() < ON_ITS_WAY, "{:?}", left.elapsed());
            let [board] = &told()[..] else { panic!("told twice") };
            assert!(board.picture().is_some() && board.labels().len() == 5);
            assert_eq!(board.pings(), [game.blue.id()]);
            soon("the old board loses its buttons", || {
                channel.message(&game.board.id).is_some_and(|old| old.buttons().is_empty())
            })
            .await;
            bench.stop().await;
        }
        assert_eq!(told().len(), 1, "once is enough");
        bench.finish().await;
    });
}

fn a_removed_person_s_game_is_told_to_be_over() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.sweep = Duration::from_millis(50);
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        let beside = App::new(Store::open_beside_at(&bench.store).await.expect("a database"));
        beside.forget(UserId(number(game.red.id())), bench.settings.clock.now()).await.expect("removed");
        beside.close().await;
        let channel = game.red.channel();
        let end = channel
            // The message of their challenge may say so too, without a ping.
            .wait_for(|message| message.content.contains("a former player") && message.picture().is_some())
            .await;
        let end = end.expect("the end is told");
        assert_eq!(end.pings(), [game.blue.id()], "{end:?}");
        assert!(end.labels() == ["Rules"] && end.picture().is_some(), "{end:?}");
        soon("the old board loses its buttons", || {
            channel.message(&game.board.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        bench.finish().await;
    });
}
