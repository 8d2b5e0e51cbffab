//! Ladders next to the tournaments: people join, leave, challenge, answer and play, while the processes are
//! killed.

use rookery::app::{App, Caller, Challenged};
use rookery::game::{ChallengeId, ChannelId, GuildId, LadderId, MessageId, Pace, UserId};
use rookery::games;

use crate::databases::DbProbe;
use crate::standing::{PEOPLE, caller, chance, now, went};

/// Number of ladders. Each server has one of chess, and two have another one.
const LADDERS: u64 = 10;
/// Ladder games have channels of their own.
const CHANNELS: u64 = 1 << 60;

/// Opens the ladders.
pub async fn open(app: &App, since: i64) {
    for number in 0..LADDERS {
        let slug = if number < 8 { "chess" } else { "claustrophobia" };
        let variant = games::from_slug(slug).expect("a game");
        let by = caller(UserId(1), ChannelId(100 + number), GuildId(1 + number % 8), since);
        let by = Caller { manages: true, ..by };
        app.open_ladder(&by, variant, (Some(Pace::Day), Some(number % 2 == 0))).await.expect("a ladder");
    }
}

/// Runs the ladders' due work.
pub async fn go_on(app: &App, since: i64) {
    went(app.lapse_challenges(now(since), None).await);
    for id in app.store().ladders_due(now(since), 100).await.expect("a read") {
        went(app.go_on_with_ladder(id, now(since)).await);
    }
}

/// A random action on a random ladder.
pub async fn deed(app: &App, beside: &DbProbe, since: i64) {
    let open = "SELECT id, guild FROM ladders WHERE state = 'open'";
    let Some((id, guild)) = any(beside, open).await else { return };
    let (id, guild) = (LadderId(id), GuildId(guild as u64));
    // The ladders were opened in this order.
    let by = |person: u64| caller(UserId(person), ChannelId(99 + id.0 as u64), guild, since);
    match fastrand::u8(..20) {
        0..3 => {
            went(app.join_ladder(&by(fastrand::u64(1..=PEOPLE)), id).await);
        }
        3 if chance(10) => {
            went(app.leave_ladder(&by(fastrand::u64(1..=PEOPLE)), id).await);
        }
        3..12 => {
            let on = format!("SELECT person, person FROM ladder_players WHERE ladder = {}", id.0);
            let Some((person, _)) = any(beside, &on).await else { return };
            let by = by(person as u64);
            let Ok(above) = app.within_reach(&by, id).await else { return };
            let Some(rung) = fastrand::choice(&above) else { return };
            if let Some(asked) = went(app.challenge_on_ladder(&by, id, rung.person).await) {
                let Challenged::Open(view) = asked else { panic!("a challenge for a place is open") };
                let message = MessageId(view.challenge.0 as u64);
                went(app.store().challenge_posted(view.challenge, message).await.map_err(Into::into));
            }
        }
        _ => {
            let asked = "SELECT challenge, opponent FROM ladder_challenges WHERE game IS NULL AND outcome IS NULL AND opponent % 7 <> 0";
            let Some((challenge, person)) = any(beside, asked).await else { return };
            let (challenge, by) = (ChallengeId(challenge), by(person as u64));
            if chance(30) {
                went(app.decline(&by, challenge).await);
            } else {
                let channel = ChannelId(CHANNELS + challenge.0 as u64);
                went(app.accept(&by, challenge, Some(channel)).await);
            }
        }
    }
}

/// Checks all ladders when nobody acts any more. Returns a summary.
pub async fn checked(app: &App, beside: &DbProbe, since: i64) -> String {
    for _ in 0..3 {
        go_on(app, since).await;
    }
    for (what, query) in WRONG {
        assert_eq!(beside.number(*query).await, 0, "{what}");
    }
    let mut people = 0;
    let ids: Vec<(i64,)> = beside.rows("SELECT id FROM ladders").await;
    for (id,) in &ids {
        let view = app.ladder_view(LadderId(*id)).await.expect("a read").expect("a ladder");
        let mut found: Vec<u64> = view.rungs.iter().map(|rung| rung.person.0).collect();
        people += found.len();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), view.rungs.len(), "nobody is on it twice");
    }
    let games = beside
        .number(format!(
            "SELECT count(*) FROM games WHERE channel BETWEEN {CHANNELS} AND {}",
            2 * CHANNELS - 1
        ))
        .await;
    assert_eq!(ids.len() as u64, LADDERS);
    assert!(people > 0 && games > 0, "{people} people, {games} games");
    format!("{} ladders with {people} people, {games} games for places", ids.len())
}

/// Queries that must find nothing at the end.
const WRONG: &[(&str, &str)] = &[
    ("what came of a challenge was not followed", "SELECT count(*) FROM ladder_challenges WHERE outcome IS NOT NULL"),
    ("a ladder is to go on", "SELECT count(*) FROM ladders WHERE next_at IS NOT NULL"),
    (
        "a challenge is followed that is not open and has no game",
        "SELECT count(*) FROM ladder_challenges WHERE game IS NULL AND challenge NOT IN (SELECT id FROM challenges)",
    ),
    (
        "a game is followed that is over",
        "SELECT count(*) FROM ladder_challenges l JOIN games ON games.id = l.game WHERE games.state <> 'live'",
    ),
    ("a second refusal that cost nothing", "SELECT count(*) FROM ladder_players WHERE refusals > 1"),
    (
        "two at one place",
        "SELECT count(*) FROM ladder_players one JOIN ladder_players other ON one.ladder = other.ladder AND one.place = other.place
         AND one.person < other.person",
    ),
];

/// A random row, if there is one.
pub async fn any(beside: &DbProbe, query: &str) -> Option<(i64, i64)> {
    let mut found: Vec<(i64, i64)> = beside.rows(query).await;
    (!found.is_empty()).then(|| found.swap_remove(fastrand::usize(..found.len())))
}
