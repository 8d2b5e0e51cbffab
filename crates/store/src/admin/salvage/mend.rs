//! Makes the salvaged data consistent: an incomplete game is left out entirely, together with the rows that
//! need it. Triggers are disabled meanwhile.

use crate::admin::operator::CONTRADICTIONS;
use crate::db::sql::{SqlConnection, SqlRow};
use game::{GameId, Millis};
use sqlx::AssertSqlSafe;

/// Rows that are useless without another row: their table and column, and those of the other row.
const NEEDED: [[&str; 4]; 13] = [
    ["events", "game", "games", "id"],
    ["notes", "game", "games", "id"],
    ["stopped_games", "game", "games", "id"],
    ["page_links", "game", "games", "id"],
    ["page_grants", "game", "games", "id"],
    ["push_subscriptions", "game", "games", "id"],
    ["push_subscriptions", "page", "page_grants", "id"],
    ["ladder_challenges", "game", "games", "id"],
    ["ladder_challenges", "ladder", "ladders", "id"],
    ["ladder_players", "ladder", "ladders", "id"],
    ["tournament_players", "tournament", "tournaments", "id"],
    ["tournament_games", "tournament", "tournaments", "id"],
    ["server_games", "slug", "own_games", "slug"],
];

/// A live game whose rules come from a file cannot continue without them.
const WITHOUT_RULES: &str = "DELETE FROM games WHERE state = 'live' AND variant LIKE 'own-%'
    AND variant NOT IN (SELECT slug FROM own_games) /* once, after damage */";

/// Rows that remain useful without the row they refer to.
const CUT_OFF: [&str; 6] = [
    "UPDATE games SET rematch_of = NULL WHERE rematch_of NOT IN (SELECT id FROM games) /* once, after damage */",
    "UPDATE challenges SET rematch_of = NULL WHERE rematch_of NOT IN (SELECT id FROM games) /* once, after damage */",
    // The interaction itself stays marked as handled.
    "UPDATE interactions SET game = NULL, rev = NULL, token = NULL WHERE game NOT IN (SELECT id FROM games) /* once, after damage */",
    "DELETE FROM outbox WHERE kind IN ('board', 'first-board', 'offer', 'push', 'reminder', 'unnoted-board')
         AND subject NOT IN (SELECT id FROM games) /* once, after damage */",
    "DELETE FROM outbox WHERE kind IN ('tournament', 'pairing') AND subject NOT IN (SELECT id FROM tournaments)
         OR kind IN ('fallen', 'ladder') AND subject NOT IN (SELECT id FROM ladders) /* once, after damage */",
    // It can no longer be accepted.
    "DELETE FROM ladder_challenges WHERE game IS NULL AND outcome IS NULL AND challenge NOT IN (SELECT id FROM challenges) /* once, after damage */",
];

/// A tournament does not wait for a missing game. A player without other data counts as withdrawn.
const TOURNAMENTS: [&str; 3] = [
    "UPDATE tournaments SET next_at = 0, rev = rev + 1 WHERE state = 'running' AND id IN (
         SELECT tournament FROM tournament_games WHERE game NOT IN (SELECT id FROM games)) /* once, after damage */",
    "UPDATE tournament_games SET game = NULL, result = coalesce(result, 'halves')
     WHERE game NOT IN (SELECT id FROM games) /* once, after damage */",
    "WITH RECURSIVE places (tournament, number) AS (
         SELECT tournament, CASE WHEN max(number) < 10000 THEN max(number) ELSE 10000 END FROM (
             SELECT tournament, number FROM tournament_players UNION ALL SELECT tournament, white FROM tournament_games
             UNION ALL SELECT tournament, black FROM tournament_games) AS known GROUP BY tournament
         UNION ALL SELECT tournament, number - 1 FROM places WHERE number > 1)
     INSERT INTO tournament_players (tournament, number, state, joined_at) SELECT tournament, number, 'out', 0 FROM places
     WHERE tournament IN (SELECT id FROM tournaments WHERE state IN ('running', 'over')) ON CONFLICT DO NOTHING /* once, after damage */",
];

/// A tournament with unknown games cannot continue.
const ENDED_EARLY: &str = "UPDATE tournaments SET state = 'over', ended_early = 1, ended_at = $1, next_at = NULL, rev = rev + 1
     WHERE state = 'running' AND (SELECT count(*) <> coalesce(max(number), 0) FROM tournament_games g WHERE g.tournament = tournaments.id) /* once, after damage */";

/// Results refer to players by number, and a finished game has a result. The ratings changes of a lost game
/// stay.
const RATED: [&str; 5] = [
    "INSERT INTO rated_players (id, person)
         SELECT r.white, g.white FROM rated_results r JOIN games g ON g.id = r.game WHERE r.white NOT IN (SELECT id FROM rated_players) UNION
         SELECT r.black, g.black FROM rated_results r JOIN games g ON g.id = r.game WHERE r.black NOT IN (SELECT id FROM rated_players)
         ON CONFLICT DO NOTHING /* once, after damage */",
    "INSERT INTO rated_players (id) SELECT white FROM rated_results UNION SELECT black FROM rated_results
         UNION SELECT player FROM ratings EXCEPT SELECT id FROM rated_players /* once, after damage */",
    "DELETE FROM rating_lists WHERE player NOT IN (SELECT id FROM rated_players WHERE person IS NOT NULL) /* once, after damage */",
    "INSERT INTO rated_players (person) SELECT white FROM games WHERE rated = 1 AND state = 'over' AND ply >= 2 AND white IS NOT NULL
             AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
         UNION SELECT black FROM games WHERE rated = 1 AND state = 'over' AND ply >= 2 AND black IS NOT NULL
             AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
         EXCEPT SELECT person FROM rated_players /* once, after damage */",
    "INSERT INTO rated_results (game, variant, period, guild, white, black, half_points, at)
     SELECT g.id, g.variant, (g.due_at - 345600000) / 604800000, g.guild, white.id, black.id,
         CASE WHEN ending LIKE '% white' THEN 2 WHEN ending LIKE '% black' THEN 0 ELSE 1 END, g.due_at
     FROM games g JOIN rated_players white ON white.person = g.white JOIN rated_players black ON black.person = g.black
     WHERE rated = 1 AND state = 'over' AND ply >= 2 AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
         AND g.id NOT IN (SELECT game FROM rated_results) AND g.id NOT IN (SELECT game FROM stopped_games WHERE voided = 1) /* once, after damage */",
];

/// No place gets a number that a game already uses.
const SEATS: [&str; 2] = [
    "INSERT INTO last_seat (one, id) VALUES (1, -9223372036854775807) ON CONFLICT DO NOTHING",
    "UPDATE last_seat SET id = (SELECT max(id) FROM (SELECT id FROM last_seat UNION ALL SELECT id FROM seats
         UNION ALL SELECT channel FROM games WHERE channel < -9223372032559808512) AS known) /* once, after damage */",
];

/// Marks of people are useless without the key they were made with.
const MARKS: &str = "SELECT EXISTS (SELECT 1 FROM forgotten) + EXISTS (SELECT 1 FROM former_blocks) + EXISTS (SELECT 1 FROM shut_out)
     WHERE NOT EXISTS (SELECT 1 FROM block_key) /* once, after damage */";

/// The result of mending.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mended {
    /// Games with any trace, and those that remain.
    pub(super) found: u64,
    pub(super) kept: u64,
    pub(super) lost_key: bool,
}

/// Removes these games, and everything inconsistent.
pub(super) async fn mend(
    c: &mut SqlConnection,
    without: &[GameId],
    now: Millis,
) -> Result<Mended, sqlx::Error> {
    // Overwrites deleted content in the file.
    c.all::<SqlRow>("PRAGMA secure_delete = ON", ()).await?;
    let found = "SELECT count(*) FROM (SELECT id FROM games UNION SELECT game FROM events) AS known /* once, after damage */";
    let found = c.one(found, ()).await?;
    for game in without {
        c.execute("DELETE FROM games WHERE id = $1", *game).await?;
    }
    let contradict = AssertSqlSafe(format!("DELETE FROM games WHERE id IN ({CONTRADICTIONS})"));
    c.execute(contradict, ()).await?;
    c.execute(WITHOUT_RULES, ()).await?;
    for [table, column, other, key] in NEEDED {
        let alone = format!(
            "DELETE FROM {table} WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT {key} FROM {other})"
        );
        c.execute(AssertSqlSafe(alone), ()).await?;
    }
    for statement in CUT_OFF.into_iter().chain(TOURNAMENTS) {
        c.execute(statement, ()).await?;
    }
    c.execute(ENDED_EARLY, now).await?;
    for statement in RATED.into_iter().chain(SEATS) {
        c.execute(statement, ()).await?;
    }
    let marks: Option<u64> = c.first(MARKS, ()).await?;
    let lost_key = marks.is_some_and(|marks| marks > 0);
    if lost_key {
        c.execute("DELETE FROM forgotten", ()).await?;
        c.execute("DELETE FROM former_blocks", ()).await?;
        c.execute("DELETE FROM shut_out WHERE person IS NULL /* once, after damage */", ()).await?;
    }
    let kept = c.one("SELECT count(*) FROM games /* once, after damage */", ()).await?;
    Ok(Mended { found, kept, lost_key })
}
