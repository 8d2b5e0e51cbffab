//! The names and descriptions of commands as Discord shows them, and the texts of `/help`.

use fluent_bundle::FluentArgs;

use super::Words;
use super::args;
use super::{Mentioned, Naming};
use crate::app::{BeginsAt, Level, Place, PlaceAnswer};
use crate::game::UserId;
use crate::rules::{Color, Variant, listed};

/// A text of a command, identified by the program's names of the command, its option and the option's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandText<'a> {
    /// The name after the slash.
    Name(&'a str),
    /// The description beside a command's name.
    Description(&'a str),
    /// The command's text in `/help`.
    Help(&'a str),
    /// The name of an option.
    OptionName(&'a str, &'a str),
    /// The description beside an option's name.
    OptionDescription(&'a str, &'a str),
    /// One of the choices of an option.
    Choice(&'a str, &'a str, &'a str),
    /// The name of a user or message command.
    Menu(&'a str),
}

impl CommandText<'_> {
    /// The key of the message.
    fn key(self) -> String {
        match self {
            Self::Name(command) => format!("command-{command}"),
            Self::Description(command) => format!("command-{command}.description"),
            Self::Help(command) => format!("command-{command}.help"),
            Self::OptionName(command, option) => format!("option-{command}-{option}"),
            Self::OptionDescription(command, option) => format!("option-{command}-{option}.description"),
            Self::Menu(command) => format!("menu-{command}"),
            Self::Choice(command, option, value) => format!("choice-{command}-{option}-{value}"),
        }
    }
}

listed! {
    /// A group of commands in the list of all commands, in this order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CommandGroup {
        /// Starting and playing a game.
        Play,
        /// Learning a game, and looking at one.
        Learn,
        /// Commands that concern other people.
        WithOthers,
        /// The person's own data and settings.
        Yours,
        /// Commands for a server.
        Server,
    }
}

/// Why a game against the bot does not start in direct messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDm {
    /// The person does not accept direct messages.
    Closed,
    /// Discord did not respond in time.
    Unreached,
    /// A game is being played there.
    Taken(Place),
}

/// A prompt in the first steps of a new user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The game to play with a friend.
    Friend,
    /// The game to play against the bot.
    Bot,
    /// The placeholder of the menu of games.
    ChooseGame,
    /// The placeholder of the menu of levels.
    ChooseLevel,
    /// The placeholder of the menu of people.
    ChooseFriend,
}

impl Words {
    /// The text of a prompt in the first steps.
    pub fn start(&self, asked: Start) -> String {
        self.plain(match asked {
            Start::Friend => "start-friend",
            Start::Bot => "start-bot",
            Start::ChooseGame => "start-choose-game",
            Start::ChooseLevel => "start-choose-level",
            Start::ChooseFriend => "start-choose-friend",
        })
    }

    /// Asks for the bot's level in a game.
    pub fn start_level(&self, game: Variant) -> String {
        self.say("start-level", &args! { "game" => game })
    }

    /// Asks in which of these places to play against the bot.
    pub fn bot_game_where(&self, places: &[BeginsAt], answer: PlaceAnswer) -> String {
        let hint = |at, key| places.contains(&at).then_some(key);
        let said = [
            Some("bot-game-where"),
            hint(BeginsAt::Thread, "bot-game-where.thread"),
            hint(BeginsAt::Dm, "bot-game-where.dm"),
            Some(Self::of_answer(answer)),
        ];
        said.into_iter().flatten().map(|key| self.plain(key)).collect::<Vec<_>>().join(" ")
    }

    fn of_answer(answer: PlaceAnswer) -> &'static str {
        match answer {
            PlaceAnswer::Kept => "bot-game-where.kept",
            PlaceAnswer::Once => "bot-game-where.once",
        }
    }

    /// Says that a game against the bot has started. `place` is `None` if the message is in that place.
    pub fn bot_game_begun(
        &self,
        (game, level): (Variant, Level),
        place: Option<Place>,
        naming: Naming<'_>,
    ) -> String {
        let mut args = args! { "game" => game, "level" => level };
        let Some(place) = place else { return self.say("bot-game-begun", &args) };
        args.set("place", naming(Mentioned::Place(place)));
        self.say(if place.guild.is_none() { "bot-game-begun.dm" } else { "bot-game-begun.thread" }, &args)
    }

    /// The first message in the direct messages where a game against the bot starts.
    pub fn bot_game_hello(&self, (game, level): (Variant, Level)) -> String {
        self.say("bot-game-hello", &args! { "game" => game, "level" => level })
    }

    /// Says why a game does not start in direct messages, and offers another place if possible.
    ///
    /// `elsewhere`: how the answer to that offer is used.
    pub fn no_dm(&self, why: NoDm, elsewhere: Option<PlaceAnswer>, naming: Naming<'_>) -> String {
        let told = match why {
            NoDm::Closed => self.plain("bot-game-no-dm"),
            NoDm::Unreached => self.plain("bot-game-no-dm.unreached"),
            NoDm::Taken(place) => {
                self.say("bot-game-no-dm.taken", &args! { "place" => naming(Mentioned::Place(place)) })
            }
        };
        let Some(answer) = elsewhere else { return told };
        [told, self.plain("bot-game-no-dm.elsewhere"), self.plain(Self::of_answer(answer))].join(" ")
    }

    /// A level of the bot, with its name.
    pub fn level(&self, level: Level) -> String {
        self.say("bot-level", &args! { "level" => level })
    }

    /// Describes a level of the bot in a few words.
    pub fn level_about(&self, level: Level) -> String {
        self.say("bot-level-about", &args! { "level" => level })
    }

    /// Asks for the game in which to challenge a person.
    pub fn start_which(&self, person: UserId, naming: Naming<'_>) -> String {
        self.say("start-which", &args! { "person" => naming(Mentioned::Person(person)) })
    }

    /// Asks for the bot's level to continue from a position.
    pub fn start_from_here(&self, game: Variant, side: Color) -> String {
        self.say("start-from-here", &args! { "game" => game, "side" => side })
    }

    /// Asks which person to challenge to a game.
    pub fn start_whom(&self, game: Variant) -> String {
        self.say("start-whom", &args! { "game" => game })
    }

    /// The heading of a group of commands.
    pub fn command_group(&self, group: CommandGroup) -> String {
        self.plain(match group {
            CommandGroup::Play => "help-group-play",
            CommandGroup::Learn => "help-group-learn",
            CommandGroup::WithOthers => "help-group-with-others",
            CommandGroup::Yours => "help-group-yours",
            CommandGroup::Server => "help-group-server",
        })
    }

    /// A text of a command.
    pub fn command(&self, text: CommandText<'_>) -> String {
        self.say(&text.key(), &FluentArgs::new())
    }

    /// How to start, to play and to learn: a sentence on each.
    ///
    /// `pages`: boards also open in a browser. `bot`: the bot can be an opponent.
    pub fn help(&self, pages: bool, bot: bool) -> [String; 3] {
        let play = if pages { "help-to-play.with-pages" } else { "help-to-play" };
        let start = if bot { "help-to-start" } else { "help-to-start.without-me" };
        [start, play, "help-to-learn"].map(|key| self.plain(key))
    }
}
