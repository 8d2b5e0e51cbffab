//! One connection to the gateway, from connecting until it ends for any reason.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

use serde_json::Value;

use super::connection_factory::{ConnectionFactory, usable};
use super::frame::{self, Frame};
use super::pace::IdentifyTurn;
use super::read::{self, InteractionRead};
use super::session::SETTLED;
use super::socket::{GatewaySocket, Opening, SocketEvent};
use crate::discord::interaction::incoming::Incoming;
use crate::discord::operator::Halted;
use crate::discord::rest::request::doubled;

/// Timeout for connecting. A lost packet is retransmitted after one and after three seconds.
const CONNECTING: Duration = Duration::from_secs(5);
/// Timeout for a reply from the gateway: the first value, doubled after each silence up to the second.
///
/// A gateway that is silent at first is usually a bad one among many, but one that never
/// answers may only be slow.
const SILENCE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(15));
/// Grace period for a heartbeat acknowledgement.
const HEARTBEAT_LATE: Duration = Duration::from_secs(10);

/// Until a resumed connection has been up for this long, an interaction on it may be a replay.
///
/// Even the event that announces the end of the replay may itself be a replay. Anything older than
/// this cannot be answered.
const LIVE_AFTER: Duration = Duration::from_secs(3);

/// How a connection ended.
pub enum ConnectionEnd {
    /// It was stopped on request.
    Stopped,
    /// Discord refuses the bot permanently, for this reason.
    Fatal(Halted),
    /// The connection has to be reopened.
    Lost(Lost),
}

/// A connection that has to be reopened.
pub struct Lost {
    /// The reason, for the log.
    pub why: String,
    /// How long the session was up; `None` if it never was.
    pub up: Option<Duration>,
    /// The gateway accepted the connection and then fell silent.
    pub silent: bool,
    /// The minimum pause before the next connection.
    pub pause: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Connecting,
    /// The socket is open.
    Open,
    /// HELLO has arrived, and the session is requested.
    Greeted,
    /// The session is established.
    Up(Instant),
}

type Step = ControlFlow<ConnectionEnd>;

struct Connection<'a> {
    line: &'a ConnectionFactory,
    socket: Box<dyn GatewaySocket>,
    phase: Progress,
    deadline: Instant,
    patience: Duration,
    heartbeat: Duration,
    resuming: bool,
    turn: Option<IdentifyTurn>,
}

/// Connects to `address` and serves the connection until it ends.
///
/// `silent` is the number of consecutive silences before. `turn` is the right to IDENTIFY, needed if there is
/// no session to resume. It is released once there is a session.
pub async fn serve(
    line: &ConnectionFactory,
    address: &str,
    (silent, turn): (u32, Option<IdentifyTurn>),
) -> ConnectionEnd {
    let session = line.kept.get();
    let resuming = session.session.is_some();
    let (token, turns) = (&line.parts.token, line.kept.clone());
    let begun = Instant::now();
    let mut connection = Connection {
        line,
        socket: line.parts.connector.open(Opening { address, token, shard: line.shard, session, turns }),
        turn,
        phase: Progress::Connecting,
        deadline: begun + CONNECTING,
        patience: doubled(SILENCE, silent),
        heartbeat: Duration::ZERO,
        resuming,
    };
    let end = connection.run().await;
    if matches!(connection.phase, Progress::Up(_)) {
        line.parts.event_sender.is(line.shard, false);
    }
    end
}

/// Close code for too few shards. The next start requests more shards.
const TOO_FEW_SHARDS: u16 = 4011;

/// Returns what a fatal close code means for the operator; `None` if the connection is simply reopened.
fn fatal(code: u16) -> Option<Halted> {
    let why = match code {
        4004 => "Discord does not accept the token; check DISCORD_TOKEN or discord.token",
        4010 => "Discord does not know such shards (4010); check discord.shards",
        TOO_FEW_SHARDS => {
            "the bot is in more servers than so few shards may carry (4011); with discord.shards = \"auto\" the next start asks for more"
        }
        4012 => "Discord no longer speaks this version of its gateway (4012); a newer Rookery may",
        4013 => "Discord does not know what the bot wants to be told of (4013)",
        4014 => "Discord does not allow what the bot wants to be told of (4014)",
        _ => return None,
    };
    Some(if code == TOO_FEW_SHARDS { Halted::for_now(why) } else { Halted::until_mended(why) })
}

impl Connection<'_> {
    async fn run(&mut self) -> ConnectionEnd {
        loop {
            let deadline = self.deadline;
            let event = tokio::select! {
                biased;
                () = self.line.stop.cancelled() => {
                    // The session stays resumable: Discord sends unread events again, to the next process.
                    self.socket.close();
                    self.socket.goodbye();
                    return ConnectionEnd::Stopped;
                }
                event = tokio::time::timeout_at(deadline, self.socket.next()) => event,
            };
            let step = match event {
                Err(_) => self.silent(),
                Ok(SocketEvent::BrokeOff) => self.lost("the connection broke off"),
                Ok(SocketEvent::Failed(why)) => self.lost(why),
                Ok(SocketEvent::Opened) => {
                    self.phase = Progress::Open;
                    self.deadline = Instant::now() + self.patience;
                    Step::Continue(())
                }
                Ok(SocketEvent::Text(text)) => self.text(&text),
                Ok(SocketEvent::Closed(code)) => self.closed(code),
            };
            if let ControlFlow::Break(end) = step {
                self.socket.goodbye();
                return end;
            }
        }
    }

    fn up(&self) -> Option<Duration> {
        match self.phase {
            Progress::Up(since) => Some(since.elapsed()),
            _ => None,
        }
    }

    fn lost(&self, why: impl Into<String>) -> Step {
        self.lost_for(why, Duration::ZERO)
    }

    fn lost_for(&self, why: impl Into<String>, pause: Duration) -> Step {
        Step::Break(ConnectionEnd::Lost(Lost { why: why.into(), up: self.up(), silent: false, pause }))
    }

    /// Ends the connection because no frame arrived before the deadline.
    fn silent(&mut self) -> Step {
        let why = match self.phase {
            Progress::Connecting => return self.lost("no connection could be made in time"),
            Progress::Open => "the gateway did not say hello",
            Progress::Greeted => "the gateway did not answer",
            Progress::Up(_) => "a heartbeat was not answered",
        };
        let silent = !matches!(self.phase, Progress::Up(_));
        Step::Break(ConnectionEnd::Lost(Lost {
            why: why.to_owned(),
            up: self.up(),
            silent,
            pause: Duration::ZERO,
        }))
    }

    fn closed(&mut self, code: Option<u16>) -> Step {
        let counts = &self.line.parts.counts;
        counts.closed.fetch_add(1, Ordering::Relaxed);
        match code {
            // The token was valid a moment ago, so the session belongs to another application.
            Some(4004) if self.resuming && self.up().is_none() => {
                self.line.kept.drop_session();
                self.lost("the session was not ours (4004)")
            }
            Some(code) if let Some(why) = fatal(code) => Step::Break(ConnectionEnd::Fatal(why)),
            Some(code @ (4007 | 4009)) => {
                self.line.kept.drop_session();
                self.lost(format!("the session is over ({code})"))
            }
            Some(4008) => self.lost_for("too much was sent (4008)", Duration::from_secs(2)),
            Some(1006) => self.lost("the connection broke off"),
            Some(code) => self.lost(format!("Discord closed it with code {code}")),
            None => self.lost("Discord closed it without a code"),
        }
    }

    fn text(&mut self, text: &str) -> Step {
        let received = Instant::now();
        let Some(frame) = frame::read(text) else {
            if self.line.parts.counts.garbage() {
                tracing::warn!(bytes = text.len(), "the gateway sent something that is not of its language");
            }
            return Step::Continue(());
        };
        match frame {
            Frame::Hello { heartbeat_ms } => {
                self.heartbeat = Duration::from_millis(heartbeat_ms);
                if !matches!(self.phase, Progress::Up(_)) {
                    self.phase = Progress::Greeted;
                    let wait = if self.resuming { Duration::ZERO } else { self.line.kept.until_identify() };
                    // A failed new session counts against the daily limit, so it gets the longest timeout.
                    let patience = if self.resuming { self.patience } else { SILENCE.1 };
                    self.deadline = received + wait + patience;
                }
            }
            Frame::Ready { session, resume_url, guilds, sequence } => {
                self.line.kept.begin(session, sequence, resume_url.as_deref().and_then(usable));
                self.line.parts.event_sender.forward(Incoming::Guilds(self.line.shard, guilds));
                self.is_up(received, "with a new session");
            }
            Frame::Resumed { sequence } => {
                self.line.kept.seen(sequence);
                self.is_up(received, "where it was");
            }
            Frame::Interaction { data, sequence } => {
                self.interaction(&data, sequence, received);
                self.seen(sequence, received);
            }
            Frame::Dispatch { event, sequence } => {
                if let Some(event) = event {
                    self.line.parts.event_sender.forward(event);
                }
                self.seen(sequence, received);
            }
            Frame::Heard if matches!(self.phase, Progress::Up(_)) => self.heard(received),
            Frame::Heard | Frame::Other => {}
            Frame::Reconnect => return self.lost("Discord asks for a new connection"),
            Frame::Invalid { resumable: true } => {
                return self.lost_for("the session has to be resumed", Duration::from_millis(250));
            }
            Frame::Invalid { resumable: false } => {
                self.line.kept.drop_session();
                return self.lost_for("the session is not good any more", Duration::from_secs(1));
            }
        }
        Step::Continue(())
    }

    fn seen(&mut self, sequence: Option<u64>, received: Instant) {
        if let Some(sequence) = sequence {
            self.line.kept.seen(sequence);
        }
        if self.phase == Progress::Greeted {
            // The missed events are being replayed; RESUMED comes last.
            self.deadline = received + SILENCE.1;
        }
    }

    /// Moves the deadline after an acknowledged heartbeat: the next one is due after one more interval.
    fn heard(&mut self, received: Instant) {
        self.deadline = received + self.heartbeat + HEARTBEAT_LATE;
    }

    fn is_up(&mut self, received: Instant, how: &str) {
        self.phase = Progress::Up(received);
        self.heard(received);
        self.turn = None;
        self.line.parts.counts.is_up(self.resuming);
        let took = self.line.outage.is_up();
        tracing::info!(shard = %self.line.shard, away_ms = took.map(|took| took.as_millis() as u64), "connected to Discord {how}");
        self.line.parts.event_sender.is(self.line.shard, true);
    }

    fn interaction(&self, data: &Value, sequence: Option<u64>, received: Instant) {
        let counts = &self.line.parts.counts;
        let (read, unread) = read::interaction(
            data,
            &self.line.parts.ctx.languages,
            received,
            self.line.parts.ctx.clock.now(),
        );
        if let Some(shape) = unread
            && counts.unread()
        {
            tracing::warn!(shape, "an interaction could not be read");
        }
        if let InteractionRead::Whole(mut read) = read {
            if let Some(shape) = &read.refused_by_serenity
                && counts.fallback()
            {
                tracing::warn!(shape, "serenity refuses a slash command, which our own reader has read");
            }
            let live = self.up().is_some_and(|up| !self.resuming || up >= LIVE_AFTER);
            let interaction = &mut read.interaction;
            interaction.repeated = !live;
            interaction.age = self.line.parts.ctx.messenger.rest.clock.age(interaction.id.0, received, live);
            if let Some(sequence) = sequence.filter(|_| interaction.age >= SETTLED) {
                self.line.kept.aged(sequence);
            }
            self.line.parts.event_sender.forward(Incoming::Interaction(read));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_gateway_is_left_soon_at_first() {
        let seconds = (0..6).map(|silent| doubled(SILENCE, silent).as_secs()).collect::<Vec<_>>();
        assert_eq!(seconds, [2, 4, 8, 15, 15, 15]);
        assert_eq!(doubled(SILENCE, u32::MAX), SILENCE.1);
    }
}
