//! Channels that are closed during a vacation: no time is given back twice, and none is lost.

use super::time::start;
use super::{BLUE, HALL, NOON, RED, by, with_app};
use rookery::app::{App, Caller, Target};
use rookery::game::{ChannelId, Ending, EventKind, GameId, GuildId, LogEntry, Millis, UserId};
use rookery::store::{
    Change, Effect, GatewayShard, NewVacation, Snapshot, Store, StoreOptions, StoredState, WriteError,
};
use std::future::Future;

tests_on_both!(
    a_turn_that_begins_in_a_closed_channel_waits_for_a_vacation,
    what_is_closed_during_a_vacation_stands_still_once,
    a_vacation_in_a_closed_channel_lasts_until_its_end,
    a_server_that_was_left_is_no_different,
    an_outage_counts_once;
    who_is_on_vacation_does_not_lose_on_time,
    where_nobody_can_write_nobody_loses_on_time,
);

/// Discord's code for missing permissions.
const FORBIDDEN: u32 = 50_013;
const DAY: i64 = 24;

fn noon(hours: i64) -> Millis {
    Millis(NOON.0 + hours * Millis::HOUR)
}

fn at(user: UserId, hours: i64) -> Caller {
    Caller { now: noon(hours), ..by(user) }
}

/// An event, at this many hours after noon.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// White starts a vacation of three days.
    Away(i64),
    /// White ends the vacation.
    Back(i64),
    Close(i64),
    Open(i64),
    Leave(i64),
    Return(i64),
    /// The bot can receive moves.
    Alive(i64),
    /// It can receive moves again after an outage.
    Restart(i64),
}

/// A game with a day for each move, with White to move since noon.
async fn begun(app: &App) -> GameId {
    let game = start(app, "chess", None).await.game;
    let late = app.store().give_time_back_on(&[GatewayShard::ONLY], noon(0)).await.expect("noted");
    assert_eq!(late, []);
    app.play(&at(RED, 0), "e4").await.expect("a move");
    app.play(&at(BLUE, 0), "e5").await.expect("a move");
    game
}

async fn steps(app: &App, steps: &[Step]) {
    for step in steps {
        match *step {
            Step::Away(hours) => drop(app.go_on_vacation(&at(RED, hours), 3).await.expect("a vacation")),
            Step::Back(hours) => {
                let until = app.vacation(RED, noon(hours)).await.expect("a read").until.expect("a vacation");
                app.end_vacation(&at(RED, hours), until).await.expect("it ends");
            }
            Step::Close(hours) => {
                app.store().close_channel(HALL, FORBIDDEN, noon(hours)).await.expect("closed");
                // Closing a closed channel again changes nothing.
                app.store().close_channel(HALL, FORBIDDEN, noon(hours + 1)).await.expect("closed");
            }
            Step::Open(hours) => drop(app.store().open_channel(HALL, noon(hours)).await.expect("open")),
            Step::Leave(hours) => {
                app.store().close_guild(GuildId(99), noon(hours)).await.expect("left");
            }
            Step::Return(hours) => {
                app.guild_here(GuildId(99), &[HALL], noon(hours)).await.expect("back");
            }
            Step::Alive(hours) => {
                assert!(app.store().note_alive(&[GatewayShard::ONLY], noon(hours)).await.expect("noted"));
            }
            Step::Restart(hours) => drop(app.store().give_time_back(noon(hours), 0).await.expect("noted")),
        }
    }
}

/// When time runs out, in hours after noon; the reminder is a quarter of a day before.
async fn runs_out(app: &App) -> i64 {
    let reminder = app.store().next_due().await.expect("a read").expect("something is due");
    (reminder.0 - NOON.0) / Millis::HOUR + 6
}

fn check(all: &'static [Step], wanted: i64) {
    with_app(async |app| {
        begun(&app).await;
        steps(&app, all).await;
        assert_eq!(runs_out(&app).await, wanted, "{all:?}");
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn what_is_closed_during_a_vacation_stands_still_once() {
    // Twelve hours are left when the vacation starts.
    check(&[Step::Away(12), Step::Close(24), Step::Open(48)], 12 + 3 * DAY + 12);
    check(&[Step::Away(12), Step::Close(60), Step::Open(100)], 100 + 12);
    check(&[Step::Away(12), Step::Close(24), Step::Back(30), Step::Open(48)], 48 + 12);
    check(
        &[Step::Away(12), Step::Close(20), Step::Open(30), Step::Close(40), Step::Open(50)],
        12 + 3 * DAY + 12,
    );
}

fn a_vacation_in_a_closed_channel_lasts_until_its_end() {
    // Eighteen hours are left when the channel is closed.
    check(&[Step::Close(6), Step::Away(12), Step::Open(36)], 12 + 3 * DAY + 18);
    check(&[Step::Close(6), Step::Away(12), Step::Open(100)], 100 + 18);
    check(&[Step::Close(6), Step::Away(12), Step::Back(30), Step::Open(40)], 40 + 18);
    // Even if time would have run out before the vacation starts.
    check(&[Step::Close(6), Step::Away(30), Step::Open(40)], 30 + 3 * DAY + 18);
    check(&[Step::Close(6), Step::Open(12), Step::Away(18)], 18 + 3 * DAY + 12);
}

fn a_turn_that_begins_in_a_closed_channel_waits_for_a_vacation() {
    with_app(async |app| {
        let game = begun(&app).await;
        app.go_on_vacation(&at(BLUE, 2), 3).await.expect("a vacation");
        steps(&app, &[Step::Close(6)]).await;
        // From a place where all games can be played, which does not open the channel.
        let view = app.board(&at(RED, 6), Target::Here, None).await.expect("a board");
        app.store().close_channel(HALL, FORBIDDEN, noon(6)).await.expect("closed");
        let elsewhere = Caller { channel: ChannelId(77), ..at(RED, 8) };
        let played = app.play_in(&elsewhere, Target::Button(game, view.rev), "Nf3").await.expect("a move");
        let shown = played.view.game_now.clock.expect("a clock").deadline;
        assert_eq!(shown, noon(2 + 3 * DAY + DAY), "as it will be");
        steps(&app, &[Step::Open(30)]).await;
        assert_eq!(runs_out(&app).await, 2 + 3 * DAY + DAY);
    });
}

fn a_server_that_was_left_is_no_different() {
    check(&[Step::Away(12), Step::Leave(24), Step::Return(48)], 12 + 3 * DAY + 12);
    check(&[Step::Leave(6), Step::Away(12), Step::Return(36)], 12 + 3 * DAY + 18);
    check(&[Step::Leave(6), Step::Away(12), Step::Return(100)], 100 + 18);
    check(&[Step::Close(6), Step::Leave(8), Step::Away(12), Step::Return(36)], 12 + 3 * DAY + 18);
}

fn an_outage_counts_once() {
    check(&[Step::Alive(20), Step::Restart(30)], 24 + 10);
    check(&[Step::Close(10), Step::Alive(19), Step::Restart(30), Step::Open(40)], 24 + 30);
    // Closed after the bot was last seen alive.
    check(&[Step::Alive(19), Step::Close(20), Step::Restart(30), Step::Open(40)], 24 + 20);
    // Found closed at the bot's restart.
    check(&[Step::Alive(20), Step::Close(30), Step::Restart(30), Step::Open(40)], 24 + 20);
}

/// The change that ends this game by its time.
fn lost(seen: &Snapshot, now: Millis) -> Change {
    let entry = LogEntry { kind: EventKind::Ended, by: None, text: Ending::TimeOutDraw.to_string() };
    let after = Snapshot {
        rev: seen.rev.next(),
        to_move: None,
        state: StoredState::Over,
        ending: Some(entry.text.clone()),
        deadline: None,
        remind_at: None,
        ..seen.clone()
    };
    let effects = vec![Effect::Event(entry), Effect::IfLate];
    Change { effects, after, interaction: None, answer: None, now }
}

/// Neither the job nor a player can end the game by its time as it is now.
async fn nobody_loses(store: &Store, id: GameId, seen: &Snapshot, now: Millis) {
    let by_the_job = store.change(id, seen.rev, &lost(seen, now)).await;
    assert!(matches!(by_the_job, Err(WriteError::Conflict)), "{by_the_job:?}");
    let interaction = by(BLUE).interaction;
    let by_a_player = Change { interaction: Some(interaction), ..lost(seen, now) };
    let refused = store.change(id, seen.rev, &by_a_player).await;
    assert!(matches!(refused, Err(WriteError::Conflict)), "{refused:?}");
    assert!(!store.seen(interaction).await.expect("a read"), "it may be tried again");
}

/// Runs a test with a game whose time is up at noon of the next day, as read just before something changes
/// that.
fn with_seen_game<F: Future<Output = ()>>(test: impl FnOnce(Store, GameId, Snapshot) -> F) {
    super::with_path(async |path| {
        let app = super::open(&path).await;
        let id = begun(&app).await;
        app.close().await;
        let store = Store::open(&path, StoreOptions::default()).await.expect("a store");
        let seen = store.game(id).await.expect("a read").expect("the game").stands;
        test(store.clone(), id, seen).await;
        store.close().await;
    });
}

/// A vacation that starts before time is up and is stored between the read of the game and its end.
fn who_is_on_vacation_does_not_lose_on_time() {
    with_seen_game(async |store, id, seen| {
        let almost = Millis(noon(24).0 - 1);
        let new = NewVacation { from: almost, until: noon(48), year: 2027, days: 1, most: 30 };
        store.begin_vacation(RED, new, by(RED).interaction).await.expect("a vacation");
        nobody_loses(&store, id, &seen, noon(24)).await;
        assert!(store.note_alive(&[GatewayShard::ONLY], noon(49)).await.expect("noted"));
        store.change(id, seen.rev, &lost(&seen, noon(49))).await.expect("time is up after the vacation");
    });
}

/// Like the test before, for a channel that closes.
fn where_nobody_can_write_nobody_loses_on_time() {
    with_seen_game(async |store, id, seen| {
        store.close_channel(HALL, FORBIDDEN, noon(24)).await.expect("closed");
        nobody_loses(&store, id, &seen, noon(25)).await;
        store.open_channel(HALL, noon(26)).await.expect("open");
        nobody_loses(&store, id, &seen, noon(26)).await;
        assert!(store.note_alive(&[GatewayShard::ONLY], noon(28)).await.expect("noted"));
        store.change(id, seen.rev, &lost(&seen, noon(28))).await.expect("time is up after all");
    });
}
