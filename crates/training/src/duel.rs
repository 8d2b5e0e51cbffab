//! Games between two players, to measure the difference in strength.

use super::tuning::{LONGEST, OPENING};
use engine::numbers::{Dice, opening};
use engine::{Engine, SearchLimits};
use games::trial::Style;
use rules::{Color, Line, Move, Variant};

/// The results of games between two players, from the first one's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// Returns the sum of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }

    /// Returns the points per game, and half the width of the 95 % confidence interval.
    pub fn score(self) -> (f64, f64) {
        let games = f64::from(self.won + self.drawn + self.lost).max(1.0);
        let score = (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games;
        let spread = (f64::from(self.won) * (1.0 - score).powi(2)
            + f64::from(self.drawn) * (0.5 - score).powi(2)
            + f64::from(self.lost) * score.powi(2))
            / games;
        (score, 1.96 * (spread / games).sqrt())
    }

    /// Returns the difference in Elo points (Elo 1978), with the ends of the confidence interval.
    pub fn elo(self) -> [f64; 3] {
        let (score, half) = self.score();
        [score, score - half, score + half].map(|score| {
            let score = score.clamp(1e-3, 1.0 - 1e-3);
            400.0 * (score / (1.0 - score)).log10()
        })
    }
}

/// A player in a duel.
pub enum Player {
    /// The engine with these search limits.
    Engine(Box<Engine>, SearchLimits),
    /// One of the simple players of trials, which only know piece values.
    Simple(Style),
}

impl Player {
    /// Returns the move to play; `None` if there is none. The engine uses the seed, a simple player the dice.
    fn choose(&mut self, line: &Line, seed: u64, dice: &mut Dice) -> Option<Move> {
        match self {
            Self::Engine(engine, limits) => {
                let limits = SearchLimits { seed: limits.seed ^ seed, ..*limits };
                engine.think(line, limits, &|| false, &mut |_| ()).best()
            }
            Self::Simple(style) => style.choose(line.position(), dice.below(u64::MAX)),
        }
    }
}

/// Plays two games between two players from the same random opening, one with each side.
pub fn duel(variant: Variant, players: &mut [Player; 2], seed: u64) -> Tally {
    let mut dice = Dice(seed);
    let begun = opening(variant, OPENING.0 + dice.below(3), &mut dice);
    let mut tally = Tally::default();
    for first_is in Color::BOTH {
        let mut line = begun.clone();
        while line.termination().is_none() && line.claim().is_none() && line.moves().len() < LONGEST {
            let player = &mut players[usize::from(line.position().turn() != first_is)];
            let Some(mv) = player.choose(&line, seed, &mut dice) else { break };
            if line.play(mv).is_err() {
                break;
            }
        }
        match line.termination().and_then(rules::Termination::winner) {
            Some(winner) if winner == first_is => tally.won += 1,
            Some(_) => tally.lost += 1,
            None => tally.drawn += 1,
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn a_seed_makes_the_moves_and_the_better_player_wins_on_either_side() {
        let chess = games::from_slug("chess").expect("a game");
        let moves = |seed: u64| {
            let mut line = Line::new(Position::start(chess));
            let (mut player, mut dice) = (Player::Simple(Style::Random), Dice(seed));
            for _ in 0..20 {
                let mv = player.choose(&line, seed, &mut dice).expect("a move");
                line.play(mv).expect("a legal one");
            }
            line.moves().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
        let mut players = [Player::Simple(Style::Greedy), Player::Simple(Style::Random)];
        let tallies = [1, 2, 3].map(|seed| duel(chess, &mut players, seed));
        let sum = tallies.into_iter().fold(Tally::default(), Tally::and);
        assert!(sum.won > 0 && sum.lost == 0, "{sum:?}");
        players.reverse();
        let turned = [1, 2, 3].map(|seed| duel(chess, &mut players, seed));
        let sum = turned.into_iter().fold(Tally::default(), Tally::and);
        assert!(sum.lost > 0 && sum.won == 0, "{sum:?}");
    }
}
