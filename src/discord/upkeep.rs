//! What a running bot does by itself: old messages are tidied, games that cannot be replayed are set aside, challenges lapse.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::bot_state::BotState;
use super::desk::Desk;
use super::owed::Debt;
use super::{offers, settled};

/// The pause between two parts of the review of live games.
const REVIEW_PAUSE: Duration = Duration::from_millis(100);

/// Games that today's rules cannot replay are set aside, a few at a time, beside everything else. Their players are told as they
/// are shown boards that are owed.
pub async fn review(desk: Arc<Desk>, state: BotState, stop: CancellationToken) {
    let some = async {
        state.connected().await;
        desk.duty.mine().await;
        let mut from = None;
        loop {
            let reviewed = match desk.app.review(from, desk.clock.now()).await {
                Ok(reviewed) => reviewed,
                Err(error) => return tracing::error!(%error, "not all live games were reviewed"),
            };
            for (game, rev) in reviewed.set_aside {
                desk.owed.tell(Debt { game, rev, posted: false });
            }
            from = reviewed.next;
            desk.clock.sleep(REVIEW_PAUSE).await;
            if from.is_none() {
                return;
            }
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = some => {}
    }
}

/// Old messages are tidied until `stop`.
pub async fn tidy(desk: Arc<Desk>, stop: CancellationToken) {
    tokio::select! {
        () = stop.cancelled() => {}
        () = desk.tidy.work(&desk.app, &desk.messenger) => {}
    }
}

/// Closes challenges that lapsed, and tells of those and of offers that are settled, every so often until `stop`.
pub async fn sweep(desk: &Desk, every: Duration, stop: &CancellationToken) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = desk.duty.mine() => {}
        }
        if let Err(error) = desk.app.lapse_challenges(desk.clock.now()).await {
            tracing::error!(%error, "lapsed challenges were not closed");
        }
        settled::sweep(desk).await;
        offers::sweep(desk).await;
        tokio::select! {
            () = stop.cancelled() => return,
            () = desk.clock.sleep(every) => {}
        }
    }
}
