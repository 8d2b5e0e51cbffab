//! Buttons, menus and forms: what they carry, and what a click or a choice does.

pub mod custom_id;
pub mod form;
pub mod move_picker;
pub(super) mod press;
