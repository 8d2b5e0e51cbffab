//! Takes up what whoever runs the bot changes by commands while it runs.

use std::sync::Arc;
use std::time::Duration;

use crate::app::Feature;
use crate::discord::context::Context;

/// How often it is looked whether something has changed: one row is read.
const EVERY: Duration = Duration::from_secs(5);

/// Takes up what was changed.
pub async fn read(ctx: &Context) {
    match ctx.app.read_operator_state().await {
        Ok(false) => {}
        Ok(true) => {
            let off: Vec<&str> =
                Feature::ALL.into_iter().filter(|one| ctx.app.is_off(*one)).map(Feature::slug).collect();
            let announces = ctx.app.announced(ctx.clock.now()).is_some();
            tracing::info!(
                blocked = ctx.app.shut_out_people(),
                off = off.join(" "),
                announces,
                "what whoever runs the bot has switched and announced is taken up"
            );
        }
        Err(error) => tracing::error!(%error, "what whoever runs the bot has changed was not read"),
    }
}

/// Takes up what is changed, for ever.
pub async fn keep_reading(ctx: Arc<Context>) {
    loop {
        ctx.clock.sleep(EVERY).await;
        read(&ctx).await;
    }
}
