//! Complete games, from the challenge to the end.

use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests!(
    a_game_from_challenge_to_mate,
    an_open_challenge_is_taken_by_anybody,
    a_challenge_is_declined_and_another_withdrawn,
    hot_seat,
    a_second_game_gets_a_thread,
    a_game_in_a_thread_from_the_start,
    a_draw_by_agreement,
    resignation_asks_first,
    abort_is_free_at_first_and_asks_later,
    a_deleted_channel_ends_its_game,
    a_deleted_thread_ends_its_game,
    a_deleted_channel_ends_the_games_in_its_threads,
);

/// The buttons of a finished game.
const FINAL: [&str; 4] = ["Rematch", "Replay", "Export", "Analysis"];

fn a_game_from_challenge_to_mate() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offer = red
            .slash("challenge", &[("variant", "chess"), ("opponent", blue.id()), ("color", "white")])
            .await;
        let challenge = message(&offer);
        assert_eq!(challenge.labels(), ["Accept", "Decline", "Cancel", "Rules"]);
        assert_eq!(challenge.pings(), [blue.id()], "only the opponent is pinged");
        assert!(challenge.picture().is_some_and(|picture| !picture.description.is_empty()));

        let accepted = blue.click(&challenge, "Accept").await;
        let first = message(&accepted);
        assert_ne!(first.id, challenge.id, "the game begins with a new message");
        assert_eq!(first.pings(), [red.id()], "White is to move");
        let channel = red.channel();
        soon("the challenge loses its buttons", || {
            channel.message(&challenge.id).is_some_and(|message| message.buttons().is_empty())
        })
        .await;

        let mut before = first;
        for (who, text, pinged, says) in [
            (&red, "f3", blue.id(), "f2-f3"),
            (&blue, "e5", red.id(), "e7-e5"),
            (&red, "g4", blue.id(), "g2-g4"),
        ] {
            let played = message(&who.slash("move", &[("move", text)]).await);
            assert_ne!(played.id, before.id);
            assert!(played.content.contains(says), "{}", played.content);
            assert_eq!(played.pings(), [pinged]);
            let picture = played.picture().expect("a board");
            assert!(picture.bytes.starts_with(b"\x89PNG") && picture.content_type == "image/png");
            assert!((1..=1_024).contains(&picture.description.chars().count()));
            soon("the old board loses its buttons", || {
                let old = channel.message(&before.id);
                old.is_some_and(|old| old.buttons().is_empty() && old.picture().is_some())
            })
            .await;
            before = played;
        }
        let mate = message(&blue.slash("move", &[("move", "Qh4")]).await);
        assert!(mate.content.to_lowercase().contains("checkmate"), "{}", mate.content);
        assert_eq!(mate.labels(), FINAL, "what is left to do");
        assert_eq!(mate.pings(), [red.id()], "the loser hears of it");
        let after = red.slash("move", &[("move", "e4")]).await;
        assert!(after.is_ephemeral(), "{}", after.text());
        bench.finish().await;
    });
}

fn an_open_challenge_is_taken_by_anybody() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, green) = (bench.red("games"), bench.green("games"));
        let challenge = message(&red.slash("challenge", &[("variant", "prison-break")]).await);
        assert_eq!(challenge.labels(), ["Accept", "Cancel", "Rules"]);
        assert!(challenge.pings().is_empty());
        assert!(red.click(&challenge, "Accept").await.is_ephemeral(), "not one's own");
        let board = green.click(&challenge, "Accept").await;
        assert!(!board.is_ephemeral() && message(&board).picture().is_some(), "{}", board.text());
        bench.finish().await;
    });
}

fn a_challenge_is_declined_and_another_withdrawn() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue, green) = (bench.red("games"), bench.blue("games"), bench.green("games"));
        let challenge =
            message(&red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await);
        assert!(green.click(&challenge, "Decline").await.is_ephemeral());
        let declined = message(&blue.click(&challenge, "Decline").await);
        assert_eq!(declined.id, challenge.id, "the message itself says so");
        assert!(declined.buttons().is_empty() && declined.files.is_empty(), "{}", declined.content);

        let open = message(&red.slash("challenge", &[("variant", "chess")]).await);
        assert!(green.click(&open, "Cancel").await.is_ephemeral());
        let gone = message(&red.click(&open, "Cancel").await);
        assert!(gone.id == open.id && gone.buttons().is_empty());
        bench.finish().await;
    });
}

fn hot_seat() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let board = red
            .slash("challenge", &[("variant", "squirrel"), ("opponent", red.id()), ("thread", "no")])
            .await;
        assert!(message(&board).picture().is_some(), "{}", board.text());
        for _ in 0..4 {
            let choices = red.types("/move ").await.expect("choices");
            let played = red.slash("move", &[("move", &choices[0].1)]).await;
            assert!(!played.is_ephemeral(), "{}", played.text());
        }
        bench.finish().await;
    });
}

fn a_second_game_gets_a_thread() {
    wait_for(async {
        let bench = Bench::new().await;
        bench.game("games", "chess", None).await;
        let (red, green) = (bench.red("games"), bench.green("games"));
        let ask = [("variant", "chess"), ("opponent", green.id()), ("color", "white")];
        let challenge = message(&red.slash("challenge", &ask).await);
        let accepted = green.click(&challenge, "Accept").await;
        assert!(accepted.answered(), "{}", accepted.text());
        let threads = bench.discord.threads();
        assert_eq!(threads.len(), 1);
        assert!(accepted.text().contains(threads[0].id()), "the answer leads there: {}", accepted.text());
        let board =
            threads[0].wait_for(|message| message.picture().is_some()).await.expect("a board in the thread");
        assert_eq!(board.labels().len(), 5);
        // The commands work there, and each channel has its own game.
        for choice in ["e4", "d4"] {
            let here = if choice == "e4" { red.clone() } else { red.at(&threads[0]) };
            let there = if choice == "e4" { green.at(&threads[0]) } else { green.clone() };
            assert!(there.slash("moves", &[("square", "e2")]).await.is_ephemeral());
            done(&here.slash("move", &[("move", choice)]).await);
        }
        bench.finish().await;
    });
}

fn a_game_in_a_thread_from_the_start() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offer = red
            .slash(
                "challenge",
                &[
                    ("variant", "claustrophobia"),
                    ("opponent", blue.id()),
                    ("color", "white"),
                    ("thread", "yes"),
                ],
            )
            .await;
        done(&blue.click(&message(&offer), "Accept").await);
        let threads = bench.discord.threads();
        assert_eq!(threads.len(), 1);
        let red = red.at(&threads[0]);
        let choices = red.types("/move ").await.expect("choices");
        let played = red.slash("move", &[("move", &choices[0].1)]).await;
        assert!(message(&played).picture().is_some(), "{}", played.text());
        bench.finish().await;
    });
}

fn a_draw_by_agreement() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let offer = message(&game.red.slash("draw", &[]).await);
        assert_eq!(offer.labels(), ["Accept draw", "Decline", "Withdraw"]);
        assert_eq!(offer.pings(), [game.blue.id()]);
        let declined = message(&game.blue.click(&offer, "Decline").await);
        assert_ne!(declined.id, offer.id, "an edit would notify nobody");
        assert_eq!(declined.pings(), [game.red.id()]);
        let channel = game.red.channel();
        soon("the offer loses its buttons", || {
            channel.message(&offer.id).is_some_and(|message| message.buttons().is_empty())
        })
        .await;
        let told = "Your draw offer was declined; you can make another one after your move 6.";
        for moves in [["Nf3", "Nc6"], ["Bc4", "Bc5"], ["O-O", "Nf6"], ["d3", "d6"], ["c3", "a6"]] {
            let again = game.red.slash("draw", &[]).await;
            assert!(again.is_ephemeral() && again.text() == told, "before {moves:?}: {}", again.text());
            done(&game.play(&moves).await);
        }
        let offer = message(&game.red.slash("draw", &[]).await);
        let agreed = message(&game.blue.click(&offer, "Accept draw").await);
        assert!(agreed.content.to_lowercase().contains("draw"), "{}", agreed.content);
        assert_eq!(agreed.pings(), [game.red.id()]);
        assert!(agreed.picture().is_some() && agreed.labels() == FINAL);
        bench.finish().await;
    });
}

fn resignation_asks_first() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let asked = game.blue.slash("resign", &[]).await;
        assert!(asked.is_ephemeral());
        assert_eq!(asked.labels(), ["Yes, resign", "Keep playing"]);
        let kept = game.blue.click(&message(&asked), "Keep playing").await;
        assert!(kept.answered() && kept.labels().is_empty());
        // Once with the button below the board.
        let asked = game.red.click(&game.board, "Resign").await;
        assert!(asked.is_ephemeral(), "{}", asked.text());
        done(&game.red.click(&message(&asked), "Yes, resign").await);
        let channel = game.red.channel();
        let end = channel
            .wait_for(|message| message.content.contains("resign") && message.picture().is_some())
            .await;
        let end = end.expect("the end is told to all");
        assert_eq!(end.labels(), ["Rematch"]);
        let picture = end.picture().expect("a board");
        assert!(picture.description.contains(" Black won: White resigned. "), "{}", picture.description);
        assert!(game.red.slash("board", &[]).await.answered());
        bench.finish().await;
    });
}

fn abort_is_free_at_first_and_asks_later() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let asked = game.blue.slash("abort", &[]).await;
        assert_eq!(asked.labels(), ["Yes, abort", "Keep playing"], "{}", asked.text());
        done(&game.blue.click(&message(&asked), "Yes, abort").await);
        assert!(game.red.slash("move", &[("move", "e4")]).await.is_ephemeral(), "the game is over");

        let game = bench.game("quiet", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        // Blue manages no channel, so the opponent is asked.
        let asked = game.blue.slash("abort", &[]).await;
        done(&game.blue.click(&message(&asked), "Ask to abort").await);
        let channel = game.red.channel();
        let question =
            channel.wait_for(|message| message.labels() == ["Agree to abort", "Play on", "Withdraw"]).await;
        let question = question.expect("the opponent is asked");
        assert_eq!(question.pings(), [game.red.id()]);
        assert!(bench.green("quiet").click(&question, "Agree to abort").await.is_ephemeral());
        let ended = game.red.click(&question, "Agree to abort").await;
        assert_eq!(ended.labels(), FINAL, "{}", ended.text());
        bench.finish().await;
    });
}

fn a_deleted_channel_ends_its_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("doomed", "chess", None).await;
        done(&game.play(&["e4"]).await);
        game.red.channel().delete();
        let blue = bench.blue("general");
        for _ in 0..200 {
            if blue.slash("games", &[]).await.text().contains("no live game") {
                return bench.finish().await;
            }
        }
        panic!("the game is still listed");
    });
}

fn a_deleted_thread_ends_its_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offer =
            red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")]).await;
        done(&blue.click(&message(&offer), "Accept").await);
        bench.discord.threads()[0].delete();
        for _ in 0..200 {
            if blue.slash("games", &[]).await.text().contains("no live game") {
                return bench.finish().await;
            }
        }
        panic!("the game is still listed");
    });
}

fn a_deleted_channel_ends_the_games_in_its_threads() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("doomed"), bench.blue("doomed"));
        let offer =
            red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")]).await;
        done(&blue.click(&message(&offer), "Accept").await);
        // A game started inside the thread belongs to the channel as well.
        let inside = red.at(&bench.discord.threads()[0]);
        let asked = inside.slash("resign", &[]).await;
        done(&inside.click(&message(&asked), "Yes, resign").await);
        done(&inside.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await);
        assert!(!red.slash("games", &[]).await.text().contains("no live game"));
        red.channel().delete();
        let red = bench.red("general");
        bench.soon_counts("SELECT count(*) FROM games WHERE state = 'live'", 0).await;
        let none = red.slash("games", &[]).await;
        assert!(none.text().contains("no live game"), "{}", none.text());
        bench.finish().await;
    });
}
