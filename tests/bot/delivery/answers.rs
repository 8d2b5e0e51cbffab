//! Results of actions are shown once, soon, and to the right person, whatever happens to the answer.

use std::time::Duration;
use tokio::time::Instant;

use rookery::sandbox::{Fault, Message, Response, Trouble, Upshot};

use crate::bot::bench::{Bench, Game, done, idle, long_after, message, soon, wait_for};

tests_on_both_and_by_http2!(
    a_move_whose_answer_and_post_both_fail_is_told_as_soon_as_it_can_be,
    an_answer_that_arrived_unheard_is_not_told_again,
    a_board_that_arrived_before_the_end_is_not_posted_again,
    a_board_that_did_not_arrive_is_posted_with_a_ping,
    a_board_of_which_nothing_is_known_is_posted_without_a_ping,
    the_older_copy_of_a_board_loses_its_buttons_when_it_is_clicked,
    a_click_that_was_carried_out_before_a_restart_is_answered_after_it,
    an_accepted_challenge_loses_its_buttons_after_a_restart_too,
    a_challenge_that_arrived_before_the_end_can_be_accepted_after_it,
    that_a_game_is_set_aside_is_told_once_however_often_the_bot_ends,
    a_board_in_hand_is_not_posted_beside_its_answer,
    a_discord_that_is_always_slow_still_gets_answers,
    what_was_refused_is_not_played_after_a_restart,
    a_challenge_that_nobody_can_see_is_withdrawn,
    a_page_in_the_place_of_an_answer_is_no_answer,
    a_page_after_an_answer_does_not_lose_it,
    a_slow_answer_is_waited_for_where_there_is_time,
    a_thread_is_not_opened_twice,
    a_follow_up_is_not_sent_twice,
    nothing_invisible_is_repeated,
    tokens_are_wiped_once_they_are_of_no_use,
);

/// Games whose current state has been shown, so nothing is pending.
const SHOWN: &str = "SELECT count(*) FROM games WHERE shown >= due";

/// The boards that show this move.
pub(super) fn telling(game: &Game, text: &str) -> Vec<Message> {
    game.red.channel().messages().into_iter().filter(|message| message.content.contains(text)).collect()
}

pub(super) async fn told_once(game: &Game, text: &str) -> Message {
    soon("the board", || !telling(game, text).is_empty()).await;
    let [board] = &telling(game, text)[..] else { panic!("told twice: {:?}", telling(game, text)) };
    assert!(board.picture().is_some());
    board.clone()
}

fn a_move_whose_answer_and_post_both_fail_is_told_as_soon_as_it_can_be() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.forget_requests();
        bench.discord.faults().add(Fault::next("/callback", Trouble::Status(503)).times(1_000));
        bench.discord.faults().add(Fault::next("/messages", Trouble::Status(503)).times(100_000));
        let played = game.red.slash("move", &[("move", "e4")]).await;
        assert!(matches!(played.outcome, Upshot::Failed(_)), "{played:?}");
        // An outage of some seconds, longer than the interaction can be answered.
        tokio::time::sleep(Duration::from_secs(4)).await;
        let during = bench.discord.requests().len();
        assert!(during < 60, "{during} requests into an outage is hammering");
        bench.discord.faults().clear();
        let back = Instant::now();
        let board = told_once(&game, "e2-e4").await;
        assert!(back.elapsed() < Duration::from_secs(6), "{:?}", back.elapsed());
        assert_eq!(board.pings(), [game.blue.id()]);
        assert_eq!(board.labels().len(), 5);
        soon("the old board loses its buttons", || {
            game.red.channel().message(&game.board.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        let answered = game.blue.slash("move", &[("move", "e5")]).await;
        assert!(!answered.is_ephemeral(), "{}", answered.text());
        // That one failure is expected.
        assert_eq!(bench.discord.failures().len(), 1);
    });
}

fn an_answer_that_arrived_unheard_is_not_told_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // The message arrives, but its sender gets no response until the time for an answer is over.
        bench.discord.faults().add(Fault::next("/callback", Trouble::SlowAnswer(Duration::from_secs(4))));
        let rest = Fault::next("/callback", Trouble::Delay(Duration::from_secs(4)));
        bench.discord.faults().add(rest.times(100));
        let played = game.red.slash("move", &[("move", "e4")]).await;
        assert!(played.answered(), "{played:?}");
        tokio::time::sleep(Duration::from_secs(5)).await;
        bench.discord.faults().clear();
        let board = told_once(&game, "e2-e4").await;
        assert_eq!(board.labels().len(), 5, "it is the newest board");
        bench.finish().await;
    });
}

/// As after a kill between the answer and its record.
async fn forget_that_it_was_shown(bench: &Bench) {
    bench.sql("UPDATE games SET shown = shown - 1, board_interaction = NULL").await;
    bench.owe_boards().await;
}

fn a_board_that_arrived_before_the_end_is_not_posted_again() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let played = message(&game.play(&["e4"]).await);
        bench.stop().await;
        forget_that_it_was_shown(&bench).await;
        // Until then the interaction could still be answered.
        bench.settings.clock.advance(Duration::from_secs(5));
        bench.start().await;
        bench.soon_counts(SHOWN, 1).await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(told_once(&game, "e2-e4").await.id, played.id);
        // The bot found the message by itself: the next move removes its buttons.
        assert!(!game.blue.slash("move", &[("move", "e5")]).await.is_ephemeral());
        soon("the board loses its buttons", || {
            game.red.channel().message(&played.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        bench.finish().await;
    });
}

fn a_board_that_did_not_arrive_is_posted_with_a_ping() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::Status(503)).times(1_000));
        bench.discord.faults().add(Fault::next("/messages", Trouble::Status(503)).times(100_000));
        let played = game.red.slash("move", &[("move", "e4")]).await;
        assert!(!played.answered());
        bench.stop().await;
        bench.discord.faults().clear();
        bench.start().await;
        let board = told_once(&game, "e2-e4").await;
        assert_eq!(board.pings(), [game.blue.id()], "that it did not arrive is known");
        bench.stop().await;
    });
}

fn a_board_of_which_nothing_is_known_is_posted_without_a_ping() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.stop().await;
        forget_that_it_was_shown(&bench).await;
        bench.sql("UPDATE interactions SET token = NULL").await;
        bench.sql("UPDATE outbox SET since = since - 3600000").await;
        bench.start().await;
        soon("a second copy", || telling(&game, "e2-e4").len() == 2).await;
        let copies = telling(&game, "e2-e4");
        assert!(copies[1].pings().is_empty(), "nobody is pinged twice");
        bench.finish().await;
    });
}

fn the_older_copy_of_a_board_loses_its_buttons_when_it_is_clicked() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.stop().await;
        forget_that_it_was_shown(&bench).await;
        bench.sql("UPDATE interactions SET token = NULL").await;
        bench.sql("UPDATE games SET board_channel = NULL, board_message = NULL").await;
        bench.sql("UPDATE outbox SET since = since - 3600000").await;
        bench.start().await;
        soon("a second copy", || telling(&game, "e2-e4").len() == 2).await;
        let older = telling(&game, "e2-e4").remove(0);
        assert_eq!(older.labels().len(), 5);
        bench.soon_counts(SHOWN, 1).await;
        assert!(game.blue.click(&older, "Flip board").await.is_ephemeral());
        soon("the older copy loses its buttons", || {
            game.red.channel().message(&older.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        bench.finish().await;
    });
}

fn a_click_that_was_carried_out_before_a_restart_is_answered_after_it() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        let sent = game.red.slash_now("move", &[("move", "e4")]).expect("a command");
        // As after a kill once the move was committed.
        bench.play_unanswered(&game.red, &sent, "e4").await;
        bench.start().await;
        assert!(bench.discord.replay(&sent));
        let played = game.red.answer_to(&sent).await;
        assert!(played.answered() && !played.is_ephemeral(), "{played:?}");
        assert_eq!(message(&played).pings(), [game.blue.id()]);
        bench.soon_counts(SHOWN, 1).await;
        bench.pass(Duration::from_secs(30)).await;
        told_once(&game, "e2-e4").await;
        bench.finish().await;
    });
}

fn an_accepted_challenge_loses_its_buttons_after_a_restart_too() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offer = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await);
        // The game is stored, nobody is notified, and the process ends.
        bench.discord.faults().add(Fault::next("/callback", Trouble::Status(503)).times(1_000));
        bench.discord.faults().add(Fault::next("/messages", Trouble::Status(503)).times(100_000));
        assert!(!blue.click(&offer, "Accept").await.answered());
        bench.stop().await;
        bench.discord.faults().clear();
        bench.start().await;
        let channel = red.channel();
        soon("the challenge loses its buttons", || {
            channel.message(&offer.id).is_some_and(|offer| offer.buttons().is_empty())
        })
        .await;
        let resign = "Resign".to_owned();
        let boards =
            || channel.messages().iter().filter(|message| message.labels().contains(&resign)).count();
        soon("the first board", || boards() == 1).await;
        bench.stop().await;
    });
}

fn a_challenge_that_arrived_before_the_end_can_be_accepted_after_it() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let offered = red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await;
        bench.stop().await;
        // As after a kill: the message was not recorded, and the interaction is redelivered.
        bench.sql("UPDATE challenges SET message = NULL").await;
        bench.sql("UPDATE gateway_sessions SET sequence = 2").await;
        bench.start().await;
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        done(&blue.click(&message(&offered), "Accept").await);
        bench.finish().await;
    });
}

fn that_a_game_is_set_aside_is_told_once_however_often_the_bot_ends() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.stop().await;
        bench.sql("UPDATE games SET rules_version = 0, fen = 'of other rules'").await;
        // It is set aside, no notification can be sent, and the process ends.
        bench.discord.faults().add(Fault::next("/messages", Trouble::Status(503)).times(100_000));
        bench.start().await;
        bench.soon_counts("SELECT count(*) FROM games WHERE state = 'set aside'", 1).await;
        bench.stop().await;
        bench.discord.faults().clear();
        let notices = || {
            let told = game.red.channel().messages();
            told.iter().filter(|message| message.content.contains("It is set aside, unchanged")).count()
        };
        assert_eq!(notices(), 0);
        for _ in 0..2 {
            bench.start().await;
            soon("the players are told", || notices() == 1).await;
            bench.soon_counts(SHOWN, 1).await;
            bench.pass(Duration::from_secs(30)).await;
            bench.stop().await;
        }
        assert_eq!(notices(), 1);
    });
}

fn a_board_in_hand_is_not_posted_beside_its_answer() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // The first answer is refused, so its board is pending; the next one takes longer than the outbox
        // waits.
        bench.discord.faults().add(Fault::next("/callback", Trouble::Refuse(400, 50_035)));
        bench.discord.faults().add(Fault::next("/callback", Trouble::Delay(Duration::from_millis(1_100))));
        let first = game.red.slash_now("move", &[("move", "e4")]).expect("a command");
        idle().await;
        let second = game.blue.slash_now("move", &[("move", "e5")]).expect("a command");
        let played = game.blue.answer_to(&second).await;
        assert!(!game.red.answer_to(&first).await.answered());
        assert!(played.answered() && !played.is_ephemeral(), "{played:?}");
        bench.soon_counts(SHOWN, 1).await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(told_once(&game, "e7-e5").await.id, message(&played).id);
    });
}

fn a_discord_that_is_always_slow_still_gets_answers() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // Longer than one attempt may take while there is time for another.
        let slow = Fault::next("/callback", Trouble::Delay(Duration::from_millis(1_350)));
        bench.discord.faults().add(slow.times(1_000));
        let played = game.red.slash("move", &[("move", "e4")]).await;
        assert!(played.answered() && !played.is_ephemeral(), "{played:?}");
        bench.discord.faults().clear();
        bench.soon_counts(SHOWN, 1).await;
        assert_eq!(told_once(&game, "e2-e4").await.id, message(&played).id);
        bench.finish().await;
    });
}

fn what_was_refused_is_not_played_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // The redelivered events then include the RESUMED of an earlier connection.
        bench.stop().await;
        bench.start().await;
        let early = game.blue.slash("move", &[("move", "e5")]).await;
        assert!(early.is_ephemeral() && early.text().contains("not your turn"), "{}", early.text());
        done(&game.play(&["e4"]).await);
        bench.stop().await;
        // As after a kill: the last events are redelivered.
        bench.sql("UPDATE gateway_sessions SET sequence = 2").await;
        bench.start().await;
        long_after().await;
        let now = game.red.slash("board", &[("text", "true")]).await;
        assert!(now.text().contains("Last move, White: Pawn e2-e4"), "{}", now.text());
        told_once(&game, "e2-e4").await;
        bench.finish().await;
    });
}

fn a_challenge_that_nobody_can_see_is_withdrawn() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        bench.discord.faults().add(Fault::next("/callback", Trouble::Refuse(400, 50_035)).times(1_000));
        bench
            .discord
            .faults()
            .add(Fault::next("/messages", Trouble::Refuse(403, 50_013)).method("POST").times(1_000));
        let ask = [("variant", "chess"), ("opponent", blue.id())];
        let unseen = red.slash("challenge", &ask).await;
        assert!(!unseen.answered(), "{}", unseen.text());
        bench.soon_counts("SELECT count(*) FROM challenges", 0).await;
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 0);
    });
}

fn tokens_are_wiped_once_they_are_of_no_use() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5", "Nf3"]).await);
        let tokens = "SELECT count(*) FROM interactions WHERE token IS NOT NULL";
        bench.soon_counts(tokens, 1).await;
        assert_eq!(bench.count(tokens).await, 1, "only that of the newest board");
        bench.pass(Duration::from_mins(13)).await;
        assert_eq!(bench.count(tokens).await, 1, "it may be of use still");
        bench.pass(Duration::from_mins(3)).await;
        bench.soon_counts(tokens, 0).await;
        assert_eq!(bench.count(tokens).await, 0, "none is older than 15 minutes");
        bench.finish().await;
    });
}

fn a_page_in_the_place_of_an_answer_is_no_answer() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::Page).times(2));
        let played = game.play(&["e4"]).await;
        assert!(message(&played).picture().is_some());
        bench.finish().await;
    });
}

fn a_page_after_an_answer_does_not_lose_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::PageAfter));
        let first = message(&game.play(&["e4"]).await);
        assert!(!game.blue.slash("move", &[("move", "e5")]).await.is_ephemeral());
        soon("the board of the lost answer loses its buttons", || {
            game.red.channel().message(&first.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        told_once(&game, "e2-e4.").await;
        bench.finish().await;
    });
}

fn a_slow_answer_is_waited_for_where_there_is_time() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        let slow = Fault::next("/commands", Trouble::SlowAnswer(Duration::from_secs(3))).method("PUT");
        bench.discord.faults().add(slow.times(10));
        bench.start().await;
        let registrations = bench.discord.requests().into_iter().filter(|r| r.method == "PUT").count();
        assert_eq!(registrations, 1, "an answer of 3 s is slow, but it comes");
        bench.finish().await;
    });
}

fn a_thread_is_not_opened_twice() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        bench.discord.faults().add(Fault::next("/threads", Trouble::DropAfter));
        let told =
            red.slash("challenge", &[("variant", "chess"), ("opponent", red.id()), ("thread", "yes")]).await;
        assert!(told.is_ephemeral() && told.text().contains("thread"), "{}", told.text());
        assert_eq!(bench.discord.threads().len(), 1);
        bench.finish().await;
    });
}

fn a_follow_up_is_not_sent_twice() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let channel = game.red.channel();
        let asked = message(&game.red.slash("resign", &[]).await);
        channel.deny_bot(crate::bot::permission::SEND_MESSAGES);
        bench.discord.faults().add(Fault::next("/webhooks/", Trouble::DropAfter).method("POST"));
        assert!(game.red.click(&asked, "Yes, resign").await.answered());
        let end = channel.wait_for(|told| told.content.contains("resigns")).await;
        assert!(end.is_some());
        long_after().await;
        let told = channel.messages().into_iter().filter(|told| told.content.contains("resigns")).count();
        assert_eq!(told, 1);
        bench.finish().await;
    });
}

fn nothing_invisible_is_repeated() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // Invisible characters are shown escaped.
        let check = |told: &Response, written: &str| {
            assert!(told.is_ephemeral() && told.text().contains(written), "{written}: {:?}", told.text());
            let hidden = |c: char| (c.is_control() && c != '\n') || "\u{200b}\u{202e}\u{2066}".contains(c);
            assert!(!told.text().contains(hidden), "{:?}", told.text());
        };
        for (typed, written) in [
            ("x\u{0}y", "`x\\u{0}y`"),
            ("e\u{1b}[31m9", "`e\\u{1b}[31m9`"),
            ("\u{7f}\u{0}", "`\\u{7f}\\u{0}`"),
            ("xy\u{202e}zzy", "`xy\\u{202e}zzy`"),
            ("\u{200b}xyzzy", "`\\u{200b}xyzzy`"),
        ] {
            check(&game.red.slash("move", &[("move", typed)]).await, written);
        }
        let line = game.blue.slash("premove", &[("line", "e5 if xy\u{2066}zzy")]).await;
        check(&line, "I can't read `xy\\u{2066}zzy`");
        for (position, written) in [
            ("8/\u{0}\u{1b}x w - - 0 1", "\\u{0} is no piece of Chess"),
            ("4k3/8/8/8/8/8/8/4\u{202e}K3 w - - 0 1", "\\u{202e} is no piece of Chess"),
            ("4k3/8/8/8/8/8/8/4K3 \u{202e}w - - 0 1", "not \\u{202e}w"),
        ] {
            let ask = [("variant", "chess"), ("opponent", game.blue.id()), ("position", position)];
            check(&game.red.slash("challenge", &ask).await, written);
        }
        // In a name, here a thread's, they are removed.
        let eve = bench.discord.member("e\u{202e}ve").in_channel("games");
        let alone = [("variant", "chess"), ("opponent", eve.id()), ("thread", "yes")];
        done(&eve.slash("challenge", &alone).await);
        let thread = bench.discord.threads().pop().expect("a thread");
        assert_eq!(thread.name(), "Chess: Eve, both sides");
        bench.finish().await;
    });
}
