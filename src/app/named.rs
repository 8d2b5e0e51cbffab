//! The one check that what a button, a menu or a form names is where it is pressed. A number alone would not tell: after a restore of an older
//! database an old message may have the number of something else.

use super::caller::Caller;
use super::error::Rejection;
use super::ladder::refusals::NoLadder;
use super::tournament::refusals::NoTournament;
use super::{App, AppResult};
use crate::game::{ChallengeId, ChannelId, GameId, LadderId, TournamentId, Venue};

/// What a button names that has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Game(GameId),
    Challenge(ChallengeId),
    Tournament(TournamentId),
    Ladder(LadderId),
}

impl App {
    /// Refuses what is named by a button that is pressed elsewhere, in the words for what is no longer stored. `carried`: the button is on a
    /// private card that people may have anywhere; then a game is theirs to play.
    ///
    /// What is not stored is left to whoever carries the action out: the same click may have ended it, or another one.
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
                (!is_here).then_some(Rejection::NoTournament(NoTournament::NotStored))
            }
            Named::Ladder(id) => {
                let place = self.store.place_of_ladder(id).await?;
                let is_here = place.is_some_and(|guild| Some(guild) == by.guild);
                (!is_here).then_some(Rejection::NoLadder(NoLadder::NotStored))
            }
        };
        lost.map_or(Ok(()), |lost| Err(lost.into()))
    }
}

/// Whether two channels are the same. Where people play alone in a channel that the bot is not in, each has a place of their own there.
fn is_same(one: ChannelId, other: ChannelId) -> bool {
    one == other || [one, other].map(ChannelId::venue) == [Venue::UserInstall; 2]
}
