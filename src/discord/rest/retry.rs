//! The first requests at a start. They are retried while Discord is out of reach, and the
//! operator is notified.
//!
//! Only what a person must fix ends the start.

use std::time::Duration;
use tokio::time::Instant;

use crate::discord::operator::OPERATOR;
use crate::discord::rest::request::{Failure, doubled};

/// Timeout of one attempt, long enough for a slow response.
const PATIENCE: Duration = Duration::from_secs(30);
/// The pause after the first attempt, and the maximum; it doubles in between.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));

/// How Discord is reached.
pub struct Reach<'a> {
    /// The address of Discord's REST API.
    pub base: &'a str,
}

impl Reach<'_> {
    /// Makes a request, and retries it while Discord is out of reach.
    ///
    /// `request` makes one attempt until the deadline it is given; `aim` says what it is for.
    ///
    /// # Errors
    /// Returns a refusal that will not pass by itself.
    pub async fn until_it_answers<T>(
        &self,
        aim: &str,
        request: impl AsyncFn(Instant) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut tries = 0;
        loop {
            let failure = match request(Instant::now() + PATIENCE).await {
                Err(failure) if failure.may_pass() => failure,
                done => return done,
            };
            self.tell_and_wait(aim, &failure, tries).await;
            tries += 1;
        }
    }

    /// Reports that Discord is out of reach, and waits: the longer, the more `tries` came before.
    pub async fn tell_and_wait(&self, aim: &str, failure: &Failure, tries: u32) {
        let pause = doubled(PAUSE, tries);
        let sentence = self.sentence(aim, failure, pause);
        tracing::warn!(target: OPERATOR, "{sentence}");
        tokio::time::sleep(pause).await;
    }

    fn sentence(&self, aim: &str, failure: &Failure, pause: Duration) -> String {
        let (base, seconds) = (self.base, pause.as_secs());
        let what = match failure {
            Failure::Unreachable(why) => format!("Discord cannot be reached at {base} to {aim} ({why})"),
            Failure::Refused { status, .. } | Failure::Blocked { status, .. } => {
                format!("{base} answers {status} to the try to {aim}")
            }
            Failure::Limited => format!("{base} lets the bot wait before it may {aim}"),
        };
        format!("{what}; trying again in {seconds} s.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_to_a_minute() {
        let seconds = (0..9).map(|tries| doubled(PAUSE, tries).as_secs()).collect::<Vec<_>>();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(doubled(PAUSE, u32::MAX), PAUSE.1);
    }

    #[test]
    fn the_sentence_says_where_what_for_why_and_when() {
        let reach = Reach { base: "https://discord.com" };
        let failure = Failure::Unreachable("Connection refused".to_owned());
        assert_eq!(
            reach.sentence("ask who the bot is", &failure, Duration::from_secs(4)),
            "Discord cannot be reached at https://discord.com to ask who the bot is (Connection refused); \
             trying again in 4 s."
        );
    }

    #[tokio::test]
    async fn only_what_may_pass_is_tried_again() {
        let reach = Reach { base: "https://discord.com" };
        let refused = |status| Failure::Refused { status, code: 0, message: String::new() };
        for (status, passes) in [(401, false), (403, false), (404, false), (429, true), (502, true)] {
            assert_eq!(refused(status).may_pass(), passes, "{status}");
        }
        let given = reach.until_it_answers("try", async |_| Err::<(), _>(refused(401))).await;
        assert!(matches!(given, Err(Failure::Refused { status: 401, .. })));
    }
}
