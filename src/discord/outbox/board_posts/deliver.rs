//! Delivery of the board outbox: each entry is looked up, and posted where it belongs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::Entry;
use super::schedule::{Delivery, PAGE, Schedule, ScheduledEntry};
use crate::app::{AppError, Expected, GameView, Missed, News, Notice, PendingAnswer, Unshown};
use crate::discord::background::clock::BotClock;
use crate::discord::channels::availability::{self, UNKNOWN_CHANNEL};
use crate::discord::context::Context;
use crate::discord::dispatch::follow_up;
use crate::discord::features::game::boards;
use crate::discord::locale::unasked;
use crate::discord::reply::{MessageAt, Reply};
use crate::discord::rest::messenger::Original;
use crate::discord::rest::request::Failure;
use crate::game::{ChannelId, GameId, Millis, Venue};

/// How often the store is asked for games that no entry was added for.
const LOOK: Duration = Duration::from_secs(5);
/// The most boards that are taken over from earlier processes at once.
pub const LEFT_BEHIND: u32 = 500;
/// Milliseconds for which an interaction may still be answered, if a resumed connection delivers it again.
const ANSWERABLE: i64 = 3_500;
/// How long posting a board may take.
const POST: Duration = Duration::from_secs(10);

type Attempt = (GameId, ScheduledEntry, Result<Delivery, AppError>);

/// Delivers entries until `stop`. `old` are those left behind by an earlier process, if no other process uses the database.
pub async fn work(
    ctx: Arc<Context>,
    mut entries: mpsc::Receiver<Entry>,
    old: Vec<Unshown>,
    stop: CancellationToken,
) {
    let clock = ctx.clock.clone();
    let began = clock.now();
    let mut schedule = Schedule::new(clock.clone());
    for unshown in old {
        schedule.found(unshown, false, clock.instant() + answerable_for(&ctx, unshown));
    }
    // Cut off when this ends: a message on its way has its nonce, and the next start finds its state in the store.
    let mut trying: JoinSet<Attempt> = JoinSet::new();
    let mut look = clock.instant() + LOOK;
    // Without leadership, only entries made by this process are delivered.
    let mut on_duty = !ctx.leadership.is_shared();
    loop {
        let next = schedule.next(trying.len());
        tokio::select! {
            () = stop.cancelled() => return,
            entry = entries.recv() => match entry {
                Some(entry) => schedule.told(entry),
                None => return,
            },
            Some(tried) = trying.join_next() => match tried {
                Ok((game, entry, outcome)) => schedule.settle(game, entry, outcome),
                Err(error) => tracing::error!(%error, "a try to show a board broke"),
            },
            () = ctx.leadership.mine(), if !on_duty => {
                on_duty = true;
                take_over(&ctx, &mut schedule, began).await;
            }
            () = clock.sleep_until(look) => {
                on_duty = ctx.leadership.is_mine();
                if on_duty {
                    look_for(&ctx, &mut schedule).await;
                }
                look = clock.instant() + LOOK;
            }
            () = sleep_until(&clock, next), if next.is_some() => {
                if let Some((game, entry)) = schedule.take() {
                    let ctx = Arc::clone(&ctx);
                    trying.spawn(async move {
                        let mut entry = entry;
                        let outcome = show(&ctx, game, &mut entry).await;
                        (game, entry, outcome)
                    });
                }
            }
        }
    }
}

/// Looks in the store for boards that no entry was added for.
async fn look_for(ctx: &Context, schedule: &mut Schedule) {
    match ctx.app.unshown(ctx.clock.now(), PAGE).await {
        Ok(list) => schedule.listed(list, ctx.leadership.is_alone()),
        Err(error) => tracing::error!(%error, "boards that were never shown were not looked for"),
    }
}

/// This process is the leader now: finds what others have left. If none of them is alive, nothing from before
/// this process began is in flight.
async fn take_over(ctx: &Context, schedule: &mut Schedule, began: Millis) {
    let list = match ctx.app.unshown(ctx.clock.now(), LEFT_BEHIND).await {
        Ok(list) => list,
        Err(error) => {
            return tracing::error!(%error, "boards that others have never shown were not looked for");
        }
    };
    for unshown in list {
        let left_behind = ctx.leadership.is_alone() && unshown.at < began;
        let wait = if left_behind { answerable_for(ctx, unshown) } else { schedule.in_hand_for(unshown) };
        schedule.found(unshown, false, ctx.clock.instant() + wait);
    }
}

async fn sleep_until(clock: &BotClock, at: Option<Instant>) {
    if let Some(at) = at {
        clock.sleep_until(at).await;
    }
}

/// How long the interaction behind the state may still be answered.
fn answerable_for(ctx: &Context, unshown: Unshown) -> Duration {
    Duration::from_millis((ANSWERABLE - ctx.clock.now().since(unshown.at)).max(0).unsigned_abs())
}

async fn show(ctx: &Context, game: GameId, entry: &mut ScheduledEntry) -> Result<Delivery, AppError> {
    let Some(unshown) = ctx.app.unshown_game(game).await? else { return Ok(Delivery::Settled) };
    if entry.rev != unshown.rev {
        // A later action has begun since, and is in flight.
        return Ok(Delivery::Settled);
    }
    let missed = match ctx.app.missed(unshown, ctx.clock.now()).await {
        Ok(Some(missed)) => missed,
        Ok(None) => return Ok(Delivery::Settled),
        Err(AppError::Refused(_)) => {
            ctx.store.give_up_board(unshown.game, unshown.rev).await?;
            return Ok(Delivery::Settled);
        }
        Err(error) => return Err(error),
    };
    let (view, answer) = match missed {
        Missed::Board { view, answer } => (*view, answer),
        Missed::SetAside(notice) => return tell(ctx, &notice, entry, unshown).await,
    };
    let was_answer = answer.is_some();
    if let Some(answer) = answer.filter(|_| !entry.unanswered)
        && let Some(delivery) = answered(ctx, &view, entry, answer).await?
    {
        return Ok(delivery);
    }
    if view.place.channel.venue() == Venue::UserInstall {
        // Nothing can be posted there.
        ctx.store.give_up_board(unshown.game, unshown.rev).await?;
        return Ok(Delivery::Settled);
    }
    // An answer that should have shown the board may have been seen if Discord says nothing about it.
    let no_answer = entry.unanswered || !was_answer && (entry.posted.is_some() || !entry.own);
    let unseen = unshown.left || no_answer && entry.is_safe(unshown, &ctx.clock);
    post(ctx, view, entry, unshown, unseen).await
}

/// The board was shown by an answer before that could be noted, or an edit of the answer shows it now. `None`: no answer can show it.
async fn answered(
    ctx: &Context,
    view: &GameView,
    entry: &mut ScheduledEntry,
    answer: PendingAnswer,
) -> Result<Option<Delivery>, AppError> {
    let PendingAnswer { expected, is_whole, message } = answer;
    let original = match message {
        Some(message) => Ok(Original::Message { id: message.0, private: false }),
        None => ctx.messenger.original(&expected.token.0).await,
    };
    let message = match original {
        Ok(Original::Message { id, private: false }) => id,
        // A private answer is no board.
        Ok(Original::Message { private: true, .. } | Original::None) => {
            entry.unanswered = true;
            return Ok(None);
        }
        Ok(Original::Unknown) => return Ok(None),
        Err(failure) => return Ok(Some(Delivery::Later { reachable: !failure.is_outage() })),
    };
    if !is_whole {
        // The answer may have been given before the bot moved.
        match moved(ctx, view, &expected, message).await {
            Ok(()) => {}
            Err(Failure::Refused { status: 429, .. } | Failure::Limited) => {
                return Ok(Some(Delivery::Later { reachable: true }));
            }
            Err(failure) if failure.is_for_good() => {
                entry.unanswered = true;
                return Ok(None);
            }
            Err(failure) => return Ok(Some(Delivery::Later { reachable: !failure.is_outage() })),
        }
    }
    let at = MessageAt { channel: view.place.channel.0, message };
    follow_up::board_posted(ctx, view.game, view.rev, at, Some(expected)).await?;
    Ok(Some(Delivery::Settled))
}

/// Makes the answer to a player's move show the bot's move as well.
async fn moved(ctx: &Context, view: &GameView, answer: &Expected, message: u64) -> Result<(), Failure> {
    let view = GameView { news: News::Answered, ..view.clone() };
    let reply = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view);
    ctx.messenger.put_by_token((&answer.token.0, message), &reply, Instant::now() + POST).await
}

async fn post(
    ctx: &Context,
    view: GameView,
    entry: &mut ScheduledEntry,
    unshown: Unshown,
    unseen: bool,
) -> Result<Delivery, AppError> {
    let reply = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view);
    let reply = if unseen { reply } else { reply.ping(None) };
    let nonce = boards::nonce(view.game, view.rev);
    let channel = view.place.channel;
    match ctx.messenger.post(channel.0, &reply, &nonce, Instant::now() + POST).await {
        Ok(at) => {
            follow_up::board_posted(ctx, view.game, view.rev, at, None).await?;
            Ok(Delivery::Settled)
        }
        Err(failure) => failed(ctx, channel, entry, unshown, view.over, failure).await,
    }
}

/// Tells the players that their game was set aside.
async fn tell(
    ctx: &Context,
    notice: &Notice,
    entry: &mut ScheduledEntry,
    unshown: Unshown,
) -> Result<Delivery, AppError> {
    let reply = Reply::public(unasked(&ctx.languages, notice.locale.as_ref()).set_aside());
    let nonce = boards::nonce(unshown.game, unshown.rev);
    let channel = notice.place.channel;
    if channel.venue() == Venue::UserInstall {
        ctx.store.give_up_board(unshown.game, unshown.rev).await?;
        return Ok(Delivery::Settled);
    }
    match ctx.messenger.post(channel.0, &reply, &nonce, Instant::now() + POST).await {
        Ok(_) => {
            ctx.store.give_up_board(unshown.game, unshown.rev).await?;
            Ok(Delivery::Settled)
        }
        Err(failure) => failed(ctx, channel, entry, unshown, true, failure).await,
    }
}

/// A message did not get into its channel. `over`: no later message follows it in this game.
async fn failed(
    ctx: &Context,
    channel: ChannelId,
    entry: &mut ScheduledEntry,
    unshown: Unshown,
    over: bool,
    failure: Failure,
) -> Result<Delivery, AppError> {
    let game = unshown.game;
    if let Some(code) = availability::closes(&failure) {
        tracing::warn!(%game, %channel, code, "a board cannot be posted; its game waits");
        ctx.store.close_channel(channel, code.unsigned_abs() as u32, ctx.clock.now()).await?;
        if over && code == UNKNOWN_CHANNEL {
            ctx.store.give_up_board(unshown.game, unshown.rev).await?;
        }
        return Ok(Delivery::Settled);
    }
    match failure {
        failure if failure.is_for_good() => {
            tracing::error!(%game, %channel, %failure, "a board is not taken, so it is not shown");
            ctx.store.give_up_board(unshown.game, unshown.rev).await?;
            Ok(Delivery::Settled)
        }
        Failure::Refused { status: 429, .. } | Failure::Limited => Ok(Delivery::Later { reachable: true }),
        // A blocked request was not carried out.
        Failure::Blocked { .. } => Ok(Delivery::Later { reachable: !failure.is_outage() }),
        _ => {
            entry.posted = Some(ctx.clock.instant());
            Ok(Delivery::Later { reachable: false })
        }
    }
}
