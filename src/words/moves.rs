//! Moves in words.

use super::args::Arg;
use super::template::Template;
use super::{Joined, Words, args};
use crate::rules::{DescribedMove, Kind, Square};

/// The messages that a list of choices is made of, ready to be filled.
pub(super) struct MoveTemplates {
    /// By kind: `Pawn e2-e4`.
    walk: Vec<Template>,
    /// `e2-e4`.
    unnamed: Template,
    /// By kind: `Pawn e2`.
    piece: Vec<Template>,
    /// By kind: `..., promotes to Queen`.
    promotes: Vec<Template>,
    drop: Template,
    takes: Template,
    en_passant: Template,
    both: Template,
    /// By how many there are: `2 moves`.
    counts: Vec<String>,
}

/// More moves than these are seldom those of one piece.
const COUNTED: usize = 32;

impl MoveTemplates {
    pub(super) fn new(words: &Words) -> Self {
        let by_kind = |key: &str, open: &[&'static str]| -> Vec<Template> {
            Kind::ALL.map(|kind| Template::new(words, key, args! { "kind" => kind }, open)).into()
        };
        let of = |key: &str, open: &[&'static str]| Template::new(words, key, args! {}, open);
        Self {
            walk: by_kind("move-walk", &["from", "to"]),
            unnamed: of("move-walk.unnamed", &["from", "to"]),
            piece: by_kind("piece-at", &["square"]),
            promotes: by_kind("move-promotes", &["move"]),
            drop: Template::new(words, "choice-drop", args! { "kind" => Kind::NinjaPawn }, &["to"]),
            takes: of("move-takes", &["move", "victims"]),
            en_passant: of("move-takes.en-passant", &["move", "victims"]),
            both: of("list-and", &["first", "second"]),
            counts: (0..COUNTED).map(|count| words.say("menu-moves", &args! { "count" => count })).collect(),
        }
    }
}

impl Words {
    /// A move as a choice names it: as [`Words::told_move`] does, but a drop as what is to be done.
    pub fn move_choice(&self, described: &DescribedMove) -> String {
        if described.mv.is_drop() {
            return self.templates().drop.fill(&[&described.mv.to()]);
        }
        self.told_move(described)
    }

    /// A piece and where it stands: `Knight g1`.
    pub(super) fn placed(&self, kind: Kind, square: Square) -> String {
        self.templates().piece[kind as usize].fill(&[&square])
    }

    /// So many moves: `2 moves`.
    pub(super) fn count_of_moves(&self, count: usize) -> String {
        let known = self.templates().counts.get(count);
        known.cloned().unwrap_or_else(|| self.say("menu-moves", &args! { "count" => count }))
    }

    /// A move in words that name every victim: `Flying Bomber f4-f8, takes Bishop f7`.
    pub fn told_move(&self, described: &DescribedMove) -> String {
        self.promoting(described, self.told_unpromoted(described))
    }

    /// The same for somebody who is to make it, with how it is made where its squares alone would be another move.
    pub(super) fn told_to_make(&self, described: &DescribedMove) -> String {
        let told = self.told_move(described);
        if !described.mv.castles_like_a_step() {
            return told;
        }
        self.say("move-castle.typed", &args! { "move" => told, "typed" => described.mv.to_string() })
    }

    /// The same without the name of a piece that walks: `f4-f8, takes Bishop f7`.
    pub(super) fn told_unnamed(&self, described: &DescribedMove) -> String {
        self.promoting(described, self.told_as(described, &self.templates().unnamed))
    }

    /// What was told of a move, with what a pawn becomes by it.
    fn promoting(&self, described: &DescribedMove, told: String) -> String {
        match described.mv.promotion() {
            Some(kind) => self.templates().promotes[kind as usize].fill(&[&told]),
            None => told,
        }
    }

    /// A move, but for what a pawn becomes.
    pub(super) fn told_unpromoted(&self, described: &DescribedMove) -> String {
        self.told_as(described, &self.templates().walk[described.mv.kind() as usize])
    }

    /// The same with a walk told so.
    fn told_as(&self, described: &DescribedMove, walk: &Template) -> String {
        let DescribedMove { mv, victims, rook } = described;
        let templates = self.templates();
        let (kind, to) = (mv.kind(), mv.to());
        let text = match (mv.from(), rook) {
            (None, _) => self.say("move-drop", &args! { "kind" => kind, "to" => to }),
            (Some(from), Some(rook)) => self.castling(kind, (from, to), *rook),
            (Some(from), None) if mv.is_castling() => {
                self.say("move-castle", &args! { "kind" => kind, "from" => from, "to" => to })
            }
            (Some(from), None) => walk.fill(&[&from, &to]),
        };
        let known: Option<Vec<String>> = victims
            .iter()
            .map(|(square, kind)| kind.map(|kind| templates.piece[kind as usize].fill(&[square])))
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

    fn castling(&self, kind: Kind, (from, to): (Square, Square), rook: (Square, Square)) -> String {
        let mut args = args! { "kind" => kind, "from" => from, "to" => to };
        for (name, value) in
            [("rook", Kind::Rook.value()), ("rook_from", rook.0.value()), ("rook_to", rook.1.value())]
        {
            args.set(name, value);
        }
        self.say("move-castle.with-rook", &args)
    }

    fn templates(&self) -> &MoveTemplates {
        self.templates.get_or_init(|| MoveTemplates::new(self))
    }
}
