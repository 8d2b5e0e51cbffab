//! Deleting a person's data, copying the database, and other processes beside the bot.

use super::{
    NOON, begin, beginning, ending, in_directory, left, new_challenge, new_game, one_move, open, with_store,
};
use crate::databases::empty_pages;
use rookery::app::App;
use rookery::game::{ChannelId, GameId, Rev, UserId};
use rookery::store::{
    Effect, Forgotten, LessonRow, LocalesRow, OpenError, Store, StoreError, StoreOptions, StoredState,
    WriteError, backup,
};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

tests_on_both!(
    a_person_is_forgotten_everywhere,
    a_block_outlives_the_blocked_person,
    what_is_learnt_is_never_taken_away_but_with_the_person;
    no_byte_of_a_forgotten_person_stays,
    forgetting_works_beside_a_running_bot,
    a_copy_made_while_playing_is_whole,
    a_copy_never_overwrites,
    a_full_disk_changes_nothing,
    a_writer_waits_for_another_process,
);

/// An id whose bytes do not occur by chance.
const LEAVER: UserId = UserId(0x1122_3344_5566_7788);

async fn game_of(store: &Store, channel: u64, white: UserId, black: UserId) -> GameId {
    let mut new = new_game(channel);
    (new.white, new.black) = (white, black);
    let mut change = beginning();
    change.effects.push(Effect::PersonLocale(white, format!("of-{:x}", white.0 & 15)));
    store.begin_game(&new, &change).await.expect("the game begins")
}

fn a_person_is_forgotten_everywhere() {
    with_store(async |store| {
        let stayer = UserId(2);
        let as_white = game_of(&store, 1, LEAVER, stayer).await;
        let as_black = game_of(&store, 2, stayer, LEAVER).await;
        let alone = game_of(&store, 3, LEAVER, LEAVER).await;
        let finished = game_of(&store, 4, LEAVER, stayer).await;
        store.change(finished, Rev(1), &ending(0, "checkmate white")).await.expect("the end");
        let other = game_of(&store, 5, stayer, UserId(3)).await;
        let mut from = new_challenge();
        from.challenger = LEAVER;
        let mut to = new_challenge();
        to.opponent = Some(LEAVER);
        for challenge in [&from, &to, &new_challenge()] {
            store.new_challenge(challenge, None).await.expect("a challenge");
        }

        let forgotten = store.forget(LEAVER, NOON, left(LEAVER)).await.expect("a write");
        assert_eq!(forgotten, Forgotten { ended: 3, games: 4, challenges: 2 });
        for (id, white, black, ending) in [
            (as_white, None, Some(stayer), Some("resigned black")),
            (as_black, Some(stayer), None, Some("resigned white")),
            (alone, None, None, Some("aborted")),
            (finished, None, Some(stayer), Some("checkmate white")),
            (other, Some(stayer), Some(UserId(3)), None),
        ] {
            let game = store.game(id).await.expect("a read").expect("the game");
            assert_eq!((game.white, game.black, game.stands.ending.as_deref()), (white, black, ending));
            assert_eq!(game.stands.state == StoredState::Live, ending.is_none());
        }
        assert_eq!(store.forget(LEAVER, NOON, left(LEAVER)).await.expect("a write"), Forgotten::default());
        // A person who returns is unknown; the other one's language is still known.
        let (mut new, channel) = (new_game(6), ChannelId(6));
        (new.white, new.black) = (LEAVER, stayer);
        store.begin_game(&new, &beginning()).await.expect("the game begins");
        let game = store.live_in(channel).await.expect("a read").expect("the game");
        assert_eq!(game.locales, LocalesRow { black: Some("of-2".to_owned()), ..LocalesRow::default() });
    });
}

fn a_block_outlives_the_blocked_person() {
    with_store(async |store| {
        let (one, two, other) = (UserId(2), UserId(3), UserId(4));
        for (who, whom) in [(one, LEAVER), (two, LEAVER), (one, other), (LEAVER, one)] {
            store.block(who, whom).await.expect("a block");
        }
        store.forget(LEAVER, NOON, left(LEAVER)).await.expect("a write");
        for blocker in [one, two] {
            for (who, whom) in [(blocker, LEAVER), (LEAVER, blocker)] {
                assert_eq!(store.blocker(who, whom).await.expect("a read"), Some(blocker));
            }
        }
        assert_eq!(store.blocker(LEAVER, other).await.expect("a read"), None);
        let mut asking = new_challenge();
        (asking.challenger, asking.opponent) = (LEAVER, Some(one));
        let refused = store.new_challenge(&asking, None).await;
        assert!(matches!(refused, Err(WriteError::Blocked(blocker)) if blocker == one), "{refused:?}");
        // The stored markers reveal neither the person they stand for, nor that two mean the same person.
        let [ones, twos] = [kept(&store, one).await, kept(&store, two).await];
        assert_eq!([&ones.0, &twos.0], [&json!([other.0.to_string()]), &json!([])]);
        let marks = |of: &(Value, Value)| of.1.as_array().map(Vec::len);
        assert!(marks(&ones) == Some(1) && marks(&twos) == Some(1) && ones.1 != twos.1, "{ones:?} {twos:?}");
        // Repeating it changes nothing, and a person removed later gets a marker with the same key.
        store.block(one, LEAVER).await.expect("a block");
        assert_eq!(kept(&store, one).await, ones);
        store.forget(other, NOON, left(other)).await.expect("a write");
        assert_eq!(store.blocker(one, other).await.expect("a read"), Some(one));
        assert_eq!(store.blocker(one, LEAVER).await.expect("a read"), Some(one));
        assert!(store.unblock(one, LEAVER).await.expect("a write"));
        assert!(!store.unblock(one, LEAVER).await.expect("a write"));
        assert_eq!(store.blocker(one, LEAVER).await.expect("a read"), None);
        assert_eq!(store.blocker(two, LEAVER).await.expect("a read"), Some(two));
        // It belongs to the blocker, and is deleted with their data.
        store.forget(two, NOON, left(two)).await.expect("a write");
        assert_eq!(store.blocker(two, LEAVER).await.expect("a read"), None);
        assert_eq!(kept(&store, two).await, (json!([]), json!([])));
    });
}

/// The people blocked by a person: ids, and markers.
async fn kept(store: &Store, person: UserId) -> (Value, Value) {
    let kept = store.kept_of(person, 0).await.expect("a read").own;
    (kept["blocked"].clone(), kept["blocked_former"].clone())
}

fn holds(path: &Path, bytes: &[u8]) -> bool {
    std::fs::read(path).is_ok_and(|file| file.windows(bytes.len()).any(|window| window == bytes))
}

fn what_is_learnt_is_never_taken_away_but_with_the_person() {
    with_store(async |store| {
        let lesson =
            |variant: &str, steps, finished| LessonRow { variant: variant.to_owned(), steps, finished };
        let stayer = UserId(2);
        for (person, variant, steps, finished) in [
            (LEAVER, "chess", 2, false),
            (LEAVER, "squirrel", 6, true),
            (LEAVER, "squirrel", 1, false),
            (stayer, "chess", 1, false),
        ] {
            store.note_lesson(person, &lesson(variant, steps, finished)).await.expect("a write");
        }
        let kept = store.lessons_of(LEAVER).await.expect("a read");
        assert_eq!(kept, [lesson("chess", 2, false), lesson("squirrel", 6, true)]);
        store.forget(LEAVER, NOON, left(LEAVER)).await.expect("a write");
        assert_eq!(store.lessons_of(LEAVER).await.expect("a read"), []);
        assert_eq!(store.lessons_of(stayer).await.expect("a read"), [lesson("chess", 1, false)]);
    });
}

fn no_byte_of_a_forgotten_person_stays() {
    in_directory(async |path| {
        let store = open(&path).await;
        for channel in 0..50 {
            game_of(&store, channel, LEAVER, UserId(2)).await;
        }
        let mut from = new_challenge();
        from.challenger = LEAVER;
        store.new_challenge(&from, None).await.expect("a challenge");
        store.block(UserId(2), LEAVER).await.expect("a block");
        let bytes = LEAVER.0.to_be_bytes();
        let files = ["", "-wal"].map(|suffix| path.with_file_name(format!("rookery.db{suffix}")));
        assert!(files.iter().any(|file| holds(file, &bytes)), "the test looks for the right bytes");
        store.forget(LEAVER, NOON, left(LEAVER)).await.expect("a write");
        assert!(!files.iter().any(|file| holds(file, &bytes)));
        store.close().await;
        assert!(!files.iter().any(|file| holds(file, &bytes)));
    });
}

fn forgetting_works_beside_a_running_bot() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = game_of(&store, 5, LEAVER, UserId(2)).await;
        let beside = Store::open_beside(&path).await.expect("it opens while another plays");
        let forgotten = App::new(beside.clone()).forget(LEAVER, NOON).await.expect("a write");
        beside.close().await;
        assert_eq!(forgotten.ended, 1);
        let late = store.change(id, Rev(1), &one_move(0, "e2e4")).await;
        assert!(matches!(late, Err(WriteError::Conflict)), "{late:?}");
        assert!(store.live_in(ChannelId(5)).await.expect("a read").is_none());
        let copy = App::open(&path).await.expect_err("a second bot");
        assert!(copy.to_string().contains("already running"), "{copy}");
        store.close().await;
    });
}

fn a_copy_made_while_playing_is_whole() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        let stop = Arc::new(AtomicBool::new(false));
        let writer = tokio::spawn({
            let (store, stop) = (store.clone(), stop.clone());
            async move {
                let mut ply = 0;
                while !stop.load(Ordering::Relaxed) {
                    store.change(id, Rev(i64::from(ply) + 1), &one_move(ply, "e2e4")).await.expect("a move");
                    ply += 1;
                }
                ply
            }
        });
        let mut seen = 0;
        for i in 0..5 {
            let to = path.with_file_name(format!("copy{i}.db"));
            backup(&path, &to).await.expect("a copy");
            let copy = open(&to).await;
            let game = copy.game(id).await.expect("a read").expect("the game");
            // The move and the version are written together, so a consistent copy has both or neither.
            assert_eq!(game.moves().count() as i64 + 1, game.stands.rev.0);
            assert!(game.moves().count() >= seen, "a later copy has no fewer moves");
            seen = game.moves().count();
            copy.close().await;
        }
        stop.store(true, Ordering::Relaxed);
        assert!(writer.await.expect("no panic") > 0);
        store.close().await;
    });
}

fn a_copy_never_overwrites() {
    in_directory(async |path| {
        let store = open(&path).await;
        let to = path.with_file_name("precious.txt");
        std::fs::write(&to, "precious").expect("a file");
        let refused = backup(&path, &to).await.expect_err("it exists");
        assert!(matches!(refused, OpenError::Exists(_)), "{refused}");
        assert_eq!(std::fs::read_to_string(&to).expect("a file"), "precious");
        let nowhere = backup(&path, &path.with_file_name("missing").join("copy.db")).await;
        assert!(matches!(nowhere, Err(OpenError::NoDirectory(_))), "{nowhere:?}");
        let nothing = backup(&path.with_file_name("none.db"), &path.with_file_name("copy.db")).await;
        assert!(matches!(nothing, Err(OpenError::NoFile(_))), "{nothing:?}");
        store.close().await;
    });
}

/// Pages by which a database may grow until it is full: a few games.
const ROOM: u32 = 10;

fn a_full_disk_changes_nothing() {
    in_directory(async |path| {
        let max_pages = Some(empty_pages() + ROOM);
        let options = StoreOptions { max_pages, ..StoreOptions::default() };
        let store = Store::open(&path, options).await.expect("the database opens");
        let id = begin(&store, 5).await;
        let long = "x".repeat(2_000);
        let mut ply = 0;
        let error = loop {
            match store.change(id, Rev(i64::from(ply) + 1), &one_move(ply, &long)).await {
                Ok(()) => ply += 1,
                Err(error) => break error,
            }
            assert!(ply < 1_000, "it never fills");
        };
        assert!(matches!(error, WriteError::Store(StoreError::Full(_))), "{error}");
        let game = store.game(id).await.expect("reading goes on").expect("the game");
        assert_eq!((game.stands.rev.0, game.moves().count()), (i64::from(ply) + 1, ply as usize));
        store.close().await;
        // With free space it continues from its old state.
        let store = open(&path).await;
        store.change(id, Rev(i64::from(ply) + 1), &one_move(ply, &long)).await.expect("room again");
        store.close().await;
    });
}

fn a_writer_waits_for_another_process() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        let other = Store::open_beside(&path).await.expect("another process");
        let tasks = (0..20).map(|i| {
            let (store, other) = (store.clone(), other.clone());
            tokio::spawn(async move {
                let store = if i % 2 == 0 { store } else { other };
                store.begin_game(&new_game(100 + i), &beginning()).await.map(|_| ())
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.expect("no panic").expect("nobody is turned away");
        }
        store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
        other.close().await;
        store.close().await;
    });
}
