//! The stored data, one file per kind. The public types here are re-exported by the crate.

pub(super) mod acts;
pub(super) mod backlog;
mod backups;
pub(super) mod block_marks;
pub(super) mod blocks;
pub(super) mod boards;
pub(super) mod challenges;
pub(super) mod change;
pub(super) mod clocks;
pub(super) mod closed_challenges;
pub(super) mod closed_channels;
pub(super) mod command_scopes;
pub(super) mod compatible_from;
pub(super) mod daily;
pub(super) mod daily_solved;
pub(super) mod engine_games;
pub(super) mod expiry;
pub(super) mod files_sent;
pub(super) mod finished_games;
pub(super) mod forgotten;
pub(super) mod game_lists;
pub(super) mod games;
pub(super) mod gateway_sessions;
pub(super) mod guild_settings;
pub(super) mod ladder_changes;
pub(super) mod ladders;
pub(super) mod leases;
pub(super) mod left_servers;
pub(super) mod lessons;
pub(super) mod limits;
pub(super) mod lobbies;
pub(super) mod named_places;
pub(super) mod notes;
pub(super) mod nudges;
pub(super) mod offers;
pub(super) mod old_boards;
pub(super) mod operator_orders;
pub(super) mod operator_state;
pub(super) mod outbox;
pub(super) mod owed_kinds;
pub(super) mod owner;
pub(super) mod page_links;
pub(super) mod pages;
pub(super) mod preferences;
pub(super) mod premoves;
pub(super) mod push;
pub(super) mod puzzles;
pub(super) mod rating_lists;
pub(super) mod ratings;
pub(super) mod rematches;
pub(super) mod removed_places;
pub(super) mod restores;
pub(super) mod server_games;
pub(super) mod servers;
pub(super) mod shut_out;
pub(super) mod status;
pub(super) mod stopped;
pub(super) mod tournament_changes;
mod tournament_pairings;
pub(super) mod tournaments;
pub(super) mod user_installs;
pub(super) mod vacations;
pub(super) mod watching;

use crate::privacy::personal::Personal;

pub use {
    acts::*, backlog::*, boards::*, clocks::*, closed_challenges::*, closed_channels::*, command_scopes::*,
    compatible_from::*, daily::*, daily_solved::*, engine_games::*, expiry::*, files_sent::*,
    finished_games::*, forgotten::*, game_lists::*, gateway_sessions::*, guild_settings::*, ladders::*,
    leases::*, lessons::*, limits::*, lobbies::*, named_places::*, notes::*, old_boards::*,
    operator_orders::*, operator_state::*, outbox::*, owner::*, page_links::*, pages::*, preferences::*,
    push::*, puzzles::*, rating_lists::*, ratings::*, removed_places::*, restores::*, server_games::*,
    servers::*, shut_out::*, status::*, tournaments::*, user_installs::*, vacations::*,
};

/// All personal tables: `/privacy` and `rookery forget` use this list. A test finds missing tables, and
/// columns that are not exported to their person.
pub(crate) const PERSONAL: &[&[Personal]] = &[
    acts::PERSONAL,
    block_marks::PERSONAL,
    blocks::PERSONAL,
    challenges::PERSONAL,
    daily_solved::PERSONAL,
    files_sent::PERSONAL,
    ladders::PERSONAL,
    lessons::PERSONAL,
    limits::PERSONAL,
    notes::PERSONAL,
    page_links::PERSONAL,
    pages::PERSONAL,
    preferences::PERSONAL,
    push::PERSONAL,
    puzzles::PERSONAL,
    server_games::PERSONAL,
    shut_out::PERSONAL,
    tournaments::PERSONAL,
    user_installs::PERSONAL,
    vacations::PERSONAL,
];
