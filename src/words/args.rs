//! What messages are filled with.

use fluent_bundle::FluentValue;

use crate::app::Level;
use crate::rules::{Color, Kind, Square, Variant};

/// The arguments of a message: `args! { "kind" => Kind::Rook, "count" => 3 }`.
macro_rules! args {
    ($($name:literal => $value:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut args = fluent_bundle::FluentArgs::new();
        $(args.set($name, $crate::words::args::Arg::value($value));)*
        args
    }};
}
pub(super) use args;

/// What may stand in a message.
pub(super) trait Arg<'a> {
    /// As Fluent takes it: a number, or a text.
    fn value(self) -> FluentValue<'a>;
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl<'a> Arg<'a> for $number {
            fn value(self) -> FluentValue<'a> {
                self.into()
            }
        })*
    };
}
numbers!(u8, u16, u32, u64, usize);

impl<'a> Arg<'a> for &'a str {
    fn value(self) -> FluentValue<'a> {
        self.into()
    }
}

impl<'a> Arg<'a> for String {
    fn value(self) -> FluentValue<'a> {
        self.into()
    }
}

impl<'a> Arg<'a> for char {
    fn value(self) -> FluentValue<'a> {
        self.to_string().into()
    }
}

impl<'a> Arg<'a> for Square {
    fn value(self) -> FluentValue<'a> {
        self.to_string().into()
    }
}

impl<'a> Arg<'a> for Color {
    fn value(self) -> FluentValue<'a> {
        self.slug().into()
    }
}

impl<'a> Arg<'a> for Kind {
    fn value(self) -> FluentValue<'a> {
        slug(self).into()
    }
}

impl<'a> Arg<'a> for Level {
    fn value(self) -> FluentValue<'a> {
        self.slug().into()
    }
}

impl<'a> Arg<'a> for Variant {
    fn value(self) -> FluentValue<'a> {
        self.slug().into()
    }
}

/// The name of a kind in the names of messages.
pub(super) const fn slug(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Queen => "queen",
        Kind::Rook => "rook",
        Kind::Bishop => "bishop",
        Kind::Knight => "knight",
        Kind::Pawn => "pawn",
        Kind::FlyingBomber => "flying-bomber",
        Kind::NinjaGuard => "ninja-guard",
        Kind::NinjaPawn => "ninja-pawn",
        Kind::QueenGuard => "queen-guard",
        Kind::IceQueen => "ice-queen",
        Kind::Camel => "camel",
        Kind::Squirrel => "squirrel",
        Kind::Guard => "guard",
    }
}

/// Everything that a message can name: what it is, as in [`NAMED`](super::NAMED), and by which word it is known.
pub(super) fn named() -> impl Iterator<Item = (&'static str, &'static str)> {
    let kinds = Kind::ALL.into_iter().map(|kind| ("kind", slug(kind)));
    let colors = Color::BOTH.into_iter().map(|color| ("color", color.slug()));
    let games = Variant::all().map(|game| ("game", game.slug()));
    let levels = Level::all().map(|level| ("level", level.slug()));
    kinds.chain(colors).chain(games).chain(levels)
}
