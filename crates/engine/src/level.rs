//! How strong the bot plays: named levels, as data.

use std::fmt;
use std::str::FromStr;

use super::EngineDefect;
use super::root::Toil;
use rules::Variant;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Default for Level {
    /// For somebody who has not said how strong they are.
    fn default() -> Self {
        Self(2)
    }
}

/// What a level may do for a move: positions, plies, and how wrong it may judge.
struct Strength(u64, u32, u32);

/// How many levels there are.
const COUNT: usize = 9;
/// Their names.
const SLUGS: [&str; COUNT] = ["1", "2", "3", "4", "5", "6", "7", "8", "maximum"];
/// As many positions as a beginner may look at; few need as many.
const GLANCE: u64 = 4_000;
/// More plies than any search comes to.
const FAR: u32 = 64;

/// Somebody who looks one or two plies ahead, and judges as wrongly as this, in hundredths of a pawn.
const fn glance(depth: u32, noise: u32) -> Strength {
    Strength(GLANCE, depth, noise)
}

/// Somebody who judges as well as can be, and looks at so many positions.
const fn search(nodes: u64) -> Strength {
    Strength(nodes, FAR, 0)
}

/// What the levels may do in each game, from a beginner to what the machine can, so that each wins about two games of three against the
/// one before, or four of five (`rookery duel`). Where many games are drawn the steps are wider.
#[rustfmt::skip]
const STRENGTHS: [(&str, [Strength; COUNT]); 5] = [
    ("chess", [
        glance(1, 600), glance(1, 265), glance(2, 250),
        search(250), search(800), search(2_500), search(8_500), search(30_000), search(400_000),
    ]),
    ("claustrophobia", [
        glance(1, 250), glance(1, 60), glance(2, 59),
        search(250), search(1_000), search(4_000), search(16_000), search(64_000), search(400_000),
    ]),
    ("prison-break", [
        glance(1, 300), glance(1, 115), glance(2, 130),
        search(250), search(1_500), search(8_000), search(40_000), search(160_000), search(800_000),
    ]),
    ("birds-and-ninjas", [
        glance(1, 500), glance(1, 250), glance(1, 110),
        search(450), search(1_600), search(6_000), search(24_000), search(90_000), search(500_000),
    ]),
    ("squirrel", [
        glance(1, 640), glance(1, 320), glance(1, 120),
        search(1_000), search(5_000), search(25_000), search(100_000), search(300_000), search(1_000_000),
    ]),
];

/// What the levels may do in a game; none: it has no row in [`STRENGTHS`].
fn strengths(slug: &str) -> Option<&'static [Strength; COUNT]> {
    STRENGTHS.iter().find(|(name, _)| *name == slug).map(|(_, strengths)| strengths)
}

/// Of these games those that have no levels, and of the rows of levels those that are of none of these games.
pub(super) fn defects(games: &[&'static str]) -> Vec<EngineDefect> {
    let lacking = games.iter().copied().filter(|slug| strengths(slug).is_none());
    let unknown = STRENGTHS.iter().map(|(slug, _)| *slug).filter(|slug| !games.contains(slug));
    lacking.map(EngineDefect::NoLevels).chain(unknown.map(EngineDefect::NoGame)).collect()
}

impl Level {
    /// The strongest.
    pub const MAXIMUM: Self = Self(COUNT as u8 - 1);

    /// The names of all of them, the weakest first.
    pub const SLUGS: [&str; COUNT] = SLUGS;

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COUNT as u8).map(Self)
    }

    /// Its name in stored games and on the command line: `1` to `8`, `maximum`.
    pub fn slug(self) -> &'static str {
        SLUGS[usize::from(self.0)]
    }

    /// The same where a move must not take long: the strongest one up to this that costs next to nothing.
    #[must_use]
    pub fn in_haste(self) -> Self {
        self.min(Self(4))
    }

    /// What it may do for a move of a game; the seed says which mistakes a weak level makes.
    ///
    /// # Panics
    /// In a game without levels, which no start lets pass ([`defects`](super::defects)): it would be played as strongly as another one.
    pub fn toil(self, variant: Variant, seed: u64) -> Toil {
        let strengths = strengths(variant.slug()).expect("every game has its levels");
        let Strength(nodes, depth, noise) = strengths[usize::from(self.0)];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_levels_and_levels_without_a_game_are_named() {
        let games: Vec<&str> = Variant::all().map(Variant::slug).collect();
        assert_eq!(defects(&games), []);
        let (last, others) = games.split_last().expect("there are games");
        assert_eq!(defects(others), [EngineDefect::NoGame(last)]);
        let with_another: Vec<&str> = games.iter().copied().chain(["los-alamos"]).collect();
        assert_eq!(defects(&with_another), [EngineDefect::NoLevels("los-alamos")]);
    }
}
