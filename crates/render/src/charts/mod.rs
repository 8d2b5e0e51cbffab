//! Charts shown with boards: the course of a game, the course of a rating, and the table of a tournament.

pub(crate) mod curve;
pub(crate) mod rating_chart;
pub(crate) mod score_table;
