//! The stand-in as the bot's network: requests are answered in this process, without sockets.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, stream};
use reqwest::Client;
use rookery::discord::rest::network::{Network, NetworkError, NetworkRequest, NetworkResponse};
use rookery::sandbox::{StandIn, Unanswered};
use rookery::timing::virtual_time::began;
use tokio::time::{Instant, sleep, timeout_at};

/// A client that only encodes bodies and never connects.
pub static ENCODER: LazyLock<Client> = LazyLock::new(Client::new);

/// Sleeps for the transit time of a request.
///
/// On virtual time nothing else takes time; with this, consecutive actions happen at different times, as they
/// do at Discord.
pub async fn on_its_way() {
    if began().is_some() {
        sleep(Duration::from_millis(1)).await;
    }
}

/// A network that contains only this stand-in.
#[derive(Clone)]
pub struct InMemory(pub StandIn);

impl fmt::Debug for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InMemory")
    }
}

impl Network for InMemory {
    fn send(
        &self,
        request: NetworkRequest,
        within: Duration,
    ) -> BoxFuture<'_, Result<NetworkResponse, NetworkError>> {
        Box::pin(async move {
            let until = Instant::now() + within;
            let request = request.encoded(&ENCODER).and_then(Request::<reqwest::Body>::try_from);
            let request = request.expect("an address").map(Body::new);
            on_its_way().await;
            let answered =
                timeout_at(until, self.0.call(request)).await.map_err(|_| NetworkError::TimedOut)?;
            let (head, body) = answered.map_err(|why| failed(&why))?.into_parts();
            let body = stream::try_unfold(body.into_data_stream(), move |mut pieces| async move {
                let piece = timeout_at(until, pieces.next()).await.map_err(|_| NetworkError::TimedOut)?;
                let piece = piece.transpose().map_err(|error| NetworkError::BrokenOff(error.to_string()))?;
                Ok(piece.map(|piece| (piece, pieces)))
            });
            let (status, version, headers) = (head.status, head.version, head.headers);
            Ok(NetworkResponse { status, version, headers, body: body.boxed() })
        })
    }

    fn with_fresh_connections(&self) -> Result<Arc<dyn Network>, NetworkError> {
        Ok(Arc::new(self.clone()))
    }
}

fn failed(why: &Unanswered) -> NetworkError {
    match why {
        Unanswered::Refused => NetworkError::NotConnected(why.to_string()),
        Unanswered::Cut => NetworkError::BrokenOff(why.to_string()),
    }
}
