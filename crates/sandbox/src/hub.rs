//! Distributes changes to gateway sessions (with a backlog for RESUME) and open pages.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::id::Id;
use super::model::GUILD;

/// The number of events that a session keeps for RESUME.
const BACKLOG: usize = 2_000;

/// The number of sessions without a connection that are kept for RESUME.
const WAITING_SESSIONS: usize = 16;

/// Gateway intents, by Discord's bits.
pub(crate) mod intent {
    pub const GUILDS: u64 = 1;
    pub const GUILD_MEMBERS: u64 = 1 << 1;
    pub const GUILD_PRESENCES: u64 = 1 << 8;
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
    pub const MESSAGE_CONTENT: u64 = 1 << 15;
    pub const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
    /// Every bit that Discord has defined.
    pub const KNOWN: u64 = ((1 << 17) - 1) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);
}

/// An instruction for a gateway connection.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    Frame(String),
    Bytes(Vec<u8>),
    /// Close with a code, or cut the connection without one.
    Close(Option<u16>),
    /// Close with a frame that has no code.
    CloseBare,
}

/// An identified session. It outlives its connection so that it can be resumed.
#[derive(Debug)]
pub(crate) struct Session {
    pub shard: (u64, u64),
    pub intents: u64,
    pub seq: u64,
    /// The ticket of its first connection. A lower ticket is older.
    opened: u64,
    backlog: VecDeque<(u64, String)>,
    out: Option<(u64, UnboundedSender<Order>)>,
}

/// An open page.
#[derive(Debug)]
pub(crate) struct Page {
    pub person: Id,
    /// The channel that the page shows.
    pub open: Option<Id>,
    pub out: UnboundedSender<String>,
}

/// A hook that changes an interaction just before it is sent.
#[derive(Clone, Default)]
pub(crate) struct Alter(pub Option<Alteration>);

/// A change to an interaction's JSON.
pub(crate) type Alteration = Arc<dyn Fn(&mut Value) + Send + Sync>;

impl std::fmt::Debug for Alter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Alter" } else { "None" })
    }
}

/// The sessions and pages that receive changes.
#[derive(Debug, Default)]
pub(crate) struct Hub {
    pub alter: Alter,
    /// Receives interactions instead of the sessions, once the application has an interactions endpoint.
    pub outgoing: Option<UnboundedSender<(Id, String)>>,
    /// Receives webhook events, once the application has an address for them.
    pub told: Option<UnboundedSender<String>>,
    pub sessions: HashMap<String, Session>,
    pub pages: HashMap<u64, Page>,
    next: u64,
}

impl Hub {
    /// Returns a unique number for a new connection.
    pub fn ticket(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Registers a session before its READY is sent, so that no event or request can race it.
    pub fn open(
        &mut self,
        id: &str,
        shard: (u64, u64),
        intents: u64,
        ticket: u64,
        out: UnboundedSender<Order>,
    ) {
        while self.sessions.values().filter(|s| s.out.is_none()).count() >= WAITING_SESSIONS {
            let waiting = self.sessions.iter().filter(|(_, s)| s.out.is_none());
            let Some(oldest) = waiting.min_by_key(|(_, s)| s.opened).map(|(id, _)| id.clone()) else { break };
            self.sessions.remove(&oldest);
        }
        let session = Session {
            opened: ticket,
            shard,
            intents,
            seq: 0,
            backlog: VecDeque::new(),
            out: Some((ticket, out)),
        };
        self.sessions.insert(id.to_owned(), session);
    }

    /// Sends an event with a sequence number to one session.
    pub fn send(&mut self, session: &str, name: &str, data: &Value) {
        if let Some(session) = self.sessions.get_mut(session) {
            session.push(name, data);
        }
    }

    /// Sends an event to the sessions on the guild's or the DMs' shard that have one of the intents.
    ///
    /// 0 means all sessions. Sessions that may not read message content get `strip` instead, if given.
    pub fn dispatch(
        &mut self,
        name: &str,
        intents: u64,
        in_guild: bool,
        data: &Value,
        strip: Option<&Value>,
    ) {
        for session in self.sessions.values_mut() {
            let shard = if in_guild { (GUILD.0 >> 22) % session.shard.1 } else { 0 };
            if session.shard.0 != shard || (intents != 0 && session.intents & intents == 0) {
                continue;
            }
            let reads = session.intents & intent::MESSAGE_CONTENT != 0;
            session.push(name, strip.filter(|_| !reads).unwrap_or(data));
        }
    }

    /// Resumes a session from `seq`.
    ///
    /// Returns false if the session is unknown or the backlog does not reach back far enough.
    pub fn resume(&mut self, id: &str, seq: u64, ticket: u64, out: &UnboundedSender<Order>) -> bool {
        let Some(session) = self.sessions.get_mut(id) else {
            return false;
        };
        let reaches =
            seq <= session.seq && session.backlog.front().is_none_or(|(first, _)| *first <= seq + 1);
        if !reaches {
            return false;
        }
        // A session has one connection, so the previous one is closed.
        if let Some((_, before)) = session.out.take().filter(|(before, _)| *before != ticket) {
            before.send(Order::Close(Some(4_000))).ok();
        }
        // Replays the missed events, without the RESUMED of earlier connections.
        let resumed = r#"{"t":"RESUMED","#;
        let missed = session.backlog.iter().filter(|(n, frame)| *n > seq && !frame.starts_with(resumed));
        for (_, frame) in missed {
            out.send(Order::Frame(frame.clone())).ok();
        }
        session.out = Some((ticket, out.clone()));
        session.push("RESUMED", &json!({ "_trace": [] }));
        true
    }

    /// Handles the end of the connection `ticket`. If it ended for good, its session cannot be resumed.
    pub fn disconnected(&mut self, ticket: u64, for_good: bool) {
        self.sessions.retain(|_, session| {
            let mine = session.out.as_ref().is_some_and(|(t, _)| *t == ticket);
            if mine {
                session.out = None;
            }
            !(mine && for_good)
        });
    }

    /// Makes every session impossible to resume.
    pub fn forget_backlogs(&mut self) {
        let sessions = std::mem::take(&mut self.sessions);
        // Under new ids the sessions stay connected, but RESUME does not find them.
        self.sessions = sessions.into_iter().map(|(id, session)| (format!("gone-{id}"), session)).collect();
    }

    /// Whether a bot is connected, or receives interactions by HTTP.
    pub fn bot_is_online(&self) -> bool {
        self.outgoing.is_some() || self.sessions.values().any(|s| s.out.is_some())
    }

    /// Sends an instruction to every gateway connection.
    pub fn order_all(&mut self, order: &Order) {
        self.order_some(order, |_| true);
    }

    /// Sends an instruction to the gateway connections of the selected shards.
    pub fn order_some(&mut self, order: &Order, is_wanted: impl Fn(u64) -> bool) {
        for session in self.sessions.values().filter(|session| is_wanted(session.shard.0)) {
            if let Some((_, out)) = &session.out {
                out.send(order.clone()).ok();
            }
        }
    }

    /// Sends a message to a person's pages.
    pub fn tell(&self, person: Id, message: &Value) {
        let mut text = None;
        for page in self.pages.values().filter(|p| p.person == person) {
            let text = text.get_or_insert_with(|| message.to_string());
            page.out.send(text.clone()).ok();
        }
    }

    /// Sends a message to those of a person's pages that show this channel.
    pub fn tell_looking(&self, person: Id, channel: Id, message: &Value) {
        for page in self.pages.values().filter(|p| p.person == person && p.open == Some(channel)) {
            page.out.send(message.to_string()).ok();
        }
    }

    /// Sends a message to one page.
    pub fn tell_page(&self, page: u64, message: &Value) {
        if let Some(page) = self.pages.get(&page) {
            page.out.send(message.to_string()).ok();
        }
    }
}

impl Session {
    fn push(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        // The keys are in Discord's order, because some clients rely on it.
        let frame = format!(r#"{{"t":"{name}","s":{},"op":0,"d":{data}}}"#, self.seq);
        if let Some((_, out)) = &self.out {
            out.send(Order::Frame(frame.clone())).ok();
        }
        self.backlog.push_back((self.seq, frame));
        if self.backlog.len() > BACKLOG {
            self.backlog.pop_front();
        }
    }
}
