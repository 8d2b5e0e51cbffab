//! What is owed: who may deliver it, and that what an older schema owes comes over.

use super::contract::show;
use super::{NOON, begin, ending, with_store};
use crate::databases::{address, with_database};
use rookery::game::{ChannelId, GuildId, MessageId, Millis, Rev};
use rookery::store::{Owed, OwedKey, Store, StoreOptions, StoreUrl, WriteError};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqlSafeStr, SqliteConnection};

tests_on_both!(
    what_is_taken_is_delivered_by_nobody_else,
    what_has_changed_meanwhile_stays_owed,
    a_channel_with_much_to_be_told_leaves_room_for_others,
    what_waits_for_a_channel_is_due_once_that_opens,
    in_a_closed_channel_nothing_is_due_until_that_is_tried_again,
    a_clock_that_is_set_back_moves_all_that_was_put_off_by_as_much,
    a_board_is_owed_until_it_is_shown_or_given_up,
    what_an_older_schema_owes_comes_over,
);

const LIST: ChannelId = ChannelId(77);

/// A server with a list of open challenges, which is owed.
async fn list(store: &Store) -> Owed {
    store.change_server(GuildId(9), |server| server.lobby = Some(LIST), None, NOON).await.expect("a write");
    the_list(store).await.expect("it is owed")
}

async fn the_list(store: &Store) -> Option<Owed> {
    store.owed_one(&OwedKey::new("lobby", LIST.0 as i64)).await.expect("a read")
}

async fn due(store: &Store, now: Millis) -> usize {
    store.owed(now, 500, 8).await.expect("a read").len()
}

fn what_is_taken_is_delivered_by_nobody_else() {
    with_store(async |store| {
        let owed = list(&store).await;
        assert_eq!(due(&store, NOON).await, 1);
        let until = Millis(NOON.0 + 30_000);
        store.take_owed(&owed, until, Some(NOON)).await.expect("taken");
        let second = store.take_owed(&owed, until, Some(NOON)).await;
        assert!(matches!(second, Err(WriteError::Conflict)), "{second:?}");
        assert_eq!(due(&store, NOON).await, 0);
        // Its process has died.
        assert_eq!(due(&store, until).await, 1);
        let again = the_list(&store).await.expect("it is owed");
        assert_eq!(again.tried_at, Some(NOON), "a message may have arrived");
        store.take_owed(&again, Millis(until.0 + 30_000), Some(until)).await.expect("taken over");
        assert_eq!(the_list(&store).await.expect("it is owed").tried_at, Some(NOON), "the first try counts");
        store.settle_owed(&again).await.expect("a write");
        assert_eq!(the_list(&store).await, None);
    });
}

fn what_has_changed_meanwhile_stays_owed() {
    with_store(async |store| {
        let owed = list(&store).await;
        let until = Millis(NOON.0 + 30_000);
        store.take_owed(&owed, until, None).await.expect("taken");
        store
            .change_server(GuildId(9), |server| server.language = Some("en".to_owned()), None, NOON)
            .await
            .expect("a write");
        store.settle_owed(&owed).await.expect("a write");
        let changed = the_list(&store).await.expect("it is owed");
        assert!(changed.version > owed.version && due(&store, NOON).await == 1);
        store.put_off_owed(&owed, &Owed { due: Some(until), ..owed.clone() }).await.expect("a write");
        assert_eq!(due(&store, NOON).await, 1, "a failure of before puts nothing off");
        store.next_of_owed(&changed, "", None).await.expect("a write");
        assert_eq!(due(&store, Millis(i64::MAX)).await, 0, "it waits");
    });
}

fn a_channel_with_much_to_be_told_leaves_room_for_others() {
    with_store(async |store| {
        for message in 1..=20 {
            let busy = (ChannelId(5), MessageId(message));
            store.owe_old_board(busy, NOON).await.expect("a write");
        }
        store.owe_old_board((ChannelId(6), MessageId(99)), Millis(NOON.0 + 1)).await.expect("a write");
        let found = store.owed(Millis(NOON.0 + 1), 10, 3).await.expect("a read");
        let of = |channel| found.iter().filter(|one| one.channel == ChannelId(channel)).count();
        assert_eq!((of(5), of(6)), (3, 1));
    });
}

fn what_waits_for_a_channel_is_due_once_that_opens() {
    with_store(async |store| {
        let game = begin(&store, 5).await;
        let board = OwedKey::new("board", game.0);
        let owed = async || store.owed_one(&board).await.expect("a read").expect("it is owed");
        let refused = owed().await;
        let later =
            Owed { due: Some(Millis(NOON.0 + Millis::DAY)), tries: 9, code: Some(50_001), ..refused.clone() };
        store.put_off_owed(&refused, &later).await.expect("a write");
        store.close_channel(ChannelId(5), 50_001, NOON).await.expect("a write");
        let soon = Millis(NOON.0 + 60_000);
        assert_eq!(due(&store, soon).await, 0);
        assert_eq!(
            due(&store, Millis(NOON.0 + 2 * Millis::DAY)).await,
            1,
            "when it is tried again at the latest"
        );
        store.open_channel(ChannelId(5), soon).await.expect("a write");
        assert_eq!(due(&store, soon).await, 1, "at once");
        let now = owed().await;
        assert_eq!((now.tries, now.code), (0, None));
        // What has failed for another reason keeps its pause.
        store.put_off_owed(&now, &Owed { due: later.due, tries: 3, ..now.clone() }).await.expect("a write");
        store.close_channel(ChannelId(5), 50_001, soon).await.expect("a write");
        store.open_channel(ChannelId(5), soon).await.expect("a write");
        assert_eq!((due(&store, soon).await, owed().await.tries), (0, 3));
    });
}

fn in_a_closed_channel_nothing_is_due_until_that_is_tried_again() {
    with_store(async |store| {
        begin(&store, 5).await;
        let old = |channel, message| (ChannelId(channel), MessageId(message));
        for message in 1..=20 {
            store.owe_old_board(old(5, message), NOON).await.expect("a write");
        }
        store.owe_old_board(old(6, 99), NOON).await.expect("a write");
        store.close_channel(ChannelId(5), 50_001, NOON).await.expect("a write");
        let soon = Millis(NOON.0 + 60_000);
        assert_eq!(due(&store, soon).await, 1, "in the other channel");
        let (most, of_each) = (4, 3);
        assert_eq!(store.owed(soon, most, of_each).await.expect("a read").len(), 1);
        let again = Millis(NOON.0 + 5 * 60_000);
        assert_eq!(due(&store, again).await, 22);
        assert_eq!(
            store.owed(again, most, of_each).await.expect("a read").len(),
            5,
            "a board and four others"
        );
    });
}

fn a_clock_that_is_set_back_moves_all_that_was_put_off_by_as_much() {
    with_store(async |store| {
        let hours = |hours: i64| Millis(NOON.0 + hours * Millis::HOUR);
        // The clock went three hours ahead.
        let ahead = hours(3);
        store.note_alive(ahead).await.expect("a write");
        let put_off = async |key: &OwedKey, due: Millis, code: Option<u32>| {
            let owed = store.owed_one(key).await.expect("a read").expect("it is owed");
            let tried_at = owed.since.map(|_| ahead);
            let later = Owed { due: Some(due), tries: 3, code, tried_at, ..owed.clone() };
            store.put_off_owed(&owed, &later).await.expect("a write");
        };
        let old = async |message: u64, since: Millis| {
            store.owe_old_board((ChannelId(5), MessageId(message)), since).await.expect("a write");
            OwedKey::new("old-board", message as i64)
        };
        let (refused, failed, before) = (old(1, ahead).await, old(2, ahead).await, old(3, hours(-1)).await);
        put_off(&refused, hours(3 + 24), Some(50_001)).await;
        put_off(&failed, hours(3 + 1), None).await;
        put_off(&before, hours(3 + 1), None).await;
        let soon = old(4, ahead).await;
        let unknown = list(&store).await.key;
        put_off(&unknown, hours(3 + 1), None).await;
        let of = async |key: &OwedKey| store.owed_one(key).await.expect("a read").expect("it is owed");

        store.hasten_owed(NOON).await.expect("a write");
        for (key, due) in
            [(&refused, hours(24)), (&failed, hours(1)), (&before, hours(1)), (&unknown, hours(1))]
        {
            assert_eq!(of(key).await.due, Some(due), "{key:?}");
        }
        assert_eq!(of(&failed).await.since, Some(NOON));
        assert_eq!(of(&failed).await.tried_at, Some(NOON));
        assert_eq!(of(&before).await.since, Some(hours(-1)));
        assert!(of(&soon).await.due <= Some(NOON));
        let all = store.all_owed().await.expect("a read");
        store.note_alive(NOON).await.expect("a write");
        store.hasten_owed(NOON).await.expect("a write");
        assert_eq!(store.all_owed().await.expect("a read"), all, "once");
    });
}

fn a_board_is_owed_until_it_is_shown_or_given_up() {
    with_store(async |store| {
        let game = begin(&store, 5).await;
        let owed = async || store.owed_board(game).await.expect("a read");
        assert_eq!(owed().await, Some(Rev(1)));
        store.give_up_board(game, Rev(9)).await.expect("a write");
        assert_eq!(owed().await, Some(Rev(1)), "that is another event");
        store.note_tried(&OwedKey::new("board", game.0), 9, NOON).await.expect("a write");
        let row = async || {
            store.owed_one(&OwedKey::new("board", game.0)).await.expect("a read").expect("it is owed")
        };
        assert_eq!(row().await.tried_at, None, "of another event");
        store.note_tried(&OwedKey::new("board", game.0), 1, NOON).await.expect("a write");
        assert_eq!(row().await.tried_at, Some(NOON));
        store.note_refused(&OwedKey::new("board", game.0), 1, Millis(NOON.0 + 1)).await.expect("a write");
        assert_eq!(row().await.tried_at, Some(NOON), "that is another try");
        store.note_refused(&OwedKey::new("board", game.0), 1, NOON).await.expect("a write");
        assert_eq!(row().await.tried_at, None);
        store.give_up_board(game, Rev(1)).await.expect("a write");
        assert_eq!(owed().await, None);
        store.change(game, Rev(1), &ending(0, "resigned black")).await.expect("the end");
        assert_eq!((owed().await, row().await.tried_at), (Some(Rev(2)), None));
        show(&store, game, 100, 1).await;
        assert_eq!(owed().await, Some(Rev(2)), "an older board does not show it");
        show(&store, game, 101, 2).await;
        assert_eq!(owed().await, None);
    });
}

/// The steps of the schema up to the last one with tables of their own for each debt.
fn old_steps(kind: &str) -> Migrator {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/store/migrations/");
    let files = [kind, "both"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(format!("{root}{folder}")).expect("a folder"));
    let step = |file: std::fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        let (number, title) = name.trim_end_matches(".sql").split_once('_').expect("a number and a name");
        let sql = std::fs::read_to_string(file.path()).expect("text");
        let number = number.parse().expect("a number");
        Migration::new(
            number,
            title.replace('_', " ").into(),
            MigrationType::Simple,
            AssertSqlSafe(sql).into_sql_str(),
            false,
        )
    };
    let mut steps: Vec<_> =
        files.map(|file| step(file.expect("a file"))).filter(|step| step.version <= 31).collect();
    steps.sort_by_key(|step| step.version);
    let mut steps = Migrator::with_migrations(steps);
    steps.set_locking(false);
    steps
}

/// A debt of each kind, as they were kept.
const DEBTS: &str = "
    INSERT INTO games (id, rev, variant, rules_version, white, black, channel, state, created_at, moved_at, pace) VALUES
        (1, 3, 'chess', 1, 1, 2, 50, 'live', 1000, 1000, '1d'), (2, 2, 'chess', 1, 1, 3, 51, 'live', 1000, 1000, '1d'),
        (3, 2, 'chess', 1, 1, NULL, 53, 'live', 1000, 1000, NULL), (4, 2, 'chess', 1, 1, 2, 54, 'set aside', 1000, 1000, NULL);
    UPDATE games SET due = 3, due_at = 3000, shown = 1 WHERE id = 1;
    UPDATE games SET shown = 1 WHERE id = 2;
    UPDATE games SET due = 2, due_at = 4000, shown = 1 WHERE id > 2;
    UPDATE games SET state = 'over', ending = 'resigned white' WHERE id = 3;
    INSERT INTO events (game, seq, kind, text, \"by\", at) VALUES
        (1, 1, 'begun', '', NULL, 1000), (1, 2, 'asked', 'draw', 'white', 2000), (1, 3, 'move', 'e2e4', 'white', 3000),
        (2, 1, 'begun', '', NULL, 1000), (2, 2, 'asked', 'draw', 'white', 2000);
    UPDATE offers SET channel = 52, message = 60, tries = 2, again = 9000 WHERE game = 1;
    INSERT INTO vacations (person, until, year, days) VALUES (1, 99000, 2026, 3);
    INSERT INTO vacations_untold (game, person, what, again) VALUES (1, 1, 'begun', 0), (2, 1, 'board', 7000);
    INSERT INTO settled_challenges (id, outcome, variant, challenger, answerer, channel, message, told, at) VALUES
        (5, 'declined', 'chess', 1, 2, 50, 61, 0, 4000), (6, 'declined', 'chess', 1, 2, 50, 62, 1, 4000), (7, 'withdrawn', 'chess', 1, NULL, 50, NULL, 0, 4000);
    INSERT INTO lobbies (channel, guild, message, due, shown, code, tries, again) VALUES (70, 9, 63, 4, 3, 50001, 2, 8000), (71, 10, 64, 4, 4, NULL, 0, 0);
    INSERT INTO daily_puzzles (guild, channel, day) VALUES (9, 72, 20000), (10, 73, 0);
    INSERT INTO old_boards (message, channel, token, at, again) VALUES (65, 50, 'secret', 5000, 0), (66, 50, NULL, 5000, 6000)";

fn what_an_older_schema_owes_comes_over() {
    with_database(async |url| {
        match &url {
            StoreUrl::Sqlite(path) => {
                let address = format!("sqlite:{}?mode=rwc", path.display());
                let mut file = SqliteConnection::connect(&address).await.expect("a file");
                old_steps("sqlite").run_direct(None, &mut file, false).await.expect("the old schema");
                sqlx::raw_sql(DEBTS).execute(&mut file).await.expect("debts");
                file.close().await.expect("an end");
            }
            StoreUrl::Postgres(_) => {
                let mut server = PgConnection::connect(&address(&url)).await.expect("a server");
                old_steps("postgres").run_direct(None, &mut server, false).await.expect("the old schema");
                sqlx::raw_sql(DEBTS).execute(&mut server).await.expect("debts");
                server.close().await.expect("an end");
            }
        }
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        let line = |one: Owed| {
            let (message, due) = (one.message.map(|m| m.0), one.due.map(|due| due.0));
            format!(
                "{} {} {} in {}: message {message:?}, step {:?}, due {due:?}, tries {}, code {:?}",
                one.key.kind, one.key.subject, one.key.part, one.channel, one.step, one.tries, one.code
            )
        };
        let owed: Vec<_> = store.all_owed().await.expect("a read").into_iter().map(line).collect();
        assert_eq!(
            owed,
            [
                "board 1 0 in 50: message None, step \"\", due Some(18000), tries 0, code None",
                "board 3 0 in 53: message None, step \"left\", due Some(19000), tries 0, code None",
                "board 4 0 in 54: message None, step \"notice\", due Some(19000), tries 0, code None",
                "vacation 1 1 in 50: message None, step \"begun\", due Some(0), tries 0, code None",
                "vacation 2 1 in 51: message None, step \"board\", due Some(7000), tries 0, code None",
                "challenge 5 0 in 50: message Some(61), step \"decline\", due Some(0), tries 0, code None",
                "challenge 6 0 in 50: message Some(62), step \"\", due Some(0), tries 0, code None",
                "challenge 7 0 in 50: message None, step \"\", due Some(0), tries 0, code None",
                "offer 1 2 in 52: message Some(60), step \"\", due Some(9000), tries 2, code None",
                "offer 2 2 in 51: message None, step \"\", due None, tries 0, code None",
                "lobby 70 0 in 70: message None, step \"\", due Some(8000), tries 2, code Some(50001)",
                "old-board 66 0 in 50: message Some(66), step \"\", due Some(6000), tries 0, code None",
                "old-board 65 0 in 50: message Some(65), step \"\", due Some(20000), tries 0, code None",
                "daily 10 0 in 73: message None, step \"0\", due Some(86400000), tries 0, code None",
                "daily 9 0 in 72: message None, step \"20000\", due Some(1728086400000), tries 0, code None",
            ]
        );
        store.close().await;
    });
}
