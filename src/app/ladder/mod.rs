//! Ladders: an order of people for one game of a server, in which those below challenge those above.

pub(super) mod entry;
pub(super) mod refusals;
pub(super) mod steps;
