//! A game as a value to pass around: a reference to its specification, which lives for the whole program.
//!
//! No code checks for a game by name. All differences are data in its description, including goals that win
//! without mate (`Goal`). A rule change that makes a stored game read differently raises the game's
//! `rules_version` and is listed in the change log.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr;

use super::spec::Spec;

/// One of the games.
#[derive(Clone, Copy)]
pub struct Variant(&'static Spec);

impl Variant {
    /// Returns the game with this specification. Another specification is another game, even if it is equal.
    pub const fn new(spec: &'static Spec) -> Self {
        Self(spec)
    }

    /// Returns its specification.
    #[inline]
    pub const fn spec(self) -> &'static Spec {
        self.0
    }

    /// Returns the name shown to players.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// Returns the name on the command line and in stored games.
    pub fn slug(self) -> &'static str {
        &self.0.slug
    }

    /// True if it comes from a file and is not one of the games offered to players.
    pub const fn is_custom(self) -> bool {
        self.0.is_custom()
    }

    /// Returns the family it belongs to. All games from files are one family, regardless of their base.
    pub fn family(self) -> Family {
        if self.is_custom() { Family::OWN } else { Family(&self.0.family) }
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.0, state);
    }
}

/// The order in which players see the games.
impl Ord for Variant {
    fn cmp(&self, other: &Self) -> Ordering {
        let key =
            |game: &Self| (game.0.place.is_none(), game.0.place, game.slug(), ptr::from_ref(game.0).addr());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Variant {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Games that belong together, identified by the slug of the first one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Family(&'static str);

impl Family {
    /// The games from files.
    pub const OWN: Self = Self("own");

    /// Returns its name, which is the slug of its first game.
    pub const fn slug(self) -> &'static str {
        self.0
    }
}

#[cfg(test)]
pub(crate) mod tests;
