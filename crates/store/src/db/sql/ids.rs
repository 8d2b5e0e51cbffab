//! Binds and reads domain types: ids, times and counts as numbers, tokens as text, and enums as their words.

use super::rows::{ColumnAt, FromCell};
use super::{SqlRow, SqlValue};
use crate::tables::ladders::LadderOutcome;
use crate::tables::owed_kinds::OwedKind;
use crate::types::StoredState;
use crate::unreadable::unreadable;
use game::{
    AnswerToken, ChallengeId, ChannelId, Color, EventKind, GameId, GuildId, InteractionId, LadderId,
    MessageId, Millis, Pace, PageGrantId, Ply, RatedOutcome, RatedPlayerId, RatingPeriod, Rev, RoleId,
    TournamentId, TournamentKind, TournamentResult, TournamentState, UserId,
};

/// Newtypes that are bound and read as the value they hold.
macro_rules! held {
    ($($id:ident)*) => {$(
        impl From<$id> for SqlValue {
            fn from(id: $id) -> Self {
                id.0.into()
            }
        }

        impl From<Option<$id>> for SqlValue {
            fn from(id: Option<$id>) -> Self {
                id.map(|id| id.0).into()
            }
        }

        impl FromCell<'_> for $id {
            fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
                Ok(FromCell::read_some(row, column)?.map(Self))
            }
        }
    )*};
}

held! {
    AnswerToken ChallengeId ChannelId GameId GuildId InteractionId LadderId MessageId Millis PageGrantId Ply RatedPlayerId
    RatingPeriod Rev RoleId TournamentId UserId
}

/// Types that are bound as their words.
macro_rules! said {
    ($($of:ident)*) => {$(
        impl From<$of> for SqlValue {
            fn from(of: $of) -> Self {
                of.slug().into()
            }
        }

        impl From<Option<$of>> for SqlValue {
            fn from(of: Option<$of>) -> Self {
                of.map($of::slug).into()
            }
        }
    )*};
}

said! { Color EventKind OwedKind Pace StoredState TournamentKind TournamentResult TournamentState }

/// Types that are also read from their words, each with the error for an unknown word.
macro_rules! read {
    ($($of:ident: $said:literal;)*) => {$(
        impl FromCell<'_> for $of {
            fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
                let read = |word: &str| word.parse().map_err(|_| unreadable(format!($said, format!("{word:?}"))));
                row.text(column)?.map(read).transpose()
            }
        }
    )*};
}

read! {
    LadderOutcome: "the outcome {} of a challenge for a place";
    Pace: "the pace {}";
    StoredState: "the state {} of a game";
    TournamentKind: "the kind {} of a tournament";
    TournamentResult: "the result {} of a tournament";
    TournamentState: "the state {} of a tournament";
}

impl FromCell<'_> for RatedOutcome {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        let Some(half_points) = u32::read_some(row, column)? else { return Ok(None) };
        let outcome = Self::ALL.get(half_points as usize).copied();
        outcome.map(Some).ok_or_else(|| unreadable(format!("{half_points} half points of a game")))
    }
}
