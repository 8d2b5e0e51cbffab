//! The engine's files in the games' folders (levels, weights with their network, puzzles) and the defaults
//! for missing ones.

use games::Folder;
use rules::Variant;

/// The game whose levels are the default, for games from files among others.
///
/// They are limits by nodes, because it is unknown how such games' levels compare.
const USUAL: &str = "chess";
/// The weights of games without a weights file: each piece has its usual value on all squares.
pub(super) const BY_WORTH: &str = "by-worth";

/// A game's file that may name another game's file instead.
#[derive(Clone, Copy)]
pub(super) enum GameFile {
    Levels,
    Weights,
    Puzzles,
}

impl GameFile {
    /// Returns the file of a game.
    ///
    /// It may consist of a reference to another game, such as `as chess`, whose file is then used. References
    /// are not followed further.
    pub(super) fn of(self, variant: Variant) -> &'static str {
        self.with_owner(variant).0
    }

    /// Returns the file together with the game that it belongs to.
    pub(super) fn with_owner(self, variant: Variant) -> (&'static str, Variant) {
        let text = self.text(variant);
        named_instead(text).map_or((text, variant), |other| (self.text(other), other))
    }

    fn text(self, variant: Variant) -> &'static str {
        let folder = folder(variant);
        match self {
            Self::Levels => folder.levels.unwrap_or_else(default_levels),
            Self::Weights => folder.weights.unwrap_or(BY_WORTH),
            Self::Puzzles => folder.puzzles.unwrap_or_default(),
        }
    }
}

/// Returns the levels for games without their own.
pub(super) fn default_levels() -> &'static str {
    let usual = games::folders().iter().find(|folder| folder.slug == USUAL);
    usual.and_then(|folder| folder.levels).unwrap_or_default()
}

/// Returns a game's network.
pub(super) fn network(variant: Variant) -> Option<&'static [u8]> {
    folder(variant).network
}

/// Returns the folder of a listed game.
fn folder(variant: Variant) -> &'static Folder {
    let place = variant.spec().place.expect("a game of the list");
    &games::folders()[place]
}

fn named_instead(text: &str) -> Option<Variant> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let slug = lines.next()?.strip_prefix("as ")?;
    games::from_slug(slug).filter(|_| lines.next().is_none())
}
