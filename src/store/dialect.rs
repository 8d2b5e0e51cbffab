//! What SQLite words in its own way; all other statements are as `sql.rs` says. What is about its files stands where they are opened,
//! looked into and copied (`open.rs`, `check.rs`, `care.rs`), and how its log is emptied in `write.rs`; its numbers of failures are told
//! apart in `error.rs`.

/// Begins a transaction beside which nobody else writes, so that what it reads cannot change under it.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// Holds where the statement before this one, of the same text, has changed one row.
pub(super) const FOLLOWS: &str = "changes() = 1";
