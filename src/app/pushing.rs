//! Push messages: who is told by their browser what would otherwise be a ping, and how it is sent.
//!
//! A turn has one notice: whoever has a page with the game that is sent push messages is not pinged in the chat. Where none of their browsers can be
//! reached, the chat tells them after all (`src/discord/outbox/push.rs`).

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

/// For how many seconds a push service keeps a message for a browser that is not connected: a day later it is no news.
const KEPT_FOR: u32 = 86_400;

/// How push messages leave, and by which key.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushing {
    /// None where nothing is pushed.
    line: Option<Arc<dyn Line>>,
    /// Where the makers of browsers reach whoever runs the bot: the address of its pages.
    contact: Option<Arc<str>>,
    keys: Arc<OnceCell<Keys>>,
}

/// What a browser is to be told.
#[derive(Clone, Debug)]
pub struct PushNews {
    /// Whom it is for.
    pub person: UserId,
    /// Which side they play.
    pub side: Color,
    /// What has happened.
    pub view: Box<GameView>,
    /// Their pages that open the game, the newest first. One browser may have several.
    pub pages: Vec<PushPage>,
    /// A page of theirs is open with the game, but has not fetched yet what has happened.
    pub in_front: bool,
}

/// What is to be done about news of a game for a player's browsers.
#[derive(Clone, Debug)]
pub enum PushDue {
    /// Nobody has to be told, or they have seen it on a page.
    Nothing,
    /// The player of this side, who has no browser any more that could be told.
    Unreachable(Color),
    /// This is to be told.
    News(PushNews),
}

/// What came of a message to a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The push service has taken it.
    Told,
    /// The push service cannot be reached, or has too much to do.
    Later,
    /// This browser takes no messages, or not this one.
    Never,
}

impl App {
    /// The same with a line by which browsers are sent messages, and an address at which the makers of browsers reach whoever runs the bot.
    pub fn pushing_by(mut self, line: Arc<dyn Line>, contact: Option<&str>) -> Self {
        self.pushing = Pushing { line: Some(line), contact: contact.map(Arc::from), ..Pushing::default() };
        self
    }

    /// The public key that a browser subscribes with; none where nothing is pushed.
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

    /// The address at which a page is sent messages; none if it is not.
    pub async fn push_address(&self, page: &PageGrant) -> AppResult<Option<String>> {
        Ok(self.store.push_address(page.id).await?)
    }

    /// Sends a page messages from now on. False: it was ended meanwhile.
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

    /// Sends a page no messages any more.
    pub async fn unsubscribe_from_push(&self, page: &PageGrant) -> AppResult<()> {
        Ok(self.store.unsubscribe_from_push(page.id).await?)
    }

    /// What a player's browsers are to be told of a game.
    ///
    /// # Errors
    /// Refused when today's rules cannot replay the game.
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

    /// What the player of a side is to be told of a game in the chat, as their browsers could not be told; none if there is no need any more, or if
    /// they want no pings.
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

    /// Sends one browser of a person something. It takes the place of what was sent `about` the same before. An address that takes nothing any more is
    /// forgotten.
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

    /// The pages of a person that are sent messages, which are about to end.
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

    /// Has the browsers of pages that have ended forget what they keep of them, as far as they can be reached.
    pub(super) fn forget_in_browsers(&self, person: UserId, pages: Vec<PushPage>, now: Millis) {
        if pages.is_empty() {
            return;
        }
        let app = self.clone();
        tokio::spawn(async move {
            // One message for each browser, as it shows none of it.
            let mut ended: BTreeMap<&str, (&PushPage, Vec<String>)> = BTreeMap::new();
            for page in &pages {
                let (_, grants) = ended.entry(&page.to.address).or_insert((page, Vec::new()));
                grants.push(page.page.to_string());
            }
            for (page, grants) in ended.values() {
                let body = serde_json::json!({ "forget": grants }).to_string();
                // Whoever is not reached forgets it when the page is opened the next time.
                if let Err(error) = app.push((person, page), (&body, "ended"), now).await {
                    tracing::debug!(%error, "a browser was not told that its page has ended");
                }
            }
        });
    }
}

/// The word for what a message to a browser is about. Nobody but the bot and the browser can tell from it what that is, or that two browsers are told
/// of the same.
fn topic(to: &PushRow, about: &str) -> String {
    let hash = digest(&SHA256, format!("{}:{about}", to.secret).as_bytes());
    hex(hash.as_ref()).chars().take(32).collect()
}

/// What [`hex`] has written.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}
