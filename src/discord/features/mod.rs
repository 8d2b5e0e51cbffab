//! What people do with the bot, one feature per file. Called by commands and components.

pub(super) mod analysis;
pub(super) mod challenge;
pub mod custom_games;
pub mod families;
pub mod game;
pub mod guild_form;
pub mod guild_settings;
pub(super) mod hint;
pub(super) mod history;
pub(super) mod ladder;
pub(super) mod lessons;
pub(super) mod organiser;
pub mod pages;
pub mod privacy;
pub(super) mod puzzles;
pub mod rulebook;
pub mod settings;
pub mod settings_form;
pub(super) mod standing;
pub mod tournament;
pub mod tournament_form;
pub mod vacation;
