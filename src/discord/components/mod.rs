//! Buttons, menus and forms: their ids, and what a click or a choice does.

pub(super) mod click;
pub mod form;
pub(super) mod move_card;
