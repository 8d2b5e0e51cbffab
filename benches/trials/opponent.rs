//! Many games against the bot at once, of which the tests play a few.

use std::str::FromStr;
use std::time::Duration;

use super::split;
use crate::bot::opponent_kills::killed;
use crate::bot::opponent_load::{Crowd, many};

/// The named levels, in equal parts.
const LEVELS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
/// With the one beyond them.
const ALL: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "maximum"];
/// Tables while the bot is killed.
const TABLES: usize = 24;

/// What the bot goes through while people play against it.
#[derive(Clone)]
pub enum Ordeal {
    /// It is killed so many times.
    Kills(usize),
    /// So many people play for so long.
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

/// Goes through them, one after another.
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
