//! Hints on a page: the piece first, and its move with the reason if that is wanted too.

use std::num::NonZero;
use std::sync::LazyLock;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::app::{App, AppResult, Caller, NoHint, Target};
use crate::words::Words;

/// Hints that are searched for at the same time.
static SEARCHES: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get).div_ceil(2))
});
/// How long a hint waits for its turn, and how long its search may take: a page waits for its answer no longer than ten seconds.
const QUEUE: Duration = Duration::from_secs(3);
const MOST: Duration = Duration::from_secs(6);

/// The hint as a sentence, or why there is none. `whole`: with the move.
///
/// # Errors
/// Refused: the game has no hints, it is not the person's turn, or the game has gone on.
pub async fn hint(
    app: &App,
    by: &Caller,
    target: Target,
    words: &'static Words,
    whole: bool,
) -> AppResult<String> {
    let asked = app.ask_hint(by, target).await?;
    let Ok(Ok(_permit)) = timeout(QUEUE, SEARCHES.acquire()).await else {
        return Ok(words.no_hint(NoHint::Busy));
    };
    let stop = CancellationToken::new();
    // Also if nobody waits for the answer any more.
    let _ends = stop.clone().drop_guard();
    let search = tokio::task::spawn_blocking(move || asked.found(&|| stop.is_cancelled()));
    Ok(match timeout(MOST, search).await {
        Ok(Ok(Some(hint))) if whole => words.hint_move(&hint),
        Ok(Ok(Some(hint))) => words.hint_piece(&hint),
        Ok(Ok(None) | Err(_)) | Err(_) => words.no_hint(NoHint::Late),
    })
}
