//! The slash commands, one file each.
//!
//! A new command needs two lines here: its `mod` and its row in [`ALL`]. Registration, `/help` and the tests
//! of Discord's limits are generated from that table.

mod abort;
pub mod analysis;
mod block;
mod board;
pub mod challenge;
mod draw;
pub mod export;
pub(super) mod first_game;
mod game;
mod games;
pub mod help;
mod hint;
mod history;
mod ladder;
mod leaderboard;
mod learn;
pub(super) mod menu_actions;
pub mod menus;
mod moves;
mod next;
mod note;
mod nudge;
pub mod play;
mod premove;
pub mod privacy;
mod profile;
mod puzzle;
mod registration;
mod rematch;
mod resign;
mod rules;
mod server;
mod settings;
mod takeback;
mod tournament;
mod unblock;
mod vacation;
mod web;
mod which_game;

use std::marker::PhantomData;

use futures_util::future::BoxFuture;
use serenity::all::Permissions;

use super::context::{Context, HandlerError, HandlerResult};
use super::features::families::game_line;
use super::interaction::{Call, Interaction, Typing};
use super::locale::{self, private};
use super::reply::{CHOICES_MAX, MenuLine};
use crate::app::{MORE, Opponent};
use crate::discord::interaction::keyed_queue::WaitsFor;
use crate::discord::ops::user_rate_limit::RateLimited;
use crate::rules::Variant;
use crate::words::{CommandGroup, CommandText, NotDone, Words};

pub use registration::{InstallFields, registration};

/// Every command, in the order of `/help`.
pub const ALL: &[&dyn DynCommand] = &[
    &listed::<challenge::Challenge>(),
    &listed::<play::PlayMove>(),
    &listed::<premove::Premove>(),
    &listed::<board::ShowBoard>(),
    &listed::<moves::Moves>(),
    &listed::<history::History>(),
    &listed::<export::ExportGame>(),
    &listed::<analysis::AnalyseGame>(),
    &listed::<hint::AskHint>(),
    &listed::<draw::Draw>(),
    &listed::<takeback::Takeback>(),
    &listed::<resign::Resign>(),
    &listed::<abort::Abort>(),
    &listed::<nudge::NudgeOpponent>(),
    &listed::<rematch::AskRematch>(),
    &listed::<next::NextTurn>(),
    &listed::<games::Games>(),
    &listed::<learn::Learn>(),
    &listed::<puzzle::AskPuzzle>(),
    &listed::<rules::Rules>(),
    &listed::<note::TakeNote>(),
    &listed::<profile::ShowProfile>(),
    &listed::<leaderboard::ShowLeaderboard>(),
    &listed::<settings::SettingsCommand>(),
    &listed::<server::ServerCommand>(),
    &listed::<tournament::Tournament>(),
    &listed::<ladder::LadderCommand>(),
    &listed::<game::OwnGame>(),
    &listed::<vacation::Vacation>(),
    &listed::<web::Web>(),
    &listed::<block::Block>(),
    &listed::<unblock::Unblock>(),
    &listed::<privacy::Privacy>(),
    &listed::<help::Help>(),
];

/// The suggestions for an option, or why there are none.
pub type Completed = Result<Vec<MenuLine>, HandlerError>;

/// A slash command. Its file parses its options and carries it out.
pub trait SlashCommand: Sized + Send + 'static {
    /// The name after the slash, which is also the key of its texts in `words`.
    const NAME: &'static str;
    /// The section of `/help` that lists it.
    const GROUP: CommandGroup;
    /// It shows something to one person and changes nothing, so it waits for nothing and costs no quota.
    const ONLY_READS: bool = false;
    /// Only the person sees its result, so it does not wait for others.
    const FOR_ONE: bool = false;
    /// It shows the game of a channel. If everyone sees that, its answer waits for earlier actions there.
    ///
    /// Nothing waits for it.
    const ONLY_SHOWS: bool = false;
    /// It acts on the game of its channel, so there must be a live one.
    const ACTS_ON_GAME: bool = false;
    /// The permissions its user needs; `None`: everyone may use it. The command checks them itself too.
    const NEEDS: Option<Permissions> = None;
    /// It also accepts games from files.
    const TAKES_CUSTOM_GAMES: bool = false;
    /// It may start a game.
    const BEGINS_GAME: bool = false;
    /// It concerns the person's own data, so people shut out by the operator may use it too.
    const FOR_SHUT_OUT: bool = false;
    /// The quota it counts against if it changes something or takes work.
    const QUOTA: RateLimited = RateLimited::Commands;
    /// It is useless in direct messages.
    const SERVERS_ONLY: bool = false;
    /// Its options, the required ones first.
    fn options() -> Vec<Opt> {
        Vec::new()
    }
    /// True if this call shows something to one person and changes nothing.
    fn only_reads(_call: &Call) -> bool {
        Self::ONLY_READS
    }
    /// True if this call takes much work although it changes nothing, so it counts against the person's
    /// quota.
    fn takes_work(_call: &Call) -> bool {
        false
    }
    /// The message for the person if the call takes longer than Discord waits for a response.
    fn slow(_call: &Call) -> NotDone {
        if Self::ACTS_ON_GAME { NotDone::Slow } else { NotDone::SlowElsewhere }
    }
    /// Parses the options. Has no side effects.
    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError>;
    /// Carries it out.
    fn run(self, ctx: &Context, interaction: &Interaction) -> impl Future<Output = HandlerResult> + Send;
    /// Suggests values for an option being typed. Options of the kind [`OptionKind::Game`] need no override.
    fn complete(
        _ctx: &Context,
        _from: &Interaction,
        _typing: &Typing,
    ) -> impl Future<Output = Completed> + Send {
        async { Ok(Vec::new()) }
    }
    /// The games to suggest.
    fn games(
        _ctx: &Context,
        _from: &Interaction,
    ) -> impl Future<Output = Result<Vec<Variant>, HandlerError>> + Send {
        async { Ok(crate::games::all().collect()) }
    }
}

/// A [`SlashCommand`] as a trait object.
pub trait DynCommand: Sync {
    /// The name after the slash.
    fn name(&self) -> &'static str;
    /// The section of `/help` that lists it.
    fn group(&self) -> CommandGroup;
    /// Its options.
    fn options(&self) -> Vec<Opt>;
    /// True if this call shows something to one person and changes nothing.
    fn only_reads(&self, call: &Call) -> bool;
    /// What this call waits for.
    fn waits_for(&self, call: &Call, interaction: &Interaction) -> WaitsFor;
    /// True if it acts on the game of its channel.
    fn acts_on_game(&self) -> bool;
    /// The permissions its user needs.
    fn needs(&self) -> Option<Permissions>;
    /// True if it also accepts games from files.
    fn takes_custom_games(&self) -> bool;
    /// True if it may start a game.
    fn begins_game(&self) -> bool;
    /// True if people shut out by the operator may use it too.
    fn is_for_shut_out(&self) -> bool;
    /// The quota this call counts against; `None` if it only reads and takes little work.
    fn quota(&self, call: &Call) -> Option<RateLimited>;
    /// The message for the person if the call takes longer than Discord waits for a response.
    fn slow(&self, call: &Call) -> NotDone;
    /// True if it is useless in direct messages.
    fn servers_only(&self) -> bool;
    /// Parses the options and carries the command out.
    fn run<'a>(
        &'a self,
        ctx: &'a Context,
        interaction: &'a Interaction,
        call: &'a Call,
    ) -> BoxFuture<'a, HandlerResult>;
    /// Suggests values for an option being typed.
    fn complete<'a>(
        &'a self,
        ctx: &'a Context,
        interaction: &'a Interaction,
        typing: &'a Typing,
    ) -> BoxFuture<'a, Completed>;
}

struct Listed<O>(PhantomData<fn() -> O>);

const fn listed<O: SlashCommand>() -> Listed<O> {
    Listed(PhantomData)
}

impl<O: SlashCommand> DynCommand for Listed<O> {
    fn name(&self) -> &'static str {
        O::NAME
    }

    fn group(&self) -> CommandGroup {
        O::GROUP
    }

    fn options(&self) -> Vec<Opt> {
        O::options()
    }

    fn only_reads(&self, call: &Call) -> bool {
        O::only_reads(call)
    }

    fn waits_for(&self, call: &Call, interaction: &Interaction) -> WaitsFor {
        match (O::only_reads(call), O::FOR_ONE, O::ONLY_SHOWS) {
            (true, ..) => WaitsFor::Nothing,
            (_, true, _) => WaitsFor::Person(interaction.who.id),
            (_, _, true) => WaitsFor::Behind(interaction.place.channel),
            _ => WaitsFor::Channel(interaction.place.channel),
        }
    }

    fn acts_on_game(&self) -> bool {
        O::ACTS_ON_GAME
    }

    fn needs(&self) -> Option<Permissions> {
        O::NEEDS
    }

    fn takes_custom_games(&self) -> bool {
        O::TAKES_CUSTOM_GAMES
    }

    fn begins_game(&self) -> bool {
        O::BEGINS_GAME
    }

    fn is_for_shut_out(&self) -> bool {
        O::FOR_SHUT_OUT
    }

    fn quota(&self, call: &Call) -> Option<RateLimited> {
        (!O::only_reads(call) || O::takes_work(call)).then_some(O::QUOTA)
    }

    fn slow(&self, call: &Call) -> NotDone {
        O::slow(call)
    }

    fn servers_only(&self) -> bool {
        O::SERVERS_ONLY
    }

    fn run<'a>(
        &'a self,
        ctx: &'a Context,
        interaction: &'a Interaction,
        call: &'a Call,
    ) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { O::read(call, interaction)?.run(ctx, interaction).await })
    }

    fn complete<'a>(
        &'a self,
        ctx: &'a Context,
        interaction: &'a Interaction,
        typing: &'a Typing,
    ) -> BoxFuture<'a, Completed> {
        let is_game = |option: &Opt| option.name == typing.option && matches!(option.kind, OptionKind::Game);
        Box::pin(async move {
            if !all_options(O::NAME, O::options()).iter().any(|(_, option)| is_game(option)) {
                return O::complete(ctx, interaction, typing).await;
            }
            let (words, games) = (private(interaction), O::games(ctx, interaction).await?);
            let fitting = which_game::matching(words, games.into_iter(), &typing.text).into_iter();
            Ok(fitting.take(CHOICES_MAX).map(|game| game_line(words, game)).collect())
        })
    }
}

/// One option of a command.
pub struct Opt {
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// What it takes.
    pub kind: OptionKind,
}

/// The type of an option's value.
pub enum OptionKind {
    /// Free text of at most this many characters.
    Text(u16),
    /// Free text with suggestions, of at most this many characters.
    Suggested(u16),
    /// One of these values; `words` has their labels.
    OneOf(&'static [&'static str]),
    /// One of the games.
    Game,
    /// Yes or no.
    Flag,
    /// A whole number in this inclusive range.
    Number(u32, u32),
    Person,
    /// A file with one of these extensions.
    File(&'static [&'static str]),
    /// A subcommand with its own options. A command that has one has nothing else.
    Subcommand(fn() -> Vec<Opt>),
}

/// A subcommand.
pub fn subcommand(name: &'static str, options: fn() -> Vec<Opt>) -> Opt {
    Opt { name, required: false, kind: OptionKind::Subcommand(options) }
}

/// The options of a command and of its subcommands, each with the key of its texts in `words`.
pub fn all_options(command: &str, options: Vec<Opt>) -> Vec<(String, Opt)> {
    let mut all = Vec::new();
    for option in options {
        let below = match option.kind {
            OptionKind::Subcommand(options) => all_options(&format!("{command}-{}", option.name), options()),
            _ => Vec::new(),
        };
        all.push((command.to_owned(), option));
        all.extend(below);
    }
    all
}

/// An optional option.
pub fn optional(name: &'static str, kind: OptionKind) -> Opt {
    Opt { name, required: false, kind }
}

/// A required option.
pub fn required(name: &'static str, kind: OptionKind) -> Opt {
    Opt { name, required: true, kind }
}

/// The chosen value of an option. Some clients send a choice's label instead of its value.
pub fn chosen<O: SlashCommand>(call: &Call, interaction: &Interaction, option: &str) -> Option<&'static str> {
    let text = call.text(option)?.trim().to_lowercase();
    let command = call.sub.as_ref().map_or_else(|| O::NAME.to_owned(), |sub| format!("{}-{sub}", O::NAME));
    let mut known = all_options(O::NAME, O::options()).into_iter();
    let (_, Opt { kind: OptionKind::OneOf(values), .. }) =
        known.find(|(of, known)| *of == command && known.name == option)?
    else {
        return None;
    };
    let says = |words: &Words, value: &str| {
        words.command(CommandText::Choice(&command, option, value)).to_lowercase() == text
    };
    let (own, english) = (locale::private(interaction), Words::english());
    values.iter().find(|value| **value == text || says(own, value) || says(english, value)).copied()
}

/// The person given by the option `user`.
pub fn person_of(call: &Call, interaction: &Interaction) -> Result<Opponent, HandlerError> {
    let named = call.person("user").map(|person| Opponent { user: person.id, bot: person.bot });
    named.ok_or_else(|| HandlerError::not_done(interaction, NotDone::Unreadable))
}

/// The bot's games, and those from files that can be started in this place.
fn games_here(interaction: &Interaction) -> impl Iterator<Item = Variant> + Clone {
    crate::games::all().chain(interaction.custom_games.iter().copied())
}

/// The game that the option `variant` names or describes: people need not pick a suggestion.
fn variant_of(call: &Call, interaction: &Interaction) -> Result<Variant, HandlerError> {
    let all: Vec<Variant> = games_here(interaction).collect();
    game_meant(call.text("variant").unwrap_or_default(), &all, interaction)
}

/// The game among `games` that a text names or describes; if none fits, one of all games available here.
fn game_meant(typed: &str, games: &[Variant], interaction: &Interaction) -> Result<Variant, HandlerError> {
    let words = locale::private(interaction);
    if let Some(game) = which_game::named(words, games_here(interaction), typed)
        .or_else(|| which_game::meant(words, games, typed))
    {
        return Ok(game);
    }
    let mut like = which_game::matching(words, games.iter().copied(), typed);
    if like.is_empty() {
        let all: Vec<Variant> = games_here(interaction).collect();
        if let Some(game) = which_game::meant(words, &all, typed) {
            return Ok(game);
        }
        like = which_game::matching(words, all.into_iter(), typed);
    }
    Err(HandlerError::say(words.unknown_game(typed, &like)))
}

/// Suggestions in Discord's form.
fn choices(interaction: &Interaction, list: &[crate::app::Choice]) -> Vec<MenuLine> {
    let words = private(interaction);
    list.iter().take(CHOICES_MAX).map(|c| MenuLine::new(&words.choice(&c.shown), &c.value)).collect()
}

/// What was typed or chosen.
///
/// Some clients send the label of the line that counts the hidden choices instead of its value.
fn typed(interaction: &Interaction, text: &str) -> String {
    if private(interaction).is_more(text) { MORE.to_owned() } else { text.to_owned() }
}

/// The command with this name.
pub fn find(name: &str) -> Option<&'static dyn DynCommand> {
    ALL.iter().copied().find(|command| command.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_found_by_its_name() {
        assert!(ALL.iter().all(|command| find(command.name()).is_some()));
        assert!(find("nothing").is_none());
    }
}
