//! State shared by all connections and scripts: the world behind its lock, and the stand-in's behavior.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use timing::watch;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::in_memory::Host;
use super::limits::Quotas;
use crate::faults::Faults;
use crate::hub::Order;
use crate::id::Id;
use crate::interaction::{Act, InteractionState};
use crate::options::Options;
use crate::outage::Outage;
use crate::signer::Signer;
use crate::view::Recorded;
use crate::world::World;

/// State shared by all connections and scripts.
pub(crate) struct SharedState {
    world: Mutex<World>,
    changed: watch::Sender<u64>,
    pub options: Options,
    pub address: SocketAddr,
    pub gateway_address: SocketAddr,
    pub outage: Outage,
    pub notice: Option<String>,
    pub recorded: Mutex<VecDeque<Recorded>>,
    /// Requests for the files of commands. At Discord another host serves these files.
    pub downloads: Mutex<VecDeque<Recorded>>,
    pub faults: Faults,
    pub signer: Signer,
    /// The hosts that are served in this process, by name.
    pub hosts: Mutex<HashMap<String, Host>>,
    pub limits: Quotas,
    pub stop: CancellationToken,
    /// The running requests and connections.
    pub served: TaskTracker,
    /// The stand-in's runtime. A bot may connect from a shorter-lived runtime.
    pub runtime: Handle,
}

impl SharedState {
    /// Creates the state of a stand-in at these addresses, on this runtime.
    ///
    /// `notice` is shown to the person who started it.
    pub fn new(
        world: World,
        options: Options,
        (address, gateway_address): (SocketAddr, SocketAddr),
        notice: Option<String>,
        signer: Signer,
    ) -> Self {
        Self {
            world: Mutex::new(world),
            changed: watch::Sender::new(0),
            options,
            address,
            gateway_address,
            outage: Outage::default(),
            notice,
            recorded: Mutex::new(VecDeque::new()),
            downloads: Mutex::new(VecDeque::new()),
            faults: Faults::default(),
            signer,
            hosts: Mutex::default(),
            limits: Quotas::default(),
            stop: CancellationToken::new(),
            served: TaskTracker::new(),
            runtime: Handle::current(),
        }
    }

    /// Returns the gateway's URL for new sessions.
    pub fn gateway_url(&self) -> String {
        format!("{}/gateway", self.gateway_base())
    }

    /// Returns the gateway's URL for resumed sessions.
    pub fn resume_url(&self) -> String {
        format!("{}/resume", self.gateway_base())
    }

    fn gateway_base(&self) -> String {
        self.outage.told().unwrap_or_else(|| format!("ws://{}", self.gateway_address))
    }

    /// Runs `look` with the world locked.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the world and wakes every task that waits for a change.
    pub fn change<T>(&self, act: impl FnOnce(&mut World) -> T) -> T {
        let done = act(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.send_modify(|n| *n += 1);
        done
    }

    /// Returns a receiver that sees every change from now on.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Sends an interaction and starts its deadline.
    pub fn begin(self: &Arc<Self>, act: Act) -> Option<Id> {
        let id = self.change(|world| world.begin(act))?;
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = tokio::time::sleep(shared.options.answer_within) => {}
                () = shared.stop.cancelled() => return,
            }
            let waits = shared
                .read(|w| w.interactions.get(&id).is_some_and(|i| i.state == InteractionState::Waiting));
            if waits {
                shared.change(|world| world.overdue(id));
            }
        });
        Some(id)
    }

    /// Returns `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops the stand-in: cuts connections and releases the port and the data directory.
    pub async fn stop(&self) {
        self.change(|world| {
            world.hub.order_all(&Order::Close(None));
            world.close();
        });
        self.stop.cancel();
        self.served.close();
        tokio::time::timeout(std::time::Duration::from_secs(1), self.served.wait()).await.ok();
    }
}
