//! What the manager of services is told, where it has started the program and wants to know (`Type=notify` of systemd): that the bot is
//! ready, that it is alive, and that it stops. Elsewhere nothing is done.
//! <https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html>

#[cfg(target_os = "linux")]
use sd_notify::NotifyState;

use crate::discord::Pulse;

/// The bot is connected, or stands by.
pub fn ready() {
    #[cfg(target_os = "linux")]
    tell(NotifyState::Ready);
}

/// The bot takes nothing new.
pub fn stopping() {
    #[cfg(target_os = "linux")]
    tell(NotifyState::Stopping);
}

/// How soon it is asked again after it has not answered.
#[cfg(target_os = "linux")]
const AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// Says that the bot is alive for as long as its dispatcher answers, four times in the time that the manager waits for it (`WatchdogSec`).
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
