//! Randomly composed positions: many pieces on any allowed square, so that castling, drops, en passant,
//! promotions, freezes and brakes are common.

use fastrand::Rng;
use rules::{Position, Variant};

use crate::oracle::{Board, Cell, Game, Pieces, can_have};

/// Returns a random position that the core accepts. The core may refuse one only because the king of the side
/// that just moved could be taken.
pub fn position(variant: Variant, rng: &mut Rng) -> Position {
    loop {
        let fen = fen(variant.slug(), rng);
        let board = Board::from_fen(variant.slug(), &fen);
        let exposed = board.is_attacked(!board.white_to_move);
        match Position::from_fen(variant, &fen) {
            Ok(position) => {
                assert!(!exposed, "the side that just moved could lose its king: {fen}");
                return position;
            }
            Err(error) => assert!(exposed, "{fen} is refused: {error}"),
        }
    }
}

/// Returns a random position of any game that the oracle knows, as a FEN. It is as valid as one from a game,
/// except that sometimes the king of the side that just moved could be taken.
pub fn fen(slug: &str, rng: &mut Rng) -> String {
    Draft::random(Game::from_slug(slug), rng).fen()
}

/// A position under construction.
struct Draft {
    game: &'static Game,
    rows: Vec<Vec<char>>,
    hand: [usize; 2],
    /// Each side's ninja pawns, in hand and on the board, White's first.
    ninja_pawns: [usize; 2],
    rights: String,
    /// The number of promotions made, White's first.
    made: [u32; 2],
    rest: String,
    /// Squares that must stay empty.
    keep_free: Vec<Cell>,
}

impl Draft {
    fn random(game: &'static Game, rng: &mut Rng) -> Self {
        let (low, high) = game.ranks();
        let cell = |file, rank| if game.is_hole((file, rank)) { '*' } else { '.' };
        let rows =
            (low..=high).map(|rank| (0..game.width()).map(|file| cell(file, rank)).collect()).collect();
        let mut draft = Self {
            game,
            rows,
            hand: [0, 0],
            ninja_pawns: [0, 0],
            rights: "-".into(),
            made: [rng.u32(..5), rng.u32(..5)],
            rest: String::new(),
            keep_free: Vec::new(),
        };
        let white = rng.bool();
        draft.kings(rng);
        if rng.u8(..3) == 0 {
            draft.plant_advance(white, rng);
        }
        draft.pieces(white, rng);
        let turn = if white { 'w' } else { 'b' };
        let clock = if rng.u8(..20) == 0 { rng.u32(97..152) } else { rng.u32(..30) };
        draft.rest = format!("{turn} {} - {clock} {}", draft.rights, rng.u32(1..200));
        if game.counts_promotions() {
            draft.rest += &format!(" {}/{}", draft.made[0], draft.made[1]);
        }
        draft
    }

    fn at(&mut self, (file, rank): Cell) -> &mut char {
        &mut self.rows[(rank - self.game.ranks().0) as usize][file as usize]
    }

    fn random_empty(&mut self, rng: &mut Rng) -> Cell {
        let (low, high) = self.game.ranks();
        loop {
            let cell = (rng.i8(0..self.game.width()), rng.i8(low..=high));
            if *self.at(cell) == '.' {
                return cell;
            }
        }
    }

    /// Places the kings anywhere, or at home with rooks and castling rights.
    fn kings(&mut self, rng: &mut Rng) {
        let at_home = [true, false].map(|white| (white, self.game.castling(white).filter(|_| rng.bool())));
        let mut rights = String::new();
        for (white, home) in at_home {
            let Some((king, rooks)) = home else { continue };
            *self.at(king) = if white { 'K' } else { 'k' };
            for (i, (rook, _)) in rooks.into_iter().enumerate() {
                if rng.u8(..4) > 0 {
                    *self.at(rook) = if white { 'R' } else { 'r' };
                    let right = if i == 0 { 'K' } else { 'Q' };
                    rights.push(if white { right } else { right.to_ascii_lowercase() });
                }
            }
        }
        for (white, _) in at_home.into_iter().filter(|(_, home)| home.is_none()) {
            let mut cell = self.random_empty(rng);
            // In games with a scepter, often near it.
            let near = self.has_scepter() && rng.u8(..3) > 0;
            while near && !self.is_near_scepter(white, cell) {
                cell = self.random_empty(rng);
            }
            // Only rarely a position in which the game is over.
            while (self.game.is_exit(cell) || self.game.is_scepter(!white, cell)) && rng.u8(..12) > 0 {
                cell = self.random_empty(rng);
            }
            *self.at(cell) = if white { 'K' } else { 'k' };
        }
        if !rights.is_empty() {
            self.rights = rights;
        }
    }

    fn has_scepter(&self) -> bool {
        let (low, high) = self.game.ranks();
        (low..=high).any(|rank| (0..self.game.width()).any(|file| self.game.is_scepter(true, (file, rank))))
    }

    /// Whether a king of that side could win from there in one or two moves.
    fn is_near_scepter(&self, white: bool, (file, rank): Cell) -> bool {
        (-2..=2).any(|files| (-2..=2).any(|ranks| self.game.is_scepter(!white, (file + files, rank + ranks))))
    }

    /// Places a pawn of the side to move that can advance past an enemy pawn, so that en passant can follow.
    fn plant_advance(&mut self, white: bool, rng: &mut Rng) {
        let game = self.game;
        let (low, high) = game.ranks();
        let rank = |own: i8| game.own_rank(white, own);
        let can_pass =
            |own: &i8| game.may_stand(b'P', white, (0, rank(*own))) && game.advance(white, rank(*own)) > 1;
        // Two squares further on it must still be a pawn.
        let ranks: Vec<i8> =
            (low..=high).filter(can_pass).filter(|own| own + 2 < game.last_rank(true)).collect();
        let Some(own) = rng.choice(ranks).filter(|_| game.has_pawns()) else { return };
        let steps = game.advance(white, rank(own));
        let (file, passed) = (rng.i8(0..self.game.width()), rng.i8(1..steps));
        let beside = if rng.bool() { file + 1 } else { file - 1 };
        let way: Vec<Cell> = (0..=steps).map(|n| (file, rank(own + n))).collect();
        let enemy = (beside, rank(own + passed + 1));
        let mut unfit = |cell: Cell| game.is_exit(cell) || *self.at(cell) != '.';
        if !(0..game.width()).contains(&beside) || way.iter().chain([&enemy]).any(|&cell| unfit(cell)) {
            return;
        }
        *self.at(way[0]) = if white { 'P' } else { 'p' };
        *self.at(enemy) = if white { 'p' } else { 'P' };
        self.keep_free.extend(way);
    }

    /// Places between a few and many pieces, at least a third of them pawns; sometimes against a lone king,
    /// for mates and stalemates.
    fn pieces(&mut self, mover: bool, rng: &mut Rng) {
        let game = self.game;
        let letters: Vec<char> = game.letters().map(char::from).filter(|letter| *letter != 'K').collect();
        let pawn = if game.has_pawns() { 'P' } else { 'J' };
        let ninja_pawns = self.at_the_start().get(&b'J').copied().unwrap_or(0);
        if rng.u8(..3) > 0 {
            self.ninja_pawns = [rng.usize(..=ninja_pawns), rng.usize(..=ninja_pawns)];
        }
        self.hand = self.ninja_pawns.map(|all| rng.usize(..=all.min(game.hand().into())));
        let mut on_board = [self.ninja_pawns[0] - self.hand[0], self.ninja_pawns[1] - self.hand[1]];
        let squares = self.rows.iter().flatten().filter(|cell| **cell != '*').count();
        let most = usize::from(squares > 60) * 16 + 20;
        let count = if rng.u8(..25) == 0 { rng.usize(..3) } else { rng.usize(2..most) };
        let lone_king = rng.u8(..6) == 0;
        if lone_king {
            self.hand[usize::from(!mover)] = 0;
        }
        for _ in 0..count {
            let mut letter = letters[rng.usize(..letters.len())];
            if rng.u8(..3) == 0 {
                letter = pawn;
            }
            let white = if lone_king { !mover } else { rng.bool() };
            if letter == 'J' {
                if on_board[usize::from(!white)] == 0 {
                    continue;
                }
                on_board[usize::from(!white)] -= 1;
            }
            if letter != 'J' && !self.has_room_for(letter, white) {
                continue;
            }
            let mut cell = self.random_empty(rng);
            while self.keep_free.contains(&cell) || !game.may_stand(letter as u8, white, cell) {
                cell = self.random_empty(rng);
            }
            *self.at(cell) = if white { letter } else { letter.to_ascii_lowercase() };
        }
    }

    /// Whether a side's material is still reachable in a game with this piece added.
    fn has_room_for(&self, letter: char, white: bool) -> bool {
        let mut pieces = Pieces::new();
        let own = |found: &&char| found.is_ascii_alphabetic() && found.is_ascii_uppercase() == white;
        for found in self.rows.iter().flatten().filter(own) {
            *pieces.entry(found.to_ascii_uppercase() as u8).or_default() += 1;
        }
        // All ninja pawns count, including those not on the board yet.
        pieces.insert(b'J', self.ninja_pawns[usize::from(!white)]);
        *pieces.entry(letter as u8).or_default() += 1;
        let side = usize::from(!white);
        can_have(self.game, &self.at_the_start(), &pieces, self.made[side])
    }

    fn at_the_start(&self) -> Pieces {
        letters(self.game.start, true)
    }

    fn fen(&self) -> String {
        let rows: Vec<String> = self.rows.iter().rev().map(|row| row_text(row)).collect();
        let mut fen = rows.join("/");
        if self.game.has_drops() {
            fen += &format!("[{}{}]", "J".repeat(self.hand[0]), "j".repeat(self.hand[1]));
        }
        format!("{fen} {}", self.rest)
    }
}

/// Returns the pieces of a side in the start position.
pub fn at_the_start(variant: Variant) -> Pieces {
    letters(&variant.spec().start_fen, true)
}

/// Returns a side's pieces in a FEN, including those in hand.
pub fn letters(fen: &str, white: bool) -> Pieces {
    let mut pieces = Pieces::new();
    let board = fen.split(' ').next().unwrap_or_default();
    for letter in board.chars().filter(|c| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white) {
        *pieces.entry(letter.to_ascii_uppercase() as u8).or_default() += 1;
    }
    pieces
}

/// Writes a row of letters in FEN notation.
pub fn row_text(row: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &letter in row.iter().chain(&['|']) {
        if letter == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        if letter != '|' {
            text.push(letter);
        }
    }
    text
}
