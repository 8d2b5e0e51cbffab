//! The engine's files in the games' folders, embedded: levels, weights with their network, and puzzles.

use rules::Variant;

/// A game's files for the engine.
pub(super) struct GameFiles {
    pub(super) levels: &'static str,
    pub(super) weights: &'static str,
    /// The network that `rookery train` has made for the weights; empty where there is none.
    network: &'static [u8],
    pub(super) puzzles: &'static str,
}

macro_rules! files {
    ($($slug:literal),+) => {
        /// The files, in the order of the games.
        const FILES: &[GameFiles] = &[$(
            GameFiles {
                levels: include_str!(concat!("../../games/", $slug, "/levels.txt")),
                weights: include_str!(concat!("../../games/", $slug, "/weights.txt")),
                network: include_bytes!(concat!("../../games/", $slug, "/weights.network")),
                puzzles: include_str!(concat!("../../games/", $slug, "/puzzles.txt")),
            }
        ),+];
    };
}
games::for_each_game!(files);

/// The levels of games from files: by nodes they are those of chess, and nothing is known of how they compare.
pub(super) const LEVELS_OF_FILES: &str = include_str!("../../games/chess/levels.txt");

impl GameFiles {
    /// The files of a game.
    fn of(variant: Variant) -> &'static Self {
        &FILES[variant.spec().place]
    }

    /// A game's network, if it has one.
    pub(super) fn network(variant: Variant) -> Option<&'static [u8]> {
        Some(Self::of(variant).network).filter(|bytes| !bytes.is_empty())
    }

    /// One of a game's files. A file may only name another game, as in `as chess`, whose file is then used; that one names no other.
    pub(super) fn part(variant: Variant, part: fn(&Self) -> &'static str) -> &'static str {
        Self::part_of(variant, part).0
    }

    /// The same with the game whose file it is.
    pub(super) fn part_of(variant: Variant, part: fn(&Self) -> &'static str) -> (&'static str, Variant) {
        let text = part(Self::of(variant));
        Self::named_instead(text).map_or((text, variant), |other| (part(Self::of(other)), other))
    }

    fn named_instead(text: &str) -> Option<Variant> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let slug = lines.next()?.strip_prefix("as ")?;
        games::from_slug(slug).filter(|_| lines.next().is_none())
    }
}
