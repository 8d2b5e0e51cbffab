//! Moves in words.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::rules::piece_type::PIECE_TYPES;
use crate::rules::{DescribedMove, PieceType, Rook, Square};
use crate::words::args;
use crate::words::fluent::args::Arg;
use crate::words::fluent::template::Template;
use crate::words::{Joined, Words};

/// How the reader makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByHand {
    /// With the menus of the chat, or by typing.
    Menus,
    /// With taps on the board of a page.
    Taps,
}

/// A precompiled message for each kind of piece.
struct ByPiece {
    key: &'static str,
    open: &'static [&'static str],
    ready: HashMap<&'static str, Template>,
}

impl ByPiece {
    /// Returns the message for this piece. For a piece of a game from a file it is compiled each time.
    fn of<'a>(&'a self, words: &Words, piece: &PieceType) -> Cow<'a, Template> {
        let made = || Template::new(words, self.key, args! { "kind" => piece }, self.open);
        let ready = if piece.is_custom() { None } else { self.ready.get(&*piece.slug) };
        ready.map_or_else(|| Cow::Owned(made()), Cow::Borrowed)
    }
}

/// The precompiled messages for lists of choices.
pub(in crate::words) struct MoveTemplates {
    /// By piece: `Pawn e2-e4`.
    walk: ByPiece,
    /// By piece: `Pawn e2`.
    piece: ByPiece,
    /// By piece: `..., promotes to Queen`.
    promotes: ByPiece,
    /// By piece: `Drop Ninja Pawn on e2`.
    drop: ByPiece,
    takes: Template,
    en_passant: Template,
    both: Template,
    /// By count: `2 moves`.
    counts: Vec<String>,
}

/// One piece rarely has more moves than this.
const COUNTED: usize = 32;

impl MoveTemplates {
    pub(in crate::words) fn new(words: &Words) -> Self {
        let by_piece = |key: &'static str, open: &'static [&'static str]| {
            let template = |piece| Template::new(words, key, args! { "kind" => piece }, open);
            let ready = PIECE_TYPES.iter().copied().map(|piece| (&*piece.slug, template(piece))).collect();
            ByPiece { key, open, ready }
        };
        let of = |key: &str, open: &[&'static str]| Template::new(words, key, args! {}, open);
        Self {
            walk: by_piece("move-walk", &["from", "to"]),
            piece: by_piece("piece-at", &["square"]),
            promotes: by_piece("move-promotes", &["move"]),
            drop: by_piece("choice-drop", &["to"]),
            takes: of("move-takes", &["move", "victims"]),
            en_passant: of("move-takes.en-passant", &["move", "victims"]),
            both: of("list-and", &["first", "second"]),
            counts: (0..COUNTED).map(|count| words.say("menu-moves", &args! { "count" => count })).collect(),
        }
    }
}

impl Words {
    /// A move as a choice names it: like [`Words::told_move`], but a drop as an instruction.
    pub fn move_choice(&self, described: &DescribedMove) -> String {
        if described.mv.is_drop() {
            return self.templates().drop.of(self, described.piece).fill(&[&described.mv.to()]);
        }
        self.told_move(described)
    }

    /// A piece and its square: `Knight g1`.
    pub(in crate::words) fn placed(&self, piece: &PieceType, square: Square) -> String {
        self.templates().piece.of(self, piece).fill(&[&square])
    }

    /// A number of moves: `2 moves`.
    pub(in crate::words) fn count_of_moves(&self, count: usize) -> String {
        let known = self.templates().counts.get(count);
        known.cloned().unwrap_or_else(|| self.say("menu-moves", &args! { "count" => count }))
    }

    /// A move in words, with every piece that it takes: `Flying Bomber f4-f8, takes Bishop f7`.
    pub fn told_move(&self, described: &DescribedMove) -> String {
        let told = self.promoting(described, self.told_unpromoted(described));
        let Some(gone) = &described.explosion else { return told };
        let placed: Vec<String> = gone.iter().map(|(square, piece)| self.placed(piece, *square)).collect();
        let key = if placed.is_empty() { "move-explodes" } else { "move-explodes.with" };
        self.say(key, &args! { "move" => told, "pieces" => self.list(Joined::And, &placed) })
    }

    /// A move for a person who is to play it, with how to type it if its squares alone would be another move.
    pub(in crate::words) fn told_to_make(&self, described: &DescribedMove, by: ByHand) -> String {
        let told = self.told_move(described);
        if !described.mv.castles_like_a_step() {
            return told;
        }
        let key = match by {
            ByHand::Menus => "move-castle.typed",
            ByHand::Taps => "move-castle.tapped",
        };
        let (typed, to) = (described.mv.to_string(), described.mv.to());
        self.say(key, &args! { "move" => told, "typed" => typed, "kind" => described.piece, "to" => to })
    }

    /// Adds the promotion to a move in words.
    fn promoting(&self, described: &DescribedMove, told: String) -> String {
        match described.becomes {
            Some(piece) => self.templates().promotes.of(self, piece).fill(&[&told]),
            None => told,
        }
    }

    /// A move in words, without the promotion.
    pub(in crate::words) fn told_unpromoted(&self, described: &DescribedMove) -> String {
        self.told_as(described, &self.templates().walk.of(self, described.piece))
    }

    /// A move in words, using this message for a move on the board.
    fn told_as(&self, described: &DescribedMove, walk: &Template) -> String {
        let DescribedMove { mv, piece, victims, rook, .. } = described;
        let templates = self.templates();
        let to = mv.to();
        let text = match (mv.from(), rook) {
            (None, _) => self.say("move-drop", &args! { "kind" => *piece, "to" => to }),
            (Some(from), Some(rook)) => self.castling(piece, (from, to), *rook),
            (Some(from), None) if mv.is_castling() => {
                self.say("move-castle", &args! { "kind" => *piece, "from" => from, "to" => to })
            }
            (Some(from), None) => walk.fill(&[&from, &to]),
        };
        let known: Option<Vec<String>> = victims
            .iter()
            .map(|(square, piece)| piece.map(|piece| templates.piece.of(self, piece).fill(&[square])))
            .collect();
        let on = || victims.iter().map(|(square, _)| square.to_string()).collect::<Vec<_>>();
        match known.as_deref() {
            Some([]) => text,
            Some(known) => {
                let victims = match known {
                    [one, other] => templates.both.fill(&[one, other]),
                    _ => self.list(Joined::And, known),
                };
                let takes = if mv.is_en_passant() { &templates.en_passant } else { &templates.takes };
                takes.fill(&[&text, &victims])
            }
            None => {
                let key = if mv.is_en_passant() { "move-takes-on.en-passant" } else { "move-takes-on" };
                self.say(key, &args! { "move" => text, "squares" => self.list(Joined::And, &on()) })
            }
        }
    }

    fn castling(&self, piece: &'static PieceType, (from, to): (Square, Square), rook: Rook) -> String {
        let mut args = args! { "kind" => piece, "from" => from, "to" => to };
        for (name, value) in
            [("rook", rook.piece.value()), ("rook_from", rook.from.value()), ("rook_to", rook.to.value())]
        {
            args.set(name, value);
        }
        self.say("move-castle.with-rook", &args)
    }

    fn templates(&self) -> &MoveTemplates {
        self.templates.get_or_init(|| MoveTemplates::new(self))
    }
}
