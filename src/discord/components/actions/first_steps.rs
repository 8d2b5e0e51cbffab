//! Help, and the first steps of new players.
//!
//! Carried out in `features/challenge/first_game.rs`.

use strum::{EnumIter, EnumString, IntoStaticStr};

use super::{Leaf, Payload, actions, payload::words};
use crate::app::{BeginsAt, ColorWish, Level};
use crate::game::UserId;
use crate::rules::Variant;

actions! {
    /// What the buttons of `/help` lead to.
    FirstStepsAction {
        /// See a page of the commands, instead of what the message shows.
        "help" => Commands(u32): Reads,
        /// Choose a game to begin with.
        "start" => Start(StartWith): Reads,
        /// Begin with the chosen game.
        "start-game" => StartGame(StartWith): Reads,
        /// Choose how to play this game: against the bot, or against whom.
        "play-game" => PlayGame(Variant): Reads,
        /// Play a game against the bot at the chosen level.
        "level" => StartLevel(Variant): BeginsGame,
        /// Challenge this person to the chosen game.
        "challenge-to" => ChallengeTo(UserId): BeginsGame,
        /// Play the bot at the chosen level from a position of a game: after the event of this number.
        "from-here" => FromHere(Leaf): BeginsGame,
        /// Begin a game against the bot in this place, where the person's games against the bot begin from then on.
        "begin-at" => BeginAt(BotGameWish): BeginsGame,
        /// Begin this game against the bot in this place.
        "begin-once" => BeginOnce(BotGameWish): BeginsGame,
        /// Challenge the chosen person to a game.
        "invite" => Invite(Variant): BeginsGame,
    }
}

/// How somebody new begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StartWith {
    /// They challenge a friend.
    Friend,
    /// They play the bot.
    Bot,
}

/// A game against the bot that waits for the choice of its place.
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
