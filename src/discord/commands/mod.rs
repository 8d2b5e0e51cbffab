//! The commands: one file each, and two lines here, its `mod` and its row in [`ALL`]. Registration, `/help` and the tests of Discord's limits
//! are made from that table.

mod abort;
mod board;
mod challenge;
mod draw;
mod games;
mod help;
mod moves;
mod play;
mod resign;
mod rules;

use std::marker::PhantomData;

use futures_util::future::BoxFuture;
use serde_json::Value;
use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
};

use super::desk::{Desk, Handled, Stop};
use super::event::{Call, Interaction, Typing};
use super::language::private;
use super::reply::{CHOICES_MAX, MenuLine};
use crate::app::MORE;
use crate::rules::Variant;

/// Every command, in the order of `/help`.
pub const ALL: &[&dyn Command] = &[
    &listed::<challenge::Challenge>(),
    &listed::<play::PlayMove>(),
    &listed::<board::ShowBoard>(),
    &listed::<moves::Moves>(),
    &listed::<draw::Draw>(),
    &listed::<resign::Resign>(),
    &listed::<abort::Abort>(),
    &listed::<games::Games>(),
    &listed::<rules::Rules>(),
    &listed::<help::Help>(),
];

/// What a command tells: its suggestions, or why there are none.
pub type Completed = Result<Vec<MenuLine>, Stop>;

/// What a person asks for with one slash command. Its file reads it from what was typed, and carries it out.
pub trait Wish: Sized + Send + 'static {
    /// What follows the slash.
    const NAME: &'static str;
    /// What Discord shows while it is typed, at most 100 characters.
    const DESCRIPTION: &'static str;
    /// What `/help` says of it: one sentence for a player.
    const HELP: &'static str;
    /// It changes nothing, so that it need not wait for the others in its channel.
    const ONLY_READS: bool = false;
    /// Its options, the required ones first.
    fn options() -> Vec<Opt> {
        Vec::new()
    }
    /// Reads what was asked for. Nothing happens yet.
    ///
    /// # Errors
    /// A sentence for whoever asked.
    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop>;
    /// Carries it out.
    fn run(self, desk: &Desk, from: &Interaction) -> impl Future<Output = Handled> + Send;
    /// Suggestions for an option while it is typed.
    fn complete(
        _desk: &Desk,
        _from: &Interaction,
        _typing: &Typing,
    ) -> impl Future<Output = Completed> + Send {
        async { Ok(Vec::new()) }
    }
}

/// A command among others: a [`Wish`] whose type is not told.
pub trait Command: Sync {
    /// What follows the slash.
    fn name(&self) -> &'static str;
    /// What Discord shows while it is typed.
    fn description(&self) -> &'static str;
    /// What `/help` says of it.
    fn help(&self) -> &'static str;
    /// Its options.
    fn options(&self) -> Vec<Opt>;
    /// Whether it changes nothing.
    fn only_reads(&self) -> bool;
    /// Reads what was asked for, and carries it out.
    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled>;
    /// Suggestions for an option while it is typed.
    fn complete<'a>(
        &'a self,
        desk: &'a Desk,
        from: &'a Interaction,
        typing: &'a Typing,
    ) -> BoxFuture<'a, Completed>;
}

struct Listed<O>(PhantomData<fn() -> O>);

const fn listed<O: Wish>() -> Listed<O> {
    Listed(PhantomData)
}

impl<O: Wish> Command for Listed<O> {
    fn name(&self) -> &'static str {
        O::NAME
    }

    fn description(&self) -> &'static str {
        O::DESCRIPTION
    }

    fn help(&self) -> &'static str {
        O::HELP
    }

    fn options(&self) -> Vec<Opt> {
        O::options()
    }

    fn only_reads(&self) -> bool {
        O::ONLY_READS
    }

    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move { O::read(call, from)?.run(desk, from).await })
    }

    fn complete<'a>(
        &'a self,
        desk: &'a Desk,
        from: &'a Interaction,
        typing: &'a Typing,
    ) -> BoxFuture<'a, Completed> {
        Box::pin(O::complete(desk, from, typing))
    }
}

/// One option of a command.
pub struct Opt {
    /// Its name.
    pub name: &'static str,
    /// What Discord shows beside it, at most 100 characters.
    pub description: &'static str,
    /// It must be given.
    pub required: bool,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
pub enum OptionKind {
    /// Free text of at most this many characters.
    Text(u16),
    /// Free text with suggestions, of at most this many characters.
    Suggested(u16),
    /// One of these, each a name and a value.
    OneOf(Vec<(&'static str, &'static str)>),
    /// Yes or no.
    Flag,
    /// A person.
    Person,
}

/// An option that may be left out.
pub fn optional(name: &'static str, description: &'static str, kind: OptionKind) -> Opt {
    Opt { name, description, required: false, kind }
}

/// An option that must be given.
pub fn required(name: &'static str, description: &'static str, kind: OptionKind) -> Opt {
    Opt { name, description, required: true, kind }
}

/// The game that the option `variant` names. Some clients send a choice's name instead of its value.
///
/// # Errors
/// A sentence for whoever asked.
pub fn variant_of(call: &Call) -> Result<Variant, Stop> {
    let named = |text: &str| Variant::all().find(|variant| variant.name().eq_ignore_ascii_case(text.trim()));
    call.text("variant")
        .and_then(|text| Variant::from_slug(text).or_else(|| named(text)))
        .ok_or_else(|| Stop::say("I don't know that game. Pick one from the list."))
}

/// Suggestions of the games as Discord wants them.
fn choices(from: &Interaction, list: &[crate::app::Choice]) -> Vec<MenuLine> {
    let words = private(from);
    list.iter().take(CHOICES_MAX).map(|c| MenuLine::new(&words.choice(&c.shown), &c.value)).collect()
}

/// What was typed or chosen; some clients send the name of the line that counts what is hidden, and not its value.
fn chosen(from: &Interaction, text: &str) -> String {
    if private(from).is_more(text) { MORE.to_owned() } else { text.to_owned() }
}

/// The command of this name.
pub fn find(name: &str) -> Option<&'static dyn Command> {
    ALL.iter().copied().find(|command| command.name() == name)
}

/// The body that registers all commands.
///
/// # Panics
/// Never: the builders hold nothing that JSON has no form for.
pub fn registration() -> Value {
    let commands: Vec<_> = ALL.iter().map(|command| builder(*command)).collect();
    serde_json::to_value(commands).expect("builders serialise")
}

fn builder(command: &dyn Command) -> CreateCommand {
    let options = command.options().into_iter().map(|option| {
        let (kind, choices) = match &option.kind {
            OptionKind::Text(_) | OptionKind::Suggested(_) => (CommandOptionType::String, &[][..]),
            OptionKind::OneOf(choices) => (CommandOptionType::String, &choices[..]),
            OptionKind::Flag => (CommandOptionType::Boolean, &[][..]),
            OptionKind::Person => (CommandOptionType::User, &[][..]),
        };
        let mut built =
            CreateCommandOption::new(kind, option.name, option.description).required(option.required);
        for (name, value) in choices {
            built = built.add_string_choice(*name, *value);
        }
        match option.kind {
            OptionKind::Text(most) => built.max_length(most),
            OptionKind::Suggested(most) => built.max_length(most).set_autocomplete(true),
            _ => built,
        }
    });
    CreateCommand::new(command.name())
        .description(command.description())
        .set_options(options.collect())
        .contexts(vec![InteractionContext::Guild, InteractionContext::BotDm])
        .integration_types(vec![InstallationContext::Guild])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn is_name(name: &str) -> bool {
        (1..=32).contains(&name.chars().count())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
    }

    fn is_description(text: &str) -> bool {
        (1..=100).contains(&text.chars().count())
    }

    #[test]
    fn names_are_unique_and_within_the_limits() {
        let names: HashSet<_> = ALL.iter().map(|command| command.name()).collect();
        assert_eq!(names.len(), ALL.len());
        assert!(ALL.len() <= 100);
        for command in ALL {
            assert!(is_name(command.name()), "{}", command.name());
            assert!(is_description(command.description()), "/{}", command.name());
            assert!(!command.help().is_empty() && command.help().ends_with('.'), "/{}", command.name());
        }
    }

    #[test]
    fn options_are_within_the_limits_and_required_ones_come_first() {
        for command in ALL {
            let options = command.options();
            let names: HashSet<_> = options.iter().map(|option| option.name).collect();
            assert!(names.len() == options.len() && options.len() <= 25, "/{}", command.name());
            assert!(options.is_sorted_by_key(|option| !option.required), "/{}", command.name());
            for option in options {
                assert!(is_name(option.name) && is_description(option.description), "{}", option.name);
                match option.kind {
                    OptionKind::OneOf(choices) => {
                        let short = |text: &str| (1..=100).contains(&text.chars().count());
                        assert!((1..=25).contains(&choices.len()));
                        assert!(choices.iter().all(|(name, value)| short(name) && short(value)));
                        let values: HashSet<_> = choices.iter().map(|(_, value)| value).collect();
                        assert_eq!(values.len(), choices.len());
                    }
                    OptionKind::Text(most) | OptionKind::Suggested(most) => {
                        assert!((1..=6_000).contains(&most));
                    }
                    OptionKind::Flag | OptionKind::Person => {}
                }
            }
        }
    }

    #[test]
    fn the_whole_of_a_command_keeps_below_discords_sum() {
        for command in registration().as_array().expect("a list") {
            let mut sum = 0;
            let mut stack = vec![command];
            while let Some(value) = stack.pop() {
                for key in ["name", "description", "value"] {
                    sum += value[key].as_str().map_or(0, |text| text.chars().count());
                }
                for key in ["options", "choices"] {
                    stack.extend(value[key].as_array().into_iter().flatten());
                }
            }
            assert!(sum <= 8_000, "{sum}: {}", command["name"]);
        }
    }

    #[test]
    fn every_command_is_found_by_its_name() {
        assert!(ALL.iter().all(|command| find(command.name()).is_some()));
        assert!(find("nothing").is_none());
    }
}
