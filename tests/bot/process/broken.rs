//! A PostgreSQL server that fails during games: connections that break at any moment, including between a
//! commit and its response, and a server that is away.
//!
//! Acknowledged moves are stored exactly once, and unknown outcomes are determined later.

use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;

use rookery::sandbox::{Fault, Member, Message, Trouble};

use crate::bot::bench::{Bench, Game, done, message, on_real_time, soon};
use crate::bot::people::settings::menus;
use crate::databases::at_server;
use crate::proxy::{Cut, Proxy};

/// The tests of this module: a database file has no connection that could break.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 12] = [
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
        ("what_is_stored_late_is_told_once", what_is_stored_late_is_told_once),
        ("what_is_stored_late_and_not_heard_of_notifies_once", || late_and_lost(&Trouble::DropAfter)),
        ("what_is_stored_late_and_refused_notifies_in_the_end", || {
            late_and_lost(&Trouble::Refuse(400, 50_035));
        }),
        (
            "a_move_that_is_lost_with_its_server_may_have_got_through",
            a_move_that_is_lost_with_its_server_may_have_got_through,
        ),
        ("what_comes_late_is_there_as_if_in_time", what_comes_late_is_there_as_if_in_time),
        ("a_server_that_is_away_is_told_and_comes_back", a_server_that_is_away_is_told_and_comes_back),
    ];
    tests.map(|(name, test)| at_server(&format!("{}::{name}", module_path!()), test)).into()
}

/// Moves that return to the same position.
const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
/// How often each fault is injected.
const FAULTS: usize = 8;

/// A bot that reaches its database through a proxy, and a game.
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

/// Plays with this fault in every move: each is answered with its board and stored once.
fn played_through(how: Cut) {
    on_real_time(async {
        let (bench, proxy, game) = table().await;
        // The first moves also store their players' languages, and so are more than one statement.
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
    on_real_time(async {
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
    on_real_time(async {
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
    on_real_time(async {
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
            // Each cut costs a pause, so on a busy machine the answer may be that it takes longer.
            if board.content.contains("takes longer") {
                let channel = red.channel();
                soon("the board", || channel.messages().iter().any(|one| one.picture().is_some())).await;
            } else {
                assert!(board.picture().is_some(), "{}", board.content);
            }
            assert!(proxy.writes_cut() >= cut + 6, "{} cut", proxy.writes_cut() - cut);
            assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 0);
        }
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 3);
        // In a thread the answer is not a board.
        let (red, blue) = (bench.red("hall-3"), bench.blue("hall-3"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "yes")];
        let offer = message(&red.slash("challenge", &ask).await);
        proxy.cut_next_commit(Cut::After);
        let begun = blue.click(&offer, "Accept").await;
        assert!(!begun.text().contains("interrupted") && begun.answered(), "{}", begun.text());
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 4);
        bench.finish().await;
    });
}

fn a_move_that_is_lost_with_its_server_may_have_got_through() {
    on_real_time(async {
        let (bench, proxy, game) = table().await;
        done(&game.play(&["e4", "e5"]).await);
        // The response to the commit is lost, and the outcome cannot be queried.
        all_is_shown(&bench).await;
        proxy.cut_next_write(Cut::Last);
        let told = game.red.slash("move", &[("move", "Nf3")]).await;
        assert!(told.is_ephemeral() && told.text().contains("may have got through"), "{}", told.text());
        proxy.mend();
        bench.finish().await;
    });
}

fn what_takes_too_long_is_told_and_shown_in_the_end() {
    on_real_time(async {
        let (bench, proxy, game) = table().await;
        done(&game.play(&["e4", "e5"]).await);
        proxy.cut_next_write(Cut::Held);
        let slow = game.red.slash_now("move", &[("move", "Nf3")]).expect("it is sent");
        soon("it is on its way", || proxy.writes_cut() == 1).await;
        let behind = game.blue.slash_now("resign", &[]).expect("it is sent");
        tokio::time::sleep(Duration::from_millis(500)).await;
        // When the request before it times out, it still has to wait.
        let last = game.blue.slash_now("draw", &[]).expect("it is sent");
        let slow = game.red.answer_to(&slow).await;
        assert!(slow.is_ephemeral() && slow.text().contains("may still happen"), "{}", slow.text());
        for waiting in [&behind, &last] {
            let told = game.blue.answer_to(waiting).await;
            assert!(told.is_ephemeral() && told.text().contains("Nothing has changed"), "{}", told.text());
        }
        proxy.mend();
        let shown = game.red.channel().wait_for(|message| message.content.contains("g1-f3")).await;
        assert!(shown.expect("the board comes in the end").picture().is_some());
        assert_eq!(moves(&bench).await, 3);
        bench.boards_are_noted().await;
        bench.finish().await;
    });
}

/// Red makes a move whose write is held, and is told that it takes longer.
async fn moves_slowly(proxy: &Proxy, game: &Game) {
    done(&game.play(&["e4", "e5"]).await);
    proxy.cut_next_write(Cut::Held);
    let slow = game.red.slash_now("move", &[("move", "Nf3")]).expect("it is sent");
    soon("it is on its way", || proxy.writes_cut() == 1).await;
    assert!(game.red.answer_to(&slow).await.is_ephemeral());
}

/// The public messages that show that move.
fn told_of_slow(game: &Game) -> Vec<Message> {
    let all = game.red.channel().messages().into_iter();
    all.filter(|one| one.content.contains("g1-f3") && !one.is_ephemeral()).collect()
}

fn what_is_stored_late_is_told_once() {
    on_real_time(async {
        let (bench, proxy, game) = table().await;
        moves_slowly(&proxy, &game).await;
        // By then its answer would have been shown long ago.
        bench.pass(Duration::from_secs(30)).await;
        let below = Fault::next("/webhooks/", Trouble::Delay(Duration::from_secs(2))).method("POST");
        bench.discord.faults().add(below);
        proxy.mend();
        soon("the board comes in the end", || !told_of_slow(&game).is_empty()).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(told_of_slow(&game).len(), 1);
        bench.boards_are_noted().await;
        bench.finish().await;
    });
}

/// The final outcome is sent in addition to the answer, and that message fails in this manner.
fn late_and_lost(trouble: &Trouble) {
    on_real_time(async {
        let (bench, proxy, game) = table().await;
        moves_slowly(&proxy, &game).await;
        bench.discord.faults().add(Fault::next("/webhooks/", trouble.clone()).method("POST"));
        proxy.mend();
        soon("the message is lost", || bench.discord.faults().are_over()).await;
        let told = || told_of_slow(&game);
        let is_there = usize::from(*trouble == Trouble::DropAfter);
        for _ in 0..60 {
            bench.pass(Duration::from_secs(2)).await;
            if told().len() > is_there {
                break;
            }
        }
        assert_eq!(told().len(), 1 + is_there, "{:?}", told());
        // The search for a message that was not recorded.
        bench.pass(Duration::from_mins(1)).await;
        soon("old buttons are gone", || {
            told().iter().filter(|one| one.labels().contains(&"Resign".to_owned())).count() == 1
        })
        .await;
        assert_eq!(told().iter().filter(|one| !one.pings().is_empty()).count(), 1, "{:?}", told());
        bench.boards_are_noted().await;
        bench.finish().await;
    });
}

/// Waits until no more work is pending, so that a fault affects only later work.
async fn all_is_shown(bench: &Bench) {
    bench.boards_are_noted().await;
    tokio::time::sleep(Duration::from_millis(200)).await;
}

/// Does something whose commit is held until the user has been told that it takes longer.
async fn slowly((bench, proxy): (&Bench, &Proxy), who: &Member, command: &str, options: &[(&str, &str)]) {
    all_is_shown(bench).await;
    let cut = proxy.writes_cut();
    proxy.cut_next_write(Cut::Held);
    proxy.cut_next_commit(Cut::Held);
    let sent = who.slash_now(command, options).expect("it is sent");
    soon("it is on its way", || proxy.writes_cut() > cut).await;
    let told = who.answer_to(&sent).await;
    assert!(told.is_ephemeral() && told.text().contains("may still happen"), "{}", told.text());
    // Before the game exists there is no game to look at.
    let look =
        if command == "challenge" { "look whether it did" } else { "look at the game before you try again" };
    assert!(told.text().contains(look), "{}", told.text());
    proxy.mend();
}

fn what_comes_late_is_there_as_if_in_time() {
    on_real_time(async {
        let (bench, proxy, game) = table().await;
        let hall = (bench.red("hall"), bench.blue("hall"));
        let ask = [("variant", "chess"), ("opponent", hall.1.id()), ("color", "white"), ("thread", "no")];
        slowly((&bench, &proxy), &hall.0, "challenge", &ask).await;
        let offer = hall.0.channel().wait_for(|one| one.labels().contains(&"Accept".to_owned())).await;
        let board = message(&hall.1.click(&offer.expect("the offer comes in the end"), "Accept").await);
        assert!(board.picture().is_some(), "{}", board.content);

        done(&game.play(&["e4", "e5"]).await);
        slowly((&bench, &proxy), &game.red, "draw", &[]).await;
        let has_offer = |one: &Message| one.labels().contains(&"Decline".to_owned());
        let offer = game.red.channel().wait_for(has_offer).await.expect("the offer comes in the end");
        done(&game.blue.click(&offer, "Decline").await);
        let settled = game.red.channel().wait_for(|one| one.id == offer.id && one.labels().is_empty()).await;
        assert!(settled.is_some(), "its buttons go when it is settled");

        let card = menus(&game.red).await;
        all_is_shown(&bench).await;
        proxy.cut_next_write(Cut::Held);
        proxy.cut_next_commit(Cut::Held);
        let told = game.red.select(&card, "v2:setting:theme", &["green"]).await;
        assert!(told.is_ephemeral() && told.text().contains("may still happen"), "{}", told.text());
        proxy.mend();
        // The changed card is shown again, with the current settings.
        bench.soon_counts("SELECT count(*) FROM people WHERE theme = 'green'", 1).await;
        let is_card = |one: &Message| one.components().any(|c| c["custom_id"] == "v2:setting:theme");
        soon("the card comes in the end", || {
            game.red.ephemerals().iter().filter(|one| is_card(one)).count() == 2
        })
        .await;
        bench.finish().await;
    });
}

fn a_server_that_is_away_is_told_and_comes_back() {
    on_real_time(async {
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
