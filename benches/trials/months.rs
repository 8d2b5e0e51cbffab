//! Long simulated lives of many games, of which the tests run short ones.

use std::str::FromStr;

use super::split;
use crate::bot::months::lived;

/// A simulated life: how the bot is cut off, the number of games, and how often it happens.
#[derive(Clone)]
pub struct Life {
    how: String,
    games: usize,
    faults: usize,
}

impl Life {
    /// Whether it needs several processes, which can share only a database server.
    pub fn is_of_a_fleet(&self) -> bool {
        self.how == "fleet"
    }
}

impl FromStr for Life {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match split::<usize, 2>(text) {
            Some((how @ ("drop" | "kill" | "fleet"), [games, faults])) => {
                Ok(Self { how: how.to_owned(), games, faults })
            }
            _ => Err("give it as HOW:GAMES:FAULTS, where HOW is drop, kill or fleet".to_owned()),
        }
    }
}

/// Runs them, one after another.
pub fn live(lives: &[Life]) {
    for Life { how, games, faults } in lives {
        println!("{}", lived(how, *games, *faults));
    }
}
