//! Reasons about material: what is won, saved, traded, threatened.

use std::cmp::Reverse;

use super::prover::{MeritProver, TELLING, counted};
use super::{Case, Merit, Placed, Rescue, placed};
use crate::node::Node;
use crate::root::{Engine, SearchLimits};
use rules::{Kind, Line, Move, PieceType, Position, Square};

/// The limits of the search that checks a win of material; a large board needs more.
const SHORT: SearchLimits = SearchLimits { depth: 6, ..SearchLimits::nodes(24_000) };
const SHORT_AT_LARGE: SearchLimits = SearchLimits { depth: 6, ..SearchLimits::nodes(60_000) };
/// A board with more squares than this is large.
const LARGE: usize = 64;
/// The limits if several pieces are claimed to be won.
const LONGER: SearchLimits = SearchLimits { depth: 8, ..SearchLimits::nodes(100_000) };
/// The tolerance between a claim and the score found, because the score also counts the right to move a
/// little.
pub(super) const LIKELY: i32 = TELLING / 2;
const SHORT_TABLE: usize = 1 << 20;
/// The most threats that are checked.
const THREATS: usize = 4;

/// The most pieces named as won, and as given in a trade.
const NAMED: usize = 2;

/// Returns what these moves, the first of which is this side's, win for this side, and the pieces that it
/// loses.
///
/// A piece that moves before it falls is given on its current square.
fn fallen(start: &Position, moves: &[Move]) -> (Vec<Placed>, Vec<&'static PieceType>) {
    let us = start.turn();
    let mut position = *start;
    let (mut won, mut lost): (Vec<Placed>, Vec<_>) = (Vec::new(), Vec::new());
    // The other side's pieces that have moved: their current and their original squares.
    let mut went: Vec<(Square, Square)> = Vec::new();
    for mv in moves {
        let victims = placed(&position, mv.victims());
        if position.turn() == us {
            won.extend(victims.into_iter().map(|victim| {
                let came = went.iter().rev().find(|(at, _)| *at == victim.at);
                came.and_then(|(_, from)| placed(start, [*from]).pop()).unwrap_or(victim)
            }));
        } else {
            lost.extend(victims.iter().map(|victim| victim.piece));
            let known = mv.from().map(|from| went.iter().rposition(|(at, _)| *at == from).ok_or(from));
            match known {
                Some(Ok(known)) => went[known].0 = mv.to(),
                Some(Err(from)) => went.push((mv.to(), from)),
                None => {}
            }
        }
        let Ok(after) = position.after(mv) else { break };
        position = after;
    }
    (won, lost)
}

/// Like `fallen`, but equal pieces that fall later cancel each other out.
fn balance(start: &Position, moves: &[Move]) -> (Vec<Placed>, Vec<&'static PieceType>) {
    let (mut won, mut lost) = fallen(start, moves);
    // The first move's captures are plain to see, so they are always named.
    let own = moves.first().map_or(0, |first| first.victims().len());
    lost.retain(|piece| match won[own..].iter().rposition(|victim| victim.piece == *piece) {
        Some(equal) => {
            won.remove(own + equal);
            false
        }
        None => true,
    });
    (won, lost)
}

/// The result of a search that counts only material but also sees quiet replies.
struct Looked {
    /// The material that the move has won.
    won: i32,
    /// The moves expected after it.
    line: Vec<Move>,
}

/// Returns what a move has won according to a search of some plies; `None` if the game is won or lost.
fn looked(before: &Position, after: &Position, limits: SearchLimits) -> Option<Looked> {
    let counted = counted(before.variant());
    let thought = Engine::new(counted, SHORT_TABLE).think(&Line::new(*after), limits, &|| false, &mut |_| ());
    let known = Node::new(before, counted).score(counted);
    let won = -thought.score.0 - known;
    thought.score.plies_to_win().is_none().then_some(Looked { won, line: thought.line })
}

/// Returns what a move has won according to a short search.
pub(super) fn searched(before: &Position, after: &Position) -> Option<i32> {
    looked(before, after, short(before)).map(|looked| looked.won)
}

fn short(position: &Position) -> SearchLimits {
    if position.spec().squares.iter().count() > LARGE { SHORT_AT_LARGE } else { SHORT }
}

/// True if the moved piece can be captured with profit on its target, even against quiet replies.
pub(super) fn loses_piece(position: &Position, mv: &Move, prover: &mut MeritProver) -> bool {
    let there = position.after_known(mv);
    let taken = prover.threats(&there).into_iter().find(|back| back.victims().contains(mv.to()));
    taken.is_some_and(|back| searched(&there, &there.after_known(&back)).is_some_and(|won| won >= LIKELY))
}

/// Returns the material value of pieces.
fn sum(pieces: impl IntoIterator<Item = &'static PieceType>) -> i32 {
    pieces.into_iter().map(|piece| piece.worth).sum()
}

/// Returns the reason that a move wins material against every reply.
pub(super) fn material(case: &Case<'_>) -> Option<Merit> {
    let mut prover = MeritProver::new(case.before.variant());
    let (secured, answer) = prover.answered(&case.before, &case.mv)?;
    if secured < TELLING {
        return None;
    }
    let quiet = !case.mv.is_capture() && case.mv.promotion().is_none();
    // A quiet move does not win anything that could have been captured at once.
    if quiet && prover.settled(&case.before) > secured - TELLING {
        return None;
    }
    if regained(case, &prover).is_some_and(|lost| secured < lost + TELLING) {
        return Some(Merit::TakesBack(case.placed(case.mv.victims())));
    }
    let answered = case.after.after_known(&answer);
    let mut moves = vec![case.mv, answer];
    moves.extend(prover.captures(&answered));
    let seen = looked(&case.before, &case.after, short(&case.before))?;
    let mut found = seen.won;
    if prover.is_spent() || found < LIKELY {
        return None;
    }
    if let Some(kind) = case.mv.promotion() {
        return Some(Merit::Promotes(case.before.spec().piece_type(kind)));
    }
    let (mut won, lost) = balance(&case.before, &moves);
    // `won` assumes the best reply by captures. The best reply of all may save some of that and lose
    // something else.
    let mut falls: Vec<Move> = std::iter::once(case.mv).chain(seen.line).collect();
    let end = falls.iter().try_fold(case.before, |position, mv| position.after(mv).ok())?;
    falls.extend(prover.captures(&end));
    let (falls, _) = fallen(&case.before, &falls);
    let own = case.mv.victims().len();
    let (taken, later) = won.split_at(own.min(won.len()));
    won = taken.iter().chain(later.iter().filter(|victim| falls.contains(victim))).copied().collect();
    // A longer search finds what remains after quiet replies.
    if won.len() > 1 {
        found = found.min(looked(&case.before, &case.after, LONGER)?.won);
    }
    let paid = sum(lost.iter().copied());
    let least = if quiet { 1 } else { case.mv.victims().len().max(1) };
    if quiet {
        // The most valuable piece is the point of the move.
        won.sort_by_key(|victim| Reverse(victim.piece.worth));
    }
    while won.len() > least
        && (won.len() > NAMED || sum(won.iter().map(|victim| victim.piece)) - paid > found + LIKELY)
    {
        won.pop();
    }
    if won.is_empty() || sum(won.iter().map(|victim| victim.piece)) - paid > found + LIKELY {
        return None;
    }
    Some(if quiet {
        Merit::Catches { check: case.after.is_check(), won, lost }
    } else {
        Merit::Gains { won, lost }
    })
}

/// Returns what the last move gained by its capture if this move recaptures.
fn regained(case: &Case<'_>, prover: &MeritProver) -> Option<i32> {
    let (before, last) = case.line.last()?;
    let back = last.is_capture() && case.mv.victims().contains(last.to());
    back.then(|| prover.gain(before, last))
}

/// Returns the reason that a move recaptures or trades.
pub(super) fn even(case: &Case<'_>) -> Option<Merit> {
    if !case.mv.is_capture() {
        return None;
    }
    let mut prover = MeritProver::new(case.before.variant());
    let taken = case.placed(case.mv.victims());
    let (secured, answer) = prover.answered(&case.before, &case.mv)?;
    if prover.is_spent() || secured < -TELLING {
        return None;
    }
    if regained(case, &prover).is_some() {
        return Some(Merit::TakesBack(taken));
    }
    let takes_back = answer.victims().contains(case.mv.to());
    let paid = prover.gain(&case.before, &case.mv) - prover.gain(&case.after, &answer);
    // A reply elsewhere must capture about as much; otherwise it is not a trade.
    let elsewhere = !answer.victims().is_empty() && paid.abs() < TELLING && secured < TELLING;
    if !takes_back && !elsewhere {
        return None;
    }
    let mut moves = vec![case.mv, answer];
    moves.extend(prover.captures(&case.after.after_known(&answer)));
    let (won, lost) = fallen(&case.before, &moves);
    (won.len() <= NAMED && lost.len() <= NAMED).then_some(Merit::Trades { won, lost })
}

/// Returns the reason that a move saves one of its side's pieces from a profitable capture.
pub(super) fn saved(case: &Case<'_>) -> Option<Merit> {
    let passed = case.before.passed_on()?;
    let mut prover = MeritProver::new(case.before.variant());
    let (threats, still) = (prover.threats(&passed), prover.threats(&case.after));
    let (before, after) = (prover.settled(&passed), prover.settled(&case.after));
    if prover.is_spent() || after > before - TELLING {
        return None;
    }
    let us = case.before.turn();
    let own = |mv: &Move| {
        mv.victims()
            .iter()
            .filter_map(|at| Some((at, case.before.piece_at(at).filter(|piece| piece.color == us)?)))
            .max_by_key(|(_, piece)| counted(case.before.variant()).value(piece.kind))
            .map(|(at, _)| at)
    };
    let now_at = |at| if case.mv.from() == Some(at) { case.mv.to() } else { at };
    let mut saved: Vec<(Move, Placed)> = threats
        .iter()
        .filter_map(|mv| Some((*mv, *case.placed(own(mv)).first()?)))
        .filter(|(_, piece)| !still.iter().any(|mv| mv.victims().contains(now_at(piece.at))))
        .collect();
    saved.sort_by_key(|(_, placed)| Reverse(placed.piece.worth));
    let (by, piece) = *saved.first()?;
    let from = *placed(&passed, by.from()).first()?;
    let how = if case.mv.from() == Some(piece.at) {
        Rescue::Away
    } else if case.after.is_legal(&by) {
        // If no more pieces can recapture than before, the move has not covered it.
        if takers(&case.after.after_known(&by), by.to()) <= takers(&passed.after_known(&by), by.to()) {
            return None;
        }
        Rescue::Covered
    } else if by.kind() == Kind::KING && !case.after.frozen().contains(from.at) {
        // A king cannot capture a protected piece, so the capture is not legal.
        Rescue::Covered
    } else {
        Rescue::Barred
    };
    // If a quiet reply protects it, it could not be captured with profit before either.
    if searched(&passed, &passed.after_known(&by)).is_some_and(|won| won < LIKELY) {
        return None;
    }
    // A square from which the piece can be driven into a loss is not safe.
    if searched(&case.before, &case.after)? < -piece.piece.worth / 3 {
        return None;
    }
    // If the move captures the attacker, the capture is the reason, not the rescue.
    (!case.mv.victims().contains(from.at)).then_some(Merit::Saves { piece, from, how })
}

/// Counts the captures of the piece on a square.
fn takers(position: &Position, at: Square) -> usize {
    let mut moves = Vec::new();
    position.tactical_moves_into(&mut moves);
    moves.iter().filter(|mv| mv.victims().contains(at)).count()
}

/// True if a capture after the move is new.
///
/// That is, the same piece could not have captured any of its victims before, even at a loss or in check.
fn is_new(case: &Case<'_>, capture: &Move) -> bool {
    let from = if capture.from() == Some(case.mv.to()) { case.mv.from() } else { capture.from() };
    let could = |from: Square| capture.victims().iter().any(|at| case.before.attackers_of(at).contains(from));
    !from.is_some_and(could)
}

/// Returns the reason that a move threatens a newly profitable capture.
pub(super) fn threatened(case: &Case<'_>) -> Option<Merit> {
    let passed = case.after.passed_on()?;
    let mut prover = MeritProver::new(case.before.variant());
    if prover.settled(&case.after) >= TELLING {
        return None;
    }
    let old = prover.threats(&case.before);
    let mut new = prover.threats(&passed);
    new.retain(|mv| !old.iter().any(|known| !(known.victims() & mv.victims()).is_empty()));
    new.retain(|mv| is_new(case, mv));
    // Threats must also hold against quiet replies.
    new.sort_by_cached_key(|mv| -prover.gain(&passed, mv));
    new.truncate(THREATS);
    new.retain(|mv| searched(&passed, &passed.after_known(mv)).is_some_and(|won| won >= LIKELY));
    if prover.is_spent() {
        return None;
    }
    let mut by_mover: Vec<Placed> = Vec::new();
    for mv in new.iter().filter(|mv| mv.from() == Some(case.mv.to())) {
        for victim in placed(&passed, mv.victims()) {
            if !by_mover.contains(&victim) {
                by_mover.push(victim);
            }
        }
    }
    if by_mover.len() > 1 {
        return Some(Merit::Forks(by_mover));
    }
    let best = new.first()?;
    let by = *placed(&passed, best.from()).first()?;
    Some(Merit::Threatens { victims: placed(&passed, best.victims()), by })
}

/// Returns the reason that a move denies an enemy piece squares, where it would now be captured with profit.
///
/// Pawns are left out because this seldom matters to them.
pub(super) fn denied(case: &Case<'_>) -> Option<Merit> {
    let passed = case.before.passed_on()?;
    if case.after.is_check() {
        return None;
    }
    let mut prover = MeritProver::new(case.before.variant());
    let mut denied: Vec<(Placed, Vec<Square>)> = Vec::new();
    for mv in case.after.legal_moves() {
        let wants = mv.kind() != Kind::KING && !case.after.spec().is_pawn(mv.kind()) && !mv.is_capture();
        let Some(from) = mv.from().filter(|_| wants) else { continue };
        if !passed.is_legal(&mv) || !prover.newly_falls((&passed, &mv), (&case.after, &mv)) {
            continue;
        }
        if let Some((_, squares)) = denied.iter_mut().find(|(piece, _)| piece.at == from) {
            squares.push(mv.to());
        } else {
            let piece = case.after.spec().piece_type(mv.kind());
            denied.push((Placed { piece, at: from }, vec![mv.to()]));
        }
    }
    let (piece, mut squares) =
        denied.into_iter().rev().max_by_key(|(piece, squares)| squares.len() as i32 * piece.piece.worth)?;
    let goes = |to: Square| {
        case.after.legal_moves().into_iter().find(|mv| mv.from() == Some(piece.at) && mv.to() == to)
    };
    squares.retain(|to| goes(*to).is_some_and(|mv| loses_piece(&case.after, &mv, &mut prover)));
    (!prover.is_spent() && !squares.is_empty()).then_some(Merit::Denies(piece, squares))
}
