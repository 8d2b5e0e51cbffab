//! Where a piece can go, in words.

use super::view::{BoardView, Dots};
use crate::rules::{Kind, Move, Position, Square, SquareSet};

/// Where the piece whose moves are marked can go, each target with what it takes: "The white Pawn e4 can go to e5, or take
/// Pawn d5." None where no moves are marked.
pub fn told_moves(view: &BoardView) -> Option<String> {
    let dots = view.dots.as_ref()?;
    let position = &view.position;
    let piece = dots.from.and_then(|from| Some((position.piece_at(from)?, from)));
    let (who, now) = match piece {
        Some((piece, from)) => {
            // Of a piece that is shown alone it is nobody's turn.
            let now = piece.color == position.turn() || !view.hidden.is_empty();
            (format!("the {} {} {from}", piece.color.slug(), piece.kind), now)
        }
        None => ("a Ninja Pawn from the hand".to_owned(), true),
    };
    let ways = ways(position, &dots.moves);
    let can = match (ways.is_empty(), now) {
        (true, true) => " cannot move".to_owned(),
        (true, false) => " could not move".to_owned(),
        (false, true) => format!(" can {}", alternatives(&ways)),
        (false, false) => format!(" could {}", alternatives(&ways)),
    };
    let who = if now { capitalised(&who) } else { format!("On its turn, {who}") };
    Some(format!("{who}{can}."))
}

/// The marked piece alone, for where its moves are told beside the picture.
pub(super) fn told_beside(view: &BoardView, dots: &Dots) -> String {
    match dots.from.and_then(|from| Some((view.position.piece_at(from)?.kind, from))) {
        Some((kind, from)) => format!("Marked: the moves of the {kind} {from}."),
        None => "Marked: where a Ninja Pawn from the hand can go.".to_owned(),
    }
}

/// Moves that differ in nothing but where they end, or in nothing but what the pawn becomes.
struct Way {
    to: Vec<Square>,
    /// What is taken where the mover does not land, or beside that.
    victims: SquareSet,
    lands_on_it: bool,
    castles: Option<String>,
    promotions: Vec<Kind>,
}

/// "go to e5 or e6", "take Pawn d5 or Rook f5", "go to c7, taking Knight d7", in this order.
fn ways(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|mv| (mv.is_castling(), mv.to()));
    let mut ways: Vec<Way> = Vec::new();
    for mv in &moves {
        let lands_on_it = mv.victims() == mv.to().set();
        let same_end =
            |way: &&mut Way| way.to == [mv.to()] && way.victims == mv.victims() && way.castles.is_none();
        if let (Some(kind), Some(way)) =
            (mv.promotion(), ways.iter_mut().find(same_end).filter(|way| !way.promotions.is_empty()))
        {
            way.promotions.push(kind);
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
            castles: mv.castling_rook(position).map(|(from, to)| format!("Rook {from}-{to}")),
            promotions: mv.promotion().into_iter().collect(),
        });
    }
    ways.sort_by_key(|way| {
        (way.castles.is_some(), !way.promotions.is_empty(), !way.victims.is_empty(), !way.lands_on_it)
    });
    let en_passant = moves.iter().any(Move::is_en_passant);
    ways.iter().map(|way| way.told(position, en_passant)).collect()
}

impl Way {
    fn told(&self, position: &Position, en_passant: bool) -> String {
        let named = |square: Square| {
            position
                .piece_at(square)
                .map_or_else(|| square.to_string(), |piece| format!("{} {square}", piece.kind))
        };
        let to: Vec<String> = self.to.iter().map(ToString::to_string).collect();
        if let Some(rook) = &self.castles {
            return format!("castle to {} with {rook}", joined(&to, "or"));
        }
        let mut text = if self.lands_on_it {
            let taken: Vec<String> = self.to.iter().map(|square| named(*square)).collect();
            format!("take {}", joined(&taken, "or"))
        } else {
            format!("go to {}", joined(&to, "or"))
        };
        if !self.victims.is_empty() && !self.lands_on_it {
            let taken: Vec<String> = self.victims.iter().map(named).collect();
            text.push_str(&format!(", taking {}", joined(&taken, "and")));
            if en_passant && !self.to.iter().any(|to| self.victims.contains(*to)) {
                text.push_str(" en passant");
            }
        }
        if !self.promotions.is_empty() {
            let kinds: Vec<String> = self.promotions.iter().map(ToString::to_string).collect();
            text.push_str(&format!(", promoting to {}", joined(&kinds, "or")));
        }
        text
    }
}

/// What can be done instead of each other, so that it is heard where one ends.
fn alternatives(ways: &[String]) -> String {
    match ways {
        [one] => one.clone(),
        [first, second] if !first.contains(',') && !second.contains(',') => {
            let comma = if first.contains(" or ") || second.contains(" or ") { "," } else { "" };
            format!("{first}{comma} or {second}")
        }
        [earlier @ .., last] => format!("{}; or {last}", earlier.join("; ")),
        [] => String::new(),
    }
}

/// "a", "a or b", "a, b or c".
pub(super) fn joined(parts: &[String], last_word: &str) -> String {
    match parts {
        [earlier @ .., last] if !earlier.is_empty() => format!("{} {last_word} {last}", earlier.join(", ")),
        _ => parts.concat(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
