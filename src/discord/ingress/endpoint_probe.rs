//! Probes this process's own HTTP endpoint by connecting to it, as a load balancer does.
//!
//! This lets the bot report that clients cannot connect.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use crate::discord::bot_state::{BotState, Obstacle};

/// The path that load balancers probe to learn whether a process takes interactions.
pub const HEALTH: &str = "/health";
/// Interval between two probes.
const EVERY: Duration = Duration::from_secs(5);
/// Timeout of one probe.
const PATIENCE: Duration = Duration::from_secs(2);
/// The number of consecutive failures after which the endpoint counts as unhealthy.
const IN_A_ROW: u32 = 2;

/// Checks that the endpoint listening on `listen` takes interactions.
///
/// # Errors
/// Returns the reason as one sentence without a full stop.
pub async fn ask_endpoint(listen: SocketAddr) -> Result<(), String> {
    let shown = reached_at(listen);
    match tokio::time::timeout(PATIENCE, first_line(shown)).await {
        Ok(Ok(line)) if line.starts_with("HTTP/1.1 200 ") => Ok(()),
        Ok(Ok(line)) => Err(format!("interactions are not taken at {shown}: {}", line.trim_end())),
        Ok(Err(error)) => Err(format!("interactions are not taken at {shown}: {error}")),
        Err(_) => {
            Err(format!("interactions are not taken at {shown}: no answer within {} s", PATIENCE.as_secs()))
        }
    }
}

/// Returns the address at which this computer reaches a listener on `listen`.
fn reached_at(listen: SocketAddr) -> SocketAddr {
    let host = match listen.ip() {
        IpAddr::V4(any) if any.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(any) if any.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        one => one,
    };
    SocketAddr::new(host, listen.port())
}

/// Sends the request and returns the first line of the response.
async fn first_line(at: SocketAddr) -> io::Result<String> {
    let mut connection = TcpStream::connect(at).await?;
    let asked = format!("GET {HEALTH} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n");
    connection.write_all(asked.as_bytes()).await?;
    let mut answer = Vec::new();
    // The head and a few words are enough.
    connection.take(1_024).read_to_end(&mut answer).await?;
    let text = String::from_utf8_lossy(&answer);
    match text.lines().next() {
        Some(line) => Ok(line.to_owned()),
        None => Err(io::Error::other("the connection was closed without an answer")),
    }
}

/// Probes this process's own endpoint until `stop` and records in `state` when it does not answer.
pub async fn look_after(listen: SocketAddr, state: BotState, stop: CancellationToken) {
    let mut failed = 0;
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        match ask_endpoint(listen).await {
            Ok(()) => {
                if failed >= IN_A_ROW {
                    tracing::info!("interactions are taken again");
                }
                failed = 0;
                state.set_obstacle(Obstacle::Endpoint, None);
            }
            Err(why) => {
                failed += 1;
                if failed == IN_A_ROW {
                    tracing::error!(%why, "nobody can connect to this process");
                }
                if failed >= IN_A_ROW {
                    state.set_obstacle(Obstacle::Endpoint, Some(why));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_listens_everywhere_is_reached_on_this_computer() {
        for (listen, reached) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("10.0.0.1:80", "10.0.0.1:80")]
        {
            let [listen, reached]: [SocketAddr; 2] =
                [listen, reached].map(|at| at.parse().expect("an address"));
            assert_eq!(reached_at(listen), reached);
        }
    }
}
