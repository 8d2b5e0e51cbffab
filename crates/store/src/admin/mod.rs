//! What the operator does with a database.

pub(super) mod check;
pub(super) mod copy;
pub(super) mod operator;
