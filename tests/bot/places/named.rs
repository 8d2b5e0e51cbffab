//! A button acts on the object it names only in the right place.
//!
//! Here a message has another message's button, as an old message would if an id were reused.

use rookery::sandbox::{Member, Message};

use crate::bot::bench::{Bench, Game, message, wait_for};
use crate::bot::people::tournaments::{made, stands};

tests_on_both!(
    a_button_acts_on_no_tournament_of_another_channel,
    a_button_acts_on_no_challenge_of_another_channel,
    a_button_acts_on_no_game_of_another_channel,
    a_private_card_acts_on_games_elsewhere_for_their_players_alone,
);

/// Presses a button that this message never had, and expects this private answer.
async fn told(who: &Member, on: &Message, id: &str, text: &str) {
    let answer = who.click_stale(on, id).await;
    assert!(answer.is_ephemeral() && answer.text().contains(text), "{id}: {}", answer.text());
}

fn a_button_acts_on_no_tournament_of_another_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "round-robin")]).await;
        let open = stands(&bench, &hall, "Nobody has joined yet.").await;
        let other = bench.red("other");
        let options = [("kind", "round-robin"), ("variant", "chess"), ("most", "3")];
        assert!(other.slash("tournament create", &options).await.text().contains("The tournament is made."));
        for name in ["blue", "green", "grey"] {
            let who = bench.discord.member(name).in_channel("other");
            assert!(who.slash("tournament join", &[]).await.answered());
        }
        let id = bench.count("SELECT max(id) FROM tournaments").await;
        let acts = ["join", "leave", "begin", "games", "withdraw", "withdraw-yes", "cancel-yes"];
        let blue = bench.blue("hall");
        for who in [&red, &blue] {
            for act in acts {
                told(
                    who,
                    &open,
                    &format!("v2:tournament-{act}:{id}"),
                    "There is no such tournament here any more.",
                )
                .await;
            }
        }
        assert_eq!(bench.count("SELECT count(*) FROM tournament_players WHERE state = 'in'").await, 3);
        assert_eq!(bench.count("SELECT count(*) FROM tournaments WHERE state = 'over'").await, 0);
        // An object that never existed gets the same answer.
        told(&red, &open, "v2:tournament-join:77", "There is no such tournament here any more.").await;
        bench.finish().await;
    });
}

fn a_button_acts_on_no_challenge_of_another_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let here = message(&red.slash("challenge", &[("variant", "chess")]).await);
        assert!(bench.red("other").slash("challenge", &[("variant", "chess")]).await.answered());
        let id = bench.count("SELECT max(id) FROM challenges").await;
        for (who, act) in [(&bench.blue("games"), "accept"), (&red, "cancel"), (&red, "decline")] {
            told(who, &here, &format!("v2:{act}:{id}"), "That challenge is no longer open").await;
        }
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 2);
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 0);
        bench.finish().await;
    });
}

/// The words of the actions on a game, each group with the payload for a game at its first event.
const ON_GAMES: [(&[&str], &str); 5] = [
    (
        &[
            "choose",
            "type",
            "flip",
            "resign",
            "resign-yes",
            "abort-yes",
            "draw-sure",
            "never",
            "hint",
            "hint-move",
            "draw",
            "draw-yes",
            "draw-take",
            "draw-no",
            "takeback",
            "takeback-yes",
            "takeback-no",
            "abort-agree",
            "rematch",
            "nudge",
            "next-piece",
            "next-type",
            "swap",
        ],
        ":1",
    ),
    (&["go", "become", "next-to", "next-as"], ":1:e2"),
    (&["moves", "after"], ":0"),
    (&["replay", "export", "analysis", "page", "page-unwatch", "page-watch"], ""),
    (&["forget-premoves"], ""),
];

fn a_button_acts_on_no_game_of_another_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let here = bench.game("games", "chess", None).await;
        let there = Game::between(bench.red("other"), bench.blue("other"), "chess", None).await;
        drop(there);
        let id = bench.count("SELECT max(id) FROM games").await;
        // The game's own player, and a person who plays in neither game.
        for who in [&here.red, &bench.discord.member("green").in_channel("games")] {
            for (acts, then) in ON_GAMES {
                for act in acts {
                    told(who, &here.board, &format!("v2:{act}:{id}{then}"), "That game is no longer stored")
                        .await;
                }
            }
        }
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live' AND rev = 1").await, 2);
        bench.finish().await;
    });
}

fn a_private_card_acts_on_games_elsewhere_for_their_players_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let id = bench.count("SELECT max(id) FROM games").await;
        let (red, green) = (bench.red("other"), bench.green("other"));
        let card = message(&red.slash("next", &[]).await);
        let shown = red.click_stale(&card, &format!("v2:next-piece:{id}:1")).await;
        assert!(!shown.text().contains("no longer stored"), "{}", shown.text());
        let list = message(&green.slash("games", &[]).await);
        told(&green, &list, &format!("v2:next-type:{id}:1"), "That game is no longer stored").await;
        drop(game);
        bench.finish().await;
    });
}
