//! The commands, as the chat shows them while they are typed, and what `/help` says.

use fluent_bundle::FluentArgs;

use super::{Words, args};
use crate::app::Level;
use crate::rules::Variant;

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

/// What the first steps of somebody new ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Which game to play with a friend.
    Friend,
    /// Which game to play against the bot.
    Bot,
    /// What the menu of games says.
    ChooseGame,
    /// What the menu of levels says.
    ChooseLevel,
    /// What the menu of people says.
    ChooseFriend,
}

impl Words {
    /// What a first step asks for.
    pub fn start(&self, asked: Start) -> String {
        self.plain(match asked {
            Start::Friend => "start-friend",
            Start::Bot => "start-bot",
            Start::ChooseGame => "start-choose-game",
            Start::ChooseLevel => "start-choose-level",
            Start::ChooseFriend => "start-choose-friend",
        })
    }

    /// At which level the bot is to play a game.
    pub fn start_level(&self, game: Variant) -> String {
        self.say("start-level", &args! { "game" => game })
    }

    /// A level of the bot, with its name.
    pub fn level(&self, level: Level) -> String {
        self.say("bot-level", &args! { "level" => level })
    }

    /// Whom to challenge to a game.
    pub fn start_whom(&self, game: Variant) -> String {
        self.say("start-whom", &args! { "game" => game })
    }

    /// A text of a command.
    pub fn command(&self, text: CommandText<'_>) -> String {
        self.say(&text.key(), &FluentArgs::new())
    }

    /// How to begin, to play and to learn: a sentence each.
    pub fn help(&self) -> [String; 3] {
        ["help-to-start", "help-to-play", "help-to-learn"].map(|key| self.plain(key))
    }
}
