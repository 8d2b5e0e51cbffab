//! Whether the bot is in the servers and channels of its games: games wait where nothing can be posted, and the data of
//! servers that removed the bot is deleted in time.

pub(super) mod availability;
pub(super) mod left_servers;
