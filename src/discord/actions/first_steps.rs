//! Actions of `/help` and of new players' first games.
//!
//! Carried out in `commands/first_game.rs`.

use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::app::{BeginsAt, ColorWish, Level};
use crate::discord::actions::payload::words;
use crate::discord::actions::{Leaf, Payload, actions};
use crate::game::UserId;
use crate::rules::Variant;

actions! {
    /// An action reached from the buttons of `/help`.
    FirstStepsAction {
        /// Shows a page of the commands, in place of the message.
        "help" => Commands(u32): Reads,
        /// Offers games to begin with.
        "start" => Start(StartWith): Reads,
        /// Begins with the chosen game.
        "start-game" => StartGame(StartWith): Reads,
        /// Asks how to play this game: against the bot or against a person.
        "play-game" => PlayGame(Variant): Reads,
        /// Starts a game against the bot at the chosen level.
        "level" => StartLevel(Variant): BeginsGame,
        /// Challenges this person to the chosen game.
        "challenge-to" => ChallengeTo(UserId): BeginsGame,
        /// Starts a game against the bot at the chosen level from the position after this event of a game.
        "from-here" => FromHere(Leaf): BeginsGame,
        /// Starts a game against the bot in this place, and makes it the default place of the person's games
        /// against the bot.
        "begin-at" => BeginAt(BotGameWish): BeginsGame,
        /// Starts this one game against the bot in this place.
        "begin-once" => BeginOnce(BotGameWish): BeginsGame,
        /// Challenges the chosen person to a game.
        "invite" => Invite(Variant): BeginsGame,
    }
}

/// How a new player begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StartWith {
    /// They challenge a friend.
    Friend,
    /// They play the bot.
    Bot,
}

/// A game against the bot, pending the choice of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotGameWish {
    pub at: BeginsAt,
    pub level: Level,
    pub color: ColorWish,
    pub hints: bool,
    pub variant: Variant,
}

impl Payload for BotGameWish {
    fn write(&self) -> String {
        let Self { at, level, color, hints, variant } = self;
        let hints = if *hints { "hints" } else { "plain" };
        format!("{}:{}:{}:{hints}:{}", at.write(), level.slug(), color.slug(), variant.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let [at, level, color, hints, variant] = text.split(':').collect::<Vec<_>>()[..] else { return None };
        Some(Self {
            at: BeginsAt::parse(at)?,
            level: level.parse().ok()?,
            color: color.parse().ok()?,
            hints: hints == "hints",
            variant: Variant::parse(variant)?,
        })
    }
}

words! { StartWith, BeginsAt }
