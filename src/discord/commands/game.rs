//! `/game`

use super::{CommandGroup, Completed, Opt, OptionKind, SlashCommand, required, subcommand};
use crate::discord::context::{Context, HandlerError, HandlerResult};
use crate::discord::features::custom_games;
use crate::discord::interaction::{AttachedFile, Call, Interaction, Typing};
use crate::words::NotDone;

/// Maximum characters of a game's name.
const NAME_MAX: u16 = 40;
/// File extensions of a game's file. Some phones name every text file `.txt`.
const FILE_TYPES: &[&str] = &[".toml", ".txt"];

/// Manages a server's games from files.
pub enum OwnGame {
    /// Adds the game of this file.
    Add(AttachedFile),
    List,
    Remove(String),
    Publish(String),
}

fn of_add() -> Vec<Opt> {
    vec![required("file", OptionKind::File(FILE_TYPES))]
}

fn nothing() -> Vec<Opt> {
    Vec::new()
}

fn of_name() -> Vec<Opt> {
    vec![required("name", OptionKind::Suggested(NAME_MAX))]
}

impl SlashCommand for OwnGame {
    const NAME: &'static str = "game";
    const GROUP: CommandGroup = CommandGroup::Server;
    const SERVERS_ONLY: bool = true;
    // Unrelated to the games of its channel, and takes a while.
    const FOR_ONE: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            subcommand("add", of_add),
            subcommand("list", nothing),
            subcommand("remove", of_name),
            subcommand("publish", of_name),
        ]
    }

    fn only_reads(call: &Call) -> bool {
        call.sub.as_deref() == Some("list")
    }

    fn slow(call: &Call) -> NotDone {
        if call.sub.as_deref() == Some("add") { NotDone::SlowFile } else { NotDone::SlowElsewhere }
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let unreadable = || HandlerError::not_done(interaction, NotDone::Unreadable);
        let name = || call.text("name").map(str::to_owned).ok_or_else(unreadable);
        match call.sub.as_deref() {
            Some("add") => Ok(Self::Add(call.file("file").cloned().ok_or_else(unreadable)?)),
            Some("list") => Ok(Self::List),
            Some("remove") => Ok(Self::Remove(name()?)),
            Some("publish") => Ok(Self::Publish(name()?)),
            _ => Err(unreadable()),
        }
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        match self {
            Self::Add(file) => custom_games::add(ctx, interaction, file),
            Self::List => custom_games::list(ctx, interaction).await,
            Self::Remove(name) => custom_games::remove(ctx, interaction, &name).await,
            Self::Publish(name) => custom_games::publish(ctx, interaction, &name).await,
        }
    }

    async fn complete(ctx: &Context, interaction: &Interaction, typing: &Typing) -> Completed {
        custom_games::suggested(ctx, interaction, &typing.text).await
    }
}
