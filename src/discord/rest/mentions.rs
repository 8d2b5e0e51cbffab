//! Commands in texts: `` `/move` `` becomes a clickable mention once Discord has reported the command's id.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use serde_json::Value;

use super::request::snowflake;
use crate::app::Place;
use crate::discord::reply::{Reply, length};
use crate::words::Mentioned;

/// Writes mentions, links and times in Discord's format. A mentioned person is pinged only if
/// [`Reply::ping`] says so.
pub fn written(what: Mentioned) -> String {
    match what {
        Mentioned::Person(user) => format!("<@{user}>"),
        Mentioned::Channel(channel) => format!("<#{channel}>"),
        Mentioned::Role(role) => format!("<@&{role}>"),
        Mentioned::Place(place) => link(place),
        Mentioned::Message(place, message) => format!("{}/{message}", link(place)),
        Mentioned::Moment(at) => format!("<t:{}:R>", at.0.div_euclid(1_000) + 1),
        Mentioned::Clock(at) => format!("<t:{}:T>", at.0.div_euclid(1_000) + 1),
        // Seconds are not shown, so it is the following minute.
        Mentioned::Date(at) => format!("<t:{}:f>", (at.0.div_euclid(60_000) + 1) * 60),
    }
}

/// Returns the address that opens a channel in every client.
pub fn link(place: Place) -> String {
    format!("https://discord.com{}", place.path())
}

/// Discord's number for an option that is a subcommand.
const SUBCOMMAND: u64 = 1;

/// The ids of the commands, from the response to their registration; empty until then.
#[derive(Debug, Default)]
pub struct Mentions(RwLock<HashMap<String, u64>>);

impl Mentions {
    /// Records the registered commands. Their ids change when they are registered elsewhere.
    pub fn learn(&self, registered: &Value) {
        let commands = registered.as_array().map_or(&[][..], Vec::as_slice);
        let mut known = HashMap::new();
        for command in commands {
            let (Some(name), Some(id)) = (command["name"].as_str(), snowflake(&command["id"])) else {
                continue;
            };
            let below = command["options"].as_array().map_or(&[][..], Vec::as_slice).iter();
            let below: Vec<String> = below
                .filter(|option| option["type"] == SUBCOMMAND)
                .filter_map(|option| Some(format!("{name} {}", option["name"].as_str()?)))
                .collect();
            // A command that has subcommands cannot be mentioned by itself.
            let names = if below.is_empty() { vec![name.to_owned()] } else { below };
            known.extend(names.into_iter().map(|name| (name, id)));
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = known;
    }

    /// Returns a text as it is sent. Anything but a known command stays as it is.
    pub fn in_text(&self, text: &str) -> String {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() {
            return text.to_owned();
        }
        let mut said = String::with_capacity(text.len() + 32);
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("`/") {
            let found = after.split_once('`').and_then(|(name, after)| Some((name, known.get(name)?, after)));
            said.push_str(before);
            rest = if let Some((name, id, after)) = found {
                said.push_str(&format!("</{name}:{id}>"));
                after
            } else {
                said.push_str("`/");
                after
            };
        }
        said.push_str(rest);
        said
    }

    /// Replaces the commands in a whole message.
    pub fn in_reply(&self, mut reply: Reply) -> Reply {
        reply.text = self.in_text(&reply.text);
        reply.details = reply.details.map(|details| self.in_text(&details));
        reply.card = reply.card.map(|card| card.saying(|text| self.in_text(text)));
        reply
    }
}

/// Returns the maximum length of a text, in characters, once the commands in it have become mentions.
pub fn with_mentions(text: &str) -> usize {
    // An id has at most 20 digits.
    length(text) + 25 * text.matches("`/").count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn commands_become_mentions_once_they_are_known() {
        let mentions = Mentions::default();
        let text = "`/move e4`? Use `/move` or `/moves`, not `/fly`; `/";
        assert_eq!(mentions.in_text(text), text);
        mentions
            .learn(&json!([{ "name": "move", "id": "12" }, { "name": "moves", "id": "34" }, { "name": "x" },
                { "name": "cup", "id": "5", "options": [{ "type": 1, "name": "join" }] }]));
        assert_eq!(mentions.in_text("`/cup` and `/cup join`"), "`/cup` and </cup join:5>");
        assert_eq!(mentions.in_text(text), "`/move e4`? Use </move:12> or </moves:34>, not `/fly`; `/");
        assert_eq!(mentions.in_text("/move"), "/move");
    }
}
