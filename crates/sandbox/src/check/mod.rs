//! Validates request bodies against Discord's limits and returns Discord's errors.

mod commands;
mod components;
mod embeds;
mod form;
mod layout;
mod message;
mod modal;

pub(crate) use commands::check_command;
pub(crate) use commands::{check_commands, file_group};
pub(crate) use form::{Form, length};
pub(crate) use message::{Draft, FILE_LIMIT, KeptAttachment, check_choices, check_message};
pub(crate) use modal::{CHECKBOX, CHECKBOX_GROUP, RADIO_GROUP, check_modal};
