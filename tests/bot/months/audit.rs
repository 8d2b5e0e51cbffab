//! What must hold, whatever happened.

use std::collections::BTreeMap;
use std::path::Path;

use rookery::app::App;
use rookery::sandbox::Message;
use sqlx::sqlite::SqlitePool;

use super::life::{TABLES, Town};

/// What somebody saw of a move that they sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A board came: it is played.
    Acknowledged,
    /// A private sentence came: it is not played.
    Refused(String),
    /// Nothing came: it may have been played or not.
    Unknown,
}

/// A move that was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// Its canonical text.
    pub text: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// Each game's log leads to its row; the bot is not running.
pub async fn stored(database: &Path) {
    let app = App::open(database).await.expect("the database opens");
    let wrong = app.contradiction().await.expect("a look");
    app.close().await;
    assert_eq!(wrong, None);
}

/// What the rows say by themselves.
pub async fn rows(pool: &SqlitePool) {
    for (what, query) in [
        (
            "live games in which nobody is to move",
            "SELECT count(*) FROM games WHERE state = 'live' AND to_move IS NULL",
        ),
        (
            "live games with a pace in which nothing will ever be due",
            "SELECT count(*) FROM games WHERE state = 'live' AND pace IS NOT NULL AND white <> black AND next_at IS NULL
                 AND channel NOT IN (SELECT channel FROM closed_channels)",
        ),
        (
            "ended games in which something is due",
            "SELECT count(*) FROM games WHERE state <> 'live' AND next_at IS NOT NULL",
        ),
        (
            "games that ended twice",
            "SELECT count(*) FROM (SELECT 1 FROM events WHERE kind = 'ended' GROUP BY game HAVING count(*) > 1)",
        ),
        (
            "games whose state is not that of their log",
            "SELECT count(*) FROM games WHERE (state <> 'live') <>
                 EXISTS (SELECT 1 FROM events WHERE game = games.id AND kind = 'ended')",
        ),
        (
            "games of which a move came after the end",
            "SELECT count(*) FROM events e WHERE kind = 'ended' AND EXISTS (SELECT 1 FROM events WHERE game = e.game AND seq > e.seq)",
        ),
    ] {
        let found: i64 = sqlx::query_scalar(query).fetch_one(pool).await.expect("a count");
        assert_eq!(found, 0, "{what}");
    }
}

/// Every move that was acknowledged is stored, once and in order, and nothing is stored that nobody sent.
pub async fn sends(town: &Town) {
    let stored: Vec<(i64, String)> =
        sqlx::query_as("SELECT game, text FROM events WHERE kind = 'move' ORDER BY game, seq")
            .fetch_all(&town.pool)
            .await
            .expect("the moves");
    let mut games: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (game, text) in stored {
        games.entry(game).or_default().push(text);
    }
    for (game, sent) in town.sent.lock().expect("no panic").iter() {
        let stored = games.remove(game).unwrap_or_default();
        if let Err(why) = agrees(sent, &stored) {
            panic!("game {game}: {why}\nsent {sent:?}\nstored {stored:?}");
        }
    }
    if let Some(game) = games.keys().next() {
        let row: (i64, i64, String, Option<i64>) =
            sqlx::query_as("SELECT channel, created_at, state, rematch_of FROM games WHERE id = $1")
                .bind(game)
                .fetch_one(&town.pool)
                .await
                .expect("the game");
        panic!("moves that nobody sent: {games:?}, in {row:?}; sent for others: {:?}", sent_last(town));
    }
}

/// What was sent for the newest games.
fn sent_last(town: &Town) -> Vec<(i64, Vec<Sent>)> {
    let sent = town.sent.lock().expect("no panic");
    sent.iter().rev().take(TABLES).map(|(game, sent)| (*game, sent.clone())).collect()
}

/// Whether what is stored can be what came of what was sent.
fn agrees(sent: &[Sent], stored: &[String]) -> Result<(), String> {
    let mut unknown: Vec<&str> = Vec::new();
    let mut at = 0;
    for one in sent {
        match &one.outcome {
            Outcome::Refused(_) => {}
            Outcome::Unknown => unknown.push(&one.text),
            Outcome::Acknowledged => loop {
                let Some(text) = stored.get(at) else { return Err(format!("{} is lost", one.text)) };
                at += 1;
                if *text == one.text {
                    break;
                }
                take(&mut unknown, text)?;
            },
        }
    }
    stored[at..].iter().try_for_each(|text| take(&mut unknown, text))
}

fn take(unknown: &mut Vec<&str>, text: &str) -> Result<(), String> {
    let Some(place) = unknown.iter().position(|one| *one == text) else {
        return Err(format!("{text} is stored once too often"));
    };
    unknown.remove(place);
    Ok(())
}

/// The mention before these words: who is said to be to move.
fn mentioned_before(content: &str, words: &str) -> Option<String> {
    // Below it a description may stand in for a picture.
    let content = content.lines().next()?;
    let before = &content[..content.find(words)?];
    let start = before.rfind("<@")?;
    Some(before[start + 2..].trim_end_matches([')', '>']).to_owned())
}

/// What people have read: never more than one is notified, and never one who is not to move by a board or a reminder. Answers how
/// much it was.
pub fn told(town: &Town) -> String {
    let (mut all, mut pinging, mut reminders) = (0, 0, 0);
    for table in 0..TABLES {
        let messages = town.table(table).messages();
        all += messages.len();
        pinging += messages.iter().filter(|message| !message.pings().is_empty()).count();
        reminders += told_in(&messages);
    }
    format!("{all} messages, {pinging} of them with a ping, {reminders} reminders")
}

fn told_in(messages: &[Message]) -> usize {
    let mut turn = None;
    let mut said = "";
    let (mut reminders, mut reminded) = (0, false);
    for (index, message) in messages.iter().enumerate() {
        let pings = message.pings();
        // A board that is owed after a fault may come after the reminder.
        let behind =
            || messages[index + 1..].iter().find_map(|later| mentioned_before(&later.content, " to move"));
        assert!(pings.len() <= 1, "more than one is pinged: {message:?}");
        if let Some(who) = mentioned_before(&message.content, " to move") {
            assert!(
                pings.iter().all(|ping| *ping == who),
                "who is not to move is pinged: {}",
                message.content
            );
            if message.content != said {
                reminded = false;
            }
            said = &message.content;
            turn = Some(who);
        } else if let Some(who) = mentioned_before(&message.content, ", it is your move") {
            let is_turn = Some(&who) == turn.as_ref() || Some(&who) == behind().as_ref();
            assert!(is_turn, "who is not to move is reminded: {}", message.content);
            assert!(pings.iter().all(|ping| *ping == who), "another one is pinged: {}", message.content);
            assert!(!reminded, "reminded twice: {}", message.content);
            reminded = true;
            reminders += 1;
        } else if message.content.contains(" waits for your move in ") {
            assert!(
                pings.is_empty() || pings.first() == turn.as_ref(),
                "another one is nudged: {}",
                message.content
            );
        }
    }
    reminders
}

/// What is stored at the end, in numbers.
pub async fn kept(pool: &SqlitePool) -> String {
    let kinds: Vec<(String, i64)> =
        sqlx::query_as("SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind")
            .fetch_all(pool)
            .await
            .expect("the events");
    let endings: Vec<(String, i64)> = sqlx::query_as(
        "SELECT ifnull(ending, 'goes on'), count(*) FROM games GROUP BY ending ORDER BY 2 DESC",
    )
    .fetch_all(pool)
    .await
    .expect("the endings");
    let listed = |all: Vec<(String, i64)>| {
        all.into_iter().map(|(what, times)| format!("{what} {times}")).collect::<Vec<_>>().join(", ")
    };
    format!("events: {}; games: {}", listed(kinds), listed(endings))
}
