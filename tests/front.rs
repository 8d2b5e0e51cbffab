//! A front before the stand-in's REST interface, as Discord has one: TLS and HTTP/2, with a self-signed
//! certificate.
//!
//! It forwards everything until connections are made to die silently: they stay open, and data sent on them
//! is discarded.

use std::cell::Cell;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use crate::slowest;
use hyper::body::Incoming;
use hyper::header::{HOST, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, Version};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioIo};
use libtest_mimic::Trial;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

thread_local! {
    /// The test of this thread runs over TLS and HTTP/2.
    static WANTED: Cell<bool> = const { Cell::new(false) };
}

/// True if the test of this thread runs over TLS and HTTP/2.
pub fn is_wanted() -> bool {
    WANTED.get()
}

/// The variant of a test that runs over TLS and HTTP/2.
pub fn by_http2(name: &str, test: fn()) -> Trial {
    slowest::trial(format!("{name}_by_http2"), move || {
        let _wanted = Wanted::new();
        test();
        Ok(())
    })
}

/// While it exists, this thread's tests run over TLS and HTTP/2. Threads are reused by other tests.
struct Wanted;

impl Wanted {
    fn new() -> Self {
        WANTED.set(true);
        Self
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        WANTED.set(false);
    }
}

/// What a silently dead connection still does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Swallowed {
    /// All data sent on it is lost.
    Both = 1,
    /// Requests arrive, and their responses are lost.
    Answers = 2,
}

/// The state of a connection: 0, or a [`Swallowed`].
type Fate = Arc<AtomicU8>;

/// The next request whose connection will die under it.
#[derive(Debug)]
struct Trap {
    method: &'static str,
    path: String,
    how: Swallowed,
}

#[derive(Debug)]
struct FrontState {
    behind: SocketAddr,
    connections: Mutex<Vec<Fate>>,
    trap: Mutex<Option<Trap>>,
    /// Number of requests received by HTTP/2.
    by_http2: AtomicU64,
    /// Number of all requests.
    requests: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The front. It ends on drop.
pub struct Front {
    /// Its address.
    pub url: String,
    /// Its certificate as PEM; `None` without TLS.
    pub certificate: Option<String>,
    state: Arc<FrontState>,
}

impl Front {
    /// A front with TLS and HTTP/2 before this address.
    pub async fn with_http2(behind: SocketAddr) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
        let mut config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("they fit");
        config.alpn_protocols = vec![b"h2".to_vec()];
        Self::listening(behind, Some((TlsAcceptor::from(Arc::new(config)), cert.pem()))).await
    }

    /// A front with HTTP/1.1 and without TLS.
    pub async fn plain(behind: SocketAddr) -> Self {
        Self::listening(behind, None).await
    }

    async fn listening(behind: SocketAddr, tls: Option<(TlsAcceptor, String)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(FrontState {
            behind,
            connections: Mutex::default(),
            trap: Mutex::default(),
            by_http2: AtomicU64::new(0),
            requests: AtomicU64::new(0),
        });
        let (acceptor, certificate) = tls.unzip();
        let scheme = if certificate.is_some() { "https" } else { "http" };
        let serving = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                stream.set_nodelay(true).expect("a socket");
                let fate = Fate::default();
                locked(&serving.connections).push(Arc::clone(&fate));
                let stream = MortalStream { stream, fate: Arc::clone(&fate) };
                tokio::spawn(served(Arc::clone(&serving), stream, acceptor.clone(), fate));
            }
        });
        Self { url: format!("{scheme}://localhost:{port}"), certificate, state }
    }

    /// Makes all open connections die silently; new ones work.
    pub fn swallow(&self, how: Swallowed) {
        for fate in locked(&self.state.connections).iter() {
            fate.store(how as u8, Ordering::SeqCst);
        }
    }

    /// Makes the connection die on which the next request with this method and this part of its path arrives.
    pub fn swallow_at(&self, method: &'static str, path: &str, how: Swallowed) {
        *locked(&self.state.trap) = Some(Trap { method, path: path.to_owned(), how });
    }

    /// True once that request has arrived.
    pub fn has_swallowed(&self) -> bool {
        locked(&self.state.trap).is_none()
    }

    /// Number of connections so far.
    pub fn connections(&self) -> usize {
        locked(&self.state.connections).len()
    }

    /// Number of requests, and of those by HTTP/2.
    pub fn requests(&self) -> (u64, u64) {
        (self.state.requests.load(Ordering::SeqCst), self.state.by_http2.load(Ordering::SeqCst))
    }
}

/// A stream that may die.
struct MortalStream {
    stream: TcpStream,
    fate: Fate,
}

impl MortalStream {
    fn is(&self, fates: &[Swallowed]) -> bool {
        let fate = self.fate.load(Ordering::SeqCst);
        fates.iter().any(|one| *one as u8 == fate)
    }
}

impl AsyncRead for MortalStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        if self.is(&[Swallowed::Both]) {
            // Neither the data nor the end is passed on.
            into.set_filled(before);
            return Poll::Pending;
        }
        read
    }
}

impl AsyncWrite for MortalStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        if self.is(&[Swallowed::Both, Swallowed::Answers]) {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        if self.is(&[Swallowed::Both, Swallowed::Answers]) {
            return Poll::Pending;
        }
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

async fn served(state: Arc<FrontState>, stream: MortalStream, acceptor: Option<TlsAcceptor>, fate: Fate) {
    let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build_http();
    let service =
        service_fn(move |request| passed_on(Arc::clone(&state), request, client.clone(), Arc::clone(&fate)));
    // The bot is to see how connections end.
    if let Some(acceptor) = acceptor {
        let Ok(stream) = acceptor.accept(stream).await else { return };
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]), "the bot speaks HTTP/2");
        let http2 = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
        drop(http2.serve_connection(TokioIo::new(stream), service).await);
    } else {
        let http1 = hyper::server::conn::http1::Builder::new();
        drop(http1.serve_connection(TokioIo::new(stream), service).await);
    }
}

async fn passed_on(
    state: Arc<FrontState>,
    request: Request<Incoming>,
    client: Client<HttpConnector, Incoming>,
    fate: Fate,
) -> Result<Response<Incoming>, Error> {
    state.requests.fetch_add(1, Ordering::SeqCst);
    if request.version() == Version::HTTP_2 {
        state.by_http2.fetch_add(1, Ordering::SeqCst);
    }
    let path = request.uri().path_and_query().expect("a path").as_str().to_owned();
    let caught =
        locked(&state.trap).take_if(|trap| trap.method == request.method() && path.contains(&trap.path));
    if let Some(Trap { how, .. }) = caught {
        fate.store(how as u8, Ordering::SeqCst);
        if how == Swallowed::Both {
            let never: Infallible = std::future::pending().await;
            match never {}
        }
    }
    let (mut head, body) = request.into_parts();
    head.uri = format!("http://{}{path}", state.behind).parse().expect("an address");
    head.version = Version::HTTP_11;
    head.headers.insert(HOST, HeaderValue::from_str(&state.behind.to_string()).expect("a host"));
    client.request(Request::from_parts(head, body)).await
}
