//! Making moves, attacks on kings, and the legal moves.

use super::{Board, Cell, EMPTY, Move};

impl Board {
    /// Returns the board after a move.
    pub fn after(&self, one: &Move) -> Self {
        let mut next = self.clone();
        let white = self.white_to_move;
        let own_case = |letter: u8| if white { letter } else { letter.to_ascii_lowercase() };
        let mut letter = match one.from {
            Some(from) => self.get(from).expect("a move starts on the board"),
            None => own_case(b'J'),
        };
        let is_pawn = matches!(letter.to_ascii_uppercase(), b'P' | b'J');
        if let Some(from) = one.from {
            next.put(from, EMPTY);
        } else {
            next.hand[usize::from(!white)] -= 1;
        }
        for victim in one.victims.into_iter().flatten() {
            next.put(victim, EMPTY);
        }
        if let Some((rook_from, rook_to, _)) = one.castling {
            next.put(rook_from, EMPTY);
            next.put(rook_to, own_case(b'R'));
        }
        if let Some(promotion) = one.promotion {
            letter = own_case(promotion);
            next.promotions[usize::from(!white)] += u32::from(is_pawn);
        }
        next.put(one.to, letter);
        next.passed = one.passed;
        next.halfmove = if is_pawn || one.victim_count() > 0 { 0 } else { self.halfmove + 1 };
        next.fullmove += u32::from(!white);
        next.white_to_move = !white;
        next.drop_stale_rights();
        next
    }

    /// Removes the castling rights whose king or rook is not at home.
    fn drop_stale_rights(&mut self) {
        for (i, white) in [(0, true), (1, true), (2, false), (3, false)] {
            if let Some((king, rooks)) = self.game.castling(white) {
                let rook = rooks[i % 2].0;
                self.rights[i] &= self.holds(king, b'K', white) && self.holds(rook, b'R', white);
            }
        }
    }

    /// Whether the other side could take this side's king if it were to move.
    pub fn is_attacked(&self, white: bool) -> bool {
        let Some(king) = self.king(white) else { return false };
        let mut moves = Vec::new();
        self.cells().any(|cell| {
            moves.clear();
            if self.is_side(cell, !white) {
                self.pseudo(cell, &mut moves);
            }
            moves.iter().any(|one| one.victims.contains(&Some(king)))
        })
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.white_to_move)
    }

    /// Returns every legal move.
    pub fn moves(&self) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let white = self.white_to_move;
        let mut all = Vec::new();
        for (cell, letter) in self.pieces() {
            if letter.is_ascii_uppercase() == white {
                self.pseudo(cell, &mut all);
            }
        }
        self.drops(&mut all);
        self.castlings(&mut all);
        all.retain(|one| !self.after(one).is_attacked(white));
        all
    }

    /// Generates castling moves. The king's safety on its target is tested as for any move.
    pub(super) fn castlings(&self, out: &mut Vec<Move>) {
        let white = self.white_to_move;
        let Some((king, rooks)) = self.game.castling(white) else { return };
        for (i, (rook, targets)) in rooks.into_iter().enumerate() {
            let kings_side = i == 0;
            let inwards = if kings_side { -1 } else { 1 };
            let between = king.0.min(rook.0) + 1..king.0.max(rook.0);
            if !self.rights[i + if white { 0 } else { 2 }]
                || between.into_iter().any(|file| !self.is_vacant((file, king.1)))
                || self.in_check()
            {
                continue;
            }
            for &target in targets {
                let mut crossed = king.0.min(target) + 1..king.0.max(target);
                if crossed.any(|file| self.is_attacked_with_king_on(king, (file, king.1))) {
                    continue;
                }
                out.push(Move {
                    castling: Some((rook, (target + inwards, king.1), kings_side)),
                    ..Move::walk(king, (target, king.1), [None, None])
                });
            }
        }
    }

    fn is_attacked_with_king_on(&self, king: Cell, there: Cell) -> bool {
        let mut trial = self.clone();
        let letter = self.get(king).expect("the king is at home");
        trial.put(king, EMPTY);
        trial.put(there, letter);
        trial.is_attacked(self.white_to_move)
    }

    /// Returns the canonical texts of the legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.moves().iter().map(Move::text).collect();
        texts.sort();
        texts
    }

    /// Returns the number of leaves of the tree of legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|one| self.after(one).perft(depth - 1)).sum(),
        }
    }
}
