//! The state of the bot as a whole, for the operator.

use crate::{Store, StoreError};

/// Total counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Servers with stored data or live games that the bot is in, as far as known.
    pub servers: u64,
    /// Servers that the bot has left or was removed from, with data still stored.
    pub left: u64,
    /// Servers with nothing but finished games. Whether the bot is there is not recorded.
    pub former: u64,
    /// People who have played a game or changed a setting.
    pub people: u64,
    /// People who are shut out.
    pub shut_out: u64,
}

impl Store {
    /// Counts everything. Reads every game, so it is meant for a command and not for a running bot.
    pub async fn totals(&self) -> Result<Totals, StoreError> {
        let (all, left, in_use, people, shut_out): (u64, u64, u64, u64, u64) = self.one(
            "SELECT (SELECT count(*) FROM (SELECT guild FROM games WHERE guild IS NOT NULL UNION SELECT id FROM servers
                     UNION SELECT guild FROM tournaments UNION SELECT guild FROM ladders UNION SELECT guild FROM server_games WHERE channel <> 0
                     UNION SELECT guild FROM left_servers) AS of_servers) AS servers,
                 (SELECT count(*) FROM left_servers) AS gone,
                 (SELECT count(*) FROM (SELECT guild FROM games WHERE state = 'live' AND guild IS NOT NULL
                     UNION SELECT id FROM servers UNION SELECT guild FROM tournaments UNION SELECT guild FROM ladders
                     UNION SELECT guild FROM server_games WHERE channel <> 0 UNION SELECT guild FROM left_servers) AS in_use) AS in_use,
                 (SELECT count(*) FROM (SELECT id FROM people UNION SELECT white FROM games WHERE white IS NOT NULL
                     UNION SELECT black FROM games WHERE black IS NOT NULL) AS of_people) AS people,
                 (SELECT count(*) FROM shut_out WHERE mark NOT LIKE 'server %') AS shut_out",
            (),
        )
        .await?;
        Ok(Totals {
            servers: in_use.saturating_sub(left),
            left,
            former: all.saturating_sub(in_use),
            people,
            shut_out,
        })
    }
}
