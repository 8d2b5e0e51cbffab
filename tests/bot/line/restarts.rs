//! Restarts: the session outlives the process, and interactions that are too old change nothing.

use std::time::Duration;

use rookery::app::App;
use rookery::store::{GatewaySession, GatewayShard};

use super::super::bench::{Bench, idle, message, on_real_time, soon, wait_for};
use super::super::running::Process;
use super::{answers, back, identifies_keep_apart};

tests_on_both!(
    a_restart_resumes_and_answers_what_came_meanwhile,
    what_can_no_longer_be_answered_changes_nothing,
    a_session_that_is_not_ours_is_given_up,
    an_address_for_resuming_that_is_dead_is_left,
    quick_restarts_do_not_identify_twice_in_five_seconds,
    a_bot_that_is_killed_again_and_again_falls_no_further_behind,
    an_orderly_stop_counts_nothing_as_seen_that_it_did_not_take,
);

fn a_restart_resumes_and_answers_what_came_meanwhile() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        let red = game.red.clone();
        let playing = tokio::spawn(async move { red.slash("move", &[("move", "e4")]).await });
        idle().await;
        bench.start().await;
        let played = playing.await.expect("no panic");
        assert!(played.answered() && message(&played).picture().is_some(), "{}", played.text());
        let came = bench.discord.handshakes();
        assert_eq!(came.len(), 2, "{came:?}");
        assert!(came[1].resume.is_some() && came[1].taken && came[1].path == "/resume", "{came:?}");
        let address = bench.bot().ws_url().expect("a gateway");
        assert!(address.ends_with("/resume"), "{address}");
        bench.finish().await;
    });
}

fn what_can_no_longer_be_answered_changes_nothing() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        let failed = game.red.slash("move", &[("move", "e4")]).await;
        assert!(!failed.answered(), "nobody was there");
        bench.discord.forget_failures();
        tokio::time::sleep(Duration::from_millis(1_200)).await;
        bench.start().await;
        // The player saw a failure and plays another move; if the old one had been played, this would be
        // Black's turn.
        let played = game.red.slash("move", &[("move", "d4")]).await;
        assert!(!played.is_ephemeral() && played.text().contains("d2-d4"), "{}", played.text());
        let moves = game.red.channel().messages().into_iter().filter(|m| m.content.contains("e2-e4")).count();
        assert_eq!(moves, 0);
        assert!(bench.discord.handshakes()[1].resume.is_some(), "it was sent again");
        bench.finish().await;
    });
}

fn a_session_that_is_not_ours_is_given_up() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        let app = App::open_at(&bench.store).await.expect("a database");
        let session = GatewaySession {
            session: Some("of another application".to_owned()),
            sequence: 7,
            resume_url: Some(format!("ws://{}/resume", bench.discord.gateway_address())),
            ..GatewaySession::default()
        };
        app.store().keep_gateway_session(GatewayShard::ONLY, &session).await.expect("kept");
        app.close().await;
        bench.start().await;
        let came: Vec<_> =
            bench.discord.handshakes().iter().map(|one| (one.resume.is_some(), one.taken)).collect();
        assert_eq!(came, [(true, false), (false, true)]);
        answers(&bench).await;
        bench.finish().await;
    });
}

fn an_address_for_resuming_that_is_dead_is_left() {
    wait_for(async {
        let mut bench = Bench::new().await;
        bench.stop().await;
        let app = App::open_at(&bench.store).await.expect("a database");
        let session = app.store().gateway_session(GatewayShard::ONLY).await.expect("kept");
        assert!(session.session.is_some() && session.sequence > 0, "{session:?}");
        let dead = GatewaySession { resume_url: Some("ws://127.0.0.1:1/resume".to_owned()), ..session };
        app.store().keep_gateway_session(GatewayShard::ONLY, &dead).await.expect("kept");
        app.close().await;
        bench.start().await;
        let last = bench.discord.handshakes().pop().expect("a handshake");
        assert!(last.resume.is_some() && last.path == "/gateway" && last.taken, "{last:?}");
        answers(&bench).await;
        bench.finish().await;
    });
}

fn quick_restarts_do_not_identify_twice_in_five_seconds() {
    wait_for(async {
        let mut bench = Bench::new().await;
        bench.stop().await;
        // Discord has invalidated the session, so the new process needs another one.
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        let came = bench.discord.handshakes();
        assert!(came.last().is_some_and(|one| one.resume.is_none() && one.taken), "{came:?}");
        assert!(came.iter().filter(|one| one.resume.is_none()).all(|one| one.taken), "one came too early");
        identifies_keep_apart(&bench.discord);
        bench.finish().await;
    });
}

fn a_bot_that_is_killed_again_and_again_falls_no_further_behind() {
    on_real_time(async {
        let (bench, dir) = (Bench::on_sockets().await, tempfile::tempdir().expect("a directory"));
        let database = dir.path().join("house/rookery.db");
        let mut bot = Process::start(&bench.discord, dir.path());
        assert!(bench.discord.wait_for_command("help").await);
        for _ in 0..20 {
            assert!(bench.red("games").slash("help", &[]).await.answered());
        }
        bot.signal("-KILL");
        let app = App::open(&database).await.expect("a database");
        let behind = app.store().gateway_session(GatewayShard::ONLY).await.expect("kept").sequence;
        assert!(behind < 20, "they could be sent again: {behind}");
        app.close().await;
        // Now they can no longer be answered, and no process runs for the three seconds after which they
        // count as done.
        tokio::time::sleep(Duration::from_secs(4)).await;
        for _ in 0..2 {
            let known = bench.discord.handshakes().len();
            bot = Process::start(&bench.discord, dir.path());
            back(&bench.discord, known).await;
            tokio::time::sleep(Duration::from_millis(1_500)).await;
            bot.signal("-KILL");
        }
        let app = App::open(&database).await.expect("a database");
        let now = app.store().gateway_session(GatewayShard::ONLY).await.expect("kept").sequence;
        assert!(now > 20, "all twenty commands and what came before: {now} after {behind}");
        app.close().await;
        assert!(bench.discord.handshakes()[1..].iter().all(|one| one.resume.is_some() && one.taken));
        bench.finish().await;
    });
}

fn an_orderly_stop_counts_nothing_as_seen_that_it_did_not_take() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let channels: Vec<String> = (0..6).map(|n| format!("hall-{n}")).collect();
        let mut asking = Vec::new();
        // A steady stream, during which the bot stops and starts.
        let (discord, until) = (bench.discord.clone(), tokio::time::Instant::now() + Duration::from_secs(4));
        for name in channels {
            let red = discord.member("red").in_channel(&name);
            asking.push(tokio::spawn(async move {
                let mut unanswered = Vec::new();
                while tokio::time::Instant::now() < until {
                    let told = red.slash("help", &[]).await;
                    if !told.answered() {
                        unanswered.push(told.interaction_id);
                    }
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                unanswered
            }));
        }
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(500)).await;
            bench.stop().await;
            bench.start().await;
        }
        for one in asking {
            assert_eq!(one.await.expect("no panic"), [""; 0], "without an answer");
        }
        soon("the bot is there", || bench.discord.bot_is_online()).await;
        assert!(bench.discord.handshakes()[1..].iter().all(|one| one.resume.is_some() && one.taken));
        let known = bench.discord.handshakes().len();
        bench.discord.gateway_close(None);
        back(&bench.discord, known).await;
        bench.finish().await;
    });
}
