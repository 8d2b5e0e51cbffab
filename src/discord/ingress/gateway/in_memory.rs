//! Connections without a socket: the client side of the protocol over a pair of channels, to a gateway
//! in the same process.
//!
//! It sends the same frames as twilight, at the same times by tokio's clock. The one difference: the first
//! heartbeat always comes after half an interval.

use std::fmt;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{BoxFuture, pending};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::oneshot;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};
use twilight_gateway::CloseFrame;
use twilight_gateway::queue::Queue;

use super::INTENTS;
use super::frame::{Frame, RawFrame};
use super::socket::{GatewayConnector, GatewaySocket, Opening, SocketEvent};
use crate::store::{GatewaySession, GatewayShard};

/// A text frame, or a close frame with its code, if any.
pub type ChannelFrame = Result<String, Option<u16>>;
/// A connection: its outgoing and its incoming frames. Dropping them cuts it.
pub type FrameChannel = (UnboundedSender<ChannelFrame>, UnboundedReceiver<ChannelFrame>);

type Dial = dyn Fn(&str) -> Result<FrameChannel, String> + Send + Sync;

/// Connects to a gateway in the same process.
#[derive(Clone)]
pub struct InMemoryGateway(Arc<Dial>);

impl InMemoryGateway {
    /// Creates a connector. `dial` connects to a complete address, or returns why it cannot.
    pub fn new(dial: impl Fn(&str) -> Result<FrameChannel, String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(dial))
    }
}

impl fmt::Debug for InMemoryGateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InMemoryGateway")
    }
}

impl GatewayConnector for InMemoryGateway {
    fn open(&self, opening: Opening<'_>) -> Box<dyn GatewaySocket> {
        let Opening { address, token, shard, session, turns } = opening;
        match (self.0)(&format!("{address}/?v=10&encoding=json")) {
            Ok(channel) => Box::new(InMemorySocket::new(channel, (token, shard, session), Box::new(turns))),
            Err(why) => Box::new(Refused(why)),
        }
    }
}

/// A connection that could not be opened, with the reason.
struct Refused(String);

impl GatewaySocket for Refused {
    fn next(&mut self) -> BoxFuture<'_, SocketEvent> {
        Box::pin(async { SocketEvent::Failed(self.0.clone()) })
    }

    fn close(&mut self) {}

    fn goodbye(&mut self) {}
}

struct InMemorySocket {
    out: UnboundedSender<ChannelFrame>,
    frames: UnboundedReceiver<ChannelFrame>,
    token: SecretString,
    shard: GatewayShard,
    /// The session to resume after HELLO, if there is one.
    resume: GatewaySession,
    turns: Box<dyn Queue + Send>,
    opened: bool,
    /// The pending permission to IDENTIFY.
    turn: Option<oneshot::Receiver<()>>,
    /// Set once the gateway has sent HELLO.
    heartbeat: Option<Interval>,
    /// Nothing has been received since the last heartbeat.
    unanswered: bool,
    sequence: Option<u64>,
}

impl InMemorySocket {
    fn new(
        (out, frames): FrameChannel,
        (token, shard, resume): (&SecretString, GatewayShard, GatewaySession),
        turns: Box<dyn Queue + Send>,
    ) -> Self {
        let sequence = resume.session.as_ref().map(|_| resume.sequence);
        let (opened, unanswered) = (false, false);
        let token = token.clone();
        Self {
            out,
            frames,
            token,
            shard,
            resume,
            turns,
            opened,
            turn: None,
            heartbeat: None,
            unanswered,
            sequence,
        }
    }

    /// Sends a frame. If the other side is gone, the next event reports it.
    fn send(&self, frame: ChannelFrame) {
        self.out.send(frame).ok();
    }

    fn say(&self, op: u8, data: &Value) {
        self.send(Ok(json!({ "op": op, "d": data }).to_string()));
    }

    fn beat(&mut self) {
        self.say(1, &json!(self.sequence));
        self.unanswered = true;
    }

    fn ask_for_turn(&mut self) {
        self.turn = Some(self.turns.enqueue(self.shard.number));
    }

    fn identify(&mut self) {
        self.turn = None;
        self.say(
            2,
            &json!({
                "token": self.token.expose_secret(), "intents": INTENTS, "shard": [self.shard.number, self.shard.total],
                "compress": false, "large_threshold": 50,
                "properties": { "os": std::env::consts::OS, "browser": "rookery", "device": "rookery" },
            }),
        );
    }

    fn greeted(&mut self, every: Duration) {
        // tokio panics on an interval of zero.
        let every = every.max(Duration::from_millis(1));
        let mut beats = interval_at(Instant::now() + every / 2, every);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.heartbeat = Some(beats);
        match &self.resume.session {
            Some(session) => {
                let token = self.token.expose_secret();
                self.say(6, &json!({ "token": token, "session_id": session, "seq": self.sequence }));
            }
            None => self.ask_for_turn(),
        }
    }

    /// Reacts to a frame as the protocol requires. The layer above interprets it.
    fn obey(&mut self, text: &str) {
        let Some(raw) = RawFrame::parse(text) else { return };
        self.unanswered = false;
        match raw.op {
            // An event's data may be large, so it is not parsed here.
            0 => self.sequence = raw.s.or(self.sequence),
            1 => self.beat(),
            _ => match raw.read() {
                Some(Frame::Hello { heartbeat_ms }) => self.greeted(Duration::from_millis(heartbeat_ms)),
                Some(Frame::Reconnect | Frame::Invalid { resumable: true }) => self.close(),
                Some(Frame::Invalid { resumable: false }) => self.send(Err(Some(CloseFrame::NORMAL.code))),
                _ => {}
            },
        }
    }

    async fn event(&mut self) -> SocketEvent {
        if !mem::replace(&mut self.opened, true) {
            return SocketEvent::Opened;
        }
        loop {
            tokio::select! {
                biased;
                () = beat_due(&mut self.heartbeat) => {
                    if self.unanswered {
                        return SocketEvent::Closed(Some(1006));
                    }
                    self.beat();
                }
                allowed = allowed(&mut self.turn) => if allowed { self.identify() } else { self.ask_for_turn() },
                frame = self.frames.recv() => return match frame {
                    Some(Ok(text)) => {
                        self.obey(&text);
                        SocketEvent::Text(text)
                    }
                    Some(Err(code)) => SocketEvent::Closed(code),
                    None => SocketEvent::BrokeOff,
                },
            }
        }
    }
}

impl GatewaySocket for InMemorySocket {
    fn next(&mut self) -> BoxFuture<'_, SocketEvent> {
        Box::pin(self.event())
    }

    fn close(&mut self) {
        self.send(Err(Some(CloseFrame::RESUME.code)));
    }

    fn goodbye(&mut self) {}
}

/// Waits for the next heartbeat; never resolves before HELLO.
async fn beat_due(heartbeat: &mut Option<Interval>) {
    match heartbeat {
        Some(heartbeat) => {
            heartbeat.tick().await;
        }
        None => pending().await,
    }
}

/// Waits for the permission to IDENTIFY; false if it has to be requested again. Never
/// resolves without a request.
async fn allowed(turn: &mut Option<oneshot::Receiver<()>>) -> bool {
    match turn {
        Some(turn) => turn.await.is_ok(),
        None => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::virtual_time;
    use tokio::sync::mpsc::unbounded_channel;

    /// Allows an IDENTIFY one second after the second request.
    struct Slow(std::sync::atomic::AtomicBool);

    impl Queue for Slow {
        fn enqueue(&self, shard: u32) -> oneshot::Receiver<()> {
            assert_eq!(shard, 2);
            let (allow, allowed) = oneshot::channel();
            if self.0.swap(true, std::sync::atomic::Ordering::Relaxed) {
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    allow.send(()).expect("it waits");
                });
            }
            allowed
        }
    }

    /// The gateway's side, and the events that the client's side has reported.
    struct Gateway {
        out: UnboundedSender<ChannelFrame>,
        frames: UnboundedReceiver<ChannelFrame>,
        events: UnboundedReceiver<SocketEvent>,
    }

    impl Gateway {
        /// A gateway that has greeted a client, with a heartbeat every 40 s.
        async fn greeting(resume: GatewaySession) -> Self {
            let ((out, theirs), (ours, frames)) = (unbounded_channel(), unbounded_channel());
            let (tell, events) = unbounded_channel();
            let shard = GatewayShard { number: 2, total: 4 };
            let who = (&SecretString::from("a token"), shard, resume);
            let mut socket = InMemorySocket::new((ours, theirs), who, Box::new(Slow(false.into())));
            tokio::spawn(async move {
                loop {
                    let event = socket.next().await;
                    let is_end = matches!(event, SocketEvent::Closed(_) | SocketEvent::BrokeOff);
                    tell.send(event).expect("the test goes on");
                    if is_end {
                        return;
                    }
                }
            });
            let mut gateway = Self { out, frames, events };
            assert_eq!(gateway.events.recv().await, Some(SocketEvent::Opened));
            gateway.says(r#"{"op":10,"d":{"heartbeat_interval":40000}}"#).await;
            gateway
        }

        async fn says(&mut self, text: &str) {
            self.out.send(Ok(text.to_owned())).expect("the client is there");
            assert_eq!(self.events.recv().await, Some(SocketEvent::Text(text.to_owned())));
        }

        /// Returns how many seconds the client's next frame took, and the frame as JSON (its
        /// close code if it closes).
        async fn hears(&mut self) -> (u64, Value) {
            let since = Instant::now();
            let frame = self.frames.recv().await.expect("the client is there");
            let frame = frame.map_or_else(|code| json!(code), |text| text.parse().expect("JSON"));
            (since.elapsed().as_secs(), frame)
        }
    }

    fn resumable() -> GatewaySession {
        GatewaySession { session: Some("ours".to_owned()), sequence: 7, ..GatewaySession::default() }
    }

    #[test]
    fn a_session_is_asked_for_when_that_is_allowed() {
        virtual_time::run(async {
            let mut gateway = Gateway::greeting(GatewaySession::default()).await;
            let (after, asked) = gateway.hears().await;
            assert_eq!((after, &asked["op"], &asked["d"]["token"]), (1, &json!(2), &json!("a token")));
            assert_eq!((&asked["d"]["shard"], &asked["d"]["intents"]), (&json!([2, 4]), &json!(1)));
            assert_eq!(gateway.hears().await, (19, json!({ "op": 1, "d": null })));
            drop(gateway.out);
            assert_eq!(gateway.events.recv().await, Some(SocketEvent::BrokeOff));
        });
    }

    #[test]
    fn heartbeats_tell_what_was_heard_and_one_without_an_answer_is_the_last() {
        virtual_time::run(async {
            let mut gateway = Gateway::greeting(resumable()).await;
            let resume = json!({ "op": 6, "d": { "token": "a token", "session_id": "ours", "seq": 7 } });
            assert_eq!(gateway.hears().await, (0, resume));
            assert_eq!(gateway.hears().await, (20, json!({ "op": 1, "d": 7 })));
            // Any valid frame counts as an answer; an invalid one does not.
            gateway.says(r#"{"op":0,"t":"RESUMED","s":9,"d":{}}"#).await;
            assert_eq!(gateway.hears().await, (40, json!({ "op": 1, "d": 9 })));
            gateway.says(r#"{"op":1,"d":null}"#).await;
            assert_eq!(gateway.hears().await, (0, json!({ "op": 1, "d": 9 })));
            gateway.says("garbage").await;
            assert_eq!(gateway.events.recv().await, Some(SocketEvent::Closed(Some(1006))));
        });
    }

    #[test]
    fn it_closes_with_the_code_that_the_session_needs() {
        virtual_time::run(async {
            for (told, code) in [
                (r#"{"op":7,"d":null}"#, CloseFrame::RESUME.code),
                (r#"{"op":9,"d":true}"#, CloseFrame::RESUME.code),
                (r#"{"op":9,"d":false}"#, CloseFrame::NORMAL.code),
            ] {
                let mut gateway = Gateway::greeting(resumable()).await;
                assert_eq!(gateway.hears().await.1["op"], 6);
                gateway.says(told).await;
                assert_eq!(gateway.hears().await, (0, json!(code)), "{told}");
                gateway.out.send(Err(None)).expect("the client is there");
                assert_eq!(gateway.events.recv().await, Some(SocketEvent::Closed(None)));
            }
        });
    }
}
