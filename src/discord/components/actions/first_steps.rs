//! Help, and the first steps of new players.
//!
//! Carried out in `features/challenge/first_game.rs`.

use strum::{EnumIter, EnumString, IntoStaticStr};

use super::{actions, payload::words};
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

words! { StartWith }
