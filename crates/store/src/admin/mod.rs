//! Administration: inspecting, checking and copying a database.

pub(super) mod check;
pub(super) mod copy;
mod filling;
pub(super) mod operator;
pub(super) mod restore;
