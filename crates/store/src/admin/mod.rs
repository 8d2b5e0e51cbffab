//! Administration: inspecting, checking and copying a database.

pub(super) mod check;
pub(super) mod copy;
mod filling;
mod lines;
mod new_file;
pub(super) mod operator;
pub(super) mod restore;
pub(super) mod salvage;
mod transfer;
