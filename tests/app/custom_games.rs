//! A server's games from files: added, played, changed and removed.

use super::{BLUE, GREEN, NOON, RED, asking, by, open_at, with_app, with_database, without_pauses};
use crate::databases::DbProbe;
use rookery::app::{
    Accepted, App, AppError, Caller, ChallengeWish, Challenged, FILES_A_DAY, FeatureRefusal, FileLimit,
    GameAdded, GameView, NoOwnGame, NotRated, OWN_GAMES_MAX, Published, Rejection, Variant,
};
use rookery::game::{ChannelId, GuildId, Millis, UserId};
use rookery::games;
use rookery::store::StoreUrl;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

tests_on_both!(
    a_game_is_added_and_played_and_a_change_leaves_what_goes_on_alone,
    a_game_that_is_written_is_what_was_saved_last,
    a_removed_game_goes_on_and_cannot_be_begun,
    only_those_who_manage_the_server_change_its_games,
    what_is_wrong_with_a_file_is_told_and_nothing_is_kept,
    a_server_has_so_many_games_and_none_of_another,
    a_published_game_is_in_all_servers_once_that_is_agreed,
    a_game_that_fails_three_times_is_switched_off_for_a_day,
    so_many_files_are_read_in_a_day,
    so_many_new_games_are_added_in_a_day,
    of_a_game_that_is_not_added_nothing_stays_in_memory,
    a_text_is_read_when_its_game_is_asked_for,
    a_game_that_another_process_has_added_has_its_name,
);

/// A game on five by five squares with a piece of unusual movement beside the King.
///
/// Each test uses its own name, since known games are global to the process.
fn text(name: &str) -> String {
    format!(
        "name = \"{name}\"\nstart = \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"\npieces = [\"king\", \"queen\", \"rook\", \"bishop\", \"rider\", \"pawn\"]\n\n\
         [board]\nfiles = 5\nlast_rank = 5\nsquares = \"a1-e5\"\n\n[piece.rider]\nname = \"Rider\"\nletter = \"N\"\nmoves = \"mNcB\"\n\n\
         [pawn]\nsteps = 1\n\n[promotion]\nto = [\"QRBN\"]\n"
    )
}

fn manager() -> Caller {
    Caller { manages: true, ..by(RED) }
}

async fn added(app: &App, text: String) -> (Variant, GameAdded) {
    let added = app.add_own_game(&manager(), text).await.expect("a game");
    (added.variant, added.added)
}

fn why<T: std::fmt::Debug>(refused: Result<T, AppError>) -> NoOwnGame {
    match refused {
        Err(AppError::Refused(Rejection::OwnGame(why))) => *why,
        other => panic!("not refused for the game: {other:?}"),
    }
}

/// Red (White) starts a game of this variant against Blue in a channel.
async fn begun(app: &App, variant: Variant, channel: u64) -> GameView {
    let at = |user| Caller { channel: ChannelId(channel), ..by(user) };
    let wish = ChallengeWish { variant, ..asking("chess", Some(BLUE)) };
    let Ok(Challenged::Open(view)) = app.challenge(&at(RED), wish, None).await else { panic!("a challenge") };
    match app.accept(&at(BLUE), view.challenge, None).await {
        Ok(Accepted::Started(view)) => *view,
        other => panic!("no game: {other:?}"),
    }
}

/// The games that can be started in a server at this time.
async fn offered_in(app: &App, guild: Option<u64>, now: Millis) -> Vec<Variant> {
    let lines = app.custom_games(guild.map(GuildId), now).await.expect("a list").into_iter();
    lines.filter(|line| line.off_until.is_none()).filter_map(|line| line.variant).collect()
}

async fn offered(app: &App) -> Vec<Variant> {
    offered_in(app, Some(99), NOON).await
}

fn a_game_is_added_and_played_and_a_change_leaves_what_goes_on_alone() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        let (first, how) = added(&app, text("Five by Five")).await;
        assert_eq!((how, first.name(), first.is_custom()), (GameAdded::New, "Five by Five", true));
        assert_eq!(offered(&app).await, [first]);
        let game = begun(&app, first, 21).await;
        assert_eq!(game.variant, first);
        let at = |user| Caller { channel: ChannelId(21), ..by(user) };
        app.play(&at(RED), "Nc3xb5").await.expect_err("nothing to take");
        app.play(&at(RED), "b3").await.expect("a move");
        assert_eq!(added(&app, text("Five by Five")).await.1, GameAdded::Same);
        // From now on pawns move up to two squares.
        let (second, how) = added(&app, text("Five by Five").replace("steps = 1", "steps = 2")).await;
        assert_eq!((how, offered(&app).await), (GameAdded::Changed, vec![second]));
        assert_ne!(first, second);
        app.play(&at(BLUE), "c5-c3").await.expect_err("the former rules hold");
        let view = app.play(&at(BLUE), "d3").await.expect("a move").view;
        assert_eq!((view.variant, view.game), (first, game.game));
        assert_eq!(begun(&app, second, 22).await.variant, second);
        let mut rated = asking("chess", Some(BLUE));
        (rated.variant, rated.rated, rated.pace) = (second, true, rookery::game::Pace::from_slug("1d"));
        assert!(matches!(
            app.challenge(&at(GREEN), rated, None).await,
            Err(AppError::Refused(Rejection::Feature(why))) if why.message() == NotRated::OwnGame.message()
        ));
    });
}

fn a_game_that_is_written_is_what_was_saved_last() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        let place = (GuildId(99), ChannelId(24));
        let renew = async |text: String, before| app.renew_own_game(place, text, before, NOON).await;
        // More often than a server may upload files.
        let mut last = None;
        for number in 0..70 {
            let text = format!("{}# {number}\n", text("Being Written"));
            let (game, how) = renew(text, last).await.expect("a game");
            let wanted = if last.is_none() { GameAdded::New } else { GameAdded::Changed };
            assert_eq!((how, offered(&app).await), (wanted, vec![game]));
            last = Some(game);
        }
        let before = last.expect("a game");
        begun(&app, before, 25).await;
        let (renamed, how) = renew(text("Renamed"), last).await.expect("a game");
        assert_eq!((how, offered(&app).await), (GameAdded::New, vec![renamed]));
        let at = |user| Caller { channel: ChannelId(25), ..by(user) };
        assert_eq!(app.play(&at(RED), "b3").await.expect("it goes on").view.variant, before);
        let ours = why(renew(text("Chess"), Some(renamed)).await);
        assert!(matches!(ours, NoOwnGame::NameOfOurs(game) if game.slug() == "chess"));
        assert!(matches!(why(renew(text(""), Some(renamed)).await), NoOwnGame::Refused(_)));
        assert_eq!(offered(&app).await, [renamed], "the last one that could be taken");
        let lines = app.custom_games(Some(GuildId(99)), NOON).await.expect("a list");
        assert_eq!(lines[0].added_by, None, "nobody in the chat");
    });
}

fn a_removed_game_goes_on_and_cannot_be_begun() {
    with_database(async |url| {
        let app = open_at(&url).await.with_limits(without_pauses());
        let (variant, _) = added(&app, text("Gone Tomorrow")).await;
        begun(&app, variant, 23).await;
        assert_eq!(app.remove_own_game(&manager(), "gone tomorrow").await.expect("it goes"), "Gone Tomorrow");
        assert!(offered(&app).await.is_empty());
        let wish = ChallengeWish { variant, ..asking("chess", Some(BLUE)) };
        assert!(
            matches!(why(app.challenge(&by(RED), wish, None).await), NoOwnGame::Gone(gone) if gone == variant)
        );
        assert!(matches!(
            why(app.remove_own_game(&manager(), "gone tomorrow").await),
            NoOwnGame::NotHere(name) if name == "gone tomorrow"
        ));
        app.close().await;
        // The text is still stored, for a process that starts later.
        let app = open_at(&url).await;
        assert_eq!(app.review(None, NOON).await.expect("a review").set_aside, []);
        let at = |user| Caller { channel: ChannelId(23), ..by(user) };
        app.play(&at(RED), "a3").await.expect("a move");
        assert_eq!(app.contradiction().await.expect("a check"), None);
        let beside = DbProbe::open(&url).await;
        assert_eq!(beside.number("SELECT count(*) FROM own_games").await, 1);
        // A game that nobody plays and no server has is deleted a day later: a game of it may be about to
        // start.
        let (unplayed, _) = added(&app, text("Never Played")).await;
        assert_eq!(beside.number("SELECT count(*) FROM own_games").await, 2);
        app.remove_own_game(&manager(), unplayed.slug()).await.expect("it goes");
        let day = Millis(NOON.0 + Millis::DAY);
        assert_eq!(app.forget_unused_games(day).await.expect("a look"), 0);
        assert_eq!(app.forget_unused_games(Millis(day.0 + 1)).await.expect("a look"), 1);
        assert_eq!(beside.number("SELECT count(*) FROM own_games").await, 1);
        app.close().await;
    });
}

fn only_those_who_manage_the_server_change_its_games() {
    with_app(async |app| {
        let alone = Caller { guild: None, manages: true, ..by(RED) };
        assert!(matches!(why(app.add_own_game(&by(RED), text("Mine")).await), NoOwnGame::NotAllowed));
        assert!(matches!(why(app.add_own_game(&alone, text("Mine")).await), NoOwnGame::NoServer));
        added(&app, text("Mine")).await;
        assert!(matches!(why(app.remove_own_game(&by(BLUE), "Mine").await), NoOwnGame::NotAllowed));
        assert!(matches!(why(app.ask_to_publish(&by(BLUE), "Mine").await), NoOwnGame::NotAllowed));
        assert_eq!(offered(&app).await.len(), 1);
    });
}

fn what_is_wrong_with_a_file_is_told_and_nothing_is_kept() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let refused = async |text: String| why(app.add_own_game(&manager(), text).await);
        assert!(matches!(refused("what is this?".to_owned()).await, NoOwnGame::Refused(_)));
        assert!(matches!(refused(text("Wrong").replace("mNcB", "mXcB")).await, NoOwnGame::Refused(_)));
        assert!(matches!(refused(text("Wrong").replace("/5/", "/6/")).await, NoOwnGame::Refused(_)));
        assert!(matches!(
            refused(text("squirrel chess")).await,
            NoOwnGame::NameOfOurs(game) if game.slug() == "squirrel"
        ));
        assert!(offered(&app).await.is_empty());
        assert_eq!(DbProbe::open(&url).await.number("SELECT count(*) FROM own_games").await, 0);
        app.close().await;
    });
}

fn a_server_has_so_many_games_and_none_of_another() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let beside = DbProbe::open(&url).await;
        for number in 0..OWN_GAMES_MAX - 1 {
            beside
                .change(&format!(
                    "INSERT INTO server_games (guild, name, slug, person, channel, added_at) VALUES (99, 'game {number}', 'own-none', 1, 1, 1)"
                ))
                .await;
        }
        added(&app, text("The Last")).await;
        assert!(matches!(why(app.add_own_game(&manager(), text("One More")).await), NoOwnGame::TooMany));
        // A new version of an existing game does not count towards the limit.
        let (changed, how) = added(&app, text("The Last").replace("steps = 1", "steps = 2")).await;
        assert_eq!((how, offered(&app).await), (GameAdded::Changed, vec![changed]));
        assert!(offered_in(&app, Some(98), NOON).await.is_empty());
        assert!(offered_in(&app, None, NOON).await.is_empty());
        app.close().await;
    });
}

fn a_published_game_is_in_all_servers_once_that_is_agreed() {
    with_app(async |app| {
        let (variant, _) = added(&app, text("For Everybody")).await;
        let elsewhere = async || offered_in(&app, Some(98), NOON).await;
        assert_eq!(app.ask_to_publish(&manager(), "for everybody").await.expect("asked"), Published::Asked);
        assert!(elsewhere().await.is_empty(), "nobody has agreed yet");
        assert_eq!(app.games_to_publish().await.expect("a list").len(), 1);
        assert!(app.agree_to_publish(variant.slug(), true).await.expect("agreed"));
        assert_eq!((elsewhere().await, offered(&app).await), (vec![variant], vec![variant]));
        assert_eq!(app.ask_to_publish(&manager(), "for everybody").await.expect("told"), Published::Agreed);
        let there = |user| Caller { guild: Some(GuildId(98)), channel: ChannelId(24), ..by(user) };
        let wish = ChallengeWish { variant, ..asking("chess", Some(BLUE)) };
        app.challenge(&there(RED), wish, None).await.expect("a challenge");
        // The agreement was about that text only.
        added(&app, text("For Everybody").replace("steps = 1", "steps = 2")).await;
        assert!(elsewhere().await.is_empty());
        assert!(!app.agree_to_publish("own-unknown", true).await.expect("no such game"));
    });
}

fn a_game_that_fails_three_times_is_switched_off_for_a_day() {
    with_app(async |app| {
        let (variant, _) = added(&app, text("Troublesome")).await;
        for _ in 0..2 {
            app.note_own_game_failure(variant, NOON).await;
        }
        assert_eq!(offered(&app).await, [variant]);
        app.note_own_game_failure(variant, NOON).await;
        assert!(offered(&app).await.is_empty());
        let wish = ChallengeWish { variant, ..asking("chess", Some(BLUE)) };
        let day = NOON.0 + Millis::DAY;
        let refused = why(app.challenge(&by(RED), wish, None).await);
        assert!(matches!(refused, NoOwnGame::Off(off, until) if (off, until.0) == (variant, day)));
        let lines = app.custom_games(Some(GuildId(99)), NOON).await.expect("a list");
        assert_eq!(lines[0].off_until, Some(Millis(day)));
        let later = offered_in(&app, Some(99), Millis(day)).await;
        assert_eq!(later, [variant]);
        // A game that fails rarely stays on.
        let days = async |days: &[i64]| {
            for day in days {
                app.note_own_game_failure(variant, Millis(NOON.0 + day * Millis::DAY)).await;
            }
            offered_in(&app, Some(99), Millis(NOON.0 + 6 * Millis::DAY)).await
        };
        assert_eq!(days(&[2, 3, 4, 5, 6]).await, [variant]);
        // The first of three is older than a day.
        for hours in [0, 23, 46] {
            app.note_own_game_failure(variant, Millis(NOON.0 + 10 * Millis::DAY + hours * Millis::HOUR))
                .await;
        }
        assert_eq!(offered_in(&app, Some(99), Millis(NOON.0 + 12 * Millis::DAY)).await, [variant]);
        assert!(days(&[20, 20, 20]).await.is_empty());
        // A built-in game is never switched off.
        app.note_own_game_failure(games::from_slug("chess").expect("a game"), NOON).await;
    });
}

fn so_many_files_are_read_in_a_day() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let sent = async |app: &App, guild: u64, person: u64, now: Millis| {
            let by = Caller { guild: Some(GuildId(guild)), user: UserId(person), now, ..manager() };
            app.add_own_game(&by, "no game".to_owned()).await
        };
        let read = async |app: &App, guild, person, count: u32| {
            for _ in 0..count {
                assert!(matches!(why(sent(app, guild, person, NOON).await), NoOwnGame::Refused(_)));
            }
        };
        let limit = async |app: &App, guild, person| match why(sent(app, guild, person, NOON).await) {
            NoOwnGame::TooOften(reached) => reached,
            other => panic!("it was read: {other:?}"),
        };
        read(&app, 99, 1, FILES_A_DAY.person).await;
        for server in [99, 98] {
            assert_eq!(limit(&app, server, 1).await, FileLimit::Person, "also in another server");
        }
        app.close().await;
        // A restart does not reset the day's counts.
        let app = open_at(&url).await;
        assert_eq!(limit(&app, 99, 1).await, FileLimit::Person);
        read(&app, 99, 2, FILES_A_DAY.server - FILES_A_DAY.person).await;
        assert_eq!(limit(&app, 99, 3).await, FileLimit::Server);
        let tomorrow = Millis(NOON.0 + Millis::DAY);
        assert!(matches!(why(sent(&app, 99, 1, tomorrow).await), NoOwnGame::Refused(_)));
        assert_eq!(DbProbe::open(&url).await.number("SELECT count(*) FROM files_sent").await, 2, "of today");
        app.close().await;
    });
}

fn so_many_new_games_are_added_in_a_day() {
    with_database(async |url| {
        let app = open_at(&url).await;
        // All tests of a process share the known games.
        let too_late =
            text(if matches!(url, StoreUrl::Sqlite(_)) { "Too Late Here" } else { "Too Late There" });
        added(&app, text("Added Early")).await;
        let beside = DbProbe::open(&url).await;
        let all_but_one = FILES_A_DAY.added - 1;
        beside
            .change(&format!("UPDATE files_sent SET count = {all_but_one} WHERE person = 0 AND guild = 0"))
            .await;
        added(&app, text("The Last of Today")).await;
        let late = app.add_own_game(&manager(), too_late.clone()).await;
        assert!(matches!(why(late), NoOwnGame::TooOften(FileLimit::Added)));
        assert!(!games::is_known(&games::slug_of(&too_late.clone())));
        // A game that is already known does not count, and neither does an invalid one.
        let elsewhere = Caller { guild: Some(GuildId(98)), ..manager() };
        app.add_own_game(&elsewhere, text("Added Early")).await.expect("the same text");
        assert!(matches!(why(app.add_own_game(&manager(), String::new()).await), NoOwnGame::Refused(_)));
        let tomorrow = Caller { now: Millis(NOON.0 + Millis::DAY), ..manager() };
        app.add_own_game(&tomorrow, too_late.clone()).await.expect("another day");
        app.close().await;
    });
}

/// A game in which a piece has more moves than the limit.
const TOO_MANY_MOVES: &str = r#"
name = "Too Many Moves"
start = "k1********/**********/10/10/10/10/10/10/10/10/1SSSSSSSS1/KSSSSSSSS1 w - - 0 1"
pieces = ["king", "spider"]
[board]
files = 10
first_rank = 0
last_rank = 11
squares = "a0-j9 a11 b11"
[piece.spider]
name = "Spider"
letter = "S"
moves = "KNCZDAHG"
spares_kings = true
"#;

fn of_a_game_that_is_not_added_nothing_stays_in_memory() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let refused = async |text: String| {
            let why = why(app.add_own_game(&manager(), text.clone()).await);
            assert!(!games::is_known(&games::slug_of(&text)), "{why:?}");
            why
        };
        assert!(matches!(refused(text("Hiashatar")).await, NoOwnGame::NameOfOurs(_)));
        let tried = refused(TOO_MANY_MOVES.to_owned()).await;
        assert!(matches!(tried, NoOwnGame::Trial(name, _) if name == "Too Many Moves"));
        let beside = DbProbe::open(&url).await;
        for number in 0..OWN_GAMES_MAX {
            beside
                .change(&format!(
                    "INSERT INTO server_games (guild, name, slug, person, channel, added_at) VALUES (99, 'game {number}', 'own-none', 1, 1, 1)"
                ))
                .await;
        }
        assert!(matches!(refused(text("Of Too Many")).await, NoOwnGame::TooMany));
        app.close().await;
    });
}

/// True until the text of that test has been read.
static FIRST: AtomicBool = AtomicBool::new(true);

fn a_text_is_read_when_its_game_is_asked_for() {
    with_database(async |url| {
        let (text, at) = (text("Stored"), NOON.0);
        let slug = games::slug_of(&text);
        let app = open_at(&url).await;
        let beside = DbProbe::open(&url).await;
        beside
            .change(&format!(
                "INSERT INTO own_games (slug, text, added_at) VALUES ('{slug}', '{text}', {at});
                 INSERT INTO server_games (guild, name, slug, person, channel, added_at) VALUES (99, 'stored', '{slug}', 1, 1, 1);"
            ))
            .await;
        assert_eq!(app.review(None, NOON).await.expect("a review").set_aside, []);
        // Later runs of this test find the text already read by the first.
        if FIRST.swap(false, Ordering::Relaxed) {
            assert!(!games::is_known(&slug), "nobody has asked for it");
        }
        let there = offered(&app).await;
        assert_eq!(there.iter().map(|game| game.slug()).collect::<Vec<_>>(), [&slug]);
        app.close().await;
    });
}

/// Makes the names of each run unique.
static OTHERS: AtomicU32 = AtomicU32::new(1);

fn a_game_that_another_process_has_added_has_its_name() {
    with_database(async |url| {
        let app = open_at(&url).await.with_limits(without_pauses());
        let (variant, _) = added(&app, text("Added Here")).await;
        let at = |user| Caller { channel: ChannelId(24), ..by(user) };
        let wish = ChallengeWish { variant, ..asking("chess", Some(BLUE)) };
        let Ok(Challenged::Open(asked)) = app.challenge(&at(RED), wish, None).await else { panic!("asked") };
        let Ok(Accepted::Started(game)) = app.accept(&at(BLUE), asked.challenge, None).await else {
            panic!("begun")
        };
        let beside = DbProbe::open(&url).await;
        // The rows are those of a game whose file this process has not seen; each run uses a new game.
        let number = OTHERS.fetch_add(1, Ordering::Relaxed);
        let named = |name: &str| format!("{name} {number}");
        let other = async |name: &str, rows: &str| {
            let (text, at) = (text(&named(name)), NOON.0);
            let slug = games::slug_of(&text);
            assert!(!games::is_known(&slug));
            let known =
                format!("INSERT INTO own_games (slug, text, added_at) VALUES ('{slug}', '{text}', {at});");
            beside.change(&format!("{known} {}", rows.replace("SLUG", &slug))).await;
        };
        other("Accepted There", "UPDATE settled_challenges SET variant = 'SLUG';").await;
        let closed = app.closed_challenge(asked.challenge).await.expect("a read").expect("it is not told");
        assert_eq!(closed.variant.map(Variant::name), Some(&*named("Accepted There")));
        let id = game.game.0;
        let grant = "INSERT INTO page_grants (id, browser, person, game, made_at, used_at) VALUES (1, 'a', 1";
        let there = format!("UPDATE games SET variant = 'SLUG'; {grant}, {id}, {at}, {at});", at = NOON.0);
        other("Watched There", &there).await;
        let pages = app.pages_of(RED, NOON).await.expect("pages");
        assert_eq!(pages[0].1.map(Variant::name), Some(&*named("Watched There")));
        other("Removed There", "UPDATE server_games SET slug = 'SLUG';").await;
        assert_eq!(
            app.remove_own_game(&manager(), "added here").await.expect("it goes"),
            named("Removed There")
        );
        let gone = format!(
            "UPDATE games SET variant = 'SLUG', state = 'over', ending = 'removed', due_at = {};",
            NOON.0
        );
        other("Lost There", &gone).await;
        let (lost, more) = app.lost_games(RED, NOON).await.expect("a list");
        assert_eq!((lost[0].variant.name(), more), (&*named("Lost There"), 0));
        app.close().await;
    });
}
