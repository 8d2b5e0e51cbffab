//! Exposes the gateway connections as metrics.

use std::sync::{Arc, Weak};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::counts::LineCounts;
use super::event_sender::EventSender;
use crate::store::GatewayShard;

/// A view of the gateway connections for monitoring. It does not keep them open.
pub struct GatewayWatch {
    pub(super) counts: Arc<LineCounts>,
    pub(super) event_sender: Weak<EventSender>,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ShardLabel {
    shard: String,
}

impl GatewayWatch {
    /// Returns the shards that this process carries.
    pub fn carried(&self) -> Vec<GatewayShard> {
        self.event_sender
            .upgrade()
            .map(|event_sender| event_sender.shards().into_keys().collect())
            .unwrap_or_default()
    }

    /// Registers the metrics of the connections.
    pub fn register(&self, registry: &mut Registry) {
        self.counts.register(registry);
        let up = Family::<ShardLabel, Gauge>::default();
        let shards =
            self.event_sender.upgrade().map(|event_sender| event_sender.shards()).unwrap_or_default();
        for (shard, is_up) in shards {
            up.get_or_create(&ShardLabel { shard: shard.to_string() }).set(is_up.into());
        }
        registry.register("shard_up", "Whether a shard that this process carries is connected", up);
    }
}
