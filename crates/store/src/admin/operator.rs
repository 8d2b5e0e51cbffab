//! The operator's commands on a database: copy it, check it, accept a loss.

use super::check::{START_TIMEOUT, base, look, open_failed, whole};
use crate::OpenError;
use crate::db::schema::{migrations, newest, noted};
use crate::db::sql::{SqlConnection, Statement, query};
use crate::sqlite::files::{
    self, beside, check_complete, check_file, has_content, log_of, needs_log, unwritable,
};
use sqlx::AssertSqlSafe;
use std::fs::File;
use std::path::Path;

/// Copies a database to a new file, even while a bot is running on it.
///
/// The copy is complete and synced once it has its final name.
///
/// # Errors
/// The reason as one sentence. The database is never changed, and no partial copy is left behind.
pub async fn backup(path: &Path, to: &Path) -> Result<(), OpenError> {
    let path = &there(path)?;
    if to.exists() {
        return Err(OpenError::Exists(to.to_owned()));
    }
    let part = beside(to, ".part");
    // Leftovers of a killed copy, which do not even start like a database. An old journal would be replayed
    // into the new copy.
    for ending in ["", "-journal", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(&part, ending));
    }
    check_file(&part)?;
    // `VACUUM INTO` accepts an empty file and keeps its mode.
    files::make_private(&part)?;
    let copied = copy(path, &part).await.and_then(|()| {
        File::open(&part)
            .and_then(|f| f.sync_all())
            .and_then(|()| std::fs::rename(&part, to))
            .map_err(|e| unwritable(to, &e))
    });
    if copied.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    copied
}

async fn copy(path: &Path, part: &Path) -> Result<(), OpenError> {
    let mut connection = look(path).await?;
    let done = connection.execute("VACUUM INTO $1", part.to_string_lossy().into_owned()).await.map(|_| ());
    let _ = connection.close().await;
    let failed = |error: sqlx::Error| match open_failed(part, &error) {
        told @ (OpenError::Full(_) | OpenError::Disk(..) | OpenError::Unwritable(..)) => told,
        _ => open_failed(path, &error),
    };
    done.map_err(failed)?;
    // The copy is a single file and needs no WAL.
    let mut connection = SqlConnection::sqlite(&base(part)).await.map_err(failed)?;
    let cleared = async {
        is_older(&mut connection).await?;
        unmark(&mut connection).await
    };
    let cleared = cleared.await;
    let _ = connection.close().await;
    cleared.map_err(failed)
}

/// Makes a copy older than its source, so that it is recognized as a copy if it replaces the source.
pub(super) async fn is_older(copy: &mut SqlConnection) -> Result<(), sqlx::Error> {
    let has_one = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'generation'";
    if copy.exists(has_one, ()).await? {
        copy.execute("UPDATE generation SET number = number - 1 WHERE one = 1", ()).await?;
    }
    Ok(())
}

/// Clears the mark that says the WAL is needed.
pub(crate) async fn unmark(connection: &mut SqlConnection) -> Result<(), sqlx::Error> {
    connection.execute("PRAGMA user_version = 0", ()).await.map(|_| ())
}

/// The result of checking an intact database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The number of games.
    pub games: u64,
    /// The number of moves.
    pub moves: u64,
    /// Whether the schema is this program's. If not, it is an older one, and the next start migrates it.
    pub up_to_date: bool,
}

/// Reads the whole database, even while a bot is running on it. Changes nothing.
///
/// # Errors
/// One sentence: the first defect, or why the check failed.
pub async fn check(path: &Path) -> Result<Checked, OpenError> {
    let path = &there(path)?;
    super::check::content(path, &migrations(), super::check::Accepted::Older).await?;
    let mut connection = look(path).await?;
    let found = examine(&mut connection, path).await;
    let _ = connection.close().await;
    found
}

/// Finds games whose rows contradict their event logs, as far as this shows without knowing the rules.
pub(crate) const CONTRADICTIONS: &str = "SELECT id FROM games JOIN (
        SELECT game, count(*) AS events, max(seq) AS last, max(seq) FILTER (WHERE kind IN ('begun', 'move', 'takeback')) AS position,
            count(*) FILTER (WHERE kind = 'move') AS moves, count(*) FILTER (WHERE kind = 'takeback') AS takebacks,
            max(text) FILTER (WHERE kind = 'ended') AS ended, count(*) FILTER (WHERE kind = 'set-aside') AS aside
        FROM events GROUP BY game
    ) AS logs ON game = id
    WHERE rev <> events OR rev <> last OR position_rev <> position OR (ply <> moves AND takebacks = 0) OR ply > moves
        OR ended IS DISTINCT FROM ending OR (aside > 0) <> (state = 'set aside')
        -- A clock can go backwards, so it is not the latest time.
        OR moved_at IS DISTINCT FROM (SELECT at FROM events WHERE game = id AND seq = position_rev)
    UNION ALL SELECT id FROM games WHERE NOT EXISTS (SELECT 1 FROM events WHERE game = id)";

/// Finds one contradictory game.
pub(crate) fn contradiction() -> Statement {
    query(AssertSqlSafe(format!("{CONTRADICTIONS} LIMIT 1")), ())
}

async fn examine(connection: &mut SqlConnection, path: &Path) -> Result<Checked, OpenError> {
    let failed = |e: sqlx::Error| open_failed(path, &e);
    if let Some(defect) = whole(connection).await.map_err(failed)? {
        return Err(OpenError::Damaged(path.to_owned(), defect));
    }
    let steps = migrations();
    let known = newest(&steps);
    let schema = noted(&mut *connection, &steps).await.map_err(failed)?.schema(path, known)?;
    if let Some(game) = contradiction().first::<i64>(&mut *connection).await.map_err(failed)? {
        let defect = format!("the row of game {game} does not follow from its log");
        return Err(OpenError::Damaged(path.to_owned(), defect));
    }
    let (games, moves) = connection.one(COUNTS, ()).await.map_err(failed)?;
    Ok(Checked { games, moves, up_to_date: schema == known })
}

/// Counts games and moves.
pub(crate) const COUNTS: &str =
    "SELECT count(*) AS games, CAST(coalesce(sum(ply), 0) AS BIGINT) AS moves FROM games";

/// Accepts a database whose WAL is missing, if the rest is intact. Returns whether one was missing.
///
/// # Errors
/// The reason as one sentence. Nothing has changed.
pub async fn accept_loss(path: &Path) -> Result<bool, OpenError> {
    let path = &files::real(path);
    check_file(path)?;
    if !has_content(path) {
        check_complete(path)?;
        return Err(OpenError::NoFile(path.to_owned()));
    }
    if !log_of(path).exists() && !needs_log(path) {
        // Nor does a bot run on it. It may be another program's, which gets no file beside it.
        return Ok(false);
    }
    let _lock = files::take(path)?;
    if log_of(path).exists() || !needs_log(path) {
        return Ok(false);
    }
    // Reads the file as it is, without creating a WAL.
    let failed = |e: sqlx::Error| open_failed(path, &e);
    let looking = base(path).immutable(true).read_only(true);
    let mut connection = SqlConnection::sqlite(&looking).await.map_err(failed)?;
    let found = examine(&mut connection, path).await;
    let _ = connection.close().await;
    found?;
    let writing = base(path).busy_timeout(START_TIMEOUT);
    let mut connection = SqlConnection::sqlite(&writing).await.map_err(failed)?;
    let cleared = unmark(&mut connection).await;
    let _ = connection.close().await;
    cleared.map_err(failed).map(|()| true)
}

/// Resolves the path of the file, which must exist and be complete.
fn there(path: &Path) -> Result<std::path::PathBuf, OpenError> {
    let path = files::real(path);
    check_file(&path)?;
    check_complete(&path)?;
    if has_content(&path) { Ok(path) } else { Err(OpenError::NoFile(path)) }
}
