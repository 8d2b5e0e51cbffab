//! The moves of a piece, in words.

use crate::render::{BoardView, Dots};
use crate::rules::{DescribedMove, PieceType, Rook, Square, SquareSet};
use crate::words::args;
use crate::words::{Joined, Words};

impl Words {
    /// The moves of the piece whose moves are marked, with captures.
    ///
    /// For example "The white Pawn e4 can go to e5, or take Pawn d5." `None` if no moves are marked.
    pub fn told_ways(&self, view: &BoardView) -> Option<String> {
        self.ways_of(view, &ways(&view.dots.as_ref()?.moves))
    }

    /// The moves for the description of a picture, which has no markup for typed text.
    pub(in crate::words) fn described_ways(&self, view: &BoardView) -> Option<String> {
        let mut ways = ways(&view.dots.as_ref()?.moves);
        for way in &mut ways {
            way.typed = None;
        }
        self.ways_of(view, &ways)
    }

    fn ways_of(&self, view: &BoardView, ways: &[Way]) -> Option<String> {
        let (dots, spec) = (view.dots.as_ref()?, view.variant.spec());
        let ways = self.alternatives(ways, view);
        let Some((from, piece)) = dots.from.and_then(|from| Some((from, view.pieces.at(from)?))) else {
            let key = if ways.is_some() { "ways-hand-can" } else { "ways-hand-cannot" };
            return Some(self.say(key, &args! { "ways" => ways.unwrap_or_default() }));
        };
        // On a board with a piece alone, neither side is to move.
        let now = piece.color == view.turn || !view.hidden.is_empty();
        let key = match (&ways, now) {
            (Some(_), true) => "ways-can",
            (None, true) => "ways-cannot",
            (Some(_), false) => "ways-could",
            (None, false) => "ways-could-not",
        };
        let mut args =
            args! { "side" => piece.color, "kind" => spec.piece_type(piece.kind), "square" => from };
        args.set("ways", ways.unwrap_or_default());
        Some(self.say(key, &args))
    }

    /// Names only the marked piece, because its moves are listed beside the picture.
    pub(in crate::words) fn told_beside(&self, view: &BoardView, dots: &Dots) -> String {
        match dots.from.and_then(|from| Some((from, view.pieces.at(from)?))) {
            Some((from, piece)) => self.say(
                "board-marked",
                &args! { "piece" => self.piece_at(view.variant.spec().piece_type(piece.kind), from) },
            ),
            None => self.plain("board-marked-hand"),
        }
    }

    /// Joins the moves as alternatives that are clear when read aloud. `None` if there are none.
    fn alternatives(&self, ways: &[Way], view: &BoardView) -> Option<String> {
        let texts: Vec<String> = ways.iter().map(|way| self.way(way, view)).collect();
        match (texts.as_slice(), ways) {
            ([], _) => None,
            ([one], _) => Some(one.clone()),
            ([first, second], [one, other]) if !one.has_comma() && !other.has_comma() => {
                let key = if one.has_choice() || other.has_choice() { "ways-comma-or" } else { "ways-or" };
                Some(self.say(key, &args! { "first" => first.as_str(), "second" => second.as_str() }))
            }
            ([earlier @ .., last], _) => {
                let earlier = self.list(Joined::Apart, earlier);
                Some(self.say("ways-last", &args! { "earlier" => earlier, "last" => last.as_str() }))
            }
        }
    }

    /// "go to e5 or e6", "take Pawn d5 or Rook f5", "go to c7, taking Knight d7".
    fn way(&self, way: &Way, view: &BoardView) -> String {
        let to: Vec<String> = way.to.iter().map(ToString::to_string).collect();
        let to = self.list(Joined::Or, &to);
        if let Some(rook) = way.castles {
            let mut args = args! {
                "to" => to, "rook" => rook.piece, "rook_from" => rook.from, "rook_to" => rook.to,
            };
            args.set("typed", way.typed.as_deref().unwrap_or_default());
            let key = if way.typed.is_some() { "way-castle.typed" } else { "way-castle" };
            return self.say(key, &args);
        }
        let taken = |squares: &mut dyn Iterator<Item = Square>, joined| {
            let named = |square| match view.pieces.at(square) {
                Some(piece) => self.piece_at(view.variant.spec().piece_type(piece.kind), square),
                None => square.to_string(),
            };
            self.list(joined, &squares.map(named).collect::<Vec<_>>())
        };
        let text = if way.lands_on_it {
            let victims = taken(&mut way.to.iter().copied(), Joined::Or);
            self.say("way-take", &args! { "victims" => victims })
        } else if way.victims.is_empty() {
            self.say("way-go", &args! { "to" => to })
        } else {
            let victims = taken(&mut way.victims.iter(), Joined::And);
            let key = if way.en_passant { "way-go-taking.en-passant" } else { "way-go-taking" };
            self.say(key, &args! { "to" => to, "victims" => victims })
        };
        if way.promotions.is_empty() {
            return text;
        }
        let kinds = way.promotions.iter().map(|piece| self.kind(piece)).collect::<Vec<_>>();
        self.say("way-promoting", &args! { "way" => text, "kinds" => self.list(Joined::Or, &kinds) })
    }
}

/// Moves that differ only in their target, or only in the promotion.
struct Way {
    to: Vec<Square>,
    /// Pieces taken off the target square, or in addition to the one there.
    victims: SquareSet,
    lands_on_it: bool,
    en_passant: bool,
    /// The rook of a castling move.
    castles: Option<Rook>,
    /// How to type it, if its squares alone would be another move.
    typed: Option<String>,
    promotions: Vec<&'static PieceType>,
}

impl Way {
    fn has_comma(&self) -> bool {
        let taking = !self.victims.is_empty() && !self.lands_on_it;
        self.to.len() > 2 || taking || !self.promotions.is_empty()
    }

    fn has_choice(&self) -> bool {
        self.to.len() > 1 || self.promotions.len() > 1
    }
}

/// Groups the moves of a piece, in the order of the text.
fn ways(moves: &[DescribedMove]) -> Vec<Way> {
    let mut moves: Vec<&DescribedMove> = moves.iter().collect();
    moves.sort_by_key(|told| (told.mv.is_castling(), told.mv.to()));
    let mut ways: Vec<Way> = Vec::new();
    for told in moves {
        let mv = &told.mv;
        let lands_on_it = mv.victims() == mv.to().set();
        let same_end =
            |way: &&mut Way| way.to == [mv.to()] && way.victims == mv.victims() && way.castles.is_none();
        if let (Some(piece), Some(way)) =
            (told.becomes, ways.iter_mut().find(same_end).filter(|way| !way.promotions.is_empty()))
        {
            way.promotions.push(piece);
            continue;
        }
        let plain = mv.promotion().is_none() && !mv.is_castling();
        let alike = |way: &&mut Way| {
            let takes_alike =
                if lands_on_it { way.lands_on_it } else { way.victims == mv.victims() && !way.lands_on_it };
            plain && takes_alike && way.promotions.is_empty() && way.castles.is_none()
        };
        if let Some(way) = ways.iter_mut().find(alike) {
            way.to.push(mv.to());
            way.victims |= mv.victims();
            continue;
        }
        ways.push(Way {
            to: vec![mv.to()],
            victims: mv.victims(),
            lands_on_it,
            en_passant: mv.is_en_passant(),
            castles: told.rook,
            typed: mv.castles_like_a_step().then(|| mv.to_string()),
            promotions: told.becomes.into_iter().collect(),
        });
    }
    ways.sort_by_key(|way| {
        (way.castles.is_some(), !way.promotions.is_empty(), !way.victims.is_empty(), !way.lands_on_it)
    });
    ways
}
