//! Playing games and viewing them.

mod acting;
pub(super) mod analysis;
pub(super) mod autocomplete;
pub(super) mod from_here;
pub(super) mod hint;
pub(super) mod history;
pub(super) mod list;
pub(super) mod move_menus;
pub(super) mod next;
pub(super) mod nudge;
pub(super) mod offers;
pub(super) mod play;
pub(super) mod premoves;
pub(super) mod queries;
