//! The list of games. Each is defined in a folder of its own in `crates/games`.
//!
//! No code asks for a game's name. What differs is data in its description, also where and by what else than mate a king wins (`Goal`).
//! A folder in `crates/games` that is not in the list is a game in the making.
//! A change of rules that makes a stored game read differently raises the game's `rules_version` and is named in the change log.

pub(crate) mod orthodox;

use std::fmt;
use std::sync::LazyLock;

use super::spec::Spec;
use crate::spec::description::Description;

/// Defines the list of games: a module for each, their descriptions, and the macro with which other crates include the games' files.
macro_rules! games {
    ($dollar:tt $($module:ident $slug:literal $path:literal;)+) => {
        $(
            #[path = $path]
            pub(crate) mod $module;
        )+

        /// The descriptions, in the order in which players see the games.
        static DESCRIPTIONS: &[Description] = &[$($module::GAME),+];

        #[cfg(test)]
        const FOLDERS: &[&str] = &[$($slug),+];

        /// Calls a macro with the slugs of all games, which are also the names of their folders in `crates/games`.
        #[macro_export]
        macro_rules! for_each_game {
            ($dollar each:ident) => {
                $dollar each! { $($slug),+ }
            };
        }
    };
}

// THE list of games, in the order in which players see them, one line each.
games! { $
    claustrophobia "claustrophobia" "../../../games/claustrophobia/game.rs";
    prison_break "prison-break" "../../../games/prison-break/game.rs";
    birds_and_ninjas "birds-and-ninjas" "../../../games/birds-and-ninjas/game.rs";
    squirrel "squirrel" "../../../games/squirrel/game.rs";
    chess "chess" "../../../games/chess/game.rs";
    ninjutsu "ninjutsu" "../../../games/ninjutsu/game.rs";
    birds_second "birds-second" "../../../games/birds-second/game.rs";
    birds_scepter "birds-scepter" "../../../games/birds-scepter/game.rs";
    birds_insane "birds-insane" "../../../games/birds-insane/game.rs";
    birds_leaping "birds-leaping" "../../../games/birds-leaping/game.rs";
    birds_old "birds-old" "../../../games/birds-old/game.rs";
    birds_extended "birds-extended" "../../../games/birds-extended/game.rs";
    flying_bombers "flying-bombers" "../../../games/flying-bombers/game.rs";
    flying_bombers_ninja "flying-bombers-ninja" "../../../games/flying-bombers-ninja/game.rs";
    flying_bombers_hangars "flying-bombers-hangars" "../../../games/flying-bombers-hangars/game.rs";
    insane_ninja "insane-ninja" "../../../games/insane-ninja/game.rs";
    insane_ninja_2 "insane-ninja-2" "../../../games/insane-ninja-2/game.rs";
    palace_ninja_guards "palace-ninja-guards" "../../../games/palace-ninja-guards/game.rs";
    capture_the_sceptre "capture-the-sceptre" "../../../games/capture-the-sceptre/game.rs";
    hiashatar "hiashatar" "../../../games/hiashatar/game.rs";
}

static SPECS: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    let made = DESCRIPTIONS.iter().map(Spec::new);
    let made = made.map(|spec| {
        spec.unwrap_or_else(|defects| {
            panic!("a game's description contradicts itself: {}", defects.join("; "))
        })
    });
    made.collect()
});

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant(u8);

impl Variant {
    /// All games, in the order in which players see them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..DESCRIPTIONS.len()).map(|index| Self(index as u8))
    }

    /// The game with this slug, such as `prison-break`.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::all().find(|variant| variant.slug() == slug)
    }

    /// Its place among all games.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its specification.
    pub fn spec(self) -> &'static Spec {
        &SPECS[usize::from(self.0)]
    }

    /// The name players read.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The name on command lines and in stored games.
    pub fn slug(self) -> &'static str {
        self.spec().slug
    }

    /// The family it belongs to.
    pub fn family(self) -> Family {
        Family(self.spec().family)
    }
}

/// Games that belong together, identified by the slug of the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Family(&'static str);

impl Family {
    /// All families, in the order of their first games.
    pub fn all() -> impl Iterator<Item = Self> {
        Variant::all().filter(|variant| variant.slug() == variant.spec().family).map(Variant::family)
    }

    /// The family with this slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Variant::from_slug(slug).map(Variant::family).filter(|family| family.0 == slug)
    }

    /// Its name, which is that of its first game.
    pub const fn slug(self) -> &'static str {
        self.0
    }

    /// Its games, in the order in which players see them.
    pub fn games(self) -> impl Iterator<Item = Variant> {
        Variant::all().filter(move |variant| variant.family() == self)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_is_sound_and_found_by_its_slug() {
        for (variant, description) in Variant::all().zip(DESCRIPTIONS) {
            assert!(Spec::new(description).is_ok());
            assert_eq!(Variant::from_slug(variant.slug()), Some(variant));
            assert_eq!(FOLDERS[variant.index()], variant.slug());
            assert!(
                Family::all().any(|family| family == variant.family()),
                "{variant}: a family without its first game"
            );
        }
    }

    #[test]
    fn promotions_that_are_written_alike_are_a_defect() {
        static TWINS: Description = Description { promotions: &["QRRB"], ..chess::GAME };
        let defects = Spec::new(&TWINS).expect_err("two rooks");
        assert!(defects.contains(&"chess: two promotions share a letter".to_owned()), "{defects:?}");
    }
}
