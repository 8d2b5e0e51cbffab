//! The place of a game against the bot: a user is asked once, and a server may restrict the choice.

use crate::bot::permission;
use rookery::sandbox::{Channel, Member, Message, Response, Upshot};

use crate::bot::bench::{Bench, card, done, long_after, message, soon, wait_for};
use crate::bot::places::server::kept;

tests_on_both!(
    whoever_begins_one_is_asked_once_where,
    in_direct_messages_nobody_else_sees_it,
    once_it_is_over_the_next_one_begins_in_direct_messages_too,
    what_only_avoids_a_place_that_is_taken_is_for_one_game,
    in_a_thread_the_question_is_about_that_thread,
    where_no_direct_message_gets_through_it_begins_elsewhere,
    a_server_leaves_less_choice,
    where_there_is_no_choice_nobody_is_asked,
    by_a_menu_one_game_begins,
    the_answer_is_in_the_settings_and_in_the_file_of_a_person,
);

const WAYS: [&str; 3] = ["Here in a thread", "In our direct message", "Here in the channel"];

async fn begins(who: &Member) -> Response {
    let ask = [("variant", "chess"), ("level", "1"), ("color", "white")];
    who.slash("challenge", &ask).await
}

/// Asserts the private question where to play.
#[track_caller]
fn question(answer: &Response, ways: &[&str]) -> Message {
    assert!(answer.is_ephemeral() && answer.text().starts_with("Where shall we play? "), "{}", answer.text());
    assert_eq!(answer.labels(), ways);
    message(answer)
}

fn is_board(message: &Message) -> bool {
    message.content.contains("plays White, I play Black (Level 1, Hatchling)") && message.picture().is_some()
}

async fn has_board(channel: &Channel) -> Message {
    channel.wait_for(is_board).await.expect("the board")
}

/// A member in their direct messages with the bot.
fn direct(who: &Member) -> Member {
    who.in_channel("dm")
}

async fn resigns(who: &Member) {
    let question = message(&who.slash("resign", &[]).await);
    done(&who.click(&question, "Yes, resign").await);
}

fn whoever_begins_one_is_asked_once_where() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let asked = question(&begins(&red).await, &WAYS);
        long_after().await;
        assert!(red.channel().messages().iter().all(Message::is_ephemeral), "nobody else sees the question");
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 0);
        let told = red.click(&asked, "Here in a thread").await;
        assert_eq!(told.outcome, Upshot::Update);
        assert!(
            told.text().starts_with("Chess against me, Level 1, Hatchling: we play in "),
            "{}",
            told.text()
        );
        let [thread] = &bench.discord.threads()[..] else { panic!("one thread") };
        assert_eq!(thread.name(), format!("Chess: Red – {} (level 1)", bench.discord.bot().name()));
        has_board(thread).await;
        // The next one starts there without a question.
        done(&begins(&red).await);
        soon("a second thread", || bench.discord.threads().len() == 2).await;
        // Another user is asked, and the channel is still free.
        let blue = bench.blue("games");
        let asked = question(&begins(&blue).await, &WAYS);
        done(&blue.click(&asked, "Here in the channel").await);
        has_board(&blue.channel()).await;
        // If the channel has a live game, the next one of a user who plays in channels gets a thread.
        done(&begins(&blue).await);
        soon("a third thread", || bench.discord.threads().len() == 3).await;
        bench.finish().await;
    });
}

fn in_direct_messages_nobody_else_sees_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let asked = question(&begins(&red).await, &WAYS);
        let told = red.click(&asked, "In our direct message").await;
        let there = direct(&red).channel();
        assert!(
            told.text().contains("where nobody else sees it: https://discord.com/channels/@me/"),
            "{}",
            told.text()
        );
        has_board(&there).await;
        let hello =
            "**Chess** against me, Level 1, Hatchling. Nobody else sees this game. Here is your board:";
        assert_eq!(there.messages()[0].content, hello);
        assert!(
            red.channel().messages().iter().all(Message::is_ephemeral),
            "nothing of it is in the channel"
        );
        let played = direct(&red).slash("move", &[("move", "e4")]).await;
        assert!(played.text().contains("Pawn e2-e4. I reply "), "{}", played.text());
        // A second game cannot start there, but may start elsewhere.
        let taken = taken(&begins(&red).await);
        done(&red.click(&taken, "Here in the channel").await);
        has_board(&red.channel()).await;
        resigns(&direct(&red)).await;
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE guild IS NULL AND state = 'over'").await, 1);
        bench.finish().await;
    });
}

/// Asserts the private question where else, because of a live game in the direct messages.
#[track_caller]
fn taken(answer: &Response) -> Message {
    let text = answer.text();
    assert!(text.starts_with("We already have a game in our direct messages: "), "{text}");
    let asked = "Shall we play this one elsewhere? Your answer is for this game alone.";
    assert!(answer.is_ephemeral() && text.ends_with(asked), "{text}");
    assert_eq!(answer.labels(), [WAYS[0], WAYS[2]]);
    message(answer)
}

/// True if the member's settings show this place for games against the bot.
async fn has_set(who: &Member, what: &str) -> bool {
    let settings = card(&who.slash("settings", &[]).await);
    let menu = settings.components().find(|one| one["custom_id"] == "v2:setting:bot-games").expect("a menu");
    let mut lines = menu["options"].as_array().expect("lines").iter();
    lines.any(|line| line["default"] == true && line["value"] == what)
}

fn what_only_avoids_a_place_that_is_taken_is_for_one_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let begun = direct(&red).slash("challenge", &[("variant", "chess"), ("level", "1")]).await;
        done(&begun);
        // The first answer is Red's preferred place, though not available for this game.
        let asked = question(&begins(&red).await, &WAYS);
        assert!(asked.content.contains(" I remember your answer, and "), "{}", asked.content);
        let asked = taken(&red.click(&asked, "In our direct message").await);
        assert!(has_set(&red, "dm").await);
        done(&red.click(&asked, "Here in the channel").await);
        has_board(&red.channel()).await;
        assert!(has_set(&red, "dm").await);
        resigns(&red).await;
        taken(&begins(&red).await);
        resigns(&direct(&red)).await;
        let told = begins(&red).await;
        assert!(told.text().contains("we play in our direct message"), "{}", told.text());
        bench.finish().await;
    });
}

fn in_a_thread_the_question_is_about_that_thread() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        done(&red.click(&question(&begins(&red).await, &WAYS), "Here in a thread").await);
        let [thread] = &bench.discord.threads()[..] else { panic!("one thread") };
        has_board(thread).await;
        resigns(&red.at(thread)).await;
        let blue = bench.blue("games").at(thread);
        let asked = question(&begins(&blue).await, &["In our direct message", "Here in this thread"]);
        assert!(!asked.content.contains("A thread keeps"), "{}", asked.content);
        let told = blue.click(&asked, "Here in this thread").await;
        assert!(told.text().ends_with(": we play here."), "{}", told.text());
        assert!(has_set(&blue, "thread").await, "not in channels");
        resigns(&blue).await;
        // Users who prefer threads play in the thread they are in.
        for who in [&red, &blue] {
            done(&begins(&who.at(thread)).await);
            resigns(&who.at(thread)).await;
        }
        assert_eq!(bench.discord.threads().len(), 1);
        done(&begins(&bench.blue("games")).await);
        soon("a thread of the channel", || bench.discord.threads().len() == 2).await;
        bench.finish().await;
    });
}

fn once_it_is_over_the_next_one_begins_in_direct_messages_too() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let asked = question(&begins(&red).await, &WAYS);
        done(&red.click(&asked, "In our direct message").await);
        let there = direct(&red).channel();
        has_board(&there).await;
        let taken = begins(&red).await;
        assert!(
            taken.text().starts_with("We already have a game in our direct messages: "),
            "{}",
            taken.text()
        );
        // A user who selects no other place keeps their choice.
        resigns(&direct(&red)).await;
        let before = there.messages().len();
        let told = begins(&red).await;
        assert!(told.is_ephemeral() && told.labels().is_empty(), "{:?}", told.labels());
        assert!(told.text().contains("we play in our direct message"), "{}", told.text());
        soon("its board", || there.messages()[before..].iter().any(is_board)).await;
        bench.finish().await;
    });
}

fn where_no_direct_message_gets_through_it_begins_elsewhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        red.take_direct_messages(false);
        let asked = question(&begins(&red).await, &WAYS);
        let told = red.click(&asked, "In our direct message").await;
        assert!(told.is_ephemeral() && told.text().starts_with("I can't write to you: "), "{}", told.text());
        assert_eq!(told.labels(), [WAYS[0], WAYS[2]]);
        assert!(told.text().contains(" elsewhere? I remember your answer, and "), "{}", told.text());
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 0);
        done(&red.click(&message(&told), "Here in the channel").await);
        has_board(&red.channel()).await;
        assert!(has_set(&red, "channel").await);
        bench.finish().await;
    });
}

fn a_server_leaves_less_choice() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        kept(&red, "Places", "bot-games", &["threads"]).await;
        question(&begins(&blue).await, &WAYS[..2]);
        // The server's choice overrides the command.
        let ask = [("variant", "chess"), ("level", "1"), ("thread", "no")];
        question(&blue.slash("challenge", &ask).await, &WAYS[..2]);
        kept(&red, "Places", "bot-games", &["dm"]).await;
        let told = begins(&blue).await;
        assert!(
            told.is_ephemeral() && told.text().contains("we play in our direct message"),
            "{}",
            told.text()
        );
        has_board(&direct(&blue).channel()).await;
        let none = "SELECT count(*) FROM games WHERE guild IS NOT NULL";
        assert_eq!(bench.count(none).await, 0);
        // Games between two people still start in the channel.
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("thread", "no")];
        done(&blue.click(&message(&red.slash("challenge", &ask).await), "Accept").await);
        assert_eq!(bench.count(none).await, 1);
        // In a channel with a live game, another one against the bot gets no thread either.
        let ask = [("variant", "chess"), ("level", "1"), ("thread", "auto")];
        let told = bench.green("games").slash("challenge", &ask).await;
        assert!(told.text().contains("we play in our direct message"), "{}", told.text());
        bench.finish().await;
    });
}

fn where_there_is_no_choice_nobody_is_asked() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        // In direct messages it starts there.
        let begun = begins(&direct(&red)).await;
        assert!(begun.text().contains("I play Black (Level 1, Hatchling)"), "{}", begun.text());
        // The command's option takes effect.
        let ask = [("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "no")];
        assert!(is_board(&message(&red.slash("challenge", &ask).await)));
        // Users who may not create threads are not offered one.
        let blue = bench.blue("talk");
        blue.set_permissions(0, permission::CREATE_PUBLIC_THREADS);
        question(&begins(&blue).await, &WAYS[1..]);
        bench.finish().await;
    });
}

fn by_a_menu_one_game_begins() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let help = message(&red.slash("help", &[]).await);
        let games = message(&red.click(&help, "Play me").await);
        let levels = message(&red.select(&games, "Choose a game", &["chess"]).await);
        let menu = levels.components().find(|one| one["custom_id"] == "v2:level:chess").expect("a menu");
        let id = menu["custom_id"].as_str().expect("an id").to_owned();
        let asked = message(&red.select(&levels, "Choose a level", &["1"]).await);
        let here = asked.buttons()[2].custom_id.clone();
        done(&red.click(&asked, "Here in the channel").await);
        has_board(&red.channel()).await;
        // A slow client still shows the menu, or the question.
        let says = format!(
            "You have already started Chess from that menu: https://discord.com/channels/{}/",
            bench.discord.guild_id()
        );
        let again = red.select_stale(&levels, &id, &["2"]).await;
        assert!(again.is_ephemeral() && again.text().starts_with(&says), "{}", again.text());
        let again = red.click_stale(&asked, &here).await;
        assert!(again.text().starts_with(&says), "{}", again.text());
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 1);
        // It also holds for users who are no longer asked.
        let games = message(&red.click(&help, "Play me").await);
        let levels = message(&red.select(&games, "Choose a game", &["chess"]).await);
        let told = red.select(&levels, "Choose a level", &["1"]).await;
        assert!(told.text().starts_with("Chess against me, Level 1, Hatchling: "), "{}", told.text());
        assert!(told.labels().is_empty());
        let again = red.select_stale(&levels, &id, &["3"]).await;
        assert!(
            again.text().starts_with("You have already started Chess from that menu: "),
            "{}",
            again.text()
        );
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 2);
        bench.finish().await;
    });
}

fn the_answer_is_in_the_settings_and_in_the_file_of_a_person() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let asked = question(&begins(&red).await, &WAYS);
        done(&red.click(&asked, "Here in a thread").await);
        let settings = card(&red.slash("settings", &[]).await);
        assert!(has_set(&red, "thread").await, "{}", settings.json);
        let set = red.select(&settings, "v2:setting:bot-games", &["ask"]).await;
        assert_eq!(set.outcome, Upshot::Update, "{}", set.text());
        question(&begins(&red).await, &WAYS);
        let file = crate::bot::people::privacy::export(&red).await;
        assert_eq!(file["settings"]["bot_games"], "ask", "{file}");
        bench.finish().await;
    });
}
