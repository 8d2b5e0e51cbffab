//! What follows an answer: boards are recorded, old ones lose their buttons, other people are notified. Also
//! what happens if the answer itself did not get through.

use std::borrow::Cow;
use std::time::Duration;
use tokio::time::Instant;

use crate::app::{AppResult, MessageRef};
use crate::discord::channels::threads;
use crate::discord::context::{Context, FollowUp, Response, Shows, stored_at};
use crate::discord::dispatch::engine_shown;
use crate::discord::interaction::{ChannelKind, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::outbox::closed_challenge;
use crate::discord::outbox::closed_offer;
use crate::discord::outbox::newest_board::{AFTERWARDS, add_players, board_posted, expected, relabel};
use crate::discord::outbox::old_board;
use crate::discord::outbox::{BOARD_NONCE, event_nonce};
use crate::discord::outbox_sender::{board_key, give_board_back, take_board};
use crate::discord::reply::{Answer, Reply};
use crate::discord::rest::mentions::written;
use crate::discord::rest::messenger::Original;
use crate::discord::rest::request::Failure;
use crate::discord::rest::wire;
use crate::game::{ChallengeId, ChannelId, GameId, Millis, Rev};
use crate::store::WriteError;

/// How many answers are followed up at the same time.
pub const FOLLOWING_AT_ONCE: usize = 1_024;
/// How many old boards lose their buttons at the same time.
pub const RETIRING_AT_ONCE: usize = 128;
/// An unconfirmed answer may still arrive within this time.
const SETTLES: Duration = Duration::from_millis(500);

/// Performs one follow-up; `made` is the message that the answer made.
pub async fn follow(ctx: &Context, interaction: &Interaction, then: FollowUp, made: Option<MessageRef>) {
    match act(ctx, interaction, then, made).await {
        Err(error) if error.is_told() => tracing::debug!(%error, "what follows an answer failed"),
        Err(error) => tracing::error!(%error, "what follows an answer failed"),
        Ok(()) => {}
    }
}

async fn act(
    ctx: &Context,
    interaction: &Interaction,
    then: FollowUp,
    made: Option<MessageRef>,
) -> AppResult<()> {
    match (then, made) {
        (FollowUp::Board(game, rev), Some(at)) => {
            board_posted(ctx, game, rev, at, Some(expected(interaction))).await?;
        }
        // It is unknown which message it is, or whether it exists: the outbox finds out.
        (FollowUp::Board(game, rev), None) | (FollowUp::InPlace(game, rev), _) => ctx.outbox.show(game, rev),
        (FollowUp::Challenge(id), Some(at)) => {
            ctx.store.challenge_posted(id, at.message).await?;
            show_challenged(ctx, interaction, id).await?;
        }
        // It cannot be seen, so it could be neither accepted nor withdrawn.
        (FollowUp::Challenge(id), None) => ctx.app.drop_challenge(id, ctx.clock.now()).await?,
        (FollowUp::ChallengeClosed(id, asked), _) => {
            closed_challenge::told(ctx, interaction, (id, asked), false).await?;
        }
        (FollowUp::ChallengeClosedShown(id, asked), _) => {
            closed_challenge::told(ctx, interaction, (id, asked), true).await?;
        }
        (FollowUp::EngineMoves { game, seen, at }, made) => {
            engine_shown::show(ctx, interaction, (game, seen), (at, made)).await?;
        }
        (FollowUp::RedrawButtons(game), _) => {
            relabel(ctx, game).await?;
        }
        (FollowUp::PrivateNote(reply), _) => whisper(ctx, interaction, &reply).await,
        (FollowUp::RemoveButtons(at), _) => old_board::retire_soon(ctx, at).await,
        (FollowUp::JoinThread(thread), _) => threads::join(ctx, thread).await,
        (FollowUp::ThreadMembers { thread, members, board }, _) => {
            let at = shown_at(ctx, board.game, board.rev).await?;
            add_players(ctx, thread, &members, (at, &board)).await?;
        }
        (FollowUp::Offer(game, rev), Some(at)) => offer_posted(ctx, game, rev, at).await?,
        (FollowUp::OfferAnswered(game, rev, at), _) => ctx.store.note_offer(game, rev, stored_at(at)).await?,
        // If the message exists, the token of the interaction leads to it.
        (FollowUp::Offer(..), None) => {}
        (FollowUp::Post { channel, reply, shows }, _) => {
            post(ctx, interaction, channel, &reply, shows).await?;
        }
    }
    Ok(())
}

async fn whisper(ctx: &Context, interaction: &Interaction, reply: &Reply) {
    let deadline = Instant::now() + AFTERWARDS;
    if let Err(failure) = ctx.messenger.follow_up(interaction, reply, deadline).await {
        tracing::debug!(id = interaction.id.0, %failure, "a private note was not delivered");
    }
}

/// Adds the challenged person to a private thread, or notifies the challenger that they do not see it.
async fn show_challenged(ctx: &Context, interaction: &Interaction, id: ChallengeId) -> AppResult<()> {
    if interaction.place.kind != ChannelKind::PrivateThread || interaction.place.absent {
        return Ok(());
    }
    let Some(opponent) = ctx.app.challenged(id).await? else { return Ok(()) };
    if !threads::let_in(ctx, interaction.place.channel, opponent).await {
        let told = private(interaction).challenged_outside(opponent, &written);
        whisper(ctx, interaction, &Reply::private(told)).await;
    }
    Ok(())
}

/// Returns the message with the newest board of a game, if it shows this event.
async fn shown_at(ctx: &Context, game: GameId, rev: Rev) -> AppResult<Option<MessageRef>> {
    let newest = ctx.app.newest_board(game, ctx.clock.now()).await?;
    let same = newest.filter(|(_, view)| view.as_ref().is_some_and(|view| view.rev == rev));
    Ok(same.map(|(board, _)| board.message))
}

/// Records the message of an offer, which may already be closed.
async fn offer_posted(ctx: &Context, game: GameId, rev: Rev, at: MessageRef) -> AppResult<()> {
    ctx.store.note_offer(game, rev, stored_at(at)).await?;
    closed_offer::look(ctx, game).await
}

/// Records that the board of an event is about to be posted, so that an unrecorded post is looked for.
///
/// Returns whether to post it: false if a later event has to be shown already, or if nothing can be recorded.
async fn note_before_posting(ctx: &Context, game: GameId, rev: Rev, now: Millis) -> bool {
    let noted = async {
        if ctx.store.note_tried(&board_key(game), rev.0, now).await? {
            return Ok(true);
        }
        // A board that was shown may be shown again.
        Ok::<_, WriteError>(ctx.store.owed_board(game).await?.is_none_or(|owed| owed <= rev))
    };
    noted.await.unwrap_or_else(|error| {
        tracing::error!(%error, %game, "a board is left to the outbox");
        false
    })
}

/// Posts a message beside an answer: as the bot, or as a follow-up by token if the bot may not write.
async fn post(
    ctx: &Context,
    interaction: &Interaction,
    channel: ChannelId,
    reply: &Reply,
    shows: Shows,
) -> AppResult<()> {
    let deadline = || Instant::now() + AFTERWARDS;
    let begun = ctx.clock.now();
    let nonce = match shows {
        Shows::Board(game, rev) => {
            let noted = note_before_posting(ctx, game, rev, begun).await;
            let nonce = event_nonce(ctx, BOARD_NONCE, (game, rev)).await;
            let nonce =
                nonce.inspect_err(|error| tracing::error!(%error, %game, "a board is left to the outbox"));
            let Some(nonce) = nonce.ok().filter(|_| noted) else {
                // The outbox finds out what has to be shown.
                ctx.outbox.show(game, rev);
                return Ok(());
            };
            nonce
        }
        Shows::Offer(..) | Shows::Nothing => interaction.nonce_beside(),
    };
    let (mut by_token, mut may_be_there) = (None, false);
    let at = match ctx.messenger.post(channel, reply, &nonce, deadline()).await {
        Ok(at) => Some(at),
        Err(Failure::Refused { status: 403 | 404, .. }) if channel == interaction.place.channel => {
            by_token = Some(expected(interaction));
            let sent = ctx.messenger.follow_up(interaction, reply, deadline()).await;
            may_be_there = sent.as_ref().is_err_and(Failure::may_have_happened);
            sent.ok()
        }
        Err(Failure::Refused { status: 403 | 404, .. }) => {
            // Sent where the interaction came from, but a board outside its game's channel has no buttons.
            let alone = interaction.is_unseen();
            let words = if alone { private(interaction) } else { public(interaction) };
            let text = words.shown_elsewhere(&reply.text, channel, &written);
            let told = Reply { text, rows: Vec::new(), private: alone, ..reply.clone() };
            // A game on a private card does not concern others here.
            let told = if alone { told.ping(None) } else { told };
            let _told = ctx.messenger.follow_up(interaction, &told, deadline()).await;
            None
        }
        Err(failure) => {
            may_be_there = failure.may_have_happened();
            None
        }
    };
    match (shows, at) {
        (Shows::Board(game, rev), Some(at)) => board_posted(ctx, game, rev, at, by_token).await,
        (Shows::Board(game, rev), None) => {
            let noted = if may_be_there {
                Ok(())
            } else {
                ctx.store.note_refused(&board_key(game), rev.0, begun).await
            };
            ctx.outbox.show(game, rev);
            Ok(noted?)
        }
        (Shows::Offer(game, rev), Some(at)) => offer_posted(ctx, game, rev, at).await,
        (Shows::Offer(..), None) | (Shows::Nothing, _) => Ok(()),
    }
}

/// Posts the result below an answer that said that it takes long. This uses the token of the interaction,
/// which works wherever an answer does.
///
/// Returns the message, if others see it.
pub async fn besides(ctx: &Context, interaction: &Interaction, done: &Response) -> Option<MessageRef> {
    let below = match &done.answer {
        Answer::Message(reply) => Cow::Borrowed(reply),
        // The card that was clicked can no longer be updated.
        Answer::Turn(card) => Cow::Owned(Reply { private: true, ..card.clone() }),
        Answer::Update(text) if interaction.is_unseen() => Cow::Owned(Reply::private(text.clone())),
        Answer::Update(_) => return instead(ctx, interaction, done).await,
        // Nothing was done yet: the person can ask again.
        Answer::Choices(_)
        | Answer::Form(_)
        | Answer::DeferredAnalysis(_)
        | Answer::DeferredHint(_)
        | Answer::DeferredGame(_) => return None,
    };
    // At this point the outbox may be about to post it.
    let taken = match done.board() {
        Some((game, rev)) => Some(take_board(&ctx.store, game, rev, ctx.clock.now()).await?),
        None => None,
    };
    match ctx.messenger.follow_up(interaction, &below, Instant::now() + AFTERWARDS).await {
        Ok(at) => (!below.private).then_some(at),
        Err(failure) => {
            tracing::debug!(id = interaction.id.0, %failure, "what came of it in the end is told in another way");
            if let Some(owed) = taken.filter(|_| !failure.may_have_happened()) {
                give_board_back(&ctx.store, &owed).await;
            }
            instead(ctx, interaction, done).await
        }
    }
}

/// Shows the result in another place if the answer did not get through, or if that is unknown: a board
/// through the outbox, other messages in a post here.
///
/// Returns the message, if there is one.
pub async fn instead(ctx: &Context, interaction: &Interaction, done: &Response) -> Option<MessageRef> {
    match &done.answer {
        Answer::Message(reply) if !reply.private && !done.shows_board() => {
            tokio::time::sleep(SETTLES).await;
            let channel = interaction.place.channel;
            let reply = match ctx.messenger.original(&interaction.token).await {
                Ok(Original::Message { id, private: false }) => {
                    return Some(MessageRef { channel, message: id });
                }
                // The message that it takes long is not the result.
                Ok(Original::None | Original::Message { private: true, .. }) => reply.clone(),
                // The answer may exist: it is repeated, but without a second ping.
                Ok(Original::Unknown) | Err(_) => reply.clone().ping(None),
            };
            ctx.messenger
                .post(channel, &reply, &interaction.id.to_string(), Instant::now() + AFTERWARDS)
                .await
                .ok()
        }
        Answer::Update(text) => {
            if let Some(message) = interaction.clicked() {
                let at = MessageRef { channel: interaction.place.channel, message: message.id };
                let body = wire::only_text(&ctx.messenger.mentions.in_text(text));
                let edited = ctx.messenger.edit(at, &body, Instant::now() + AFTERWARDS).await;
                if let Err(failure) = edited {
                    tracing::debug!(id = interaction.id.0, %failure, "the message that was clicked does not say what came of it");
                }
            }
            None
        }
        _ => None,
    }
}

/// Handles a follow-up for which there is no room now: boards go to the outbox, old ones lose their buttons
/// later. `made` is the message that the answer made.
pub async fn put_off(ctx: &Context, then: FollowUp, made: Option<MessageRef>) {
    match then {
        FollowUp::Board(game, rev)
        | FollowUp::InPlace(game, rev)
        | FollowUp::Post { shows: Shows::Board(game, rev), .. } => {
            ctx.outbox.show(game, rev);
        }
        FollowUp::RemoveButtons(at) => old_board::retire_soon(ctx, at).await,
        FollowUp::OfferAnswered(game, rev, at) => note_offer(ctx, game, rev, Some(at)).await,
        FollowUp::Offer(game, rev) => note_offer(ctx, game, rev, made).await,
        // The sweep finds the challenge, the closed offer and the bot's turn; the next
        // board shows the offers.
        FollowUp::EngineMoves { .. }
        | FollowUp::ChallengeClosed(..)
        | FollowUp::ChallengeClosedShown(..)
        | FollowUp::RedrawButtons(_)
        | FollowUp::PrivateNote(_)
        | FollowUp::JoinThread(_)
        // The player to move joins the thread through the board that names them.
        | FollowUp::ThreadMembers { .. } => {}
        FollowUp::Challenge(id) => {
            let noted = match made {
                Some(at) => ctx.store.challenge_posted(id, at.message).await.map_err(Into::into),
                None => ctx.app.drop_challenge(id, ctx.clock.now()).await,
            };
            if let Err(error) = noted {
                tracing::error!(%error, "whether a challenge is seen was not noted");
            }
        }
        FollowUp::Post { .. } => tracing::warn!("a message was not posted: far too much follows at once"),
    }
}

/// Records the message of an offer for the outbox: once the interaction's token is gone,
/// nothing else leads to it.
async fn note_offer(ctx: &Context, game: GameId, rev: Rev, at: Option<MessageRef>) {
    let Some(at) = at else { return };
    if let Err(error) = ctx.store.note_offer(game, rev, stored_at(at)).await {
        tracing::error!(%error, %game, "the message of an offer was not noted");
    }
}
