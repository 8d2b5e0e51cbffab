//! Long lives of many games, of which the tests live short ones.

use std::str::FromStr;

use super::split;
use crate::bot::months::lived;

/// A life: how the bot is cut off, how many games there are, and how often it happens.
#[derive(Clone)]
pub struct Life {
    how: String,
    games: usize,
    faults: usize,
}

impl Life {
    /// Whether it needs several processes, which only a server lets at one database.
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

/// Lives them, one after another.
pub fn live(lives: &[Life]) {
    for Life { how, games, faults } in lives {
        println!("{}", lived(how, *games, *faults));
    }
}
