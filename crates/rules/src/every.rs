//! Enums whose values can all be listed, so that a text is read back by comparing it with theirs.

use super::piece::Color;

/// Has so few values that all of them can be listed.
pub trait Every: Sized {
    /// All values.
    fn every() -> Vec<Self>;
}

impl Every for Color {
    fn every() -> Vec<Self> {
        Self::BOTH.to_vec()
    }
}

/// Defines an enum and lists its values; a variant holds nothing, or one value that can be listed as well.
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

/// Defines an enum whose variants hold nothing, and its list `ALL` of them, which so leaves none out.
#[macro_export]
macro_rules! listed {
    ($(#[$about:meta])* $visible:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident,)+ }) => {
        $(#[$about])*
        $visible enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All there is, in this order.
            $visible const ALL: [Self; [$(stringify!($variant)),+].len()] = [$(Self::$variant),+];
        }
    };
}
