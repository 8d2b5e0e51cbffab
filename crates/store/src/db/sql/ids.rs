//! Ids, moments and counts are bound and read as the numbers that they hold, and a token as its text.

use super::rows::{ColumnAt, FromCell};
use super::{SqlRow, SqlValue};
use game::{
    AnswerToken, ChallengeId, ChannelId, GameId, GuildId, InteractionId, LadderId, MessageId, Millis,
    PageGrantId, Ply, RatedPlayerId, RatingPeriod, Rev, RoleId, TournamentId, UserId,
};

/// The types that hold one value, and are bound and read as that.
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
