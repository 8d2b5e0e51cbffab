//! Personal settings, blocks, vacations, and a person's own data.

pub(super) mod blocks;
pub(super) mod ladders;
pub(super) mod languages;
pub(super) mod limits;
pub(super) mod members;
pub(super) mod menus;
pub(super) mod nudges;
pub(super) mod privacy;
pub(super) mod reminders;
pub(super) mod settings;
pub(super) mod settings_form;
pub(super) mod standing;
pub(super) mod tournament_form;
pub(super) mod tournament_leavers;
pub(super) mod tournaments;
pub(super) mod unlogged;
pub(super) mod user_rate_limit;
pub(super) mod vacations;

use libtest_mimic::Trial;

use super::places::server_form;

/// The tests of forms that set several things at once.
pub(super) fn tests_of_forms() -> Vec<Trial> {
    [settings_form::tests(), server_form::tests(), tournament_form::tests()].into_iter().flatten().collect()
}
