//! Starts long work for one person by deferring the answer.

use serde_json::Value;

use crate::app::{ExclusiveJobs, NoPlace, OwnPlace};
use crate::discord::interaction::Interaction;
use crate::discord::reply::{Answer, Reply};
use crate::discord::rest::messenger::Messenger;
use crate::discord::rest::request::Failure;

impl Messenger {
    /// Defers the answer with this body and returns a place; otherwise answers why there is none.
    pub(in crate::discord) async fn defer_to_one(
        &self,
        to: &Interaction,
        among: &ExclusiveJobs,
        body: &Value,
        refused: impl FnOnce(NoPlace) -> Reply,
    ) -> Result<Option<OwnPlace>, Failure> {
        match among.take(to.who.id) {
            Ok(place) => self.defer(to, body).await.map(|()| Some(place)),
            Err(why) => self.answer(to, &Answer::Message(refused(why))).await.map(|_| None),
        }
    }
}
