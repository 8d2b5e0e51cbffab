//! Applies changes that the operator makes by commands while the bot runs.
//!
//! Games started by a blocked person before all processes knew of the block are undone by the leader.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::App;
use crate::discord::clock::BotClock;
use crate::discord::context::Context;
use crate::discord::operator::Halted;

/// Interval between checks for changes; each reads one row.
const EVERY: Duration = Duration::from_secs(5);
/// Number of sweeps after a block, [`EVERY`] apart: by the last one every process knows of the block.
const SWEEPS: usize = 4;

/// Applies the stored changes before the bot serves anyone, and later changes until `stop`.
///
/// Returns a receiver that is notified each time a further person is blocked.
///
/// # Errors
/// The state cannot be read; then the bot must not serve anyone.
pub async fn begin(
    app: &App,
    clock: &BotClock,
    tasks: &TaskTracker,
    stop: CancellationToken,
) -> Result<watch::Receiver<()>, Halted> {
    app.read_operator_state().await.map_err(|error| Halted::blocks_unread(&error))?;
    let (tell, grown) = watch::channel(());
    let reading = keep_reading(app.clone(), clock.clone(), tell);
    tasks.spawn(async move {
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            () = reading => {}
        }
    });
    Ok(grown)
}

/// Applies changes forever. Notifies `grown` when a further person is blocked.
async fn keep_reading(app: App, clock: BotClock, grown: watch::Sender<()>) {
    loop {
        clock.sleep(EVERY).await;
        match app.read_operator_state().await {
            Ok(true) => grown.send_replace(()),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "the operator's changes were not read"),
        }
    }
}

/// Undoes what blocked people started before all processes knew of the block.
///
/// Runs at startup and each time `grown` reports more of them. Every process listens, because another one may
/// lead by then.
pub async fn keep_sweeping(ctx: Arc<Context>, mut grown: watch::Receiver<()>) {
    loop {
        for _ in 0..SWEEPS {
            if ctx.leadership.is_mine() {
                sweep(&ctx).await;
            }
            ctx.clock.sleep(EVERY).await;
        }
        if grown.changed().await.is_err() {
            return;
        }
    }
}

async fn sweep(ctx: &Context) {
    match ctx.app.shut_out_again(ctx.clock.now()).await {
        Ok(0) => {}
        Ok(people) => tracing::info!(people, "what those who are blocked had begun meanwhile is undone"),
        Err(error) => tracing::error!(%error, "what those who are blocked had begun meanwhile is not undone"),
    }
}
