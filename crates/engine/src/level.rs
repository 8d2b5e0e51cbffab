//! The bot's playing strength: named levels, as data.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::EngineDefect;
use super::game_files::{GameFile, default_levels};
use super::root::SearchLimits;
use rules::Variant;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Default for Level {
    /// The level of a player who has not chosen one.
    fn default() -> Self {
        Self(2)
    }
}

/// The number of levels.
const COUNT: usize = 9;
const SLUGS: [&str; COUNT] = ["1", "2", "3", "4", "5", "6", "7", "8", "maximum"];

/// The strengths of the levels in each game, from beginner to the machine's best.
///
/// Each scores between seven and nine points out of ten against the one before (`rookery duel`; see
/// `docs/engine.md`).
static STRENGTHS: LazyLock<Vec<Result<[SearchLimits; COUNT], EngineDefect>>> =
    LazyLock::new(|| games::all().map(strengths).collect());

/// The strengths in games from files.
static OF_FILES: LazyLock<Result<[SearchLimits; COUNT], usize>> = LazyLock::new(|| read(default_levels()));

fn strengths(variant: Variant) -> Result<[SearchLimits; COUNT], EngineDefect> {
    read(GameFile::Levels.of(variant)).map_err(|line| EngineDefect::Levels { game: variant.slug(), line })
}

/// Parses a file of levels, one line each, with its name and limits.
///
/// # Errors
/// The number of the line that cannot be parsed, or of the line after the last if levels are missing.
fn read(text: &str) -> Result<[SearchLimits; COUNT], usize> {
    let lines = (1_usize..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    let mut read = Vec::with_capacity(COUNT);
    for (number, line) in lines {
        read.push(strength(line, read.len()).ok_or(number)?);
    }
    read.try_into().map_err(|_| text.lines().count() + 1)
}

/// Parses a level's line: its name, and its limits as in [`SearchLimits::from_str`].
fn strength(line: &str, number: usize) -> Option<SearchLimits> {
    let (name, limits) = line.split_once(' ')?;
    if name != *SLUGS.get(number)? {
        return None;
    }
    limits.parse().ok()
}

/// Returns the games whose levels cannot be parsed.
pub(super) fn defects() -> Vec<EngineDefect> {
    STRENGTHS.iter().filter_map(|strengths| strengths.as_ref().err().copied()).collect()
}

impl Level {
    /// The strongest level.
    pub const MAXIMUM: Self = Self(COUNT as u8 - 1);

    /// The names of all levels, the weakest first.
    pub const SLUGS: [&str; COUNT] = SLUGS;

    /// Returns all levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COUNT as u8).map(Self)
    }

    /// Returns its name in stored games and on the command line: `1` to `8`, `maximum`.
    pub fn slug(self) -> &'static str {
        SLUGS[usize::from(self.0)]
    }

    /// Returns this level, or a weaker cheap one, for a move that must be quick.
    #[must_use]
    pub fn quick(self) -> Self {
        self.min(Self(4))
    }

    /// Returns its search limits for a move of a game; the seed decides which mistakes a weak level makes.
    ///
    /// # Panics
    /// If the game's levels cannot be parsed; [`defects`](super::defects) finds that at startup.
    pub fn limits(self, variant: Variant, seed: u64) -> SearchLimits {
        let strengths = match variant.spec().place.and_then(|place| STRENGTHS.get(place)) {
            Some(read) => read.as_ref().expect("every game has its levels"),
            None => &OF_FILES.expect("the levels of chess"),
        };
        SearchLimits { seed, ..strengths[usize::from(self.0)] }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// The error for a text that is not the name of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelDefect;

impl FromStr for Level {
    type Err = LevelDefect;

    fn from_str(text: &str) -> Result<Self, LevelDefect> {
        Self::all().find(|level| level.slug() == text).ok_or(LevelDefect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_levels_is_read_line_by_line() {
        let chess = games::from_slug("chess").expect("a game");
        let sound = GameFile::Levels.of(chess);
        let levels = read(sound).expect("levels");
        assert_eq!(levels[0], SearchLimits { nodes: 4_000, depth: 1, noise: 600, seed: 0 });
        assert_eq!(levels[3], SearchLimits::nodes(250));
        assert_eq!(read(&sound.replace("5 800", "5 many")), Err(6));
        assert_eq!(read(&sound.replace("5 800", "6 800")), Err(6));
        assert_eq!(read(sound.trim_end().trim_end_matches("maximum 400000")), Err(10));
    }
}
