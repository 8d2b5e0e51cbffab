//! Checks that the thing a button, menu or form names belongs to the place where it is pressed.
//!
//! A number alone is not enough: after a restore of an older database, an old message may carry the number of
//! something else.

use super::caller::Caller;
use super::error::Rejection;
use super::ladder::refusals::NoLadder;
use super::tournament::refusals::NoTournament;
use super::{App, AppResult};
use crate::game::{ChallengeId, ChannelId, GameId, LadderId, TournamentId, Venue};

/// A thing with a place that a button names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Game(GameId),
    Challenge(ChallengeId),
    Tournament(TournamentId),
    Ladder(LadderId),
}

impl App {
    /// Refuses a button pressed in another place, with the words for a missing item.
    ///
    /// `carried`: the button is on a private card that users may have anywhere; then being a player of the
    /// game is enough. An item that is not stored passes, and the action itself decides: the same click, or
    /// another one, may have ended it.
    pub async fn is_named_here(&self, by: &Caller, named: Named, carried: bool) -> AppResult<()> {
        let lost = match named {
            Named::Game(id) => {
                let place = self.store.place_of_game(id).await?;
                let is_here = place.is_none_or(|game| {
                    let plays = [game.white, game.black].contains(&Some(by.user));
                    is_same(by.channel, game.channel) || carried && plays
                });
                (!is_here).then_some(Rejection::NotStored)
            }
            Named::Challenge(id) => {
                let place = self.store.place_of_challenge(id).await?;
                let is_here = place.is_none_or(|channel| is_same(by.channel, channel));
                (!is_here).then_some(Rejection::ChallengeGone)
            }
            Named::Tournament(id) => {
                // The threads of its games belong to its channel.
                let place = self.store.place_of_tournament(id).await?;
                let is_here =
                    place.is_some_and(|channel| channel == by.channel || Some(channel) == by.parent);
                (!is_here).then_some(NoTournament::NotStored.into())
            }
            Named::Ladder(id) => {
                let place = self.store.place_of_ladder(id).await?;
                let is_here = place.is_some_and(|guild| Some(guild) == by.guild);
                (!is_here).then_some(NoLadder::NotStored.into())
            }
        };
        lost.map_or(Ok(()), |lost| Err(lost.into()))
    }
}

/// True if two channels are the same. All user installs count as one, because each user has an id of their
/// own for such a channel.
fn is_same(one: ChannelId, other: ChannelId) -> bool {
    one == other || [one, other].map(ChannelId::venue) == [Venue::UserInstall; 2]
}
