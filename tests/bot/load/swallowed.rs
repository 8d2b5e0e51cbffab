//! Connections to Discord that die silently: they stay open, but everything sent on them is lost. Players
//! notice a delay of at most a second.

use std::time::Duration;
use tokio::time::Instant;

use crate::bot::bench::{Bench, Game, done, message, on_real_time, soon};
use crate::front::{Front, Swallowed};

tests!(
    a_swallowed_connection_of_http2_costs_no_interaction,
    a_swallowed_connection_of_http1_costs_no_interaction,
    a_connection_that_is_swallowed_in_the_middle_of_play_costs_no_interaction,
    an_answer_that_is_swallowed_is_given_once,
    a_message_whose_answer_is_swallowed_is_posted_once,
    an_idle_connection_that_is_dead_is_found,
    a_slow_discord_is_not_asked_everything_twice,
);

/// Discord waits for three seconds; half a second is left for the network.
const ANSWERED_WITHIN: Duration = Duration::from_millis(2_500);
/// Moves that return to the same position.
const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

async fn over_http2() -> Bench {
    let mut bench = Bench::behind(Front::with_http2).await;
    bench.start().await;
    bench
}

/// Plays one move. Returns how long its answer took.
async fn timed_move(game: &Game, ply: usize) -> Duration {
    let who = if ply.is_multiple_of(2) { &game.red } else { &game.blue };
    let begun = Instant::now();
    let played = who.slash("move", &[("move", SHUFFLE[ply % 4])]).await;
    done(&played);
    begun.elapsed()
}

/// Plays move after move, each of which finds its connection dead.
async fn played_through(bench: &Bench, what: &str) {
    let game = bench.game("games", "chess", None).await;
    let mut longest = Duration::ZERO;
    for ply in 0..8 {
        bench.front().swallow(if ply % 4 < 2 { Swallowed::Both } else { Swallowed::Answers });
        longest = longest.max(timed_move(&game, ply).await);
    }
    assert!(longest < ANSWERED_WITHIN, "{longest:?}");
    assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 8);
    println!("figure swallowed-{what} 8 moves, each on a dead connection: lost 0, longest {longest:?}");
}

fn a_swallowed_connection_of_http2_costs_no_interaction() {
    on_real_time(async {
        let bench = over_http2().await;
        played_through(&bench, "http2").await;
        bench.finish().await;
    });
}

fn a_swallowed_connection_of_http1_costs_no_interaction() {
    on_real_time(async {
        let mut bench = Bench::behind(Front::plain).await;
        bench.start().await;
        played_through(&bench, "http1").await;
        bench.finish().await;
    });
}

fn a_connection_that_is_swallowed_in_the_middle_of_play_costs_no_interaction() {
    const GAMES: usize = 8;
    const ROUNDS: usize = 6;
    on_real_time(async {
        let bench = over_http2().await;
        let mut games = Vec::new();
        for number in 0..GAMES {
            games.push(bench.game(&format!("table-{number}"), "chess", None).await);
        }
        let mut longest = Duration::ZERO;
        for ply in 0..ROUNDS {
            let how = if ply % 2 == 0 { Swallowed::Both } else { Swallowed::Answers };
            let dies = async {
                tokio::time::sleep(Duration::from_millis(60)).await;
                bench.front().swallow(how);
            };
            let moves = futures_util::future::join_all(games.iter().map(|game| timed_move(game, ply)));
            let (took, ()) = tokio::join!(moves, dies);
            longest = took.into_iter().fold(longest, Duration::max);
        }
        assert!(longest < ANSWERED_WITHIN, "{longest:?}");
        let moves = (GAMES * ROUNDS) as i64;
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, moves);
        println!(
            "figure swallowed-in-play {moves} interactions in {ROUNDS} rounds: lost 0, longest {longest:?}"
        );
        bench.finish().await;
    });
}

fn an_answer_that_is_swallowed_is_given_once() {
    on_real_time(async {
        let bench = over_http2().await;
        let game = bench.game("games", "chess", None).await;
        bench.front().swallow_at("POST", "/callback", Swallowed::Answers);
        let answer = game.red.slash("move", &[("move", "e4")]).await;
        let played = message(&answer);
        assert!(bench.front().has_swallowed() && played.picture().is_some());
        let callback = format!("/interactions/{}/", answer.interaction_id);
        let answers = || {
            let requests = bench.discord.requests().into_iter();
            requests.filter(|one| one.path.contains(&callback)).collect::<Vec<_>>()
        };
        soon("the second try", || answers().len() >= 2).await;
        let answers = answers();
        assert_eq!(answers.len(), 2, "the second says that the first got through");
        assert_eq!((answers[0].status, answers[1].answer["code"].as_u64()), (200, Some(40_060)));
        // The bot found the message by itself: the next move removes its buttons.
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        soon("the board loses its buttons", || {
            game.red.channel().message(&played.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        bench.finish().await;
    });
}

fn a_message_whose_answer_is_swallowed_is_posted_once() {
    on_real_time(async {
        let bench = over_http2().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offer = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await);
        bench.discord.forget_requests();
        let posts = format!("/channels/{}/messages", red.channel().id());
        bench.front().swallow_at("POST", &posts, Swallowed::Answers);
        done(&blue.click(&offer, "Decline").await);
        let sent = || {
            let requests = bench.discord.requests().into_iter();
            requests.filter(|one| one.method == "POST" && one.path.ends_with(&posts)).collect::<Vec<_>>()
        };
        soon("the second try", || sent().len() == 2).await;
        bench.soon_counts("SELECT count(*) FROM settled_challenges", 0).await;
        let told = red.channel().messages().into_iter().filter(|one| one.pings() == [red.id()]).count();
        assert_eq!(told, 1, "the challenger is told once");
        for post in sent() {
            assert!(post.body["nonce"].is_string() && post.body["enforce_nonce"] == true, "{}", post.body);
        }
        bench.finish().await;
    });
}

/// Number of retried requests of the bot.
fn retries(bench: &Bench) -> u64 {
    let counts = bench.bot().counts();
    let (before, _) = counts.split_once(" retries").expect("a count");
    before.rsplit(' ').next().expect("a number").parse().expect("a number")
}

fn an_idle_connection_that_is_dead_is_found() {
    on_real_time(async {
        let bench = over_http2().await;
        let game = bench.game("games", "chess", None).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let (before, connections) = (retries(&bench), bench.front().connections());
        bench.front().swallow(Swallowed::Both);
        // A connection is checked every ten seconds, with three for the response.
        tokio::time::sleep(Duration::from_secs(15)).await;
        done(&game.play(&["e4"]).await);
        assert_eq!(retries(&bench), before, "the move met a dead connection");
        assert_eq!(bench.front().connections(), connections + 1);
        bench.finish().await;
    });
}

fn a_slow_discord_is_not_asked_everything_twice() {
    use rookery::sandbox::{Fault, Trouble};
    on_real_time(async {
        let bench = over_http2().await;
        let game = bench.game("games", "chess", None).await;
        let before = retries(&bench);
        let slow = Fault::next("/callback", Trouble::Delay(Duration::from_millis(700)));
        bench.discord.faults().add(slow.times(1_000));
        for ply in 0..4 {
            timed_move(&game, ply).await;
        }
        assert_eq!(retries(&bench), before, "an answer of 0.7 s is waited for");
        bench.discord.faults().clear();
        let slower = Fault::next("/callback", Trouble::SlowAnswer(Duration::from_millis(1_200)));
        bench.discord.faults().add(slower.times(1_000));
        for ply in 0..2 {
            assert!(timed_move(&game, ply).await < ANSWERED_WITHIN);
        }
        bench.discord.faults().clear();
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 6);
        bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 1).await;
        bench.finish().await;
    });
}
