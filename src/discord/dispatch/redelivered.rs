//! Interactions that are delivered again, after a lost connection or a restart. One that was answered is
//! ignored. Otherwise it is carried out or, if it had been, answered with its result; a challenge is
//! answered with its message.

use crate::app::{MessageRef, Missed};
use crate::discord::context::{Context, FollowUp, Response};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::outbox::newest_board::{board_posted, expected};
use crate::discord::reply::Reply;
use crate::discord::rest::messenger::Original;

/// Answers an interaction that an earlier process carried out, and may have failed to answer.
///
/// Discord accepts only one answer, so nothing is reported twice.
pub async fn carried_out_before(ctx: &Context, interaction: &Interaction) -> Response {
    let plain = Response::say(Reply::private(private(interaction).restarted()));
    let missed = match ctx.app.unanswered(interaction.id).await {
        Ok(Some((game, rev, _))) => ctx.app.missed(game, rev, interaction.received_at).await,
        Ok(None) => return plain,
        Err(error) => Err(error),
    };
    match missed {
        Ok(Some(Missed::Board { view, .. })) => {
            Response::say(boards::board(public(interaction), &view)).then(FollowUp::board(&view))
        }
        Ok(Some(Missed::SetAside(_)) | None) => plain,
        Err(error) => {
            tracing::error!(%error, id = interaction.id.0, "what an interaction did could not be told");
            plain
        }
    }
}

/// Returns the message of an interaction that another process answered, if it shows something that is not yet
/// recorded: a board, or a challenge.
pub async fn answered_before(
    ctx: &Context,
    interaction: &Interaction,
    done: &Response,
) -> Option<MessageRef> {
    let unnoted = done.then.iter().any(|then| matches!(then, FollowUp::Challenge(_)))
        // A board may show only the player's move: then the outbox changes it.
        || done.shows_board()
            && matches!(ctx.app.unanswered(interaction.id).await, Ok(Some((_, _, true))));
    if !unnoted {
        return None;
    }
    match ctx.messenger.original(&interaction.token).await {
        // A private answer is neither.
        Ok(Original::Message { id, private: false }) => {
            Some(MessageRef { channel: interaction.place.channel, message: id })
        }
        _ => None,
    }
}

/// Whether a redelivered interaction had been answered. If so it is not carried out because the person has
/// seen the result, or a notice that it takes long.
///
/// Records a board or a challenge that it made and that was not yet recorded.
pub async fn was_answered(ctx: &Context, interaction: &Interaction) -> bool {
    let (id, private) = match ctx.messenger.original(&interaction.token).await {
        Ok(Original::Message { id, private }) => (id, private),
        Ok(Original::None | Original::Unknown) => return false,
        // The lookup used up the time for an answer, and a second answer must not contradict the first.
        Err(_) => return true,
    };
    if private {
        return true;
    }
    match ctx.app.unanswered(interaction.id).await {
        Ok(Some((game, rev, true))) => {
            let at = MessageRef { channel: interaction.place.channel, message: id };
            if let Err(error) = board_posted(ctx, game, rev, at, Some(expected(interaction))).await {
                tracing::error!(%error, "a board that had arrived was not noted");
            }
        }
        // It may show only the player's move: the outbox makes it show the bot's.
        Ok(Some((game, rev, false))) => ctx.outbox.show(game, rev),
        Ok(None) => {
            if let Err(error) = ctx.app.posted_unnoted(interaction.id, id).await {
                tracing::error!(%error, "a challenge that had arrived was not noted");
            }
        }
        Err(_) => {}
    }
    true
}
