//! `/game`: a server's games from files, in the chat.

use rookery::app::App;
use rookery::games;
use rookery::sandbox::{ChosenFile, Fault, Member, Message, Response, Trouble, Upshot};

use rookery::store::StoreUrl;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::process::program;

tests_on_both!(
    a_file_becomes_a_game_that_is_played_like_any_other,
    what_is_wrong_with_a_file_is_told_to_its_sender_alone,
    a_file_that_cannot_be_had_is_told,
    files_from_a_slow_cdn_are_told_of_in_time,
    a_file_that_says_that_it_is_too_long_is_not_fetched,
    names_that_deceive_are_refused,
    those_who_do_not_manage_the_server_only_see_its_games,
    a_game_goes_on_after_a_restart,
    a_game_against_the_bot_is_played_at_once,
    a_button_names_a_game_that_another_process_has_added,
    who_added_a_game_that_fails_is_told_once;
    the_operator_is_asked_for_a_game_and_agrees
);

/// A small game whose Rider moves like a Knight and captures like a Bishop. Each test uses its own name.
fn text(name: &str) -> String {
    include_str!("own_game.toml").replace("NAME", name)
}

/// A member who manages the stand-in's server.
fn manager(bench: &Bench) -> Member {
    bench.red("general")
}

async fn add(who: &Member, text: &str) -> Response {
    who.slash_with_files("game add", &[], &[("file", &ChosenFile::new("game.toml", text))]).await
}

/// Asserts that the result of a game's trial is private.
#[track_caller]
fn here(answer: &Response) {
    assert!(answer.outcome == Upshot::Message && answer.is_ephemeral(), "{answer:?}");
    assert!(answer.text().starts_with("**"), "{}", answer.text());
    let trial = answer.text().contains("games of it with myself: half of them took ");
    assert!(trial || answer.text().contains("already, and this file is the same"), "{}", answer.text());
    assert!(!answer.text().contains("seed"), "{}", answer.text());
}

/// Adds the small game under this name.
pub async fn add_game(who: &Member, name: &str) {
    here(&add(who, &text(name)).await);
}

#[track_caller]
fn refused(answer: &Response, sentence: &str) {
    assert!(answer.outcome == Upshot::Message && answer.is_ephemeral(), "{answer:?}");
    assert!(answer.text().starts_with(sentence), "{} is not {sentence}", answer.text());
}

/// Makes the names of each run unique, since a process keeps the games it knows.
static ADDED_ELSEWHERE: AtomicU32 = AtomicU32::new(1);

fn a_button_names_a_game_that_another_process_has_added() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let name = format!("Riders There {}", ADDED_ELSEWHERE.fetch_add(1, Ordering::Relaxed));
        let text = text(&name);
        let slug = games::slug_of(&text);
        assert!(!games::is_known(&slug));
        bench
            .run_sql(&format!("INSERT INTO own_games (slug, text, added_at) VALUES ('{slug}', '{text}', 0)"))
            .await;
        let rules = message(&game.red.click_stale(&game.board, &format!("v2:rules:{slug}")).await);
        assert!(rules.content.contains(&name), "{}", rules.content);
        bench.finish().await;
    });
}

fn a_file_becomes_a_game_that_is_played_like_any_other() {
    wait_for(async {
        let bench = Bench::new().await;
        let answer = add(&manager(&bench), &text("Chat Riders")).await;
        here(&answer);
        let told =
            manager(&bench).channel().wait_for(|told| told.content.starts_with("**Chat Riders**")).await;
        let told = told.expect("everybody reads that there is a new game");
        let lines: Vec<&str> = told.content.lines().collect();
        assert_eq!(lines[0], "**Chat Riders** can be played here now.");
        assert!(lines.len() == 4 && lines[1..].iter().all(|line| line.starts_with("- ")), "{}", told.content);
        assert!(lines[2].contains("**Rider**"), "{}", told.content);
        assert!(
            told.pings().is_empty() && told.picture().is_some() && !told.content.contains("games played")
        );
        assert_eq!(told.labels(), ["Play it", "Rules"]);
        let green = bench.green("general");
        let ways = message(&green.click(&told, "Play it").await);
        assert!(ways.is_ephemeral(), "{}", ways.content);
        for asked in ["how strongly shall I play", "whom do you challenge"] {
            assert!(ways.content.contains(asked), "{asked}: {}", ways.content);
        }
        assert!(
            answer.text().starts_with(
                "**Chat Riders** can be played here now: 25 squares, 6 kinds of pieces, 7 moves at the start."
            ),
            "{}",
            answer.text()
        );
        let red = bench.red("general");
        let suggested = red.types("/challenge variant: rider").await.expect("games");
        assert_eq!(suggested.iter().map(|one| &*one.0).collect::<Vec<_>>(), ["Chat Riders"]);
        let rules = message(&red.slash("rules", &[("variant", "chat riders")]).await);
        assert!(rules.content.contains("Chat Riders") && rules.is_ephemeral(), "{}", rules.content);
        // A missing lesson is reported for this game, not as an unknown game.
        let lesson = red.slash("learn", &[("variant", "Chat Riders")]).await;
        refused(&lesson, "Chat Riders comes from a file. Only my own games have lessons here.");
        let puzzle = red.slash("puzzle", &[("variant", "chat riders")]).await;
        assert!(
            puzzle.text().starts_with("Chat Riders comes from a file, and games from files have no puzzles."),
            "{}",
            puzzle.text()
        );
        let piece = message(&red.slash("rules", &[("variant", "Chat Riders"), ("piece", "rider")]).await);
        assert!(piece.content.contains("Rider"), "{}", piece.content);
        let offer = message(&bench.red("hall").slash("challenge", &[("variant", "Chat Riders")]).await);
        assert!(offer.content.contains("challenges anyone to Chat Riders."), "{}", offer.content);
        let game = Game::between(bench.red("general"), bench.blue("general"), "Chat Riders", None).await;
        let board = message(&game.play(&["b3", "d3", "Na3"]).await);
        assert!(board.content.contains("Rider b1-a3"), "{}", board.content);
        let odd = game.blue.slash("move", &[("move", "Nb5-b3")]).await;
        refused(&odd, "Illegal: ");
        let list = game.red.slash("game list", &[]).await;
        assert!(list.is_ephemeral() && list.text().contains("**Chat Riders**, added by"), "{}", list.text());
        let file = message(&game.red.slash("export", &[]).await);
        let pgn = String::from_utf8(file.files[0].bytes.clone()).expect("a text");
        assert!(pgn.contains("[RulesHash \"own-") && pgn.contains("[Variant \"Chat Riders\"]"), "{pgn}");
        let gone = manager(&bench).slash("game remove", &[("name", "chat riders")]).await;
        assert_eq!(gone.text(), "**Chat Riders** can no longer be started here. Games in progress go on.");
        done(&game.blue.slash("move", &[("move", "Nc3")]).await);
        let offer = red.slash("challenge", &[("variant", "Chat Riders")]).await;
        refused(&offer, "I don't know a game called “Chat Riders”.");
        bench.finish().await;
    });
}

fn what_is_wrong_with_a_file_is_told_to_its_sender_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let wrong = text("Wrong").replace("mNcB", "mXcB").replace("[board]", "[bored]");
        let answer = add(&manager(&bench), &wrong).await;
        refused(&answer, "2 things are wrong with that file:");
        assert!(
            answer.text().contains("line 8: `bored` is no key")
                || answer.text().contains("`bored` is no key"),
            "{}",
            answer.text()
        );
        assert!(answer.text().contains("'X' is not known."), "{}", answer.text());
        // Its text contains no active markup and pings nobody.
        let rude = text("Rude").replace("mNcB", "``` @everyone");
        let answer = add(&manager(&bench), &rude).await;
        assert_eq!(answer.text().matches("```").count(), 2, "{}", answer.text());
        assert!(message(&answer).pings().is_empty());
        refused(&add(&manager(&bench), &text("Chess")).await, "Chess is one of my own games.");
        bench.finish().await;
    });
}

fn a_file_that_cannot_be_had_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let who = manager(&bench);
        let long = format!("{}\n# {}", text("Long"), "x".repeat(16 * 1024));
        refused(&add(&who, &long).await, "That file is too long: a game has at most 16384 bytes.");
        let bytes = ChosenFile::new("game.toml", vec![0xff, 0xfe, 0x00]);
        let answer = who.slash_with_files("game add", &[], &[("file", &bytes)]).await;
        refused(&answer, "That file is not text.");
        for trouble in [Trouble::Status(404), Trouble::Status(500), Trouble::CutShort] {
            bench.discord.faults().add(Fault::next("/ephemeral-attachments/", trouble));
            refused(&add(&who, &text("Unlucky")).await, "I could not fetch that file from Discord.");
        }
        here(&add(&who, &text("Unlucky")).await);
        bench.finish().await;
    });
}

fn files_from_a_slow_cdn_are_told_of_in_time() {
    wait_for(async {
        let bench = Bench::new().await;
        let slow = Trouble::Delay(Duration::from_secs(3));
        bench.discord.faults().add(Fault::next("/ephemeral-attachments/", slow).times(2));
        let (one, two) = (manager(&bench), manager(&bench));
        let (first, second) = (text("Slow Riders"), text("Slower Riders"));
        let (first, second) = tokio::join!(add(&one, &first), add(&two, &second));
        here(&first);
        here(&second);
        let told =
            || one.channel().messages().iter().filter(|told| told.content.contains("Riders**")).count();
        soon("everybody reads of both", || told() == 2).await;
        let requests = bench.discord.requests();
        let answers: Vec<_> = requests.iter().filter(|sent| sent.path.ends_with("/callback")).collect();
        assert_eq!(answers.len(), 2);
        for answer in answers {
            assert_eq!((&answer.body["type"], &answer.body["data"]["flags"]), (&5.into(), &64.into()));
        }
        bench.finish().await;
    });
}

fn a_file_that_says_that_it_is_too_long_is_not_fetched() {
    wait_for(async {
        let bench = Bench::new().await;
        let long = format!("{}\n# {}", text("Long"), "x".repeat(16 * 1024));
        refused(
            &add(&manager(&bench), &long).await,
            "That file is too long: a game has at most 16384 bytes.",
        );
        assert!(bench.discord.downloads().is_empty());
        // Discord's client offers only suitable files.
        let picture = ChosenFile::new("game.png", text("Pictured"));
        let answer = manager(&bench).slash_with_files("game add", &[], &[("file", &picture)]).await;
        assert_eq!(
            answer.outcome,
            Upshot::Refused("Choose a file of one of these types: .toml, .txt.".to_owned())
        );
        bench.finish().await;
    });
}

fn names_that_deceive_are_refused() {
    wait_for(async {
        let bench = Bench::new().await;
        let who = manager(&bench);
        // A Cyrillic letter among Latin ones, Markdown lists, and two spaces, which look like one. Then Chess
        // in Cyrillic letters only.
        for name in ["\u{421}hess", "- Riders", "-Riders", "Squirrel  Chess"] {
            refused(&add(&who, &text(name)).await, "Something is wrong with that file:");
        }
        let name = "\u{441}\u{4bb}\u{435}\u{455}\u{455}";
        refused(&add(&who, &text(name)).await, "Chess is one of my own games.");
        let address = |source: &str| format!("source = \"{source}\"\n{}", text("Sourced"));
        for source in ["http://example.org/", "https://discord.com@example.org/", "https://"] {
            refused(&add(&who, &address(source)).await, "Something is wrong with that file:");
        }
        here(&add(&who, &address("https://example.org/@rules")).await);
        // A name in one script, and one in Latin and Japanese.
        here(&add(&who, &text("\u{428}\u{430}\u{445}\u{43c}\u{430}\u{442}\u{44b}")).await);
        here(&add(&who, &text("Riders \u{5c06}\u{68cb}")).await);
        bench.finish().await;
    });
}

fn those_who_do_not_manage_the_server_only_see_its_games() {
    wait_for(async {
        let bench = Bench::new().await;
        let stranger = bench.blue("general");
        refused(&add(&stranger, &text("Mine")).await, "Only those who manage this server");
        refused(&stranger.slash("game remove", &[("name", "x")]).await, "Only those who manage this server");
        let none = stranger.slash("game list", &[]).await;
        assert!(none.text().starts_with("This server has no games of its own yet."), "{}", none.text());
        bench.finish().await;
    });
}

fn a_game_goes_on_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        here(&add(&manager(&bench), &text("Restarted")).await);
        let game = Game::between(bench.red("general"), bench.blue("general"), "Restarted", None).await;
        done(&game.play(&["b3"]).await);
        bench.stop().await;
        bench.start().await;
        done(&game.blue.slash("move", &[("move", "d3")]).await);
        let board: Message = message(&game.red.slash("board", &[]).await);
        assert!(board.picture().is_some(), "{}", board.content);
        bench.finish().await;
    });
}

fn a_game_against_the_bot_is_played_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        here(&add(&manager(&bench), &text("Versus")).await);
        let red = bench.red("general");
        let options = [("variant", "Versus"), ("level", "1"), ("color", "white"), ("thread", "auto")];
        done(&red.slash("challenge", &options).await);
        let answer = red.slash("move", &[("move", "b3")]).await;
        assert!(answer.text().contains(" I reply "), "{}", answer.text());
        let hint = red.slash("hint", &[]).await;
        assert!(hint.answered(), "{}", hint.text());
        bench.finish().await;
    });
}

fn who_added_a_game_that_fails_is_told_once() {
    wait_for(async {
        let mut bench = Bench::new().await;
        here(&add(&manager(&bench), &text("Failing")).await);
        let red = bench.red("general");
        let told = red.channel().wait_for(|told| told.content.starts_with("**Failing**")).await;
        assert!(told.is_some(), "everybody reads of it");
        let before = red.channel().messages().len();
        bench.stop().await;
        let app = App::open_at(&bench.store).await.expect("a database");
        let variant = games::add(&text("Failing")).expect("a game");
        for _ in 0..3 {
            app.note_own_game_failure(variant, bench.settings.clock.now()).await;
        }
        app.close().await;
        bench.start().await;
        soon("it is told", || red.channel().messages().len() > before).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'failed-game'", 0).await;
        let told = red.channel().messages();
        let [told] = &told[before..] else { panic!("told once: {told:?}") };
        let (head, tail) = (
            format!("<@{}>, I failed three times at **Failing**, which you added.", red.id()),
            "and it can be started at once.",
        );
        assert!(told.content.starts_with(&head) && told.content.ends_with(tail), "{}", told.content);
        assert_eq!(told.pings(), [red.id()]);
        let offer = red.slash("challenge", &[("variant", "Failing")]).await;
        refused(&offer, "Failing failed too often, and can be started again ");
        assert!(red.types("/challenge variant: fail").await.expect("games").is_empty());
        // Another text makes it another game.
        here(&add(&red, &text("Failing").replace("mNcB", "mNcR")).await);
        done(&red.slash("challenge", &[("variant", "Failing")]).await);
        bench.finish().await;
    });
}

fn the_operator_is_asked_for_a_game_and_agrees() {
    wait_for(async {
        let bench = Bench::new().await;
        let who = manager(&bench);
        here(&add(&who, &text("For All")).await);
        let StoreUrl::Sqlite(path) = &bench.store else { panic!("a file") };
        let folder = tempfile::tempdir().expect("a directory");
        let run = |arguments: &[&str]| {
            program::done(program::rookery(folder.path(), arguments).env("ROOKERY_STORE_PATH", path))
        };
        assert_eq!(run(&["publish"]), (0, "No game is to be published.\n".to_owned(), String::new()));
        let asked = who.slash("game publish", &[("name", "for all")]).await;
        assert_eq!(
            asked.text(),
            "I have asked whoever runs me. Once they agree, every server has that game."
        );
        let (code, listed, _) = run(&["publish"]);
        assert!(code == 0 && listed.contains(" for all (of server "), "{listed}");
        let slug = listed.split(' ').next().expect("a slug");
        assert!(slug.starts_with("own-"), "{listed}");
        let agreed = (0, format!("Every server has {slug} now.\n"), String::new());
        assert_eq!(run(&["publish", slug]), agreed);
        let list = who.slash("game list", &[]).await;
        assert!(list.text().ends_with("Every server has it."), "{}", list.text());
        assert_eq!(run(&["publish", slug, "--back"]).0, 0);
        let (code, _, why) = run(&["publish", "own-nothing"]);
        assert!(code == 1 && why.contains("nobody has asked for own-nothing."), "{code}: {why}");
        bench.finish().await;
    });
}
