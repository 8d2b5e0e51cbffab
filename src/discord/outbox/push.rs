//! What a player's browsers are told in place of a ping. It is sent by their push services, not by Discord.
//!
//! Where none of them takes it, the chat notifies the player after all, so that no turn goes untold.

use std::collections::HashSet;

use futures_util::future::try_join_all;
use serde_json::json;

use super::{After, Delivery, Says, event};
use crate::app::{AppResult, PushNews, Pushed};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::{Color, Millis, Venue};
use crate::store::{Owed, PushPage};

/// The steps in which the chat tells it, to White's or to Black's player: by then the pages that were to be told may be forgotten.
const TELLS_WHITE: &str = "tells-white";
const TELLS_BLACK: &str = "tells-black";
/// For how long a push service that cannot be reached is tried again before the chat tells it, in milliseconds.
const TRIED_FOR: i64 = 2 * 60_000;
/// The pause between two tries, in milliseconds.
const PAUSE: i64 = 15_000;

/// News for a player's browsers.
pub struct PushMessage;

impl Delivery for PushMessage {
    const KIND: &'static str = "push";
    const LASTS: Option<i64> = Some(Millis::DAY);

    async fn says(ctx: &Context, owed: &Owed) -> AppResult<Says> {
        match &*owed.step {
            TELLS_WHITE => return in_channel(ctx, owed, Color::White).await,
            TELLS_BLACK => return in_channel(ctx, owed, Color::Black).await,
            _ => {}
        }
        let ((game, _), now) = (event(owed), ctx.clock.now());
        let Some(news) = ctx.app.push_news(game, now).await? else { return Ok(Says::Nothing) };
        let mut seen = HashSet::new();
        let browsers = news.pages.iter().filter(|page| seen.insert(&page.to.address));
        let sent = try_join_all(browsers.map(|page| push(ctx, &news, page, now))).await?;
        let is_new = owed.since.is_none_or(|since| now.since(since) < TRIED_FOR);
        Ok(if sent.contains(&Pushed::Told) {
            Says::Told
        } else if sent.contains(&Pushed::Later) && is_new {
            Says::Wait(Millis(now.0 + PAUSE))
        } else if news.view.game_now.players.white == Some(news.person) {
            Says::Step(TELLS_WHITE)
        } else {
            Says::Step(TELLS_BLACK)
        })
    }
}

/// Sends it to one browser.
async fn push(ctx: &Context, news: &PushNews, page: &PushPage, now: Millis) -> AppResult<Pushed> {
    let (title, text) = unasked(&ctx.languages, page.locale.as_ref()).push(&news.view, news.person);
    let game = news.view.game;
    let way = match page.game {
        Some(_) => format!("/g/{}", page.page),
        None => format!("/g/{}?at={game}", page.page),
    };
    // What was told of the game before is replaced, on its way and where it is shown.
    let topic = format!("g{game}");
    let body = json!({ "title": title, "text": text, "way": way, "about": topic });
    ctx.app.push((news.person, page), (&body.to_string(), &topic), now).await
}

/// Tells it in the game's channel.
async fn in_channel(ctx: &Context, owed: &Owed, side: Color) -> AppResult<Says> {
    let ((game, rev), now) = (event(owed), ctx.clock.now());
    let Some((who, view)) = ctx.app.push_failed(game, side, now).await? else { return Ok(Says::Nothing) };
    if owed.channel.venue() == Venue::UserInstall {
        // Nothing can be posted there.
        return Ok(Says::Nothing);
    }
    let words = unasked(&ctx.languages, view.locale.as_ref());
    let reply = Reply::public(words.push_failed(&view, who, &written)).ping(Some(who.0));
    let nonce = format!("u{game}r{rev}");
    Ok(Says::Post { channel: owed.channel, reply: Box::new(reply), nonce, then: After::Settled })
}
