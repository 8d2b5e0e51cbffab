//! How a game ends by its moves alone, and which draws the players may claim.

use std::fmt;

use super::every::Every;
use crate::board::piece::{Color, Kind};
use crate::board::position::PositionOf;
use crate::board::square::{Square, SquareSet};
use crate::every;
use crate::spec::description::{GOALS, Goal};

/// Plies without progress after which a draw may be claimed.
pub const FIFTY_MOVES: u32 = 100;
/// Plies without progress after which the game is drawn.
pub const SEVENTY_FIVE_MOVES: u32 = 150;

every! {
    /// Why a game is drawn without a claim.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub enum DrawReason {
        /// Neither side can mate with the remaining material.
        Material,
        /// The fifth occurrence of a position.
        Fivefold,
        /// Seventy-five moves of each side without a capture, a pawn move or a drop.
        SeventyFive,
    }
}

every! {
    /// Why a player may claim a draw.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub enum Claim {
        /// The third occurrence of a position.
        Threefold,
        /// Fifty moves of each side without a capture, a pawn move or a drop.
        FiftyMoves,
    }
}

/// A king's arrival at its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Arrival {
    /// The side of the king.
    pub winner: Color,
    /// The goal it reached.
    pub goal: &'static Goal,
}

impl Every for Arrival {
    fn every() -> Vec<Self> {
        GOALS.iter().flat_map(|goal| Color::BOTH.map(|winner| Self { winner, goal })).collect()
    }
}

every! {
    /// A result that follows from the moves alone.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub enum Termination {
        /// This side has won by mate.
        Checkmate(Color),
        /// A king has won by reaching its goal.
        Goal(Arrival),
        /// The side to move has no legal move and is not in check: a draw.
        Stalemate,
        /// A draw.
        Draw(DrawReason),
    }
}

impl Termination {
    /// Returns the winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate(winner) | Self::Goal(Arrival { winner, .. }) => Some(winner),
            Self::Stalemate | Self::Draw(_) => None,
        }
    }
}

/// Writes the form used in stored games and on the command line.
///
/// For example `checkmate white` (the winner), `escape black`, `draw material`.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate(winner) => write!(f, "checkmate {}", winner.slug()),
            Self::Goal(Arrival { winner, goal }) => write!(f, "{} {}", goal.slug, winner.slug()),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Draw(DrawReason::Material) => f.write_str("draw material"),
            Self::Draw(DrawReason::Fivefold) => f.write_str("draw fivefold"),
            Self::Draw(DrawReason::SeventyFive) => f.write_str("draw seventy-five"),
        }
    }
}

impl PositionOf<'_> {
    /// Returns how the game has ended, as far as the position alone shows.
    ///
    /// Repetition is checked by [`Line::termination`](super::line::LineOf::termination).
    pub fn termination(&self) -> Option<Termination> {
        if let (Some(winner), Some(goal)) = (self.goal_reached_by(), self.spec().goal) {
            return Some(Termination::Goal(Arrival { winner, goal }));
        }
        if !self.has_legal_move() {
            let mate = Termination::Checkmate(self.turn().other());
            return Some(if self.is_check() { mate } else { Termination::Stalemate });
        }
        if self.is_dead() {
            return Some(Termination::Draw(DrawReason::Material));
        }
        (self.halfmove() >= SEVENTY_FIVE_MOVES).then_some(Termination::Draw(DrawReason::SeventyFive))
    }

    /// True if some sequence of moves might still let this side win.
    ///
    /// That is so if its king has a goal to reach, or if it has, on the board or in hand, a piece that may
    /// capture a king. A lone king cannot mate.
    pub fn can_still_win(&self, color: Color) -> bool {
        let spec = self.spec();
        let could_mate = |kind: Kind| kind != Kind::KING && !spec.movements[kind.index()].spares_kings;
        let stands = |kind: Kind| !self.of(color, kind).is_empty();
        !spec.goals[color].is_empty()
            || self.hand(color) > 0
            || spec.kinds().any(|kind| could_mate(kind) && stands(kind))
    }

    /// True if the game's own rule says that neither side can mate with the remaining material.
    pub fn is_dead(&self) -> bool {
        let Some(rule) = &self.spec().dead else { return false };
        if self.hand(Color::White) + self.hand(Color::Black) > 0 {
            return false;
        }
        let others = self.occupied() & !self.board.kings();
        match others.first() {
            None => true,
            Some(square) if others.len() == 1 => {
                self.kind_at(square).is_some_and(|kind| rule.lone.contains(&kind))
            }
            Some(_) => {
                let Some(bishop) = rule.bishop else { return false };
                let bishops = self.board.kinds[bishop.index()];
                let dark = |square: Square| (square.file() + square.rank()).is_multiple_of(2);
                let on_dark: SquareSet = bishops.iter().filter(|square| dark(*square)).collect();
                others == bishops && (on_dark.is_empty() || on_dark == bishops)
            }
        }
    }
}
