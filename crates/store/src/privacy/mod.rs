//! Privacy: exporting and erasing what is stored about one person.

pub(super) mod erase;
pub(super) mod export;
mod own;
pub(super) mod personal;
pub(super) mod summary;
