//! Help, and the first steps of new players.

use super::{Payload, actions};
use crate::rules::Variant;

actions! {
    /// What the buttons of `/help` lead to.
    HelpAction {
        /// See a page of the commands, instead of what the message shows.
        "help" => Commands(u32): Reads,
        /// Choose a game to begin with.
        "start" => Start(StartWith): Reads,
        /// Begin with the chosen game.
        "start-game" => StartGame(StartWith): Reads,
        /// Play a game against the bot at the chosen level.
        "level" => StartLevel(Variant): BeginsGame,
        /// Challenge the chosen person to a game.
        "invite" => Invite(Variant): BeginsGame,
    }
}

/// How somebody new begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartWith {
    /// They challenge a friend.
    Friend,
    /// They play the bot.
    Bot,
}

impl StartWith {
    /// Their words in ids.
    pub(in crate::discord::components) const WORDS: [(&str, Self); 2] =
        [("friend", Self::Friend), ("bot", Self::Bot)];
}

impl Payload for StartWith {
    fn write(&self) -> String {
        Self::WORDS.iter().find(|(_, with)| with == self).map_or("", |(word, _)| word).to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(word, _)| *word == text).map(|(_, with)| *with)
    }
}
