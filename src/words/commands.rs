//! The commands, as the chat shows them while they are typed, and what `/help` says.

use fluent_bundle::FluentArgs;

use super::Words;

/// A text that belongs to a command, by the names that the program knows: those of the command, its option and a choice of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandText<'a> {
    /// What follows the slash.
    Name(&'a str),
    /// What is shown of a command beside its name.
    Description(&'a str),
    /// What `/help` says of a command.
    Help(&'a str),
    /// The name of an option.
    OptionName(&'a str, &'a str),
    /// What is shown of an option beside its name.
    OptionDescription(&'a str, &'a str),
    /// One of the choices of an option.
    Choice(&'a str, &'a str, &'a str),
}

impl CommandText<'_> {
    /// The message that holds it.
    fn key(self) -> String {
        match self {
            Self::Name(command) => format!("command-{command}"),
            Self::Description(command) => format!("command-{command}.description"),
            Self::Help(command) => format!("command-{command}.help"),
            Self::OptionName(command, option) => format!("option-{command}-{option}"),
            Self::OptionDescription(command, option) => format!("option-{command}-{option}.description"),
            Self::Choice(command, option, value) => format!("choice-{command}-{option}-{value}"),
        }
    }
}

impl Words {
    /// A text of a command.
    pub fn command(&self, text: CommandText<'_>) -> String {
        self.say(&text.key(), &FluentArgs::new())
    }

    /// How to begin: the sentences above the list of all commands.
    pub fn help(&self) -> [String; 3] {
        ["help-to-start", "help-to-play", "help-to-learn"].map(|key| self.plain(key))
    }
}
