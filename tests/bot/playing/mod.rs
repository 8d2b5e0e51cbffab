//! Playing games and viewing them.

pub(super) mod analysis;
pub(super) mod commands;
pub(super) mod endings;
pub(super) mod fair;
pub(super) mod flow;
pub(super) mod forms;
pub(super) mod hints;
pub(super) mod looking_back;
pub(super) mod menus;
pub(super) mod next;
pub(super) mod offers;
pub mod pictures;
pub(super) mod premoves;
pub(super) mod refusals;
pub(super) mod rematch;
pub(super) mod simultaneous;
pub(super) mod takebacks;
pub(super) mod time;
pub(super) mod whole_games;
