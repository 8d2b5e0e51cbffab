//! What paged lists and the first steps of new players carry.

use super::Payload;
use crate::game::UserId;

/// A page of a person's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfPerson {
    /// The person.
    pub user: UserId,
    /// The number, counted from 0.
    pub page: u32,
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
    pub(super) const WORDS: [(&str, Self); 2] = [("friend", Self::Friend), ("bot", Self::Bot)];
}

impl Payload for u32 {
    fn write(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Payload for StartWith {
    fn write(&self) -> String {
        Self::WORDS.iter().find(|(_, with)| with == self).map_or("", |(word, _)| word).to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(word, _)| *word == text).map(|(_, with)| *with)
    }
}

impl Payload for OfPerson {
    fn write(&self) -> String {
        format!("{}:{}", self.user.0, self.page)
    }

    fn parse(text: &str) -> Option<Self> {
        let (user, page) = text.split_once(':')?;
        Some(Self { user: UserId(user.parse().ok()?), page: page.parse().ok()? })
    }
}
