//! Limits per person: open challenges, pauses between them, live games.

use super::{
    BLUE, GREEN, NOON, RED, asking, by, challenge, open, refused, start, with_app, with_path, without_pauses,
};
use crate::databases::DbProbe;
use rookery::app::{
    Accepted, App, AppError, Caller, ChallengeWish, Challenged, RejectionKind, Target, ThreadWish,
};
use rookery::game::{ChannelId, MessageId, Millis, UserId};
use rookery::store::StoreUrl;
use std::path::Path;

tests_on_both!(
    three_challenges_to_one_person_are_open,
    five_challenges_in_a_channel_are_open,
    a_minute_lies_between_challenges_to_one_person,
    ten_minutes_follow_a_refusal,
    ten_seconds_lie_between_challenges_to_anyone,
    of_many_challenges_at_once_no_more_are_made,
    a_hundred_live_games_are_enough,
    of_two_last_games_at_once_one_begins;
    who_was_challenged_is_forgotten,
);

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;

/// A user in the hall at this time after noon.
fn at(user: UserId, after: i64) -> Caller {
    Caller { now: Millis(NOON.0 + after), ..by(user) }
}

/// How Discord shows this time after noon relative to now ("in 20 seconds").
fn stamp(after: i64) -> String {
    format!("<t:{}:R>", (NOON.0 + after) / SECOND + 1)
}

/// How Discord shows this time as a clock time, which stays correct once it has passed.
fn clock(after: i64) -> String {
    format!("<t:{}:T>", (NOON.0 + after) / SECOND + 1)
}

async fn too_many(app: &App, by: &Caller, new: ChallengeWish) -> String {
    let no = refused(app.challenge(by, new, None).await);
    assert_eq!(no.why, RejectionKind::TooMany, "{}", no.text);
    no.text
}

fn to_blue() -> ChallengeWish {
    asking("chess", Some(BLUE))
}

fn three_challenges_to_one_person_are_open() {
    with_app(async |app| {
        let mut made = Vec::new();
        for i in 0..3 {
            made.push(challenge(&app, &at(RED, i * MINUTE), to_blue()).await);
        }
        let lapse = stamp(Millis::DAY);
        let text = too_many(&app, &at(RED, 3 * MINUTE), to_blue()).await;
        assert_eq!(
            text,
            format!("You have 3 open challenges to <@2>. Withdraw one; the oldest expires {lapse}.")
        );
        challenge(&app, &at(BLUE, 3 * MINUTE), asking("chess", Some(RED))).await;
        challenge(&app, &at(RED, 3 * MINUTE), asking("chess", Some(GREEN))).await;
        app.cancel(&at(RED, 3 * MINUTE), made[1]).await.expect("withdrawn");
        challenge(&app, &at(RED, 4 * MINUTE), to_blue()).await;
        // A lapsed challenge does not count, even before the cleanup.
        too_many(&app, &at(RED, Millis::DAY), to_blue()).await;
        challenge(&app, &at(RED, Millis::DAY + 1), to_blue()).await;
    });
}

fn five_challenges_in_a_channel_are_open() {
    with_app(async |app| {
        for user in 10..14 {
            challenge(&app, &by(RED), asking("chess", Some(UserId(user)))).await;
        }
        let open = challenge(&app, &by(RED), asking("chess", None)).await;
        let text = too_many(&app, &at(RED, MINUTE), to_blue()).await;
        assert!(text.starts_with("You have 5 open challenges in this channel. Withdraw one;"), "{text}");
        let elsewhere = Caller { channel: ChannelId(11), ..at(RED, MINUTE) };
        challenge(&app, &elsewhere, to_blue()).await;
        challenge(&app, &at(GREEN, MINUTE), to_blue()).await;
        app.cancel(&at(RED, MINUTE), open).await.expect("withdrawn");
        challenge(&app, &at(RED, MINUTE), asking("chess", None)).await;
    });
}

fn a_minute_lies_between_challenges_to_one_person() {
    with_app(async |app| {
        let first = challenge(&app, &by(RED), to_blue()).await;
        let text = too_many(&app, &at(RED, 40 * SECOND), to_blue()).await;
        assert_eq!(text, format!("You can challenge <@2> again from {} on.", clock(MINUTE)));
        app.cancel(&at(RED, 41 * SECOND), first).await.expect("withdrawn");
        too_many(&app, &at(RED, MINUTE - 1), to_blue()).await;
        let second = challenge(&app, &at(RED, MINUTE), to_blue()).await;
        // An accepted challenge does not count.
        app.accept(&at(BLUE, MINUTE), second, None).await.map(|_| ()).expect("a game");
        challenge(&app, &at(RED, MINUTE), to_blue()).await;
    });
}

fn ten_minutes_follow_a_refusal() {
    with_app(async |app| {
        let first = challenge(&app, &by(RED), to_blue()).await;
        app.decline(&at(BLUE, 30 * SECOND), first).await.expect("declined");
        let again = 30 * SECOND + 10 * MINUTE;
        let text = too_many(&app, &at(RED, again - 1), to_blue()).await;
        assert_eq!(text, format!("You can challenge <@2> again from {} on.", clock(again)));
        challenge(&app, &at(RED, again - 1), asking("chess", Some(GREEN))).await;
        challenge(&app, &at(RED, again), to_blue()).await;
    });
}

fn ten_seconds_lie_between_challenges_to_anyone() {
    with_app(async |app| {
        let first = challenge(&app, &by(RED), asking("chess", None)).await;
        app.cancel(&by(RED), first).await.expect("withdrawn");
        let text = too_many(&app, &at(RED, 9 * SECOND), asking("chess", None)).await;
        assert_eq!(
            text,
            format!(
                "An open challenge may notify many people, so you can make another one from {} on.",
                clock(10 * SECOND)
            )
        );
        challenge(&app, &at(RED, 9 * SECOND), to_blue()).await;
        challenge(&app, &at(RED, 10 * SECOND), asking("chess", None)).await;
    });
}

/// How many of twenty simultaneous challenges succeed. The others are refused as too many.
async fn made_at_once(app: &App, new: &ChallengeWish) -> usize {
    let tasks = (0..20).map(|_| {
        let (app, by, new) = (app.clone(), by(RED), new.clone());
        tokio::spawn(async move { app.challenge(&by, new, None).await })
    });
    let mut made = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.expect("no panic") {
            Ok(Challenged::Open(_)) => made += 1,
            Err(AppError::Refused(no)) => assert_eq!(no.why(), RejectionKind::TooMany, "{no:?}"),
            other => panic!("{other:?}"),
        }
    }
    made
}

fn of_many_challenges_at_once_no_more_are_made() {
    with_app(async |app| {
        assert_eq!(made_at_once(&app, &to_blue()).await, 1, "and then there is the pause");
        let hasty = app.with_limits(without_pauses());
        assert_eq!(made_at_once(&hasty, &to_blue()).await, 2, "three with the first");
        assert_eq!(made_at_once(&hasty, &asking("chess", None)).await, 2, "five with those");
    });
}

/// A game of Red against themself in its own channel.
async fn alone(app: &App, channel: u64) -> Result<Challenged, AppError> {
    let here = Caller { channel: ChannelId(channel), ..by(RED) };
    app.challenge(&here, asking("chess", Some(RED)), None).await
}

fn a_hundred_live_games_are_enough() {
    with_app(async |app| {
        let open = challenge(&app, &by(RED), asking("chess", None)).await;
        for channel in 1_000..1_100 {
            let begun = alone(&app, channel).await;
            assert!(matches!(begun, Ok(Challenged::Started(_))), "{begun:?}");
        }
        let no = refused(alone(&app, 1_100).await);
        assert_eq!(
            (no.why, no.text.as_str()),
            (RejectionKind::TooMany, "You have 100 live games; finish one first.")
        );
        // Refused before a thread is created.
        let threaded = ChallengeWish { thread: ThreadWish::Yes, ..asking("chess", Some(RED)) };
        let no = refused(app.challenge(&by(RED), threaded, None).await);
        assert_eq!(no.text, "You have 100 live games; finish one first.");
        let no = refused(app.accept(&by(BLUE), open, None).await);
        assert_eq!(no.text, "<@1> has 100 live games; one of them has to end first.");
        let other = challenge(&app, &by(BLUE), asking("chess", Some(RED))).await;
        let no = refused(app.accept(&by(RED), other, None).await);
        assert_eq!(no.text, "You have 100 live games; finish one first.");
        // The challenge is still open.
        let here = Caller { channel: ChannelId(1_000), ..by(RED) };
        app.resign(&here, Target::Here).await.expect("resigned");
        let begun = app.accept(&by(BLUE), open, None).await;
        assert!(matches!(begun, Ok(Accepted::Started(_))), "{begun:?}");
    });
}

fn of_two_last_games_at_once_one_begins() {
    with_app(async |app| {
        for channel in 1_000..1_099 {
            alone(&app, channel).await.map(|_| ()).expect("a game");
        }
        let tasks = (0..8).map(|i| {
            let app = app.clone();
            tokio::spawn(async move { alone(&app, 2_000 + i).await })
        });
        let mut begun = 0;
        for task in tasks.collect::<Vec<_>>() {
            match task.await.expect("no panic") {
                Ok(_) => begun += 1,
                Err(AppError::Refused(no)) => assert_eq!(no.why(), RejectionKind::TooMany, "{no:?}"),
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(begun, 1);
    });
}

async fn remembered(path: &Path) -> i64 {
    let beside = DbProbe::open(&StoreUrl::Sqlite(path.to_owned())).await;
    let count = beside.number("SELECT count(*) FROM recently_challenged").await;
    beside.close().await;
    count
}

fn who_was_challenged_is_forgotten() {
    with_path(async |path| {
        let app = open(&path).await;
        challenge(&app, &by(RED), to_blue()).await;
        challenge(&app, &by(UserId(4_000)), asking("chess", Some(RED))).await;
        let posted = challenge(&app, &by(GREEN), asking("chess", None)).await;
        app.store().challenge_posted(posted, MessageId(55)).await.expect("a write");
        assert_eq!(remembered(&path).await, 3);
        app.forget(RED, super::NOON).await.expect("a write");
        assert_eq!(remembered(&path).await, 1, "as challenger and as opponent");
        app.lapse_challenges(Millis(NOON.0 + Millis::HOUR), None).await.expect("a write");
        assert_eq!(remembered(&path).await, 1);
        app.lapse_challenges(Millis(NOON.0 + Millis::HOUR + 1), None).await.expect("a write");
        assert_eq!(remembered(&path).await, 0);
        start(&app, "chess", None).await;
        app.close().await;
    });
}
