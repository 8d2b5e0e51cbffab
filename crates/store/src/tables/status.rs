//! How the bot stands as a whole, for whoever runs it.

use crate::{Store, StoreError};

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Servers of which something is kept or where games are live, and that the bot is in as far as is known.
    pub servers: u64,
    /// Servers that the bot has left or was removed from, and of which something is still kept.
    pub left: u64,
    /// Servers of which nothing is kept but games that are over: whether the bot is there is not noted.
    pub former: u64,
    /// People who have played a game or chosen something.
    pub people: u64,
    /// People who are shut out.
    pub shut_out: u64,
}

impl Store {
    /// How much there is. It reads every game, so it is for a command, not for a running bot.
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
