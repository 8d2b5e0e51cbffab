//! A proxy between the bot and a PostgreSQL server in tests: it forwards everything until told to inject a
//! fault.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rookery::store::StoreUrl;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

use crate::databases::address;

/// How a write of a game is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cut {
    /// Not at all.
    None,
    /// The server does not receive it.
    Before,
    /// It is executed, and the response is lost.
    After,
    /// The server receives it once the proxy is mended.
    Held,
    /// It is executed, and the response is lost with all connections; no new ones are accepted until the
    /// proxy is mended.
    Last,
    /// It is executed and answered; then all connections are closed, and no new ones are accepted until the
    /// proxy is mended.
    Then,
}

impl Cut {
    const ALL: [Self; 6] = [Self::None, Self::Before, Self::After, Self::Held, Self::Last, Self::Then];
}

/// The state shared by all connections.
#[derive(Debug)]
struct Wire {
    /// The server's address.
    server: Server,
    /// True while held data is not forwarded.
    held: watch::Sender<bool>,
    /// Incremented to close all connections.
    cuts: watch::Sender<u64>,
    /// True if new connections are accepted.
    open: std::sync::atomic::AtomicBool,
    /// How the next write of a game is cut.
    next: AtomicU8,
    /// How the next commit is cut.
    next_commit: AtomicU8,
    /// Number of cuts.
    cut: AtomicU32,
    /// Number of connections.
    made: AtomicU64,
}

impl Wire {
    /// Closes all connections, and accepts no new ones.
    fn close(&self) {
        self.open.store(false, Ordering::SeqCst);
        self.cuts.send_modify(|cuts| *cuts += 1);
    }
}

#[derive(Debug)]
enum Server {
    /// A socket's path.
    Socket(String),
    /// A host and a port.
    Tcp(String),
}

/// The proxy. It ends on drop.
pub struct Proxy {
    wire: Arc<Wire>,
    /// The address of the database through the proxy.
    pub url: StoreUrl,
    /// The same address as text.
    pub address: String,
}

impl Proxy {
    /// Starts a proxy for the server of this database.
    pub async fn before(database: &StoreUrl) -> Self {
        let address = address(database);
        let (_, rest) = address.split_once("://").expect("an address");
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (place, name) = place.split_once('/').expect("a database");
        let (user, host) = place.rsplit_once('@').unwrap_or(("", place));
        let server = if host.starts_with("%2F") || host.starts_with("%2f") {
            let dir = host.replace("%2F", "/").replace("%2f", "/");
            Server::Socket(format!("{dir}/.s.PGSQL.5432"))
        } else if host.contains(':') {
            Server::Tcp(host.to_owned())
        } else {
            Server::Tcp(format!("{host}:5432"))
        };
        assert!(!query.contains("host="), "the host stands where hosts stand");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let address = format!("postgres://{user}@127.0.0.1:{port}/{name}?sslmode=disable");
        let wire = Arc::new(Wire {
            server,
            held: watch::Sender::new(false),
            cuts: watch::Sender::new(0),
            open: true.into(),
            next: AtomicU8::new(Cut::None as u8),
            next_commit: AtomicU8::new(Cut::None as u8),
            cut: AtomicU32::new(0),
            made: AtomicU64::new(0),
        });
        let serving = Arc::clone(&wire);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A rejected client sees the connection close.
                if serving.open.load(Ordering::SeqCst) {
                    serving.made.fetch_add(1, Ordering::SeqCst);
                    tokio::spawn(passed(Arc::clone(&serving), client));
                }
            }
        });
        Self { wire, url: address.parse().expect("an address"), address }
    }

    /// Closes all connections, like a server that restarts; new ones are accepted.
    pub fn cut_all(&self) {
        self.wire.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Closes all connections, and accepts no new ones until [`Proxy::mend`].
    pub fn close(&self) {
        self.wire.close();
    }

    /// Forwards everything again, and accepts connections.
    pub fn mend(&self) {
        self.wire.open.store(true, Ordering::SeqCst);
        for next in [&self.wire.next, &self.wire.next_commit] {
            next.store(Cut::None as u8, Ordering::SeqCst);
        }
        self.wire.held.send_replace(false);
    }

    /// Cuts the next write of a game.
    pub fn cut_next_write(&self, how: Cut) {
        self.wire.next.store(how as u8, Ordering::SeqCst);
    }

    /// Cuts the next commit of a transaction that has claimed an interaction.
    pub fn cut_next_commit(&self, how: Cut) {
        self.wire.next_commit.store(how as u8, Ordering::SeqCst);
    }

    /// Number of cut writes.
    pub fn writes_cut(&self) -> u32 {
        self.wire.cut.load(Ordering::SeqCst)
    }
}

/// Forwards a connection until it ends.
async fn passed(wire: Arc<Wire>, client: TcpStream) {
    // The bot is to see that it has ended.
    let _ended = match &wire.server {
        Server::Socket(path) => match UnixStream::connect(path).await {
            Ok(server) => Box::pin(both_ways(&wire, client, server)).await,
            Err(error) => Err(error),
        },
        Server::Tcp(address) => match TcpStream::connect(address).await {
            Ok(server) => Box::pin(both_ways(&wire, client, server)).await,
            Err(error) => Err(error),
        },
    };
}

/// The parsed state of the client's side of a connection.
#[derive(Default)]
struct Said {
    /// The bytes of an incomplete message.
    rest: Vec<u8>,
    /// The first message has no type byte.
    begun: bool,
    /// The prepared statements that write a game.
    writes: HashSet<Vec<u8>>,
    /// Those that end a transaction.
    commits: HashSet<Vec<u8>>,
    /// Those that claim an interaction.
    claims: HashSet<Vec<u8>>,
    /// True if this transaction has claimed one.
    has_claimed: bool,
}

impl Said {
    /// True if these bytes contain a write of a game, and true if they end a transaction that has claimed an
    /// interaction.
    fn asks(&mut self, bytes: &[u8]) -> (bool, bool) {
        self.rest.extend_from_slice(bytes);
        let mut found = (false, false);
        loop {
            let head = usize::from(self.begun);
            let Some(length) = self.rest.get(head..head + 4) else { return found };
            let length = head + u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
            if self.rest.len() < length {
                return found;
            }
            let message: Vec<u8> = self.rest.drain(..length).collect();
            if !self.begun {
                self.begun = true;
                continue;
            }
            let mut parts = message[5..].split(|byte| *byte == 0);
            let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            match message[0] {
                // Parse: a name and the text.
                b'P' if second.windows(12).any(|words| words == b"WITH claimed") => {
                    self.writes.insert(first.to_vec());
                }
                b'P' if second == b"COMMIT" => {
                    self.commits.insert(first.to_vec());
                }
                b'P' if second.starts_with(b"INSERT INTO interactions") => {
                    self.claims.insert(first.to_vec());
                }
                // Bind: a portal and the statement's name.
                b'B' => {
                    found.0 |= self.writes.contains(second);
                    self.has_claimed |= self.claims.contains(second);
                    found.1 |= self.commits.contains(second) && std::mem::take(&mut self.has_claimed);
                }
                _ => {}
            }
        }
    }
}

async fn both_ways<S>(wire: &Wire, client: TcpStream, server: S) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite,
{
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    // The response to the write is not forwarded.
    let losing = Arc::new(Mutex::new(None));
    let lost = Arc::clone(&losing);
    let lock = |lost: &Mutex<Option<Cut>>| *lost.lock().unwrap_or_else(PoisonError::into_inner);
    let mut held = wire.held.subscribe();
    let asks = async {
        let (mut bytes, mut said) = ([0_u8; 16_384], Said::default());
        loop {
            let count = from_client.read(&mut bytes).await?;
            if count == 0 {
                return io::Result::Ok(());
            }
            let (writes, commits) = said.asks(&bytes[..count]);
            for next in
                [writes.then_some(&wire.next), commits.then_some(&wire.next_commit)].into_iter().flatten()
            {
                let how = next.swap(Cut::None as u8, Ordering::SeqCst);
                match Cut::ALL[usize::from(how)] {
                    Cut::None => {}
                    Cut::Before => {
                        wire.cut.fetch_add(1, Ordering::SeqCst);
                        return Ok(());
                    }
                    Cut::Held => {
                        wire.held.send_replace(true);
                        wire.cut.fetch_add(1, Ordering::SeqCst);
                        while *held.borrow_and_update()
                            && let Ok(()) = held.changed().await
                        {}
                    }
                    Cut::After => {
                        wire.cut.fetch_add(1, Ordering::SeqCst);
                        *losing.lock().unwrap_or_else(PoisonError::into_inner) = Some(Cut::After);
                    }
                    how @ (Cut::Last | Cut::Then) => {
                        wire.cut.fetch_add(1, Ordering::SeqCst);
                        *losing.lock().unwrap_or_else(PoisonError::into_inner) = Some(how);
                    }
                }
            }
            to_server.write_all(&bytes[..count]).await?;
        }
    };
    let answers = async {
        let mut bytes = [0_u8; 16_384];
        loop {
            let count = from_server.read(&mut bytes).await?;
            // What the server has answered has been executed.
            if count == 0 || lock(&lost).is_some() && bytes[..count].contains(&b'Z') {
                // Before the client notices, since it could otherwise query the outcome elsewhere.
                if let Some(Cut::Last | Cut::Then) = lock(&lost) {
                    wire.close();
                }
                if let Some(Cut::Then) = lock(&lost) {
                    to_client.write_all(&bytes[..count]).await?;
                }
                return io::Result::Ok(());
            }
            if lock(&lost).is_none() {
                to_client.write_all(&bytes[..count]).await?;
            }
        }
    };
    let mut cuts = wire.cuts.subscribe();
    tokio::select! {
        biased;
        // First, because this branch forwards the last response, which ends all others.
        ended = answers => ended,
        _ = cuts.changed() => Ok(()),
        ended = asks => ended,
    }
}
