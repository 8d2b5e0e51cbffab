//! The outbox: pending entries, and which process may deliver them.

use super::contract::show;
use super::{NOON, begin, ending, with_store};
use rookery::game::{ChannelId, GameId, GuildId, MessageId, Millis, Rev};
use rookery::store::{GatewayShard, Owed, OwedKey, Store, WriteError};

tests_on_both!(
    what_is_taken_is_delivered_by_nobody_else,
    what_has_changed_meanwhile_stays_owed,
    a_channel_with_much_to_be_told_leaves_room_for_others,
    what_waits_for_a_channel_is_due_once_that_opens,
    in_a_closed_channel_nothing_is_due_until_that_is_tried_again,
    a_clock_that_is_set_back_moves_all_that_was_put_off_by_as_much,
    a_clock_that_leaps_leaves_boards_to_whoever_has_them_in_hand,
    a_board_is_owed_until_it_is_shown_or_given_up,
    what_is_tried_in_vain_is_counted_while_it_waits,
);

const LIST: ChannelId = ChannelId(77);

/// A server with a pending list of open challenges.
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
        // An entry that failed for another reason keeps its pause.
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
        // The clock jumped three hours ahead.
        let ahead = hours(3);
        store.give_time_back_on(&[GatewayShard::ONLY], ahead).await.expect("a write");
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

        store.pull_forward(NOON).await.expect("a write");
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
        store.give_time_back_on(&[GatewayShard::ONLY], NOON).await.expect("a write");
        store.pull_forward(NOON).await.expect("a write");
        assert_eq!(store.all_owed().await.expect("a read"), all, "once");
    });
}

fn a_clock_that_leaps_leaves_boards_to_whoever_has_them_in_hand() {
    with_store(async |store| {
        const LEAP: i64 = 90 * 60_000;
        let row = async |game: GameId| {
            let owed = store.owed_one(&OwedKey::new("board", game.0)).await.expect("a read");
            owed.expect("it is owed")
        };
        let [held, failed] = [begin(&store, 5).await, begin(&store, 6).await];
        let before = row(held).await;
        let (since, due) = before.since.zip(before.due).expect("somebody has it in hand");
        let later = Owed { tries: 2, ..row(failed).await };
        store.put_off_owed(&row(failed).await, &later).await.expect("a write");
        store.owe_old_board((ChannelId(5), MessageId(1)), Millis(since.0 + 1_000)).await.expect("a write");
        let others = async || {
            let mut all = store.all_owed().await.expect("a read");
            all.retain(|owed| owed.key != before.key);
            all
        };
        let kept = others().await;
        // Made by another process with a correct clock; and overdue.
        store.leave_boards_in_hand(Millis(since.0 - 1), LEAP).await.expect("a write");
        store.leave_boards_in_hand(due, LEAP).await.expect("a write");
        assert_eq!(row(held).await, before);
        for _ in 0..2 {
            store.leave_boards_in_hand(Millis(since.0 + 500), LEAP).await.expect("a write");
            let moved = row(held).await;
            assert_eq!(moved.due, Some(Millis(due.0 + LEAP)));
            assert_eq!(moved.since, Some(Millis(since.0 + LEAP)));
        }
        assert_eq!(others().await, kept);
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

fn what_is_tried_in_vain_is_counted_while_it_waits() {
    with_store(async |store| {
        let key = OwedKey::new("board", begin(&store, 5).await.0);
        let owed = store.owed_one(&key).await.expect("a read").expect("it is owed");
        let counted = async || {
            let all = store.owed_by_kind(owed.due.expect("a moment")).await.expect("a read");
            let of_boards = all.into_iter().find(|one| one.kind == "board");
            of_boards.map(|one| (one.count, one.oldest.is_some(), one.tries, one.refused))
        };
        assert_eq!(counted().await, Some((1, true, 0, 0)));
        let later = owed.due.map(|due| Millis(due.0 + 60_000));
        let later = Owed { due: later, tries: 7, ..owed.clone() };
        store.put_off_owed(&owed, &later).await.expect("a write");
        assert_eq!(counted().await, Some((0, true, 7, 0)), "it is not due, and is owed all the same");
        let refused = Owed { code: Some(50_013), tries: 1, ..later.clone() };
        store.put_off_owed(&later, &refused).await.expect("a write");
        assert_eq!(counted().await, Some((0, false, 0, 1)), "a channel refuses it");
    });
}
