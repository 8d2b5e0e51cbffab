//! A game between people: pure decisions.
