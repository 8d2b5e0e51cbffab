//! A game's moves from its first position, with the keys that detect repetitions.

use super::outcome::{Claim, DrawReason, FIFTY_MOVES, Termination};
use super::reader::{ReadError, read_move};
use crate::board::piece::{ByColor, Kind};
use crate::board::position::{PositionOf, RepetitionKey};
use crate::movegen::moves::{Move, NotLegal};

/// Number of captured pieces of each side, by [`Kind::index`].
pub type Captured = ByColor<[u8; Kind::MOST]>;

/// Adds the enemy pieces that leave the board by a move played in this position.
pub fn count_taken(captured: &mut Captured, before: &PositionOf<'_>, mv: &Move) {
    let gone = mv.victims() | before.blown_up(mv);
    let enemies = gone.iter().filter_map(|square| before.piece_at(square));
    for piece in enemies.filter(|piece| piece.color != before.turn()) {
        let count = &mut captured[piece.color][piece.kind.index()];
        *count = count.saturating_add(1);
    }
}

/// A game's moves from its first position; every move in it is legal.
pub type Line = LineOf<'static>;

/// A `Line` whose specification need not live for the whole program.
#[derive(Clone)]
pub struct LineOf<'s> {
    start: PositionOf<'s>,
    position: PositionOf<'s>,
    /// The position before the last move.
    before: Option<PositionOf<'s>>,
    moves: Vec<Move>,
    captured: Captured,
    /// The keys of the positions since the last irreversible move, the current one last.
    seen: Vec<RepetitionKey>,
}

impl Line {
    /// Plays a move as typed by a player.
    ///
    /// # Errors
    /// See [`read_move`]; the line is unchanged.
    pub fn play_typed(&mut self, typed: &str) -> Result<Move, ReadError> {
        let mv = read_move(&self.position, typed)?;
        self.push(mv);
        Ok(mv)
    }
}

impl<'s> LineOf<'s> {
    /// Creates a line without moves.
    pub fn new(start: PositionOf<'s>) -> Self {
        Self {
            start,
            position: start,
            before: None,
            moves: Vec::new(),
            captured: Captured::default(),
            seen: vec![start.repetition_key()],
        }
    }

    /// Returns the first position.
    pub fn start(&self) -> &PositionOf<'s> {
        &self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &PositionOf<'s> {
        &self.position
    }

    /// Returns the moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the last move and the position before it.
    pub fn last(&self) -> Option<(&PositionOf<'s>, &Move)> {
        self.before.as_ref().zip(self.moves.last())
    }

    /// Returns the captures so far.
    pub fn captured(&self) -> Captured {
        self.captured
    }

    /// Returns each move so far with the positions before and after it.
    pub fn plies(&self) -> impl Iterator<Item = (PositionOf<'s>, Move, PositionOf<'s>)> + '_ {
        let mut position = self.start;
        self.moves.iter().map(move |mv| {
            let before = position;
            position.make(mv);
            (before, *mv, position)
        })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`NotLegal`] if the move is illegal in the current position; the line is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), NotLegal> {
        if !self.position.is_legal(&mv) {
            return Err(NotLegal);
        }
        self.push(mv);
        Ok(())
    }

    /// Plays the move with this canonical text, the form used in stored games.
    ///
    /// # Errors
    /// [`NotLegal`] if this is not the text of a legal move; the line is unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<Move, NotLegal> {
        let mv = self.position.legal_move(text).ok_or(NotLegal)?;
        self.push(mv);
        Ok(mv)
    }

    /// Takes back all moves after the first `ply`; a line that is not longer is unchanged.
    pub fn take_back_to(&mut self, ply: usize) {
        if ply >= self.moves.len() {
            return;
        }
        let mut kept = Self::new(self.start);
        for mv in &self.moves[..ply] {
            kept.push(*mv);
        }
        *self = kept;
    }

    fn push(&mut self, mv: Move) {
        count_taken(&mut self.captured, &self.position, &mv);
        self.before = Some(self.position);
        self.position.make(&mv);
        self.moves.push(mv);
        if mv.is_irreversible() {
            self.seen.clear();
        }
        self.seen.push(self.position.repetition_key());
    }

    /// Returns how often the current position has occurred, including now.
    pub fn repetitions(&self) -> usize {
        let now = self.seen.last();
        self.seen.iter().filter(|key| Some(*key) == now).count()
    }

    /// Returns how the game has ended by its moves alone.
    pub fn termination(&self) -> Option<Termination> {
        match self.position.termination() {
            None | Some(Termination::Draw(DrawReason::SeventyFive)) if self.repetitions() >= 5 => {
                Some(Termination::Draw(DrawReason::Fivefold))
            }
            ended => ended,
        }
    }

    /// Returns the draw that the players may claim now.
    pub fn claim(&self) -> Option<Claim> {
        if self.termination().is_some() {
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
