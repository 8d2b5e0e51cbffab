//! Finding out why a move is not possible by asking the one generator a counterfactual: the hooks off, a blocker lifted,
//! a victim put there. No second rulebook.

use super::geometry::{between, distance, neighbours};
use super::legal::{CastlingObstacle, attackers};
use super::moves::Move;
use super::piece::{Color, Kind, Piece};
use super::position::{Board, Position};
use super::reason::Reason;
use super::square::{Square, SquareSet};

/// Why the piece on `from` cannot go to `to`, for a move that is not legal.
pub(super) fn explain_walk(position: &Position, from: Square, to: Square) -> Reason {
    let spec = position.spec();
    for square in [from, to] {
        if !spec.squares.contains(square) {
            return Reason::NotASquare(square);
        }
    }
    let Some(piece) = position.piece_at(from) else { return Reason::NoPiece(from) };
    if piece.color != position.turn() {
        return Reason::NotYours(from);
    }
    let board = &position.board;
    if position.frozen().contains(from) {
        let freezers = spec.freezer.map_or(SquareSet::EMPTY, |kind| board.of(position.turn().other(), kind));
        if let Some(by) = (freezers & neighbours(from)).first() {
            return Reason::Frozen { from, by };
        }
    }
    if let Some(mv) = find(position, board, true, from, to) {
        return king_in_check(position, &mv);
    }
    if find(position, board, false, from, to).is_some() {
        return held_by_guard(position, from, to);
    }
    if spec.exits.contains(to) && piece.kind != Kind::King {
        return Reason::OnlyKingExits(to);
    }
    blocked(position, piece, from, to).unwrap_or_else(|| {
        let mut with_victim = *board;
        if board.piece_at(to).is_none() {
            with_victim.put(to, Piece { color: position.turn().other(), kind: Kind::Pawn });
        }
        if find(position, &with_victim, true, from, to).is_some() {
            Reason::NothingToTake { from, to }
        } else {
            Reason::DoesNotMoveLikeThat { from, to }
        }
    })
}

fn find(position: &Position, board: &Board, hooks: bool, from: Square, to: Square) -> Option<Move> {
    let moves = position.pseudo_legal_moves(board, hooks);
    moves.into_iter().find(|mv| mv.from() == Some(from) && mv.to() == to)
}

/// The king's danger after a move, from a piece where it stands then.
pub(super) fn king_in_check(position: &Position, mv: &Move) -> Reason {
    let (spec, us) = (position.spec(), position.turn());
    let mut board = position.board;
    board.make(spec, us, mv);
    let king = board.king(us).unwrap_or(mv.to());
    let by = attackers(spec, &board, king, us.other());
    let attacker = by.first().and_then(|square| Some((square, board.piece_at(square)?.kind)));
    attacker
        .map_or(Reason::GameOver, |attacker| Reason::KingInCheck { attacker, already: position.is_check() })
}

fn held_by_guard(position: &Position, from: Square, to: Square) -> Reason {
    let us = position.turn();
    let guards = position.spec().braker.map_or(SquareSet::EMPTY, |kind| position.of(us.other(), kind));
    let beside = |square: Square| (guards & neighbours(square)).first();
    if let Some(by) = beside(from) {
        return Reason::Braked { from, to, by };
    }
    if guards.contains(to) && between(from, to).is_empty() && distance(from, to) > 1 {
        return Reason::GuardNotForLeapers { from, guard: to };
    }
    let path = between(from, to);
    let mut on_path: Vec<Square> = path.iter().filter(|square| beside(*square).is_some()).collect();
    on_path.sort_by_key(|square| distance(from, *square));
    match on_path.first().and_then(|square| beside(*square)) {
        Some(by) => Reason::Braked { from, to, by },
        None => Reason::GuardNotForLeapers { from, guard: to },
    }
}

/// Whether lifting a piece, or all pieces in the way, would make the move possible.
fn blocked(position: &Position, piece: Piece, from: Square, to: Square) -> Option<Reason> {
    let board = &position.board;
    let possible_without = |squares: SquareSet| {
        let mut lifted = *board;
        lifted.lift(squares);
        find(position, &lifted, true, from, to).is_some()
    };
    let target = board.piece_at(to);
    let in_the_way = (between(from, to) | to.set()) & position.occupied();
    let mut near_first: Vec<Square> = in_the_way.iter().collect();
    near_first.sort_by_key(|square| distance(from, *square));
    let enemy_on_target = target.is_some_and(|there| there.color != piece.color);
    if enemy_on_target && !piece.kind.is_pawn() && possible_without(to.set()) {
        return Some(Reason::TakesOtherwise { from, to });
    }
    if let Some(by) = near_first.iter().find(|square| possible_without(square.set())) {
        return Some(Reason::Blocked { from, to, by: *by });
    }
    let keep = if enemy_on_target { to.set() } else { SquareSet::EMPTY };
    let all = in_the_way & !keep;
    let nearest = near_first.first().copied()?;
    (possible_without(all) || possible_without(in_the_way)).then_some(Reason::Blocked {
        from,
        to,
        by: nearest,
    })
}

/// Why nothing can be dropped on a square, for a drop that is not legal.
pub(super) fn explain_drop(position: &Position, to: Square) -> Reason {
    let us = position.turn();
    let Some(rule) = position.spec().drops else { return Reason::NoDrops };
    if !position.spec().squares.contains(to) {
        return Reason::NotASquare(to);
    }
    if position.hand(us) == 0 {
        return Reason::HandEmpty;
    }
    let rank = |rank: u8| position.spec().relative_rank(us, rank);
    if rank(to.rank()) < rank(rule.rank[us]) || rank(to.rank()) > rank(rule.half[us]) {
        return Reason::DropOutside(to);
    }
    let Some(entry) = Square::at(to.file(), rule.rank[us]) else { return Reason::DropOutside(to) };
    let way = (between(entry, to) | entry.set() | to.set()) & position.occupied();
    let nearest = if us == Color::White { way.first() } else { way.last() };
    match nearest {
        Some(by) => Reason::DropBlocked { to, by },
        None => king_in_check(position, &Move::drop_on(to)),
    }
}

/// Why the side to move cannot castle on that side, or to that square.
pub(super) fn explain_castling(position: &Position, king_side: Option<bool>, to: Option<Square>) -> Reason {
    let rows = position.spec().castlings.iter().filter(|row| {
        row.color == position.turn()
            && king_side.is_none_or(|side| side == row.king_side)
            && to.is_none_or(|to| to == row.king_to)
    });
    let mut reasons: Vec<Reason> = rows
        .map(|row| match position.castling_obstacle(row) {
            Some(CastlingObstacle::NoRight) => Reason::CastlingLost,
            Some(CastlingObstacle::Occupied(by)) => Reason::CastlingBlocked(by),
            Some(CastlingObstacle::Attacked { square, attacker }) if square == row.king => {
                Reason::CastlingInCheck(attacker)
            }
            Some(CastlingObstacle::Attacked { square, attacker }) => {
                Reason::CastlingThrough { square, attacker }
            }
            None => king_in_check(position, &Move::castle(row.king_side, row.king, row.king_to)),
        })
        .collect();
    // A right that is lost says least; of two sides the one that came nearer explains.
    reasons.sort_by_key(|reason| *reason == Reason::CastlingLost);
    reasons.into_iter().next().unwrap_or(Reason::NoSuchCastling)
}

impl Position {
    /// The legal moves of the piece on a square, as if it were its side's turn; none for an empty square.
    pub fn moves_from(&self, square: Square) -> Vec<Move> {
        let Some(piece) = self.piece_at(square) else { return Vec::new() };
        let seen = self.seen_by(piece.color);
        seen.legal_moves().into_iter().filter(|mv| mv.from() == Some(square)).collect()
    }

    /// The same board with this side to move.
    fn seen_by(&self, color: Color) -> Self {
        if color == self.turn {
            return *self;
        }
        Self { turn: color, passed: SquareSet::EMPTY, ..*self }
    }
}

/// What holds the piece on a square, in sentences: frozen, braked, pinned, or hemmed in. Empty when nothing does.
pub fn why_stuck(position: &Position, square: Square) -> Vec<String> {
    let Some(piece) = position.piece_at(square) else { return Vec::new() };
    let seen = position.seen_by(piece.color);
    let them = piece.color.other();
    let beside =
        |kind: Option<Kind>| kind.and_then(|kind| (seen.of(them, kind) & neighbours(square)).first());
    let name = format!("The {} {square}", piece.kind);
    if let Some(by) = beside(seen.spec().freezer) {
        return vec![format!("{name} is frozen by the Ice Queen {by}: it cannot move and gives no check.")];
    }
    let mut held = Vec::new();
    if let Some(by) = beside(seen.spec().braker) {
        match piece.kind {
            Kind::Knight | Kind::Camel | Kind::Squirrel => {
                held.push(format!("{name} is braked by the Guard {by} and cannot move."));
            }
            Kind::Rook | Kind::Bishop | Kind::Queen => {
                held.push(format!("{name} is braked by the Guard {by} and moves one square at most."));
            }
            Kind::Pawn => held.push(format!("{name} is braked by the Guard {by}: no second step.")),
            _ => {}
        }
    }
    let pseudo = seen.pseudo_legal_moves(&seen.board, true);
    let own: Vec<Move> = pseudo.into_iter().filter(|mv| mv.from() == Some(square)).collect();
    let legal = seen.moves_from(square);
    if own.is_empty() && held.is_empty() {
        held.push(format!("{name} has no square to go to."));
    } else if legal.len() < own.len() && piece.kind != Kind::King {
        let refused = own.iter().find(|mv| !legal.contains(mv));
        if let Some(Reason::KingInCheck { attacker: (from, kind), already }) =
            refused.map(|mv| king_in_check(&seen, mv))
        {
            held.push(if already {
                format!(
                    "{}'s King is in check, so {} may only help against that.",
                    piece.color,
                    name.replacen("The", "the", 1)
                )
            } else if legal.is_empty() {
                format!("{name} is pinned: without it the {kind} {from} would take the King.")
            } else {
                format!("{name} is partly pinned by the {kind} {from}.")
            });
        }
    }
    held
}
