//! The running stand-in: its one lock, its listener, its ends.

use std::collections::VecDeque;
use std::future::IntoFuture as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::faults::Faults;
use super::hub::Order;
use super::id::Id;
use super::interaction::Act;
use super::limits::Limits;
use super::options::Options;
use super::outage::Outage;
use super::view::Recorded;
use super::world::World;
use super::{assets, gateway, page_socket, rest};

/// How many ports after the wanted one are tried.
const PORTS_TRIED: u16 = 100;

/// What every connection and script shares.
pub(crate) struct Shared {
    world: Mutex<World>,
    changed: watch::Sender<u64>,
    pub options: Options,
    pub address: SocketAddr,
    pub gateway_address: SocketAddr,
    pub outage: Outage,
    pub notice: Option<String>,
    pub recorded: Mutex<VecDeque<Recorded>>,
    pub faults: Faults,
    pub limits: Limits,
    pub stop: CancellationToken,
    served: Mutex<Option<tokio::task::JoinHandle<()>>>,
}

impl Shared {
    /// Looks at the world.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the world and wakes whoever waits for a change.
    pub fn change<T>(&self, act: impl FnOnce(&mut World) -> T) -> T {
        let done = act(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.send_modify(|n| *n += 1);
        done
    }

    /// A receiver that notices every change from now on.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Sends an interaction and gives it its time.
    pub fn begin(self: &Arc<Self>, act: Act) -> Option<Id> {
        let id = self.change(|world| world.begin(act))?;
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(shared.options.answer_within) => {}
                () = shared.stop.cancelled() => return,
            }
            let waits = shared.read(|w| {
                w.interactions.get(&id).is_some_and(|i| i.state == super::interaction::State::Waiting)
            });
            if waits {
                shared.change(|world| world.overdue(id));
            }
        });
        Some(id)
    }

    /// `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends everything: connections are cut, the port and the data directory are free.
    pub async fn stop(&self) {
        self.change(|world| {
            world.hub.order_all(&Order::Close(None));
            world.close();
        });
        self.stop.cancel();
        let served = self.served.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(served) = served {
            tokio::time::timeout(std::time::Duration::from_secs(1), served).await.ok();
        }
    }
}

/// Opens the data, binds the port and serves on the current runtime.
pub(crate) async fn start(options: Options) -> Result<Arc<Shared>, String> {
    let (listener, notice) = bind(options.port).await?;
    let address = listener.local_addr().map_err(|e| format!("The sandbox's address is unknown: {e}."))?;
    let gateway = if options.gateway_apart { Some(bind(0).await?.0) } else { None };
    let gateway_address = gateway.as_ref().and_then(|l| l.local_addr().ok()).unwrap_or(address);
    let mut world = World::open(options.data_dir.clone(), options.clock.clone())?;
    world.base = format!("http://{address}");
    let shared = Arc::new(Shared {
        world: Mutex::new(world),
        changed: watch::channel(0).0,
        options,
        address,
        gateway_address,
        outage: Outage::default(),
        notice,
        recorded: Mutex::new(VecDeque::new()),
        faults: Faults::default(),
        limits: Limits::default(),
        stop: CancellationToken::new(),
        served: Mutex::new(None),
    });
    if let Some(listener) = gateway {
        tokio::spawn(gateway_port(Arc::clone(&shared), listener));
    }
    let stop = shared.stop.clone();
    // Small frames leave at once; Nagle's algorithm would hold each second one back for 40 ms.
    let listener = listener.tap_io(|connection| {
        connection.set_nodelay(true).ok();
    });
    let served =
        axum::serve(listener, router(&shared)).with_graceful_shutdown(async move { stop.cancelled().await });
    let served = tokio::spawn(async move {
        if let Err(error) = served.await {
            tracing::error!(%error, "the sandbox no longer serves");
        }
    });
    *shared.served.lock().unwrap_or_else(PoisonError::into_inner) = Some(served);
    Ok(shared)
}

/// Serves the gateway on a port of its own, closes it when it is told to, and opens it again.
async fn gateway_port(shared: Arc<Shared>, first: TcpListener) {
    let (mut open, mut listener) = (shared.outage.open.subscribe(), Some(first));
    loop {
        if let Some(listener) = listener.take() {
            let listener = listener.tap_io(|connection| {
                connection.set_nodelay(true).ok();
            });
            let served = axum::serve(listener, gateway::router().with_state(Arc::clone(&shared)));
            tokio::select! {
                () = shared.stop.cancelled() => return,
                _ = served.into_future() => return,
                _ = open.wait_for(|open| !open) => {}
            }
        }
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = open.wait_for(|open| *open) => {}
        }
        match TcpListener::bind(shared.gateway_address).await {
            Ok(again) => listener = Some(again),
            Err(error) => {
                tracing::warn!(%error, "the gateway's port is taken");
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        }
    }
}

async fn bind(port: u16) -> Result<(TcpListener, Option<String>), String> {
    let last = if port == 0 { 0 } else { port.saturating_add(PORTS_TRIED) };
    for candidate in port..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, candidate)).await {
            Ok(listener) => {
                let moved = format!(
                    "Port {port} is taken, so the sandbox is at http://127.0.0.1:{candidate}/ instead."
                );
                return Ok((listener, (candidate != port).then_some(moved)));
            }
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => {
                return Err(format!("The sandbox cannot listen on 127.0.0.1:{candidate}: {error}."));
            }
        }
    }
    Err(format!(
        "Ports {port} to {last} are all taken, so the sandbox cannot start; choose another with --port."
    ))
}

fn router(shared: &Arc<Shared>) -> Router {
    Router::new()
        .nest("/api/v10", rest::router(shared))
        .merge(gateway::router())
        .merge(page_socket::router())
        .merge(rest::files::router())
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(shared), only_local))
        .with_state(Arc::clone(shared))
}

/// A foreign web page must not drive the sandbox: only our own host names, and no foreign Origin.
async fn only_local(State(shared): State<Arc<Shared>>, request: Request<Body>, next: Next) -> Response {
    if is_local(request.headers(), shared.address.port()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "The sandbox answers this computer only.").into_response()
    }
}

fn is_local(headers: &HeaderMap, port: u16) -> bool {
    let ours = |authority: &str| {
        let (host, number) = authority.rsplit_once(':').unwrap_or((authority, "80"));
        ["127.0.0.1", "localhost", "[::1]"].contains(&host) && number.parse() == Ok(port)
    };
    let host = headers.get(header::HOST).and_then(|h| h.to_str().ok());
    let origin = headers.get(header::ORIGIN).map(|o| o.to_str().unwrap_or("foreign"));
    host.is_some_and(ours) && origin.is_none_or(|o| o.strip_prefix("http://").is_some_and(ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_may_ask() {
        let check = |host: &str, origin: Option<&str>, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().expect("a header"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().expect("a header"));
            }
            assert_eq!(is_local(&headers, 8791), expected, "{host} {origin:?}");
        };
        check("127.0.0.1:8791", None, true);
        check("localhost:8791", Some("http://localhost:8791"), true);
        check("localhost:8791", Some("http://127.0.0.1:8791"), true);
        check("rebound.example:8791", None, false);
        check("127.0.0.1:8791", Some("https://evil.example"), false);
        check("127.0.0.1:8791", Some("null"), false);
        check("127.0.0.1:8791", Some("http://127.0.0.1:9000"), false);
        check("127.0.0.1", None, false);
    }
}
