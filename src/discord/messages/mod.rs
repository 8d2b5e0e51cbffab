//! Messages that several rooms send: boards, and how ladders and tournaments stand.

pub mod boards;
pub mod ladder;
pub mod move_picker;
pub mod tournament;
