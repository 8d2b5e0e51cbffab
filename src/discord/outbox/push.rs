//! Push messages to a player's browsers, which replace a ping. They go through push services instead of
//! Discord.
//!
//! If no browser accepts one, the chat notifies the player instead, so that every turn is notified.

use std::collections::HashSet;

use async_trait::async_trait;
use futures_util::future::join_all;
use serde_json::json;

use super::{Delivery, HOLD, Next, Plan, event, event_nonce, take};
use crate::app::{AppResult, PushDue, PushNews, Pushed};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::{Color, Millis, Rev, Venue};
use crate::store::{Owed, PushPage};

/// The steps in which the chat notifies White's or Black's player.
///
/// The step before names the sides with pages to notify: by the time of these steps those pages may be
/// deleted.
const TELLS_WHITE: &str = "tells-white";
const TELLS_BLACK: &str = "tells-black";
/// How long an unreachable push service is retried before the chat notifies the player, in milliseconds.
const TRIED_FOR: i64 = 2 * 60_000;
/// How long an open page may take to fetch the news, and the interval between checks, in milliseconds.
const LOOKS_FOR: i64 = 15_000;
const LOOK: i64 = 2_000;
/// The pause between two attempts, in milliseconds.
const PAUSE: i64 = 15_000;

/// News for a player's browsers.
pub struct PushMessage;

#[async_trait]
impl Delivery for PushMessage {
    fn kind(&self) -> &'static str {
        "push"
    }

    fn lasts_ms(&self) -> Option<i64> {
        Some(Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        match &*owed.step {
            TELLS_WHITE => return in_channel(ctx, owed, Color::White).await,
            TELLS_BLACK => return in_channel(ctx, owed, Color::Black).await,
            _ => {}
        }
        let ((game, rev), now) = (event(owed), ctx.clock.now());
        // A player without a page to notify at the time of the event was pinged.
        let was_left = |side: Color| owed.step.split('-').any(|one| one == side.slug());
        let news = match ctx.app.push_due(game, now).await? {
            PushDue::News(news) if was_left(news.side) => news,
            PushDue::Unreachable(side) if was_left(side) => return Ok(Plan::Step(tells(side))),
            PushDue::Nothing | PushDue::Unreachable(_) | PushDue::News(_) => return Ok(Plan::Nothing),
        };
        let waited = owed.since.map_or(i64::MAX, |since| now.since(since));
        // A stream may stay open after its page is gone.
        if news.in_front && waited < LOOKS_FOR {
            return Ok(Plan::Wait(Millis(now.0 + LOOK)));
        }
        // Another process may be sending it.
        if take(ctx, owed, Some(now)).await?.is_none() {
            return Ok(Plan::Wait(Millis(now.0 + HOLD)));
        }
        let mut seen = HashSet::new();
        let browsers = news.pages.iter().filter(|page| seen.insert(&page.to.address));
        let sent = join_all(browsers.map(|page| push(ctx, &news, (page, rev), now))).await;
        let has = |what| sent.iter().any(|one| one.as_ref().is_ok_and(|one| *one == what));
        for error in sent.iter().filter_map(|one| one.as_ref().err()).filter(|error| !error.is_told()) {
            tracing::error!(%error, %game, "a browser could not be told");
        }
        // A push service is not Discord: its success says nothing about an outage there.
        Ok(if has(Pushed::Told) {
            Plan::Nothing
        } else if waited < TRIED_FOR && (has(Pushed::Later) || sent.iter().any(Result::is_err)) {
            Plan::Wait(Millis(now.0 + PAUSE))
        } else {
            Plan::Step(tells(news.side))
        })
    }
}

/// The step in which the chat notifies the player of this side.
fn tells(side: Color) -> &'static str {
    match side {
        Color::White => TELLS_WHITE,
        Color::Black => TELLS_BLACK,
    }
}

/// Sends the message to one browser.
async fn push(
    ctx: &Context,
    news: &PushNews,
    (page, rev): (&PushPage, Rev),
    now: Millis,
) -> AppResult<Pushed> {
    let (title, text) = unasked(&ctx.languages, page.locale.as_ref()).push(&news.view, news.person);
    let game = news.view.game;
    let way = match page.game {
        Some(_) => format!("/g/{}", page.page),
        None => format!("/g/{}?at={game}", page.page),
    };
    // Replaces earlier news of the game, both in transit and on display.
    let about = format!("g{game}");
    let body = json!({ "title": title, "text": text, "way": way, "about": about, "rev": rev.0 });
    ctx.app.push((news.person, page), (&body.to_string(), &about), now).await
}

/// Notifies the player in the game's channel.
async fn in_channel(ctx: &Context, owed: &Owed, side: Color) -> AppResult<Plan> {
    let ((game, rev), now) = (event(owed), ctx.clock.now());
    let Some((who, view)) = ctx.app.push_failed(game, side, now).await? else { return Ok(Plan::Nothing) };
    if owed.channel.venue() == Venue::UserInstall {
        // The bot cannot post there.
        return Ok(Plan::Nothing);
    }
    let words = unasked(&ctx.languages, view.locale.as_ref());
    let reply = Reply::public(words.push_failed(&view, who, &written)).ping(Some(who));
    let nonce = event_nonce(ctx, 'u', (game, rev)).await?;
    Ok(Plan::Post { channel: owed.channel, reply: Box::new(reply), nonce, then: Next::Done })
}
