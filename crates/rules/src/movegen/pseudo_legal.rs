//! The only move generator: pseudo-legal moves of a side's pieces.
//!
//! Attacks have no second definition. Check is a pseudo-legal capture of the king, so the same functions run
//! for the enemy's pieces with a sink that looks for the king (see `legal.rs`).

use super::moves::Move;
use crate::board::geometry::{Direction, around, diagonally_ahead, neighbours};
use crate::board::movement::{CompiledMovement, MovementKind, Slider};
use crate::board::piece::{Color, Kind};
use crate::board::position::Board;
use crate::board::rides::{Met, Rides};
use crate::board::square::{Square, SquareSet};
use crate::spec::Spec;

/// Receives moves as they are generated.
pub(crate) trait Sink {
    /// Receives the moves of one piece to each of `targets`; each captures only what is on its target.
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet);
    /// Receives any other move.
    fn push(&mut self, mv: Move);
    /// True if it needs no more moves, so that generation can stop after the current piece.
    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

/// A piece other than a pawn while its moves are generated.
#[derive(Clone, Copy)]
struct Moving<'a> {
    movement: &'a CompiledMovement,
    kind: Kind,
    from: Square,
}

/// A board from one side's point of view, with everything that generation reads repeatedly.
pub(crate) struct Generator<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) us: Color,
    pub(crate) own: SquareSet,
    pub(crate) enemy: SquareSet,
    pub(crate) occupied: SquareSet,
    /// Where pieces other than the king may land: all squares of the board, but an exit only to capture a
    /// king on it.
    landing: SquareSet,
    /// An enemy king on an exit.
    king_on_exit: SquareSet,
    /// Our frozen pieces.
    pub(crate) frozen: SquareSet,
    /// The squares on which the enemy brakes our pieces.
    pub(crate) braked: SquareSet,
    /// The enemy brakers that leapers never capture and that hold leapers next to them.
    guards: SquareSet,
    passed: SquareSet,
    board: &'a Board,
}

impl<'a> Generator<'a> {
    /// Creates a generator; `passed` are the squares on which our pawns may capture en passant.
    #[inline]
    pub(crate) fn new(spec: &'a Spec, board: &'a Board, us: Color, passed: SquareSet) -> Self {
        let own = board.sides[us];
        let enemy = board.sides[us.other()];
        let king_on_exit = spec.exits & enemy & board.kinds[Kind::KING.index()];
        let of = |kind: Kind| board.of(us.other(), kind);
        let brakers = spec.braker.map_or(SquareSet::EMPTY, |rule| of(rule.kind));
        let holds_leapers = spec.braker.is_some_and(|rule| rule.holds_leapers);
        Self {
            spec,
            us,
            own,
            enemy,
            occupied: own | enemy,
            landing: spec.open | king_on_exit,
            king_on_exit,
            frozen: spec.freezer.map_or(SquareSet::EMPTY, |kind| around(of(kind)) & own),
            braked: around(brakers),
            guards: if holds_leapers { brakers } else { SquareSet::EMPTY },
            passed,
            board,
        }
    }

    /// Removes the hooks that forbid moves, to explain why a move is not possible.
    pub(crate) fn without_hooks(mut self) -> Self {
        self.frozen = SquareSet::EMPTY;
        self.braked = SquareSet::EMPTY;
        self.guards = SquareSet::EMPTY;
        self
    }

    /// Generates all pseudo-legal moves except castling, until the sink is done.
    #[inline]
    pub(crate) fn all(&self, hand: u8, promotions: &[Kind], sink: &mut impl Sink) {
        let movers = self.own & !self.frozen;
        for kind in self.spec.kinds() {
            for from in movers & self.board.kinds[kind.index()] {
                self.piece(kind, from, promotions, sink);
                if sink.is_done() {
                    return;
                }
            }
        }
        if hand > 0 {
            self.drops(sink);
        }
    }

    /// Generates the pseudo-legal moves of one piece, except castling.
    ///
    /// The caller must check that the piece is not frozen.
    #[inline]
    pub(crate) fn piece(&self, kind: Kind, from: Square, promotions: &[Kind], sink: &mut impl Sink) {
        let movement = &self.spec.movements[kind.index()];
        let moving = Moving { movement, kind, from };
        match &movement.way {
            MovementKind::King(leaps) => {
                sink.walks(kind, from, leaps[from.index()] & self.spec.squares & !self.own);
            }
            MovementKind::Leaper(leaps) => {
                let mut targets = leaps[from.index()] & self.landing & !self.own;
                if movement.leaps_afar && !self.guards.is_empty() {
                    if self.braked.contains(from) {
                        return;
                    }
                    targets &= !self.guards;
                }
                self.walks(moving, targets, sink);
            }
            MovementKind::Rider(rides) => self.rider(moving, rides, sink),
            MovementKind::Slider(slider) => self.walks(moving, self.slides(from, slider), sink),
            MovementKind::Bomber { extended } => self.bomber(moving, *extended, sink),
            MovementKind::Ninja { directions, leaps } => {
                self.ninja(moving, directions, leaps[from.index()], sink);
            }
            MovementKind::Pawn { slides } => self.pawn(kind, from, *slides, promotions, sink),
            MovementKind::NinjaPawn => self.ninja_pawn(kind, from, promotions, sink),
        }
    }

    /// Emits the moves of a piece other than a pawn to each of these squares.
    #[inline]
    fn walks(&self, moving: Moving<'_>, targets: SquareSet, sink: &mut impl Sink) {
        let Moving { movement, kind, from } = moving;
        if movement.is_plain {
            sink.walks(kind, from, targets);
            return;
        }
        let their_king = self.enemy & self.board.kinds[Kind::KING.index()];
        let targets = if movement.spares_kings { targets & !their_king } else { targets };
        let Some((becomes, zones)) = &movement.promotes_on else {
            sink.walks(kind, from, targets);
            return;
        };
        let zone = zones[self.us];
        sink.walks(kind, from, targets & !zone);
        for to in targets & zone {
            let mv = Move::walk(kind, from, to).promoting(*becomes, self.spec.letter(*becomes));
            sink.push(if self.enemy.contains(to) { mv.taking(to) } else { mv });
        }
    }

    /// Emits a move of a piece other than a pawn that captures a piece it does not land on.
    #[inline]
    fn push(&self, moving: Moving<'_>, mv: Move, sink: &mut impl Sink) {
        match &moving.movement.promotes_on {
            Some((becomes, zones)) if zones[self.us].contains(mv.to()) => {
                sink.push(mv.promoting(*becomes, self.spec.letter(*becomes)));
            }
            _ => sink.push(mv),
        }
    }

    #[inline]
    fn slides(&self, from: Square, slider: &Slider) -> SquareSet {
        let is_braked = self.braked.contains(from);
        let stops = if is_braked { SquareSet::ALL } else { self.occupied | self.braked | self.spec.walls };
        let mut targets = SquareSet::EMPTY;
        for direction in slider.directions {
            let ray = direction.ray(from);
            targets |= match direction.nearest(ray & stops) {
                Some(stop) => ray & !direction.ray(stop),
                None => ray,
            };
        }
        if let Some(within) = &slider.within {
            targets &= within[from.index()];
        }
        if let Some(leaps) = &slider.leaps {
            let leaps = leaps[from.index()];
            targets |= if is_braked { leaps & neighbours(from) } else { leaps };
        }
        targets & self.landing & !self.own
    }

    #[cold]
    fn rider(&self, moving: Moving<'_>, rides: &Rides, sink: &mut impl Sink) {
        let from = moving.from;
        let is_braked = self.braked.contains(from);
        let mut open = self.landing;
        if rides.repeats() {
            open &= if is_braked { neighbours(from) } else { SquareSet::ALL };
        } else if moving.movement.leaps_afar && !self.guards.is_empty() {
            if is_braked {
                return;
            }
            open &= !self.guards;
        }
        let (walls, braked) = (self.spec.walls, self.braked);
        let met = Met { occupied: self.occupied, enemy: self.enemy, walls, braked };
        self.walks(moving, rides.targets(self.us, from, met) & open, sink);
    }

    #[inline]
    fn bomber(&self, moving: Moving<'_>, extended: bool, sink: &mut impl Sink) {
        let Moving { kind, from, .. } = moving;
        let mut targets = SquareSet::EMPTY;
        let stops = self.occupied | self.spec.walls;
        let free = self.spec.squares & !self.occupied;
        for direction in Direction::ORTHOGONAL {
            let ray = direction.ray(from);
            let first = direction.nearest(ray & stops);
            let open = first.map_or(ray, |stop| ray & !direction.ray(stop) & !stop.set());
            targets |= open & self.landing;
            let Some(one) = direction.step(from) else { continue };
            let Some(two) = direction.step(one) else { continue };
            // The hop to exactly two squares away, over any piece in between.
            if !open.contains(two) && self.spec.squares.contains(two) && !self.own.contains(two) {
                self.leap(moving, one, two, &mut targets, sink);
            }
            // Bombing: the first piece on the line is an enemy and the cell behind it is empty. (At distance
            // one this is the hop above.)
            let Some(victim) = first.filter(|stop| self.enemy.contains(*stop)) else { continue };
            let Some(behind) = direction.step(victim).filter(|behind| free.contains(*behind)) else {
                continue;
            };
            if victim != one && self.may_land(behind, victim.set()) {
                self.push(moving, Move::walk(kind, from, behind).taking(victim), sink);
            }
            if extended {
                let beyond = direction.ray(behind);
                let end = direction.nearest(beyond & stops);
                let further = end.map_or(beyond, |stop| beyond & !direction.ray(stop)) & free;
                for to in further {
                    if self.may_land(to, victim.set()) {
                        self.push(moving, Move::walk(kind, from, to).taking(victim), sink);
                    }
                }
            }
        }
        self.walks(moving, targets, sink);
    }

    #[inline]
    fn ninja(&self, moving: Moving<'_>, directions: &[Direction], leaps: SquareSet, sink: &mut impl Sink) {
        let from = moving.from;
        let open = self.spec.squares & !self.own;
        let mut targets = leaps & self.landing & !self.own;
        for direction in directions {
            let Some(one) = direction.step(from) else { continue };
            targets |= one.set() & open & self.landing;
            let Some(two) = direction.step(one) else { continue };
            if open.contains(two) {
                self.leap(moving, one, two, &mut targets, sink);
            }
        }
        self.walks(moving, targets, sink);
    }

    /// Generates a leap of exactly two squares over `one` to `two`, which holds no piece of ours.
    ///
    /// An enemy on `one` is captured too.
    #[inline]
    fn leap(
        &self,
        moving: Moving<'_>,
        one: Square,
        two: Square,
        targets: &mut SquareSet,
        sink: &mut impl Sink,
    ) {
        let victims = (one.set() | two.set()) & self.enemy;
        if !self.may_land(two, victims) {
            return;
        }
        if self.enemy.contains(one) {
            let mv = Move::walk(moving.kind, moving.from, two).taking(one);
            self.push(moving, if self.enemy.contains(two) { mv.taking(two) } else { mv }, sink);
        } else {
            targets.insert(two);
        }
    }

    /// True if a piece other than a king may land there: on an exit only to capture a king on it.
    #[inline]
    fn may_land(&self, to: Square, victims: SquareSet) -> bool {
        !self.spec.exits.contains(to) || victims.meets(self.king_on_exit)
    }

    #[inline]
    fn pawn(&self, kind: Kind, from: Square, slides: bool, promotions: &[Kind], sink: &mut impl Sink) {
        let up = Direction::up(self.us);
        let free = self.landing & !self.occupied;
        let mut targets = SquareSet::EMPTY;
        let most = self.spec.pawn.advance[usize::from(self.spec.relative_rank(self.us, from.rank()))];
        let mut at = from;
        for _ in 0..most {
            let Some(next) = up.step(at).filter(|next| free.contains(*next)) else { break };
            targets.insert(next);
            at = next;
            // A brake limits a pawn to one step from a braked square and stops it on one.
            if !self.braked.is_empty() && self.braked.meets(from.set() | next.set()) {
                break;
            }
        }
        let diagonals = diagonally_ahead(self.us, from);
        targets |= diagonals & self.enemy & self.landing;
        for to in diagonals & self.passed {
            if let Some(victim) = self.pawn_that_passed() {
                self.pawn_moves(Move::en_passant(kind, from, to, victim), promotions, sink);
            }
        }
        if slides && up.step(from).is_some_and(|ahead| self.enemy.contains(ahead)) {
            targets |= diagonals & free & !self.passed;
        }
        if self.spec.pawn.backs {
            let behind = up.opposite().step(from);
            targets |= behind.map_or(SquareSet::EMPTY, Square::set) & free;
        }
        self.pawn_walks(kind, from, targets, promotions, sink);
    }

    #[inline]
    fn ninja_pawn(&self, kind: Kind, from: Square, promotions: &[Kind], sink: &mut impl Sink) {
        let Some(rule) = self.spec.drops else { return };
        let up = Direction::up(self.us);
        let free = self.landing & !self.occupied;
        let half = self.spec.relative_rank(self.us, rule.half[self.us]);
        let rank = self.spec.relative_rank(self.us, from.rank());
        let mut targets = SquareSet::EMPTY;
        let mut at = from;
        for _ in 0..half.saturating_sub(rank).max(1) {
            let Some(next) = up.step(at).filter(|next| free.contains(*next)) else { break };
            targets.insert(next);
            at = next;
        }
        let open_sideways = if rank > half { free | self.enemy } else { free };
        for side in [Direction::EAST, Direction::WEST] {
            targets |= side.step(from).map_or(SquareSet::EMPTY, Square::set) & open_sideways & self.landing;
        }
        targets |= diagonally_ahead(self.us, from) & self.enemy & self.landing;
        self.pawn_walks(kind, from, targets, promotions, sink);
    }

    /// Emits a pawn's moves to these squares, with each promotion as its own move.
    #[inline]
    fn pawn_walks(
        &self,
        kind: Kind,
        from: Square,
        targets: SquareSet,
        promotions: &[Kind],
        sink: &mut impl Sink,
    ) {
        let last = self.spec.promotion_rank[self.us];
        // All targets of a pawn lie within a few ranks, so this one test is enough to rule out promotions.
        if from.rank().abs_diff(last) > 3 {
            sink.walks(kind, from, targets);
            return;
        }
        let mut plain = targets;
        for to in targets {
            if to.rank() == last {
                plain.remove(to);
                let mv = Move::walk(kind, from, to);
                let mv = if self.enemy.contains(to) { mv.taking(to) } else { mv };
                self.pawn_moves(mv, promotions, sink);
            }
        }
        sink.walks(kind, from, plain);
    }

    /// Emits one pawn move, or its promotions.
    #[inline]
    fn pawn_moves(&self, mv: Move, promotions: &[Kind], sink: &mut impl Sink) {
        if mv.to().rank() == self.spec.promotion_rank[self.us] {
            for &kind in promotions {
                sink.push(mv.promoting(kind, self.spec.letter(kind)));
            }
        } else {
            sink.push(mv);
        }
    }

    /// Returns the enemy pawn that just advanced; it is right beyond the squares it passed over.
    fn pawn_that_passed(&self) -> Option<Square> {
        let forward = Direction::up(self.us.other());
        let end = if self.us == Color::White { self.passed.first() } else { self.passed.last() };
        end.and_then(|square| forward.step(square))
    }

    #[inline]
    pub(crate) fn drops(&self, sink: &mut impl Sink) {
        let Some(rule) = self.spec.drops else { return };
        let up = Direction::up(self.us);
        let free = self.landing & !self.occupied;
        let letter = self.spec.letter(rule.kind);
        for entry in rule.squares[self.us] {
            let steps = if rule.pushes { rule.half[self.us].abs_diff(entry.rank()) } else { 0 };
            let mut at = Some(entry);
            for _ in 0..=steps {
                let Some(to) = at.filter(|to| free.contains(*to)) else { break };
                sink.push(Move::drop_on(rule.kind, letter, to));
                at = up.step(to);
            }
        }
    }
}
