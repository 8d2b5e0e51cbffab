//! The computer's clock is set forward and back while games with a pace are played.

use std::time::Duration;

use libtest_mimic::Trial;

use crate::bot::bench::{Bench, done, soon, wait_for};
use crate::bot::learning::daily::{posted, with_daily};
use crate::bot::playing::time::{UP, saying, timed, told_once};
use crate::databases::on_both;

const HOUR_MS: i64 = 3_600_000;

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 4] = [
        ("a_clock_that_leaps_ends_no_game_by_gateway", || leaps(false)),
        ("a_clock_that_leaps_ends_no_game_by_http", || leaps(true)),
        ("what_waits_for_a_day_waits_for_one_after_a_clock_went_back", || goes_back(false)),
        ("what_waits_for_a_day_waits_for_one_after_a_restart_with_a_clock_that_went_back", || {
            goes_back(true);
        }),
    ];
    tests.iter().flat_map(|(name, test)| on_both(&format!("{}::{name}", module_path!()), *test)).collect()
}

fn leaps(by_http: bool) {
    wait_for(async {
        let bench = if by_http { Bench::over_http().await } else { Bench::new().await };
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        let moves = ["Nf3", "Nc6", "Bc4", "Nf6"];
        for (number, hours) in [25, -25, -30, 30].into_iter().enumerate() {
            let before = bench.settings.clock.now().0;
            bench.settings.clock.set_computer(hours * HOUR_MS);
            soon("the bot's clock follows", || {
                bench.settings.clock.lag_ms().abs() < 1_000
                    && (bench.settings.clock.now().0 - before - hours * HOUR_MS).abs() < 60_000
            })
            .await;
            bench.pass(Duration::from_secs(30)).await;
            assert!(saying(&game, UP).is_empty() && saying(&game, "Time is up").is_empty(), "{hours} hours");
            let who = if number % 2 == 0 { &game.red } else { &game.blue };
            done(&who.slash("move", &[("move", moves[number])]).await);
        }
        // A day has its normal length again.
        bench.settings.clock.advance(Duration::from_hours(23));
        bench.pass(Duration::from_secs(30)).await;
        assert!(saying(&game, UP).is_empty());
        bench.settings.clock.advance(Duration::from_hours(2));
        told_once(&game, UP).await;
        println!(
            "figure fault clock leaps, {}: 4 leaps of 25 to 30 hours",
            if by_http { "http" } else { "gateway" }
        );
        bench.finish().await;
    });
}

/// The clock goes back by five days, while the bot runs or between two runs; the next daily puzzle is posted
/// the next day.
fn goes_back(between_runs: bool) {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (_, channel, _) = with_daily(&bench).await;
        // Until this is stored, another day's puzzle would be posted after the restart, because the day has
        // changed.
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'daily' AND step <> ''", 1).await;
        let clock = bench.settings.clock.clone();
        if between_runs {
            bench.stop().await;
        }
        clock.set_computer(-5 * 24 * HOUR_MS);
        if between_runs {
            clock.follow();
            bench.start().await;
        }
        soon("the bot's clock follows", || clock.lag_ms().abs() < 1_000).await;
        // The next check.
        bench.pass(Duration::from_secs(30)).await;
        posted(&bench, &channel, 1).await;
        clock.advance(Duration::from_hours(24));
        posted(&bench, &channel, 2).await;
        bench.finish().await;
    });
}
