//! Finds where others see the effect of an interaction, which decides what its answer waits for.

use crate::discord::context::{FollowUp, Response, Shows};
use crate::discord::interaction::Interaction;
use crate::discord::reply::Answer;

/// Where others see the effect on the game of this channel: the order of the actions is kept there.
pub enum SeenIn {
    /// In the answer itself.
    Answer,
    /// In a message that is posted after the answer.
    Beside,
    /// Nowhere, or not in this channel.
    Nothing,
}

/// Returns where others see the effect.
pub fn seen_in(interaction: &Interaction, done: &Response) -> SeenIn {
    let is_posted_here = |then: &FollowUp| match then {
        FollowUp::Post { channel, shows: Shows::Board(..) | Shows::Offer(..), .. } => {
            *channel == interaction.place.channel
        }
        _ => false,
    };
    match &done.answer {
        Answer::Message(reply) if !reply.private && done.then.iter().any(|then| then.game().is_some()) => {
            SeenIn::Answer
        }
        _ if done.then.iter().any(is_posted_here) => SeenIn::Beside,
        _ => SeenIn::Nothing,
    }
}
