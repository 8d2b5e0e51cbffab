//! The engine's files in the games' folders: levels, weights with their network, and puzzles; and what holds where one is missing.

use games::Folder;
use rules::Variant;

/// The game whose levels those without a file of them have, as games from files do: by nodes, since nothing is known of how they compare.
const USUAL: &str = "chess";
/// The weights of games without a file of them: each piece has its worth wherever it stands.
pub(super) const BY_WORTH: &str = "by-worth";

/// One of a game's files that name another game's file instead.
#[derive(Clone, Copy)]
pub(super) enum GameFile {
    Levels,
    Weights,
    Puzzles,
}

impl GameFile {
    /// The file of a game. It may only name another game, as in `as chess`, whose file is then used; that one names no other.
    pub(super) fn of(self, variant: Variant) -> &'static str {
        self.with_owner(variant).0
    }

    /// The same with the game whose file it is.
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

/// The levels of a game that has none of its own.
pub(super) fn default_levels() -> &'static str {
    let usual = games::folders().iter().find(|folder| folder.slug == USUAL);
    usual.and_then(|folder| folder.levels).unwrap_or_default()
}

/// A game's network, if it has one.
pub(super) fn network(variant: Variant) -> Option<&'static [u8]> {
    folder(variant).network
}

/// The folder of a game of the list.
fn folder(variant: Variant) -> &'static Folder {
    let place = variant.spec().place.expect("a game of the list");
    &games::folders()[place]
}

fn named_instead(text: &str) -> Option<Variant> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let slug = lines.next()?.strip_prefix("as ")?;
    games::from_slug(slug).filter(|_| lines.next().is_none())
}
