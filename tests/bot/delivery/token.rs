//! A token that Discord no longer accepts, because it was reset.

use std::time::Duration;

use rookery::sandbox::Recorded;
use tracing::level_filters::LevelFilter;

use crate::bot::bench::{Bench, done, wait_for};
use crate::bot::log::Log;
use crate::bot::playing::time::{REMINDER, saying, timed_in};

tests_on_both!(a_token_that_is_not_taken_stops_what_needs_it);

fn a_token_that_is_not_taken_stops_what_needs_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let mut games = Vec::new();
        for channel in ["one", "two", "three", "four"] {
            let game = timed_in(&bench, channel).await;
            done(&game.play(&["e4", "e5"]).await);
            games.push(game);
        }
        bench.boards_are_noted().await;
        bench.discord.forget_requests();
        bench.discord.reset_token(true);
        let log = Log::at(LevelFilter::WARN);
        bench.settings.clock.advance(Duration::from_hours(19));
        bench.pass(Duration::from_mins(10)).await;
        let is_refused = |request: &Recorded| request.status == 401;
        let refused: Vec<_> = bench.discord.requests().into_iter().filter(is_refused).collect();
        let asked = refused.iter().filter(|request| request.path.ends_with("/applications/@me")).count();
        assert!((9..=12).contains(&asked), "once a minute, not {asked} times");
        assert!(refused.len() <= asked + 2 * games.len(), "{} refused", refused.len());
        let logged = log.text();
        assert_eq!(logged.lines().count(), 1, "{logged}");
        assert!(
            logged.contains("ERROR") && logged.contains("does not take the bot's token any more"),
            "{logged}"
        );
        // Answers do not need the token.
        assert!(games[0].red.slash("help", &[]).await.answered());
        bench.discord.reset_token(false);
        bench.pass(Duration::from_mins(3)).await;
        for game in &games {
            assert_eq!(saying(game, REMINDER).len(), 1, "what waits comes once");
        }
        bench.finish().await;
    });
}
