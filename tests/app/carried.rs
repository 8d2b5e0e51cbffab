//! Databases of before: brought up to date without loss, and games of other rules.

use super::{BLUE, GREEN, NOON, RED, by, refused, with_path};
use rookery::app::{
    Accepted, App, Caller, Challenged, ColorWish, DrawWish, GameView, RejectionKind, Rematched, Side, Target,
};
use rookery::game::{
    ChallengeId, ChannelId, Color, EventKind, Game, GameId, InteractionId, LogEntry, Millis, OfferKind, Rev,
    UserId,
};
use rookery::games;
use rookery::rules::ByColor;
use rookery::store::{Checked, Store, StoreOptions, StoredState, check};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use std::path::Path;
use strum::IntoEnumIterator;

tests!(
    a_database_of_schema_4_comes_over_game_by_game,
    nothing_beside_the_logs_is_lost_with_schema_4,
    games_of_schema_4_go_on,
    a_clock_that_went_back_is_no_damage,
    one_unreadable_game_does_not_hide_the_others_from_the_review,
    a_game_of_schema_5_goes_on,
    an_interrupted_start_begins_anew,
    a_row_that_does_not_follow_from_its_log_is_found,
    a_game_whose_moves_mean_something_else_now_is_set_aside,
);

/// Made by the release before logs: games in mid-play and of every kind of end, offers, a former player, challenges.
pub const SCHEMA_4: &[u8] = include_bytes!("data/schema-4.db");

/// The same games as the release kept them that brought logs.
const SCHEMA_5: &[u8] = include_bytes!("data/schema-5.db");

/// With an interaction that the database of before has not seen.
fn in_channel(user: UserId, channel: u64) -> Caller {
    let by = by(user);
    let interaction = InteractionId(by.interaction.0 + 1_000_000);
    Caller { channel: ChannelId(channel), interaction, ..by }
}

pub async fn execute(path: &Path, sql: &str) {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.expect("a connection");
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.expect("a write");
    connection.close().await.expect("closed");
}

/// What the old tables say of each game: variant, players, state, ending, first position, offers, moves.
type Old = (String, [Option<i64>; 2], String, Option<String>, String, String, Vec<String>);

async fn old_games(path: &Path) -> Vec<Old> {
    let mut connection =
        SqliteConnectOptions::new().filename(path).read_only(true).connect().await.expect("a connection");
    let rows = sqlx::query(
        "SELECT *, (SELECT string_agg(text, ' ' ORDER BY ply) FROM moves WHERE game = id) AS line FROM games ORDER BY id",
    )
    .fetch_all(&mut connection)
    .await
    .expect("the games");
    connection.close().await.expect("closed");
    let games = rows.iter().map(|row| {
        let line: Option<String> = row.get("line");
        let moves = line.iter().flat_map(|line| line.split(' ')).map(str::to_owned).collect();
        let people = [row.get("white"), row.get("black")];
        let (variant, state, ending) = (row.get("variant"), row.get("state"), row.get("ending"));
        (variant, people, state, ending, row.get("start"), row.get("offers"), moves)
    });
    games.collect()
}

/// Open and spent offers as the old tables wrote them; their place is the number of moves before them.
fn offers_told(game: &Game, log: &[LogEntry]) -> String {
    let moves_before =
        |rev: Rev| log[..rev.0 as usize].iter().filter(|entry| entry.kind == EventKind::Move).count();
    let of = move |by: Color| OfferKind::iter().filter_map(move |ask| game.offers.last_of(ask, by));
    let mut offers: Vec<_> = Color::BOTH.into_iter().flat_map(of).collect();
    offers.sort_by_key(|offer| offer.rev);
    let offers = offers.iter().map(|offer| {
        let state = if offer.open { "open" } else { "spent" };
        format!("{} {} {} {state}", offer.ask.slug(), offer.by.slug(), moves_before(offer.rev))
    });
    offers.collect::<Vec<_>>().join(";")
}

fn a_database_of_schema_4_comes_over_game_by_game() {
    with_path(async |path| {
        std::fs::write(&path, SCHEMA_4).expect("written");
        let before = old_games(&path).await;
        assert_eq!(before.len(), 12);
        assert_eq!(check(&path).await.expect("whole"), Checked { games: 12, moves: 42, up_to_date: false });

        let store = Store::open(&path, StoreOptions::default()).await.expect("it is brought up to date");
        for (number, old) in (1..).zip(&before) {
            let (variant, [white, black], state, ending, start, offers, moves) = old;
            let row = store.game(GameId(number)).await.expect("a read").expect("the game");
            assert_eq!((&row.variant, &row.stands.ending), (variant, ending), "{number}");
            assert_eq!([row.white, row.black].map(|user| user.map(|user| user.0 as i64)), [*white, *black]);
            assert_eq!(row.moves().collect::<Vec<_>>(), *moves, "{number}");
            assert_eq!(row.log[0], LogEntry { kind: EventKind::Begun, by: None, text: start.clone() });
            let known = match row.stands.state {
                StoredState::Live => "live",
                StoredState::Over => "over",
                StoredState::SetAside => "set aside",
            };
            assert_eq!((known, row.stands.rev.0 as usize), (state.as_str(), row.log.len()), "{number}");
            let variant = games::from_slug(variant).expect("a known variant");
            let players = ByColor { white: row.white, black: row.black };
            let game =
                Game::replay(variant, players, None, row.stands.moved_at, &row.log).expect("it replays");
            assert_eq!(offers_told(&game, &row.log), *offers, "{number}");
        }
        let app = App::new(store);
        assert_eq!(app.contradiction().await.expect("a read"), None, "before the positions are known");
        // The look after a start completes the rows of those that are live.
        super::review(&app).await;
        assert_eq!(super::set_aside(&app).await, [0; 0]);
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
        assert_eq!(check(&path).await.expect("whole"), Checked { games: 12, moves: 42, up_to_date: true });

        let unknown = "SELECT state FROM games WHERE fen IS NULL AND state = 'live'";
        assert_eq!(told(&path, unknown).await, [""; 0]);
        // As it was, it lies beside it.
        let copy = path.with_file_name("rookery.db.schema-4");
        assert_eq!(old_games(&copy).await, before);
        assert!(!check(&copy).await.expect("whole").up_to_date);
    });
}

/// What a query says of the database; its rows are texts.
async fn told(path: &Path, sql: &str) -> Vec<String> {
    let mut connection =
        SqliteConnectOptions::new().filename(path).read_only(true).connect().await.expect("a connection");
    let told = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
        .fetch_all(&mut connection)
        .await
        .expect("what is asked for");
    connection.close().await.expect("closed");
    told
}

fn nothing_beside_the_logs_is_lost_with_schema_4() {
    with_path(async |path| {
        std::fs::write(&path, SCHEMA_4).expect("written");
        super::open(&path).await.close().await;
        let copy = path.with_file_name("rookery.db.schema-4");
        // What was and what is: the same rows.
        let same = "SELECT concat_ws('|', id, rules_version, guild, channel, parent, created_at, moved_at, due_at, ply,
                board_channel, board_message, board_interaction, shown < due, state) FROM games ORDER BY id";
        let awaited = |rev: &str| {
            format!(
                "SELECT concat_ws('|', i.id, i.at, i.token, i.game, i.{rev} = g.due) FROM interactions i
                    LEFT JOIN games g ON g.id = i.game ORDER BY i.id"
            )
        };
        let open = "SELECT concat_ws('|', id, challenger, opponent, variant, color, thread, start, guild, channel, message,
                created_at, may_thread) FROM challenges";
        for (before, after) in [
            (same.to_owned(), same.to_owned()),
            (awaited("version"), awaited("rev")),
            (open.to_owned(), open.to_owned()),
            (
                "SELECT concat_ws('|', game, text, at) FROM moves ORDER BY game, ply".to_owned(),
                "SELECT concat_ws('|', game, text, at) FROM events WHERE kind = 'move' ORDER BY game, seq"
                    .to_owned(),
            ),
        ] {
            let was = told(&copy, &before).await;
            assert!(!was.is_empty(), "{before}");
            assert_eq!(told(&path, &after).await, was, "{after}");
        }
        let awaited = told(&path, &awaited("rev")).await;
        assert!(awaited.iter().any(|row| row.ends_with("|1")), "an answer that is awaited: {awaited:?}");
    });
}

fn a_clock_that_went_back_is_no_damage() {
    with_path(async |path| {
        let app = super::open(&path).await;
        super::start(&app, "chess", None).await;
        app.play(&by(RED), "e4").await.expect("a move");
        let earlier = Caller { now: Millis(NOON.0 - 60_000), ..by(BLUE) };
        app.play(&earlier, "e5").await.expect("a move");
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
        assert_eq!(check(&path).await.expect("whole"), Checked { games: 1, moves: 2, up_to_date: true });
    });
}

fn one_unreadable_game_does_not_hide_the_others_from_the_review() {
    with_path(async |path| {
        std::fs::write(&path, SCHEMA_4).expect("written");
        super::open(&path).await.close().await;
        // The first cannot even be read; the rules cannot go on with the second.
        execute(
            &path,
            "UPDATE events SET kind = 'odd' WHERE game = 1 AND seq = 2;
             UPDATE events SET text = 'a1a1' WHERE game = 2 AND seq = 2",
        )
        .await;
        let app = super::open(&path).await;
        super::review(&app).await;
        assert_eq!(super::set_aside(&app).await, [102]);
        app.close().await;
    });
}

async fn board(app: &App, channel: u64) -> GameView {
    app.board(&in_channel(RED, channel), Target::Here, Some(Side::Mine)).await.expect("a board")
}

fn games_of_schema_4_go_on() {
    with_path(async |path| {
        std::fs::write(&path, SCHEMA_4).expect("written");
        let app = super::open(&path).await;
        // Whose turn it is, as the lists have it without a replay.
        let lines = app.games(BLUE).await.expect("a read");
        let waiting: Vec<u64> = lines.iter().filter(|l| l.your_turn).map(|l| l.place.channel.0).collect();
        assert_eq!(waiting, [103]);
        // A board of before is fresh for as long as its position stands.
        let view = board(&app, 101).await;
        assert_eq!((view.ply.0, view.rev, view.to_move), (6, Rev(7), Some(RED)));
        let after = app.play(&in_channel(RED, 101), "Ba4").await.expect("a move").view;
        assert_eq!(after.rev, Rev(8));
        let old = refused(app.resign(&in_channel(RED, 101), Target::Button(view.game, view.rev)).await);
        assert_eq!(old.why, RejectionKind::Stale);
        app.play(&in_channel(RED, 102), "a4").await.expect("a move");
        // The offer of before stands, and the declined request forbids another one until its side has moved.
        let view = board(&app, 103).await;
        assert_eq!(view.draw, DrawWish::Accept(Rev(6)));
        assert_eq!(
            refused(app.abort(&in_channel(BLUE, 103), Target::Here).await).why,
            RejectionKind::TooSoon
        );
        let drawn = app
            .answer(&in_channel(BLUE, 103), OfferKind::Draw, (view.game, Rev(6)), true)
            .await
            .expect("agreed");
        assert!(drawn.view.over);
        app.play(
            &in_channel(GREEN, 110),
            &app.complete_move(GREEN, ChannelId(110), "").await.expect("a list")[0].value,
        )
        .await
        .expect("a move of a hot-seat game");
        // A game that was over has its rematch, from its own position.
        let asked = app.rematch(&in_channel(BLUE, 105), Target::Here, None).await.expect("a rematch");
        let Rematched::Asked(Challenged::Open(asked)) = asked else { panic!("{asked:?}") };
        assert_eq!((asked.color, asked.own_position, asked.ping), (ColorWish::White, true, Some(RED)));
        // Ten moves of before count for repetition: the start, twice more.
        for (who, text) in [(RED, "Nf3"), (BLUE, "Nf6"), (RED, "Ng1"), (BLUE, "Ng8")] {
            app.play(&in_channel(who, 112), text).await.expect("a move");
        }
        assert_eq!(board(&app, 112).await.draw, DrawWish::Claim);
        let Ok(Accepted::Started(_)) = app
            .accept(
                &Caller { now: Millis(NOON.0 + 205 * 60_000), ..in_channel(RED, 113) },
                ChallengeId(12),
                None,
            )
            .await
        else {
            panic!("the challenge of before is not open")
        };
        assert_eq!(
            app.store()
                .owed(Millis(NOON.0 + 300 * 60_000), 500, 100)
                .await
                .expect("a read")
                .iter()
                .filter(|one| one.key.kind == "challenge" && one.message.is_some())
                .count(),
            2,
            "the declined one, and this one"
        );
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
    });
}

fn a_game_of_schema_5_goes_on() {
    with_path(async |path| {
        std::fs::write(&path, SCHEMA_5).expect("written");
        assert_eq!(check(&path).await.expect("whole"), Checked { games: 12, moves: 42, up_to_date: true });
        let app = super::open(&path).await;
        assert!(path.with_file_name("rookery.db.schema-5").exists());
        let view = board(&app, 101).await;
        assert_eq!((view.ply.0, view.locale), (6, None));
        let german = |user| Caller {
            locale: Some("de".to_owned()),
            guild_locale: Some("fr".to_owned()),
            ..in_channel(user, 101)
        };
        let played = app.play(&german(RED), "Ba4").await.expect("a move").view;
        assert_eq!(played.locale.as_deref(), Some("fr"));
        let view = board(&app, 101).await;
        assert_eq!((view.ply.0, view.locale.as_deref()), (7, Some("fr")));
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
    });
}

fn an_interrupted_start_begins_anew() {
    with_path(async |path| {
        std::fs::write(&path, SCHEMA_4).expect("written");
        // A copy was made, and the process ended before anything was changed.
        std::fs::write(path.with_file_name("rookery.db.schema-4"), b"half").expect("written");
        let app = super::open(&path).await;
        assert_eq!(board(&app, 101).await.ply.0, 6);
        app.close().await;
        assert!(!check(&path.with_file_name("rookery.db.schema-4")).await.expect("whole").up_to_date);
        // Once is enough: the next start copies nothing.
        std::fs::remove_file(path.with_file_name("rookery.db.schema-4")).expect("removed");
        super::open(&path).await.close().await;
        assert!(!path.with_file_name("rookery.db.schema-4").exists());
    });
}

fn a_row_that_does_not_follow_from_its_log_is_found() {
    for (tampering, without_rules) in [
        ("UPDATE games SET ply = 3 WHERE id = 1", true),
        ("UPDATE games SET rev = rev + 1 WHERE id = 1", true),
        ("UPDATE games SET position_rev = 1 WHERE id = 1", true),
        ("UPDATE games SET moved_at = 5 WHERE id = 1", true),
        ("DELETE FROM events WHERE game = 1 AND seq = 3", true),
        ("DELETE FROM events WHERE game = 1", true),
        ("UPDATE games SET ending = 'aborted' WHERE id = 4", true),
        ("UPDATE games SET fen = 'elsewhere' WHERE id = 1", false),
        ("UPDATE games SET turn = 'black' WHERE id = 1", false),
        ("UPDATE games SET to_move = 2 WHERE id = 1", false),
        ("UPDATE events SET text = 'e2e3' WHERE game = 1 AND seq = 2", false),
    ] {
        with_path(async |path| {
            std::fs::write(&path, SCHEMA_4).expect("written");
            let app = super::open(&path).await;
            app.review(None, NOON).await.expect("a write");
            app.close().await;
            execute(&path, tampering).await;
            let checked = check(&path).await;
            assert_eq!(checked.is_err(), without_rules, "{tampering}: {checked:?}");
            let app = App::new(Store::open_beside(&path).await.expect("it opens"));
            let found = app.contradiction().await.expect("a read");
            app.close().await;
            assert!(without_rules || found.is_some_and(|found| found.game == GameId(1)), "{tampering}");
        });
    }
}

fn a_game_whose_moves_mean_something_else_now_is_set_aside() {
    with_path(async |path| {
        let app = super::open(&path).await;
        let castled = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
        let view = super::start(&app, "chess", Some(castled)).await;
        super::play(&app, "O-O Kd7").await;
        app.close().await;
        // Begun under older rules that came to the same.
        execute(&path, "UPDATE games SET rules_version = 0").await;
        let app = super::open(&path).await;
        super::review(&app).await;
        assert_eq!(super::set_aside(&app).await, [0; 0]);
        app.play(&by(RED), "e4").await.expect("it goes on");
        app.close().await;
        // Begun under older rules by which castling left the rook where it was: all moves are legal today, and lead elsewhere.
        execute(&path, "UPDATE games SET fen = replace(fen, '5RK1', '6KR')").await;
        let app = super::open(&path).await;
        super::review(&app).await;
        assert_eq!(super::set_aside(&app).await.len(), 1);
        assert_eq!(refused(app.play(&by(BLUE), "Ke7").await).why, RejectionKind::SetAside);
        app.close().await;
        let store = Store::open(&path, StoreOptions::default()).await.expect("the database opens");
        let kept = store.game(view.game).await.expect("a read").expect("the game");
        assert_eq!(kept.stands.turn, Color::Black);
        let last = kept.log.last().expect("an event");
        assert_eq!(last.kind, EventKind::SetAside);
        assert!(last.text.contains("today's lead to"), "{}", last.text);
        assert_eq!(kept.moves().collect::<Vec<_>>(), ["O-Og1", "e8d7", "e2e4"]);
        store.close().await;
    });
}
