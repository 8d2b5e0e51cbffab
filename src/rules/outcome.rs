//! How a game stands: won, drawn, or going on; and the line of positions that repetition needs.

use std::collections::HashMap;
use std::fmt;

use super::moves::Move;
use super::piece::{Color, Kind};
use super::position::{Position, RepetitionKey};
use super::spec::Goal;
use super::square::{Square, SquareSet};

/// Plies without progress after which a draw may be claimed.
pub const FIFTY_MOVES: u32 = 100;
/// Plies without progress after which the game is drawn.
pub const SEVENTY_FIVE_MOVES: u32 = 150;

/// Why a game is drawn without anybody's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawReason {
    /// Neither side can mate with what is left.
    Material,
    /// The same position for the fifth time.
    Fivefold,
    /// Seventy-five moves of each side without a capture, a pawn move or a drop.
    SeventyFive,
}

/// Why a player may claim a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Claim {
    /// The same position for the third time.
    Threefold,
    /// Fifty moves of each side without a capture, a pawn move or a drop.
    FiftyMoves,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum State {
    /// It goes on.
    Ongoing,
    /// It goes on, and the side to move is in check.
    Check,
    /// This side has won by mate.
    Checkmate(Color),
    /// The side to move has no legal move and is not in check: a draw.
    Stalemate,
    /// This side's king has captured the scepter and won.
    Scepter(Color),
    /// This side's king has escaped and won.
    Escape(Color),
    /// A draw.
    Draw(DrawReason),
}

impl State {
    /// Whether the game has ended.
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Ongoing | Self::Check)
    }

    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate(color) | Self::Scepter(color) | Self::Escape(color) => Some(color),
            _ => None,
        }
    }
}

impl State {
    /// For a sentence: "checkmate, Black has won".
    pub fn told(self) -> String {
        let won = |how: &str, winner: Color| format!("{how}, {winner} has won");
        match self {
            Self::Ongoing => "it goes on".to_owned(),
            Self::Check => "check".to_owned(),
            Self::Checkmate(winner) => won("checkmate", winner),
            Self::Stalemate => "stalemate, a draw".to_owned(),
            Self::Scepter(winner) => won("the scepter is captured", winner),
            Self::Escape(winner) => won("the king has escaped", winner),
            Self::Draw(DrawReason::Material) => {
                "a draw, as neither side has enough pieces to mate".to_owned()
            }
            Self::Draw(DrawReason::Fivefold) => "a draw by fivefold repetition".to_owned(),
            Self::Draw(DrawReason::SeventyFive) => {
                "a draw after seventy-five moves without progress".to_owned()
            }
        }
    }
}

/// As the command line prints it: `ongoing`, `checkmate white`, `draw material`.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Check => f.write_str("check"),
            Self::Checkmate(winner) => write!(f, "checkmate {}", winner.slug()),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Scepter(winner) => write!(f, "scepter {}", winner.slug()),
            Self::Escape(winner) => write!(f, "escape {}", winner.slug()),
            Self::Draw(DrawReason::Material) => f.write_str("draw material"),
            Self::Draw(DrawReason::Fivefold) => f.write_str("draw fivefold"),
            Self::Draw(DrawReason::SeventyFive) => f.write_str("draw seventy-five"),
        }
    }
}

impl Position {
    /// How the game stands as far as the position alone tells: repetition apart (see [`Line::state`]).
    pub fn state(&self) -> State {
        if let Some(winner) = self.goal_reached_by() {
            return match self.spec().goal {
                Goal::Scepter => State::Scepter(winner),
                Goal::Escape => State::Escape(winner),
            };
        }
        let check = self.is_check();
        if !self.has_legal_move() {
            return if check { State::Checkmate(self.turn().other()) } else { State::Stalemate };
        }
        if self.is_dead() {
            return State::Draw(DrawReason::Material);
        }
        if self.halfmove() >= SEVENTY_FIVE_MOVES {
            return State::Draw(DrawReason::SeventyFive);
        }
        if check { State::Check } else { State::Ongoing }
    }

    /// Whether the material left can no longer win, by the game's own rule.
    pub fn is_dead(&self) -> bool {
        let Some(rule) = self.spec().dead else { return false };
        if self.hand(Color::White) + self.hand(Color::Black) > 0 {
            return false;
        }
        let others = self.occupied() & !self.board.kings();
        match others.first() {
            None => true,
            Some(square) if others.len() == 1 => {
                self.piece_at(square).is_some_and(|piece| rule.lone.contains(&piece.kind))
            }
            Some(_) => {
                let bishops = self.board.kinds[Kind::Bishop.index()];
                let dark = |square: Square| (square.file() + square.rank()).is_multiple_of(2);
                let on_dark: SquareSet = bishops.iter().filter(|square| dark(*square)).collect();
                rule.bishops_of_one_colour && others == bishops && (on_dark.is_empty() || on_dark == bishops)
            }
        }
    }
}

/// A game's moves from its first position, with the count of repetitions.
#[derive(Clone)]
pub struct Line {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    seen: HashMap<RepetitionKey, u32>,
}

impl Line {
    /// A line of no moves.
    pub fn new(start: Position) -> Self {
        let seen = HashMap::from([(start.repetition_key(), 1)]);
        Self { start, position: start, moves: Vec::new(), seen }
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.make(&mv);
        self.moves.push(mv);
        // Nothing before these can come again, so forget it and keep the map small. Pawn moves are not among them: a
        // pawn of Squirrel Chess steps back, a ninja pawn sideways and back again.
        if mv.is_capture() || mv.is_drop() || mv.promotion().is_some() {
            self.seen.clear();
        }
        *self.seen.entry(self.position.repetition_key()).or_insert(0) += 1;
    }

    /// How often the present position has been on the board.
    pub fn repetitions(&self) -> u32 {
        self.seen.get(&self.position.repetition_key()).copied().unwrap_or(1)
    }

    /// How the game stands.
    pub fn state(&self) -> State {
        let state = self.position.state();
        let fivefold = self.repetitions() >= 5;
        match state {
            State::Ongoing | State::Check | State::Draw(DrawReason::SeventyFive) if fivefold => {
                State::Draw(DrawReason::Fivefold)
            }
            _ => state,
        }
    }

    /// The draw the players may claim now, if any.
    pub fn claim(&self) -> Option<Claim> {
        if self.state().is_over() {
            None
        } else if self.repetitions() >= 3 {
            Some(Claim::Threefold)
        } else if self.position.halfmove() >= FIFTY_MOVES {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }
}
