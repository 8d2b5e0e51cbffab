//! Interactions and webhook events by HTTP.

use std::sync::{Arc, PoisonError};

use super::StandIn;
use crate::http::endpoint;
use crate::http::in_memory::{Host, HttpRequest, HttpResponse, Unanswered};
use crate::signer;

impl StandIn {
    /// Returns the public key for the signatures of interactions sent by HTTP: 64 hexadecimal digits.
    pub fn public_key(&self) -> String {
        self.shared.signer.public_key()
    }

    /// Sends interactions to these addresses in turn from now on, instead of over the gateway.
    ///
    /// An address that refuses connections is skipped, as a load balancer would.
    ///
    /// # Errors
    /// Why an address is not accepted: it must answer a PING and reject a request with a wrong signature.
    pub async fn send_interactions_to(&self, urls: &[String]) -> Result<(), String> {
        endpoint::open(&self.shared, urls).await
    }

    /// Routes requests to URLs with this host to `answer` in this process, instead of over the network.
    pub fn host_in_memory<F>(&self, name: &str, answer: impl Fn(HttpRequest) -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<HttpResponse, Unanswered>> + Send + 'static,
    {
        let host: Host = Arc::new(move |request| Box::pin(answer(request)));
        self.shared.hosts.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), host);
    }

    /// Sets the application's *Interactions Endpoint URL* to a foreign address: interactions are lost.
    pub fn set_interactions_url(&self, url: &str) {
        let (nobody, _) = tokio::sync::mpsc::unbounded_channel();
        self.shared.change(|world| {
            world.hub.outgoing = Some(nobody);
            world.portal.interactions_url = Some(url.to_owned());
        });
    }

    /// Clears the application's *Interactions Endpoint URL*: interactions go over the gateway again.
    pub fn clear_interactions_url(&self) {
        self.shared.change(|world| {
            world.hub.outgoing = None;
            world.portal.interactions_url = None;
        });
    }

    /// Posts the application's webhook events to this address from now on.
    ///
    /// # Errors
    /// Why the address is not accepted: it must answer a PING and reject a request with a wrong signature.
    pub async fn send_events_to(&self, url: &str) -> Result<(), String> {
        endpoint::tell(&self.shared, url).await
    }

    /// Returns the two signature headers of a request with this body: timestamp and signature.
    pub fn sign(&self, body: &str) -> (String, String) {
        let timestamp = signer::timestamp();
        let signature = self.shared.signer.sign(&timestamp, body.as_bytes());
        (timestamp, signature)
    }
}
