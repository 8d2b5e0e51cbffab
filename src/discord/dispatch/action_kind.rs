//! What kind of thing somebody asks for: whether it changes anything, what it waits for, and who sees it.

use super::keyed_queue::WaitsFor;
use super::user_rate_limit::Rationed;
use crate::discord::commands::analysis::AnalyseGame;
use crate::discord::commands::play::PlayMove;
use crate::discord::commands::{self, Command, Wish};
use crate::discord::components::custom_id::{Carried, Meaning};
use crate::discord::context::{Done, Shows, Then};
use crate::discord::interaction::{Deed, Interaction};
use crate::discord::ops::metrics::Asked;
use crate::discord::reply::Answer;

/// Whether it may do anything but show something to the one who asked.
pub fn touches(deed: &Deed) -> bool {
    changes(deed) || matches!(deed, Deed::Form { .. })
}

/// What of it is rationed; what only one person sees is not, but for boards, of which that is not known yet.
pub fn rationed(deed: &Deed) -> Option<Rationed> {
    match deed {
        // Nobody else sees it, but much is done for it.
        Deed::Command(call) if call.name == AnalyseGame::NAME => Some(Rationed::Commands),
        Deed::Component { id, .. } if matches!(id.parse(), Ok(Carried::Now(Meaning::Analyse(_)))) => {
            Some(Rationed::Commands)
        }
        _ if !changes(deed) => None,
        Deed::Command(call) if call.name != PlayMove::NAME => Some(Rationed::Commands),
        _ => Some(Rationed::Moves),
    }
}

/// What it was, for whoever watches the bot.
pub fn asked(deed: &Deed) -> Asked {
    let command = |name: &str| commands::find(name).map_or("unknown", |command| command.name());
    let meaning = |id: &str| match id.parse() {
        Ok(Carried::Now(meaning)) => meaning.word(),
        _ => "unknown",
    };
    match deed {
        Deed::Command(call) => Asked { kind: "command", command: command(&call.name) },
        Deed::Completing(typing) => Asked { kind: "suggestions", command: command(&typing.call.name) },
        Deed::Component { id, .. } => Asked { kind: "button", command: meaning(id) },
        Deed::Form { id, .. } => Asked { kind: "form", command: meaning(id) },
        Deed::Other | Deed::Unreadable { .. } => Asked { kind: "other", command: "unknown" },
    }
}

/// Whether it may change something; what only reads need not wait for anything.
pub fn changes(deed: &Deed) -> bool {
    match deed {
        Deed::Completing(_) | Deed::Unreadable { .. } => false,
        Deed::Command(call) => commands::find(&call.name).is_some_and(|command| !command.only_reads(call)),
        Deed::Component { id, .. } => {
            !matches!(id.parse(), Ok(Carried::Now(meaning)) if meaning.only_reads())
        }
        Deed::Form { .. } | Deed::Other => true,
    }
}

/// Whether it acts in the game of the channel, so that it needs a game that goes on.
pub fn acts_on_game(deed: &Deed) -> bool {
    match deed {
        Deed::Command(call) => commands::find(&call.name).is_some_and(Command::acts_on_game),
        Deed::Component { id, .. } | Deed::Form { id, .. } => {
            matches!(id.parse(), Ok(Carried::Now(meaning)) if meaning.acts_on_game())
        }
        Deed::Completing(_) | Deed::Other | Deed::Unreadable { .. } => false,
    }
}

/// What it waits for.
pub fn waits_for(from: &Interaction) -> WaitsFor {
    match &from.what {
        Deed::Command(call) => {
            commands::find(&call.name).map_or(WaitsFor::Nothing, |command| command.waits_for(call, from))
        }
        deed if !changes(deed) => WaitsFor::Nothing,
        Deed::Component { id, .. } | Deed::Form { id, .. } if matches!(id.parse(), Ok(Carried::Now(meaning)) if meaning.is_for_one()) => {
            WaitsFor::Person(from.who.id)
        }
        _ => WaitsFor::Channel(from.place.channel),
    }
}

/// Where others see what was done to the game of this channel: there the order is kept in which it was done.
pub enum SeenIn {
    /// In the answer itself.
    Answer,
    /// A message that is posted after the answer.
    Beside,
    /// Nowhere: nobody does, or not there.
    Nothing,
}

/// Where others see what was done.
pub fn seen_in(from: &Interaction, done: &Done) -> SeenIn {
    let is_posted_here = |then: &Then| match then {
        Then::Post { channel, shows: Shows::Board(..) | Shows::Offer(..), .. } => {
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
