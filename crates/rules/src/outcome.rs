//! How a game ends by its moves alone, and which draws the players may claim.

use std::fmt;

use super::every::Every;
use crate::board::piece::{Color, Kind};
use crate::board::position::PositionOf;
use crate::board::square::{Square, SquareSet};
use crate::every;
use crate::spec::description::{GOALS, Goal};
use crate::spec::ends::{Extinction, NoMoves};

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
        /// Both sides have arrived at their goals, where Black has a last reply.
        BothArrived,
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

/// An arrival at the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Arrival {
    /// The side that arrived.
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
    /// How a game is won by a rule of its own.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub enum OwnWin {
        /// The winner has given the number of checks that the game asks for.
        Checks,
        /// The loser's king has been blown up.
        Explosion,
        /// The loser has too few pieces left.
        Extinction,
        /// The winner has few enough pieces left.
        Giveaway,
        /// The winner is to move and has no legal move.
        NoMoves,
        /// The loser is to move, is not in check, and has no legal move.
        Stuck,
    }
}

impl OwnWin {
    /// Returns its name in stored games and on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Explosion => "explosion",
            Self::Extinction => "extinction",
            Self::Giveaway => "giveaway",
            Self::NoMoves => "no-moves",
            Self::Stuck => "stuck",
        }
    }
}

/// A win by a rule of the game's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct WonByRule {
    /// The winner.
    pub winner: Color,
    /// The rule.
    pub how: OwnWin,
}

impl Every for WonByRule {
    fn every() -> Vec<Self> {
        OwnWin::every().into_iter().flat_map(|how| Color::BOTH.map(|winner| Self { winner, how })).collect()
    }
}

every! {
    /// A result that follows from the moves alone.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub enum Termination {
        /// This side has won by mate.
        Checkmate(Color),
        /// A side has won by arrival at its goal.
        Goal(Arrival),
        /// A side has won by a rule of the game's own.
        Rule(WonByRule),
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
            Self::Checkmate(winner)
            | Self::Goal(Arrival { winner, .. })
            | Self::Rule(WonByRule { winner, .. }) => Some(winner),
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
            Self::Rule(WonByRule { winner, how }) => write!(f, "{} {}", how.slug(), winner.slug()),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Draw(DrawReason::Material) => f.write_str("draw material"),
            Self::Draw(DrawReason::Fivefold) => f.write_str("draw fivefold"),
            Self::Draw(DrawReason::SeventyFive) => f.write_str("draw seventy-five"),
            Self::Draw(DrawReason::BothArrived) => f.write_str("draw both-arrived"),
        }
    }
}

impl PositionOf<'_> {
    /// Returns how the game has ended, as far as the position alone shows.
    ///
    /// Repetition is checked by [`Line::termination`](super::line::LineOf::termination).
    pub fn termination(&self) -> Option<Termination> {
        if let Some(decided) = self.decided() {
            return Some(decided);
        }
        if !self.has_legal_move() {
            let (turn, other) = (self.turn(), self.turn().other());
            let won = |winner, how| Termination::Rule(WonByRule { winner, how });
            return Some(match self.spec().ends.no_moves {
                _ if self.is_check() => Termination::Checkmate(other),
                NoMoves::Draws => Termination::Stalemate,
                NoMoves::Loses => won(other, OwnWin::Stuck),
                NoMoves::Wins => won(turn, OwnWin::NoMoves),
            });
        }
        if self.is_dead() {
            return Some(Termination::Draw(DrawReason::Material));
        }
        (self.halfmove() >= SEVENTY_FIVE_MOVES).then_some(Termination::Draw(DrawReason::SeventyFive))
    }

    /// Returns the end that the last move brought, other than mate: at a goal, by checks, by few pieces or by
    /// the explosion of a king.
    ///
    /// There is no legal move then. If both sides have won, the one that has just moved is named, except that
    /// arrival on both sides is a draw where Black has a last reply.
    #[inline]
    pub fn decided(&self) -> Option<Termination> {
        if !self.spec().is_decided_by_moves() {
            return None;
        }
        let arrived = if self.spec().last_reply { self.raced() } else { self.arrived() };
        arrived.or_else(|| self.won_by_rule().map(Termination::Rule))
    }

    /// Returns the win by arrival at a goal.
    #[inline]
    fn arrived(&self) -> Option<Termination> {
        let (winner, goal) = self.goal_reached_by().zip(self.spec().goal)?;
        Some(Termination::Goal(Arrival { winner, goal }))
    }

    /// Returns the end by arrival where Black has a last reply to White's.
    #[cold]
    fn raced(&self) -> Option<Termination> {
        if self.have_both_arrived() {
            return Some(Termination::Draw(DrawReason::BothArrived));
        }
        self.arrived().filter(|_| self.turn() == Color::White || !self.can_arrive())
    }

    /// True if the side to move has lost; the caller knows whether it is in check.
    #[inline]
    pub fn is_lost(&self, check: bool) -> bool {
        match self.decided() {
            Some(end) => end.winner() == Some(self.turn().other()),
            None => (check || self.spec().ends.no_moves == NoMoves::Loses) && !self.has_legal_move(),
        }
    }

    /// True if the side to move has won by a rule of the game's own.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.spec().has_own_ends() && self.termination().and_then(Termination::winner) == Some(self.turn())
    }

    /// Returns the win by checks, by the explosion of a king or by few pieces.
    fn won_by_rule(&self) -> Option<WonByRule> {
        let ends = &self.spec().ends;
        let sides = [self.turn().other(), self.turn()];
        if ends.checks.is_some()
            && let Some(winner) = sides.into_iter().find(|side| self.checks_left(*side) == 0)
        {
            return Some(WonByRule { winner, how: OwnWin::Checks });
        }
        let spec = self.spec();
        if spec.explosion.is_some()
            && let Some(loser) =
                sides.into_iter().find(|side| spec.royal[*side] && self.king(*side).is_none())
        {
            return Some(WonByRule { winner: loser.other(), how: OwnWin::Explosion });
        }
        let rule = ends.extinction.as_ref()?;
        let few = sides.into_iter().find(|side| self.has_few_pieces(rule, *side))?;
        Some(if rule.wins {
            WonByRule { winner: few, how: OwnWin::Giveaway }
        } else {
            WonByRule { winner: few.other(), how: OwnWin::Extinction }
        })
    }

    /// True if the game is over for this side by few pieces.
    fn has_few_pieces(&self, rule: &Extinction, side: Color) -> bool {
        let few = |count: usize| count <= usize::from(rule.at_most);
        if rule.kinds.is_empty() {
            let hand = usize::from(self.hand(side));
            return few(self.board.sides[side].len() + hand);
        }
        rule.kinds.iter().any(|kind| few(self.of(side, *kind).len()))
    }

    /// True if some sequence of moves might still let this side win.
    ///
    /// That is so if it has a goal to reach, if the game has ends of its own, or if it has, on the board
    /// or in hand, a piece that may capture a king. A lone king cannot mate.
    pub fn can_still_win(&self, color: Color) -> bool {
        let spec = self.spec();
        let could_mate = |kind: Kind| kind != Kind::KING && !spec.movements[kind.index()].spares_kings;
        let stands = |kind: Kind| !self.of(color, kind).is_empty();
        spec.has_own_ends()
            || !spec.goals[color].is_empty()
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
