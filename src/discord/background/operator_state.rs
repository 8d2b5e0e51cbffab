//! Takes up what whoever runs the bot changes by commands while it runs.

use std::sync::Arc;
use std::time::Duration;

use crate::discord::context::Context;

/// How often it is looked whether something has changed: one row is read.
const EVERY: Duration = Duration::from_secs(5);

/// Takes up what was changed.
pub async fn read(ctx: &Context) {
    if let Err(error) = ctx.app.read_operator_state().await {
        tracing::error!(%error, "what whoever runs the bot has changed was not read");
    }
}

/// Takes up what is changed, for ever.
pub async fn keep_reading(ctx: Arc<Context>) {
    loop {
        ctx.clock.sleep(EVERY).await;
        read(&ctx).await;
    }
}
