//! The players' names and ratings on a game's page. Shown only to its two players, never to spectators.

use crate::app::load::Loaded;
use crate::app::{App, AppResult};
use crate::game::{Millis, Rating, UserId};
use crate::rules::{ByColor, Color};

/// A player of a game, as shown to both players.
#[derive(Clone, Debug, Default)]
pub struct PagePlayer {
    /// Their name, if known.
    pub name: Option<String>,
    /// Their rating in this variant; `None`: unrated so far, hidden here, or a game without a human opponent.
    pub rating: Option<Rating>,
}

impl App {
    /// Records a user's current name, in memory only.
    pub fn note_name(&self, person: UserId, name: &str) {
        self.names.note(person, name);
    }

    /// A user's name, if known.
    pub fn name_of(&self, person: UserId) -> Option<String> {
        self.names.of(person)
    }

    /// Both players of a game, as shown to one of them.
    pub(in crate::app) async fn page_players(
        &self,
        who: UserId,
        loaded: &Loaded,
        now: Millis,
    ) -> AppResult<ByColor<PagePlayer>> {
        let mut players = ByColor { white: PagePlayer::default(), black: PagePlayer::default() };
        let game = &loaded.game;
        if game.alone().is_some() || loaded.variant.is_custom() {
            return Ok(players);
        }
        for side in Color::BOTH {
            let Some(person) = game.players[side] else { continue };
            let is_seen = person == who || self.unseen_in(loaded.row.guild, person).await?.is_none();
            if is_seen && let Some(standing) = self.standing_of(person, loaded.variant.slug(), now).await? {
                players[side].rating = Some(standing.now);
            }
            players[side].name = self.name_of(person);
        }
        Ok(players)
    }
}
