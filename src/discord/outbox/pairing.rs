//! Starts a game paired by a tournament: a message in its channel, a thread on the message, and the game in
//! the thread.
//!
//! Each of the three is idempotent: the message by its nonce, the thread because a message has only one, the
//! game because its pairing has only one. Finally the first board adds the players to the thread.

use async_trait::async_trait;
use std::time::Duration;
use tokio::time::Instant;

use crate::app::{AppResult, MessageRef, OpenPairing, PairedBegun, Pairing};
use crate::discord::channels::members::name_in;
use crate::discord::channels::threads::{TOO_MANY_THREADS, add_members, open_on_message, thread_on};
use crate::discord::context::{Context, FirstBoard};
use crate::discord::locale::unasked;
use crate::discord::messages::boards;
use crate::discord::outbox::newest_board::add_players;
use crate::discord::outbox::{Delivery, Next, Plan};
use crate::discord::outbox_sender;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, closes};
use crate::game::{GameId, MessageId, Millis, Ply, TournamentId, UserId};
use crate::store::Owed;

/// Milliseconds after which Discord has forgotten the nonce of a message.
pub(super) const ANOTHER: i64 = 15 * 60_000;
/// Milliseconds for which starting a game is retried, as long as games wait for a closed place; then its
/// tournament ends.
const LASTS: i64 = 7 * Millis::DAY;
/// Milliseconds until starting a game is retried in a place where no game can be started.
const AGAIN: i64 = 60 * 60_000;
/// Milliseconds after its start at which a game's board is expected; the wait then doubles each time.
const SHOWN: i64 = 3_000;
/// Milliseconds after which the players are added to the thread even without a board.
const UNSHOWN: i64 = 5 * 60_000;
/// Time limit for looking up the players' names.
const NAMES: Duration = Duration::from_secs(1);
/// The step in which the message exists and the thread is to be opened.
const THREAD: &str = "thread";

/// A game that is to start.
pub struct PairedGame;

fn key(owed: &Owed) -> (TournamentId, u32) {
    (TournamentId(owed.key.subject), owed.key.part as u32)
}

#[async_trait]
impl Delivery for PairedGame {
    fn kind(&self) -> &'static str {
        "pairing"
    }

    fn lasts_ms(&self) -> Option<i64> {
        Some(LASTS)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let (id, number) = key(owed);
        let Some(pairing) = ctx.app.pairing(id, number).await? else { return Ok(Plan::Nothing) };
        let game = &pairing.game;
        if let Some(begun) = game.game {
            return Box::pin(let_in(ctx, game, begun)).await;
        }
        let words = unasked(&ctx.languages, pairing.locale.as_ref());
        let Some(text) = words.tournament_pairing(game, &written) else { return Ok(Plan::Nothing) };
        match game.message {
            None => Ok(Plan::Post {
                channel: pairing.place.channel,
                reply: Box::new(Reply::public(text).ping(game.black.filter(|_| game.notifies_black))),
                nonce: nonce_of(id, number, [game.white, game.black]),
                then: Next::Step(THREAD.to_owned(), Millis(0)),
            }),
            Some(message) => {
                let names = names(ctx, &pairing).await;
                let Some(name) = words.tournament_thread(game, names) else { return Ok(Plan::Nothing) };
                begin(ctx, owed, &pairing, message, &name).await
            }
        }
    }

    async fn done(&self, ctx: &Context, owed: &Owed, at: MessageRef) -> AppResult<()> {
        let (id, number) = key(owed);
        Ok(ctx.store.pairing_shown(id, number, Some(at.message)).await?)
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        if failure.code() == Some(UNKNOWN_CHANNEL) {
            ctx.app.abandon_tournament(key(owed).0, ctx.clock.now()).await?;
            return Ok(Some(Next::Done));
        }
        if is_of_this_game(failure) {
            let again = void(ctx, owed, failure).await?;
            return Ok(Some(again.map_or(Next::Done, |at| Next::Step(owed.step.clone(), at))));
        }
        Ok(None)
    }

    /// A game that has not started was given up, and so is its tournament.
    async fn forget(&self, ctx: &Context, owed: &Owed) -> AppResult<bool> {
        let (id, number) = key(owed);
        if ctx.app.pairing(id, number).await?.is_some_and(|pairing| pairing.game.game.is_none()) {
            ctx.app.abandon_tournament(id, ctx.clock.now()).await?;
        }
        Ok(false)
    }
}

/// True if Discord will never accept the request although others succeed in this place: only this game is
/// affected.
fn is_of_this_game(failure: &Failure) -> bool {
    let waits =
        closes(failure).is_some() || failure.code().is_some_and(|code| TOO_MANY_THREADS.contains(&code));
    failure.is_for_good() && !waits
}

/// Scores a game that cannot be started as half a point each; the tournament continues.
///
/// After two such games in a row the cause is not a single game, so no points are given: further games wait
/// until the returned time. If they have waited as long as a game may, the tournament ends with the current
/// standings.
async fn void(ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Millis>> {
    let ((id, number), now) = (key(owed), ctx.clock.now());
    if ctx.store.void_pairing(id, number).await? {
        tracing::warn!(tournament = id.0, number, %failure, "a game of a tournament cannot be begun, so both have half a point");
        return Ok(None);
    }
    if owed.since.is_some_and(|since| now.since(since) > LASTS) {
        tracing::warn!(tournament = id.0, number, %failure, "no game of a tournament could be begun for a week, so it ends as it stands");
        ctx.app.abandon_tournament(id, now).await?;
        return Ok(None);
    }
    tracing::warn!(tournament = id.0, number, %failure, "no game of a tournament can be begun just now; it waits");
    Ok(Some(Millis(now.0 + AGAIN)))
}

/// Returns the nonce of a game's message. It holds its players, because after a failover to a replica that lagged
/// the game of this number may be another one.
pub(super) fn nonce_of(id: TournamentId, number: u32, players: [Option<UserId>; 2]) -> String {
    // FNV-1a, by Fowler, Noll and Vo.
    let bytes = players.iter().flat_map(|who| who.map_or(0, |who| who.0).to_be_bytes());
    let mixed = bytes.fold(0xcbf2_9ce4_8422_2325, |mixed: u64, byte| {
        (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("t{:x}g{number}p{:x}", id.0, mixed >> 40)
}

/// The players' names, if Discord returns both.
async fn names(ctx: &Context, pairing: &Pairing) -> Option<[String; 2]> {
    let (guild, until) = (pairing.place.guild?, Instant::now() + NAMES);
    let (white, black) = (pairing.game.white?, pairing.game.black?);
    let (white, black) = tokio::join!(name_in(ctx, guild, white, until), name_in(ctx, guild, black, until));
    Some([white?, black?])
}

/// Opens a game's thread and starts the game in it. Its first board is pending from then on.
async fn begin(
    ctx: &Context,
    owed: &Owed,
    pairing: &Pairing,
    message: MessageId,
    name: &str,
) -> AppResult<Plan> {
    let (id, number) = (pairing.tournament, pairing.game.number);
    let on = MessageRef { channel: pairing.place.channel, message };
    let thread = match open_on_message(ctx, on, name).await {
        Ok(thread) => thread,
        // The message was deleted.
        Err(failure) if failure.code() == Some(UNKNOWN_MESSAGE) => {
            ctx.store.pairing_shown(id, number, None).await?;
            // Until then Discord would deduplicate the new message.
            return Ok(Plan::Wait(Millis(ctx.clock.now().0 + ANOTHER)));
        }
        Err(failure) if failure.code() == Some(UNKNOWN_CHANNEL) => {
            ctx.app.abandon_tournament(id, ctx.clock.now()).await?;
            return Ok(Plan::Nothing);
        }
        Err(failure) if is_of_this_game(&failure) => {
            let again = void(ctx, owed, &failure).await?;
            return Ok(again.map_or(Plan::Nothing, Plan::Wait));
        }
        Err(failure) => return Ok(Plan::Failed(Some(failure))),
    };
    match ctx.app.begin_paired_game((id, number), thread, ctx.clock.now()).await? {
        PairedBegun::Now(game, rev) => ctx.outbox.show(game, rev),
        PairedBegun::Over => {}
        PairedBegun::NotYet => return Ok(Plan::Failed(None)),
    }
    Ok(Plan::Wait(Millis(ctx.clock.now().0 + SHOWN)))
}

/// Adds the players to the thread of a started game, once its board is posted.
async fn let_in(ctx: &Context, paired: &OpenPairing, game: GameId) -> AppResult<Plan> {
    let now = ctx.clock.now();
    // A thread on a message has the message's id.
    let Some(thread) = paired.message.map(thread_on) else { return Ok(Plan::Nothing) };
    let players: Vec<UserId> = [paired.white, paired.black].into_iter().flatten().collect();
    if let Some(board) = ctx.store.owed_one(&outbox_sender::board_key(game)).await? {
        let waited = board.since.map_or(0, |since| now.since(since));
        if waited > LASTS || waited >= UNSHOWN && add_members(ctx, thread, &players, None).await {
            return Ok(Plan::Nothing);
        }
        return Ok(Plan::Wait(Millis(now.0 + waited.max(SHOWN))));
    }
    match ctx.app.newest_board(game, now).await? {
        Some((board, Some(view))) if view.ply == Ply(0) => {
            let ping = view.to_move_pinged;
            let words = unasked(&ctx.languages, view.locale.as_ref());
            let reply = Box::new(boards::board(words, &view).ping(ping));
            let first = FirstBoard { game, rev: view.rev, reply };
            add_players(ctx, thread, &players, (Some(board.message), &first)).await?;
        }
        // A move has already been played.
        _ => {
            add_members(ctx, thread, &players, None).await;
        }
    }
    Ok(Plan::Nothing)
}
