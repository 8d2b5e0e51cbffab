//! Adverse conditions: repeated events, lost connections, busy servers, restarts, old buttons, missing
//! permissions.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::{Fault, Trouble, Upshot};

use crate::bot::bench::{Bench, done, idle, long_after, message, soon, wait_for};
use crate::bot::delivery::closed_challenges::a_day_passes;

tests!(
    a_replayed_interaction_is_played_once,
    a_restart_keeps_the_game_and_the_old_buttons,
    an_old_board_says_so_and_shows_the_new_one,
    a_lapsed_challenge_is_closed,
    a_busy_server_is_waited_for,
    old_buttons_on_a_busy_server_hold_up_nobody,
    an_accept_goes_on_where_the_last_one_broke_off,
    a_broken_server_is_tried_again,
    an_answer_that_got_lost_is_not_given_twice,
    a_move_is_told_even_if_its_answer_cannot_be,
    the_failure_of_old_buttons_is_ignored,
    missing_permissions_are_named,
    threads_need_their_permissions,
    writing_in_threads_is_a_permission_of_its_own,
    the_gateway_comes_back,
    the_gateways_address_is_the_stand_ins,
    the_gateways_address_is_asked_for_again,
    a_wrong_token_is_told,
    a_resignation_is_told_where_the_bot_may_no_longer_write,
    stopping_finishes_what_is_in_hand,
    in_direct_messages,
);

fn a_replayed_interaction_is_played_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let played = game.play(&["e4"]).await;
        assert!(bench.discord.replay(&played.interaction_id));
        // If White's move had been taken for a new one, Blue's would be refused, and a second board would
        // appear.
        long_after().await;
        let boards =
            game.red.channel().messages().into_iter().filter(|m| m.content.contains("e2-e4")).count();
        assert_eq!(boards, 1);
        let answer = game.blue.slash("move", &[("move", "e5")]).await;
        assert!(!answer.is_ephemeral(), "{}", answer.text());
        bench.finish().await;
    });
}

fn a_restart_keeps_the_game_and_the_old_buttons() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "prison-break", None).await;
        let choices = game.red.types("/move ").await.expect("choices");
        let board = message(&game.red.slash("move", &[("move", &choices[0].1)]).await);
        let open = message(&bench.red("quiet").slash("challenge", &[("variant", "chess")]).await);
        bench.stop().await;
        bench.start().await;
        let asked = game.blue.click(&board, "Resign").await;
        assert!(
            asked.is_ephemeral() && asked.labels() == ["Yes, resign", "Keep playing"],
            "{}",
            asked.text()
        );
        let flipped = game.red.click(&board, "Flip board").await;
        assert!(message(&flipped).picture().is_some());
        let choices = game.blue.types("/move ").await.expect("choices");
        let played = game.blue.slash("move", &[("move", &choices[0].1)]).await;
        assert!(!played.is_ephemeral(), "{}", played.text());
        let accepted = bench.blue("quiet").click(&open, "Accept").await;
        assert!(message(&accepted).picture().is_some(), "{}", accepted.text());
        bench.finish().await;
    });
}

fn an_old_board_says_so_and_shows_the_new_one() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let old: Vec<_> = game.board.buttons();
        done(&game.play(&["e4", "e5", "Nf3"]).await);
        for button in old.into_iter().filter(|button| button.label != "Rules") {
            let told = game.red.click_stale(&game.board, &button.custom_id).await;
            assert!(told.is_ephemeral(), "{}: {}", button.label, told.text());
            assert!(told.text().contains("old") && told.text().contains("move 2"), "{}", told.text());
            assert!(message(&told).picture().is_some(), "the fresh board is with it");
        }
        bench.finish().await;
    });
}

fn a_lapsed_challenge_is_closed() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let offer = message(&red.slash("challenge", &[("variant", "chess")]).await);
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(25));
        bench.start().await;
        a_day_passes(&bench).await;
        let channel = red.channel();
        soon("the challenge is closed by itself", || {
            channel
                .message(&offer.id)
                .is_some_and(|now| now.buttons().is_empty() && now.content != offer.content)
        })
        .await;
        let accept = &offer.buttons()[0].custom_id;
        let late = bench.blue("games").click_stale(&offer, accept).await;
        assert!(late.is_ephemeral(), "{}", late.text());
        bench.finish().await;
    });
}

fn a_busy_server_is_waited_for() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::RateLimit(0.4)).times(2));
        let played = game.play(&["e4"]).await;
        assert!(played.elapsed >= Duration::from_millis(750), "{:?}", played.elapsed);
        assert!(bench.bot().counts().contains("2 rate limits"), "{}", bench.bot().counts());
        bench.finish().await;
    });
}

fn old_buttons_on_a_busy_server_hold_up_nobody() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let patch = Fault::next("/messages/", Trouble::RateLimit(4.0)).method("PATCH");
        bench.discord.faults().add(patch.times(20));
        let begun = tokio::time::Instant::now();
        done(&game.play(&["e4", "e5", "Nf3", "Nc6"]).await);
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        bench.discord.faults().clear();
        bench.finish().await;
    });
}

fn an_accept_goes_on_where_the_last_one_broke_off() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offer =
            red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")]).await;
        // The thread is created, but its response is lost.
        bench.discord.faults().add(Fault::next("/threads", Trouble::DropAfter));
        let accepted = blue.click(&message(&offer), "Accept").await;
        let threads = bench.discord.threads();
        assert_eq!(threads.len(), 1);
        assert!(accepted.text().contains(threads[0].id()), "{}", accepted.text());
        let board = threads[0].wait_for(|message| message.picture().is_some()).await;
        assert!(board.is_some(), "a board in the thread");
        bench.finish().await;
    });
}

fn a_broken_server_is_tried_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        for (trouble, text) in
            [(Trouble::Status(502), "e4"), (Trouble::DropBefore, "e5"), (Trouble::Status(500), "d4")]
        {
            bench.discord.faults().add(Fault::next("/callback", trouble).times(2));
            let who = if text == "e5" { &game.blue } else { &game.red };
            let played = who.slash("move", &[("move", text)]).await;
            assert!(!played.is_ephemeral() && played.answered(), "{text}: {}", played.text());
        }
        bench.finish().await;
    });
}

fn an_answer_that_got_lost_is_not_given_twice() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::DropAfter));
        done(&game.play(&["e4"]).await);
        long_after().await;
        let boards =
            game.red.channel().messages().into_iter().filter(|m| m.content.contains("e2-e4")).count();
        assert_eq!(boards, 1);
        // The bot found the message by itself: the next move removes its buttons.
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        let channel = game.red.channel();
        soon("the board of the lost answer loses its buttons", || {
            let messages = channel.messages();
            let old = messages.iter().find(|m| m.content.contains("e2-e4"));
            old.is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        bench.finish().await;
    });
}

fn a_move_is_told_even_if_its_answer_cannot_be() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::Status(503)).times(1_000));
        let played = game.red.slash("move", &[("move", "e4")]).await;
        assert!(matches!(played.outcome, Upshot::Failed(_)), "{played:?}");
        bench.discord.faults().clear();
        let board = game.red.channel().wait_for(|m| m.content.contains("e2-e4")).await;
        assert!(board.is_some_and(|board| board.picture().is_some()), "a plain message tells it");
        // That one failure is expected.
        assert_eq!(bench.discord.failures().len(), 1);
    });
}

fn the_failure_of_old_buttons_is_ignored() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let patch = Fault::next("/messages/", Trouble::Refuse(403, 50_013)).method("PATCH");
        bench.discord.faults().add(patch.times(10));
        done(&game.play(&["e4", "e5", "Nf3", "Nc6"]).await);
        bench.finish().await;
    });
}

fn missing_permissions_are_named() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let channel = red.channel();
        let ask = [("variant", "chess"), ("opponent", blue.id())];
        for (bit, name) in [
            (permission::VIEW_CHANNEL, "View Channel"),
            (permission::SEND_MESSAGES, "Send Messages"),
            (permission::ATTACH_FILES, "Attach Files"),
        ] {
            channel.deny_bot(bit);
            let told = red.slash("challenge", &ask).await;
            assert!(told.is_ephemeral() && told.text().contains(name), "{name}: {}", told.text());
            channel.allow_bot();
        }
        assert!(!red.slash("challenge", &ask).await.is_ephemeral(), "and then it works");
        bench.finish().await;
    });
}

fn threads_need_their_permissions() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        red.channel().deny_bot(permission::CREATE_PUBLIC_THREADS);
        let told =
            red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")]).await;
        assert!(told.is_ephemeral() && told.text().contains("Create Public Threads"), "{}", told.text());
        bench.finish().await;
    });
}

fn writing_in_threads_is_a_permission_of_its_own() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = |thread| [("variant", "chess"), ("opponent", blue.id()), ("thread", thread)];
        let offer = message(&red.slash("challenge", &ask("yes")).await);
        done(&blue.click(&offer, "Accept").await);
        let thread = bench.discord.threads().remove(0);
        assert!(thread.wait_for(|m| m.picture().is_some()).await.is_some(), "a board");
        let ended = red.at(&thread).slash("abort", &[]).await;
        let sure = red.at(&thread).click(&message(&ended), "Yes, abort").await;
        assert!(sure.answered(), "{}", sure.text());
        red.channel().deny_bot_in_threads();
        for (refused, could_not) in [
            (red.at(&thread).slash("challenge", &ask("no")).await, "show the boards"),
            (red.slash("challenge", &ask("yes")).await, "open a thread for the game"),
        ] {
            // Without permission to write, it may also lack permission to attach files.
            for part in ["**Send Messages in Threads** in this channel, so I could not ", could_not] {
                assert!(refused.is_ephemeral() && refused.text().contains(part), "{}", refused.text());
            }
        }
        // In the channel itself no permission is missing.
        done(&red.slash("challenge", &ask("no")).await);
        red.channel().allow_bot();
        done(&red.at(&thread).slash("challenge", &ask("no")).await);
        bench.finish().await;
    });
}

fn the_gateway_comes_back() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.gateway_reconnect();
        soon_connected(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.discord.gateway_close(Some(4000));
        soon_connected(&bench).await;
        done(&game.play(&["Nf3", "Nc6"]).await);
        bench.finish().await;
    });
}

async fn soon_connected(bench: &Bench) {
    idle().await;
    assert!(bench.discord.wait_for_bot().await, "the bot did not come back");
    idle().await;
}

fn the_gateways_address_is_the_stand_ins() {
    wait_for(async {
        let bench = Bench::new().await;
        let host = format!("ws://{}", bench.discord.gateway_address());
        let address = bench.bot().ws_url().expect("a gateway");
        assert!(address.starts_with(&host), "{address} is not at {host}");
        bench.finish().await;
    });
}

fn the_gateways_address_is_asked_for_again() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.discord.faults().add(Fault::next("/gateway", Trouble::Status(502)).times(3));
        bench.start().await;
        let host = format!("ws://{}", bench.discord.gateway_address());
        let address = bench.bot().ws_url().expect("a gateway");
        assert!(address.starts_with(&host), "{address}");
        bench.finish().await;
    });
}

fn a_wrong_token_is_told() {
    wait_for(async {
        let bench = Bench::without_bot().await;
        let app = rookery::app::App::open_at(&bench.store).await.expect("a database");
        let mut settings = bench.settings.clone();
        settings.token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.wrong.token".to_owned().into();
        let why = rookery::discord::start(app, settings).await.err();
        assert_eq!(
            why,
            Some(rookery::discord::Halted::until_mended(
                "Discord does not accept the token. Check DISCORD_TOKEN or discord.token."
            ))
        );
    });
}

fn a_resignation_is_told_where_the_bot_may_no_longer_write() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let channel = game.red.channel();
        let asked = message(&game.red.slash("resign", &[]).await);
        channel.deny_bot(permission::SEND_MESSAGES);
        let receipt = game.red.click(&asked, "Yes, resign").await;
        assert!(receipt.is_ephemeral() && receipt.text().contains("resigned"), "{}", receipt.text());
        let end = channel.wait_for(|told| told.content.contains("resigns") && told.picture().is_some()).await;
        assert!(end.is_some_and(|end| !end.is_ephemeral()), "a follow-up to the click tells everybody");
        bench.finish().await;
    });
}

fn stopping_finishes_what_is_in_hand() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::Delay(Duration::from_millis(600))));
        let red = game.red.clone();
        let playing = tokio::spawn(async move { red.slash("move", &[("move", "e4")]).await });
        idle().await;
        bench.stop().await;
        let played = playing.await.expect("no panic");
        assert!(played.answered() && !played.is_ephemeral(), "{}", played.text());
        bench.start().await;
        assert!(!game.blue.slash("move", &[("move", "e5")]).await.is_ephemeral());
        bench.finish().await;
    });
}

fn in_direct_messages() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("dm");
        let board = red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await;
        assert!(message(&board).picture().is_some(), "{}", board.text());
        for text in ["e4", "e5"] {
            assert!(!red.slash("move", &[("move", text)]).await.is_ephemeral());
        }
        bench.finish().await;
    });
}
