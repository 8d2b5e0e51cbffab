//! Checks that must hold after any sequence of faults.

use std::collections::{BTreeMap, BTreeSet};

use rookery::app::App;
use rookery::game::GameId;
use rookery::store::StoreUrl;

use super::invariant::{Invariant, broken, holds};
use super::look::Look;
use super::sent::{Outcome, Sent};
use super::town::{TABLES, Town};

/// What has already been checked, so that only later changes are checked again.
#[derive(Debug, Default)]
pub struct Audit {
    /// Games that were over when replayed.
    replayed: BTreeSet<i64>,
    /// Games that were over when their sent moves were compared.
    agreed: BTreeSet<i64>,
}

/// Conditions on the rows of the listed games alone.
const ROWS: [(&str, &str); 8] = [
    ("live games in which nobody is to move", "state = 'live' AND to_move IS NULL"),
    (
        "live games with a pace in which nothing will ever be due",
        "state = 'live' AND pace IS NOT NULL AND white <> black AND next_at IS NULL
             AND channel NOT IN (SELECT channel FROM closed_channels)",
    ),
    (
        "live games with a pace of which nobody knows how long there is time",
        "state = 'live' AND pace IS NOT NULL AND white <> black AND deadline IS NULL",
    ),
    ("live games in which a reminder comes too late", "state = 'live' AND remind_at > deadline"),
    ("ended games in which something is due", "state <> 'live' AND next_at IS NOT NULL"),
    ("games that ended twice", "(SELECT count(*) FROM events WHERE game = games.id AND kind = 'ended') > 1"),
    (
        "games whose state is not that of their log",
        "(state <> 'live') <> EXISTS (SELECT 1 FROM events WHERE game = games.id AND kind = 'ended')",
    ),
    (
        "games of which something came after the end",
        "EXISTS (SELECT 1 FROM events e WHERE game = games.id AND kind = 'ended'
             AND EXISTS (SELECT 1 FROM events WHERE game = games.id AND seq > e.seq))",
    ),
];

/// All games except the known ones, each with true if it is over.
async fn games(look: &Look, known: &BTreeSet<i64>) -> Vec<(i64, bool)> {
    let all: Vec<(i64, bool)> = look.rows("SELECT id, state <> 'live' FROM games ORDER BY id").await;
    all.into_iter().filter(|(game, _)| !known.contains(game)).collect()
}

/// The ids of these games as an SQL list.
fn listed(games: &[(i64, bool)]) -> String {
    let ids: Vec<String> = games.iter().map(|(game, _)| game.to_string()).collect();
    // No game has the id 0, and an SQL list must not be empty.
    if ids.is_empty() { "0".to_owned() } else { ids.join(",") }
}

fn over(games: &[(i64, bool)]) -> impl Iterator<Item = i64> {
    games.iter().filter(|(_, over)| *over).map(|(game, _)| *game)
}

impl Audit {
    /// Checks the stored games while the bot is not running.
    ///
    /// The log of each game that was not over at the last check must lead to its row, and these rows must be
    /// consistent in themselves.
    pub async fn stored(&mut self, url: &StoreUrl) {
        let look = &Look::at(url).await;
        let games = games(look, &self.replayed).await;
        let app = match App::open_at(url).await {
            Ok(app) => app,
            Err(why) => broken(Invariant::TheBotComesBack, why),
        };
        for (game, _) in &games {
            let wrong = app.contradiction_in(GameId(*game)).await.expect("a look");
            holds(Invariant::RowsFollowFromLogs, wrong.is_none(), || format!("game {game}: {wrong:?}"));
        }
        let wrong = app.wrong_ratings().await.expect("a look");
        holds(Invariant::StandingsAddUp, wrong.is_empty(), || {
            format!("ratings are not what follows: {wrong:?}")
        });
        app.close().await;
        let without: Vec<(i64,)> = look.rows(WITHOUT_RESULT).await;
        holds(Invariant::StandingsAddUp, without.is_empty(), || {
            format!("rated games that ended without a result: {without:?}")
        });
        rows(look, &games).await;
        self.replayed.extend(over(&games));
    }

    /// Checks the sent moves while no request is in flight.
    ///
    /// Every acknowledged move is stored once and in order, and no move is stored that was not sent.
    pub async fn sends(&mut self, town: &Town) {
        let games = games(&town.look, &self.agreed).await;
        let listed = listed(&games);
        let moves = format!(
            "SELECT game, text FROM events JOIN games ON id = game
             WHERE kind = 'move' AND \"by\" IS DISTINCT FROM engine AND game IN ({listed}) ORDER BY game, seq"
        );
        let rows: Vec<(i64, String)> = town.look.rows(moves).await;
        let mut stored: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (game, text) in rows {
            stored.entry(game).or_default().push(text);
        }
        let wrong = games.iter().find_map(|(game, _)| {
            let (sent, stored) = (sent_for(town, *game), stored.remove(game).unwrap_or_default());
            let why = agrees(&sent, &stored).err()?;
            Some((*game, format!("game {game}: {why}\nsent {sent:?}\nstored {stored:?}")))
        });
        if let Some((game, why)) = wrong {
            let row: Option<(i64, i64, String, Option<i64>)> = town
                .look
                .first(format!("SELECT channel, created_at, state, rematch_of FROM games WHERE id = {game}"))
                .await;
            let why = format!("{why}\nin {row:?}; sent for others: {:?}", sent_last(town));
            broken(Invariant::NoMoveIsLostOrDoubled, why);
        }
        self.agreed.extend(over(&games));
    }

    /// Repeats all checks at the end, while the bot is not running.
    pub async fn all(url: &StoreUrl, town: &Town) {
        let mut audit = Self::default();
        audit.sends(town).await;
        audit.stored(url).await;
    }
}

async fn rows(look: &Look, games: &[(i64, bool)]) {
    let games = listed(games);
    for (what, defect) in ROWS {
        let query = format!("SELECT id FROM games WHERE id IN ({games}) AND ({defect}) LIMIT 5");
        let found: Vec<(i64,)> = look.rows(query).await;
        holds(Invariant::RowsFollowFromLogs, found.is_empty(), || format!("{what}: {found:?}"));
    }
}

/// The moves sent in a game.
fn sent_for(town: &Town, game: i64) -> Vec<Sent> {
    town.sent.lock().expect("no panic").get(&game).cloned().unwrap_or_default()
}

/// The moves sent in the newest games.
fn sent_last(town: &Town) -> Vec<(i64, Vec<Sent>)> {
    let sent = town.sent.lock().expect("no panic");
    sent.iter().rev().take(TABLES).map(|(game, sent)| (*game, sent.clone())).collect()
}

/// Checks that the stored moves can result from the sent ones.
pub fn agrees(sent: &[Sent], stored: &[String]) -> Result<(), String> {
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

/// Rated games that ended by play, resignation, agreement or time after a move of each side, but have no
/// stored result.
const WITHOUT_RESULT: &str =
    "SELECT id FROM games WHERE rated = 1 AND state = 'over' AND ply >= 2 AND ending NOT LIKE 'aborted%'
    AND ending NOT IN ('channel deleted', 'removed') AND id NOT IN (SELECT game FROM rated_results)";

/// Counts of the rows at the end.
pub async fn kept(look: &Look) -> String {
    let kinds: Vec<(String, i64)> =
        look.rows("SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind").await;
    let endings: Vec<(String, i64)> = look
        .rows("SELECT coalesce(ending, 'goes on'), count(*) FROM games GROUP BY ending ORDER BY 2 DESC")
        .await;
    let listed = |all: Vec<(String, i64)>| {
        all.into_iter().map(|(what, times)| format!("{what} {times}")).collect::<Vec<_>>().join(", ")
    };
    let rated = "SELECT (SELECT count(*) FROM rated_results), (SELECT count(*) FROM rating_periods), (SELECT count(*) FROM ratings)";
    let (results, weeks, ratings): (i64, i64, i64) = look.first(rated).await.expect("three counts");
    format!(
        "events: {}; games: {}; {results} rated results, {weeks} weeks closed, {ratings} ratings",
        listed(kinds),
        listed(endings)
    )
}
