//! How strong the bot plays: named levels, as data.

use std::fmt;
use std::str::FromStr;

use super::root::Toil;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Default for Level {
    /// For somebody who has not said how strong they are.
    fn default() -> Self {
        Self(2)
    }
}

/// What a level may do: positions, plies, and how wrong it may judge.
struct Strength {
    slug: &'static str,
    nodes: u64,
    depth: u32,
    noise: u32,
}

/// From a beginner to what the machine can.
const LEVELS: [Strength; 9] = [
    Strength { slug: "1", nodes: 4_000, depth: 1, noise: 400 },
    Strength { slug: "2", nodes: 4_000, depth: 1, noise: 150 },
    Strength { slug: "3", nodes: 4_000, depth: 2, noise: 40 },
    Strength { slug: "4", nodes: 250, depth: 64, noise: 0 },
    Strength { slug: "5", nodes: 1_000, depth: 64, noise: 0 },
    Strength { slug: "6", nodes: 4_000, depth: 64, noise: 0 },
    Strength { slug: "7", nodes: 16_000, depth: 64, noise: 0 },
    Strength { slug: "8", nodes: 64_000, depth: 64, noise: 0 },
    Strength { slug: "maximum", nodes: 400_000, depth: 64, noise: 0 },
];

impl Level {
    /// The strongest.
    pub const MAXIMUM: Self = Self(LEVELS.len() as u8 - 1);

    /// The names of all of them, the weakest first.
    pub const SLUGS: [&str; LEVELS.len()] = {
        let mut slugs = [""; LEVELS.len()];
        let mut at = 0;
        while at < slugs.len() {
            slugs[at] = LEVELS[at].slug;
            at += 1;
        }
        slugs
    };

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LEVELS.len() as u8).map(Self)
    }

    /// Its name in stored games and on the command line: `1` to `8`, `maximum`.
    pub fn slug(self) -> &'static str {
        LEVELS[usize::from(self.0)].slug
    }

    /// The same where a move must not take long: the strongest one up to this that costs next to nothing.
    #[must_use]
    pub fn in_haste(self) -> Self {
        self.min(Self(4))
    }

    /// What it may do for a move; the seed says which mistakes a weak level makes.
    pub fn toil(self, seed: u64) -> Toil {
        let Strength { nodes, depth, noise, .. } = LEVELS[usize::from(self.0)];
        Toil { nodes, depth, noise, seed }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// There is no such level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelDefect;

impl FromStr for Level {
    type Err = LevelDefect;

    fn from_str(text: &str) -> Result<Self, LevelDefect> {
        Self::all().find(|level| level.slug() == text).ok_or(LevelDefect)
    }
}
