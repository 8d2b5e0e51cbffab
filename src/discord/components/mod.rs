//! Buttons, menus and forms: their ids, and what a click or a choice does.

pub mod actions;
pub(super) mod click;
pub mod custom_id;
pub mod form;
pub(super) mod move_card;
pub mod move_picker;
pub(super) mod press;
