//! Nudges in the chat.

use std::time::Duration;

use super::bench::{Bench, done, message, wait_for};

tests!(a_nudge_pings_whoever_is_to_move_once_a_day, a_nudge_is_counted_over_a_restart);

fn a_nudge_pings_whoever_is_to_move_once_a_day() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        let early = game.red.slash("nudge", &[]).await;
        assert!(early.is_ephemeral() && early.text().starts_with("You can nudge"), "{}", early.text());
        bench.settings.clock.advance(Duration::from_hours(25));
        let own = game.blue.slash("nudge", &[]).await;
        assert!(own.is_ephemeral() && own.text().starts_with("It is your turn"), "{}", own.text());
        let nudge = message(&game.red.slash("nudge", &[]).await);
        assert!(!nudge.is_ephemeral());
        let told =
            format!("Black ({}), {} waits for your move in Chess. ", game.blue.mention(), game.red.mention());
        assert!(nudge.content.starts_with(&told), "{}", nudge.content);
        assert_eq!(nudge.pings(), [game.blue.id()], "nobody but whoever is to move");
        let again = game.red.slash("nudge", &[]).await;
        assert!(again.is_ephemeral() && message(&again).pings().is_empty(), "{}", again.text());
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        bench.finish().await;
    });
}

fn a_nudge_is_counted_over_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.settings.clock.advance(Duration::from_hours(25));
        done(&game.blue.slash("nudge", &[]).await);
        bench.stop().await;
        bench.start().await;
        let again = game.blue.slash("nudge", &[]).await;
        assert!(again.is_ephemeral() && again.text().starts_with("You can nudge"), "{}", again.text());
        bench.settings.clock.advance(Duration::from_hours(24));
        done(&game.blue.slash("nudge", &[]).await);
        bench.finish().await;
    });
}
