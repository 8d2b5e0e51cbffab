//! Reasons that are visible on the board: what is frozen, braked, guarded, near, or free to move.

use super::force::{LIKELY, searched};
use super::prover::MeritProver;
use super::{Case, Freedom, Merit, Placed, placed};
use rules::{Brake, Color, Hold, Kind, Move, Piece, Position, Spec, Square, SquareSet, why_stuck};

/// A king at least this many steps from its goal is far from it.
const FAR: u32 = 5;
/// If the enemy king is at least this many steps away, guarding its goal is not worth mentioning.
const UNGUARDED: u32 = 4;
/// The most steps to promotion of a pawn that is near it, and (next) of one that is not far, for a weak
/// reason.
const NEAR: u32 = 2;
const NOT_FAR: u32 = 3;
/// The limit of that weak reason in an ending.
const ENDING: u32 = 5;
/// The most pieces other than pawns in an ending, including the kings.
const FEW: usize = 6;
/// The gain in target squares worth mentioning, and (next) the loss of an enemy piece.
const FREER: usize = 2;
const HEMMED: usize = 3;
/// The last move number at which a piece counts as developed.
const OPENING: u32 = 15;

/// Returns the pieces of the mover's side that are no longer frozen.
pub(super) fn thaws(case: &Case<'_>) -> Option<Merit> {
    let us = case.before.turn();
    let free = (case.before.frozen() & !case.after.frozen()).iter();
    let ours = |position: &Position, at: Square| position.piece_at(at).is_some_and(|piece| piece.color == us);
    let own = free.filter(|at| ours(&case.before, *at) && ours(&case.after, *at));
    // A piece that is hemmed in still cannot move.
    let can_move = own.filter(|at| !case.after.moves_from(*at).is_empty());
    told(placed(&case.after, can_move)).map(Merit::Thaws)
}

/// Returns the strongest of the other visible reasons.
pub(super) fn plain(case: &Case<'_>) -> Option<Merit> {
    freezes(case)
        .or_else(|| brakes(case))
        .or_else(|| guards(case))
        .or_else(|| nears(case))
        .or_else(|| advances(case, NEAR))
        .or_else(|| case.mv.is_castling().then_some(Merit::Castles))
        .or_else(|| pins(case))
        .or_else(|| unpins(case))
        .or_else(|| case.before.is_check().then_some(Merit::Escapes))
        .or_else(|| case.after.is_check().then(|| Merit::Checks(case.after.count_legal_moves() as usize)))
        .or_else(|| ranges(case, FREER))
        .or_else(|| opens(case, FREER))
        .or_else(|| hems(case, HEMMED))
}

/// Returns a weak reason, for moves without any other.
pub(super) fn weak(case: &Case<'_>) -> Option<Merit> {
    protects(case)
        .or_else(|| shelters(case))
        .or_else(|| advances(case, if is_ending(&case.before) { ENDING } else { NOT_FAR }))
        .or_else(|| approaches(case))
        .or_else(|| opens(case, 1))
        .or_else(|| ranges(case, 1))
        .or_else(|| hems(case, 1))
        .or_else(|| case.mv.from().is_none().then_some(Merit::Enters))
}

/// Returns the reason that a move repeats a position.
pub(super) fn repeats(case: &Case<'_>) -> Option<Merit> {
    let mut line = case.line.clone();
    line.play(case.mv).ok()?;
    let times = line.repetitions();
    (times > 1).then_some(Merit::Repeats(times))
}

fn told(pieces: Vec<Placed>) -> Option<Vec<Placed>> {
    (!pieces.is_empty()).then_some(pieces)
}

fn freezes(case: &Case<'_>) -> Option<Merit> {
    let us = case.before.turn();
    let new = (case.after.frozen() & !case.before.frozen()).iter();
    let enemies = new.filter(|at| case.after.piece_at(*at).is_some_and(|piece| piece.color != us));
    told(placed(&case.after, enemies)).map(Merit::Freezes)
}

/// Returns the pieces of a side that are braked on their squares, except pawns.
fn braked(position: &Position, color: Color) -> SquareSet {
    if position.spec().braker.is_none() {
        return SquareSet::EMPTY;
    }
    let hindered = |at: &Square| {
        position.piece_at(*at).is_some_and(|piece| {
            let brake = position.spec().brake(piece.kind);
            piece.color == color && matches!(brake, Brake::OneSquare | Brake::Held)
        })
    };
    position.braked(color).iter().filter(hindered).collect()
}

fn brakes(case: &Case<'_>) -> Option<Merit> {
    let us = case.before.turn();
    let them = us.other();
    let new = braked(&case.after, them) & !braked(&case.before, them);
    let free = braked(&case.before, us) & !braked(&case.after, us) & case.after.occupied();
    let stayed = placed(&case.after, free.iter());
    told(placed(&case.after, new.iter()))
        .map(Merit::Brakes)
        .or_else(|| {
            let went = case.mv.from().filter(|from| braked(&case.before, us).contains(*from))?;
            let left = !braked(&case.after, us).contains(case.mv.to());
            left.then(|| Merit::Unbrakes(case.placed([went])))
        })
        .or_else(|| told(stayed).map(Merit::Unbrakes))
}

/// Returns the number of king's steps from one square to another with nothing in the way.
fn steps(spec: &Spec, from: Square, to: Square) -> Option<u32> {
    let (mut seen, mut edge) = (from.set(), from.set());
    for steps in 0.. {
        if seen.contains(to) {
            return Some(steps);
        }
        let beside = |square: Square| {
            let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
            spec.squares
                .iter()
                .filter(move |one| near(one.file(), square.file()) && near(one.rank(), square.rank()))
        };
        edge = edge.iter().flat_map(beside).collect::<SquareSet>() & !seen;
        if edge.is_empty() {
            return None;
        }
        seen |= edge;
    }
    None
}

/// Returns the nearest goal square of a side's king, with its distance in steps.
fn nearest(position: &Position, color: Color) -> Option<(u32, Square)> {
    let (spec, king) = (position.spec(), position.king(color)?);
    let far = |goal| Some((steps(spec, king, goal)?, goal));
    spec.goals[color].iter().filter_map(far).min()
}

fn guards(case: &Case<'_>) -> Option<Merit> {
    let them = case.before.turn().other();
    let goal = case.before.spec().goal.filter(|_| case.before.spec().arrives(Kind::KING))?;
    let king = case.after.king(them)?;
    let now =
        |at: &Square| case.after.is_guarded_against(them, *at) && !case.before.is_guarded_against(them, *at);
    let new = case.before.spec().goals[them].iter().filter(now);
    let near = new.filter_map(|at| Some((steps(case.before.spec(), king, at)?, at))).min()?;
    (near.0 < UNGUARDED).then_some(Merit::Guards { goal, at: near.1, steps: near.0 })
}

fn nears(case: &Case<'_>) -> Option<Merit> {
    let us = case.before.turn();
    let spec = case.before.spec();
    let goal = spec.goal.filter(|_| case.mv.kind() == Kind::KING && spec.arrives(Kind::KING))?;
    let (before, (steps, at)) = (nearest(&case.before, us)?.0, nearest(&case.after, us)?);
    (steps < before && steps < FAR).then_some(Merit::Nears { goal, at, steps })
}

fn advances(case: &Case<'_>, near: u32) -> Option<Merit> {
    let us = case.before.turn();
    let last = case.before.spec().promotion_rank[us];
    let steps = u32::from(last.abs_diff(case.mv.to().rank()));
    let forward = case.mv.from().is_some_and(|from| u32::from(last.abs_diff(from.rank())) > steps);
    if !case.before.spec().is_pawn(case.mv.kind()) || !forward || steps > near {
        return None;
    }
    is_safe_there(case).then_some(Merit::Advances { steps })
}

/// True if the moved piece cannot be captured with profit on its target.
fn is_safe_there(case: &Case<'_>) -> bool {
    let mut prover = MeritProver::new(case.before.variant());
    let falls = prover.threats(&case.after).iter().any(|mv| mv.victims().contains(case.mv.to()));
    !falls && !prover.is_spent()
}

/// True if a piece is pinned, fully or partly.
fn pinned(position: &Position, at: Square) -> bool {
    let shields = |hold: &Hold| matches!(hold, Hold::Pinned { .. } | Hold::PartlyPinned { .. });
    why_stuck(position, at).iter().any(shields)
}

/// Returns the reason that a move unpins another piece of its side.
fn unpins(case: &Case<'_>) -> Option<Merit> {
    let us = case.before.turn();
    if case.before.is_check() {
        return None;
    }
    let own = case
        .after
        .pieces()
        .filter(|(at, piece)| piece.color == us && *at != case.mv.to() && is_officer(&case.before, *piece));
    let free = own.map(|(at, _)| at).filter(|at| pinned(&case.before, *at) && !pinned(&case.after, *at));
    // A piece without moves is never listed as pinned, but may still shield its king.
    let free = free.filter(|at| !case.after.shields_its_king(*at));
    placed(&case.after, free).first().copied().map(Merit::Unpins)
}

fn pins(case: &Case<'_>) -> Option<Merit> {
    let us = case.before.turn();
    if case.after.is_check() {
        return None;
    }
    let enemies =
        case.after.pieces().filter(|(_, piece)| piece.color != us && !case.after.spec().is_pawn(piece.kind));
    let new = enemies.map(|(at, _)| at).filter(|at| pinned(&case.after, *at) && !pinned(&case.before, *at));
    // A piece without moves was not listed as pinned, but may have shielded its king before.
    let new = new.filter(|at| !case.before.shields_its_king(*at));
    placed(&case.after, new).first().copied().map(Merit::Pins)
}

/// Returns the number of target squares of a piece if its side were to move.
fn reach(position: &Position, at: Square) -> usize {
    position.moves_from(at).iter().map(Move::to).collect::<SquareSet>().len()
}

fn ranges(case: &Case<'_>, least: usize) -> Option<Merit> {
    let from = case
        .mv
        .from()
        .filter(|_| !case.before.spec().is_pawn(case.mv.kind()) && case.mv.kind() != Kind::KING)?;
    if case.before.is_check() || case.after.is_check() {
        return None;
    }
    let far = Freedom { before: reach(&case.before, from), after: reach(&case.after, case.mv.to()) };
    if far.after < far.before.max(1) || !is_safe_there(case) {
        return None;
    }
    let at_home = Position::start(case.before.variant()).piece_at(from) == case.before.piece_at(from);
    if at_home && case.before.fullmove() <= OPENING {
        return Some(Merit::Develops(far));
    }
    (far.after >= far.before + least).then_some(Merit::Ranges(far))
}

fn opens(case: &Case<'_>, least: usize) -> Option<Merit> {
    let us = case.before.turn();
    if case.before.is_check() {
        return None;
    }
    let others = case.before.pieces().filter(|(at, piece)| {
        piece.color == us && Some(*at) != case.mv.from() && is_officer(&case.before, *piece)
    });
    let freer = others.map(|(at, piece)| {
        let far = Freedom { before: reach(&case.before, at), after: reach(&case.after, at) };
        (Placed { piece: case.before.spec().piece_type(piece.kind), at }, far)
    });
    let most = freer.max_by_key(|(_, far)| far.after.saturating_sub(far.before))?;
    (most.1.after >= most.1.before + least).then_some(Merit::Opens(most.0, most.1))
}

fn hems(case: &Case<'_>, least: usize) -> Option<Merit> {
    let us = case.before.turn();
    if case.after.is_check() {
        return None;
    }
    // Kings do not count: a king without moves is not in danger for that alone.
    let enemies =
        case.after.pieces().filter(|(_, piece)| piece.color != us && is_officer(&case.after, *piece));
    let held = enemies.map(|(at, piece)| {
        let far = Freedom { before: reach(&case.before, at), after: reach(&case.after, at) };
        (Placed { piece: case.before.spec().piece_type(piece.kind), at }, far)
    });
    let most = held.max_by_key(|(_, far)| far.before.saturating_sub(far.after))?;
    (most.1.before >= most.1.after + least).then_some(Merit::Hems(most.0, most.1))
}

/// Returns the reason that a move protects an attacked piece of its side.
///
/// Its capture can now be answered by recapturing, and before could not.
fn protects(case: &Case<'_>) -> Option<Merit> {
    let passed = case.before.passed_on()?;
    let takers = |position: &Position| -> Vec<Move> {
        let mut moves = Vec::new();
        position.tactical_moves_into(&mut moves);
        moves
    };
    let can_be_taken_back = |position: &Position, mv: &Move| {
        takers(&position.after_known(mv)).iter().any(|back| back.victims().contains(mv.to()))
    };
    let old = takers(&passed);
    let was_protected =
        |at: Square| old.iter().any(|mv| mv.victims().contains(at) && can_be_taken_back(&passed, mv));
    let new = takers(&case.after).into_iter().find(|mv| {
        mv.is_capture()
            && old.contains(mv)
            && !mv.victims().contains(case.mv.to())
            && can_be_taken_back(&case.after, mv)
            && !mv.victims().iter().any(was_protected)
    })?;
    // The capture must not pay anyway, and the recapture must not lose material.
    let there = case.after.after_known(&new);
    let back = takers(&there).into_iter().find(|back| back.victims().contains(new.to()))?;
    if searched(&case.after, &there)? >= LIKELY || searched(&there, &there.after_known(&back))? < LIKELY {
        return None;
    }
    placed(&case.after, new.victims()).first().copied().map(Merit::Protects)
}

/// True if a piece is neither a pawn nor the king.
fn is_officer(position: &Position, piece: Piece) -> bool {
    !position.spec().is_pawn(piece.kind) && piece.kind != Kind::KING
}

/// True if few pieces are left.
fn is_ending(position: &Position) -> bool {
    position.pieces().filter(|(_, piece)| !position.spec().is_pawn(piece.kind)).count() <= FEW
}

/// Returns the reason that a king comes nearer to a pawn in the ending.
fn approaches(case: &Case<'_>) -> Option<Merit> {
    let us = case.before.turn();
    if case.mv.kind() != Kind::KING || !is_ending(&case.before) {
        return None;
    }
    let (from, to) = (case.mv.from()?, case.mv.to());
    let spec = case.before.spec();
    let pawns = case.before.pieces().filter(|(_, piece)| spec.is_pawn(piece.kind));
    let nearer = pawns.filter_map(|(at, piece)| {
        let (before, after) = (steps(spec, from, at)?, steps(spec, to, at)?);
        (after < before).then_some((
            after,
            Placed { piece: case.before.spec().piece_type(piece.kind), at },
            piece.color == us,
        ))
    });
    let (steps, pawn, own) = nearer.min_by_key(|(steps, ..)| *steps)?;
    (steps < FAR).then_some(Merit::Approaches { pawn, own, steps })
}

/// Returns the reason that a move leaves the other side fewer checks.
fn shelters(case: &Case<'_>) -> Option<Merit> {
    let passed = case.before.passed_on()?;
    if case.after.is_check() {
        return None;
    }
    let checks = |position: &Position| {
        position.legal_moves().iter().filter(|mv| position.after_known(mv).is_check()).count()
    };
    let far = Freedom { before: checks(&passed), after: checks(&case.after) };
    (far.after < far.before).then_some(Merit::Shelters(far))
}
