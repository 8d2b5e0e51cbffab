//! Interactions out by HTTP: signed, to the address that the application has given for them.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::shared::SharedState;
use crate::sandbox::id::Id;
use crate::sandbox::model::APPLICATION;
use crate::sandbox::signer::timestamp;

/// Sends a body with these two headers; the status and the text of the answer.
async fn send(
    client: &reqwest::Client,
    url: &str,
    (timestamp, signature): (&str, &str),
    body: String,
) -> Result<(u16, String), String> {
    let answer = client
        .post(url)
        .header("content-type", "application/json")
        .header("user-agent", "Discord-Interactions/1.0 (+https://discord.com)")
        .header("x-signature-ed25519", signature)
        .header("x-signature-timestamp", timestamp)
        .body(body)
        .send()
        .await
        .map_err(|error| error.to_string())?;
    let status = answer.status().as_u16();
    Ok((status, answer.text().await.map_err(|error| error.to_string())?))
}

/// Takes an address as Discord does: once it answers a PING, and refuses one that is not signed as it should be.
pub(crate) async fn open(shared: &Arc<SharedState>, url: &str) -> Result<(), String> {
    let client = reqwest::Client::builder().no_proxy().build().map_err(|error| error.to_string())?;
    let id = shared.change(crate::sandbox::world::World::fresh_id);
    let ping = json!({ "id": id, "application_id": APPLICATION, "type": 1, "token": "ping", "version": 1 })
        .to_string();
    let timestamp = timestamp();
    let wrong = "0".repeat(128);
    let (status, _) = send(&client, url, (&timestamp, &wrong), ping.clone()).await?;
    if status != 401 {
        return Err(format!("a request with a wrong signature was answered with {status}"));
    }
    let signature = shared.signer.sign(&timestamp, ping.as_bytes());
    let (status, answer) = send(&client, url, (&timestamp, &signature), ping).await?;
    let parsed: Value = serde_json::from_str(&answer).unwrap_or_default();
    if status != 200 || parsed["type"] != 1 {
        return Err(format!("a PING was answered with {status}: {answer}"));
    }
    let (sender, bodies) = mpsc::unbounded_channel();
    shared.change(|world| world.hub.outgoing = Some(sender));
    tokio::spawn(post_all(Arc::clone(shared), client, url.to_owned(), bodies));
    Ok(())
}

/// Posts interactions, all at once, until the address changes.
async fn post_all(
    shared: Arc<SharedState>,
    client: reqwest::Client,
    url: String,
    mut bodies: UnboundedReceiver<(Id, String)>,
) {
    while let Some((id, body)) = bodies.recv().await {
        let (shared, client, url) = (Arc::clone(&shared), client.clone(), url.clone());
        tokio::spawn(async move {
            let timestamp = timestamp();
            let signature = shared.signer.sign(&timestamp, body.as_bytes());
            let answer = send(&client, &url, (&timestamp, &signature), body).await;
            // Whatever else is no answer, and then the person need not wait for one.
            if !matches!(&answer, Ok((202, text)) if text.is_empty()) {
                shared.change(|world| world.overdue(id));
            }
        });
    }
}
