//! Export of a person's own data, and its removal.

use super::{NOON, RED, open_at, start, with_database};
use crate::databases::DbProbe;
use crate::filled::{Filled, PERSON, fill};
use rookery::app::App;
use rookery::game::UserId;
use rookery::store::{Store, StoreOptions, StoreUrl, copy};
use serde_json::{Value, json};
use std::collections::BTreeSet;

tests_on_both!(
    the_file_holds_every_record,
    nothing_of_it_stays,
    every_table_about_a_person_is_in_the_file,
    nobody_is_named_anywhere_once_they_are_forgotten,
);

/// A user without stored data.
const STRANGER: UserId = UserId(9);

/// Records of Red in all tables that have one, with a game in progress. Some belong to others and name Red.
const RECORDS: &str = "
    DELETE FROM people;
    INSERT INTO people (id, locale, pings, side, theme, coordinates, size, reminders, language, standing)
        VALUES (1, 'de', 0, 'own', 'ice', 1, 'large', 'dm', 'en', 'everywhere'), (2, 'fr', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO blocks (person, blocked) VALUES (1, 8), (1, 3), (3, 1);
    INSERT INTO former_blocks (person, mark) VALUES (1, 'b'), (1, 'a'), (2, 'c');
    INSERT INTO vacations (person, until, year, days) VALUES (1, 1000, 2027, 3), (2, 2000, 2028, 4);
    INSERT INTO outbox (kind, subject, part, channel, urgency) VALUES ('vacation', 1, 1, 1, 2), ('vacation', 1, 2, 1, 2);
    INSERT INTO lessons (person, variant, steps, finished) VALUES (1, 'squirrel', 2, 0), (1, 'chess', 6, 1), (2, 'chess', 1, 0);
    INSERT INTO puzzles (person, variant, puzzle, helped, solved_at)
        VALUES (1, 'chess', 4000000000, 1, NULL), (1, 'chess', 3, 0, 1234), (2, 'chess', 5, 0, NULL);
    INSERT INTO puzzle_streaks (person, streak, best) VALUES (1, 2, 5), (2, 6, 7);
    INSERT INTO seats (id, person, channel, guild)
        VALUES (-9223372036854775806, 1, 78, 9), (-9223372036854775807, 1, -2, NULL), (-9223372036854775805, 2, 77, 9);
    INSERT INTO challenges (id, challenger, opponent, variant, color, thread, start, guild, channel, message, created_at, may_thread,
        locale, pace, rematch_of, hints, interaction) VALUES
        (8, 2, 1, 'squirrel', 'random', 'no', 'another', NULL, -3, NULL, 98, 0, NULL, NULL, NULL, 0, NULL),
        (7, 1, NULL, 'chess', 'white', 'auto', 'the start', 9, 10, 11, 99, 1, 'de', '1d', 3, 1, 55),
        (9, 2, 3, 'chess', 'white', 'auto', 'the start', 9, 10, 12, 99, 1, 'de', '1d', NULL, 1, 56);
    INSERT INTO page_links (hash, person, game, opens, guild, locale, made_at)
        VALUES ('a', 1, NULL, 'learning', 9, NULL, 32), ('b', 1, 7, NULL, NULL, 'de', 31), ('c', 2, 7, NULL, NULL, 'fr', 30);
    INSERT INTO page_grants (id, browser, person, game, opens, guild, locale, made_at, used_at)
        VALUES (3, 'd', 1, 7, NULL, NULL, 'de', 41, 44), (2, 'd', 1, NULL, 'learning', 9, NULL, 42, 43), (1, 'd', 2, 7, NULL, NULL, 'fr', 40, 45);
    INSERT INTO push_subscriptions (page, person, game, address, key, secret, made_at)
        VALUES (3, 1, 7, 'https://web.push.apple.com/a', 'k', 's', 46), (1, 2, 7, 'https://web.push.apple.com/b', 'k', 's', 47);
    INSERT INTO daily_solved (guild, day, person, helped, at) VALUES (9, 20780, 1, 0, 51), (9, 20779, 1, 1, 50), (9, 20780, 2, 0, 52);
    INSERT INTO notes (person, game, ply, text, at, played) VALUES (1, 1, 2, 'mine', 53, 'e7e5'), (2, 1, 2, 'not mine', 54, NULL);
    INSERT INTO rated_players (id, person) VALUES (1, 1), (2, 2);
    INSERT INTO ratings (player, variant, period, rating, deviation, volatility, settled_until)
        VALUES (1, 'chess', 0, 1500500000000, 90000000000, 60000000, 5), (2, 'chess', 0, 1400000000000, 90000000000, 60000000, 5);
    INSERT INTO rating_lists (guild, variant, player, rating, settled_until)
        VALUES (9, 'chess', 1, 1500500000000, 5), (0, 'chess', 1, 1500500000000, 5), (9, 'chess', 2, 1400000000000, 5);
    INSERT INTO tournaments (id, guild, channel, kind, variants, pace, rated, games, least, most, state, round, seed, created_at)
        VALUES (5, 9, 77, 'round-robin', 'chess', '1d', 0, 1, 3, 10, 'running', 1, 4, 60), (6, 9, 78, 'swiss', 'chess', '1d', 0, 1, 9, 64, 'open', 0, 4, 61);
    INSERT INTO tournament_players (tournament, number, person, state, rating, joined_at)
        VALUES (5, 1, 1, 'in', 1500, 62), (5, 2, 2, 'in', 1400, 63), (6, 1, 1, 'in', 0, 64);
    INSERT INTO ladders (id, guild, channel, variant, pace, rated, state, created_at) VALUES (4, 9, 79, 'chess', '1d', 0, 'open', 65);
    INSERT INTO ladder_players (ladder, person, place, refusals, joined_at) VALUES (4, 2, 1, 0, 66), (4, 1, 2, 1, 67), (4, 3, 3, 0, 68);
    INSERT INTO ladder_challenges (challenge, ladder, challenger, opponent, game, outcome) VALUES (90, 4, 1, 2, NULL, NULL), (91, 4, 3, 1, 7, 'won');
    INSERT INTO own_games (slug, text, added_at) VALUES ('own-1', 'name = \"One\"', 70);
    INSERT INTO server_games (guild, name, slug, person, channel, added_at) VALUES (9, 'one', 'own-1', 1, 79, 71), (9, 'two', 'own-1', 2, 79, 72);
    INSERT INTO files_sent (person, guild, day, count) VALUES (1, 0, 20780, 3), (2, 0, 20780, 4), (0, 9, 20780, 7), (0, 0, 20780, 7);
    DELETE FROM recently_challenged;
    INSERT INTO recently_challenged (challenger, opponent, at) VALUES (1, 0, 20), (2, 1, 10), (2, 3, 15);";

async fn file(app: &App, person: UserId) -> Value {
    let json = app.person_file(person).await.expect("a file").json;
    serde_json::from_str(&json).expect("JSON")
}

/// The export of a user without data. A newer table needs no key here, since the tests of every table cover
/// it.
fn nothing(person: UserId) -> Value {
    json!({
        "person": person.0.to_string(),
        "locale": null,
        "settings": {
            "pings": null, "side": null, "theme": null, "coordinates": null, "size": null, "reminders": null, "language": null,
            "standing": null, "bot_games": null,
        },
        "blocked": [],
        "blocked_former": [],
        "vacation": null,
        "vacation_untold_in": [],
        "lessons": [],
        "puzzles": [],
        "puzzles_in_a_row": { "now": 0, "best": 0 },
        "puzzles_of_the_day": [],
        "notes": [],
        "ratings": [],
        "tournaments": [],
        "ladders": [],
        "games_added": [],
        "files_sent": null,
        "ladder_challenges": [],
        "page_links": [],
        "pages": [],
        "push_subscriptions": [],
        "seats": [],
        "games": [],
        "challenges": [],
        "settled_challenges": [],
        "challenged_lately": [],
    })
}

/// Asserts that a file contains these parts unchanged.
fn assert_holds(file: &Value, parts: &Value) {
    for (key, value) in parts.as_object().expect("parts") {
        assert_eq!(&file[key], value, "{key}");
    }
}

fn the_file_holds_every_record() {
    with_database(async |url| {
        let app = open_at(&url).await;
        start(&app, "chess", None).await;
        DbProbe::open(&url).await.change(RECORDS).await;
        let file_of_red = file(&app, RED).await;
        assert_eq!(file_of_red["games"][0]["variant"], "chess");
        let mut all = json!({
            "person": "1",
            "games": file_of_red["games"],
            "settled_challenges": file_of_red["settled_challenges"],
            "locale": "de",
            "settings": {
                "pings": false, "side": "own", "theme": "ice", "coordinates": true, "size": "large", "reminders": "dm",
                "language": "en", "standing": "everywhere", "bot_games": null,
            },
            "blocked": ["3", "8"],
            "blocked_former": ["a", "b"],
            "vacation": { "until_ms": 1000, "year": 2027, "days_used": 3 },
            "vacation_untold_in": [1],
            "lessons": [
                { "variant": "chess", "steps_done": 6, "finished": true },
                { "variant": "squirrel", "steps_done": 2, "finished": false },
            ],
            "puzzles": [
                { "variant": "chess", "puzzle": 3, "helped": false, "solved_at_ms": 1234 },
                { "variant": "chess", "puzzle": 4_000_000_000_u32, "helped": true, "solved_at_ms": null },
            ],
            "puzzles_in_a_row": { "now": 2, "best": 5 },
            "puzzles_of_the_day": [
                { "day": 20_779, "server": "9", "helped": true, "at_ms": 50 },
                { "day": 20_780, "server": "9", "helped": false, "at_ms": 51 },
            ],
            "notes": [{ "game": 1, "half_moves": 2, "move": "e7e5", "text": "mine", "at_ms": 53 }],
            "ratings": [
                {
                    "variant": "chess", "week_ended_ms": 950_400_000, "rating": 1_500.5, "deviation": 90.0,
                    "volatility": 0.06,
                },
            ],
            "tournaments": [
                { "tournament": 5, "number": 1, "state": "in", "out_in_round": null, "rating": 1500, "joined_ms": 62 },
                { "tournament": 6, "number": 1, "state": "in", "out_in_round": null, "rating": 0, "joined_ms": 64 },
            ],
            "ladders": [{ "ladder": 4, "place": 2, "refusals": 1, "joined_ms": 67 }],
            "games_added": [{
                "name": "one", "variant": "own-1", "server": "9", "channel": "79", "added_ms": 71,
                "published": null, "failures": 0, "failed_ms": 0, "off_until_ms": 0, "locale": null,
            }],
            "ladder_challenges": [
                { "challenge": 90, "ladder": 4, "challenger": "1", "opponent": "2", "game": null, "outcome": null },
                { "challenge": 91, "ladder": 4, "challenger": "3", "opponent": "1", "game": 7, "outcome": "won" },
            ],
            "page_links": [
                { "made_ms": 31, "game": 7, "opens": null, "server": null, "locale": "de" },
                { "made_ms": 32, "game": null, "opens": "learning", "server": "9", "locale": null },
            ],
            "pages": [
                { "made_ms": 41, "used_ms": 44, "game": 7, "opens": null, "server": null, "locale": "de", "device": null },
                { "made_ms": 42, "used_ms": 43, "game": null, "opens": "learning", "server": "9", "locale": null, "device": null },
            ],
            "seats": [
                {
                    "channel": "9223372036854775809",
                    "stands_for": { "server": null, "channel": "18446744073709551614" },
                },
                { "channel": "9223372036854775810", "stands_for": { "server": "9", "channel": "78" } },
            ],
            "challenges": [
                {
                    "challenge": 7, "challenger": "1", "opponent": null, "variant": "chess", "color": "white", "pace": "1d",
                    "hints": true, "rated": false, "thread": "auto", "may_thread": true, "rematch_of": 3, "position": "the start",
                    "place": { "server": "9", "channel": "10" }, "locale_there": "de", "message": "11", "made_ms": 99,
                },
                {
                    "challenge": 8, "challenger": "2", "opponent": "1", "variant": "squirrel", "color": "random", "pace": null,
                    "hints": false, "rated": false, "thread": "no", "may_thread": false, "rematch_of": null, "position": "another",
                    "place": { "server": null, "channel": "18446744073709551613" }, "locale_there": null, "message": null,
                    "made_ms": 98,
                },
            ],
            "challenged_lately": [
                { "challenger": "2", "opponent": "1", "at_ms": 10 },
                { "challenger": "1", "opponent": null, "at_ms": 20 },
            ],
        });
        all["push_subscriptions"] =
            json!([{ "made_ms": 46, "game": 7, "address": "https://web.push.apple.com/a" }]);
        all["files_sent"] = json!({ "day": 20780, "files": 3 });
        assert_holds(&file_of_red, &all);
        assert_holds(&file(&app, STRANGER).await, &nothing(STRANGER));
        app.close().await;
    });
}

fn nothing_of_it_stays() {
    with_database(async |url| {
        let app = open_at(&url).await;
        start(&app, "chess", None).await;
        let beside = DbProbe::open(&url).await;
        beside.change(RECORDS).await;
        app.forget(RED, NOON).await.expect("they go");
        assert_holds(&file(&app, RED).await, &nothing(RED));
        // Those who had blocked them get a marker instead, and others' own data is unchanged.
        assert_eq!(beside.number("SELECT count(*) FROM blocks").await, 0);
        assert_eq!(beside.number("SELECT count(*) FROM former_blocks WHERE person = 3").await, 1);
        for (table, left) in [
            ("people", 1),
            ("vacations", 1),
            ("puzzles", 1),
            ("page_links", 1),
            ("page_grants", 1),
            ("push_subscriptions", 1),
            ("seats", 1),
            ("recently_challenged", 1),
            ("challenges", 1),
            ("daily_solved", 1),
            ("notes", 1),
            ("tournament_players", 2),
            ("tournament_players WHERE person IS NULL AND state = 'out'", 1),
            ("ladder_players", 2),
            ("ladder_challenges", 0),
            ("files_sent", 3),
            ("server_games", 2),
            ("server_games WHERE person = 0", 1),
            ("rating_lists", 1),
            // Their remaining rows have no person.
            ("rated_players", 2),
            ("rated_players WHERE person IS NULL", 1),
            ("ratings", 2),
        ] {
            assert_eq!(beside.number(format!("SELECT count(*) FROM {table}")).await, left, "{table}");
        }
        app.close().await;
    });
}

/// Tables whose rows have nothing that identifies them in a file: only people, or a person and their number.
const UNMARKED: [&str; 2] = ["blocks", "rated_players"];

/// Tables whose rows stay for others when a person is removed, without the person.
const STAY: [&str; 6] = ["acts", "games", "settled_challenges", "rated_players", "server_games", "shut_out"];

/// A database with a row about [`PERSON`] in every table.
async fn filled(url: &StoreUrl) -> Vec<Filled> {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("filled.db");
    Store::open(&path, StoreOptions::default()).await.expect("the database opens").close().await;
    let mut filled = fill(&path).await;
    copy(&StoreUrl::Sqlite(path), url, &mut |_, _| ()).await.expect("a copy");
    filled.retain(Filled::names_person);
    assert!(filled.len() > 20, "{}", filled.len());
    filled
}

/// Collects all texts and numbers of a file.
fn values(file: &Value, found: &mut BTreeSet<String>) {
    match file {
        Value::Array(all) => all.iter().for_each(|one| values(one, found)),
        Value::Object(all) => all.values().for_each(|one| values(one, found)),
        Value::String(text) => _ = found.insert(text.clone()),
        other => _ = found.insert(other.to_string()),
    }
}

fn every_table_about_a_person_is_in_the_file() {
    with_database(async |url| {
        let tables = filled(&url).await;
        let app = open_at(&url).await;
        let mut given = BTreeSet::new();
        values(&file(&app, UserId(PERSON as u64)).await, &mut given);
        for of in tables.iter().filter(|of| !UNMARKED.contains(&of.table.as_str())) {
            assert!(
                of.marks().any(|mark| given.contains(mark)),
                "{} is not in the file: {given:?}",
                of.table
            );
        }
        app.close().await;
    });
}

fn nobody_is_named_anywhere_once_they_are_forgotten() {
    with_database(async |url| {
        let tables = filled(&url).await;
        let app = open_at(&url).await;
        app.forget(UserId(PERSON as u64), NOON).await.expect("they go");
        app.close().await;
        let beside = DbProbe::open(&url).await;
        for of in &tables {
            let table = &of.table;
            for column in of.numbers() {
                let sql = format!("SELECT count(*) FROM {table} WHERE \"{column}\" = {PERSON}");
                assert_eq!(beside.number(sql).await, 0, "{table}.{column}");
            }
            let left = beside.number(format!("SELECT count(*) FROM {table}")).await;
            assert_eq!(left > 0, STAY.contains(&table.as_str()), "{table}");
        }
        beside.close().await;
    });
}
