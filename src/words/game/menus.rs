//! Menus for choosing a move, and the form for typing one.

use crate::app::{Mover, MoverView};
use crate::render::cut;
use crate::rules::{DescribedMove, Position, Variant, examples, listed};
use crate::words::args;
use crate::words::{Joined, Words};

/// The maximum length of a card's text about a piece in characters, so that it fits a message.
const CARD_MAX: usize = 1_900;

listed! {
    /// A text on the menus or the form.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MenuText {
        /// The menu of the pieces.
        Piece,
        /// The menu of a piece's targets.
        To,
        /// The menu of promotions.
        Promotes,
        /// The text of a card before a piece is chosen.
        Which,
        /// The label of the form's field.
        FormLabel,
    }
}

impl Words {
    /// A text on the menus or the form.
    pub fn menu(&self, text: MenuText) -> String {
        self.plain(match text {
            MenuText::Piece => "menu-piece",
            MenuText::To => "menu-to",
            MenuText::Promotes => "menu-promotes",
            MenuText::Which => "menu-which",
            MenuText::FormLabel => "form-move-label",
        })
    }

    /// Examples of how a move of a game can be typed, as the form shows them.
    pub fn form_hint(&self, game: Variant) -> String {
        let examples = self.list(Joined::Or, &examples(&Position::start(game)));
        self.say("form-move-hint", &args! { "examples" => examples })
    }

    /// A piece in a menu: "Knight g1".
    pub fn mover(&self, mover: &Mover) -> String {
        match mover.from {
            Some(square) => self.placed(mover.piece, square),
            None => self.say("menu-drop", &args! { "kind" => mover.piece }),
        }
    }

    /// The number of a piece's moves: "2 moves".
    pub fn mover_ways(&self, mover: &Mover) -> String {
        self.count_of_moves(mover.ways)
    }

    /// A target in a menu, as a choice of `/move` names it. `open`: the promotion is still to be chosen.
    pub fn menu_target(&self, told: &DescribedMove, open: bool) -> String {
        if open {
            self.say("menu-promoting", &args! { "move" => self.told_unpromoted(told) })
        } else {
            self.move_choice(told)
        }
    }

    /// The line that opens a page of a list, both counted from 1.
    pub fn menu_page(&self, page: usize, pages: usize) -> String {
        self.say("menu-page", &args! { "page" => page, "pages" => pages })
    }

    /// Returns the page that the line of this name opens. Some clients send the name instead of the value.
    pub fn menu_page_of(&self, text: &str) -> Option<usize> {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
        let (page, pages) = (numbers.next()?, numbers.next()?);
        (self.menu_page(page, pages) == text.trim()).then_some(page)
    }

    /// Lists the moves and restrictions of a card's piece.
    pub fn told_mover(&self, view: &MoverView) -> String {
        let holds = view.holds.iter().filter_map(|hold| Some(self.hold(view.piece, view.from?, *hold)));
        let sentences: Vec<String> = self.told_ways(&view.board).into_iter().chain(holds).collect();
        cut(&sentences.join("\n- "), CARD_MAX)
    }
}
