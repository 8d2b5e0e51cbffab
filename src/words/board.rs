//! The board in words, for people who do not see the picture, and as text.

use super::{Joined, Words, args};
use crate::render::{ALT_TEXT_LIMIT, BoardView, cut};
use crate::rules::{Arrival, Color, DrawReason, Kind, Square, SquareSet, Termination};

impl Words {
    /// What a picture itself says beside the board, at the side whose turn it is.
    pub fn to_move(&'static self) -> &'static str {
        self.to_move.get_or_init(|| self.plain("picture-to-move"))
    }

    /// The picture's description: side to move, check, last move, the pieces by side and kind, hands and marks; cut at a
    /// whole word with an ellipsis where it would be longer than [`ALT_TEXT_LIMIT`] characters.
    pub fn alt_text(&self, view: &BoardView) -> String {
        let told = self.sentences(view).join(" ");
        cut(&self.say("board-of-game", &args! { "game" => view.variant, "told" => told }), ALT_TEXT_LIMIT)
    }

    /// What stands where and what holds it, a line for each sentence: the description for people who have read how the game
    /// stands.
    pub fn list_text(&self, view: &BoardView) -> String {
        self.details(view).join("\n")
    }

    /// What boards side by side show, from left to right.
    pub fn diagram_alt_text(&self, boards: &[BoardView]) -> String {
        let Some(first) = boards.first() else { return String::new() };
        let told: Vec<String> = (1_usize..)
            .zip(boards)
            .map(|(number, board)| (number, self.sentences(board).join(" ")))
            .map(|(number, told)| self.say("boards-one", &args! { "number" => number, "told" => told }))
            .collect();
        let args = args! { "game" => first.variant, "told" => told.join(" ") };
        cut(&self.say("boards-of-game", &args), ALT_TEXT_LIMIT)
    }

    /// What a board shows, a sentence each, without the name of the game.
    fn sentences(&self, view: &BoardView) -> Vec<String> {
        let mut all = vec![self.standing(view)];
        let last = view.last.as_ref().and_then(|last| last.told.as_ref());
        all.extend(last.map(|told| self.say("board-last-move", &args! { "move" => self.told_move(told) })));
        all.extend(self.details(view));
        all
    }

    /// What stands where, what is beside the board, and what is marked, a sentence each.
    fn details(&self, view: &BoardView) -> Vec<String> {
        let mut all = Vec::new();
        for color in Color::BOTH {
            let pieces = self.pieces(view, color);
            if !pieces.is_empty() {
                let pieces = self.list(Joined::Apart, &pieces);
                all.push(self.say("board-side", &args! { "side" => color, "pieces" => pieces }));
            }
        }
        all.extend(Color::BOTH.into_iter().filter_map(|color| self.captures(view, color)));
        let spec = view.variant.spec();
        if spec.drops.is_some() {
            let (white, black) = (view.hands.white, view.hands.black);
            all.push(self.say("board-hands", &args! { "white" => white, "black" => black }));
        }
        if spec.counts_promotions {
            let [white, black] = [view.promotions.white, view.promotions.black];
            all.push(self.say("board-promotions", &args! { "white" => white, "black" => black }));
        }
        for (key, squares) in [("board-frozen", view.frozen), ("board-braked", view.braked)] {
            if !squares.is_empty() {
                all.push(self.say(key, &args! { "squares" => listed(squares, ", ") }));
            }
        }
        all.extend(match &view.dots {
            Some(dots) if dots.told_beside => Some(self.told_beside(view, dots)),
            _ => self.told_ways(view),
        });
        all
    }

    /// How the game stands.
    fn standing(&self, view: &BoardView) -> String {
        if !view.hidden.is_empty() {
            return self.plain("board-alone");
        }
        let turn = args! { "turn" => view.turn };
        match view.termination {
            Some(Termination::Checkmate(winner)) => {
                self.say("board-checkmate", &args! { "winner" => winner })
            }
            Some(Termination::Goal(Arrival { winner, goal })) => self.goal(goal, "standing", winner),
            Some(Termination::Stalemate) => self.say("board-stalemate", &turn),
            Some(Termination::Draw(DrawReason::Material)) => self.plain("board-material"),
            Some(Termination::Draw(DrawReason::SeventyFive)) => self.plain("board-seventy-five"),
            Some(Termination::Draw(DrawReason::Fivefold)) => self.plain("board-fivefold"),
            None if view.ended => self.plain("board-over"),
            None if view.check.is_some() => self.say("board-to-move.in-check", &turn),
            None => self.say("board-to-move", &turn),
        }
    }

    /// "King f1", "Ninja Guards d1, e1", "pawns a2 b2".
    fn pieces(&self, view: &BoardView, color: Color) -> Vec<String> {
        let groups = Kind::ALL.into_iter().map(|kind| (kind, view.pieces.of(color, kind) & !view.hidden));
        groups
            .filter(|(_, squares)| !squares.is_empty())
            .map(|(kind, squares)| {
                let count = squares.len();
                let squares = listed(squares, if kind.is_pawn() { " " } else { ", " });
                self.say("board-pieces", &args! { "count" => count, "kind" => kind, "squares" => squares })
            })
            .collect()
    }

    /// "White has captured 2 Pawns and a Knight."
    fn captures(&self, view: &BoardView, by: Color) -> Option<String> {
        let taken = Kind::ALL.into_iter().map(|kind| (kind, view.captured[by.other()][kind as usize]));
        let told: Vec<String> = taken
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| self.say("captured-piece", &args! { "count" => count, "kind" => kind }))
            .collect();
        let pieces = self.list(Joined::And, &told);
        (!told.is_empty()).then(|| self.say("board-captured", &args! { "side" => by, "pieces" => pieces }))
    }

    /// The board in letters for a monospaced font, with `view.side` at the bottom: White upper case, Black lower case.
    pub fn text_board(&self, view: &BoardView) -> String {
        let spec = view.variant.spec();
        let mut rows: Vec<Vec<Square>> = spec.rows().map(Iterator::collect).collect();
        if view.side == Color::Black {
            rows.reverse();
            for row in &mut rows {
                row.reverse();
            }
        }
        let mut board = String::new();
        for row in &rows {
            let rank = row.first().map_or(0, |square| square.rank());
            let cells: String = row.iter().flat_map(|square| [' ', cell_letter(view, *square)]).collect();
            board.push_str(format!("{rank:>2} {cells}").trim_end());
            board.push('\n');
        }
        let files: String =
            rows.iter().take(1).flatten().flat_map(|square| [' ', square.file_letter()]).collect();
        board.push_str(&format!("   {files}"));
        let palaces = !(spec.palaces[Color::White] | spec.palaces[Color::Black]).is_empty();
        for (shown, legend) in [(palaces, "letters-palace"), (!spec.exits.is_empty(), "letters-exit")] {
            if shown {
                board.push('\n');
                board.push_str(&self.plain(legend));
            }
        }
        board
    }
}

fn listed(squares: SquareSet, separator: &str) -> String {
    let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    names.join(separator)
}

/// A piece's letter, or what an empty cell is.
fn cell_letter(view: &BoardView, square: Square) -> char {
    let spec = view.variant.spec();
    match view.pieces.at(square).filter(|_| !view.hidden.contains(square)) {
        Some(piece) => match piece.color {
            Color::White => spec.letter(piece.kind),
            Color::Black => spec.letter(piece.kind).to_ascii_lowercase(),
        },
        None if !spec.squares.contains(square) => ' ',
        None if spec.exits.contains(square) => '>',
        None if (spec.palaces[Color::White] | spec.palaces[Color::Black]).contains(square) => '+',
        None => '.',
    }
}
