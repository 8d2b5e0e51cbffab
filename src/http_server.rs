//! An HTTP listener open to everyone: a client that connects and then sends nothing, or never finishes, takes
//! no place from others.
//!
//! The first request of a connection must arrive within a time limit, and each next one within another. The
//! number of connections is limited so that descriptors remain for everything else, and one address gets only
//! a part of them. If there is no room for a new connection, one is given up: the oldest that has never sent
//! a complete request, else the slowest request, else the connection that has been idle longest.

mod apart;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use apart::{InMemory, bind, serve_apart};

/// The time limit for the first request of a connection, including its head.
const FIRST_WITHIN: Duration = Duration::from_secs(10);
/// The time limit for the next request.
///
/// Proxies keep an idle connection for less (nginx 60 s, Traefik 90 s, Caddy two minutes), so they close it
/// first. A request sent while the connection is being closed would be lost.
const NEXT_WITHIN: Duration = Duration::from_secs(190);
/// A request that has taken this long is probably missing its body, so it may be given up.
const SLOW: Duration = Duration::from_millis(500);
/// A request that has taken this long is given up in any case.
const SERVED_WITHIN: Duration = Duration::from_secs(30);
/// The maximum duration of a streaming response, which also ends those whose client does not read. The client
/// reconnects.
const STREAMS_WITHIN: Duration = Duration::from_mins(20);
/// The interval between checks for connections over their time limit.
const SWEEP: Duration = Duration::from_secs(1);
/// How many given-up connections may still be closing when a new one is accepted.
const CLOSING: usize = 32;
/// The pause after accepting failed for lack of descriptors.
const BREATH: Duration = Duration::from_millis(50);
/// The upper bound of the number of connections.
const MOST: usize = 4_096;
/// The upper bound for pages, which mostly wait for news.
const MOST_PAGES: usize = 16_384;

/// The limits on the number of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    pub all: usize,
    /// The limit per address. Behind a proxy all clients share one, so it is a generous part.
    pub each: usize,
}

impl ConnectionLimits {
    /// Limits for the interactions of a process that may open this many files and connections.
    ///
    /// They take half, so that the rest remains for the database and requests to Discord.
    pub fn of_endpoint(descriptors: usize) -> Self {
        let all = (descriptors / 2).clamp(16, MOST);
        Self { all, each: all / 2 }
    }

    /// Limits for the pages of a process that may open this many.
    ///
    /// Each open page keeps one connection. Behind a proxy all of them come from its address.
    pub fn of_pages(descriptors: usize, behind_proxy: bool) -> Self {
        let all = (descriptors / 4 * 3).clamp(16, MOST_PAGES);
        Self { all, each: if behind_proxy { all } else { all / 4 } }
    }

    /// Limits for the monitoring of a process that may open this many.
    pub fn of_watchers(descriptors: usize) -> Self {
        let all = (descriptors / 16).clamp(8, 64);
        Self { all, each: all / 2 }
    }
}

/// Returns how many files and connections this process may open.
pub fn descriptors() -> usize {
    #[cfg(target_os = "linux")]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        limit.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX))
    }
    // The default of systems with low limits.
    #[cfg(not(target_os = "linux"))]
    256
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ConnectionPhase {
    /// No complete request has arrived yet.
    New,
    /// A request is being served.
    Busy,
    /// The last request has been answered.
    Idle,
    /// The response is a stream of events.
    Streaming,
}

/// The address of the peer, as an extension of requests.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// Marks a response as a stream that lasts as long as its client.
#[derive(Clone, Copy, Debug)]
pub struct StreamsOn;

struct HttpConnection {
    address: IpAddr,
    phase: ConnectionPhase,
    since: Instant,
    /// Cancelled when the connection is given up.
    given_up: CancellationToken,
}

impl HttpConnection {
    fn is_late(&self, now: Instant) -> bool {
        let most = match self.phase {
            ConnectionPhase::New => FIRST_WITHIN,
            ConnectionPhase::Busy => SERVED_WITHIN,
            ConnectionPhase::Idle => NEXT_WITHIN,
            ConnectionPhase::Streaming => STREAMS_WITHIN,
        };
        now.saturating_duration_since(self.since) >= most
    }

    fn may_go(&self, now: Instant) -> bool {
        self.phase != ConnectionPhase::Busy || now.saturating_duration_since(self.since) >= SLOW
    }
}

#[derive(Default)]
struct ConnectionTable {
    next: u64,
    open: HashMap<u64, HttpConnection>,
}

impl ConnectionTable {
    /// Gives up a connection of this address, or of any, for a new one.
    fn make_room(&mut self, of: Option<IpAddr>, now: Instant) -> bool {
        let may_go = |(_, one): &(&u64, &HttpConnection)| {
            of.is_none_or(|address| address == one.address) && one.may_go(now)
        };
        let goes = self.open.iter().filter(may_go).min_by_key(|(_, one)| (one.phase, one.since));
        let goes = goes.map(|(number, _)| *number);
        goes.is_some_and(|number| self.give_up(number))
    }

    fn give_up(&mut self, number: u64) -> bool {
        let gone = self.open.remove(&number);
        gone.is_some_and(|one| {
            one.given_up.cancel();
            true
        })
    }
}

/// The connections of one listener.
pub struct HttpConnectionBook {
    limits: ConnectionLimits,
    table: Mutex<ConnectionTable>,
    /// The number of connections that are not closed yet, including those given up.
    not_closed: AtomicUsize,
    given_up: AtomicU64,
}

impl HttpConnectionBook {
    /// Creates a book without connections.
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        let (table, not_closed, given_up) = (Mutex::default(), AtomicUsize::new(0), AtomicU64::new(0));
        Arc::new(Self { limits, table, not_closed, given_up })
    }

    fn table(&self) -> MutexGuard<'_, ConnectionTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of open connections.
    pub fn open(&self) -> usize {
        self.table().open.len()
    }

    /// Returns the number of connections that were given up or refused so far.
    pub fn given_up(&self) -> u64 {
        self.given_up.load(Ordering::Relaxed)
    }

    fn count_given_up(&self, more: usize) {
        self.given_up.fetch_add(more as u64, Ordering::Relaxed);
    }

    /// Accepts a new connection, or returns `None` if there is no room.
    fn admit(self: &Arc<Self>, address: IpAddr, now: Instant) -> Option<OpenConnection> {
        let address = whose(address);
        let mut table = self.table();
        let of_it = table.open.values().filter(|one| one.address == address).count();
        let full = [
            (of_it >= self.limits.each).then_some(Some(address)),
            (table.open.len() >= self.limits.all).then_some(None),
        ];
        // If its own address is at the limit, one of that address goes, which also makes room overall.
        if let Some(of) = full.into_iter().flatten().next() {
            self.count_given_up(1);
            if !table.make_room(of, now) {
                return None;
            }
        }
        table.next += 1;
        let (number, given_up) = (table.next, CancellationToken::new());
        let one =
            HttpConnection { address, phase: ConnectionPhase::New, since: now, given_up: given_up.clone() };
        table.open.insert(number, one);
        self.not_closed.fetch_add(1, Ordering::SeqCst);
        Some(OpenConnection { book: Arc::clone(self), number, given_up })
    }

    /// Gives up the connections over their time limit.
    fn sweep(&self, now: Instant) {
        let mut table = self.table();
        let late: Vec<u64> =
            table.open.iter().filter(|(_, one)| one.is_late(now)).map(|(number, _)| *number).collect();
        self.count_given_up(late.len());
        for number in late {
            table.give_up(number);
        }
    }

    /// Makes room because the system is out of descriptors.
    fn is_out_of_descriptors(&self) {
        if self.table().make_room(None, Instant::now()) {
            self.count_given_up(1);
        }
    }
}

/// Returns the owner of an address for limits: an IPv6 address counts as its /64 network, all of which one
/// person has.
pub fn whose(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// A connection in the book. Dropping it removes it.
struct OpenConnection {
    book: Arc<HttpConnectionBook>,
    number: u64,
    given_up: CancellationToken,
}

impl OpenConnection {
    fn is(&self, phase: ConnectionPhase) {
        if let Some(one) = self.book.table().open.get_mut(&self.number) {
            (one.phase, one.since) = (phase, Instant::now());
        }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.book.table().open.remove(&self.number);
        self.book.not_closed.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Serves these routes until `stop`, then finishes the requests that have arrived.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    book: Arc<HttpConnectionBook>,
    stop: CancellationToken,
) {
    let (tasks, mut sweep) = (TaskTracker::new(), tokio::time::interval(SWEEP));
    loop {
        while book.not_closed.load(Ordering::SeqCst) > book.limits.all + CLOSING {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            _ = sweep.tick() => {
                book.sweep(Instant::now());
                continue;
            }
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, from)) => {
                if let Some(open) = book.admit(from.ip(), Instant::now()) {
                    let from = ClientAddress(from.ip());
                    tasks.spawn(connection((stream, from), routes.clone(), open, stop.clone()));
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                book.is_out_of_descriptors();
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// Returns true if the client disconnected before its connection was accepted.
fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused
    )
}

async fn connection(
    (stream, from): (TcpStream, ClientAddress),
    routes: Router,
    open: OpenConnection,
    stop: CancellationToken,
) {
    // Sends small responses at once.
    stream.set_nodelay(true).ok();
    let (routes, given_up) = (TowerToHyperService::new(routes), open.given_up.clone());
    let open = Arc::new(open);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        open.is(ConnectionPhase::Busy);
        request.extensions_mut().insert(from);
        let (served, open) = (routes.call(request), Arc::clone(&open));
        async move {
            let answer = served.await;
            let goes_on =
                answer.as_ref().is_ok_and(|answer| answer.extensions().get::<StreamsOn>().is_some());
            open.is(if goes_on { ConnectionPhase::Streaming } else { ConnectionPhase::Idle });
            answer
        }
    });
    let served = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    let mut served = std::pin::pin!(served);
    let mut stopping = false;
    loop {
        tokio::select! {
            biased;
            () = given_up.cancelled() => return,
            () = stop.cancelled(), if !stopping => {
                stopping = true;
                served.as_mut().graceful_shutdown();
            }
            // Many connections end with a reset, so that is not an error.
            _ended = &mut served => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[test]
    fn whoever_says_nothing_makes_room_for_whoever_comes() {
        let book = HttpConnectionBook::new(ConnectionLimits { all: 4, each: 3 });
        let now = Instant::now();
        let admit = |last| book.admit(address(last), now);
        let (idle, busy, silent) =
            (admit(1).expect("room"), admit(1).expect("room"), admit(1).expect("room"));
        idle.is(ConnectionPhase::Idle);
        busy.is(ConnectionPhase::Busy);
        let fourth = admit(1).expect("room for another");
        assert!(silent.given_up.is_cancelled(), "it has never asked for anything");
        let other = admit(2).expect("another address has room");
        assert_eq!(book.open(), 4);
        let fifth = admit(2).expect("room for another");
        assert!(fourth.given_up.is_cancelled() || other.given_up.is_cancelled());
        assert!(!busy.given_up.is_cancelled() && !idle.given_up.is_cancelled());
        drop((idle, busy, silent, fourth, other, fifth));
        assert_eq!((book.open(), book.not_closed.load(Ordering::SeqCst)), (0, 0));
    }

    #[test]
    fn where_all_are_served_nobody_else_comes_in() {
        let book = HttpConnectionBook::new(ConnectionLimits { all: 2, each: 2 });
        let now = Instant::now();
        let both = [book.admit(address(1), now), book.admit(address(2), now)].map(|one| one.expect("room"));
        for one in &both {
            one.is(ConnectionPhase::Busy);
        }
        assert!(book.admit(address(3), now).is_none());
        assert!(book.admit(address(3), now + 2 * SLOW).is_some(), "one whose body does not come goes");
    }

    #[test]
    fn time_ends_what_does_not_come_to_an_end() {
        let book = HttpConnectionBook::new(ConnectionLimits { all: 9, each: 9 });
        let now = Instant::now();
        let admitted = [(); 3].map(|()| book.admit(address(1), now).expect("room"));
        let [new, idle, asleep] = &admitted;
        idle.is(ConnectionPhase::Idle);
        // A browser that sleeps reads nothing of its stream.
        asleep.is(ConnectionPhase::Streaming);
        book.sweep(now + FIRST_WITHIN);
        assert!(new.given_up.is_cancelled() && !idle.given_up.is_cancelled());
        book.sweep(now + NEXT_WITHIN + SWEEP);
        assert!(idle.given_up.is_cancelled() && !asleep.given_up.is_cancelled());
        book.sweep(now + STREAMS_WITHIN + SWEEP);
        assert!(asleep.given_up.is_cancelled());
        assert_eq!((book.open(), book.given_up()), (0, 3));
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let of = |text: &str| whose(text.parse().expect("an address"));
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }

    #[test]
    fn descriptors_are_left_to_the_rest() {
        assert_eq!(ConnectionLimits::of_endpoint(1_024), ConnectionLimits { all: 512, each: 256 });
        assert_eq!(ConnectionLimits::of_endpoint(usize::MAX).all, MOST);
        assert_eq!(ConnectionLimits::of_watchers(1_024).all, 64);
        assert!(descriptors() >= 64);
    }
}
