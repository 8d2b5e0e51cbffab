//! Keeps one shard connected: when and where to connect, and how to react when a connection ends.
//!
//! After any end the next connection is made from the session in `session`, even if the gateway fell silent
//! when it should have answered. A silent gateway is given up after 2 s at first, then after 4, 8 and 15.
//! Only close codes that no new connection can fix (4004, 4010 to 4014) end the program.

use std::time::Duration;
use tokio::time::Instant;

use serde_json::Value;

use super::connection::{self, ConnectionEnd, Lost};
use super::connection_factory::{ConnectionFactory, usable};
use super::pace::{IdentifyPace, IdentifyTurn};
use crate::discord::context::Context;
use crate::discord::interaction::values::number;
use crate::discord::operator::OPERATOR;
use crate::discord::rest::request::{Failure, Request};

/// How long to request the gateway's address once the bot has started: an older one serves as a fallback.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bounds of the pause between connection attempts, in milliseconds.
const PAUSE: (u64, u64) = (250, 2_000);
/// A connection that was up for this long is reopened at once.
const WAS_GOOD: Duration = Duration::from_secs(5);
/// After this many consecutive failures every other attempt uses the general address, not that for resuming.
const GENERAL_AFTER: u32 = 4;
/// After RESUME has met silence this many times in a row, a minute in total, a new session is begun.
const SILENT: u32 = 6;
/// Interval at which an ongoing outage is reported again.
const TELL_AGAIN: Duration = Duration::from_mins(1);
/// A wait for IDENTIFY longer than this happens before the connection is opened.
const LONG_WAIT: Duration = Duration::from_secs(10);

/// Returns the request for the gateway's address.
pub fn question(deadline: Instant) -> Request<'static> {
    Request::new(&reqwest::Method::GET, "/gateway/bot", deadline)
}

/// Requests the gateway's address and the recommended number of shards, and records the session limits.
pub async fn ask(
    ctx: &Context,
    pace: &IdentifyPace,
    question: Request<'_>,
) -> Result<(String, u32), Failure> {
    let told = ctx.messenger.rest.send(question).await?;
    let few = |value: &Value| number(value).and_then(|number| u32::try_from(number).ok()).unwrap_or(1).max(1);
    let limit = &told["session_start_limit"];
    pace.learn(few(&limit["max_concurrency"]));
    if let Some(remaining) = number(&limit["remaining"]) {
        let wait = Duration::from_millis(number(&limit["reset_after"]).unwrap_or(0));
        if remaining == 0 {
            tracing::warn!(
                seconds = wait.as_secs(),
                "Discord allows no new session before this time is over"
            );
        }
        pace.allow(remaining, wait);
    }
    let url = told["url"].as_str().and_then(usable);
    let url = url.ok_or_else(|| Failure::Unreachable("the answer holds no address".to_owned()))?;
    Ok((url, few(&told["shards"])))
}

/// Returns the pause before attempt number `tries`; zero for number 0.
fn pause(tries: u32) -> Duration {
    if tries == 0 {
        return Duration::ZERO;
    }
    let most = (PAUSE.0 << tries.min(10)).min(PAUSE.1);
    Duration::from_millis(fastrand::u64(PAUSE.0..=most))
}

impl ConnectionFactory {
    /// Returns the address to connect to next; `None` if stopped meanwhile.
    async fn address(&self, general: &mut Option<String>, failed: u32) -> Option<String> {
        let kept = self.kept.get();
        let resume = kept.session.is_some().then_some(kept.resume_url).flatten();
        let beside = failed >= GENERAL_AFTER && failed.is_multiple_of(2);
        if let Some(resume) = &resume
            && !beside
        {
            return Some(resume.clone());
        }
        if kept.session.is_some()
            && let Some(general) = general
        {
            return Some(general.clone());
        }
        // This will be a new session, so the session limits are requested as well.
        let mut tries = 0;
        loop {
            let asked = tokio::select! {
                biased;
                () = self.stop.cancelled() => return None,
                asked = ask(&self.parts.ctx, &self.parts.pace, question(Instant::now() + PATIENCE)) => asked,
            };
            match (asked, &*general) {
                (Ok((address, _)), _) => {
                    *general = Some(address.clone());
                    return Some(address);
                }
                (Err(_), Some(known)) => return Some(known.clone()),
                (Err(_), None) if resume.is_some() => return resume,
                (Err(failure), None) => tracing::debug!(%failure, "asking again"),
            }
            tries += 1;
            self.sleep(pause(tries)).await?;
        }
    }

    /// Sleeps; `None` if stopped meanwhile.
    async fn sleep(&self, wait: Duration) -> Option<()> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => None,
            () = tokio::time::sleep(wait) => Some(()),
        }
    }

    /// Waits for the right to IDENTIFY if there is no session to resume; `None` if stopped meanwhile.
    async fn turn(&self) -> Option<Option<IdentifyTurn>> {
        if self.kept.get().session.is_some() {
            return Some(None);
        }
        let wait = self.kept.until_identify();
        if wait > LONG_WAIT {
            self.sleep(wait).await?;
        }
        tokio::select! {
            biased;
            () = self.stop.cancelled() => None,
            turn = self.parts.pace.turn(self.shard.number) => Some(Some(turn)),
        }
    }

    /// Waits until this process is known to hold this shard; `None` if stopped meanwhile.
    async fn is_ours(&self) -> Option<()> {
        let mut trust = self.trust.clone();
        tokio::select! {
            biased;
            () = self.stop.cancelled() => None,
            told = trust.wait_for(|trust| trust.holds()) => told.is_ok().then_some(()),
        }
    }

    /// Keeps the shard connected until stopped, or until Discord refuses the bot permanently.
    pub async fn keep_up(self) {
        // The first address was requested at startup.
        let mut general = self.parts.general.clone();
        let mut first = self.parts.first.clone().filter(|_| self.kept.get().session.is_none());
        let (mut tries, mut failed, mut silent, mut told) = (0, 0, 0, None::<Instant>);
        loop {
            let address = match first.take() {
                Some(address) => Some(address),
                None => self.address(&mut general, failed).await,
            };
            let Some(address) = address else { return };
            let Some(turn) = self.turn().await else { return };
            // Checked last because the wait for the turn may have been long.
            if self.is_ours().await.is_none() {
                return;
            }
            let lost = match connection::serve(&self, &address, (silent, turn)).await {
                ConnectionEnd::Stopped => return,
                ConnectionEnd::Fatal(why) => {
                    return self.parts.event_sender.end(why).await;
                }
                ConnectionEnd::Lost(lost) => lost,
            };
            let away = self.outage.is_lost();
            if lost.up.is_some() || told.is_none_or(|told| told.elapsed() >= TELL_AGAIN) {
                told = Some(Instant::now());
                if self.parts.counts.is_new() {
                    tracing::warn!(
                        target: OPERATOR,
                        "Discord's gateway cannot be reached at {address} ({}); trying again.",
                        lost.why
                    );
                } else {
                    tracing::warn!(
                        shard = %self.shard,
                        why = lost.why,
                        away_s = away.as_secs(),
                        "not connected to Discord; trying again"
                    );
                }
            } else {
                tracing::debug!(shard = %self.shard, why = lost.why, tries, "not connected to Discord; trying again");
            }
            let Lost { up, silent: was_silent, pause: least, .. } = lost;
            tries = if up.is_some_and(|up| up >= WAS_GOOD) { 0 } else { tries + 1 };
            failed = if up.is_some() { 0 } else { failed + 1 };
            silent = if was_silent { silent + 1 } else { 0 };
            if silent >= SILENT {
                silent = 0;
                self.kept.drop_session();
            }
            if self.sleep(pause(tries).max(least)).await.is_none() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_between_a_quarter_and_two_seconds() {
        assert_eq!(pause(0), Duration::ZERO);
        for tries in 1..100 {
            let pause = pause(tries);
            assert!((250..=2_000).contains(&pause.as_millis()), "{pause:?}");
        }
    }
}
