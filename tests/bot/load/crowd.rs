//! Many people at once: Discord's rate limits are kept, and no person can exhaust the bot's capacity for
//! others.

use std::time::Duration;
use tokio::time::Instant;

use rookery::sandbox::{Fault, Trouble};

use crate::bot::bench::{Bench, Game, done, soon, wait_for};

tests_on_both!(
    a_fast_game_meets_no_limit_and_leaves_no_old_buttons,
    many_games_meet_no_limit,
    one_who_floods_is_turned_away_and_others_are_served,
);

/// Tables in one server: as many as a slow machine can serve at once without refusing as busy. `benches/load`
/// tries more.
const TABLES: usize = 12;

/// Number of retries of a move when the machine is too busy.
const PATIENT: usize = 20;

/// Knights out and back; the draw is not claimed.
const TO_AND_FRO: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

/// Number of boards with buttons in a channel.
fn open_boards(channel: &rookery::sandbox::Channel) -> usize {
    channel.messages().iter().filter(|message| message.labels().contains(&"Flip board".to_owned())).count()
}

fn a_fast_game_meets_no_limit_and_leaves_no_old_buttons() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // A fourth round would be the fifth repetition of the position.
        for _ in 0..3 {
            done(&game.play(&TO_AND_FRO).await);
        }
        let channel = game.red.channel();
        soon("only the newest board has buttons", || open_boards(&channel) == 1).await;
        assert_eq!(bench.discord.rate_limited(), 0, "{}", bench.bot().counts());
        bench.finish().await;
    });
}

/// Plays this move, and retries if a slow machine is too busy.
async fn play_when_free(game: &Game, ply: usize) {
    let who = if ply.is_multiple_of(2) { &game.red } else { &game.blue };
    for _ in 0..PATIENT {
        let answer = who.slash("move", &[("move", TO_AND_FRO[ply % TO_AND_FRO.len()])]).await;
        if !answer.text().starts_with("I am very busy just now") {
            return done(&answer);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("too busy {PATIENT} times");
}

fn many_games_meet_no_limit() {
    wait_for(async {
        let bench = Bench::new().await;
        let mut games = Vec::new();
        for number in 0..TABLES {
            games.push(
                bench.game_of(&format!("p{number}"), &format!("q{number}"), &format!("table-{number}")).await,
            );
        }
        let begun = Instant::now();
        let playing = games.into_iter().map(|game| {
            tokio::spawn(async move {
                for ply in 0..3 * TO_AND_FRO.len() {
                    play_when_free(&game, ply).await;
                }
                game
            })
        });
        let mut played = Vec::new();
        for task in playing.collect::<Vec<_>>() {
            played.push(task.await.expect("no refusal"));
        }
        println!("figure moves-at-once {:.0} moves/s", TABLES as f64 * 12.0 / begun.elapsed().as_secs_f64());
        for game in played {
            let channel = game.red.channel();
            soon("only the newest board has buttons", || open_boards(&channel) == 1).await;
        }
        assert_eq!(bench.discord.rate_limited(), 0, "{}", bench.bot().counts());
        bench.finish().await;
    });
}

fn one_who_floods_is_turned_away_and_others_are_served() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("other"));
        // Responses are slow, so that requests pile up.
        let slow = Fault::next("/callback", Trouble::Delay(Duration::from_millis(600)));
        bench.discord.faults().add(slow.times(60));
        let sent: Vec<_> = (0..60).map(|_| red.slash_now("help", &[]).expect("a command")).collect();
        let mut busy = 0;
        for id in &sent {
            let told = red.answer_to(id).await;
            assert!(told.answered(), "{}", told.text());
            busy += usize::from(told.text().contains("very busy"));
        }
        assert!(busy >= 40, "{busy} of 60 were turned away");
        bench.discord.faults().clear();
        let helped = blue.slash("help", &[]).await;
        assert!(helped.text().contains("To start"), "{}", helped.text());
        assert!(red.slash("help", &[]).await.text().contains("To start"), "and then it works again");
        bench.finish().await;
    });
}
