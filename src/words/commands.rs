//! The commands as Discord shows them while they are typed, and the texts of `/help`.

use fluent_bundle::FluentArgs;

use super::Words;
use super::args;
use super::{Mentioned, Naming};
use crate::app::{BeginsAt, Level, Place, PlaceAnswer};
use crate::game::UserId;
use crate::rules::{Color, Variant, listed};

/// A text of a command, by names that the program knows: those of the command, its option and the option's choice.
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
    /// A command in the menu of a person or of a message.
    Menu(&'a str),
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
            Self::Menu(command) => format!("menu-{command}"),
            Self::Choice(command, option, value) => format!("choice-{command}-{option}-{value}"),
        }
    }
}

listed! {
    /// A group of commands in the list of all commands, in this order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CommandGroup {
        /// To begin a game and play it.
        Play,
        /// To learn a game, and to look at one.
        Learn,
        /// What concerns other people.
        WithOthers,
        /// What is one's own.
        Yours,
        /// What belongs to a server.
        Server,
    }
}

/// Why a game against the bot does not begin in direct messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDm {
    /// The person lets none through.
    Closed,
    /// Discord gave no answer in time.
    Unreached,
    /// A game goes on there.
    Taken(Place),
}

/// What the first steps of a new user ask for.
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

    /// Asks at which level the bot should play a game.
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

    /// That a game against the bot has begun, and where; `None`: where that is read.
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

    /// The first words in the direct messages where a game against the bot begins.
    pub fn bot_game_hello(&self, (game, level): (Variant, Level)) -> String {
        self.say("bot-game-hello", &args! { "game" => game, "level" => level })
    }

    /// Why a game does not begin in direct messages, and the question where else, if it can. `elsewhere`: what becomes of the answer.
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

    /// What to expect of a level of the bot, in a few words.
    pub fn level_about(&self, level: Level) -> String {
        self.say("bot-level-about", &args! { "level" => level })
    }

    /// Asks to which game to challenge somebody.
    pub fn start_which(&self, person: UserId, naming: Naming<'_>) -> String {
        self.say("start-which", &args! { "person" => naming(Mentioned::Person(person)) })
    }

    /// Asks at which level to play on from a position.
    pub fn start_from_here(&self, game: Variant, side: Color) -> String {
        self.say("start-from-here", &args! { "game" => game, "side" => side })
    }

    /// Asks whom to challenge to a game.
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

    /// How to begin, to play and to learn: a sentence on each. `pages`: boards also open in a browser. `bot`: the bot plays too.
    pub fn help(&self, pages: bool, bot: bool) -> [String; 3] {
        let play = if pages { "help-to-play.with-pages" } else { "help-to-play" };
        let start = if bot { "help-to-start" } else { "help-to-start.without-me" };
        [start, play, "help-to-learn"].map(|key| self.plain(key))
    }
}
