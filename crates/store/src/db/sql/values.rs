//! The values of statements.

use game::AnswerToken;

/// The value of a parameter. NULL is typed, too.
#[derive(Clone)]
pub(crate) enum SqlValue {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

/// The bindable types, each with its kind of value.
macro_rules! bindable {
    ($($given:ty: $kind:ident by $convert:expr,)*) => {$(
        impl From<$given> for SqlValue {
            fn from(given: $given) -> Self {
                Self::$kind(Some($convert(given)))
            }
        }

        impl From<Option<$given>> for SqlValue {
            fn from(given: Option<$given>) -> Self {
                Self::$kind(given.map($convert))
            }
        }
    )*};
}

bindable! {
    i64: Number by std::convert::identity,
    // Discord's ids use all 64 bits, but the database's integers are signed. The bits are kept.
    u64: Number by u64::cast_signed,
    u32: Number by i64::from,
    u8: Number by i64::from,
    bool: Number by i64::from,
    String: Text by std::convert::identity,
    &String: Text by String::clone,
    &str: Text by str::to_owned,
    &AnswerToken: Text by |token: &AnswerToken| token.0.clone(),
    Vec<u8>: Bytes by std::convert::identity,
}

impl From<&Option<String>> for SqlValue {
    fn from(given: &Option<String>) -> Self {
        Self::Text(given.clone())
    }
}

/// The values of a statement, numbered from `$1`: none `()`, one, a list, or a tuple of these.
pub(crate) trait Values {
    fn add_to(self, values: &mut Vec<SqlValue>);
}

impl<T: Into<SqlValue>> Values for T {
    fn add_to(self, values: &mut Vec<SqlValue>) {
        values.push(self.into());
    }
}

impl Values for Vec<SqlValue> {
    fn add_to(mut self, values: &mut Vec<SqlValue>) {
        values.append(&mut self);
    }
}

/// Tuples of up to this many values.
macro_rules! tuples {
    ($($first:ident $($other:ident)*)?) => {
        impl<$($first: Values, $($other: Values),*)?> Values for ($($first, $($other,)*)?) {
            #[allow(non_snake_case, unused_variables)]
            fn add_to(self, values: &mut Vec<SqlValue>) {
                $(
                    let ($first, $($other,)*) = self;
                    values.reserve([stringify!($first), $(stringify!($other)),*].len());
                    $first.add_to(values);
                    $($other.add_to(values);)*
                )?
            }
        }

        $(tuples!($($other)*);)?
    };
}

tuples!(A B C D E F G H I J K L M N O P Q);
