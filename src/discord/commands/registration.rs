//! The commands as registered with Discord, in every language the bot speaks.

use serde_json::Value;
use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
};

use super::{ALL, DynCommand, Opt, OptionKind, menus};
use crate::words::{CommandText, Languages, Words};

/// The locales Discord supports.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
    "vi", "zh-CN", "zh-TW",
];

/// What the registration says about where commands can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstallFields {
    /// Nothing, as required for the commands of one server.
    ///
    /// Discord's documentation: `contexts` and `integration_types` are "only for globally-scoped commands".
    Unsaid,
    /// How the application can be installed; commands must not ask for more.
    Said {
        /// In servers.
        servers: bool,
        /// By people, who can then use it everywhere.
        people: bool,
    },
}

/// The request body that registers the commands.
///
/// Commands that need a kind of installation the application does not have are left out.
///
/// # Panics
/// Never: the builders hold only what JSON can express.
pub fn registration(languages: &Languages, install: InstallFields) -> Value {
    let locales: Locales =
        LOCALES.into_iter().filter_map(|locale| Some((locale, languages.other(locale)?))).collect();
    let fits = |command: &&&dyn DynCommand| match install {
        InstallFields::Said { servers: false, .. } => !command.servers_only(),
        _ => true,
    };
    let commands = ALL.iter().filter(fits).map(|command| {
        let mut built =
            serde_json::to_value(builder(*command, &locales, install)).expect("builders serialise");
        name_file_types(&mut built, &command.options());
        built
    });
    commands.chain(menus::registration(&locales, install)).collect()
}

/// Adds the file types of each option, which the builders do not support.
fn name_file_types(built: &mut Value, options: &[Opt]) {
    let built = built["options"].as_array_mut().into_iter().flatten();
    for (built, option) in built.zip(options) {
        match option.kind {
            OptionKind::File(types) => built["file_types"] = types.into(),
            OptionKind::Subcommand(options) => name_file_types(built, &options()),
            _ => {}
        }
    }
}

/// Discord's locales for languages other than English.
type Locales = Vec<(&'static str, &'static Words)>;

fn builder(command: &dyn DynCommand, locales: &Locales, install: InstallFields) -> CreateCommand {
    let name = command.name();
    let options = command.options().iter().map(|one| option(name, one, locales)).collect();
    let mut built = CreateCommand::new(name)
        .description(Words::english().command(CommandText::Description(name)))
        .set_options(options);
    if let InstallFields::Said { servers, people } = install {
        let people = people && !command.servers_only();
        let mut contexts = vec![InteractionContext::Guild];
        if !command.servers_only() {
            contexts.push(InteractionContext::BotDm);
        }
        // A person who has the bot only through a server cannot use it in direct messages with others.
        contexts.extend(people.then_some(InteractionContext::PrivateChannel));
        let mut installations = Vec::new();
        installations.extend(servers.then_some(InstallationContext::Guild));
        installations.extend(people.then_some(InstallationContext::User));
        built = built.contexts(contexts).integration_types(installations);
    }
    if let Some(bits) = command.needs() {
        built = built.default_member_permissions(bits);
    }
    for (locale, words) in locales {
        built = built
            .name_localized(*locale, words.command(CommandText::Name(name)))
            .description_localized(*locale, words.command(CommandText::Description(name)));
    }
    built
}

fn option(command: &str, this: &Opt, locales: &Locales) -> CreateCommandOption {
    let kind = match this.kind {
        OptionKind::Text(_) | OptionKind::Suggested(_) | OptionKind::OneOf(_) | OptionKind::Game => {
            CommandOptionType::String
        }
        OptionKind::Flag => CommandOptionType::Boolean,
        OptionKind::Number(..) => CommandOptionType::Integer,
        OptionKind::Person => CommandOptionType::User,
        OptionKind::File(_) => CommandOptionType::Attachment,
        OptionKind::Subcommand(_) => CommandOptionType::SubCommand,
    };
    let (name, told) =
        (CommandText::OptionName(command, this.name), CommandText::OptionDescription(command, this.name));
    let mut built =
        CreateCommandOption::new(kind, this.name, Words::english().command(told)).required(this.required);
    for (locale, words) in locales {
        built = built
            .name_localized(*locale, words.command(name))
            .description_localized(*locale, words.command(told));
    }
    match this.kind {
        OptionKind::Text(most) => built.max_length(most),
        OptionKind::Suggested(most) => built.max_length(most).set_autocomplete(true),
        OptionKind::OneOf(values) => values.iter().fold(built, |built, value| {
            let says = |words: &Words| words.command(CommandText::Choice(command, this.name, value));
            choice(built, value, &says, locales)
        }),
        OptionKind::Game => built.max_length(GAME_MAX).set_autocomplete(true),
        OptionKind::Number(least, most) => {
            built.min_int_value(u64::from(least)).max_int_value(u64::from(most))
        }
        OptionKind::Flag | OptionKind::Person | OptionKind::File(_) => built,
        OptionKind::Subcommand(options) => {
            let of = format!("{command}-{}", this.name);
            options().iter().fold(built, |built, one| built.add_sub_option(option(&of, one, locales)))
        }
    }
}

/// Maximum characters of a game's name, or of the text typed to find it.
const GAME_MAX: u16 = 60;

/// Adds a choice to an option.
fn choice(
    built: CreateCommandOption,
    value: &str,
    says: &dyn Fn(&Words) -> String,
    locales: &Locales,
) -> CreateCommandOption {
    let name = says(Words::english());
    if locales.is_empty() {
        return built.add_string_choice(name, value);
    }
    let others = locales.iter().map(|(locale, words)| (*locale, says(words)));
    built.add_string_choice_localized(name, value, others)
}
