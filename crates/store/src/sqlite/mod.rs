//! A database in a file: opening it, and checking that it is still the one that was opened.

pub(super) mod files;
pub(super) mod health;
pub(super) mod open;
pub(super) mod wal;
