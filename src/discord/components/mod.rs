//! Menus and forms, and what was chosen or entered in them.

pub(super) mod click;
pub mod form;
pub(super) mod move_card;
