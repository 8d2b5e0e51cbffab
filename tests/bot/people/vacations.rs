//! Vacations in the chat: clocks stop, and opponents are notified.

use std::time::Duration;

use crate::bot::permission;
use rookery::app::{App, Caller};
use rookery::game::{ChannelId, InteractionId, UserId};
use rookery::sandbox::{Fault, Member, Message, Trouble, Upshot};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::playing::time::{REMINDER, timed, told_once};

tests_on_both!(
    the_clock_stands_still_and_the_opponent_is_told,
    a_vacation_ends_by_its_button,
    the_word_is_owed_over_a_restart,
    an_old_button_ends_no_other_vacation,
    without_clocks_nobody_is_told,
    settings_begin_a_vacation_and_end_it,
    an_end_whose_process_died_is_told_and_shown,
    in_a_closed_channel_the_word_waits_until_it_opens,
    a_channel_that_fails_holds_up_no_other,
);

const WORD: &str = "is on vacation, which ends <t:";

async fn card(who: &Member, days: &str) -> Message {
    let options = [("days", days)];
    let answer = who.slash("vacation", if days.is_empty() { &[] } else { &options }).await;
    assert!(answer.is_ephemeral(), "{}", answer.text());
    message(&answer)
}

/// The messages about vacations, without boards.
fn words(game: &Game) -> Vec<Message> {
    let all = game.red.channel().messages().into_iter();
    all.filter(|message| message.content.contains(WORD) && message.picture().is_none()).collect()
}

fn board_now(game: &Game, board: &Message) -> String {
    game.red.channel().message(&board.id).expect("the board").content
}

fn the_clock_stands_still_and_the_opponent_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        let board = message(&game.play(&["e4", "e5"]).await);
        let first = card(&game.red, "").await;
        assert!(first.content.contains("30 of 30 vacation days left this year"), "{}", first.content);
        assert!(first.content.ends_with("; a day counts once it has begun."), "{}", first.content);
        assert!(first.buttons().is_empty());
        let none = game.red.slash("vacation", &[("days", "0")]).await;
        assert!(matches!(none.outcome, Upshot::Refused(_)), "{}", none.text());
        let on = card(&game.red, "5").await;
        assert!(on.content.starts_with("You are on vacation, which ends <t:"), "{}", on.content);
        assert!(on.content.contains(" A day counts once it has begun. "), "{}", on.content);
        assert_eq!(on.labels(), ["End vacation"]);
        bench.pass(Duration::from_secs(10)).await;
        soon("a word", || !words(&game).is_empty()).await;
        let word = words(&game).remove(0);
        assert!(
            word.content.starts_with(&format!("White ({}) {WORD}", game.red.mention())),
            "{}",
            word.content
        );
        assert!(word.pings().is_empty(), "nobody is notified");
        soon("the board tells it", || board_now(&game, &board).contains(WORD)).await;
        let list = game.blue.slash("games", &[]).await;
        assert!(list.text().contains(", on vacation, which ends <t:"), "{}", list.text());
        // Days after the time would have run out.
        bench.settings.clock.advance(Duration::from_hours(100));
        bench.pass(Duration::from_secs(20)).await;
        let said = |text: &str| game.red.channel().messages().iter().any(|m| m.content.contains(text));
        assert!(!said("Time is up") && !said(REMINDER), "clocks stand still");
        assert_eq!(words(&game).len(), 1, "once");
        // The vacation ends, and the rest of the time starts to run.
        bench.settings.clock.advance(Duration::from_hours(20 + 17));
        bench.pass(Duration::from_secs(10)).await;
        assert!(!said(REMINDER));
        bench.settings.clock.advance(Duration::from_hours(2));
        told_once(&game, REMINDER).await;
        bench.settings.clock.advance(Duration::from_hours(6));
        told_once(&game, "Time is up for White").await;
        bench.finish().await;
    });
}

fn a_vacation_ends_by_its_button() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        let board = message(&game.play(&["e4", "e5"]).await);
        let on = card(&game.red, "10").await;
        // A failed attempt is repeated some minutes later.
        for _ in 0..20 {
            if board_now(&game, &board).contains(WORD) {
                break;
            }
            bench.pass(Duration::from_secs(30)).await;
        }
        soon("the board tells it", || board_now(&game, &board).contains(WORD)).await;
        let away = board_now(&game, &board);
        // A player may move during a vacation, which continues.
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        let reply = message(&game.blue.slash("move", &[("move", "Nc6")]).await);
        assert!(reply.content.contains(WORD) && reply.pings() == [game.red.id()], "{}", reply.content);
        bench.stop().await;
        bench.start().await;
        let ended = game.red.click(&on, "End vacation").await;
        assert_eq!(ended.outcome, Upshot::Update, "{}", ended.text());
        assert!(ended.text().contains("29 of 30 vacation days left"), "{}", ended.text());
        soon("the board tells the new deadline", || !board_now(&game, &reply).contains(WORD)).await;
        assert_ne!(away, board_now(&game, &reply));
        bench.settings.clock.advance(Duration::from_hours(25));
        told_once(&game, "Time is up for White").await;
        bench.finish().await;
    });
}

/// A caller for Red's actions in a process that is killed before it notifies anyone.
fn by(bench: &Bench, red: &Member) -> Caller {
    let id = |text: &str| text.parse().expect("a number");
    Caller::new(
        (UserId(id(red.id())), ChannelId(id(red.channel().id()))),
        InteractionId(1),
        bench.settings.clock.now(),
    )
}

fn the_word_is_owed_over_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        bench.stop().await;
        let app = App::open_at(&bench.store).await.expect("a database");
        let by = by(&bench, &game.red);
        app.go_on_vacation(&by, 3).await.expect("a vacation");
        app.close().await;
        for _ in 0..2 {
            bench.start().await;
            bench.pass(Duration::from_secs(10)).await;
            soon("a word", || words(&game).len() == 1).await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'vacation'", 0).await;
            bench.stop().await;
        }
        bench.finish().await;
    });
}

fn an_old_button_ends_no_other_vacation() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let first = card(&red, "1").await;
        let carried = first.buttons()[0].custom_id.clone();
        done_updating(&red.click(&first, "End vacation").await);
        let second = card(&red, "2").await;
        let old = red.click_stale(&first, &carried).await;
        assert_eq!(old.text(), "That vacation is over already.");
        let again = red.slash("vacation", &[("days", "1")]).await;
        assert!(again.text().starts_with("You are on vacation, which ends <t:"), "{}", again.text());
        let still = card(&red, "").await;
        assert_eq!((still.labels(), still.content), (vec!["End vacation".to_owned()], second.content));
        bench.finish().await;
    });
}

fn done_updating(response: &rookery::sandbox::Response) {
    assert_eq!(response.outcome, Upshot::Update, "{}", response.text());
}

fn without_clocks_nobody_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        card(&game.red, "5").await;
        bench.pass(Duration::from_secs(10)).await;
        assert!(words(&game).is_empty());
        let board = message(&game.play(&["e4"]).await);
        assert!(!board.content.contains("vacation"), "{}", board.content);
        bench.finish().await;
    });
}

fn settings_begin_a_vacation_and_end_it() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        let board = message(&game.play(&["e4", "e5"]).await);
        let settings = message(&game.red.slash("settings", &[]).await);
        let days = settings.components().find(|part| part["custom_id"] == "v2:vacation").expect("a menu");
        let days = days["options"].as_array().expect("lines").iter();
        let days: Vec<_> = days.map(|line| line["value"].as_str().expect("a value").to_owned()).collect();
        assert_eq!(days, ["1", "2", "3", "5", "7", "10", "14", "21", "30"]);
        bench.stop().await;
        bench.start().await;
        let away = game.red.select(&settings, "v2:vacation", &["Vacation: 7 days, from now on"]).await;
        assert_eq!(away.outcome, Upshot::Update, "{}", away.text());
        let asked = message(&away);
        assert!(asked.content.contains("Begin a vacation of 7 days now?"), "{}", asked.content);
        bench.soon_counts("SELECT count(*) FROM vacations", 0).await;
        let away = message(&game.red.click(&asked, "Begin vacation").await);
        assert!(away.content.contains("You are on vacation, which ends <t:"), "{}", away.content);
        assert_eq!(away.labels(), ["Change several", "One by one", "End vacation"]);
        assert!(away.components().all(|part| part["custom_id"] != "v2:vacation"), "one at a time");
        soon("the board tells it", || board_now(&game, &board).contains(WORD)).await;
        let twice = game.red.click_stale(&away, "v2:vacation").await;
        assert!(
            twice.is_ephemeral() && twice.outcome == Upshot::Message,
            "nothing was chosen: {}",
            twice.text()
        );
        bench.settings.clock.advance(Duration::from_hours(25));
        let back = message(&game.red.click(&away, "End vacation").await);
        assert!(
            back.content.contains("You are not on vacation. 28 of 30 vacation days left"),
            "{}",
            back.content
        );
        assert!(!back.content.contains("`days`"), "the menu is there: {}", back.content);
        soon("the board tells it", || !board_now(&game, &board).contains(WORD)).await;
        let menu = back.components().find(|part| part["custom_id"] == "v2:vacation").expect("a menu");
        assert_eq!(menu["options"].as_array().and_then(|lines| lines.last()).expect("a line")["value"], "28");
        let over = bench.settings.clock.now().0;
        let over = game.red.click_stale(&back, &format!("v2:end-vacation:{over}")).await;
        assert_eq!(over.text(), "That vacation is over already.");
        // The old menu offers more days than are left.
        assert_eq!(
            message(&game.red.select(&back, "v2:vacation", &["28"]).await).labels(),
            ["Change several", "One by one", "Begin vacation"]
        );
        let many = game.red.click_stale(&back, "v2:begin-vacation:29").await;
        assert_eq!(many.text(), "You have 28 days of vacation left this year; choose from 1 to 28.");
        bench.finish().await;
    });
}

const BACK: &str =
    "White (<@%>) has ended their vacation. In Chess their clock runs again; time runs out <t:";

fn an_end_whose_process_died_is_told_and_shown() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        let board = message(&game.play(&["e4", "e5"]).await);
        card(&game.red, "10").await;
        soon("the board tells it", || board_now(&game, &board).contains(WORD)).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'vacation'", 0).await;
        bench.stop().await;
        let app = App::open_at(&bench.store).await.expect("a database");
        let by = by(&bench, &game.red);
        let until = app.vacation(by.user, by.now).await.expect("a read").until.expect("on vacation");
        app.end_vacation(&by, until).await.expect("it ends");
        app.close().await;
        for _ in 0..2 {
            bench.start().await;
            bench.pass(Duration::from_secs(10)).await;
            soon("the board shows it", || !board_now(&game, &board).contains(WORD)).await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'vacation'", 0).await;
            let told = told_once(&game, &BACK.replace('%', game.red.id())).await;
            assert!(told.pings().is_empty());
            bench.stop().await;
        }
        bench.finish().await;
    });
}

fn in_a_closed_channel_the_word_waits_until_it_opens() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        let channel = game.red.channel();
        for (round, denied) in [permission::VIEW_CHANNEL, permission::SEND_MESSAGES].into_iter().enumerate() {
            channel.deny_bot(denied);
            let on = card(&game.red.in_channel("other"), "5").await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'vacation' AND tries > 0", 1).await;
            assert_eq!(words(&game).len(), round);
            channel.allow_bot();
            bench.pass(Duration::from_mins(15)).await;
            soon("a word", || words(&game).len() == round + 1).await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'vacation'", 0).await;
            done_updating(&game.red.in_channel("other").click(&on, "End vacation").await);
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'vacation'", 0).await;
        }
        bench.finish().await;
    });
}

fn a_channel_that_fails_holds_up_no_other() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        let (red, blue) = (bench.red("other"), bench.green("other"));
        let options = [
            ("variant", "chess"),
            ("opponent", blue.id()),
            ("color", "white"),
            ("pace", "1d"),
            ("thread", "no"),
        ];
        let offer = message(&red.slash("challenge", &options).await);
        let board = message(&blue.click(&offer, "Accept").await);
        let other = Game { red, blue, board };
        let path = format!("/channels/{}/messages", game.red.channel().id());
        bench.discord.faults().add(Fault::next(&path, Trouble::RateLimit(600.0)).method("POST"));
        card(&game.red, "5").await;
        soon("a word in the other", || words(&other).len() == 1).await;
        assert!(words(&game).is_empty());
        bench.finish().await;
    });
}
