//! Explains why a move is not possible. There is no second set of rules: it asks the move generator again
//! with one obstacle removed, such as the hooks, a blocker or an empty target.

use crate::board::geometry::{Direction, between, distance, neighbours, on_the_way};
use crate::board::movement::Brake;
use crate::board::piece::{Color, Kind, Piece};
use crate::board::position::{Board, Position, PositionOf};
use crate::board::square::{Square, SquareSet};
use crate::movegen::attacks::attackers;
use crate::movegen::legal::CastlingObstacle;
use crate::movegen::moves::Move;
use crate::spec::Spec;
use reason::{Braking, Hold, NoDrop, Reason, Stuck};

/// Returns why the piece on `from` cannot go to `to`; `None` if it can.
pub(super) fn explain_walk(position: &Position, from: Square, to: Square) -> Option<Reason> {
    let spec = position.spec();
    for square in [from, to] {
        if !spec.squares.contains(square) {
            return Some(Reason::NotASquare(square));
        }
    }
    let Some(piece) = position.piece_at(from) else { return Some(Reason::NoPiece(from)) };
    if piece.color != position.turn() {
        return Some(Reason::NotYours(from));
    }
    let board = &position.board;
    if let Some(by) = freezer_of(position, from) {
        return Some(Reason::Frozen { from, by });
    }
    if let Some(mv) = find(position, board, true, from, to) {
        return unsafe_king(position, &mv).or_else(|| others_must_take(position, &mv));
    }
    if find(position, board, false, from, to).is_some() {
        return held_by_guard(position, piece.kind, from, to);
    }
    if spec.exits.contains(to) && piece.kind != Kind::KING {
        return Some(Reason::OnlyKingExits(to));
    }
    blocked(position, piece, from, to)
        .or_else(|| line_ends(position, from, to))
        .or_else(|| Some(out_of_reach(position, from, to)))
}

/// Returns the Ice Queen that freezes a piece of the side to move.
fn freezer_of(position: &Position, at: Square) -> Option<Square> {
    let freezers =
        position.spec().freezer.map_or(SquareSet::EMPTY, |kind| position.of(position.turn().other(), kind));
    (freezers & neighbours(at)).first()
}

/// Returns the reason if the piece is neither blocked nor held.
fn out_of_reach(position: &Position, from: Square, to: Square) -> Reason {
    let there = position.board.piece_at(to);
    let mut with_victim = position.board;
    with_victim.lift(to.set());
    // Any piece that every kind may capture will do.
    let victim = position.spec().bare_pawn().unwrap_or(Kind::KING);
    with_victim.put(to, Piece { color: position.turn().other(), kind: victim });
    match there {
        Some(piece) if piece.color != position.turn() => Reason::DoesNotMoveLikeThat { from, to },
        _ if find(position, &with_victim, false, from, to).is_none() => {
            Reason::DoesNotMoveLikeThat { from, to }
        }
        Some(_) => Reason::Blocked { from, to, by: to },
        None => Reason::NothingToTake { from, to },
    }
}

fn find(position: &Position, board: &Board, hooks: bool, from: Square, to: Square) -> Option<Move> {
    let moves = position.pseudo_legal_moves(board, hooks);
    moves.into_iter().find(|mv| mv.from() == Some(from) && mv.to() == to)
}

/// Returns why a move is illegal for the sake of a king: it leaves the own one in check or blows it up, or it
/// gives a check that is forbidden; `None` if it does not.
///
/// The attacker's square is the one after the move. A piece that already gives check comes first.
pub(super) fn unsafe_king(position: &Position, mv: &Move) -> Option<Reason> {
    if position.is_safe(mv) {
        return None;
    }
    let (spec, us) = (position.spec(), position.turn());
    let mut board = position.board;
    board.make(spec, us, mv);
    if spec.royal[us] {
        let Some(king) = board.king(us) else { return Some(Reason::BlowsUpOwnKing(*mv)) };
        let by = attackers(spec, &board, king, us.other());
        let before = (by & position.checkers()).first();
        if let Some(square) = before.or(by.first()) {
            let piece = spec.piece_type(board.piece_at(square)?.kind);
            return Some(Reason::KingInCheck { mv: *mv, attacker: (square, piece), still: before.is_some() });
        }
    }
    Some(Reason::GivesCheck(*mv))
}

/// Returns the capture that has to be made instead of a move that takes nothing.
pub(super) fn others_must_take(position: &Position, mv: &Move) -> Option<Reason> {
    if mv.is_capture() || !position.must_take() {
        return None;
    }
    position.legal_moves().into_iter().next().map(|instead| Reason::MustTake { instead })
}

/// Returns the Guard that prevents a move which is possible without the brake.
fn held_by_guard(position: &Position, kind: Kind, from: Square, to: Square) -> Option<Reason> {
    let us = position.turn();
    let guards = position.spec().braker.map_or(SquareSet::EMPTY, |rule| position.of(us.other(), rule.kind));
    let beside = |square: Square| (guards & neighbours(square)).first();
    let leaps = position.spec().brake(kind) == Brake::Held;
    if let Some(by) = beside(from) {
        let how = if leaps { Braking::StaysPut } else { Braking::OneSquare };
        return Some(Reason::Braked { from, to, by, how });
    }
    if leaps {
        return Some(Reason::GuardNotForLeapers { from, guard: to });
    }
    let mut on_path: Vec<Square> = between(from, to).iter().collect();
    on_path.sort_by_key(|square| distance(from, *square));
    let by = on_path.into_iter().find_map(beside)?;
    Some(Reason::Braked { from, to, by, how: Braking::StopsBeside })
}

/// Returns the blocking piece, if removing it or all pieces in the way makes the move possible.
///
/// The brake is ignored.
fn blocked(position: &Position, piece: Piece, from: Square, to: Square) -> Option<Reason> {
    let board = &position.board;
    let possible_without = |squares: SquareSet| {
        let mut lifted = *board;
        lifted.lift(squares);
        find(position, &lifted, false, from, to).is_some()
    };
    let target = board.piece_at(to);
    let in_the_way = (on_the_way(from, to) | to.set()) & position.occupied();
    let mut near_first: Vec<Square> = in_the_way.iter().collect();
    near_first.sort_by_key(|square| distance(from, *square));
    let enemy_on_target = target.is_some_and(|there| there.color != piece.color);
    if enemy_on_target && !position.spec().is_pawn(piece.kind) && possible_without(to.set()) {
        let what = position.spec().piece_type(piece.kind);
        let is_spared = what.movement.spares_kings && position.board.kings().contains(to);
        let spared = is_spared.then_some(Reason::SparesKings { piece: what, from, to });
        return Some(spared.unwrap_or(Reason::TakesOtherwise { from, to }));
    }
    // True if the piece still blocks after all others in the way, except `kept`, are removed.
    let blocks_by_itself =
        |square: Square, kept: SquareSet| !possible_without(in_the_way & !square.set() & !kept);
    let frees_the_way = |square: &&Square| possible_without(square.set());
    // If none blocks alone, this is the last of several that block together.
    let by_itself =
        near_first.iter().find(|square| frees_the_way(square) && blocks_by_itself(**square, to.set()));
    if let Some(by) = by_itself.or_else(|| near_first.iter().rev().find(frees_the_way)) {
        return Some(Reason::Blocked { from, to, by: *by });
    }
    let keep = if enemy_on_target { to.set() } else { SquareSet::EMPTY };
    let all = in_the_way & !keep;
    // More than one piece has to be removed.
    let by_itself = near_first.iter().find(|square| blocks_by_itself(**square, keep));
    let nearest = by_itself.or(near_first.first()).copied()?;
    (possible_without(all) || possible_without(in_the_way)).then_some(Reason::Blocked {
        from,
        to,
        by: nearest,
    })
}

/// Returns the hole that ends the piece's line, regardless of other obstacles.
fn line_ends(position: &Position, from: Square, to: Square) -> Option<Reason> {
    let way = on_the_way(from, to);
    let holes = way & position.spec().walls;
    let hole = holes.iter().min_by_key(|square| distance(from, *square))?;
    let open = Spec { walls: SquareSet::EMPTY, ..position.spec().clone() };
    let position: PositionOf<'_> = *position;
    let past_holes = PositionOf { spec: &open, ..position };
    let mut free = position.board;
    free.lift(way | to.set());
    let goes = |board: &Board| {
        let moves = past_holes.pseudo_legal_moves(board, false);
        moves.iter().any(|mv| mv.from() == Some(from) && mv.to() == to)
    };
    (goes(&position.board) || goes(&free)).then_some(Reason::LineEnds { from, to, hole })
}

/// Returns why nothing can be dropped on a square; `None` if a drop is possible.
pub(super) fn explain_drop(position: &Position, to: Square) -> Option<Reason> {
    let us = position.turn();
    let Some(rule) = position.spec().drops else { return Some(Reason::NoDrops) };
    if !position.spec().squares.contains(to) {
        return Some(Reason::NotASquare(to));
    }
    if position.hand(us) == 0 {
        return Some(Reason::HandEmpty);
    }
    let up = Direction::up(us);
    let rank = |rank: u8| position.spec().relative_rank(us, rank);
    let leads_to = |entry: &Square| {
        *entry == to || rule.pushes && up.ray(*entry).contains(to) && rank(to.rank()) <= rank(rule.half[us])
    };
    let Some(entry) = rule.squares[us].iter().find(leads_to) else { return Some(Reason::DropOutside(to)) };
    let way = (between(entry, to) | entry.set() | to.set()) & position.occupied();
    let nearest = if us == Color::White { way.first() } else { way.last() };
    if let Some(by) = nearest {
        return Some(Reason::DropBlocked { to, by });
    }
    let drop = Move::drop_on(rule.kind, position.spec().letter(rule.kind), to);
    unsafe_king(position, &drop).or_else(|| others_must_take(position, &drop))
}

/// Returns why the side to move has no drop at all.
///
/// `None` if it has one, if the game has no drops, or if the game is over.
pub fn no_drop(position: &Position) -> Option<NoDrop> {
    let (us, rule) = (position.turn(), position.spec().drops?);
    let legal = position.legal_moves();
    if legal.is_empty() || legal.iter().any(Move::is_drop) {
        return None;
    }
    if position.hand(us) == 0 {
        return Some(NoDrop::HandEmpty);
    }
    let pseudo = position.pseudo_legal_moves(&position.board, true);
    let Some(drop) = pseudo.into_iter().find(Move::is_drop) else {
        let squares = NoDrop::SquaresFull(rule.squares[us]);
        return Some(rule.rank(us).filter(|_| rule.pushes).map_or(squares, NoDrop::RankFull));
    };
    match unsafe_king(position, &drop)? {
        Reason::KingInCheck { attacker: (by, piece), still: true, .. } => Some(NoDrop::Check { piece, by }),
        _ => None,
    }
}

/// Returns why the side to move cannot castle on that side, or to that square; `None` if it can.
pub(super) fn explain_castling(
    position: &Position,
    king_side: Option<bool>,
    to: Option<Square>,
) -> Option<Reason> {
    let rows = position.spec().castlings.iter().filter(|row| {
        row.color == position.turn()
            && king_side.is_none_or(|side| side == row.king_side)
            && to.is_none_or(|to| to == row.king_to)
    });
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return Some(Reason::NoSuchCastling { king_side, to });
    }
    let mut reasons: Vec<Reason> = rows
        .map(|row| match position.castling_obstacle(row) {
            Some(CastlingObstacle::NoRight) => Some(Reason::CastlingLost),
            Some(CastlingObstacle::Occupied(by)) => Some(Reason::CastlingBlocked(by)),
            Some(CastlingObstacle::Attacked { square, attacker }) if square == row.king => {
                Some(Reason::CastlingInCheck(attacker))
            }
            Some(CastlingObstacle::Attacked { square, attacker }) => {
                Some(Reason::CastlingThrough { square, attacker })
            }
            None => {
                let castling = Move::castle(row.king_side, row.king, row.king_to);
                unsafe_king(position, &castling).or_else(|| others_must_take(position, &castling))
            }
        })
        .collect::<Option<_>>()?;
    // A lost right is the least informative reason, so it sorts last.
    reasons.sort_by_key(|reason| *reason == Reason::CastlingLost);
    reasons.into_iter().next()
}

impl Position {
    /// Returns the legal moves of the piece on a square, as if its side were to move; empty for an empty
    /// square.
    pub fn moves_from(&self, square: Square) -> Vec<Move> {
        let Some(piece) = self.piece_at(square) else { return Vec::new() };
        let seen = self.seen_by(piece.color);
        seen.legal_moves().into_iter().filter(|mv| mv.from() == Some(square)).collect()
    }

    /// Returns the moves of the piece on a square for a diagram of it.
    ///
    /// They are its legal moves. But where each move of any piece may endanger a king, and where the kings'
    /// squares end the game, they are all that the piece can do, whatever becomes of the kings.
    pub fn moves_in_diagram(&self, square: Square) -> Vec<Move> {
        if !self.spec.tests_each_move() && self.decided().is_none() {
            return self.moves_from(square);
        }
        let Some(piece) = self.piece_at(square) else { return Vec::new() };
        let moves = self.seen_by(piece.color).pseudo_legal_moves(&self.board, true);
        moves.into_iter().filter(|mv| mv.from() == Some(square)).collect()
    }

    /// Returns this board with the given side to move.
    fn seen_by(&self, color: Color) -> Self {
        if color == self.turn {
            return *self;
        }
        Self { turn: color, passed: SquareSet::EMPTY, ..*self }
    }
}

/// Returns what keeps the piece on a square from moving: frozen, braked, pinned or hemmed in.
pub fn why_stuck(position: &Position, square: Square) -> Vec<Hold> {
    let Some(piece) = position.piece_at(square) else { return Vec::new() };
    let seen = position.seen_by(piece.color);
    let them = piece.color.other();
    let beside = |kind: Option<Kind>| {
        let kind = kind?;
        Some((seen.spec().piece_type(kind), (seen.of(them, kind) & neighbours(square)).first()?))
    };
    if let Some((piece, by)) = beside(seen.spec().freezer) {
        return vec![Hold::Frozen { piece, by }];
    }
    let mut held = Vec::new();
    let braker = seen.spec().braker.map(|rule| rule.kind);
    if let (Some((piece, by)), Some(how)) = (beside(braker), Braking::of(seen.spec().brake(piece.kind))) {
        held.push(Hold::Braked { piece, by, how });
    }
    let pseudo = seen.pseudo_legal_moves(&seen.board, true);
    let own: Vec<Move> = pseudo.into_iter().filter(|mv| mv.from() == Some(square)).collect();
    let legal = seen.moves_from(square);
    if own.is_empty() && held.is_empty() {
        held.push(Hold::NoSquare);
    } else if legal.len() < own.len() && piece.kind != Kind::KING {
        let refused = own.iter().find(|mv| !legal.contains(mv));
        if let Some(Reason::KingInCheck { attacker: (by, attacker), .. }) =
            refused.and_then(|mv| unsafe_king(&seen, mv))
        {
            held.push(if seen.is_check() {
                Hold::InCheck(piece.color)
            } else if legal.is_empty() {
                Hold::Pinned { piece: attacker, by }
            } else {
                Hold::PartlyPinned { piece: attacker, by }
            });
        }
    }
    held
}

/// Returns why a piece of the side to move has no legal move.
///
/// `None` if the piece can move, if the square has no piece of that side, or if the game is over.
pub fn stuck(position: &Position, square: Square) -> Option<Stuck> {
    let piece = position.piece_at(square).filter(|piece| piece.color == position.turn())?;
    let legal = position.legal_moves();
    if legal.is_empty() || legal.iter().any(|mv| mv.from() == Some(square)) {
        return None;
    }
    held_by(position, piece.kind, square)
}

fn held_by(position: &Position, kind: Kind, at: Square) -> Option<Stuck> {
    let what = |by: Square| position.piece_type_at(by);
    if let Some(by) = freezer_of(position, at) {
        return Some(Stuck::Frozen { piece: what(by)?, by });
    }
    let first = |hooks| {
        let moves = position.pseudo_legal_moves(&position.board, hooks);
        moves.into_iter().find(|mv| mv.from() == Some(at))
    };
    if let Some(mv) = first(true) {
        let (by, who, still) = match unsafe_king(position, &mv) {
            Some(Reason::KingInCheck { attacker: (by, who), still, .. }) => (by, who, still),
            Some(Reason::BlowsUpOwnKing(_)) => return Some(Stuck::BlowsUpOwnKing),
            Some(_) => return Some(Stuck::GivesCheck),
            None => return position.must_take().then_some(Stuck::OthersTake),
        };
        return Some(match (kind, still) {
            (Kind::KING, _) => Stuck::Attacked,
            (_, true) => Stuck::Check { piece: who, by },
            (_, false) => Stuck::Pinned { piece: who, by },
        });
    }
    let Some(mv) = first(false) else { return Some(Stuck::NoSquare) };
    Some(match held_by_guard(position, kind, at, mv.to())? {
        Reason::Braked { by, .. } => Stuck::Braked { piece: what(by)?, by },
        _ => Stuck::NeverTakesGuard,
    })
}
pub(super) mod described;
pub(super) mod reason;
