//! The source of interactions: the gateway or HTTP.

use tokio_util::sync::CancellationToken;

use super::endpoint_probe;
use super::gateway::{Gateway, GatewayWatch, Stopped};
use super::http_endpoint::{Endpoint, EndpointWatch};
use crate::discord::bot_state::BotState;
use crate::store::GatewayShard;

/// A view of the source of interactions.
pub enum WatchedWay {
    Gateway(GatewayWatch),
    Endpoint(EndpointWatch),
}

/// The source of interactions.
pub enum WayIn {
    Gateway(Gateway),
    Endpoint(Endpoint),
}

impl WayIn {
    /// Returns a view of it for monitoring.
    pub fn watch(&self) -> WatchedWay {
        match self {
            Self::Gateway(gateway) => WatchedWay::Gateway(gateway.watch()),
            Self::Endpoint(endpoint) => WatchedWay::Endpoint(endpoint.watch()),
        }
    }

    /// Formats the counts so far in one line for the log.
    pub fn counts(&self) -> String {
        match self {
            Self::Gateway(gateway) => gateway.counts(),
            Self::Endpoint(endpoint) => endpoint.counts(),
        }
    }

    /// Returns a function that lists the shards this process carries. By HTTP that is `GatewayShard::ONLY`.
    pub fn carried(&self) -> impl Fn() -> Vec<GatewayShard> + Send + Sync + use<> {
        let gateway = match self {
            Self::Gateway(gateway) => Some(gateway.watch()),
            Self::Endpoint(_) => None,
        };
        move || gateway.as_ref().map_or_else(|| vec![GatewayShard::ONLY], GatewayWatch::carried)
    }

    /// Keeps checking, until `stop`, whether clients can connect to the endpoint.
    pub fn probe(&self, state: &BotState, stop: &CancellationToken) {
        if let Self::Endpoint(Endpoint { address: Some(address), .. }) = self {
            tokio::spawn(endpoint_probe::look_after(*address, state.clone(), stop.clone()));
        }
    }

    /// Stops reading. Returns the gateway's connections, whose sessions can still be saved.
    pub async fn stop(self) -> Option<Stopped> {
        match self {
            Self::Gateway(gateway) => Some(gateway.stop().await),
            Self::Endpoint(endpoint) => {
                endpoint.stop().await;
                None
            }
        }
    }
}
