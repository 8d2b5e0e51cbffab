//! Parses one text frame of the gateway, and maps it to the event that it becomes.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::discord::interaction::incoming::Incoming;
use crate::discord::interaction::values::{id, number};
use crate::game::{ChannelId, GuildId};

/// A frame, as far as the connection needs to understand it.
#[derive(Debug)]
pub enum Frame {
    /// HELLO, the first frame of the gateway.
    Hello {
        /// The interval between heartbeats, in milliseconds.
        heartbeat_ms: u64,
    },
    /// A new session has begun.
    Ready {
        session: String,
        /// The address at which it can be resumed.
        resume_url: Option<String>,
        /// The servers the bot is in.
        guilds: Vec<GuildId>,
        /// The sequence number of this event.
        sequence: u64,
    },
    /// The session was resumed, and all missed events have arrived.
    Resumed {
        /// The sequence number of this event.
        sequence: u64,
    },
    /// An interaction, not yet parsed.
    Interaction {
        data: Value,
        /// The sequence number of this event.
        sequence: Option<u64>,
    },
    /// Another event; `None` if the bot does not use it.
    Dispatch {
        event: Option<Incoming>,
        /// The sequence number of this event.
        sequence: Option<u64>,
    },
    /// A heartbeat was acknowledged.
    Heard,
    /// The gateway asks for a new connection that resumes the session.
    Reconnect,
    /// The session is invalid.
    Invalid {
        /// Whether it may be resumed.
        resumable: bool,
    },
    /// Any other frame.
    Other,
}

/// A frame whose data is not yet parsed.
#[derive(Deserialize)]
pub struct RawFrame<'a> {
    /// The opcode.
    pub op: u64,
    /// The sequence number; only events have one.
    #[serde(default)]
    pub s: Option<u64>,
    #[serde(default)]
    t: Option<std::borrow::Cow<'a, str>>,
    #[serde(default, borrow)]
    d: Option<&'a RawValue>,
}

/// Parses a frame; `None` if it is not a valid gateway frame.
pub fn read(text: &str) -> Option<Frame> {
    RawFrame::parse(text)?.read()
}

impl<'a> RawFrame<'a> {
    /// Parses all but the data; `None` if the text is not a frame.
    pub fn parse(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Parses the data; `None` if it does not fit.
    pub fn read(&self) -> Option<Frame> {
        let data = || self.d.map_or(Some(Value::Null), |data| serde_json::from_str(data.get()).ok());
        Some(match self.op {
            0 => dispatch(self.t.as_deref().unwrap_or_default(), self.s, data)?,
            7 => Frame::Reconnect,
            9 => Frame::Invalid { resumable: data()? == true },
            10 => Frame::Hello { heartbeat_ms: number(&data()?["heartbeat_interval"])? },
            11 => Frame::Heard,
            _ => Frame::Other,
        })
    }
}

/// Parses the data only of events in use because a server's description can be large.
fn dispatch(name: &str, sequence: Option<u64>, data: impl Fn() -> Option<Value>) -> Option<Frame> {
    let event = match name {
        "READY" => {
            let data = data()?;
            return Some(Frame::Ready {
                session: data["session_id"].as_str()?.to_owned(),
                resume_url: data["resume_gateway_url"].as_str().map(str::to_owned),
                guilds: ids(&data["guilds"]).map(GuildId).collect(),
                sequence: sequence.unwrap_or(1),
            });
        }
        "RESUMED" => return Some(Frame::Resumed { sequence: sequence? }),
        "INTERACTION_CREATE" => return Some(Frame::Interaction { data: data()?, sequence }),
        "CHANNEL_DELETE" | "THREAD_DELETE" => id(&data()?["id"]).map(ChannelId).map(Incoming::ChannelGone),
        "THREAD_UPDATE" => {
            let data = data()?;
            let state = &data["thread_metadata"];
            let wakes = state["archived"] == true && state["locked"] != true;
            id(&data["id"]).filter(|_| wakes).map(ChannelId).map(Incoming::ThreadArchived)
        }
        // Without the intent for members this event arrives only for the bot itself.
        "THREAD_MEMBERS_UPDATE" => id(&data()?["id"]).map(ChannelId).map(Incoming::ThreadAccess),
        "GUILD_DELETE" => {
            let data = data()?;
            // Unavailable means an outage at Discord; the bot is still in the server.
            let event = if data["unavailable"] == true { Incoming::GuildOutage } else { Incoming::GuildGone };
            id(&data["id"]).map(GuildId).map(event)
        }
        "GUILD_CREATE" => {
            let data = data()?;
            let id = id(&data["id"]).map(GuildId);
            if data["unavailable"] == true {
                id.map(Incoming::GuildOutage)
            } else {
                id.filter(|_| data["channels"].is_array()).map(|id| {
                    let channels = [&data["channels"], &data["threads"]]
                        .into_iter()
                        .flat_map(ids)
                        .map(ChannelId)
                        .collect();
                    Incoming::GuildHere { id, channels }
                })
            }
        }
        _ => None,
    };
    Some(Frame::Dispatch { event, sequence })
}

fn ids(list: &Value) -> impl Iterator<Item = u64> {
    list.as_array().map_or(&[][..], Vec::as_slice).iter().filter_map(|one| id(&one["id"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(text: &str) -> Option<Incoming> {
        match read(text) {
            Some(Frame::Dispatch { event, .. }) => event,
            _ => panic!("not a plain event: {text}"),
        }
    }

    #[test]
    fn frames_are_told_apart() {
        let table = [
            (
                r#"{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,"_trace":[]}}"#,
                "Hello { heartbeat_ms: 41250 }",
            ),
            (r#"{"op":11}"#, "Heard"),
            (r#"{"op":7,"d":null}"#, "Reconnect"),
            (r#"{"op":9,"d":true}"#, "Invalid { resumable: true }"),
            (r#"{"op":9,"d":false}"#, "Invalid { resumable: false }"),
            (r#"{"op":9}"#, "Invalid { resumable: false }"),
            (r#"{"op":40,"d":[]}"#, "Other"),
            (r#"{"t":"RESUMED","s":9,"op":0,"d":{}}"#, "Resumed { sequence: 9 }"),
            (
                r#"{"op":0,"s":1,"t":"READY","d":{"session_id":"x","resume_gateway_url":"wss://y","guilds":[{"id":"5"},{"id":6},{}]}}"#,
                r#"Ready { session: "x", resume_url: Some("wss://y"), guilds: [GuildId(5), GuildId(6)], sequence: 1 }"#,
            ),
            (r#"{"op":0,"s":4,"t":"TYPING_START","d":{}}"#, "Dispatch { event: None, sequence: Some(4) }"),
        ];
        for (text, expected) in table {
            let read = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(format!("{read:?}"), expected, "{text}");
        }
        for text in
            ["", "{", "[]", "null", "\"op\":1", r#"{"op":"x"}"#, r#"{"op":0,"t":"READY","d":{}}"#, "\u{0}"]
        {
            assert!(read(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn places_that_come_and_go() {
        assert!(matches!(
            event(r#"{"op":0,"s":2,"t":"THREAD_DELETE","d":{"id":"77","type":11}}"#),
            Some(Incoming::ChannelGone(ChannelId(77)))
        ));
        let thread = |state: &str| {
            event(&format!(
                r#"{{"op":0,"s":2,"t":"THREAD_UPDATE","d":{{"id":"77","type":11,"thread_metadata":{state}}}}}"#
            ))
        };
        assert!(matches!(
            thread(r#"{"archived":true,"locked":false}"#),
            Some(Incoming::ThreadArchived(ChannelId(77)))
        ));
        for state in [r#"{"archived":true,"locked":true}"#, r#"{"archived":false}"#, "null"] {
            assert!(thread(state).is_none(), "{state}");
        }
        assert!(matches!(
            event(r#"{"op":0,"s":2,"t":"THREAD_MEMBERS_UPDATE","d":{"id":"77","removed_member_ids":["1"]}}"#),
            Some(Incoming::ThreadAccess(ChannelId(77)))
        ));
        assert!(matches!(
            event(r#"{"op":0,"s":2,"t":"GUILD_DELETE","d":{"id":"8"}}"#),
            Some(Incoming::GuildGone(GuildId(8)))
        ));
        for name in ["GUILD_DELETE", "GUILD_CREATE"] {
            let out = format!(r#"{{"op":0,"s":2,"t":"{name}","d":{{"id":"8","unavailable":true}}}}"#);
            assert!(matches!(event(&out), Some(Incoming::GuildOutage(GuildId(8)))), "{name}");
        }
        let here = event(
            r#"{"op":0,"s":2,"t":"GUILD_CREATE","d":{"id":"8","channels":[{"id":"1"}],"threads":[{"id":2}]}}"#,
        );
        assert!(
            matches!(here, Some(Incoming::GuildHere { id: GuildId(8), channels }) if channels == [1, 2].map(ChannelId))
        );
    }
}
