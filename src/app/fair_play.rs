//! Fair play: the engine must not help in a live game between two people who have not agreed on hints.
//!
//! Each live game's row stores its position, and an index covers live games. One query per request reads the
//! positions to protect. It sees the games of all processes, and no extra state is kept.

use super::error::Rejection;
use super::operator::feature::Feature;
use super::refusals::Unfair;
use super::{App, AppResult};
use crate::engine::Level;
use crate::game::{Ply, UserId};
use crate::rules::{Line, Position};

/// Plies after which a game counts as distinct. Before that, games are often alike and opening books apply.
const OWN_AFTER: Ply = Ply(6);

impl App {
    /// Refuses engine evaluation of a line's final position if that position occurs in a live game between
    /// two people who have not agreed on hints, or if the user plays such a game of the same variant.
    ///
    /// # Errors
    /// Refused for the reasons above.
    pub async fn fair(&self, asks: UserId, line: &Line) -> AppResult<()> {
        self.fair_of_own(asks, line.position()).await?;
        let plies = line.moves().len();
        let asked: Vec<Position> = if plies < open_plies(line) { Vec::new() } else { vec![*line.position()] };
        if self.stands_in_one(&asked).await? { Err(Rejection::Unfair(Unfair::Stands).into()) } else { Ok(()) }
    }

    /// Checks all positions of a finished game as [`App::fair`] does.
    ///
    /// # Errors
    /// Refused for the reasons above.
    pub async fn fair_of_game(&self, asks: UserId, line: &Line) -> AppResult<()> {
        self.fair_of_own(asks, line.position()).await?;
        let before = line.plies().map(|(before, ..)| before);
        let all: Vec<Position> = before.chain([*line.position()]).skip(open_plies(line)).collect();
        if self.stands_in_one(&all).await? { Err(Rejection::Unfair(Unfair::GameHas).into()) } else { Ok(()) }
    }

    /// Refuses a game against the bot if the feature is off, or for reasons of fair play.
    ///
    /// Fair play applies to a typed position only: it must not occur in a protected game, and the user must
    /// not play such a game of the same variant. From one move earlier, the bot would reveal what to play.
    ///
    /// # Errors
    /// Refused for the reasons above.
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

    /// True if one of these positions, all of one variant, occurs in a live game between two people.
    async fn stands_in_one(&self, positions: &[Position]) -> AppResult<bool> {
        let Some(first) = positions.first() else { return Ok(false) };
        let live = self.store.unaided_positions(first.variant().slug(), OWN_AFTER).await?;
        if live.is_empty() {
            return Ok(false);
        }
        // A game may return to the usual starting position, which stays allowed.
        let usual = Position::start(first.variant()).fen();
        Ok(positions.iter().any(|one| {
            let fen = one.fen();
            placed(&fen) != placed(&usual) && live.iter().any(|stands| placed(stands) == placed(&fen))
        }))
    }
}

/// The number of a line's first plies that are not protected: opening moves from the usual start.
fn open_plies(line: &Line) -> usize {
    if *line.start() == Position::start(line.position().variant()) { OWN_AFTER.0 as usize } else { 0 }
}

/// A FEN's board and side to move. Typed positions may omit castling rights and move counters.
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
