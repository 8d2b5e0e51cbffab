//! Reminders in the channel, by direct message, or off; and the person's language.

use std::time::Duration;

use rookery::games;
use rookery::sandbox::{Fault, Member, Trouble};
use rookery::words::{Languages, Words};

use super::settings::set;
use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::playing::time::{REMINDER, saying, timed, told_once};
use crate::house::languages::PSEUDO;

tests_on_both!(
    a_reminder_comes_by_direct_message_to_whoever_wants_that,
    whose_direct_messages_were_opened_is_remembered,
    closed_direct_messages_fall_back_to_the_channel_once,
    whoever_wants_no_reminder_gets_none,
    a_reminder_that_is_put_off_comes_only_when_it_is_due_again,
    a_reminder_that_is_no_longer_wanted_is_not_sent,
    while_discord_is_away_nobody_is_reminded_elsewhere,
    a_direct_message_that_may_be_there_is_not_sent_again,
    a_direct_message_that_may_be_there_is_not_sent_elsewhere,
    a_language_of_ones_own_is_kept_and_answered_in,
    a_reminder_by_direct_message_is_in_ones_own_language,
);

/// The bot's direct messages to this member.
fn to(who: &Member) -> Vec<String> {
    who.in_channel("dm").channel().messages().into_iter().map(|message| message.content).collect()
}

/// Blue is to move, and the reminder is due.
async fn due(bench: &Bench, game: &Game) {
    done(&game.play(&["e4"]).await);
    // The reminder links to the newest recorded board.
    bench.boards_are_noted().await;
    bench.settings.clock.advance(Duration::from_hours(19));
    bench.soon_counts("SELECT count(*) FROM games WHERE reminded = position_rev", 1).await;
}

fn a_reminder_comes_by_direct_message_to_whoever_wants_that() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "dm").await;
        due(&bench, &game).await;
        let direct = game.blue.in_channel("dm").channel();
        let told = direct.wait_for(|m| m.content.starts_with("It is your move")).await.expect("a reminder");
        let board = game.red.channel().last().expect("a board");
        let address = format!("/{}/{}", board.channel_id, board.id);
        let opponent = format!("It is your move in Chess against {}. Time runs out <t:", game.red.mention());
        assert!(told.content.starts_with(&opponent) && told.content.ends_with(&address), "{}", told.content);
        bench.stop().await;
        bench.start().await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(to(&game.blue).len(), 1, "once");
        assert!(saying(&game, REMINDER).is_empty(), "never both");
        bench.finish().await;
    });
}

fn whose_direct_messages_were_opened_is_remembered() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "dm").await;
        due(&bench, &game).await;
        soon("a reminder", || to(&game.blue).len() == 1).await;
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.boards_are_noted().await;
        bench.settings.clock.advance(Duration::from_hours(19));
        soon("another one", || to(&game.blue).len() == 2).await;
        let requests = bench.discord.requests();
        assert_eq!(requests.iter().filter(|sent| sent.path == "/users/@me/channels").count(), 1);
        bench.finish().await;
    });
}

fn closed_direct_messages_fall_back_to_the_channel_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "dm").await;
        game.blue.take_direct_messages(false);
        due(&bench, &game).await;
        let told = told_once(&game, REMINDER).await;
        assert_eq!(told.pings(), [game.blue.id()]);
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!((saying(&game, REMINDER).len(), to(&game.blue).len()), (1, 0));
        let codes: Vec<_> = bench.discord.requests().iter().map(|one| one.answer["code"].clone()).collect();
        assert_eq!(codes.iter().filter(|code| **code == 50_007).count(), 1);
        bench.finish().await;
    });
}

fn whoever_wants_no_reminder_gets_none() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "none").await;
        due(&bench, &game).await;
        bench.pass(Duration::from_secs(30)).await;
        assert!(saying(&game, REMINDER).is_empty() && to(&game.blue).is_empty());
        // The choice affects only this person.
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        bench.settings.clock.advance(Duration::from_hours(19));
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.red.id()]);
        bench.finish().await;
    });
}

/// Query for pending reminders.
const OWED: &str = "SELECT count(*) FROM outbox WHERE kind = 'reminder'";

/// A game in which Blue's reminder is due in the channel but cannot be posted.
async fn not_through(bench: &Bench) -> Game {
    let game = timed(bench).await;
    let there = format!("/channels/{}/messages", game.red.channel().id());
    bench.discord.faults().add(Fault::next(&there, Trouble::Refuse(401, 0)).method("POST").times(100_000));
    due(bench, &game).await;
    bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'reminder' AND tries > 0", 1).await;
    game
}

fn a_reminder_that_is_put_off_comes_only_when_it_is_due_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = not_through(&bench).await;
        assert!(game.blue.slash("vacation", &[("days", "5")]).await.answered());
        bench.discord.faults().clear();
        bench.pass(Duration::from_secs(90)).await;
        bench.soon_counts(OWED, 0).await;
        assert!(saying(&game, REMINDER).is_empty(), "the clock stands still");
        bench.settings.clock.advance(Duration::from_hours(5 * 24 + 1));
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.blue.id()]);
        bench.finish().await;
    });
}

fn a_reminder_that_is_no_longer_wanted_is_not_sent() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = not_through(&bench).await;
        set(&game.blue, "reminders", "none").await;
        bench.discord.faults().clear();
        bench.pass(Duration::from_secs(90)).await;
        bench.soon_counts(OWED, 0).await;
        assert!(saying(&game, REMINDER).is_empty() && to(&game.blue).is_empty());
        bench.finish().await;
    });
}

/// The statuses of POST requests to this path.
fn posts(bench: &Bench, direct: &str) -> Vec<u16> {
    let requests = bench.discord.requests();
    let posts = requests.iter().filter(|one| one.method == "POST" && one.path.contains(direct));
    posts.map(|one| one.status).collect()
}

fn while_discord_is_away_nobody_is_reminded_elsewhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "dm").await;
        let direct = format!("/channels/{}/messages", game.blue.in_channel("dm").channel().id());
        let opens = "/users/@me/channels";
        bench.discord.faults().add(Fault::next(opens, Trouble::Status(503)).times(100_000));
        due(&bench, &game).await;
        soon("a try to open them", || posts(&bench, opens).contains(&503)).await;
        // The duration of one attempt.
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert!(saying(&game, REMINDER).is_empty(), "it is not known that they are closed");
        // As often as one attempt tries, so that it is not known whether only this path is blocked.
        bench.discord.faults().clear();
        bench.discord.faults().add(Fault::next(&direct, Trouble::Blocked).method("POST").times(3));
        soon("a try to write there", || posts(&bench, &direct).contains(&403)).await;
        bench.pass(Duration::from_secs(20)).await;
        soon("the reminder", || to(&game.blue).len() == 1).await;
        bench.soon_counts(OWED, 0).await;
        assert!(saying(&game, REMINDER).is_empty(), "never both");
        bench.finish().await;
    });
}

/// A reminder in Blue's direct messages that arrived without a response; the bot is stopped.
async fn perhaps_there(bench: &mut Bench) -> (Game, String) {
    let game = timed(bench).await;
    set(&game.blue, "reminders", "dm").await;
    let direct = format!("/channels/{}/messages", game.blue.in_channel("dm").channel().id());
    bench.discord.faults().add(Fault::next(&direct, Trouble::DropAfter).method("POST").times(100_000));
    due(bench, &game).await;
    soon("the reminder", || to(&game.blue).len() == 1).await;
    bench
        .soon_counts("SELECT count(*) FROM outbox WHERE kind = 'reminder' AND tried_at IS NOT NULL", 1)
        .await;
    bench.stop().await;
    bench.discord.faults().clear();
    (game, direct)
}

fn a_direct_message_that_may_be_there_is_not_sent_again() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, direct) = perhaps_there(&mut bench).await;
        let sent = posts(&bench, &direct).len();
        // Discord has forgotten its nonce, and in direct messages every message notifies.
        bench.settings.clock.advance(Duration::from_mins(3));
        bench.start().await;
        bench.soon_counts(OWED, 0).await;
        assert_eq!(posts(&bench, &direct).len(), sent);
        assert!(saying(&game, REMINDER).is_empty(), "never both");
        bench.finish().await;
    });
}

fn a_direct_message_that_may_be_there_is_not_sent_elsewhere() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, direct) = perhaps_there(&mut bench).await;
        game.blue.take_direct_messages(false);
        bench.start().await;
        bench.pass(Duration::from_secs(30)).await;
        bench.soon_counts(OWED, 0).await;
        assert_eq!(posts(&bench, &direct).last(), Some(&403));
        assert!(saying(&game, REMINDER).is_empty(), "never both");
        bench.finish().await;
    });
}

async fn speaking_two() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.languages = Languages::embedded().with("fi", &PSEUDO);
    bench.start().await;
    bench
}

async fn speak(who: &Member, language: &str) -> rookery::sandbox::Message {
    let card = message(&who.slash("settings", &[]).await);
    message(&who.select(&card, "v2:language", &[language]).await)
}

fn a_language_of_ones_own_is_kept_and_answered_in() {
    wait_for(async {
        let mut bench = speaking_two().await;
        let red = bench.red("games");
        let card = speak(&red, "fi").await;
        assert!(card.json.to_string().contains(&PSEUDO.setting_language()), "at once: {}", card.json);
        bench.stop().await;
        bench.start().await;
        let chess = games::from_slug("chess").expect("a game");
        let ask = [("variant", "chess"), ("piece", "xyzzy")];
        assert_eq!(red.slash("rules", &ask).await.text(), PSEUDO.rules_no_such_piece(chess));
        let others = bench.blue("games").slash("rules", &ask).await;
        assert_eq!(others.text(), Words::english().rules_no_such_piece(chess), "one's own alone");
        speak(&red, "none").await;
        assert_eq!(red.slash("rules", &ask).await.text(), Words::english().rules_no_such_piece(chess));
        bench.finish().await;
    });
}

fn a_reminder_by_direct_message_is_in_ones_own_language() {
    wait_for(async {
        let bench = speaking_two().await;
        let game = timed(&bench).await;
        set(&game.blue, "reminders", "dm").await;
        speak(&game.blue, "fi").await;
        due(&bench, &game).await;
        let direct = game.blue.in_channel("dm").channel();
        let told = direct.wait_for(|m| m.content.contains("https://")).await.expect("a reminder");
        assert!(!told.content.contains("your move") && told.content.contains("<t:"), "{}", told.content);
        bench.finish().await;
    });
}
