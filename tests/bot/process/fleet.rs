//! Several processes on one database that receive interactions by HTTP, in turn.

use std::time::Duration;

use libtest_mimic::Trial;
use rookery::discord::Running;

use crate::bot::bench::{Bench, done, long_after, message, soon, wait_for};
use crate::bot::places::lobby::{lists, open, says, with_lobby};
use crate::bot::places::server::kept;
use crate::bot::playing::simultaneous::{many_begin, pairs_of_one_game};
use crate::bot::playing::time::{REMINDER, UP, saying, timed, told_once};
use crate::databases::at_server;

/// Number of processes.
const PROCESSES: usize = 3;

/// The tests of this module: only a server database can be shared.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 11] = [
        ("a_game_is_played_at_several_processes", a_game_is_played_at_several_processes),
        ("many_games_begin_at_several_processes", many_games_begin_at_several_processes),
        ("of_two_moves_at_once_one_is_played", of_two_moves_at_once_one_is_played),
        ("what_comes_at_two_processes_is_done_once", what_comes_at_two_processes_is_done_once),
        ("a_challenge_that_comes_again_elsewhere_stands", a_challenge_that_comes_again_elsewhere_stands),
        ("what_is_due_is_done_once", what_is_due_is_done_once),
        ("when_one_stops_another_does_what_is_due", when_one_stops_another_does_what_is_due),
        ("the_bot_moves_once", the_bot_moves_once),
        ("whoever_starts_beside_others_gives_no_time_back", whoever_starts_beside_others_gives_no_time_back),
        ("a_list_of_challenges_is_kept_by_one", a_list_of_challenges_is_kept_by_one),
        ("a_server_that_any_process_hears_of_was_not_left", a_server_that_any_process_hears_of_was_not_left),
    ];
    tests.map(|(name, test)| at_server(&format!("{}::{name}", module_path!()), test)).into()
}

/// A stand-in, and processes to which it sends interactions in turn.
async fn fleet() -> Bench {
    let mut bench = Bench::over_http().await;
    while bench.processes().count() < PROCESSES {
        bench.start_another().await;
    }
    bench
}

/// Number of interactions received by each process.
fn taken(bench: &Bench) -> Vec<u64> {
    let taken = |bot: &Running| {
        let counts = bot.counts();
        let (_, by_http) = counts.split_once("by HTTP: ")?;
        by_http.split(' ').next()?.parse().ok()
    };
    bench.processes().map(|bot| taken(bot).expect("a count")).collect()
}

fn a_game_is_played_at_several_processes() {
    wait_for(async {
        let bench = fleet().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5", "g4"]).await);
        let offer = message(&game.red.slash("draw", &[]).await);
        done(&game.blue.click(&offer, "Decline").await);
        let mate = message(&game.blue.slash("move", &[("move", "Qh4")]).await);
        assert!(mate.content.contains("Checkmate.") && mate.picture().is_some(), "{}", mate.content);
        let taken = taken(&bench);
        assert!(taken.iter().all(|taken| *taken > 0), "{taken:?}");
        let boards = || game.red.channel().messages().into_iter().filter(|board| board.picture().is_some());
        soon("only the newest board has buttons to play with", || {
            boards().filter(|board| board.labels().contains(&"Flip board".to_owned())).count() <= 1
        })
        .await;
        bench.boards_are_noted().await;
        bench.finish().await;
    });
}

fn many_games_begin_at_several_processes() {
    wait_for(async {
        let bench = fleet().await;
        many_begin(&bench, 8).await;
        bench.finish().await;
    });
}

fn of_two_moves_at_once_one_is_played() {
    wait_for(async {
        let bench = fleet().await;
        for number in 0..3 {
            let game = bench.game(&format!("table-{number}"), "chess", None).await;
            // The two of each pair arrive at different processes.
            assert!(pairs_of_one_game(&game, number).await > 0);
        }
        bench.finish().await;
    });
}

fn what_comes_at_two_processes_is_done_once() {
    wait_for(async {
        let bench = fleet().await;
        let game = bench.game("games", "chess", None).await;
        let played = game.red.slash("move", &[("move", "e4")]).await;
        done(&played);
        for _ in 0..PROCESSES {
            assert!(bench.discord.replay(&played.interaction_id), "it is known");
        }
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 2);
        let offered = game.red.slash("challenge", &[("variant", "squirrel")]).await;
        done(&offered);
        for _ in 0..PROCESSES {
            assert!(bench.discord.replay(&offered.interaction_id), "it is known");
        }
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 1);
        bench.finish().await;
    });
}

fn a_challenge_that_comes_again_elsewhere_stands() {
    wait_for(async {
        let bench = fleet().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offered = red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await;
        let offer = message(&offered);
        let noted = "SELECT count(*) FROM challenges WHERE message IS NOT NULL";
        bench.soon_counts(noted, 1).await;
        // Its process has not recorded the message yet when the interaction is redelivered to another one.
        bench.run_sql("UPDATE challenges SET message = NULL").await;
        assert!(bench.discord.replay(&offered.interaction_id), "it is known");
        bench.soon_counts(noted, 1).await;
        done(&blue.click(&offer, "Accept").await);
        bench.finish().await;
    });
}

fn what_is_due_is_done_once() {
    wait_for(async {
        let bench = fleet().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.settings.clock.advance(Duration::from_hours(19));
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.red.id()]);
        bench.pass(Duration::from_mins(1)).await;
        bench.settings.clock.advance(Duration::from_hours(6));
        told_once(&game, UP).await;
        bench.pass(Duration::from_mins(1)).await;
        long_after().await;
        assert_eq!((saying(&game, REMINDER).len(), saying(&game, UP).len()), (1, 1));
        bench.finish().await;
    });
}

fn when_one_stops_another_does_what_is_due() {
    wait_for(async {
        let mut bench = fleet().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        // The first process is the leader, which runs due jobs.
        bench.stop_first().await;
        bench.settings.clock.advance(Duration::from_hours(19));
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.red.id()]);
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.settings.clock.advance(Duration::from_hours(25));
        told_once(&game, "Time is up for Black").await;
        bench.finish().await;
    });
}

fn the_bot_moves_once() {
    wait_for(async {
        let bench = fleet().await;
        let red = bench.red("games");
        done(
            &red.slash(
                "challenge",
                &[("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "auto")],
            )
            .await,
        );
        for (ply, text) in (1..).zip(["a3", "b3", "h3", "c3"]) {
            let played = red.slash("move", &[("move", text)]).await;
            assert!(played.answered(), "{}", played.text());
            bench.soon_counts("SELECT count(*) FROM events WHERE kind = 'move'", 2 * ply).await;
        }
        bench.pass(Duration::from_mins(1)).await;
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 8);
        bench.finish().await;
    });
}

fn whoever_starts_beside_others_gives_no_time_back() {
    wait_for(async {
        let mut bench = Bench::over_http().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4"]).await);
        bench.settings.clock.advance(Duration::from_hours(20));
        // In steps, so that the bot records that it is alive.
        bench.pass(Duration::from_mins(3)).await;
        let deadline = "SELECT deadline FROM games";
        let before = bench.count(deadline).await;
        bench.start_another().await;
        bench.pass(Duration::from_mins(3)).await;
        assert_eq!(bench.count(deadline).await, before);
        bench.finish().await;
    });
}

fn a_list_of_challenges_is_kept_by_one() {
    wait_for(async {
        let bench = fleet().await;
        let (red, lobby) = with_lobby(&bench).await;
        let first = open(&red, "1d").await;
        let second = open(&bench.green("games"), "3d").await;
        says(&bench, &lobby, |text| text.contains(&first.id) && text.contains(&second.id)).await;
        bench.pass(Duration::from_mins(1)).await;
        assert_eq!(lists(&lobby).len(), 1);
        bench.finish().await;
    });
}

fn a_server_that_any_process_hears_of_was_not_left() {
    wait_for(async {
        let bench = fleet().await;
        let red = bench.red("games");
        kept(&red, "Places", "thread", &["no"]).await;
        bench.discord.remove_bot();
        let left = "SELECT count(*) FROM left_servers";
        let is_missed = async || (bench.count(left).await == 1).then_some(());
        bench.pass_until(Duration::from_secs(30), is_missed).await.expect("the server is missed");
        bench.settings.clock.advance(Duration::from_hours(80 * 24));
        bench.discord.add_commands_only();
        // Each process receives it, and only one deletes expired data.
        for _ in 0..PROCESSES {
            assert!(red.slash("help", &[]).await.answered());
        }
        let is_there = async || (bench.count(left).await == 0).then_some(());
        bench.pass_until(Duration::from_secs(30), is_there).await.expect("it is there");
        bench.settings.clock.advance(Duration::from_hours(80 * 24));
        bench.pass(Duration::from_mins(3)).await;
        assert_eq!(bench.count("SELECT count(*) FROM servers").await, 1);
        bench.finish().await;
    });
}
