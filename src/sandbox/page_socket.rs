//! The page's WebSocket: what people do in the browser, and what they see.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::unbounded_channel;

use super::act::{Actor, Refused};
use super::hub::Page;
use super::id::Id;
use super::interaction::Act;
use super::model::{APPLICATION, Channel, GUILD, Person};
use super::permissions::{
    CREATE_PUBLIC_THREADS, MANAGE_CHANNELS, MANAGE_THREADS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS,
};
use super::rest::Query;
use super::server::Shared;
use super::world::World;

/// Messages in one `history`.
const PAGE: usize = 50;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route("/page", get(upgrade))
}

async fn upgrade(State(shared): State<Arc<Shared>>, query: Query, socket: WebSocketUpgrade) -> Response {
    let name = query.get("as").unwrap_or("red").to_lowercase();
    let person = shared.read(|w| w.people.values().find(|p| p.username == name && !p.bot).map(|p| p.id));
    let Some(person) = person else {
        return (StatusCode::NOT_FOUND, "Nobody here has this name.").into_response();
    };
    socket.on_upgrade(async move |socket| run(shared, socket, person).await)
}

async fn run(shared: Arc<Shared>, mut socket: WebSocket, person: Id) {
    let (out, mut told) = unbounded_channel();
    let page = shared.change(|w| {
        let ticket = w.hub.ticket();
        w.hub.pages.insert(ticket, Page { person, out });
        w.hub.tell_page(ticket, &w.hello(person));
        ticket
    });
    let desk = Desk { shared: Arc::clone(&shared), person, page };
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => break,
            text = told.recv() => match text {
                Some(text) => if socket.send(Frame::Text(text.into())).await.is_err() { break },
                None => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => desk.handle(&serde_json::from_str(&text).unwrap_or_default()),
                Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    shared.change(|w| w.hub.pages.remove(&page));
}

/// One page's requests.
struct Desk {
    shared: Arc<Shared>,
    person: Id,
    page: u64,
}

impl Desk {
    fn handle(&self, request: &Value) {
        let text = |key: &str| request[key].as_str().unwrap_or_default();
        let channel = Id::from_json(&request["channel_id"]).unwrap_or_default();
        let message = Id::from_json(&request["message_id"]);
        let actor = Actor {
            person: self.person,
            channel,
            nonce: request["nonce"].as_str().map(str::to_owned),
            page: Some(self.page),
        };
        let done = match text("t") {
            "open" => self.open(channel, Id::from_json(&request["before"])),
            "say" => self.shared.change(|w| w.say(&actor, text("content"))).map(drop),
            "slash" => self.act(|w| w.slash(&actor, text("command"), &request["options"])),
            "autocomplete" => {
                self.act(|w| w.autocomplete(&actor, text("command"), &request["options"], text("focused")))
            }
            "click" => {
                self.act(|w| w.component(&actor, message.unwrap_or_default(), text("custom_id"), None, false))
            }
            "select" => {
                let values: Vec<String> =
                    serde_json::from_value(request["values"].clone()).unwrap_or_default();
                self.act(|w| {
                    w.component(&actor, message.unwrap_or_default(), text("custom_id"), Some(&values), false)
                })
            }
            "modal_submit" => {
                let empty = Map::new();
                let values = request["values"].as_object().unwrap_or(&empty);
                self.act(|w| w.modal(&actor, Id::from_json(&request["modal"]).unwrap_or_default(), values))
            }
            "dismiss" => self.shared.change(|w| w.dismiss(&actor, message.unwrap_or_default())),
            "delete_message" => self.shared.change(|w| w.erase(&actor, message.unwrap_or_default())),
            "create_channel" => self.opened(|w| w.make_channel(&actor, text("name"))),
            "delete_channel" => self.shared.change(|w| w.drop_channel(&actor)),
            "create_thread" => self.opened(|w| w.make_thread(&actor, message, text("name"))),
            "dm" => {
                self.opened(|w| w.open_dm(&actor, Id::from_json(&request["user_id"]).unwrap_or_default()))
            }
            "typing" => {
                self.shared.read(|w| {
                    for person in w.viewers(channel).into_iter().filter(|p| *p != self.person) {
                        w.hub.tell(
                            person,
                            &json!({ "t": "typing", "channel_id": channel, "user_id": self.person }),
                        );
                    }
                });
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(refused) = done {
            self.tell(&json!({ "t": "refused", "nonce": request["nonce"], "text": refused.text, "field": refused.field }));
        }
    }

    fn tell(&self, message: &Value) {
        self.shared.read(|w| w.hub.tell_page(self.page, message));
    }

    fn act(&self, check: impl FnOnce(&World) -> Result<Act, Refused>) -> Result<(), Refused> {
        let act = self.shared.read(check)?;
        self.shared.begin(act);
        Ok(())
    }

    fn opened(&self, make: impl FnOnce(&mut World) -> Result<Id, Refused>) -> Result<(), Refused> {
        let id = self.shared.change(make)?;
        self.tell(&json!({ "t": "opened", "channel_id": id }));
        Ok(())
    }

    fn open(&self, channel: Id, before: Option<Id>) -> Result<(), Refused> {
        let history = self.shared.read(|w| w.history(self.person, channel, before))?;
        self.tell(&history);
        Ok(())
    }
}

impl World {
    fn page_member(&self, person: &Person) -> Value {
        let roles: Vec<_> =
            self.roles.iter().filter(|r| person.roles.contains(&r.id)).map(|r| r.name).collect();
        json!({
            "id": person.id, "username": person.username, "name": person.name, "bot": person.bot, "color": person.color,
            "roles": roles, "permissions": self.guild_permissions(person).to_string(),
        })
    }

    /// The channel object with what this person may do there.
    pub fn channel_page(&self, channel: &Channel, person: &Person) -> Value {
        let mut shown = self.channel(channel);
        if channel.is_dm() {
            // A page shows the other one; Discord's object is the bot's view.
            let others = channel.recipients.iter().filter(|id| **id != person.id);
            shown["recipients"] = others.map(|id| self.user(*id)).collect();
        }
        let bits = self.permissions_in(person, channel);
        let send = if channel.thread.is_some() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
        let manage =
            if channel.thread.is_some() { MANAGE_THREADS | MANAGE_CHANNELS } else { MANAGE_CHANNELS };
        let thread = channel.thread.is_none() && !channel.is_dm() && bits & CREATE_PUBLIC_THREADS != 0;
        shown["may"] = json!({ "view": bits != 0, "send": bits & send != 0, "manage": bits & manage != 0, "thread": thread });
        shown
    }

    fn hello(&self, me: Id) -> Value {
        let me = &self.people[&me];
        let mut channels: Vec<&Channel> = self.channels.values().filter(|c| self.sees(me, c)).collect();
        channels.sort_by_key(|c| (c.kind, c.position, c.id));
        let bot = self.bot();
        json!({
            "t": "hello", "me": self.page_member(me), "guild": { "id": GUILD, "name": "The Rookery" },
            "bot": { "id": bot.id, "username": bot.username, "name": bot.name, "online": self.hub.bot_is_online() },
            "members": self.people.values().map(|p| self.page_member(p)).collect::<Vec<_>>(),
            "channels": channels.iter().map(|c| self.channel_page(c, me)).collect::<Vec<_>>(),
            "commands": self.usable_commands(), "limits": { "content": 2000 },
        })
    }

    fn history(&self, person: Id, channel: Id, before: Option<Id>) -> Result<Value, Refused> {
        let gone = || Refused::new("You do not have access to this channel.");
        let place = self.channels.get(&channel).ok_or_else(gone)?;
        if !self.people.get(&person).is_some_and(|p| self.sees(p, place)) {
            return Err(gone());
        }
        let mine = |m: &&super::model::Message| {
            m.only_for.is_none_or(|one| one == person) && before.is_none_or(|b| m.id < b)
        };
        let list = self.messages.get(&channel).into_iter().flat_map(|l| l.values());
        let mut newest: Vec<_> = list.rev().filter(mine).take(PAGE + 1).collect();
        let more = newest.len() > PAGE;
        newest.truncate(PAGE);
        let messages: Vec<_> = newest.iter().rev().map(|m| self.message_event(m)).collect();
        Ok(json!({ "t": "history", "channel_id": channel, "messages": messages, "more": more }))
    }

    fn open_dm(&mut self, actor: &Actor, other: Id) -> Result<Id, Refused> {
        if other == actor.person || !self.people.contains_key(&other) {
            return Err(Refused::new("Nobody to write to."));
        }
        let (one, two) = if other == APPLICATION { (other, actor.person) } else { (actor.person, other) };
        Ok(self.dm(one, two).id)
    }
}
