//! Persistence: SQL lives here only.
