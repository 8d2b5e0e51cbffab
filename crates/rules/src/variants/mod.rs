//! The list of games. A new game is one file here and two lines below.

mod birds_and_ninjas;
mod chess;
mod claustrophobia;
mod prison_break;
mod shared;
mod squirrel;

use std::fmt;
use std::sync::LazyLock;

use super::spec::Spec;

/// THE list, in the order in which players see it.
const DESCRIPTIONS: &[fn() -> Spec] =
    &[claustrophobia::spec, prison_break::spec, birds_and_ninjas::spec, squirrel::spec, chess::spec];

static SPECS: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    let specs: Vec<Spec> = DESCRIPTIONS.iter().map(|describe| describe().completed()).collect();
    let defects: Vec<String> = specs.iter().flat_map(Spec::defects).collect();
    assert!(defects.is_empty(), "a game's description contradicts itself: {}", defects.join("; "));
    specs
});

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant(u8);

impl Variant {
    /// All games, in the order in which players see them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..DESCRIPTIONS.len()).map(|index| Self(index as u8))
    }

    /// The game of that name on the command line, such as `prison-break`.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::all().find(|variant| variant.slug() == slug)
    }

    /// Its description.
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
    use super::super::piece::Kind;
    use super::*;

    #[test]
    fn every_description_is_sound_and_found_by_its_slug() {
        for variant in Variant::all() {
            assert_eq!(variant.spec().defects(), Vec::<String>::new());
            assert_eq!(Variant::from_slug(variant.slug()), Some(variant));
        }
    }

    #[test]
    fn promotions_that_are_written_alike_are_a_defect() {
        let chess = Variant::from_slug("chess").expect("a game").spec();
        let twins: [fn(u16) -> &'static [Kind]; 2] =
            [|_| &[Kind::Queen, Kind::QueenGuard], |_| &[Kind::Guard, Kind::NinjaGuard]];
        for promotion in twins {
            let defects = Spec { promotion, ..chess.clone() }.defects();
            assert!(defects.contains(&"chess: two promotions share a letter".to_owned()), "{defects:?}");
        }
    }
}
