//! The HTTP client in use, and a fresh one in its place once its connections may be dead.
//!
//! By HTTP/2 all requests to a host share one connection. One that dies silently, as something on the way swallows its packets, takes
//! whatever is tried again as well: the client uses it until the system gives it up, after half a minute. So what has waited in
//! vain goes out by a client that has connections of its own.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::{Certificate, Client, Version};

/// A connection of HTTP/2 on which nothing has come for so long is asked whether it lives, also while nothing is asked for...
const PING_EVERY: Duration = Duration::from_secs(10);
/// ...and is given up when it has not answered after this.
const PING_ANSWER: Duration = Duration::from_secs(3);
/// A connection on which something has come within this time lives.
const JUST_NOW: Duration = Duration::from_millis(500);

/// How clients are made.
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
    /// The client.
    pub client: Client,
    /// When an answer came last by HTTP/2, where all requests share one connection.
    heard: Mutex<Option<Instant>>,
}

impl HttpConnections {
    fn of(client: Client) -> Arc<Self> {
        Arc::new(Self { client, heard: Mutex::new(None) })
    }

    /// An answer in this version of HTTP has come.
    pub fn heard(&self, version: Version) {
        if version == Version::HTTP_2 {
            *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }

    /// Whether the one connection of all is known to live, so that an answer that does not come is only slow.
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
    /// The first ones. `roots`: certificates in PEM that are trusted beside those of public authorities.
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

    /// Those in use.
    pub fn current(&self) -> Arc<HttpConnections> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Others than these, which may be dead: those that somebody has made meanwhile, or new ones. Whoever still waits for an answer by
    /// the old ones may go on waiting.
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
