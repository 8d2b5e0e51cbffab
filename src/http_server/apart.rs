//! Routes served in a separate task, which this process can also call without a connection.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{ClientAddress, HttpConnectionBook, serve};

/// How long requests in progress may take after a stop.
const LEAVING: Duration = Duration::from_secs(2);

/// Calls served routes from within this process.
#[derive(Clone)]
pub struct InMemory {
    routes: TowerToHyperService<Router>,
    stop: CancellationToken,
    asked: TaskTracker,
}

impl InMemory {
    /// Handles a request from this address. Returns `None` once serving has stopped.
    ///
    /// Dropping the future, or the body of the response, is a hang-up.
    pub async fn ask(&self, from: IpAddr, mut request: Request<Body>) -> Option<Response> {
        if self.stop.is_cancelled() {
            return None;
        }
        request.extensions_mut().insert(ClientAddress(from));
        let Ok(answer) = self.asked.track_future(self.routes.call(request)).await;
        Some(answer)
    }
}

/// Binds a listener and returns it with its actual address.
///
/// `setting` names the setting that the operator may change.
///
/// # Errors
/// One sentence that says why it cannot be bound.
pub async fn bind(listen: SocketAddr, setting: &str) -> Result<(TcpListener, SocketAddr), String> {
    let bound = async {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    bound.await.map_err(|error: std::io::Error| {
        format!("{listen} cannot be listened at: {error}. Change {setting}.")
    })
}

/// Serves these routes in a separate task until `stop`, over the listener if there is one, and to this
/// process.
///
/// After the stop, requests in progress may take two more seconds.
pub fn serve_apart(
    listener: Option<TcpListener>,
    routes: Router,
    book: Arc<HttpConnectionBook>,
    stop: CancellationToken,
) -> (InMemory, JoinHandle<()>) {
    let asked = TaskTracker::new();
    let in_memory = InMemory {
        routes: TowerToHyperService::new(routes.clone()),
        stop: stop.clone(),
        asked: asked.clone(),
    };
    let served = async move {
        let late = async {
            stop.cancelled().await;
            tokio::time::sleep(LEAVING).await;
        };
        let served = async {
            match listener {
                Some(listener) => serve(listener, routes, book, stop.clone()).await,
                None => stop.cancelled().await,
            }
            asked.close();
            asked.wait().await;
        };
        tokio::select! {
            biased;
            () = served => {}
            () = late => tracing::warn!("some connections were still open at the stop"),
        }
    };
    (in_memory, tokio::spawn(served))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http_server::ConnectionLimits;
    use axum::extract::Extension;
    use axum::routing::get;
    use std::net::Ipv4Addr;

    #[tokio::test(start_paused = true)]
    async fn a_stop_finishes_what_was_asked_and_takes_no_more() {
        let slow = async |Extension(ClientAddress(from)): Extension<ClientAddress>| {
            tokio::time::sleep(LEAVING / 2).await;
            from.to_string()
        };
        let (routes, stop) = (Router::new().route("/", get(slow)), CancellationToken::new());
        let book = HttpConnectionBook::new(ConnectionLimits::of_watchers(64));
        let (served, task) = serve_apart(None, routes, book, stop.clone());
        let ask = || served.ask(Ipv4Addr::LOCALHOST.into(), Request::new(Body::empty()));
        let begun = tokio::time::Instant::now();
        let stopped = async {
            tokio::task::yield_now().await;
            stop.cancel();
            task.await.expect("no panic");
            begun.elapsed()
        };
        let (answer, took) = tokio::join!(ask(), stopped);
        let body = axum::body::to_bytes(answer.expect("an answer").into_body(), 64).await.expect("a body");
        assert_eq!(body, "127.0.0.1");
        assert!((LEAVING / 2..LEAVING).contains(&took), "{took:?}");
        assert!(ask().await.is_none());
    }
}
