//! Boards that have not been shown, and notices that a game was set aside.
//!
//! A board is missing if the answer was lost, the bot moved after it, the time ran out, or the process ended
//! in between. Discord is asked whether a board arrived: the answer to an interaction can be fetched for 15
//! minutes, and the nonce of our own message prevents a second one for some minutes. If it stays unknown, the
//! board is posted again without a ping.
//!
//! An answer may show only the player's move; it is then edited to show the bot's. The nonce of a post
//! consists of the game, the event and its time.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::Method;
use tokio::time::Instant;

use super::{BOARD_NONCE, Delivery, Next, Plan, event, event_nonce, nonce_is_known};
use crate::app::{AppResult, Expected, GameView, MessageRef, Missed, News, PendingAnswer};
use crate::discord::context::Context;
use crate::discord::discord_clock::made_at_ms;
use crate::discord::locale::unasked;
use crate::discord::messages::boards;
use crate::discord::outbox::newest_board;
use crate::discord::outbox_sender;
use crate::discord::reply::Reply;
use crate::discord::rest::messenger::Original;
use crate::discord::rest::request::{
    Failure, LOCKED, Request, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, closes, snowflake,
};
use crate::game::{GameId, MessageId, Millis, Venue};
use crate::store::Owed;

/// What the nonce of a board that was set back begins with, as its event may have been shown before.
const SET_BACK_NONCE: char = 's';
/// The step after an answer that may exist was queried without result.
const ASKED: &str = "asked";
/// The step of a game that was set aside: its players are notified.
const NOTICE: &str = "notice";
/// The step of a game that ended because a player was removed, so no answer has shown it.
const LEFT: &str = "left";
/// The step in which a board that could have replaced the previous one is posted below it.
const ANEW: &str = "anew";
/// How long a board replaces the previous one in a game against the bot: later the player would have to
/// scroll up.
const IN_PLACE: i64 = Millis::HOUR;
/// Time limit for querying what is below a board.
const LOOK: Duration = Duration::from_secs(5);
/// Time limit for editing an answer to show the bot's move.
const EDIT: Duration = Duration::from_secs(10);

/// A board that has not been shown.
pub struct BoardPost;

#[async_trait]
impl Delivery for BoardPost {
    fn kind(&self) -> &'static str {
        outbox_sender::BOARD
    }

    fn longest_pause(&self) -> Duration {
        Duration::from_mins(1)
    }

    fn settles(&self) -> Duration {
        Duration::from_millis(500)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let now = ctx.clock.now();
        let (game, rev) = event(owed);
        let (view, answer, in_place_of) = match ctx.app.missed(game, rev, now).await? {
            Some(Missed::Board { view, answer, in_place_of }) => (*view, answer, in_place_of),
            Some(Missed::SetAside(notice)) => {
                let reply = Reply::public(unasked(&ctx.languages, notice.locale.as_ref()).set_aside());
                return post(ctx, owed, reply, false).await;
            }
            None => return Ok(Plan::Nothing),
        };
        let unseen = match answer {
            Some(answer) => match answered(ctx, &view, answer).await? {
                Answered::Shown => return Ok(Plan::Told),
                // Once the token has expired, the outcome cannot be determined.
                Answered::Later(_) if owed.step.is_empty() => return Ok(Plan::Step(ASKED)),
                Answered::Later(failure) => return Ok(Plan::Failed(Some(failure))),
                Answered::Never => true,
                Answered::Unknown => false,
            },
            None => owed.step != ASKED,
        };
        // An edit pings no one, and a message that may already exist would be below it.
        let may_edit = owed.step.is_empty() && owed.tried_at.is_none() && view.ping.is_none();
        if let Some(board) = in_place_of.filter(|_| may_edit) {
            match is_lowest(ctx, board).await {
                Ok(true) => {
                    let reply = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view);
                    let reply = Box::new(reply.ping(None));
                    return Ok(Plan::Replace { at: board, reply, then: Next::Done });
                }
                Ok(false) => {}
                Err(failure) if failure.is_for_good() => {}
                Err(failure) => return Ok(Plan::Failed(Some(failure))),
            }
        }
        // A post unknown to this process may exist; then only the nonce prevents a duplicate.
        let since = owed.since.unwrap_or(now);
        let own = ctx.leadership.is_alone() && since >= ctx.began;
        let known = own || owed.tried_at.is_some() || nonce_is_known(since, now);
        let reply = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view);
        let unseen = unseen && owed.step != outbox_sender::BESIDE;
        let reply = if owed.step == LEFT || unseen && known { reply } else { reply.ping(None) };
        post(ctx, owed, reply, matches!(view.news, News::SetBack | News::Stopped)).await
    }

    async fn done(&self, ctx: &Context, owed: &Owed, at: MessageRef) -> AppResult<()> {
        if owed.step == NOTICE {
            return Ok(());
        }
        let ((game, rev), now) = (event(owed), ctx.clock.now());
        if ctx.app.shown_by(game, at.message, now).await?.is_some() {
            return newest_board::shown_in_place(ctx, game, rev, at).await;
        }
        // A duplicate may exist: the outcome of the answer or of the message after it is unknown, or Discord
        // has forgotten the post's nonce.
        let is_unheard = owed.step == ASKED || owed.step == outbox_sender::BESIDE;
        if is_unheard || owed.tried_at.is_some_and(|tried| !nonce_is_known(tried, now)) {
            ctx.store.owe_unnoted_board((game, rev), owed.channel, now).await?;
        }
        newest_board::board_posted(ctx, game, rev, at, None).await
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        // The board was deleted, or its thread was archived, which a new message undoes.
        let is_put_away = |code| code == UNKNOWN_MESSAGE || LOCKED.contains(&code);
        if owed.step.is_empty() && failure.code().is_some_and(is_put_away) && is_in_place(ctx, owed).await? {
            return Ok(Some(Next::Step(ANEW.to_owned(), Millis(0))));
        }
        let Some(code) = closes(failure) else { return Ok(None) };
        ctx.store.close_channel(owed.channel, code.unsigned_abs() as u32, ctx.clock.now()).await?;
        // No later message follows in this game, and a deleted channel never reopens.
        let is_last = ctx.store.live_board(GameId(owed.key.subject)).await?.is_none();
        Ok((code == UNKNOWN_CHANNEL && is_last).then_some(Next::Done))
    }

    async fn forget(&self, ctx: &Context, owed: &Owed) -> AppResult<bool> {
        let (game, rev) = event(owed);
        ctx.store.give_up_board(game, rev).await?;
        Ok(true)
    }
}

/// Builds the post. `set_back`: the event was shown before, and what followed it is lost.
async fn post(ctx: &Context, owed: &Owed, reply: Reply, set_back: bool) -> AppResult<Plan> {
    if owed.channel.venue() == Venue::UserInstall {
        // The bot cannot post there.
        return Ok(Plan::Nothing);
    }
    let letter = if set_back { SET_BACK_NONCE } else { BOARD_NONCE };
    let nonce = event_nonce(ctx, letter, event(owed)).await?;
    Ok(Plan::Post { channel: owed.channel, reply: Box::new(reply), nonce, then: Next::Done })
}

/// True if a board is to replace the previous one.
async fn is_in_place(ctx: &Context, owed: &Owed) -> AppResult<bool> {
    let (game, rev) = event(owed);
    let missed = ctx.app.missed(game, rev, ctx.clock.now()).await?;
    Ok(matches!(missed, Some(Missed::Board { in_place_of: Some(_), .. })))
}

/// True if a board was posted within the last hour and is the last message of its channel.
async fn is_lowest(ctx: &Context, board: MessageRef) -> Result<bool, Failure> {
    if ctx.clock.now().since(Millis(made_at_ms(board.message.0))) >= IN_PLACE {
        return Ok(false);
    }
    let route = format!("/channels/{}", board.channel);
    let channel = ctx.messenger.rest.send(Request::new(&Method::GET, &route, Instant::now() + LOOK)).await?;
    Ok(snowflake(&channel["last_message_id"]).map(MessageId) == Some(board.message))
}

/// The known state of the answer that should have shown a board.
enum Answered {
    /// It shows the board.
    Shown,
    /// It does not exist, or it can no longer be edited.
    Never,
    /// Unknown.
    Unknown,
    /// To be queried again.
    Later(Failure),
}

/// Queries whether the answer exists. If the bot has moved since it was given, edits it to show the move.
async fn answered(ctx: &Context, view: &GameView, answer: PendingAnswer) -> AppResult<Answered> {
    let PendingAnswer { expected, is_whole, message } = answer;
    let original = match message {
        Some(message) => Ok(Original::Message { id: message, private: false }),
        None => ctx.messenger.original(&expected.token.0).await,
    };
    let message = match original {
        Ok(Original::Message { id, private: false }) => id,
        // A private answer is no board.
        Ok(Original::Message { private: true, .. } | Original::None) => return Ok(Answered::Never),
        Ok(Original::Unknown) => return Ok(Answered::Unknown),
        Err(failure) => return Ok(Answered::Later(failure)),
    };
    if !is_whole {
        match moved(ctx, view, &expected, message).await {
            Ok(()) => {}
            Err(failure) if failure.is_for_good() => return Ok(Answered::Never),
            Err(failure) => return Ok(Answered::Later(failure)),
        }
    }
    let at = MessageRef { channel: view.place.channel, message };
    newest_board::board_posted(ctx, view.game, view.rev, at, Some(expected)).await?;
    Ok(Answered::Shown)
}

/// Edits the answer to a player's move to show the bot's move as well.
async fn moved(ctx: &Context, view: &GameView, answer: &Expected, message: MessageId) -> Result<(), Failure> {
    let view = GameView { news: News::Answered, ..view.clone() };
    let reply = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view);
    ctx.messenger.put_by_token((&answer.token.0, message), &reply, Instant::now() + EDIT).await
}
