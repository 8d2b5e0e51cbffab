//! Answers that take longer than Discord waits are deferred, and Discord shows that the bot is working.
//!
//! Such work changes nothing, so a restart in between loses only the answer.

use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;
use serde_json::Value;

use crate::app::OwnPlace;
use crate::discord::interaction::Interaction;
use crate::discord::reply::Reply;
use crate::discord::rest::messenger::Messenger;
use crate::discord::rest::pictures;
use crate::discord::rest::request::{Attached, Failure, Request};
use crate::discord::rest::transport::ALREADY_ANSWERED;
use crate::discord::rest::wire;

/// Time limit for making an answer that takes long.
const MAKING: Duration = Duration::from_secs(45);
/// Time limit for sending it.
const SENDING: Duration = Duration::from_secs(30);
/// The status of a refusal because a file is too large.
const TOO_LARGE: u16 = 413;

impl Messenger {
    /// Announces with this body that an answer will follow.
    pub(in crate::discord) async fn defer(&self, to: &Interaction, body: &Value) -> Result<(), Failure> {
        let route = format!("/interactions/{}/{}/callback", to.id, to.token);
        let request = Request::new(&Method::POST, &route, to.deadline()).body(body).hedged();
        match self.rest.send(request).await {
            // An earlier process deferred it and stopped before it was done; or it was done, and the
            // answer is made again.
            Err(failure) if failure.code() == Some(ALREADY_ANSWERED) => Ok(()),
            done => done.map(|_| ()),
        }
    }

    /// Replaces the answer to an interaction by `reply`, with its picture, or without one that is too large.
    pub(in crate::discord) async fn put_drawn(&self, to: &Interaction, reply: &Reply) -> Result<(), Failure> {
        self.put_drawn_in(to, reply, None).await
    }

    /// Replaces the answer to an interaction of a person who holds a place.
    ///
    /// A person who sees the result may ask for more at once, so the place is released before it is sent.
    pub(in crate::discord) async fn put_drawn_in(
        &self,
        to: &Interaction,
        reply: &Reply,
        place: Option<OwnPlace>,
    ) -> Result<(), Failure> {
        let (said, file) = pictures::draw(reply, Instant::now() + MAKING).await;
        drop(place);
        match self.put(to, &said, file.as_ref()).await {
            Err(Failure::Refused { status: TOO_LARGE, .. }) => {
                self.put(to, &pictures::in_words(reply), None).await
            }
            done => done,
        }
    }

    /// Replaces the answer to an interaction by `reply`.
    pub(in crate::discord) async fn put(
        &self,
        to: &Interaction,
        reply: &Reply,
        file: Option<&Attached>,
    ) -> Result<(), Failure> {
        let body = wire::edited(&self.ready(reply.clone()));
        let route = format!("/webhooks/{}/{}/messages/@original", self.application, to.token);
        let request = Request::new(&Method::PATCH, &route, Instant::now() + SENDING).body(&body).file(file);
        self.rest.send(request).await.map(|_| ())
    }
}
