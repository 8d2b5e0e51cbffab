//! Notifications to a service manager (`Type=notify` of systemd): the bot is ready, alive, or stopping.
//!
//! Without such a manager nothing is done. See
//! <https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html>.

#[cfg(target_os = "linux")]
use sd_notify::NotifyState;

use crate::discord::Pulse;

/// Reports that the bot is connected or on standby.
pub fn ready() {
    #[cfg(target_os = "linux")]
    tell(NotifyState::Ready);
}

/// Reports that the bot is stopping and accepts nothing new.
pub fn stopping() {
    #[cfg(target_os = "linux")]
    tell(NotifyState::Stopping);
}

/// How long to wait before checking again after the dispatcher did not respond.
#[cfg(target_os = "linux")]
const AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// Reports that the bot is alive for as long as its dispatcher responds, four times per `WatchdogSec`.
pub async fn keep_alive(pulse: Pulse) {
    #[cfg(target_os = "linux")]
    if let Some(patience) = sd_notify::watchdog_enabled() {
        loop {
            let pause = if pulse.answers().await {
                tell(NotifyState::Watchdog);
                patience / 4
            } else {
                tracing::error!("nothing that comes from Discord is taken up");
                AGAIN
            };
            tokio::time::sleep(pause).await;
        }
    }
    #[cfg(not(target_os = "linux"))]
    drop(pulse);
}

#[cfg(target_os = "linux")]
fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the manager of services was not told");
    }
}
