//! Fair play: nobody has the engine's word on a game that two people play against each other without it.
//!
//! The row of each live game has its position, and an index of its own leads to the rows of live games. So one statement reads the positions
//! that must not be looked at, when somebody asks: it knows what all processes do, and nothing has to be kept for it.

use super::error::Rejection;
use super::operator::feature::Feature;
use super::refusals::Unfair;
use super::{App, AppResult};
use crate::engine::Level;
use crate::game::{Ply, UserId};
use crate::rules::{Line, Position};

/// So many plies after its start a game is one of its own; before, many games are alike, and books tell what to play.
const OWN_AFTER: Ply = Ply(6);

impl App {
    /// Refuses the engine's word on the position that a line leads to: it stands in a live game between two people who have not agreed on hints,
    /// or whoever asks plays such a game of the same variant.
    ///
    /// # Errors
    /// Refused, as said.
    pub async fn fair(&self, asks: UserId, line: &Line) -> AppResult<()> {
        self.fair_of_own(asks, line.position()).await?;
        let plies = line.moves().len();
        let asked: Vec<Position> = if plies < open_plies(line) { Vec::new() } else { vec![*line.position()] };
        if self.stands_in_one(&asked).await? { Err(Rejection::Unfair(Unfair::Stands).into()) } else { Ok(()) }
    }

    /// The same of all positions of a game that is over.
    ///
    /// # Errors
    /// Refused, as said.
    pub async fn fair_of_game(&self, asks: UserId, line: &Line) -> AppResult<()> {
        self.fair_of_own(asks, line.position()).await?;
        let before = line.plies().map(|(before, ..)| before);
        let all: Vec<Position> = before.chain([*line.position()]).skip(open_plies(line)).collect();
        if self.stands_in_one(&all).await? { Err(Rejection::Unfair(Unfair::GameHas).into()) } else { Ok(()) }
    }

    /// Refuses a game against the bot while those are switched off, from a position of one's own that stands in such a game, or by whoever plays such a game of the same variant: from
    /// one move earlier the bot would say what to play.
    ///
    /// # Errors
    /// Refused, as said.
    pub(in crate::app) async fn fair_to_begin(
        &self,
        level: Option<Level>,
        (by, start): (UserId, &Position),
    ) -> AppResult<()> {
        if level.is_some() {
            self.is_on(Feature::BotGames)?;
        }
        let usual = Position::start(start.variant()).fen();
        if level.is_none() || placed(&usual) == placed(&start.fen()) {
            return Ok(());
        }
        self.fair_of_own(by, start).await?;
        if self.stands_in_one(&[*start]).await? {
            Err(Rejection::Unfair(Unfair::Begins).into())
        } else {
            Ok(())
        }
    }

    async fn fair_of_own(&self, asks: UserId, position: &Position) -> AppResult<()> {
        let variant = position.variant();
        if self.store.plays_unaided(asks, variant.slug(), OWN_AFTER).await? {
            return Err(Rejection::Unfair(Unfair::Plays(variant)).into());
        }
        Ok(())
    }

    /// Whether one of these positions of one variant stands in a live game between two people.
    async fn stands_in_one(&self, positions: &[Position]) -> AppResult<bool> {
        let Some(first) = positions.first() else { return Ok(false) };
        let live = self.store.unaided_positions(first.variant().slug(), OWN_AFTER).await?;
        if live.is_empty() {
            return Ok(false);
        }
        // A game may come back to where all begin.
        let usual = Position::start(first.variant()).fen();
        Ok(positions.iter().any(|one| {
            let fen = one.fen();
            placed(&fen) != placed(&usual) && live.iter().any(|stands| placed(stands) == placed(&fen))
        }))
    }
}

/// So many plies of a line are everybody's: the first ones from the usual start.
fn open_plies(line: &Line) -> usize {
    if *line.start() == Position::start(line.position().variant()) { OWN_AFTER.0 as usize } else { 0 }
}

/// What stands where, and whose move it is, of a FEN: who types a position may leave out what was castled and which move it was.
fn placed(fen: &str) -> [Option<&str>; 2] {
    let mut parts = fen.split(' ');
    [parts.next(), parts.next()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_the_same_however_often_it_was_moved() {
        let same = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(placed(same), placed("4k3/8/8/8/8/8/4P3/4K3 w KQ e3 7 20"));
        for other in ["4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"] {
            assert_ne!(placed(same), placed(other));
        }
    }
}
