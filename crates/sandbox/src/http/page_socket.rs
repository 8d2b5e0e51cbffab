//! The page's WebSocket: people's actions in the browser, and what they see there.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::unbounded_channel;

use super::query::Query;
use super::shared::SharedState;
use crate::hub::Page;
use crate::id::Id;
use crate::interaction::Act;
use crate::world::World;
use crate::world::act::{Actor, ClientRefusal};
use crate::world::people::AskedThread;
use crate::world::threads::USUAL_SILENCE;

pub(crate) fn router() -> Router<Arc<SharedState>> {
    Router::new().route("/page", get(upgrade))
}

async fn upgrade(State(shared): State<Arc<SharedState>>, query: Query, socket: WebSocketUpgrade) -> Response {
    let Some(person) = visitor(&shared, &query) else {
        return (StatusCode::NOT_FOUND, "Nobody here has this name.").into_response();
    };
    socket.on_upgrade(async move |socket| run(shared, socket, person).await)
}

/// Finds the person whose page sends the request, by the query's `as`.
pub(super) fn visitor(shared: &SharedState, query: &Query) -> Option<Id> {
    let name = query.get("as").unwrap_or("red").to_lowercase();
    shared.read(|w| w.people.values().find(|p| p.username == name && !p.bot).map(|p| p.id))
}

async fn run(shared: Arc<SharedState>, mut socket: WebSocket, person: Id) {
    let (out, mut told) = unbounded_channel();
    let page = shared.change(|w| {
        let ticket = w.hub.ticket();
        w.hub.pages.insert(ticket, Page { person, open: None, out });
        w.hub.tell_page(ticket, &w.hello(person));
        ticket
    });
    let desk = Visitor { shared: Arc::clone(&shared), person, page };
    loop {
        tokio::select! {
            biased;
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

struct Visitor {
    shared: Arc<SharedState>,
    person: Id,
    page: u64,
}

impl Visitor {
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
            "of_person" => {
                let target = Id::from_json(&request["target_id"]).unwrap_or_default();
                self.act(|w| w.of_person(&actor, text("command"), target))
            }
            "of_message" => self.act(|w| w.of_message(&actor, text("command"), message.unwrap_or_default())),
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
            "create_channel" => {
                let kind =
                    request["type"].as_u64().and_then(|kind| u8::try_from(kind).ok()).unwrap_or_default();
                self.opened(request, |w| w.make_channel(&actor, text("name"), kind))
            }
            "delete_channel" => self.shared.change(|w| w.drop_channel(&actor)),
            "install" => {
                self.shared.change(|w| w.install(self.person));
                Ok(())
            }
            "remove_bot" => self.shared.change(|w| w.place_bot(&actor, true)),
            "invite_bot" => self.shared.change(|w| w.place_bot(&actor, false)),
            "create_thread" => {
                let asked = AskedThread {
                    name: text("name"),
                    message,
                    private: request["private"] == true,
                    auto_archive: USUAL_SILENCE,
                };
                self.opened(request, |w| w.make_thread(&actor, asked))
            }
            "unarchive" => self.shared.change(|w| w.unarchive(&actor)),
            "dm" => self.opened(request, |w| {
                w.open_dm(&actor, Id::from_json(&request["user_id"]).unwrap_or_default())
            }),
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

    fn act(&self, check: impl FnOnce(&World) -> Result<Act, ClientRefusal>) -> Result<(), ClientRefusal> {
        let act = self.shared.read(check)?;
        self.shared.begin(act);
        Ok(())
    }

    fn opened(
        &self,
        request: &Value,
        make: impl FnOnce(&mut World) -> Result<Id, ClientRefusal>,
    ) -> Result<(), ClientRefusal> {
        let id = self.shared.change(make)?;
        self.tell(&json!({ "t": "opened", "nonce": request["nonce"], "channel_id": id }));
        Ok(())
    }

    fn open(&self, channel: Id, before: Option<Id>) -> Result<(), ClientRefusal> {
        let history = self.shared.change(|w| {
            let history = w.history(self.person, channel, before)?;
            if let Some(page) = w.hub.pages.get_mut(&self.page) {
                page.open = Some(channel);
            }
            Ok(history)
        })?;
        self.tell(&history);
        Ok(())
    }
}
