//! Players who leave the server: the clock continues, and the waiting player is notified as soon as the bot
//! notices.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::{Fault, Member, Trouble};

use super::settings::set;
use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::playing::time::{REMINDER, saying, timed, told_once};

tests_on_both!(
    that_a_player_has_left_is_told_once_a_game,
    that_either_player_has_left_is_told,
    a_word_that_was_cut_off_is_said_after_all,
    where_nobody_says_who_is_there_the_reminder_comes,
    who_wants_no_reminder_is_missed_as_well,
    who_wants_them_alone_and_has_left_gets_nothing,
    a_word_that_cannot_be_seen_comes_later,
    a_nudge_of_somebody_who_has_left_is_answered_to_the_asker_alone,
    whoever_asks_somebody_who_has_left_is_told_so_alone,
    that_somebody_has_left_is_told_with_each_request,
);

const LEFT: &str = "has left this server";

/// Blue is to move, just before a quarter of the time is left.
async fn almost_due(bench: &Bench, game: &Game) {
    done(&game.play(&["e4"]).await);
    bench.settings.clock.advance(Duration::from_hours(17));
}

async fn due(bench: &Bench) {
    bench.settings.clock.advance(Duration::from_hours(2));
    bench.soon_counts("SELECT count(*) FROM games WHERE reminded = position_rev", 1).await;
}

/// The statuses of the bot's member requests.
fn asked(bench: &Bench, who: &Member) -> Vec<u16> {
    let end = format!("/members/{}", who.id());
    bench.discord.requests().iter().filter(|one| one.path.ends_with(&end)).map(|one| one.status).collect()
}

fn that_a_player_has_left_is_told_once_a_game() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        almost_due(&bench, &game).await;
        game.blue.leave();
        due(&bench).await;
        let told = told_once(&game, LEFT).await;
        assert_eq!(told.pings(), [game.red.id()], "the one who waits");
        let (red, blue) = (game.red.mention(), game.blue.mention());
        let sentence = format!(
            "White ({red}), Black ({blue}) has left this server. Your game of Chess goes on, and so does the clock: their time runs out <t:"
        );
        assert!(told.content.starts_with(&sentence), "{}", told.content);
        // If the bot stops between the message and its record, it cannot know after another move whether the
        // message was sent.
        bench.soon_counts("SELECT count(*) FROM games WHERE left_told <> 0", 1).await;
        bench.stop().await;
        bench.start().await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(saying(&game, LEFT).len(), 1);
        game.blue.come_back();
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        game.blue.leave();
        due_again(&bench).await;
        bench.pass(Duration::from_secs(10)).await;
        assert_eq!((saying(&game, LEFT).len(), saying(&game, REMINDER).len()), (1, 0), "once a game");
        assert_eq!(asked(&bench, &game.blue), [404, 404]);
        bench.settings.clock.advance(Duration::from_hours(6));
        told_once(&game, "Time is up for Black").await;
        bench.finish().await;
    });
}

async fn due_again(bench: &Bench) {
    bench.settings.clock.advance(Duration::from_hours(17));
    due(bench).await;
}

fn that_either_player_has_left_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        almost_due(&bench, &game).await;
        game.blue.leave();
        due(&bench).await;
        told_once(&game, LEFT).await;
        game.blue.come_back();
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        game.red.leave();
        due_again(&bench).await;
        soon("the other one as well", || saying(&game, LEFT).len() == 2).await;
        assert_eq!(saying(&game, LEFT)[1].pings(), [game.blue.id()], "the one who waits");
        let file = super::privacy::export(&game.blue).await;
        assert_eq!(file["games"][0]["left_told"], serde_json::json!(["white", "black"]));
        bench.finish().await;
    });
}

fn a_word_that_was_cut_off_is_said_after_all() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        almost_due(&bench, &game).await;
        bench.boards_are_noted().await;
        game.blue.leave();
        let broken = Fault::next("/messages", Trouble::Status(503)).method("POST").times(1_000);
        bench.discord.faults().add(broken);
        bench.settings.clock.advance(Duration::from_hours(2));
        soon("a try", || bench.discord.requests().iter().any(|one| one.status == 503)).await;
        bench.stop().await;
        bench.discord.faults().clear();
        assert!(saying(&game, LEFT).is_empty());
        bench.start().await;
        assert_eq!(told_once(&game, LEFT).await.pings(), [game.red.id()]);
        bench.soon_counts("SELECT count(*) FROM games WHERE left_told = 2", 1).await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(saying(&game, LEFT).len(), 1, "once");
        bench.finish().await;
    });
}

fn where_nobody_says_who_is_there_the_reminder_comes() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        almost_due(&bench, &game).await;
        game.blue.leave();
        bench.discord.faults().add(Fault::next("/members/", Trouble::Status(503)));
        due(&bench).await;
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.blue.id()]);
        assert_eq!((asked(&bench, &game.blue), saying(&game, LEFT).len()), (vec![503], 0));
        bench.finish().await;
    });
}

fn who_wants_no_reminder_is_missed_as_well() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "none").await;
        set(&game.red, "pings", "off").await;
        almost_due(&bench, &game).await;
        game.blue.leave();
        due(&bench).await;
        assert!(told_once(&game, LEFT).await.pings().is_empty(), "who wants no pings is told without one");
        bench.finish().await;
    });
}

fn who_wants_them_alone_and_has_left_gets_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "dm").await;
        almost_due(&bench, &game).await;
        game.blue.leave();
        due(&bench).await;
        told_once(&game, LEFT).await;
        assert!(game.blue.in_channel("dm").channel().messages().is_empty());
        assert!(saying(&game, REMINDER).is_empty(), "nobody is there to read it");
        bench.finish().await;
    });
}

fn a_word_that_cannot_be_seen_comes_later() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        almost_due(&bench, &game).await;
        bench.boards_are_noted().await;
        game.blue.leave();
        game.red.channel().deny_bot(permission::VIEW_CHANNEL);
        bench.settings.clock.advance(Duration::from_hours(2));
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        bench.soon_counts("SELECT count(*) FROM games WHERE reminded = 0 AND left_told = 0", 1).await;
        game.red.channel().allow_bot();
        bench.settings.clock.advance(Duration::from_hours(24));
        assert_eq!(told_once(&game, LEFT).await.pings(), [game.red.id()]);
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(saying(&game, LEFT).len(), 1);
        bench.finish().await;
    });
}

fn a_nudge_of_somebody_who_has_left_is_answered_to_the_asker_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        game.blue.leave();
        bench.settings.clock.advance(Duration::from_hours(25));
        let answer = game.red.slash("nudge", &[]).await;
        assert!(answer.is_ephemeral() && message(&answer).pings().is_empty());
        let blue = game.blue.mention();
        let sentence =
            format!("Black ({blue}) has left this server, so a nudge would not reach them. After 14 days");
        assert!(answer.text().starts_with(&sentence), "{}", answer.text());
        game.blue.come_back();
        bench.settings.clock.advance(Duration::from_hours(25));
        let nudge = message(&game.red.slash("nudge", &[]).await);
        assert_eq!(nudge.pings(), [game.blue.id()]);
        // A slow response counts as none, since the command's answer does not wait for it.
        bench.settings.clock.advance(Duration::from_hours(25));
        game.blue.leave();
        let slow = Trouble::SlowAnswer(Duration::from_secs(10));
        bench.discord.faults().add(Fault::next("/members/", slow));
        assert_eq!(message(&game.red.slash("nudge", &[]).await).pings(), [game.blue.id()]);
        bench.finish().await;
    });
}

fn whoever_asks_somebody_who_has_left_is_told_so_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let words = || {
            let sentence = format!("{} has left this server, so they may not see this.", game.blue.mention());
            game.red.ephemerals().into_iter().filter(|one| one.content == sentence).count()
        };
        game.blue.leave();
        assert!(!game.red.slash("draw", &[]).await.is_ephemeral(), "it is offered all the same");
        soon("that they have left", || words() == 1).await;
        game.blue.come_back();
        let sure = message(&game.red.slash("resign", &[]).await);
        done(&game.red.click(&sure, "Yes, resign").await);
        game.blue.leave();
        assert!(!game.red.slash("rematch", &[]).await.is_ephemeral(), "they may come back");
        soon("that they have left", || words() == 2).await;
        bench.finish().await;
    });
}

fn that_somebody_has_left_is_told_with_each_request() {
    wait_for(async {
        let bench = Bench::new().await;
        // A command, or a button below the board, and the button that confirms it. Blue asks, who manages no
        // channel.
        let requests = [
            ("/takeback", None),
            ("Takeback", None),
            ("/draw", None),
            ("Offer draw", None),
            ("/abort", Some("Ask to abort")),
        ];
        for (number, (request, confirmed)) in requests.into_iter().enumerate() {
            let Game { red, blue, .. } = bench.game(&format!("table-{number}"), "chess", None).await;
            done(&red.slash("move", &[("move", "e4")]).await);
            let board = message(&blue.slash("move", &[("move", "e5")]).await);
            let sentence = format!("{} has left this server, so they may not see this.", red.mention());
            let told = || blue.ephemerals().iter().filter(|one| one.content == sentence).count();
            red.leave();
            let asked = match request.strip_prefix('/') {
                Some(command) => blue.slash(command, &[]).await,
                None => blue.click(&board, request).await,
            };
            match confirmed {
                Some(sure) => done(&blue.click(&message(&asked), sure).await),
                None => done(&asked),
            }
            soon(request, || told() == 1).await;
            bench.pass(Duration::from_secs(10)).await;
            assert_eq!(told(), 1, "{request}");
            red.come_back();
        }
        bench.finish().await;
    });
}
