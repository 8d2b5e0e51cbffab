//! Who plays, for the two players of a game on its page: what they are called and how they stand. Whoever watches is told neither.

use crate::app::load::Loaded;
use crate::app::{App, AppResult};
use crate::game::{Millis, Rating, UserId};
use crate::rules::{ByColor, Color};

/// A player of a game, for its other player or themself.
#[derive(Clone, Debug, Default)]
pub struct PagePlayer {
    /// What they are called, if that is known.
    pub name: Option<String>,
    /// How they stand in this game; none: not at all yet, they show it to nobody here, or it is a game alone.
    pub rating: Option<Rating>,
}

impl App {
    /// Notes what somebody is called now. It is in memory alone.
    pub fn note_name(&self, person: UserId, name: &str) {
        self.names.note(person, name);
    }

    /// What somebody is called, if that is known.
    pub fn name_of(&self, person: UserId) -> Option<String> {
        self.names.of(person)
    }

    /// Both players of a game, for one of them.
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
