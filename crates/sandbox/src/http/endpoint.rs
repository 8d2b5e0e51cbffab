//! Sends signed interactions by HTTP to the application's interactions endpoint.
//!
//! Behind a real endpoint there may be a load balancer. Here several addresses take turns instead, and an
//! address that refuses the connection is skipped.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::in_memory::Unanswered;
use super::shared::SharedState;
use crate::id::Id;
use crate::model::APPLICATION;
use crate::signer::timestamp;

/// How often an event is tried, and the pause between tries. Discord keeps trying for ten minutes.
const TRIES: u32 = 20;
const AGAIN: Duration = Duration::from_millis(500);

/// Why a request got no response.
struct Unsent {
    /// The connection was refused.
    refused: bool,
    why: String,
}

impl From<reqwest::Error> for Unsent {
    fn from(error: reqwest::Error) -> Self {
        Self { refused: error.is_connect(), why: error.to_string() }
    }
}

/// Sends requests over the network, or directly to a host in this process.
#[derive(Clone)]
struct Post {
    shared: Arc<SharedState>,
    client: reqwest::Client,
}

impl Post {
    fn new(shared: &Arc<SharedState>) -> Result<Self, String> {
        let client = reqwest::Client::builder().no_proxy().build().map_err(|error| error.to_string())?;
        Ok(Self { shared: Arc::clone(shared), client })
    }

    /// Posts a body with these two headers. Returns the status and the text of the response.
    async fn send(
        &self,
        url: &str,
        (timestamp, signature): (&str, &str),
        body: String,
    ) -> Result<(u16, String), Unsent> {
        let request = Request::post(url)
            .header("content-type", "application/json")
            .header("user-agent", "Discord-Interactions/1.0 (+https://discord.com)")
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", timestamp)
            .body(body)
            .map_err(|error| Unsent { refused: false, why: error.to_string() })?;
        let name = request.uri().authority().map(ToString::to_string).unwrap_or_default();
        let host = self.shared.hosts.lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
        let Some(host) = host else {
            let answer = self.client.execute(request.try_into()?).await?;
            return Ok((answer.status().as_u16(), answer.text().await?));
        };
        let refused = |why: Unanswered| Unsent { refused: why == Unanswered::Refused, why: why.to_string() };
        let answer = host(request.map(Body::from)).await.map_err(refused)?;
        let status = answer.status().as_u16();
        let text = to_bytes(answer.into_body(), usize::MAX).await;
        let text = text.map_err(|error| Unsent { refused: false, why: error.to_string() })?;
        Ok((status, String::from_utf8_lossy(&text).into_owned()))
    }
}

/// Accepts interactions endpoints by Discord's rules.
///
/// Each must answer a PING and reject a request with a wrong signature. Discord allows one; we allow
/// several.
pub(crate) async fn open(shared: &Arc<SharedState>, urls: &[String]) -> Result<(), String> {
    let post = Post::new(shared)?;
    for url in urls {
        check(&post, url).await?;
    }
    let (sender, bodies) = mpsc::unbounded_channel();
    shared.change(|world| {
        world.hub.outgoing = Some(sender);
        world.portal.interactions_url = urls.first().cloned();
    });
    tokio::spawn(post_all(post, urls.to_owned(), bodies));
    Ok(())
}

async fn check(post: &Post, url: &str) -> Result<(), String> {
    let id = post.shared.change(crate::world::World::fresh_id);
    let ping = json!({ "id": id, "application_id": APPLICATION, "type": 1, "token": "ping", "version": 1 })
        .to_string();
    let failed = |unsent: Unsent| unsent.why;
    let timestamp = timestamp();
    let wrong = "0".repeat(128);
    let (status, _) = post.send(url, (&timestamp, &wrong), ping.clone()).await.map_err(failed)?;
    if status != 401 {
        return Err(format!("a request with a wrong signature was answered with {status}"));
    }
    let signature = post.shared.signer.sign(&timestamp, ping.as_bytes());
    let (status, answer) = post.send(url, (&timestamp, &signature), ping).await.map_err(failed)?;
    let parsed: Value = serde_json::from_str(&answer).unwrap_or_default();
    if status != 200 || parsed["type"] != 1 {
        return Err(format!("a PING was answered with {status}: {answer}"));
    }
    Ok(())
}

/// Accepts an address for webhook events by Discord's rules.
///
/// It must answer a PING with 204 and reject a request with a wrong signature.
pub(crate) async fn tell(shared: &Arc<SharedState>, url: &str) -> Result<(), String> {
    let post = Post::new(shared)?;
    let ping = json!({ "version": 1, "application_id": APPLICATION, "type": 0 }).to_string();
    let failed = |unsent: Unsent| unsent.why;
    let (timestamp, wrong) = (timestamp(), "0".repeat(128));
    let signature = shared.signer.sign(&timestamp, ping.as_bytes());
    for (signature, wanted) in [(&wrong, 401), (&signature, 204)] {
        let (status, text) = post.send(url, (&timestamp, signature), ping.clone()).await.map_err(failed)?;
        if status != wanted || (status == 204 && !text.is_empty()) {
            return Err(format!("a PING was answered with {status}: {text}, where {wanted} was due"));
        }
    }
    let (sender, bodies) = mpsc::unbounded_channel();
    shared.change(|world| world.hub.told = Some(sender));
    tokio::spawn(tell_all(post, url.to_owned(), bodies));
    Ok(())
}

/// Posts events in order. Retries each, as Discord does, until it is accepted.
async fn tell_all(post: Post, url: String, mut bodies: UnboundedReceiver<String>) {
    while let Some(body) = bodies.recv().await {
        for _ in 0..TRIES {
            let timestamp = timestamp();
            let signature = post.shared.signer.sign(&timestamp, body.as_bytes());
            match post.send(&url, (&timestamp, &signature), body.clone()).await {
                Ok((204, text)) if text.is_empty() => break,
                _ => tokio::time::sleep(AGAIN).await,
            }
        }
    }
}

/// Posts interactions concurrently, to the addresses in turn, until the addresses change.
async fn post_all(post: Post, mut urls: Vec<String>, mut bodies: UnboundedReceiver<(Id, String)>) {
    while let Some((id, body)) = bodies.recv().await {
        let next = 1.min(urls.len());
        urls.rotate_left(next);
        let (post, urls) = (post.clone(), urls.clone());
        tokio::spawn(async move {
            let timestamp = timestamp();
            let signature = post.shared.signer.sign(&timestamp, body.as_bytes());
            let mut taken = false;
            for url in &urls {
                match post.send(url, (&timestamp, &signature), body.clone()).await {
                    // The request reached no process there, so the next address may get it.
                    Err(unsent) if unsent.refused => {}
                    answer => {
                        taken = matches!(&answer, Ok((202, text)) if text.is_empty());
                        break;
                    }
                }
            }
            // Anything but an empty 202 counts as no response, so the person need not wait for the
            // deadline.
            if !taken {
                post.shared.change(|world| world.overdue(id));
            }
        });
    }
}
