//! The arguments of messages.

use std::borrow::Cow;

use fluent_bundle::FluentValue;

use crate::app::Level;
use crate::games;
use crate::rules::piece_type::PIECE_TYPES;
use crate::rules::{Color, PieceType, Spec, Square, Variant};

/// The arguments of a message: `args! { "kind" => piece, "count" => 3 }`.
macro_rules! args {
    ($($name:literal => $value:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut args = fluent_bundle::FluentArgs::new();
        $(args.set($name, $crate::words::fluent::args::Arg::value($value));)*
        args
    }};
}
pub(in crate::words) use args;

/// A type that can be an argument of a message.
pub(in crate::words) trait Arg<'a> {
    /// Converts it to a Fluent number or text.
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

impl<'a> Arg<'a> for &PieceType {
    fn value(self) -> FluentValue<'a> {
        match &self.slug {
            Cow::Borrowed(slug) => (*slug).into(),
            Cow::Owned(_) => format!("{OWN}{}", self.name).into(),
        }
    }
}

impl<'a> Arg<'a> for Level {
    fn value(self) -> FluentValue<'a> {
        self.slug().into()
    }
}

impl<'a> Arg<'a> for &'a Spec {
    fn value(self) -> FluentValue<'a> {
        if self.is_custom() { format!("{OWN}{}", self.name).into() } else { self.slug.as_str().into() }
    }
}

impl<'a> Arg<'a> for Variant {
    fn value(self) -> FluentValue<'a> {
        self.spec().value()
    }
}

/// The prefix for the name of a piece or game that comes from a file and has no message.
pub(in crate::words) const OWN: &str = "own:";

/// Returns everything that a message can name: its sort, as in [`NAMED`](crate::words::NAMED), and its slug.
pub(in crate::words) fn named() -> impl Iterator<Item = (&'static str, &'static str)> {
    let kinds = PIECE_TYPES.iter().map(|piece| ("kind", &*piece.slug)).chain([("kind", "own")]);
    let colors = Color::BOTH.into_iter().map(|color| ("color", color.slug()));
    let games = games::all().map(|game| ("game", game.slug()));
    let levels = Level::all().map(|level| ("level", level.slug()));
    kinds.chain(colors).chain(games).chain(levels)
}
