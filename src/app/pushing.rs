//! Push messages: who gets one in place of a ping, and how it is sent.
//!
//! Each turn is notified once: a user with a page of the game that receives push messages is not pinged in
//! chat. If none of their browsers can be reached, chat notifies them after all
//! (`src/discord/outbox/push.rs`).

use std::collections::BTreeMap;
use std::sync::Arc;

use ring::digest::{SHA256, digest};
use tokio::sync::OnceCell;

use super::error::AppFault;
use super::operator::feature::Feature;
use super::pages::hex;
use super::view::GameView;
use super::{App, AppResult};
use crate::game::{Color, GameId, Millis, PageGrantId, UserId};
use crate::push::{Answer, Keys, Line, Message, NotTaken, Subscription, sealed};
use crate::store::{PageGrant, PushPage, PushRow, StoredState};

/// How many seconds a push service keeps a message for a disconnected browser: after a day it is no longer
/// news.
const KEPT_FOR: u32 = 86_400;

/// The transport and key for push messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushing {
    /// `None` if push messages are not configured.
    line: Option<Arc<dyn Line>>,
    /// The operator's contact for push services: the address of its pages.
    contact: Option<Arc<str>>,
    keys: Arc<OnceCell<Keys>>,
}

/// A push message to send.
#[derive(Clone, Debug)]
pub struct PushNews {
    /// The recipient.
    pub person: UserId,
    /// The recipient's side.
    pub side: Color,
    /// The event, as a view of the game.
    pub view: Box<GameView>,
    /// Their pages that open the game, newest first. One browser may have several.
    pub pages: Vec<PushPage>,
    /// One of their pages with the game is open, but has not fetched the event yet.
    pub in_front: bool,
}

/// The pending notification for a player's browsers.
#[derive(Clone, Debug)]
pub enum PushDue {
    /// No notification is needed, or they have seen the event on a page.
    Nothing,
    /// No browser of this side's player can be reached any more.
    Unreachable(Color),
    /// A message to send.
    News(PushNews),
}

/// The outcome of sending a push message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The push service has accepted it.
    Told,
    /// The push service is unreachable or overloaded.
    Later,
    /// The browser accepts no messages, or not this one.
    Never,
}

impl App {
    /// Sets the transport for push messages, and the operator's contact for push services.
    pub fn pushing_by(mut self, line: Arc<dyn Line>, contact: Option<&str>) -> Self {
        self.pushing = Pushing { line: Some(line), contact: contact.map(Arc::from), ..Pushing::default() };
        self
    }

    /// The public key for a browser's subscription; `None` if push messages are not configured.
    pub async fn push_key(&self) -> AppResult<Option<String>> {
        Ok(match self.pushing.line {
            Some(_) => Some(self.push_keys().await?.public()),
            None => None,
        })
    }

    async fn push_keys(&self) -> AppResult<&Keys> {
        let read = || async {
            let kept = self.store.push_key(|| Keys::generate().ok().map(|key| hex(&key))).await?;
            let key = kept.as_deref().and_then(bytes);
            let keys = key.and_then(|key| Keys::read(&key).ok());
            Ok(keys.ok_or_else(|| AppFault::internal("the key for push messages cannot be read"))?)
        };
        self.pushing.keys.get_or_try_init(read).await
    }

    /// The page's push address; `None` if it is not subscribed.
    pub async fn push_address(&self, page: &PageGrant) -> AppResult<Option<String>> {
        Ok(self.store.push_address(page.id).await?)
    }

    /// Subscribes a page to push messages. False: the page has been ended meanwhile.
    pub async fn subscribe_to_push(
        &self,
        page: &PageGrant,
        to: &PushRow,
        now: Millis,
    ) -> AppResult<Result<bool, NotTaken>> {
        self.is_on(Feature::Push)?;
        if let Err(why) = Subscription::read(&to.address, &to.key, &to.secret) {
            return Ok(Err(why));
        }
        Ok(Ok(self.store.subscribe_to_push(page, to, now).await?))
    }

    /// Unsubscribes a page from push messages.
    pub async fn unsubscribe_from_push(&self, page: &PageGrant) -> AppResult<()> {
        Ok(self.store.unsubscribe_from_push(page.id).await?)
    }

    /// The pending push notification of a game.
    ///
    /// # Errors
    /// Refused if the current rules cannot replay the game.
    pub async fn push_due(&self, game: GameId, now: Millis) -> AppResult<PushDue> {
        if self.is_off(Feature::Push) {
            return Ok(PushDue::Nothing);
        }
        let Some(row) = self.store.game(game).await? else { return Ok(PushDue::Nothing) };
        if row.stands.state == StoredState::SetAside {
            return Ok(PushDue::Nothing);
        }
        let loaded = self.replayed(row, now).await?;
        let told = self.told_of_last(&loaded).await?;
        let Some((person, side)) = told.and_then(|who| Some((who, loaded.game.side_of(who)?))) else {
            return Ok(PushDue::Nothing);
        };
        if self.pages_in_front.has_seen(game, person, loaded.game.rev) {
            return Ok(PushDue::Nothing);
        }
        if self.pushing.line.is_none() || !loaded.is_pushed(person) {
            return Ok(PushDue::Unreachable(side));
        }
        let pages = self.store.push_pages(person, Some(game)).await?;
        let in_front = self.pages_in_front.is_any(game, person);
        let news = loaded.last_news();
        let view = Box::new(loaded.view_asked(news, None));
        Ok(PushDue::News(PushNews { person, side, view, pages, in_front }))
    }

    /// The chat notification for a side's player whose browsers could not be reached; `None` if it is no
    /// longer needed, or if they want no pings.
    ///
    /// # Errors
    /// As [`App::push_due`].
    pub async fn push_failed(
        &self,
        game: GameId,
        side: Color,
        now: Millis,
    ) -> AppResult<Option<(UserId, Box<GameView>)>> {
        let Some(row) = self.store.game(game).await? else { return Ok(None) };
        if row.stands.state == StoredState::SetAside {
            return Ok(None);
        }
        let loaded = self.replayed(row, now).await?;
        let told = loaded.wants_pings(self.told_of_last(&loaded).await?);
        let told = told.filter(|who| loaded.game.players[side] == Some(*who));
        let news = loaded.last_news();
        Ok(told.map(|who| (who, Box::new(loaded.view_asked(news, None)))))
    }

    /// Sends a push message to one of a user's browsers. It replaces an earlier one `about` the same. An
    /// address that is no longer valid is deleted.
    pub async fn push(
        &self,
        (person, to): (UserId, &PushPage),
        (body, about): (&str, &str),
        now: Millis,
    ) -> AppResult<Pushed> {
        let PushRow { address, key, secret } = &to.to;
        let (Some(line), Ok(browser)) = (&self.pushing.line, Subscription::read(address, key, secret)) else {
            return Ok(Pushed::Never);
        };
        let message = Message { body: body.as_bytes(), keep: KEPT_FOR, topic: Some(&topic(&to.to, about)) };
        let signed = (now.0, self.pushing.contact.as_deref());
        let request = sealed(self.push_keys().await?, &browser, message, signed);
        let request = request.map_err(|error| AppFault::internal(error.to_string()))?;
        Ok(match line.post(&request).await {
            Answer::Taken => Pushed::Told,
            Answer::Later => Pushed::Later,
            Answer::Gone => {
                self.store.drop_push_address(person, address).await?;
                Pushed::Never
            }
            Answer::Refused(status) => {
                tracing::warn!(status, service = browser.service(), "a push service refuses a message");
                Pushed::Never
            }
        })
    }

    /// A user's pages with push messages that are about to end.
    pub(super) async fn pushed_pages(
        &self,
        person: UserId,
        only: Option<PageGrantId>,
    ) -> AppResult<Vec<PushPage>> {
        if self.pushing.line.is_none() {
            return Ok(Vec::new());
        }
        let mut pages = self.store.push_pages(person, None).await?;
        pages.retain(|one| only.is_none_or(|only| only == one.page));
        Ok(pages)
    }

    /// Makes the browsers of ended pages delete their stored state, as far as they can be reached.
    pub(super) fn forget_in_browsers(&self, person: UserId, pages: Vec<PushPage>, now: Millis) {
        if pages.is_empty() {
            return;
        }
        let app = self.clone();
        tokio::spawn(async move {
            // One message per browser, which shows nothing for it.
            let mut ended: BTreeMap<&str, (&PushPage, Vec<String>)> = BTreeMap::new();
            for page in &pages {
                let (_, grants) = ended.entry(&page.to.address).or_insert((page, Vec::new()));
                grants.push(page.page.to_string());
            }
            for (page, grants) in ended.values() {
                let body = serde_json::json!({ "forget": grants }).to_string();
                // An unreachable browser deletes it the next time the page is opened.
                if let Err(error) = app.push((person, page), (&body, "ended"), now).await {
                    tracing::debug!(%error, "a browser was not told that its page has ended");
                }
            }
        });
    }
}

/// The topic of a push message. It is hashed with the browser's secret, so that push services learn neither
/// the subject nor that two browsers get messages about the same one.
fn topic(to: &PushRow, about: &str) -> String {
    let hash = digest(&SHA256, format!("{}:{about}", to.secret).as_bytes());
    hex(hash.as_ref()).chars().take(32).collect()
}

/// Decodes the output of [`hex`].
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}
