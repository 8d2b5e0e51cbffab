//! The operator's commands on people, servers and games, while the bot runs.

use std::path::Path;
use std::time::Duration;

use libtest_mimic::Trial;
use rookery::game::UserId;
use rookery::sandbox::{ChosenFile, Fault, Member, Message, Trouble};
use rookery::store::StoreUrl;
use serde_json::{Value, json};

use super::program::{done as ended, rookery};
use crate::bot::bench::{Bench, card, done, idle, message, wait_for};
use crate::bot::pages::visitor::{Browser, against_the_bot, link};
use crate::bot::people::standing::lost_by_blue;
use crate::databases::{self, on_both};

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let mut tests: Vec<Trial> = Vec::new();
    for (name, test) in [
        ("who_is_blocked_is_refused_but_for_their_own_data", who_is_blocked_is_refused as fn()),
        ("the_games_of_who_is_blocked_end_as_is_wanted", the_games_of_who_is_blocked_end_as_is_wanted),
        ("a_page_of_who_is_blocked_says_so", a_page_of_who_is_blocked_says_so),
        ("a_game_is_ended_and_its_players_are_told_why", a_game_is_ended_and_its_players_are_told_why),
        ("a_game_that_goes_on_is_ended_by_void_as_well", a_game_that_goes_on_is_ended_by_void_as_well),
        ("a_result_that_is_taken_back_counts_for_nothing", a_result_that_is_taken_back_counts_for_nothing),
        ("what_is_announced_stands_on_boards_and_in_help_until_it_ends", what_is_announced_stands_on_boards),
        ("the_status_says_how_the_bot_stands", the_status_says_how_the_bot_stands),
        ("a_server_is_left_and_then_removed", a_server_is_left_and_then_removed),
        (
            "a_blocked_server_is_left_whenever_the_bot_is_invited",
            a_blocked_server_is_left_whenever_the_bot_is_invited,
        ),
        ("what_is_switched_off_is_refused_and_what_runs_goes_on", what_is_switched_off_is_refused),
        ("a_game_from_a_file_is_taken_from_its_server", a_game_from_a_file_is_taken_from_its_server),
    ] {
        tests.extend(on_both(&named(name), test));
    }
    tests
}

/// Runs a command on the bench's database, in this directory. Returns its exit code and output.
async fn says(bench: &Bench, dir: &Path, arguments: &[&str]) -> (i32, String) {
    // A write in progress would lock the database, and the bot does not run during the command.
    idle().await;
    let (code, told, wrong) =
        ended(rookery(dir, arguments).env("ROOKERY_STORE_URL", databases::address(&bench.store)));
    (code, told + &wrong)
}

/// Runs a command that must succeed.
pub async fn does(bench: &Bench, dir: &Path, arguments: &[&str]) -> String {
    let (code, told) = says(bench, dir, arguments).await;
    assert_eq!(code, 0, "{arguments:?}: {told}");
    told
}

fn number(of: &Member) -> UserId {
    UserId(of.id().parse().expect("a number"))
}

/// Lets the running bot load the changes.
pub async fn taken_up(bench: &Bench) {
    bench.pass(Duration::from_secs(10)).await;
}

fn who_is_blocked_is_refused() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let (red, blue) = (&game.red, &game.blue);
        let asked = blue.in_channel("asked");
        let open = asked.slash("challenge", &[("variant", "chess")]).await;
        done(&open);
        let told = does(&bench, dir.path(), &["person", blue.id()]).await;
        assert!(told.contains("1 live game, 0 over, in 1 server") && told.contains("Not blocked."), "{told}");
        let told = does(&bench, dir.path(), &["person", blue.id(), "--block", "spam in games."]).await;
        assert!(told.contains("1 live game ended, 1 challenge closed"), "{told}");
        // Their opponent wins, and is notified.
        let over = told_in(&bench, red, "resigns").await;
        assert_eq!(over.pings(), [red.id()], "{}", over.content);
        taken_up(&bench).await;
        let sentence = "The people who run this bot have shut you out of it: spam in games.";
        for answer in [
            blue.slash("help", &[]).await,
            blue.click_stale(&game.board, &game.board.buttons()[1].custom_id).await,
            blue.slash("move", &[("move", "Nf6")]).await,
        ] {
            assert!(answer.is_ephemeral() && answer.text().starts_with(sentence), "{}", answer.text());
        }
        assert!(blue.types("/rules game: che").await.expect("choices").is_empty());
        let refused = red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await;
        assert!(refused.text().contains("can't be challenged"), "{}", refused.text());
        // Their own data is still available to them.
        let kept = card(&blue.slash("privacy", &[]).await);
        let file = blue.click(&kept, "Export").await;
        assert!(!file.text().contains("shut you out"), "{}", file.text());
        does(&bench, dir.path(), &["person", blue.id(), "--export", "blue.json"]).await;
        let written = std::fs::read_to_string(dir.path().join("blue.json")).expect("a file");
        let written: Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!(written["shut_out"]["reason"], "spam in games");
        assert_eq!(written["acts_of_the_operator"][0]["what"], "block");
        let (code, told) = says(&bench, dir.path(), &["person", blue.id(), "--export", "blue.json"]).await;
        assert!(code == 1 && told.contains("cannot be written"), "{told}");
        let acts = does(&bench, dir.path(), &["acts"]).await;
        assert_eq!(acts.matches("export\t").count(), 1, "what was not written was not exported: {acts}");
        // The block outlives their data.
        bench.forget(number(blue)).await;
        let acts = does(&bench, dir.path(), &["acts"]).await;
        assert!(acts.contains("block\ta former person\tspam in games"), "{acts}");
        assert!(!acts.contains(blue.id()), "{acts}");
        let answer = blue.slash("help", &[]).await;
        assert!(answer.text().starts_with(sentence), "{}", answer.text());
        let told = does(&bench, dir.path(), &["person", blue.id()]).await;
        assert!(told.contains("no game") && told.contains(": spam in games."), "{told}");
        does(&bench, dir.path(), &["person", blue.id(), "--unblock"]).await;
        taken_up(&bench).await;
        assert!(card(&blue.slash("help", &[]).await).is_ephemeral());
        let (code, told) = says(&bench, dir.path(), &["person", blue.id(), "--unblock"]).await;
        assert!(code == 1 && told.contains("is not blocked"), "{told}");
        let (code, told) = says(&bench, dir.path(), &["person", blue.id(), "--block", " "]).await;
        assert!(code == 2 && told.contains("few words"), "{told}");
        bench.finish().await;
    });
}

fn the_games_of_who_is_blocked_end_as_is_wanted() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let told =
            does(&bench, dir.path(), &["person", game.blue.id(), "--block", "spam", "--games", "keep"]).await;
        assert!(told.contains("0 live games ended"), "{told}");
        taken_up(&bench).await;
        // A player who cannot move is not pinged.
        let moved = game.red.slash("move", &[("move", "Nf3")]).await;
        done(&moved);
        let board = message(&moved);
        assert!(board.pings().is_empty(), "{:?}", board.pings());
        does(&bench, dir.path(), &["person", game.blue.id(), "--block", "spam", "--games", "void"]).await;
        let over = told_in(&bench, &game.red, "have ended the game of").await;
        assert!(over.content.contains("no result"), "{}", over.content);
        assert_eq!(over.pings(), [game.red.id()], "not who is blocked");
        let checked = does(&bench, dir.path(), &["store", "check"]).await;
        assert!(checked.contains("is whole"), "{checked}");
        bench.finish().await;
    });
}

fn a_page_of_who_is_blocked_says_so() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        does(&bench, dir.path(), &["person", game.red.id(), "--block", "spam (twice)", "--games", "keep"])
            .await;
        taken_up(&bench).await;
        let answer = page.ask("state").await;
        assert_eq!(answer.status, 401, "{}", answer.body);
        assert!(
            answer.says().contains("have shut you out of it: spam (twice). /privacy"),
            "{}",
            answer.says()
        );
        bench.finish().await;
    });
}

fn a_game_that_goes_on_is_ended_by_void_as_well() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        let id = only_game(&bench).await;
        assert!(does(&bench, dir.path(), &["game-of", &id, "--void", "spam"]).await.contains("has ended"));
        let told = does(&bench, dir.path(), &["game-of", &id]).await;
        assert!(told.contains("It was ended by a command: spam."), "{told}");
        assert!(!told.contains("--end"), "{told}");
        bench.finish().await;
    });
}

/// The id of the only game.
async fn only_game(bench: &Bench) -> String {
    bench.count("SELECT max(id) FROM games").await.to_string()
}

/// Waits for a message in a channel that says this.
pub async fn told_in(bench: &Bench, who: &Member, what: &str) -> Message {
    let look = async || who.channel().messages().into_iter().find(|message| message.content.contains(what));
    let told = bench.pass_until(Duration::from_secs(5), look).await;
    told.unwrap_or_else(|| panic!("nobody is told {what:?}: {:?}", who.channel().last()))
}

fn a_game_is_ended_and_its_players_are_told_why() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        let id = only_game(&bench).await;
        let told = does(&bench, dir.path(), &["game-of", &id]).await;
        assert!(told.contains("It goes on; not rated.") && told.contains(game.red.id()), "{told}");
        // The game's id is where the operator would look for it.
        let (server, line) = (bench.discord.guild_id().to_string(), format!("game {id}\tchess\tchannel "));
        let listed = async |how: &str| {
            for about in [["person", game.red.id()], ["server", &server]] {
                let told = does(&bench, dir.path(), &about).await;
                let mut lines = told.lines();
                assert!(lines.any(|one| one.starts_with(&line) && one.ends_with(how)), "{told}");
            }
        };
        listed("it goes on").await;
        let told = does(&bench, dir.path(), &["game-of", &id, "--end", "*insults* in the thread"]).await;
        assert!(told.contains("has ended"), "{told}");
        listed("no result, ended by a command").await;
        let why = "The people who run this bot have ended this game: \\*insults\\* in the thread.";
        let board = told_in(&bench, &game.red, why).await;
        assert!(board.content.contains("no result") && board.picture().is_some(), "{}", board.content);
        assert_eq!(board.pings(), [game.red.id()]);
        let refused = game.red.slash("move", &[("move", "Nf3")]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        for (how, why) in [("--end", "has ended already"), ("--void", "has no result")] {
            let (code, told) = says(&bench, dir.path(), &["game-of", &id, how, "again"]).await;
            let before = "It was ended by a command: *insults* in the thread.";
            assert!(code == 1 && told.contains(why) && told.contains(before), "{told}");
            assert!(told.contains("Nothing was changed."), "{told}");
        }
        let told = does(&bench, dir.path(), &["game-of", &id]).await;
        assert!(told.contains("It was ended by a command: *insults* in the thread."), "{told}");
        let (code, told) = says(&bench, dir.path(), &["game-of", "12345", "--end", "none"]).await;
        assert!(code == 1 && told.contains("There is no game 12345"), "{told}");
        assert!(does(&bench, dir.path(), &["acts"]).await.contains("end\tgame"), "it is noted");
        does(&bench, dir.path(), &["person", game.red.id(), "--export", "red.json"]).await;
        let kept = std::fs::read_to_string(dir.path().join("red.json")).expect("a file");
        let kept: Value = serde_json::from_str(&kept).expect("JSON");
        assert_eq!(kept["games"][0]["stopped_because"], "*insults* in the thread");
        assert!(does(&bench, dir.path(), &["store", "check"]).await.contains("is whole"));
        bench.finish().await;
    });
}

fn a_result_that_is_taken_back_counts_for_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        lost_by_blue(&red, &blue, true).await;
        bench.boards_are_noted().await;
        let voided = only_game(&bench).await;
        // Its week is over, and its ratings are stored.
        bench.settings.clock.advance(Duration::from_hours(24 * 8));
        bench.soon_counts("SELECT count(*) FROM ratings", 2).await;
        let told = does(&bench, dir.path(), &["game-of", &voided, "--void", "it was arranged"]).await;
        assert!(told.contains("no longer counts"), "{told}");
        let told = told_in(&bench, &red, "have taken the result of this game back: it was arranged.").await;
        assert!(told.content.contains("It counts for nothing."), "{}", told.content);
        for nothing in [
            "SELECT count(*) FROM rated_results",
            "SELECT count(*) FROM ratings",
            "SELECT count(*) FROM rating_lists WHERE rating <> 1500000000000",
        ] {
            assert_eq!(bench.count(nothing).await, 0, "{nothing}");
        }
        let profile = card(&red.slash("profile", &[]).await);
        assert!(profile.content.contains("not finished a game yet"), "{}", profile.content);
        assert!(does(&bench, dir.path(), &["store", "check"]).await.contains("is whole"));
        assert!(does(&bench, dir.path(), &["ratings"]).await.contains("follow from"));
        let (code, told) = says(&bench, dir.path(), &["game-of", &voided, "--void", "again"]).await;
        assert!(code == 1 && told.contains("taken back by `--void`: it was arranged."), "{told}");
        assert!(told.contains("already counts for nothing"), "{told}");
        let told = does(&bench, dir.path(), &["game-of", &voided]).await;
        assert!(told.contains("It is over: White won, Black resigned; rated."), "{told}");
        bench.finish().await;
    });
}

fn what_is_announced_stands_on_boards() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        let line = "From the people who run this bot: A new version comes at \\<\\@1\\> \\*8\\*.";
        assert!(does(&bench, dir.path(), &["announce"]).await.contains("Nothing is announced."));
        let told =
            does(&bench, dir.path(), &["announce", "A new version comes at <@1> *8*.", "--until", "2h"])
                .await;
        assert!(told.contains("Announced until "), "{told}");
        // The command used the computer's clock, the bot uses its own.
        let until = bench.settings.clock.now().0 + 7_200_000;
        bench.run_sql(&format!("UPDATE announcement SET until = {until}")).await;
        taken_up(&bench).await;
        let board = message(&game.play(&["e4"]).await);
        assert!(board.content.ends_with(line), "{}", board.content);
        assert_eq!(board.pings(), [game.blue.id()]);
        let help = card(&game.red.slash("help", &[]).await);
        assert!(help.content.starts_with(line), "{}", help.content);
        bench.pass(Duration::from_hours(2)).await;
        let board = message(&game.blue.slash("move", &[("move", "e5")]).await);
        assert!(!board.content.contains("people who run"), "{}", board.content);
        does(&bench, dir.path(), &["announce", "More to come"]).await;
        taken_up(&bench).await;
        let board = message(&game.red.slash("move", &[("move", "Nf3")]).await);
        assert!(board.content.ends_with("run this bot: More to come"), "{}", board.content);
        does(&bench, dir.path(), &["announce", "--end"]).await;
        taken_up(&bench).await;
        let board = message(&game.blue.slash("move", &[("move", "Nc6")]).await);
        assert!(!board.content.contains("people who run"), "{}", board.content);
        for wrong in [&["announce", ""][..], &["announce", "a", "--until", "soon"]] {
            assert_eq!(says(&bench, dir.path(), wrong).await.0, 2, "{wrong:?}");
        }
        let (code, told) = says(&bench, dir.path(), &["announce", "--end"]).await;
        assert!(code == 1 && told.contains("Nothing was announced"), "{told}");
        bench.finish().await;
    });
}

fn the_status_says_how_the_bot_stands() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        does(&bench, dir.path(), &["person", bench.green("games").id(), "--block", "spam"]).await;
        bench.boards_are_noted().await;
        let told = does(&bench, dir.path(), &["status"]).await;
        for line in [
            "1 server with live games, settings, tournaments, ladders or games from files; the bot may be in more.",
            "2 people (1 blocked).",
            "1 live game, 0 open challenges.",
            "Nothing is announced.",
            "Nothing is switched off.",
        ] {
            assert!(told.lines().any(|one| one == line), "{line}: {told}");
        }
        // One of the entries of the game is not due by itself.
        let owed = does(&bench, dir.path(), &["store", "owed"]).await.lines().count();
        assert_eq!(owed, 1);
        assert!(
            told.contains("1 message is owed but not due yet; `rookery store owed` lists all."),
            "{told}"
        );
        let does_all = match bench.store {
            StoreUrl::Sqlite(_) => "The database is a file, so one process does all.",
            // The bot does not run during the command.
            StoreUrl::Postgres(_) => "No process does what is due.",
        };
        assert!(told.lines().any(|line| line == does_all), "{told}");
        bench.finish().await;
    });
}

fn a_server_is_left_and_then_removed() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.boards_are_noted().await;
        let id = bench.discord.guild_id().to_string();
        bench.run_sql(&format!("INSERT INTO servers (id, theme) VALUES ({id}, 'wood')")).await;
        let told = does(&bench, dir.path(), &["server", &id]).await;
        assert!(
            told.contains("1 live game, 0 over, by 2 people") && told.contains("with settings"),
            "{told}"
        );
        assert!(told.contains("The bot is there"), "{told}");
        does(&bench, dir.path(), &["server", &id, "--export", "server.json"]).await;
        let written = std::fs::read_to_string(dir.path().join("server.json")).expect("a file");
        let file: Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!((&file["server"], &file["servers"][0]["theme"]), (&id.as_str().into(), &"wood".into()));
        assert_eq!(file["games"][0]["variant"], "chess");
        assert!(!written.contains(game.red.id()), "nobody is named: {written}");
        let (code, told) = says(&bench, dir.path(), &["server", &id, "--remove"]).await;
        assert!(code == 1 && told.contains("has not left server"), "{told}");
        let (code, told) = says(&bench, dir.path(), &["server", "123456789012345678", "--remove"]).await;
        assert!(code == 1 && told.contains("Nothing of server 123456789012345678 is kept"), "{told}");
        let told = does(&bench, dir.path(), &["server", &id, "--leave"]).await;
        assert!(told.contains("within seconds if it runs") && told.contains("Its games wait"), "{told}");
        let gone = async || bench.discord.bot_membership().is_none().then_some(());
        bench.pass_until(Duration::from_secs(1), gone).await.expect("it leaves");
        bench.soon_counts("SELECT count(*) FROM left_servers", 1).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'leave'", 0).await;
        let told = does(&bench, dir.path(), &["server", &id, "--remove"]).await;
        assert!(told.contains("1 live game ended"), "{told}");
        assert_eq!(bench.count("SELECT count(*) FROM servers").await, 0);
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 0);
        let told = does(&bench, dir.path(), &["server", &id]).await;
        assert!(told.contains("no settings") && told.contains("The bot is not there since "), "{told}");
        let told = does(&bench, dir.path(), &["status"]).await;
        assert!(told.starts_with("0 servers with live games, "), "{told}");
        assert!(told.contains(" Of 1 more only games that are over are kept."), "{told}");
        let acts = does(&bench, dir.path(), &["acts"]).await;
        for what in ["export", "leave", "remove"] {
            assert!(acts.contains(&format!("{what}\tserver {id}")), "{acts}");
        }
        assert!(does(&bench, dir.path(), &["store", "check"]).await.contains("is whole"));
        bench.finish().await;
    });
}

fn a_blocked_server_is_left_whenever_the_bot_is_invited() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let id = bench.discord.guild_id().to_string();
        let red = bench.red("games");
        // At first Discord does not let it leave.
        let stays = Fault::next("/users/@me/guilds/", Trouble::Status(500)).method("DELETE").times(1_000);
        bench.discord.faults().add(stays);
        let told = does(&bench, dir.path(), &["server", &id, "--block", "raids."]).await;
        assert!(told.contains("is blocked, and the bot leaves it within seconds if it runs"), "{told}");
        taken_up(&bench).await;
        let sentence = "The people who run this bot have shut this server out of it: raids.";
        for answer in [red.slash("help", &[]).await, red.slash("challenge", &[("variant", "chess")]).await] {
            assert!(answer.is_ephemeral() && answer.text() == sentence, "{}", answer.text());
        }
        assert!(!card(&red.slash("privacy", &[]).await).content.contains("shut"), "what is theirs they have");
        bench.discord.faults().clear();
        let gone = async || bench.discord.bot_membership().is_none().then_some(());
        bench.pass_until(Duration::from_secs(1), gone).await.expect("it leaves");
        bench.discord.invite_bot();
        bench.pass_until(Duration::from_secs(1), gone).await.expect("it leaves again");
        // Who has installed the bot for themselves cannot use it there either.
        red.install();
        let answer = red.slash("help", &[]).await;
        assert!(answer.is_ephemeral() && answer.text() == sentence, "{}", answer.text());
        let told = does(&bench, dir.path(), &["server", &id]).await;
        assert!(told.contains("Blocked since ") && told.contains(": raids."), "{told}");
        let status = does(&bench, dir.path(), &["status"]).await;
        assert!(status.contains("(0 blocked)"), "no person is: {status}");
        does(&bench, dir.path(), &["server", &id, "--unblock"]).await;
        // At once: the bot asks the database before it leaves.
        bench.discord.invite_bot();
        bench.pass(Duration::from_mins(1)).await;
        assert!(bench.discord.bot_membership().is_some(), "it stays");
        assert!(card(&red.slash("help", &[]).await).is_ephemeral());
        let (code, told) = says(&bench, dir.path(), &["server", &id, "--unblock"]).await;
        assert!(code == 1 && told.contains("is not blocked"), "{told}");
        let acts = does(&bench, dir.path(), &["acts"]).await;
        for what in ["block", "unblock"] {
            assert!(acts.contains(&format!("{what}\tserver {id}")), "{acts}");
        }
        bench.finish().await;
    });
}

fn what_is_switched_off_is_refused() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let dir = tempfile::tempdir().expect("a directory");
        let (red, board, page) = against_the_bot(&bench).await;
        let listed = does(&bench, dir.path(), &["feature"]).await;
        assert!(listed.contains("puzzles\ton\n") && listed.lines().count() == 8, "{listed}");
        for line in listed.lines() {
            let name = line.split('\t').next().expect("a name");
            does(&bench, dir.path(), &["feature", name, "off"]).await;
        }
        assert!(
            does(&bench, dir.path(), &["status"])
                .await
                .contains("Switched off: analysis, bot-games, ladders")
        );
        taken_up(&bench).await;
        let other = red.in_channel("asked");
        for (what, answer) in [
            ("Puzzles are", other.slash("puzzle", &[]).await),
            (
                "New games against me are",
                other.slash("challenge", &[("variant", "chess"), ("level", "1")]).await,
            ),
            ("New pages are", red.click(&board, "Open board").await),
            ("New tournaments are", other.slash("tournament create", &[]).await),
            ("Ladders are", other.slash("ladder open", &[("variant", "chess")]).await),
        ] {
            let sentence = format!("{what} switched off for now by the people who run this bot.");
            assert!(
                answer.is_ephemeral() && answer.text().starts_with(&sentence),
                "{what}: {}",
                answer.text()
            );
        }
        let help = card(&other.slash("help", &[]).await);
        assert_eq!(help.labels(), ["Play a friend", "Learn a game", "All commands"]);
        for off in ["Open board", "play me"] {
            assert!(!help.content.contains(off), "{off}: {}", help.content);
        }
        // Open pages continue to work.
        page.play("e2e4").await;
        let keys = json!({ "endpoint": "https://fcm.googleapis.com/fcm/send/one", "keys": { "p256dh": "x", "auth": "y" } });
        let told = page.browser.post(&format!("/g/{}/push", page.grant), &keys).await;
        assert!(
            told.says().starts_with("Messages of your browser are switched off for now"),
            "{}",
            told.body
        );
        assert_eq!(page.act("resign", json!({})).await.status, 200);
        let file = ChosenFile::new("game.toml", "a text");
        for (what, answer) in [
            ("Analyses are", red.slash("analysis", &[]).await),
            (
                "Games from files are",
                bench.red("general").slash_with_files("game add", &[], &[("file", &file)]).await,
            ),
        ] {
            let sentence = format!("{what} switched off for now by the people who run this bot.");
            assert!(
                answer.is_ephemeral() && answer.text().starts_with(&sentence),
                "{what}: {}",
                answer.text()
            );
        }
        for name in ["puzzles", "bot-games"] {
            does(&bench, dir.path(), &["feature", name, "on"]).await;
        }
        taken_up(&bench).await;
        assert!(!other.slash("puzzle", &[]).await.text().contains("switched off"));
        done(&other.slash("challenge", &[("variant", "chess"), ("level", "1"), ("thread", "no")]).await);
        let (code, told) = says(&bench, dir.path(), &["feature", "puzzles", "on"]).await;
        assert!(code == 1 && told.contains("already"), "{told}");
        for wrong in
            [&["feature", "chess", "off"][..], &["feature", "puzzles"], &["feature", "puzzles", "away"]]
        {
            assert_eq!(says(&bench, dir.path(), wrong).await.0, 2, "{wrong:?}");
        }
        bench.finish().await;
    });
}

fn a_game_from_a_file_is_taken_from_its_server() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let id = bench.discord.guild_id().to_string();
        bench
            .run_sql(&format!(
                "INSERT INTO own_games (slug, text, added_at) VALUES ('own-1', 'a text', 0);
                 INSERT INTO server_games (guild, name, slug, person, channel, added_at) VALUES ({id}, 'rider chess', 'own-1', 5, 6, 0)"
            ))
            .await;
        assert!(does(&bench, dir.path(), &["server", &id]).await.contains("Games from files: rider chess."));
        let (code, told) = says(&bench, dir.path(), &["server", &id, "--take-game", "other"]).await;
        assert!(code == 1 && told.contains("no game from a file"), "{told}");
        does(&bench, dir.path(), &["server", &id, "--take-game", "Rider Chess"]).await;
        assert_eq!(bench.count("SELECT count(*) FROM server_games").await, 0);
        assert!(does(&bench, dir.path(), &["acts"]).await.contains("\trider chess"));
        bench.finish().await;
    });
}
