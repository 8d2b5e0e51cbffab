//! The HTTP client in use, and its replacement once its connections may be dead.
//!
//! With HTTP/2 all requests to a host share one connection. If it dies silently, because something on the way swallows
//! its packets, retries die with it: the client uses it until the system gives it up, after half a minute. So a request
//! that has waited in vain goes out by a new client, with connections of its own.
//!
//! An answer to an interaction of which nothing is heard goes out once more on fresh connections after a second, while the first is still
//! waited for. Discord takes one, and says 40060 to the other. Whatever else has waited in vain is tried again by fresh ones.
//! Idle connections are asked whether they live.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use reqwest::{Certificate, Client, Version};

/// An HTTP/2 connection on which nothing has come for this long is pinged, also while no request is under way...
const PING_EVERY: Duration = Duration::from_secs(10);
/// ...and is given up if it has not answered after this.
const PING_ANSWER: Duration = Duration::from_secs(3);
/// A connection on which something has come within this time is alive.
const JUST_NOW: Duration = Duration::from_millis(500);

/// How clients are built.
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
            // Discord redirects nothing, and nobody is to send requests elsewhere.
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

/// A client with its connections.
#[derive(Debug)]
pub struct HttpConnections {
    pub client: Client,
    /// When an answer last came by HTTP/2, where all requests share one connection.
    heard: Mutex<Option<Instant>>,
}

impl HttpConnections {
    fn of(client: Client) -> Arc<Self> {
        Arc::new(Self { client, heard: Mutex::new(None) })
    }

    /// Notes that an answer in this version of HTTP has come.
    pub fn heard(&self, version: Version) {
        if version == Version::HTTP_2 {
            *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }

    /// Whether the shared connection is known to be alive, so that a missing answer is only slow.
    pub fn lives(&self) -> bool {
        let heard = *self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.is_some_and(|heard| heard.elapsed() < JUST_NOW)
    }
}

/// The connections in use.
#[derive(Debug)]
pub struct FreshConnections {
    settings: ClientSettings,
    current: Mutex<Arc<HttpConnections>>,
}

impl FreshConnections {
    /// The first connections. `roots`: certificates in PEM that are trusted beside those of public authorities.
    ///
    /// # Errors
    /// When these cannot be read, or the TLS library cannot be set up.
    pub fn new(
        connect_timeout: Duration,
        proxies: bool,
        roots: Option<&[u8]>,
    ) -> Result<Self, reqwest::Error> {
        let roots = roots.map(Certificate::from_pem_bundle).transpose()?.unwrap_or_default();
        let settings = ClientSettings { connect_timeout, proxies, roots };
        let current = Mutex::new(HttpConnections::of(settings.client()?));
        Ok(Self { settings, current })
    }

    /// The connections in use.
    pub fn current(&self) -> Arc<HttpConnections> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Connections other than these, which may be dead: those that another request has made meanwhile, or new ones. A
    /// request that still waits on the old ones may go on waiting.
    pub fn instead_of(&self, suspect: &Arc<HttpConnections>) -> Arc<HttpConnections> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&current, suspect) {
            match self.settings.client() {
                Ok(client) => *current = HttpConnections::of(client),
                Err(error) => {
                    tracing::warn!(%error, "no new connection could be prepared; the old ones have to do");
                }
            }
        }
        Arc::clone(&current)
    }
}
