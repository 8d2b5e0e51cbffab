//! Interactions by HTTP.

use super::StandIn;
use crate::http::endpoint;
use crate::signer;

impl StandIn {
    /// The key against which the signatures of interactions sent by HTTP are checked: 64 hexadecimal digits.
    pub fn public_key(&self) -> String {
        self.shared.signer.public_key()
    }

    /// Sends interactions to these addresses in turn from now on, instead of by the gateway. An address that refuses
    /// connections is skipped, as a load balancer would.
    ///
    /// # Errors
    /// Why an address is not accepted: it must answer a PING and reject a request with a wrong signature.
    pub async fn send_interactions_to(&self, urls: &[String]) -> Result<(), String> {
        endpoint::open(&self.shared, urls).await
    }

    /// Clears the application's *Interactions Endpoint URL*: interactions go by the gateway again.
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

    /// The two signature headers of a request with this body: timestamp and signature.
    pub fn sign(&self, body: &str) -> (String, String) {
        let timestamp = signer::timestamp();
        let signature = self.shared.signer.sign(&timestamp, body.as_bytes());
        (timestamp, signature)
    }
}
