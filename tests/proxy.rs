//! What stands between the bot and a server of PostgreSQL in tests: it passes everything on, until it is told to break something.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rookery::store::StoreUrl;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

use crate::databases::address;

/// How a write of a game is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cut {
    /// Not at all.
    None,
    /// The server never hears of it.
    Before,
    /// It is done, and the answer is lost.
    After,
    /// The server hears of it once the proxy is mended.
    Held,
    /// It is done, and its answer is lost with all connections; no more are taken until the proxy is mended.
    Last,
    /// It is done and answered; then all connections end, and no more are taken until the proxy is mended.
    Then,
}

impl Cut {
    const ALL: [Self; 6] = [Self::None, Self::Before, Self::After, Self::Held, Self::Last, Self::Then];
}

/// What all connections have in common.
#[derive(Debug)]
struct Wire {
    /// Where the server is.
    server: Server,
    /// Whether what is held is not passed on yet.
    held: watch::Sender<bool>,
    /// Goes up when all connections are to end.
    cuts: watch::Sender<u64>,
    /// Whether new ones are taken.
    open: std::sync::atomic::AtomicBool,
    /// How the next write of a game is cut off.
    next: AtomicU8,
    /// How the next end of a transaction is cut off.
    next_commit: AtomicU8,
    /// How many were.
    cut: AtomicU32,
    /// How many connections there were.
    made: AtomicU64,
}

impl Wire {
    /// Ends all connections, and takes no more.
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

/// The proxy. It ends with the test.
pub struct Proxy {
    wire: Arc<Wire>,
    /// The address of the database by way of it.
    pub url: StoreUrl,
    /// The same as text.
    pub address: String,
}

impl Proxy {
    /// Begins to stand before the server of this database.
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
                // Who is refused sees the connection end.
                if serving.open.load(Ordering::SeqCst) {
                    serving.made.fetch_add(1, Ordering::SeqCst);
                    tokio::spawn(passed(Arc::clone(&serving), client));
                }
            }
        });
        Self { wire, url: address.parse().expect("an address"), address }
    }

    /// Ends all connections, as a server does that is started again; new ones are taken.
    pub fn cut_all(&self) {
        self.wire.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Ends all connections, and takes no more until [`Proxy::mend`].
    pub fn close(&self) {
        self.wire.close();
    }

    /// Passes everything on again, and takes connections.
    pub fn mend(&self) {
        self.wire.open.store(true, Ordering::SeqCst);
        for next in [&self.wire.next, &self.wire.next_commit] {
            next.store(Cut::None as u8, Ordering::SeqCst);
        }
        self.wire.held.send_replace(false);
    }

    /// Cuts the next write of a game off.
    pub fn cut_next_write(&self, how: Cut) {
        self.wire.next.store(how as u8, Ordering::SeqCst);
    }

    /// Cuts the next end of a transaction off that has claimed an interaction.
    pub fn cut_next_commit(&self, how: Cut) {
        self.wire.next_commit.store(how as u8, Ordering::SeqCst);
    }

    /// How many writes were cut off.
    pub fn writes_cut(&self) -> u32 {
        self.wire.cut.load(Ordering::SeqCst)
    }
}

/// Passes a connection on until it ends.
async fn passed(wire: Arc<Wire>, client: TcpStream) {
    // That it has ended is what the bot is to see.
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

/// What is known of the client's side of a connection.
#[derive(Default)]
struct Said {
    /// Bytes of a message that has not come whole.
    rest: Vec<u8>,
    /// The first message has no kind.
    begun: bool,
    /// The prepared statements that write a game.
    writes: HashSet<Vec<u8>>,
    /// Those that end a transaction.
    commits: HashSet<Vec<u8>>,
    /// Those that claim an interaction.
    claims: HashSet<Vec<u8>>,
    /// Whether that was done in this transaction.
    has_claimed: bool,
}

impl Said {
    /// Whether a write of a game is asked for in these bytes, and whether the end of a transaction that has claimed an interaction.
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
    // The answer to the write is not passed on.
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
            // What the server has answered, it has done.
            if count == 0 || lock(&lost).is_some() && bytes[..count].contains(&b'Z') {
                // Before the client hears of it, or it could read once more elsewhere.
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
        // First, as this is where the last answer is passed on that ends all others.
        ended = answers => ended,
        _ = cuts.changed() => Ok(()),
        ended = asks => ended,
    }
}
