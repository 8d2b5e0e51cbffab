//! What kind of action an interaction is: whether it changes anything, what it waits for, and who sees the result.

use super::keyed_queue::WaitsFor;
use super::user_rate_limit::RateLimited;
use crate::discord::commands::analysis::AnalyseGame;
use crate::discord::commands::export::ExportGame;
use crate::discord::commands::play::PlayMove;
use crate::discord::commands::privacy::Privacy;
use crate::discord::commands::{self, DynCommand, SlashCommand};
use crate::discord::components::actions::{ActionProperty, ComponentAction};
use crate::discord::components::custom_id;
use crate::discord::context::{FollowUp, Response, Shows};
use crate::discord::interaction::{Call, Interaction, InteractionData};
use crate::discord::ops::metrics::Asked;
use crate::discord::reply::Answer;

/// Whether it may do anything besides showing something to the person who asked.
pub fn touches(what: &InteractionData) -> bool {
    changes(what) || matches!(what, InteractionData::Form { .. })
}

/// The quota that it counts against; none for what only reads. Boards have a quota of their own, taken once it is known
/// who sees them.
pub fn rationed(what: &InteractionData) -> Option<RateLimited> {
    match what {
        // Nobody else sees it, but it takes much work.
        InteractionData::Command(call) if takes_work(call) => Some(RateLimited::Commands),
        InteractionData::Menu { .. } => Some(RateLimited::Commands),
        InteractionData::Component { id, .. } if custom_id::has(id, ActionProperty::TakesWork) => {
            Some(RateLimited::Commands)
        }
        _ if !changes(what) => None,
        InteractionData::Command(call) if call.name != PlayMove::NAME => Some(RateLimited::Commands),
        _ => Some(RateLimited::Moves),
    }
}

/// Whether it takes much work although it changes nothing: an analysis, or an animation.
fn takes_work(call: &Call) -> bool {
    let is_text = |format: &str| ["pgn", "fen"].contains(&format);
    match call.name.as_str() {
        AnalyseGame::NAME => true,
        ExportGame::NAME => call.text("format").is_some_and(|format| !is_text(format)),
        _ => false,
    }
}

/// Its kind and command, for the metrics and the log.
pub fn asked(what: &InteractionData) -> Asked {
    let command = |name: &str| commands::find(name).map_or("unknown", |command| command.name());
    let action = |id: &str| id.parse().map_or("unknown", ComponentAction::name);
    match what {
        InteractionData::Command(call) => Asked { kind: "command", command: command(&call.name) },
        InteractionData::Menu { name, .. } => Asked { kind: "menu", command: commands::menus::slug(name) },
        InteractionData::Completing(typing) => {
            Asked { kind: "suggestions", command: command(&typing.call.name) }
        }
        InteractionData::Component { id, .. } => Asked { kind: "button", command: action(id) },
        InteractionData::Form { id, .. } => Asked { kind: "form", command: action(id) },
        InteractionData::Other | InteractionData::Unreadable { .. } => {
            Asked { kind: "other", command: "unknown" }
        }
    }
}

/// Whether it may change something; what only reads need not wait for anything.
pub fn changes(what: &InteractionData) -> bool {
    match what {
        InteractionData::Menu { .. }
        | InteractionData::Completing(_)
        | InteractionData::Unreadable { .. } => false,
        InteractionData::Command(call) => {
            commands::find(&call.name).is_some_and(|command| !command.only_reads(call))
        }
        InteractionData::Component { id, .. } => !custom_id::has(id, ActionProperty::Reads),
        InteractionData::Form { .. } | InteractionData::Other => true,
    }
}

/// Whether it acts on the game of the channel, and so needs a game that goes on.
pub fn acts_on_game(what: &InteractionData) -> bool {
    match what {
        InteractionData::Command(call) => commands::find(&call.name).is_some_and(DynCommand::acts_on_game),
        InteractionData::Component { id, .. } | InteractionData::Form { id, .. } => {
            custom_id::has(id, ActionProperty::ActsOnGame)
        }
        InteractionData::Menu { .. }
        | InteractionData::Completing(_)
        | InteractionData::Other
        | InteractionData::Unreadable { .. } => false,
    }
}

/// Whether it is done for those, too, who are shut out: what concerns their own data.
pub fn is_for_shut_out(what: &InteractionData) -> bool {
    match what {
        InteractionData::Command(call) => call.name == Privacy::NAME,
        InteractionData::Component { id, .. } => matches!(id.parse(), Ok(ComponentAction::Privacy(_))),
        _ => false,
    }
}

/// What it waits for before it begins.
pub fn waits_for(from: &Interaction) -> WaitsFor {
    match &from.what {
        InteractionData::Command(call) => {
            commands::find(&call.name).map_or(WaitsFor::Nothing, |command| command.waits_for(call, from))
        }
        what if !changes(what) => WaitsFor::Nothing,
        InteractionData::Component { id, .. } | InteractionData::Form { id, .. }
            if custom_id::has(id, ActionProperty::ForOne) =>
        {
            WaitsFor::Person(from.who.id)
        }
        _ => WaitsFor::Channel(from.place.channel),
    }
}

/// Where others see what was done to the game of this channel: the order of the actions is kept there.
pub enum SeenIn {
    /// In the answer itself.
    Answer,
    /// In a message that is posted after the answer.
    Beside,
    /// Nowhere, or not in this channel.
    Nothing,
}

/// Where others see what was done.
pub fn seen_in(from: &Interaction, done: &Response) -> SeenIn {
    let is_posted_here = |then: &FollowUp| match then {
        FollowUp::Post { channel, shows: Shows::Board(..) | Shows::Offer(..), .. } => {
            channel.0 == from.place.channel
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
