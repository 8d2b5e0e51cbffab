//! A game between people: pure decisions. No clock, no disk, no chat; `now` is an argument.

mod ids;

pub use ids::{ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, Ply, UserId};
