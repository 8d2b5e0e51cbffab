//! The Discord side; the only layer that knows serenity.
