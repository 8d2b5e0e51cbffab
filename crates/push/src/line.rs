//! Sends messages to the push services.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use tokio::time::Instant;

use crate::Request;

/// Timeout of one request to a push service.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long an unresponsive push service is skipped, so that many messages do not each wait for a timeout.
const REST: Duration = Duration::from_secs(10);

/// A push service's response to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Accepted. It will be shown if the browser is still subscribed.
    Taken,
    /// The subscription has ended (404 or 410).
    Gone,
    /// No response, or the service is overloaded: retry later.
    Later,
    /// Rejected with this status: the message or the key is wrong.
    Refused(u16),
}

/// A transport for messages.
pub trait Line: std::fmt::Debug + Send + Sync {
    /// Posts a request.
    fn post<'a>(&'a self, request: &'a Request) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;
}

/// The real transport, over https.
#[derive(Debug)]
pub struct Https {
    client: Client,
    rest: Duration,
    /// The services that did not respond, and when.
    silent: Mutex<HashMap<String, Instant>>,
}

impl Https {
    /// Creates a transport that trusts the web's certificate authorities.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new() -> Result<Self, reqwest::Error> {
        Self::with(Client::builder(), REST)
    }

    /// Like `Https::new`, with a preconfigured client.
    fn with(client: ClientBuilder, rest: Duration) -> Result<Self, reqwest::Error> {
        // A push service never redirects.
        let client = client.https_only(true).redirect(Policy::none()).timeout(PATIENCE);
        let client = client.user_agent(concat!("Rookery/", env!("CARGO_PKG_VERSION"))).build()?;
        Ok(Self { client, rest, silent: Mutex::default() })
    }

    fn silent(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line for Https {
    fn post<'a>(&'a self, request: &'a Request) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            let Request { address, service, headers, body } = request;
            if self.silent().get(service).is_some_and(|since| since.elapsed() < self.rest) {
                return Answer::Later;
            }
            let mut post = self.client.post(address).body(body.clone());
            for (name, value) in headers {
                post = post.header(*name, value);
            }
            let Ok(answer) = post.send().await else {
                self.silent().insert(service.clone(), Instant::now());
                return Answer::Later;
            };
            self.silent().remove(service);
            said(answer.status().as_u16())
        })
    }
}

/// Interprets a status (RFC 8030, sections 5 and 7.3; RFC 8292, section 4.2).
fn said(status: u16) -> Answer {
    match status {
        200..=299 => Answer::Taken,
        404 | 410 => Answer::Gone,
        408 | 429 | 500..=599 => Answer::Later,
        other => Answer::Refused(other),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::net::SocketAddr;
    use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};

    use hyper::body::Incoming;
    use hyper::service::service_fn;
    use hyper_util::rt::TokioIo;
    use reqwest::Certificate;
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;

    use super::*;

    /// A local push service, under a host name that the client resolves to it.
    struct Service {
        address: SocketAddr,
        certificate: Certificate,
        status: Arc<AtomicU16>,
        asked: Arc<AtomicUsize>,
        heard: Arc<Mutex<Vec<(String, String)>>>,
    }

    impl Service {
        async fn start() -> Self {
            let made =
                rcgen::generate_simple_self_signed(["fcm.googleapis.com".to_owned()]).expect("a certificate");
            let certificate = Certificate::from_pem(made.cert.pem().as_bytes()).expect("a certificate");
            let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
            let config = ServerConfig::builder().with_no_client_auth();
            let config = config.with_single_cert(vec![made.cert.der().clone()], key).expect("a server");
            let acceptor = TlsAcceptor::from(Arc::new(config));
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let (status, asked) = (Arc::new(AtomicU16::new(201)), Arc::<AtomicUsize>::default());
            let heard = Arc::<Mutex<Vec<(String, String)>>>::default();
            let (say, count, hear) = (Arc::clone(&status), Arc::clone(&asked), Arc::clone(&heard));
            tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    let Ok(stream) = acceptor.accept(stream).await else { continue };
                    let (say, count, hear) = (Arc::clone(&say), Arc::clone(&count), Arc::clone(&hear));
                    let answer = service_fn(move |request: hyper::Request<Incoming>| {
                        count.fetch_add(1, Ordering::Relaxed);
                        let all = request.headers().iter().map(|(name, value)| {
                            (name.to_string(), value.to_str().unwrap_or_default().to_owned())
                        });
                        *hear.lock().expect("nobody panics with it") = all.collect();
                        let status = say.load(Ordering::Relaxed);
                        let answer = hyper::Response::builder()
                            .status(status)
                            .header("location", "https://fcm.googleapis.com/elsewhere")
                            .body(String::new());
                        async move { Ok::<_, Infallible>(answer.expect("an answer")) }
                    });
                    let served = hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), answer);
                    tokio::spawn(served);
                }
            });
            Self { address, certificate, status, asked, heard }
        }

        fn line(&self, rest: Duration) -> Https {
            let client = Client::builder().resolve("fcm.googleapis.com", self.address);
            Https::with(client.add_root_certificate(self.certificate.clone()), rest).expect("a line")
        }

        fn request(&self) -> Request {
            Request {
                address: format!("https://fcm.googleapis.com:{}/x", self.address.port()),
                service: "fcm.googleapis.com".to_owned(),
                headers: vec![("ttl", "60".to_owned()), ("topic", "g1".to_owned())],
                body: b"sealed".to_vec(),
            }
        }
    }

    #[tokio::test]
    async fn what_a_service_says_is_understood_and_a_redirect_is_not_followed() {
        let service = Service::start().await;
        let (line, request) = (service.line(REST), service.request());
        for (status, answer) in [
            (201, Answer::Taken),
            (200, Answer::Taken),
            (404, Answer::Gone),
            (410, Answer::Gone),
            (429, Answer::Later),
            (503, Answer::Later),
            (400, Answer::Refused(400)),
            (403, Answer::Refused(403)),
            (301, Answer::Refused(301)),
            (307, Answer::Refused(307)),
        ] {
            service.status.store(status, Ordering::Relaxed);
            let before = service.asked.load(Ordering::Relaxed);
            assert_eq!(line.post(&request).await, answer, "{status}");
            assert_eq!(service.asked.load(Ordering::Relaxed), before + 1, "{status}");
        }
        let heard = service.heard.lock().expect("nobody panics with it").clone();
        for (name, value) in [("ttl", "60"), ("topic", "g1"), ("content-length", "6")] {
            assert!(heard.contains(&(name.to_owned(), value.to_owned())), "{name}: {heard:?}");
        }
    }

    #[tokio::test]
    async fn whoever_has_no_certificate_or_no_tls_gets_nothing() {
        let service = Service::start().await;
        let untrusted = Client::builder().resolve("fcm.googleapis.com", service.address);
        let untrusted = Https::with(untrusted, REST).expect("a line");
        assert_eq!(untrusted.post(&service.request()).await, Answer::Later);
        let plain = Request { address: format!("http://{}/x", service.address), ..service.request() };
        assert_eq!(service.line(REST).post(&plain).await, Answer::Later);
        assert_eq!(service.asked.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_service_that_gives_no_answer_is_left_alone_for_a_while() {
        let service = Service::start().await;
        let nobody = Request { address: "https://fcm.googleapis.com:1/x".to_owned(), ..service.request() };
        let line = service.line(REST);
        let client =
            Client::builder().resolve("fcm.googleapis.com", "127.0.0.1:1".parse().expect("an address"));
        let silent = Https::with(client, REST).expect("a line");
        assert_eq!(silent.post(&nobody).await, Answer::Later);
        assert!(silent.silent().contains_key("fcm.googleapis.com"));
        line.silent().insert("fcm.googleapis.com".to_owned(), Instant::now());
        assert_eq!(line.post(&service.request()).await, Answer::Later);
        assert_eq!(service.asked.load(Ordering::Relaxed), 0, "it is not asked");
        let rested = service.line(Duration::ZERO);
        rested.silent().insert("fcm.googleapis.com".to_owned(), Instant::now());
        assert_eq!(rested.post(&service.request()).await, Answer::Taken);
        assert!(rested.silent().is_empty(), "it is there again");
    }
}
