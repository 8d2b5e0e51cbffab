//! The network in use, and its replacement once its connections may be dead.
//!
//! With HTTP/2 all requests to a host share one connection. If it dies silently, because something on the
//! path swallows its packets, retries die with it: the client uses it until the system gives it up, after
//! half a minute. So a request that has waited in vain is repeated by a new client with its own connections.
//!
//! If an answer to an interaction gets no response for a second, it is also sent on fresh connections, while
//! the first attempt is still pending. Discord accepts one of them, and responds 40060 to the other. Any
//! other request that has waited in vain is retried on fresh connections. Idle connections are pinged.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream;
use reqwest::{Certificate, Client, Version};

use super::network::{Network, NetworkError, NetworkRequest, NetworkResponse};

/// An HTTP/2 connection that has been silent for this long is pinged, even while no request is pending...
const PING_EVERY: Duration = Duration::from_secs(10);
/// ...and is given up if it has not answered after this.
const PING_ANSWER: Duration = Duration::from_secs(3);
/// A connection on which something has arrived within this time is alive.
const JUST_NOW: Duration = Duration::from_millis(500);

/// Settings for building clients.
#[derive(Debug)]
struct ClientSettings {
    connect_timeout: Duration,
    proxies: bool,
    roots: Vec<Certificate>,
}

impl ClientSettings {
    fn client(&self) -> Result<Client, reqwest::Error> {
        let mut client = Client::builder()
            .connect_timeout(self.connect_timeout)
            .tcp_nodelay(true)
            // Discord never redirects, and nothing else may send requests elsewhere.
            .redirect(reqwest::redirect::Policy::none())
            .http2_keep_alive_interval(PING_EVERY)
            .http2_keep_alive_timeout(PING_ANSWER)
            .http2_keep_alive_while_idle(true);
        if !self.proxies {
            client = client.no_proxy();
        }
        for root in &self.roots {
            client = client.add_root_certificate(root.clone());
        }
        client.build()
    }
}

/// Checks that `pem` contains certificates in PEM.
///
/// # Errors
/// Returns what is wrong with it, as the end of a sentence about it.
pub fn check_certificates(pem: &[u8]) -> Result<(), String> {
    match Certificate::from_pem_bundle(pem) {
        Ok(all) if all.is_empty() => Err("has no certificate in PEM".to_owned()),
        Ok(_) => Ok(()),
        Err(error) => Err(format!("is not certificates in PEM: {error}")),
    }
}

/// The network of this computer, with the connections of one client.
#[derive(Debug)]
pub struct HttpNetwork {
    client: Client,
    settings: Arc<ClientSettings>,
}

impl HttpNetwork {
    /// Creates a network without connections.
    ///
    /// `proxies`: whether to use the proxies that the environment names. `roots`: certificates in PEM that
    /// are trusted in addition to those of public authorities.
    ///
    /// # Errors
    /// Fails if the certificates cannot be read, or the TLS library cannot be set up.
    pub fn new(
        connect_timeout: Duration,
        proxies: bool,
        roots: Option<&[u8]>,
    ) -> Result<Self, reqwest::Error> {
        let roots = roots.map(Certificate::from_pem_bundle).transpose()?.unwrap_or_default();
        let settings = ClientSettings { connect_timeout, proxies, roots };
        Ok(Self { client: settings.client()?, settings: Arc::new(settings) })
    }
}

impl Network for HttpNetwork {
    fn send(
        &self,
        request: NetworkRequest,
        within: Duration,
    ) -> BoxFuture<'_, Result<NetworkResponse, NetworkError>> {
        Box::pin(async move {
            let mut request = request.encoded(&self.client).map_err(told)?;
            *request.timeout_mut() = Some(within);
            let mut response = self.client.execute(request).await.map_err(told)?;
            let headers = std::mem::take(response.headers_mut());
            let (status, version) = (response.status(), response.version());
            let body = stream::try_unfold(response, async |mut response| {
                let piece = response.chunk().await.map_err(told)?;
                Ok(piece.map(|piece| (piece, response)))
            });
            Ok(NetworkResponse { status, version, headers, body: body.boxed() })
        })
    }

    fn with_fresh_connections(&self) -> Result<Arc<dyn Network>, NetworkError> {
        let client = self.settings.client().map_err(told)?;
        Ok(Arc::new(Self { client, settings: Arc::clone(&self.settings) }))
    }
}

/// Converts an error, keeping its root cause, such as "Connection refused".
fn told(error: reqwest::Error) -> NetworkError {
    match (error.is_connect(), error.is_timeout()) {
        (true, true) => NetworkError::NotConnected(NetworkError::TimedOut.to_string()),
        (true, false) => NetworkError::NotConnected(cause(error)),
        (false, true) => NetworkError::TimedOut,
        (false, false) => NetworkError::BrokenOff(cause(error)),
    }
}

fn cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut deepest: &dyn std::error::Error = &error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    let text = deepest.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// A network with its connections.
#[derive(Debug)]
pub struct HttpConnections {
    network: Arc<dyn Network>,
    /// When a response last arrived by HTTP/2, where all requests share one connection.
    heard: Mutex<Option<Instant>>,
}

impl HttpConnections {
    fn of(network: Arc<dyn Network>) -> Arc<Self> {
        Arc::new(Self { network, heard: Mutex::new(None) })
    }

    /// Sends a request on these connections; see [`Network::send`].
    ///
    /// # Errors
    /// Returns why there is no response.
    pub async fn send(
        &self,
        request: NetworkRequest,
        within: Duration,
    ) -> Result<NetworkResponse, NetworkError> {
        let response = self.network.send(request, within).await?;
        if response.version == Version::HTTP_2 {
            *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        Ok(response)
    }

    /// Whether the shared connection is known to be alive, so that a missing response is only slow.
    pub fn lives(&self) -> bool {
        let heard = *self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.is_some_and(|heard| heard.elapsed() < JUST_NOW)
    }
}

/// The connections in use.
#[derive(Debug)]
pub struct FreshConnections(Mutex<Arc<HttpConnections>>);

impl FreshConnections {
    /// Creates the first connections.
    pub fn new(network: Arc<dyn Network>) -> Self {
        Self(Mutex::new(HttpConnections::of(network)))
    }

    /// Returns the connections in use.
    pub fn current(&self) -> Arc<HttpConnections> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns connections other than `suspect`, which may be dead: those that another request has opened
    /// meanwhile, or new ones.
    ///
    /// A request that still waits on the old ones may continue to wait.
    pub fn instead_of(&self, suspect: &Arc<HttpConnections>) -> Arc<HttpConnections> {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&current, suspect) {
            match current.network.with_fresh_connections() {
                Ok(network) => *current = HttpConnections::of(network),
                Err(error) => {
                    tracing::warn!(%error, "no new connection could be prepared; the old ones have to do");
                }
            }
        }
        Arc::clone(&current)
    }
}
