//! A server of PostgreSQL that breaks while people play: connections that end at any moment, also between a move and the word that it is stored, and
//! a server that is away. What is acknowledged is there, once; what is not known is found out.

use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use super::bench::{Bench, Game, done, message, soon, wait_for};
use crate::databases::at_server;
use crate::proxy::{Cut, Proxy};

/// The tests of this module: a file has no connection that could break.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 7] = [
        ("what_is_asked_for_is_done_once_and_told", what_is_asked_for_is_done_once_and_told),
        ("a_move_whose_answer_is_lost_is_played_once", a_move_whose_answer_is_lost_is_played_once),
        ("a_move_that_never_arrives_is_played_once", a_move_that_never_arrives_is_played_once),
        (
            "of_two_moves_one_of_which_is_cut_off_one_is_played",
            of_two_moves_one_of_which_is_cut_off_one_is_played,
        ),
        ("a_server_that_is_started_again_costs_no_move", a_server_that_is_started_again_costs_no_move),
        (
            "what_takes_too_long_is_told_and_shown_in_the_end",
            what_takes_too_long_is_told_and_shown_in_the_end,
        ),
        ("a_server_that_is_away_is_told_and_comes_back", a_server_that_is_away_is_told_and_comes_back),
    ];
    tests.map(|(name, test)| at_server(&format!("{}::{name}", module_path!()), test)).into()
}

/// Moves that come back to where they began, over and over.
const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
/// How often each fault is injected.
const FAULTS: usize = 8;

/// A bot that reaches its database by a proxy, and a game.
async fn table() -> (Bench, Proxy, Game) {
    let mut bench = Bench::without_bot().await;
    let proxy = Proxy::before(&bench.store).await;
    bench.store = proxy.url.clone();
    bench.start().await;
    let game = bench.game("games", "chess", None).await;
    (bench, proxy, game)
}

async fn moves(bench: &Bench) -> i64 {
    bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await
}

/// Plays with this fault in every move: each is answered with its board, and stored once.
fn played_through(how: Cut) {
    wait_for(async {
        let (bench, proxy, game) = table().await;
        // The first ones also note their players' languages, and so are not one statement.
        done(&game.play(&["e4", "e5"]).await);
        for ply in 0..FAULTS {
            proxy.cut_next_write(how);
            let who = if ply % 2 == 0 { &game.red } else { &game.blue };
            done(&who.slash("move", &[("move", SHUFFLE[ply % 4])]).await);
            assert_eq!(proxy.writes_cut() as usize, ply + 1, "the fault was there");
            assert_eq!(moves(&bench).await as usize, 2 + ply + 1);
        }
        println!("figure cut-writes {FAULTS} of kind {how:?}, lost 0, doubled 0");
        bench.finish().await;
    });
}

fn a_move_whose_answer_is_lost_is_played_once() {
    played_through(Cut::After);
}

fn a_move_that_never_arrives_is_played_once() {
    played_through(Cut::Before);
}

fn of_two_moves_one_of_which_is_cut_off_one_is_played() {
    wait_for(async {
        let (bench, proxy, game) = table().await;
        for ply in 0..FAULTS {
            proxy.cut_next_write(if ply % 4 < 2 { Cut::After } else { Cut::Before });
            let (who, pair) = if ply % 2 == 0 {
                (&game.red, [["a3", "b3"], ["c3", "d3"], ["e3", "f3"], ["g3", "h3"]][ply / 2])
            } else {
                (&game.blue, [["a6", "b6"], ["c6", "d6"], ["e6", "f6"], ["g6", "h6"]][ply / 2])
            };
            let (one_options, other_options) = ([("move", pair[0])], [("move", pair[1])]);
            let (one, other) =
                tokio::join!(who.slash("move", &one_options), who.slash("move", &other_options));
            assert!(one.answered() && other.answered(), "{} / {}", one.text(), other.text());
            assert_ne!(one.is_ephemeral(), other.is_ephemeral(), "{} / {}", one.text(), other.text());
            assert_eq!(moves(&bench).await as usize, ply + 1);
        }
        bench.finish().await;
    });
}

fn a_server_that_is_started_again_costs_no_move() {
    wait_for(async {
        let (bench, proxy, game) = table().await;
        for ply in 0..FAULTS {
            proxy.cut_all();
            let who = if ply % 2 == 0 { &game.red } else { &game.blue };
            done(&who.slash("move", &[("move", SHUFFLE[ply % 4])]).await);
        }
        assert_eq!(moves(&bench).await as usize, FAULTS);
        bench.finish().await;
    });
}

fn what_is_asked_for_is_done_once_and_told() {
    wait_for(async {
        let (bench, proxy, _) = table().await;
        for (number, how) in [Cut::After, Cut::Before].into_iter().enumerate() {
            let (red, blue) = (bench.red(&format!("hall-{number}")), bench.blue(&format!("hall-{number}")));
            let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
            let cut = proxy.writes_cut();
            let challenge = async |deed| {
                proxy.cut_next_commit(how);
                let offer = message(&red.slash("challenge", &ask).await);
                assert!(offer.labels().contains(&"Accept".to_owned()), "{deed}: {}", offer.content);
                bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NULL", 0).await;
                proxy.cut_next_commit(how);
                offer
            };
            done(&red.click(&challenge("withdrawn").await, "Cancel").await);
            done(&blue.click(&challenge("declined").await, "Decline").await);
            let board = message(&blue.click(&challenge("accepted").await, "Accept").await);
            assert!(board.picture().is_some(), "{}", board.content);
            assert!(proxy.writes_cut() >= cut + 6, "{} cut", proxy.writes_cut() - cut);
            assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 0);
        }
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 3);
        bench.finish().await;
    });
}

fn what_takes_too_long_is_told_and_shown_in_the_end() {
    wait_for(async {
        let (bench, proxy, game) = table().await;
        done(&game.play(&["e4", "e5"]).await);
        proxy.cut_next_write(Cut::Held);
        let slow = game.red.slash_now("move", &[("move", "Nf3")]).expect("it is sent");
        soon("it is on its way", || proxy.writes_cut() == 1).await;
        let behind = game.blue.slash_now("resign", &[]).expect("it is sent");
        let (slow, behind) = (game.red.answer_to(&slow).await, game.blue.answer_to(&behind).await);
        assert!(slow.is_ephemeral() && slow.text().contains("may still happen"), "{}", slow.text());
        assert!(behind.is_ephemeral() && behind.text().contains("Nothing has changed"), "{}", behind.text());
        proxy.mend();
        let shown = game.red.channel().wait_for(|message| message.content.contains("g1-f3")).await;
        assert!(shown.expect("the board comes in the end").picture().is_some());
        assert_eq!(moves(&bench).await, 3);
        bench.soon_counts("SELECT count(*) FROM games WHERE shown < due", 0).await;
        bench.finish().await;
    });
}

fn a_server_that_is_away_is_told_and_comes_back() {
    wait_for(async {
        let (bench, proxy, game) = table().await;
        done(&game.play(&["e4"]).await);
        proxy.close();
        for _ in 0..3 {
            let refused = game.blue.slash("move", &[("move", "e5")]).await;
            assert!(refused.is_ephemeral() && refused.text().contains("database"), "{}", refused.text());
            assert!(refused.text().contains("Nothing has changed"), "{}", refused.text());
        }
        proxy.mend();
        let back = Instant::now();
        loop {
            let again = game.blue.slash("move", &[("move", "e5")]).await;
            if !again.is_ephemeral() {
                done(&again);
                break;
            }
            assert!(again.text().contains("database"), "{}", again.text());
            assert!(back.elapsed() < Duration::from_secs(20), "it is not taken again");
        }
        assert_eq!(moves(&bench).await, 2);
        bench.finish().await;
    });
}
