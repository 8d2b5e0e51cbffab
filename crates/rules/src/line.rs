//! A game's moves from its first position, with the keys that find repetitions.

use super::outcome::{Claim, DrawReason, FIFTY_MOVES, Termination};
use super::reader::{ReadError, read_move};
use crate::board::piece::{ByColor, Kind};
use crate::board::position::{PositionOf, RepetitionKey};
use crate::movegen::moves::{Move, NotLegal};

/// How many pieces of each side were taken, by [`Kind::index`].
pub type Captured = ByColor<[u8; Kind::MOST]>;

/// Adds what a move played in this position takes.
pub fn count_taken(captured: &mut Captured, before: &PositionOf<'_>, mv: &Move) {
    for piece in mv.victims().iter().filter_map(|square| before.piece_at(square)) {
        let count = &mut captured[piece.color][piece.kind.index()];
        *count = count.saturating_add(1);
    }
}

/// A game's moves from its first position. Only legal moves get into it.
pub type Line = LineOf<'static>;

/// The moves of a game whose specification need not stay.
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
    /// Plays a move as people type it.
    ///
    /// # Errors
    /// As [`read_move`]; nothing has changed.
    pub fn play_typed(&mut self, typed: &str) -> Result<Move, ReadError> {
        let mv = read_move(&self.position, typed)?;
        self.push(mv);
        Ok(mv)
    }
}

impl<'s> LineOf<'s> {
    /// A line without moves.
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

    /// The first position.
    pub fn start(&self) -> &PositionOf<'s> {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &PositionOf<'s> {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last move, with the position that it was played in.
    pub fn last(&self) -> Option<(&PositionOf<'s>, &Move)> {
        self.before.as_ref().zip(self.moves.last())
    }

    /// What has been taken so far.
    pub fn captured(&self) -> Captured {
        self.captured
    }

    /// Each move so far, with the position before it and the position after it.
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
    /// [`NotLegal`]: the move is not legal in the current position; nothing has changed.
    pub fn play(&mut self, mv: Move) -> Result<(), NotLegal> {
        if !self.position.is_legal(&mv) {
            return Err(NotLegal);
        }
        self.push(mv);
        Ok(())
    }

    /// Plays the move with this canonical text, as stored games have it.
    ///
    /// # Errors
    /// [`NotLegal`]: it is not the text of a legal move; nothing has changed.
    pub fn play_text(&mut self, text: &str) -> Result<Move, NotLegal> {
        let mv = self.position.legal_move(text).ok_or(NotLegal)?;
        self.push(mv);
        Ok(mv)
    }

    /// Takes back all moves after the first `ply`; a line with no more moves than that does not change.
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

    /// How often the current position has been on the board, this time included.
    pub fn repetitions(&self) -> usize {
        let now = self.seen.last();
        self.seen.iter().filter(|key| Some(*key) == now).count()
    }

    /// How the game has ended by its moves alone, if it has.
    pub fn termination(&self) -> Option<Termination> {
        match self.position.termination() {
            None | Some(Termination::Draw(DrawReason::SeventyFive)) if self.repetitions() >= 5 => {
                Some(Termination::Draw(DrawReason::Fivefold))
            }
            ended => ended,
        }
    }

    /// The draw the players may claim now, if any.
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
