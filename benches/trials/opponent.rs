//! Many games against the bot at once, of which the tests play a few.

use std::str::FromStr;
use std::time::Duration;

use super::split;
use crate::bot::opponent::kills::killed;
use crate::bot::opponent::load::{Crowd, many};

/// The numbered levels, in equal parts.
const LEVELS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
/// The numbered levels and the maximum.
const ALL: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "maximum"];
/// The number of tables while the bot is killed.
const TABLES: usize = 24;

/// What happens while people play against the bot.
#[derive(Clone)]
pub enum Ordeal {
    /// The bot is killed this many times.
    Kills(usize),
    /// This many people play for this long.
    Load(usize, Duration),
}

impl FromStr for Ordeal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(("kill", [times])) = split::<usize, 1>(text) {
            return Ok(Self::Kills(times));
        }
        match split::<u32, 2>(text) {
            Some(("load", [games, seconds])) => {
                Ok(Self::Load(games as usize, Duration::from_secs(seconds.into())))
            }
            _ => Err("give it as kill:TIMES or load:GAMES:SECONDS".to_owned()),
        }
    }
}

/// Runs them, one after another.
pub fn go_through(ordeals: &[Ordeal]) {
    for ordeal in ordeals {
        match ordeal {
            Ordeal::Kills(times) => killed(*times, TABLES, &ALL),
            Ordeal::Load(games, time) => many(&Crowd {
                tables: *games,
                pairs: 25,
                levels: &LEVELS,
                pause: Duration::from_secs(30),
                time: *time,
            }),
        }
    }
}
