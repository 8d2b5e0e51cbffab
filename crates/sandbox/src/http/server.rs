//! Starts a stand-in: its ports, its routes, and the hosts that it serves.

use std::future::IntoFuture as _;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::in_memory::{HttpRequest, HttpResponse, Unanswered, as_it_arrives};
use super::shared::SharedState;
use super::trouble::Cut;
use super::{assets, authorize, gateway, page_files, page_socket, rest};
use crate::options::Options;
use crate::signer::Signer;
use crate::world::World;
use crate::world::installation::Portal;

/// How many further ports are tried after the requested one.
const PORTS_TRIED: u16 = 100;
/// The interval between checks for silent threads.
const ARCHIVE_EVERY: Duration = Duration::from_secs(1);

/// Opens the data directory, binds the port unless the stand-in runs in memory, and serves on the current
/// runtime.
pub(crate) async fn start(options: Options) -> Result<(Arc<SharedState>, Routes), String> {
    let bound = if options.in_memory { None } else { Some(bind(options.port).await?) };
    let (listener, notice) = bound.unzip();
    let unknown = |e: std::io::Error| format!("The sandbox's address is unknown: {e}.");
    let address = listener.as_ref().map(TcpListener::local_addr).transpose().map_err(unknown)?;
    let address = address.unwrap_or((Ipv4Addr::LOCALHOST, 0).into());
    let apart = options.gateway_apart && !options.in_memory;
    let gateway = if apart { Some(bind(0).await?.0) } else { None };
    let gateway_address = gateway.as_ref().and_then(|l| l.local_addr().ok()).unwrap_or(address);
    let config = options.integration_types_config.clone();
    let portal = Portal { integration_types_config: config, ..Portal::default() };
    let mut world = World::open(
        options.data_dir.clone(),
        options.clock.clone(),
        portal,
        (options.invited, options.company),
    )?;
    world.base = format!("http://{address}");
    let shared = Arc::new(SharedState::new(
        world,
        options,
        (address, gateway_address),
        notice.flatten(),
        Signer::new()?,
    ));
    if let Some(listener) = gateway {
        tokio::spawn(gateway_port(Arc::clone(&shared), listener));
    }
    tokio::spawn(archive_threads(Arc::clone(&shared)));
    let routes = router(&shared);
    if let Some(listener) = listener {
        shared.served.spawn(serve(listener, routes.clone(), shared.stop.clone()));
    }
    Ok((shared, Routes(routes)))
}

async fn serve(listener: TcpListener, routes: Router, stop: CancellationToken) {
    // Sends small frames at once. With Nagle's algorithm every second one would wait 40 ms.
    let listener = listener.tap_io(|connection| {
        connection.set_nodelay(true).ok();
    });
    let served = axum::serve(listener, routes).with_graceful_shutdown(stop.cancelled_owned());
    if let Err(error) = served.await {
        tracing::error!(%error, "the sandbox no longer serves");
    }
}

/// Archives threads that have been silent for their archive duration.
async fn archive_threads(shared: Arc<SharedState>) {
    loop {
        tokio::select! {
            biased;
            () = shared.stop.cancelled() => return,
            () = tokio::time::sleep(ARCHIVE_EVERY) => {}
        }
        if !shared.read(World::silent_threads).is_empty() {
            shared.change(World::archive_silent);
        }
    }
}

/// Serves the gateway on its own port. Closes and reopens the port when ordered.
async fn gateway_port(shared: Arc<SharedState>, first: TcpListener) {
    let (mut open, mut listener) = (shared.outage.open.subscribe(), Some(first));
    loop {
        if let Some(listener) = listener.take() {
            let listener = listener.tap_io(|connection| {
                connection.set_nodelay(true).ok();
            });
            let served = axum::serve(listener, gateway::router().with_state(Arc::clone(&shared)));
            tokio::select! {
                biased;
                () = shared.stop.cancelled() => return,
                _ = served.into_future() => return,
                _ = open.wait_for(|open| !open) => {}
            }
        }
        tokio::select! {
            biased;
            () = shared.stop.cancelled() => return,
            _ = open.wait_for(|open| *open) => {}
        }
        match TcpListener::bind(shared.gateway_address).await {
            Ok(again) => listener = Some(again),
            Err(error) => {
                tracing::warn!(%error, "the gateway's port is taken");
                tokio::time::sleep(Duration::from_millis(20)).await;
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

fn router(shared: &Arc<SharedState>) -> Router {
    Router::new()
        .nest("/api/v10", rest::router(shared))
        .merge(gateway::router())
        .merge(page_socket::router())
        .merge(page_files::router())
        .merge(authorize::router())
        .merge(rest::files::router())
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(shared), only_local))
        .layer(middleware::map_response_with_state(Arc::clone(shared), dated))
        .with_state(Arc::clone(shared))
}

/// All routes of the server.
#[derive(Clone)]
pub(crate) struct Routes(pub Router);

impl Routes {
    /// Handles a request in this process. Dropping the future is a hang-up.
    pub async fn answer(
        &self,
        shared: &Arc<SharedState>,
        request: HttpRequest,
    ) -> Result<HttpResponse, Unanswered> {
        if shared.stop.is_cancelled() {
            return Err(Unanswered::Refused);
        }
        let Ok(response) = shared.served.track_future(self.0.clone().oneshot(as_it_arrives(request))).await;
        if response.extensions().get::<Cut>().is_some() { Err(Unanswered::Cut) } else { Ok(response) }
    }
}

/// Sets the `Date` header to the time of the world's clock, as Discord's servers do.
async fn dated(State(shared): State<Arc<SharedState>>, mut response: Response) -> Response {
    let now = UNIX_EPOCH + Duration::from_millis(shared.options.clock.now_ms().max(0) as u64);
    let date = HeaderValue::from_str(&httpdate::fmt_http_date(now));
    response.headers_mut().extend(date.ok().map(|date| (header::DATE, date)));
    response
}

/// Refuses foreign host names and foreign origins.
///
/// Otherwise any web page in the same browser could control the sandbox.
async fn only_local(State(shared): State<Arc<SharedState>>, request: Request<Body>, next: Next) -> Response {
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
