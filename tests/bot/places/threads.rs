//! Threads: unarchived while in use, with their players added, and private ones that the bot cannot see.

use std::time::Duration;

use rookery::sandbox::{Channel, ChannelType, Fault, Member, Recorded, Trouble, Upshot};

use super::archived::in_thread;
use crate::bot::bench::{Bench, Game, done, long_after, message, soon, wait_for};

tests_on_both!(
    the_thread_of_a_live_game_is_opened_again,
    whoever_archives_it_again_is_not_fought,
    it_is_opened_after_a_time_away,
    by_http_it_is_found_and_opened,
    a_thread_that_the_bot_is_not_in_is_opened_by_a_message,
    the_thread_of_an_open_challenge_is_opened_again,
    by_http_so_is_the_thread_of_an_open_challenge,
    after_a_time_away_so_is_the_thread_of_an_open_challenge,
    a_thread_that_is_gone_is_not_asked_for_again,
    twenty_days_in_a_thread_that_archives_itself_after_one,
    twenty_days_in_such_a_thread_by_http,
    both_players_are_in_their_thread_and_no_line_says_so,
    whom_no_edit_adds_is_added_with_a_line,
    what_a_board_says_for_a_moment_is_taken_back,
    so_it_is_where_the_bot_has_ended_in_between,
    whoever_cannot_be_put_into_it_plays_all_the_same,
    against_the_bot_the_player_is_in_the_thread,
    in_a_private_thread_the_bot_wants_to_be_mentioned_first,
    whoever_is_challenged_in_a_private_thread_gets_into_it,
    a_game_waits_in_a_private_thread_that_the_bot_was_taken_out_of,
    so_it_does_by_http,
    the_thread_of_a_rematch_is_named_without_a_look_at_messages,
    a_thread_is_named_after_whoever_has_an_odd_name,
);

const DAY: Duration = Duration::from_hours(24);

/// Number of successful requests to unarchive a thread.
fn openings(bench: &Bench) -> usize {
    let opens = |r: &&Recorded| r.method == "PATCH" && r.body["archived"] == false && r.status == 200;
    bench.discord.requests().iter().filter(opens).count()
}

async fn opened(thread: &Channel) {
    soon("the thread is open again", || !thread.is_archived()).await;
}

fn the_thread_of_a_live_game_is_opened_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        thread.archive();
        opened(&thread).await;
        done(&game.play(&["e4", "e5"]).await);
        // A locked one is not: only those with Manage Threads can open it.
        thread.set_locked(true);
        thread.archive();
        bench.pass(Duration::from_secs(10)).await;
        assert!(thread.is_archived());
        assert_eq!(openings(&bench), 1);
        bench.finish().await;
    });
}

fn whoever_archives_it_again_is_not_fought() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        thread.archive();
        opened(&thread).await;
        thread.archive();
        bench.pass(Duration::from_mins(3)).await;
        bench.settings.clock.advance(Duration::from_mins(50));
        bench.pass(Duration::from_secs(15)).await;
        assert!(thread.is_archived(), "within an hour it is left as it is");
        bench.settings.clock.advance(Duration::from_mins(10));
        opened(&thread).await;
        done(&game.play(&["e4"]).await);
        assert_eq!(openings(&bench), 2);
        bench.finish().await;
    });
}

fn it_is_opened_after_a_time_away() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        bench.stop().await;
        bench.discord.let_threads_rest(8 * DAY);
        assert!(thread.is_archived(), "a week of silence");
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        opened(&thread).await;
        done(&game.play(&["e4"]).await);
        bench.finish().await;
    });
}

fn by_http_it_is_found_and_opened() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let (game, thread) = in_thread(&bench).await;
        bench.discord.let_threads_rest(8 * DAY);
        assert!(thread.is_archived());
        let played = game.red.slash("move", &[("move", "e4")]).await;
        assert_eq!(played.outcome, Upshot::Refused("This thread is archived.".to_owned()));
        bench.pass(Duration::from_mins(6)).await;
        opened(&thread).await;
        done(&game.play(&["e4"]).await);
        bench.finish().await;
    });
}

/// A game of Red and Blue in a thread that Red created.
async fn in_thread_of_red(bench: &Bench, silence: u32, pace: &str) -> (Game, Channel) {
    bench.sql("DELETE FROM last_alive").await;
    bench.pass(Duration::from_mins(2)).await;
    bench.soon_counts("SELECT count(*) FROM last_alive", 1).await;
    let thread = bench.red("games").start_thread("Slowly", false, silence).expect("Red may");
    let (red, blue) = (bench.red("games").at(&thread), bench.blue("games").at(&thread));
    blue.say("I am in").expect("a message");
    let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("pace", pace)];
    let offer = message(&red.slash("challenge", &ask).await);
    let board = message(&blue.click(&offer, "Accept").await);
    let bot = bench.discord.bot().id().to_owned();
    soon("the bot is in it", || thread.members().contains(&bot)).await;
    (Game { red, blue, board }, thread)
}

fn a_thread_that_the_bot_is_not_in_is_opened_by_a_message() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, thread) = in_thread_of_red(&bench, 1_440, "3d").await;
        let bot = bench.discord.bot();
        thread.remove_member(bot.id());
        thread.archive();
        opened(&thread).await;
        let said = thread.last().expect("a message");
        let words = "This thread was archived, where nobody can make a move. It is open again, as a game goes on here.";
        assert_eq!((said.content.as_str(), said.pings()), (words, Vec::<String>::new()));
        assert!(thread.members().contains(&bot.id().to_owned()), "it is in it from then on");
        done(&game.play(&["e4"]).await);
        bench.finish().await;
    });
}

fn the_thread_of_an_open_challenge_is_opened_again() {
    wait_for(async { challenge_in_thread(Bench::new().await).await });
}

fn by_http_so_is_the_thread_of_an_open_challenge() {
    wait_for(async { challenge_in_thread(Bench::over_http().await).await });
}

async fn challenge_in_thread(bench: Bench) {
    let thread = bench.red("games").start_thread("Hour", false, 60).expect("Red may");
    let (red, blue) = (bench.red("games").at(&thread), bench.blue("games").at(&thread));
    thread.archive();
    bench.pass(Duration::from_secs(10)).await;
    assert!(thread.is_archived(), "nothing goes on there");
    red.unarchive().expect("Red is in it");
    let ask = [("variant", "chess"), ("opponent", blue.id())];
    let offer = message(&red.slash("challenge", &ask).await);
    bench.discord.let_threads_rest(Duration::from_mins(61));
    // By HTTP the periodic check of all used channels finds it.
    bench.pass(Duration::from_mins(6)).await;
    opened(&thread).await;
    done(&blue.click(&offer, "Accept").await);
    bench.finish().await;
}

fn after_a_time_away_so_is_the_thread_of_an_open_challenge() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let thread = bench.red("games").start_thread("Hour", false, 60).expect("Red may");
        let (red, blue) = (bench.red("games").at(&thread), bench.blue("games").at(&thread));
        let offer = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await);
        bench.stop().await;
        bench.discord.let_threads_rest(Duration::from_mins(61));
        assert!(thread.is_archived());
        bench.start().await;
        opened(&thread).await;
        done(&blue.click(&offer, "Accept").await);
        bench.finish().await;
    });
}

fn a_thread_that_is_gone_is_not_asked_for_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, thread) = in_thread(&bench).await;
        thread.archive();
        opened(&thread).await;
        // Archived again at once, it is due in an hour, and then it is gone.
        thread.archive();
        bench.pass(Duration::from_mins(10)).await;
        assert!(thread.is_archived());
        thread.delete();
        bench.soon_counts("SELECT count(*) FROM games WHERE ending = 'channel deleted'", 1).await;
        bench.discord.forget_requests();
        bench.pass(Duration::from_mins(70)).await;
        let path = format!("/channels/{}", thread.id());
        let asked =
            bench.discord.requests().iter().filter(|r| r.method == "GET" && r.path.ends_with(&path)).count();
        assert!(asked <= 1, "{asked} times");
        bench.finish().await;
    });
}

fn twenty_days_in_a_thread_that_archives_itself_after_one() {
    wait_for(async { twenty_days(Bench::new().await, false).await });
}

fn twenty_days_in_such_a_thread_by_http() {
    wait_for(async { twenty_days(Bench::over_http().await, true).await });
}

/// A game with a move every second day, in a thread that is silent for more than a day each time.
async fn twenty_days(bench: Bench, by_http: bool) {
    let (game, thread) = in_thread_of_red(&bench, 1_440, "3d").await;
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"];
    let mut left = moves.iter().enumerate();
    for day in 1..=20 {
        bench.settings.clock.advance(DAY);
        bench.discord.let_threads_rest(DAY);
        if by_http {
            assert!(thread.is_archived(), "day {day}");
            bench.pass(Duration::from_mins(6)).await;
        }
        opened(&thread).await;
        if day % 2 == 0 {
            let (ply, text) = left.next().expect("a move");
            let who = if ply % 2 == 0 { &game.red } else { &game.blue };
            done(&who.slash("move", &[("move", text)]).await);
        }
    }
    assert!(left.next().is_none());
    assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live' AND ply = 10").await, 1);
    // A board left pending by a slow answer unarchives it as well.
    let posts = |r: &&Recorded| r.path.ends_with(&format!("/channels/{}/messages", thread.id()));
    let boards = bench.discord.requests().iter().filter(posts).count();
    let openings = openings(&bench);
    assert!(openings <= 20 && openings + boards >= 20, "{openings} and {boards}");
    assert!(
        !thread.messages().iter().any(|m| m.content.contains("archived")),
        "and nobody is told each time"
    );
    // After the end of the game the thread is left alone.
    let asked = game.red.slash("resign", &[]).await;
    done(&game.red.click(&message(&asked), "Yes, resign").await);
    bench.soon_counts("SELECT count(*) FROM games WHERE state = 'over' AND shown = due", 1).await;
    // The work after the last board is finished as well.
    long_after().await;
    bench.settings.clock.advance(DAY);
    bench.discord.let_threads_rest(DAY);
    bench.pass(Duration::from_mins(6)).await;
    assert!(thread.is_archived());
    bench.finish().await;
}

/// A game of Red and Blue starts in a new thread.
async fn with_own_thread(bench: &Bench, channel: &str) -> Channel {
    let (red, blue) = (bench.red(channel), bench.blue(channel));
    let before = bench.discord.threads().len();
    let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "yes")];
    let offer = message(&red.slash("challenge", &ask).await);
    done(&blue.click(&offer, "Accept").await);
    let mut threads = bench.discord.threads();
    assert_eq!(threads.len(), before + 1);
    let thread = threads.pop().expect("a thread");
    thread.wait_for(|m| m.picture().is_some()).await.expect("a board");
    thread
}

fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort();
    ids
}

/// The people announced as added by a line in the thread.
pub fn announced(thread: &Channel) -> Vec<String> {
    let lines = thread.messages().into_iter().filter(|line| line.json["type"] == 1);
    lines.flat_map(|line| line.pings()).collect()
}

/// The people whom the bot has added to threads by the announced request.
fn added(bench: &Bench) -> Vec<String> {
    let puts = bench.discord.requests().into_iter().filter(|r| r.method == "PUT");
    let who = puts.filter_map(|r| Some(r.path.split_once("/thread-members/")?.1.to_owned()));
    who.filter(|who| who != "@me").collect()
}

/// The edits of messages in a thread.
fn edits(bench: &Bench, thread: &Channel) -> Vec<Recorded> {
    let path = format!("/channels/{}/messages/", thread.id());
    let of_it = |r: &Recorded| r.method == "PATCH" && r.path.starts_with(&path);
    bench.discord.requests().into_iter().filter(of_it).collect()
}

fn both_players_are_in_their_thread_and_no_line_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        bench.discord.new_channel("news", ChannelType::Announcement);
        for (channel, kind) in [("games", 11), ("news", 10)] {
            bench.discord.forget_requests();
            let thread = with_own_thread(&bench, channel).await;
            let red = bench.red(channel);
            let all = [red.clone(), bench.blue(channel), bench.discord.bot()];
            let all = sorted(all.iter().map(|who| who.id().to_owned()).collect());
            soon("all are in it", || sorted(thread.members()) == all).await;
            long_after().await;
            assert_eq!((thread.kind(), thread.messages().len()), (kind, 1), "the board alone");
            assert!(announced(&thread).is_empty() && added(&bench).is_empty());
            // The board was posted for Red, and ends up with its original content.
            let board = thread.last().expect("the board");
            let posts = bench.discord.requests().into_iter();
            let path = format!("/channels/{}/messages", thread.id());
            let posted =
                posts.filter(|r| r.path == path && r.method == "POST").map(|r| r.body["content"].clone());
            assert_eq!(posted.collect::<Vec<_>>(), [board.content.as_str()]);
            assert_eq!(board.pings(), [red.id()]);
            assert!(board.picture().is_some() && board.labels().contains(&"Resign".to_owned()));
            assert_eq!(edits(&bench, &thread).len(), 2, "there and back");
        }
        bench.finish().await;
    });
}

fn whom_no_edit_adds_is_added_with_a_line() {
    wait_for(async {
        let bench = Bench::new().await;
        let blue = bench.blue("games");
        let in_it = async |thread: &Channel| {
            soon("Blue is in it", || thread.members().contains(&blue.id().to_owned())).await;
            assert_eq!(announced(thread), [blue.id()]);
            assert_eq!(added(&bench), [blue.id()], "and nobody else");
            bench.discord.forget_requests();
        };
        bench.discord.forget_requests();
        bench.discord.edits_add_to_threads(false);
        in_it(&with_own_thread(&bench, "games").await).await;
        bench.discord.edits_add_to_threads(true);
        // An edit that fails, and so does the query for the thread's members.
        bench
            .discord
            .faults()
            .add(Fault::next("/messages/", Trouble::Status(403)).method("PATCH").times(100));
        let thread = with_own_thread(&bench, "games").await;
        soon("Blue is in it", || thread.members().contains(&blue.id().to_owned())).await;
        bench.discord.faults().clear();
        bench.discord.forget_requests();
        bench.discord.edits_add_to_threads(false);
        bench
            .discord
            .faults()
            .add(Fault::next("/thread-members/", Trouble::Status(403)).method("GET").times(100));
        let thread = with_own_thread(&bench, "games").await;
        soon("Blue is in it", || thread.members().contains(&blue.id().to_owned())).await;
        assert_eq!(announced(&thread), [blue.id()], "Red was called by the board");
        bench.finish().await;
    });
}

/// A game starts in a thread whose first board mentions Blue, while Discord's response to it is in flight.
async fn mentioning_blue(bench: &Bench) -> Channel {
    let slow = Trouble::SlowAnswer(Duration::from_secs(2));
    bench.discord.faults().add(Fault::next("/messages/", slow).method("PATCH"));
    let thread = with_own_thread(bench, "games").await;
    let blue = bench.blue("games").mention();
    soon("it mentions Blue", || thread.last().expect("the board").content.lines().last() == Some(&blue))
        .await;
    thread
}

/// Asserts that within a minute the first board mentions nobody and no outbox entry is pending.
async fn mentions_nobody_soon(bench: &Bench, thread: &Channel) {
    bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'board'", 0).await;
    bench.pass(Duration::from_mins(1)).await;
    let (red, blue) = (bench.red("games").mention(), bench.blue("games").mention());
    let said =
        format!("Chess: {red} plays White, {blue} Black. You win by checkmate. White ({red}) to move: ");
    let content = || thread.last().expect("the board").content;
    soon("it mentions nobody", || content().starts_with(&said) && content().ends_with('.')).await;
    bench.soon_counts("SELECT count(*) FROM outbox", 0).await;
}

fn what_a_board_says_for_a_moment_is_taken_back() {
    wait_for(async {
        let bench = Bench::new().await;
        let thread = mentioning_blue(&bench).await;
        let refused = Trouble::Refuse(400, 50_035);
        bench.discord.faults().add(Fault::next("/messages/", refused).method("PATCH"));
        soon("the edit is refused", || bench.discord.faults().are_over()).await;
        mentions_nobody_soon(&bench, &thread).await;
        bench.finish().await;
    });
}

fn so_it_is_where_the_bot_has_ended_in_between() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let thread = mentioning_blue(&bench).await;
        // As after a kill: no request of the bot arrives any more.
        bench.discord.faults().add(Fault::everywhere(Trouble::DropBefore, Duration::from_mins(10)));
        bench.stop().await;
        bench.discord.faults().clear();
        bench.start().await;
        mentions_nobody_soon(&bench, &thread).await;
        bench.finish().await;
    });
}

fn whoever_cannot_be_put_into_it_plays_all_the_same() {
    wait_for(async {
        let bench = Bench::new().await;
        for trouble in [Trouble::Status(403), Trouble::Status(500)] {
            let fault = Fault::next("/thread-members/", trouble).method("PUT").times(1_000);
            bench.discord.faults().add(fault);
            let thread = with_own_thread(&bench, "games").await;
            let (red, blue) = (bench.red("games").at(&thread), bench.blue("games").at(&thread));
            done(&red.slash("move", &[("move", "e4")]).await);
            done(&blue.slash("move", &[("move", "e5")]).await);
            assert_eq!(bench.count("SELECT count(*) FROM closed_channels").await, 0);
            bench.discord.faults().clear();
        }
        bench.finish().await;
    });
}

fn against_the_bot_the_player_is_in_the_thread() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let bot = bench.discord.bot();
        let ask = [("variant", "chess"), ("opponent", bot.id()), ("color", "white"), ("thread", "yes")];
        bench.discord.forget_requests();
        done(&red.slash("challenge", &ask).await);
        let thread = bench.discord.threads().remove(0);
        thread.wait_for(|m| m.picture().is_some()).await.expect("a board");
        let both = sorted(vec![red.id().to_owned(), bot.id().to_owned()]);
        soon("Red is in it", || sorted(thread.members()) == both).await;
        long_after().await;
        assert!(announced(&thread).is_empty() && added(&bench).is_empty());
        assert_eq!(edits(&bench, &thread).len(), 2, "who begins a game is not called by its board");
        bench.finish().await;
    });
}

/// A private thread of Red's that contains Blue.
fn private(bench: &Bench) -> (Member, Member, Channel) {
    let thread = bench.red("games").start_thread("Ours", true, 1_440).expect("Red may");
    let (red, blue) = (bench.red("games").at(&thread), bench.blue("games").at(&thread));
    red.say(&format!("{}, here", blue.mention())).expect("a message");
    (red, blue, thread)
}

const FIRST: &str =
    "I can't see this thread yet. Mention me here first, so that I can see it; then try again.";
const WAITS: &str = "I can't see this thread any more, so its game waits, and so does its clock. Mention me here, so that I can see it; then go on.";

fn in_a_private_thread_the_bot_wants_to_be_mentioned_first() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue, thread) = private(&bench);
        let bot = bench.discord.bot();
        for opponent in [blue.id(), bot.id()] {
            let refused = red.slash("challenge", &[("variant", "chess"), ("opponent", opponent)]).await;
            assert_eq!((refused.is_ephemeral(), refused.text()), (true, FIRST));
        }
        // Commands that do not need the thread do not ask for it.
        done_privately(&red, "help").await;
        red.say(&format!("{} come in", bot.mention())).expect("a message");
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white")];
        let offer = message(&red.slash("challenge", &ask).await);
        assert!(!offer.is_ephemeral(), "{}", offer.content);
        thread.remove_member(bot.id());
        assert_eq!(blue.click(&offer, "Accept").await.text(), FIRST);
        red.say(&format!("{} come back", bot.mention())).expect("a message");
        done(&blue.click(&offer, "Accept").await);
        bench.finish().await;
    });
}

fn whoever_is_challenged_in_a_private_thread_gets_into_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue, thread) = private(&bench);
        red.say(&bench.discord.bot().mention()).expect("a message");
        let green = bench.green("games");
        let challenge = async |who: &Member| {
            let ask = [("variant", "chess"), ("opponent", who.id()), ("color", "white")];
            message(&red.slash("challenge", &ask).await)
        };
        let offer = challenge(&green).await;
        soon("Green is in it", || thread.members().contains(&green.id().to_owned())).await;
        done(&green.at(&thread).click(&offer, "Decline").await);
        // A present member is not added again.
        bench.discord.forget_requests();
        let offer = challenge(&blue).await;
        long_after().await;
        assert_eq!(added(&bench), [] as [String; 0]);
        done(&blue.click(&offer, "Decline").await);
        let yellow = bench.discord.member("yellow").in_channel("games");
        bench
            .discord
            .faults()
            .add(Fault::next("/thread-members/", Trouble::Refuse(403, 50_013)).method("PUT"));
        challenge(&yellow).await;
        let told = format!(
            "{} is not in this thread, and I can't add them. Mention them here, so that they see your challenge.",
            yellow.mention()
        );
        soon("Red is told", || red.ephemerals().iter().any(|one| one.content == told)).await;
        bench.finish().await;
    });
}

async fn done_privately(who: &Member, command: &str) {
    let answer = who.slash(command, &[]).await;
    assert!(answer.answered() && answer.text() != FIRST && answer.text() != WAITS, "{}", answer.text());
}

fn a_game_waits_in_a_private_thread_that_the_bot_was_taken_out_of() {
    wait_for(async { taken_out(Bench::new().await, false).await });
}

fn so_it_does_by_http() {
    wait_for(async { taken_out(Bench::over_http().await, true).await });
}

async fn taken_out(bench: Bench, by_http: bool) {
    bench.sql("DELETE FROM last_alive").await;
    bench.pass(Duration::from_mins(2)).await;
    let (red, blue, thread) = private(&bench);
    let bot = bench.discord.bot();
    red.say(&bot.mention()).expect("a message");
    let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("pace", "1d")];
    let offer = message(&red.slash("challenge", &ask).await);
    let board = message(&blue.click(&offer, "Accept").await);
    let game = Game { red: red.clone(), blue, board };
    done(&game.play(&["e4", "e5"]).await);
    bench.boards_are_noted().await;
    thread.remove_member(bot.id());
    if by_http {
        bench.pass(Duration::from_mins(6)).await;
    }
    bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 50001", 1).await;
    bench.settings.clock.advance(3 * DAY);
    bench.pass(Duration::from_secs(15)).await;
    assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 1, "its clock stands");
    let played = red.slash("move", &[("move", "Nf3")]).await;
    assert_eq!((played.is_ephemeral(), played.text()), (true, WAITS));
    assert_eq!(red.slash("resign", &[]).await.text(), WAITS);
    // More than five requests for a channel in five seconds exceed the stand-in's rate limit.
    tokio::time::sleep(Duration::from_secs(5)).await;
    red.say(&bot.mention()).expect("a message");
    if !by_http {
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
    }
    done(&red.slash("move", &[("move", "Nf3")]).await);
    assert_eq!(bench.count("SELECT count(*) FROM closed_channels").await, 0);
    bench.finish().await;
}

fn the_thread_of_a_rematch_is_named_without_a_look_at_messages() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let last = message(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        // Read Message History, a permission that the bot does not request.
        game.red.channel().deny_bot(1 << 16);
        let asked = message(&game.red.click(&last, "Rematch").await);
        // Meanwhile the channel gets another game.
        let green = bench.green("games");
        let alone = [("variant", "chess"), ("opponent", green.id()), ("thread", "no")];
        done(&green.slash("challenge", &alone).await);
        bench.discord.forget_requests();
        assert!(asked.content.contains("wants a rematch"), "{}", asked.content);
        // The last board does not show who asked.
        done(&game.blue.click(&last, "Rematch").await);
        assert_eq!(bench.discord.threads().remove(0).name(), "Chess: Red – Blue");
        bench.finish().await;
    });
}

fn a_thread_is_named_after_whoever_has_an_odd_name() {
    wait_for(async {
        let bench = Bench::new().await;
        // Discord counts each of these letters twice, and each of these names contains an invisible
        // character.
        let name = |from: u32| (from..from + 26).filter_map(char::from_u32).collect::<String>();
        let of = |name: String| bench.discord.member(&name).in_channel("games");
        let (long, longer) = (of(name(0x1_d5d4)), of(name(0x1_d608)));
        let (hidden, blank) = (of("\u{200f}noa\u{200f}".to_owned()), of("\u{200b}\u{3164}".to_owned()));
        for (challenger, opponent, named) in [
            (&long, &longer, format!("Chess: {}…", name(0x1_d5d4))),
            (&hidden, &blank, "Chess: noa – somebody".to_owned()),
        ] {
            let ask = [("variant", "chess"), ("opponent", opponent.id()), ("thread", "yes")];
            let offer = message(&challenger.slash("challenge", &ask).await);
            done(&opponent.click(&offer, "Accept").await);
            let all: Vec<_> = bench.discord.threads().iter().map(Channel::name).collect();
            assert!(
                all.iter().any(|shown| shown.starts_with(&named.trim_end_matches('…').to_owned())),
                "{all:?}"
            );
            assert!(all.iter().all(|shown| shown.encode_utf16().count() <= 100), "{all:?}");
        }
        bench.finish().await;
    });
}
