//! The board in words, for people who do not see the picture, and as text.

use crate::game::Game;
use crate::render::{ALT_TEXT_LIMIT, BoardView, cut};
use crate::rules::{Arrival, ByColor, Color, DrawReason, Piece, Square, SquareSet, Termination};
use crate::words::args;
use crate::words::{Joined, Words};

/// Messages about a win by a rule of the game's own, in the order of `OwnWin`.
const BOARD_RULE: [&str; 6] = [
    "board-rule.checks",
    "board-rule.explosion",
    "board-rule.extinction",
    "board-rule.giveaway",
    "board-rule.no-moves",
    "board-rule.stuck",
];

impl Words {
    /// The caption in the picture beside the side to move.
    pub fn to_move(&'static self) -> &'static str {
        self.to_move.get_or_init(|| self.plain("picture-to-move"))
    }

    /// The picture's description.
    ///
    /// Names the side to move, check, last move, the pieces by side and kind, hands, marks, and marked
    /// places. Cut at a word with an ellipsis if it would be longer than [`ALT_TEXT_LIMIT`] characters.
    pub fn alt_text(&self, view: &BoardView) -> String {
        self.described(view, &self.sentences(view))
    }

    /// Describes the board of a game. Includes the winner and the reason if the board does not show the
    /// ending.
    pub fn game_alt_text(&self, view: &BoardView, game: &Game) -> String {
        let mut told = self.sentences(view);
        let ending = game.ending.filter(|_| view.ended && view.termination.is_none());
        if let (Some(ending), Some(standing)) = (ending, told.first_mut()) {
            *standing = self.outcome_of_sides(game, ending);
        }
        self.described(view, &told)
    }

    fn described(&self, view: &BoardView, told: &[String]) -> String {
        let args = args! { "game" => view.variant, "told" => told.join(" ") };
        cut(&self.say("board-of-game", &args), ALT_TEXT_LIMIT)
    }

    /// Lists the pieces, their restrictions and castling rights, a sentence per line, for readers who know
    /// the state of the game.
    pub fn list_text(&self, view: &BoardView) -> String {
        let mut all = self.details(view);
        all.extend(Color::BOTH.into_iter().filter_map(|color| self.may_castle(view, color)));
        all.join("\n")
    }

    /// "White may still castle with the Rooks a1, h1." No picture shows it, so no description of a picture
    /// includes it.
    fn may_castle(&self, view: &BoardView, color: Color) -> Option<String> {
        let rooks = view.castling[color];
        let rook = view.variant.spec().rook.filter(|_| !rooks.is_empty() && !view.ended)?;
        let args = args! {
            "count" => rooks.len(), "side" => color, "kind" => view.variant.spec().piece_type(rook),
            "squares" => listed(rooks, ", "),
        };
        Some(self.say("board-castling", &args))
    }

    /// Describes several boards from top to bottom.
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

    /// Describes a board without the name of the game, a sentence each.
    fn sentences(&self, view: &BoardView) -> Vec<String> {
        let mut all = vec![self.standing(view)];
        let last = view.last.as_ref().and_then(|last| last.told.as_ref());
        all.extend(last.map(|told| self.say("board-last-move", &args! { "move" => self.told_move(told) })));
        all.extend(self.details(view));
        all
    }

    /// Describes the pieces, hands and marks, a sentence each.
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
            _ => self.described_ways(view),
        });
        // Last, so that a text that must be cut loses no piece.
        all.extend(self.places(view));
        all
    }

    /// Describes the permanently marked places: palaces, exits, squares that win, and those that Guards
    /// brake.
    fn places(&self, view: &BoardView) -> Vec<String> {
        let spec = view.variant.spec();
        let palaces = Color::BOTH.into_iter().map(|color| (color, spec.palaces[color]));
        let palaces = palaces.filter(|(_, palace)| !palace.is_empty()).map(|(color, palace)| {
            self.say("board-palace", &args! { "side" => color, "squares" => listed(palace, ", ") })
        });
        let exits = (!spec.exits.is_empty())
            .then(|| self.say("board-exits", &args! { "squares" => listed(spec.exits, ", ") }));
        let goals = spec.bare_goals();
        let goals = (!goals.is_empty()).then(|| {
            let args = args! { "squares" => listed(goals, ", "), "kinds" => self.arriving(spec) };
            self.say(if spec.is_won_by_kings() { "board-goals" } else { "board-goals.kinds" }, &args)
        });
        let brakes = Color::BOTH.into_iter().filter_map(|color| self.brakes(view, color));
        palaces.chain(exits).chain(goals).chain(brakes).collect()
    }

    /// "White's Guards brake d1 g1."
    fn brakes(&self, view: &BoardView, color: Color) -> Option<String> {
        let spec = view.variant.spec();
        let kind = spec.braker?.kind;
        let (count, squares) = (view.pieces.of(color, kind).len(), view.brakes(color));
        let args = args! { "count" => count, "side" => color, "kind" => spec.piece_type(kind), "squares" => listed(squares, " ") };
        (!squares.is_empty()).then(|| self.say("board-brakes", &args))
    }

    /// The state of the game.
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
            Some(Termination::Rule(won)) => self.won_by_rule(BOARD_RULE, won),
            Some(Termination::Stalemate) => self.say("board-stalemate", &turn),
            Some(Termination::Draw(DrawReason::Material)) => self.plain("board-material"),
            Some(Termination::Draw(DrawReason::SeventyFive)) => self.plain("board-seventy-five"),
            Some(Termination::Draw(DrawReason::Fivefold)) => self.plain("board-fivefold"),
            Some(Termination::Draw(DrawReason::BothArrived)) => self.plain("board-both-arrived"),
            None if view.ended => self.plain("board-over"),
            None if view.check.is_some() => self.say("board-to-move.in-check", &turn),
            None => self.say("board-to-move", &turn),
        }
    }

    /// "King f1", "Ninja Guards d1, e1", "pawns a2 b2".
    fn pieces(&self, view: &BoardView, color: Color) -> Vec<String> {
        let spec = view.variant.spec();
        let groups = spec.listed().map(|kind| (kind, view.pieces.of(color, kind) & !view.hidden));
        groups
            .filter(|(_, squares)| !squares.is_empty())
            .map(|(kind, squares)| {
                let count = squares.len();
                let squares = listed(squares, if spec.is_pawn(kind) { " " } else { ", " });
                let args = args! { "count" => count, "kind" => spec.piece_type(kind), "squares" => squares };
                self.say("board-pieces", &args)
            })
            .collect()
    }

    /// "White has captured 2 Pawns and a Knight."
    fn captures(&self, view: &BoardView, by: Color) -> Option<String> {
        let spec = view.variant.spec();
        let taken =
            spec.listed().map(|kind| (spec.piece_type(kind), view.captured[by.other()][kind.index()]));
        let told: Vec<String> = taken
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| self.say("captured-piece", &args! { "count" => count, "kind" => kind }))
            .collect();
        let pieces = self.list(Joined::And, &told);
        (!told.is_empty()).then(|| self.say("board-captured", &args! { "side" => by, "pieces" => pieces }))
    }

    /// The board in letters for a monospaced font, with `view.side` at the bottom.
    ///
    /// White is in upper case, Black in lower case. The sign of a special square replaces an empty square, or
    /// precedes the piece's letter.
    pub fn text_board(&self, view: &BoardView) -> String {
        let letters = LetterBoard::of(view);
        let mut rows: Vec<Vec<Square>> = view.variant.spec().rows().map(Iterator::collect).collect();
        if view.side == Color::Black {
            rows.reverse();
            for row in &mut rows {
                row.reverse();
            }
        }
        let mut board = String::new();
        for row in &rows {
            let rank = row.first().map_or(0, |square| square.rank());
            let cells: String = row.iter().flat_map(|square| letters.cell(*square)).collect();
            board.push_str(format!("{rank:>2} {cells}").trim_end());
            board.push('\n');
        }
        let files: String =
            rows.iter().take(1).flatten().flat_map(|square| [' ', square.file_letter()]).collect();
        board.push_str(&format!("   {files}"));
        board
    }

    /// The legend of the signs on the board in letters, a line each. Empty if there are none.
    pub fn text_board_signs(&self, view: &BoardView) -> String {
        let letters = &LetterBoard::of(view);
        let spec = letters.view.variant.spec();
        let palaces = !(spec.palaces[Color::White] | spec.palaces[Color::Black]).is_empty();
        let mut lines: Vec<String> = Vec::new();
        lines.extend(palaces.then(|| self.plain("letters-palace")));
        lines.extend((!spec.exits.is_empty()).then(|| self.plain("letters-exit")));
        lines.extend((!spec.bare_goals().is_empty()).then(|| {
            let key = if spec.is_won_by_kings() { "letters-goal" } else { "letters-goal.kinds" };
            self.say(key, &args! { "kinds" => self.arriving(spec) })
        }));
        if let Some(rule) = spec.braker {
            let kind = spec.piece_type(rule.kind);
            let ByColor { white, black } = letters.brakes;
            for (side, squares) in [(Color::White, white & !black), (Color::Black, black & !white)] {
                let key = if side == Color::White { "letters-brakes-white" } else { "letters-brakes-black" };
                lines.extend((!squares.is_empty()).then(|| self.say(key, &args! { "kind" => kind })));
            }
            let both = !(white & black).is_empty();
            lines.extend(both.then(|| self.say("letters-brakes-both", &args! { "kind" => kind })));
        }
        let before_pieces = spec.squares.iter().any(|square| letters.sign_before_piece(square).is_some());
        lines.extend(before_pieces.then(|| self.plain("letters-before")));
        lines.join("\n")
    }
}

/// A board written in letters.
struct LetterBoard<'a> {
    view: &'a BoardView,
    /// The squares where the Guards of each side brake the enemies.
    brakes: ByColor<SquareSet>,
}

impl<'a> LetterBoard<'a> {
    fn of(view: &'a BoardView) -> Self {
        Self { view, brakes: ByColor { white: view.brakes(Color::White), black: view.brakes(Color::Black) } }
    }

    /// The two characters of a cell.
    fn cell(&self, square: Square) -> [char; 2] {
        let spec = self.view.variant.spec();
        match self.piece(square) {
            Some(Piece { color, kind }) => {
                let letter = spec.letter(kind);
                let letter = if color == Color::White { letter } else { letter.to_ascii_lowercase() };
                [self.sign(square).unwrap_or(' '), letter]
            }
            None if !spec.squares.contains(square) => [' ', ' '],
            None => [' ', self.sign(square).unwrap_or('.')],
        }
    }

    /// The visible piece on a square.
    fn piece(&self, square: Square) -> Option<Piece> {
        self.view.pieces.at(square).filter(|_| !self.view.hidden.contains(square))
    }

    /// The sign of a special square.
    fn sign(&self, square: Square) -> Option<char> {
        let spec = self.view.variant.spec();
        if spec.exits.contains(square) {
            return Some('>');
        }
        if (spec.palaces[Color::White] | spec.palaces[Color::Black]).contains(square) {
            return Some('+');
        }
        if spec.bare_goals().contains(square) {
            return Some('*');
        }
        match (self.brakes.white.contains(square), self.brakes.black.contains(square)) {
            (true, true) => Some('#'),
            (true, false) => Some('-'),
            (false, true) => Some('~'),
            (false, false) => None,
        }
    }

    fn sign_before_piece(&self, square: Square) -> Option<char> {
        self.piece(square).and_then(|_| self.sign(square))
    }
}

fn listed(squares: SquareSet, separator: &str) -> String {
    let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    names.join(separator)
}
