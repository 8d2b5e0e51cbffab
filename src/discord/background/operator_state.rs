//! Takes up what whoever runs the bot changes by commands while it runs.
//!
//! What a person has begun in the seconds before all processes knew that they are blocked is undone by the leader.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::clock::BotClock;
use crate::app::App;
use crate::discord::context::Context;
use crate::discord::operator::Halted;

/// How often it is looked whether something has changed: one row is read.
const EVERY: Duration = Duration::from_secs(5);
/// How often it is swept after a block, with [`EVERY`] in between: every process knows the block by the last time.
const SWEEPS: usize = 4;

/// Takes up what was changed, before anybody is served, and from then on what is changed until `stop`. Returns what tells of each time when
/// somebody is blocked who was not before.
///
/// # Errors
/// It cannot be read; nobody may be served then.
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

/// Takes up what is changed, for ever. Tells `grown` when somebody is blocked who was not before.
async fn keep_reading(app: App, clock: BotClock, grown: watch::Sender<()>) {
    loop {
        clock.sleep(EVERY).await;
        match app.read_operator_state().await {
            Ok(true) => grown.send_replace(()),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "what whoever runs the bot has changed was not read"),
        }
    }
}

/// Undoes what those who are blocked have begun before all processes knew it, at the start and each time when `grown` tells of more of them.
/// Every process hears of them, as another one may lead by then.
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
