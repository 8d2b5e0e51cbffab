//! Parses extended FEN without validation, which is the core's task.

use super::{Board, Cell, EMPTY, Game, HOLE, cell_text};

impl Board {
    /// Parses a position that is known to be valid.
    pub fn from_fen(slug: &str, fen: &str) -> Self {
        let game = Game::from_slug(slug);
        let fields: Vec<&str> = fen.split(' ').collect();
        let (placement, hand) = fields[0].split_once('[').unwrap_or((fields[0], ""));
        let count = |letter| hand.chars().filter(|&found| found == letter).count() as u8;
        let promotions = fields.get(6).map_or([0, 0], |made| {
            let (white, black) = made.split_once('/').expect("white/black");
            [white.parse().expect("a count"), black.parse().expect("a count")]
        });
        let mut board = Self {
            game,
            grid: [[HOLE; 12]; 10],
            white_to_move: fields[1] == "w",
            rights: ['K', 'Q', 'k', 'q'].map(|right| fields[2].contains(right)),
            passed: read_cells(fields[3]),
            halfmove: fields[4].parse().expect("a half-move clock"),
            fullmove: fields[5].parse().expect("a move number"),
            hand: [count('J'), count('j')],
            promotions,
        };
        for (row, text) in placement.split('/').enumerate() {
            board.read_rank(game.ranks().1 - row as i8, text);
        }
        board
    }

    fn read_rank(&mut self, rank: i8, text: &str) {
        let mut file = 0;
        let mut number = 0;
        for letter in text.bytes().chain([b'|']) {
            if letter.is_ascii_digit() {
                number = number * 10 + (letter - b'0');
                continue;
            }
            for _ in 0..std::mem::take(&mut number) {
                self.put((file, rank), EMPTY);
                file += 1;
            }
            if letter != b'|' {
                assert_eq!(letter == HOLE, self.game.is_hole((file, rank)), "holes of rank {rank} in {text}");
                self.put((file, rank), letter);
                file += 1;
            }
        }
        assert_eq!(file, self.game.width(), "rank {rank} is {text}");
    }

    /// Writes the position as text.
    pub fn fen(&self) -> String {
        let (low, high) = self.game.ranks();
        let ranks: Vec<String> = (low..=high).rev().map(|rank| self.rank_text(rank)).collect();
        let mut fen = ranks.join("/");
        if self.game.has_drops() {
            let [white, black] = self.hand.map(usize::from);
            fen += &format!("[{}{}]", "J".repeat(white), "j".repeat(black));
        }
        let rights: String = ['K', 'Q', 'k', 'q']
            .into_iter()
            .zip(self.rights)
            .filter(|(_, has)| *has)
            .map(|(right, _)| right)
            .collect();
        let passed: String = self.passed.into_iter().flatten().map(cell_text).collect();
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let turn = if self.white_to_move { 'w' } else { 'b' };
        let (rights, passed) = (or_dash(rights), or_dash(passed));
        fen += &format!(" {turn} {rights} {passed} {} {}", self.halfmove, self.fullmove);
        if self.game.counts_promotions() {
            fen += &format!(" {}/{}", self.promotions[0], self.promotions[1]);
        }
        fen
    }

    fn rank_text(&self, rank: i8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..=self.game.width() {
            let found = self.get((file, rank));
            if found == Some(EMPTY) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.extend(found.map(char::from));
        }
        text
    }
}

/// Parses `a3a4` as cells.
fn read_cells(text: &str) -> [Option<Cell>; 2] {
    let mut cells = [None, None];
    let starts: Vec<usize> = text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(text.len());
        let file = text.as_bytes()[start] - b'a';
        cells[i] = Some((file as i8, text[start + 1..end].parse().expect("a rank")));
    }
    cells
}
