//! Interactions by HTTP.

use super::StandIn;
use crate::http::endpoint;
use crate::signer;

impl StandIn {
    /// What interactions that are sent by HTTP are signed with: 64 hexadecimal digits.
    pub fn public_key(&self) -> String {
        self.shared.signer.public_key()
    }

    /// Sends interactions to these addresses in turn from now on, instead of by the gateway; one that cannot be connected to is passed
    /// over, as whatever shares a load does.
    ///
    /// # Errors
    /// Why an address is not taken: it has to answer a PING, and to refuse what is not signed.
    pub async fn send_interactions_to(&self, urls: &[String]) -> Result<(), String> {
        endpoint::open(&self.shared, urls).await
    }

    /// Clears the application's *Interactions Endpoint URL*: interactions come by the gateway again.
    pub fn clear_interactions_url(&self) {
        self.shared.change(|world| {
            world.hub.outgoing = None;
            world.portal.interactions_url = None;
        });
    }

    /// Posts the application's webhook events to this address from now on.
    ///
    /// # Errors
    /// Why the address is not taken: it has to answer a PING, and to refuse what is not signed.
    pub async fn send_events_to(&self, url: &str) -> Result<(), String> {
        endpoint::tell(&self.shared, url).await
    }

    /// The two headers of a request with this body: its time and its signature.
    pub fn sign(&self, body: &str) -> (String, String) {
        let timestamp = signer::timestamp();
        let signature = self.shared.signer.sign(&timestamp, body.as_bytes());
        (timestamp, signature)
    }
}
