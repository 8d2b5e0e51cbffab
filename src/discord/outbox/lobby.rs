//! The lists of open challenges: one message in a channel of each server that wants one, edited on every
//! change.

use async_trait::async_trait;

use crate::app::{AppResult, Lobby, MessageRef};
use crate::discord::channels::visibility;
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::outbox::{Delivery, Next, Plan};
use crate::discord::reply::{CONTENT_MAX, Reply};
use crate::discord::rest::mentions::{with_mentions, written};
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE};
use crate::discord::rest::wire;
use crate::game::Millis;
use crate::store::Owed;

/// Milliseconds until a list is rebuilt if an entry that everyone may be able to see was left out.
const AGAIN: i64 = 30_000;
/// A list of open challenges.
pub struct LobbyList;

#[async_trait]
impl Delivery for LobbyList {
    fn kind(&self) -> &'static str {
        "lobby"
    }

    fn recurs(&self) -> bool {
        true
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let channel = owed.channel;
        let Some(lobby) = ctx.app.lobby(channel, ctx.clock.now()).await? else { return Ok(Plan::Nothing) };
        let (lobby, whole) = visibility::left_out(ctx, lobby).await;
        let text = text(ctx, &lobby);
        let Some(message) = lobby.message else {
            if lobby.lines.is_none() {
                ctx.store.forget_lobby(channel).await?;
                return Ok(Plan::Nothing);
            }
            // Named after the deleted message, if this is its replacement.
            let gone = (!owed.step.is_empty()).then_some(&owed.step);
            let nonce = gone.map_or_else(|| format!("l{channel}"), |gone| format!("l{gone}"));
            // An earlier attempt may have posted an older list, so this one is checked again.
            return Ok(Plan::Post {
                channel,
                reply: Box::new(Reply::public(text)),
                nonce,
                then: Next::Step(owed.step.clone(), Millis(0)),
            });
        };
        let then =
            if whole { Next::Done } else { Next::Step(owed.step.clone(), Millis(ctx.clock.now().0 + AGAIN)) };
        let at = MessageRef { channel, message };
        if lobby.lines.is_some() {
            return Ok(Plan::Replace { at, reply: Box::new(Reply::public(text)), then });
        }
        let body = wire::only_text(&ctx.messenger.mentions.in_text(&text));
        Ok(Plan::Edit { at, body, token: None, then })
    }

    async fn done(&self, ctx: &Context, owed: &Owed, at: MessageRef) -> AppResult<()> {
        Ok(ctx.store.lobby_shown(owed.channel, at.message, owed.version).await?)
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        let channel = owed.channel;
        let ends = ctx.app.lobby(channel, ctx.clock.now()).await?.is_none_or(|lobby| lobby.lines.is_none());
        match failure.code() {
            // The message was deleted, so another is posted.
            Some(UNKNOWN_MESSAGE) if !ends => {
                let gone = ctx.store.lobby_gone(channel).await?;
                Ok(Some(Next::Step(gone.map_or_else(String::new, |gone| gone.to_string()), Millis(0))))
            }
            // Nothing is left to edit, or the list ends and its message cannot be updated.
            code if code == Some(UNKNOWN_CHANNEL) || failure.is_for_good() && ends => {
                ctx.store.forget_lobby(channel).await?;
                Ok(Some(Next::Done))
            }
            _ => Ok(None),
        }
    }
}

fn text(ctx: &Context, lobby: &Lobby) -> String {
    let words = unasked(&ctx.languages, lobby.locale.as_ref());
    // Names of commands grow when they become mentions.
    let said = |most| words.lobby(lobby, most, &written);
    let text = said(CONTENT_MAX);
    let over = with_mentions(&text).saturating_sub(CONTENT_MAX);
    if over == 0 { text } else { said(CONTENT_MAX - over - 1) }
}
