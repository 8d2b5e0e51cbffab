//! Sentences about a game, its moves and its board.

pub(super) mod analysis;
pub(super) mod beside;
pub(super) mod board;
pub(super) mod fen;
pub(super) mod marks;
pub(super) mod menus;
pub(super) mod merits;
pub(super) mod moves;
pub(super) mod news;
pub(super) mod next;
pub(super) mod nudge;
pub(super) mod offers;
pub(super) mod outcomes;
pub(super) mod past;
pub(super) mod premoves;
pub(super) mod reasons;
pub(super) mod refusals;
pub(super) mod ways;
