//! Enums whose values can all be listed, so that a text can be parsed by comparing it with each value's text.

use crate::board::piece::Color;

/// A type with few enough values to list them all.
pub trait Every: Sized {
    /// Returns all values.
    fn every() -> Vec<Self>;
}

impl Every for Color {
    fn every() -> Vec<Self> {
        Self::BOTH.to_vec()
    }
}

/// Defines an enum that implements [`Every`].
///
/// Each variant holds nothing, or one value whose type implements `Every` too.
#[macro_export]
macro_rules! every {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident $(($part:ty))?,)+ }) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$doc])* $variant $(($part))?,)+
        }

        impl $crate::Every for $name {
            fn every() -> Vec<Self> {
                let values = [$($crate::every!(@of $name::$variant $(, $part)?)),+];
                values.into_iter().flatten().collect()
            }
        }
    };
    (@of $value:path) => {
        vec![$value]
    };
    (@of $value:path, $part:ty) => {
        <$part as $crate::Every>::every().into_iter().map($value).collect::<Vec<Self>>()
    };
}

/// Defines an enum of unit variants with a constant `ALL`, so that no variant can be left out of the list.
#[macro_export]
macro_rules! listed {
    ($(#[$about:meta])* $visible:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident,)+ }) => {
        $(#[$about])*
        $visible enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All values, in declaration order.
            $visible const ALL: [Self; [$(stringify!($variant)),+].len()] = [$(Self::$variant),+];
        }
    };
}
