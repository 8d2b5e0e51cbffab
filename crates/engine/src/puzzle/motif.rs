//! The motifs in the solution of a puzzle.

use rules::{Brake, Color, Line, Move, Position, Square, SquareSet, Termination};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A motif of a puzzle; those that end the game come first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Motif {
    /// The line ends in mate.
    Mate,
    /// The King takes the scepter.
    Scepter,
    /// The King escapes through an exit.
    Escape,
    /// A piece is frozen, or captured while frozen.
    Freeze,
    /// A piece is braked, or captured while braked.
    Brake,
    /// A piece is captured without landing on it.
    Locust,
    /// One piece attacks two.
    Fork,
    /// A pawn promotes.
    Promotion,
    /// A pawn is dropped.
    Drop,
}

impl Motif {
    /// Returns its name in files.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// True if it wins the game.
    pub const fn is_an_end(self) -> bool {
        matches!(self, Self::Mate | Self::Scepter | Self::Escape)
    }
}

/// Returns the motifs of a line. The side to move at its start plays its first and its last move.
pub(super) fn of(line: &Line) -> Vec<Motif> {
    let us = line.start().turn();
    let plies: Vec<(Position, Move, Position)> = line.plies().collect();
    let mut found: Vec<Motif> = ending(line, us).into_iter().collect();
    for (number, (before, mv, after)) in plies.iter().enumerate().step_by(2) {
        found.extend(of_move(before, mv, after));
        if let Some((_, next, _)) = plies.get(number + 2)
            && forks(mv, after, next, &plies[number + 1].2)
        {
            found.push(Motif::Fork);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn ending(line: &Line, us: Color) -> Option<Motif> {
    match line.termination()? {
        Termination::Checkmate(winner) if winner == us => Some(Motif::Mate),
        Termination::Goal(arrival) if arrival.winner == us => arrival.goal.slug.parse().ok(),
        _ => None,
    }
}

fn of_move(before: &Position, mv: &Move, after: &Position) -> impl Iterator<Item = Motif> + use<> {
    let us = before.turn();
    let becomes = mv.becomes();
    let pieces = |position: &Position, set: SquareSet| {
        let theirs = |at| {
            position.piece_at(at).filter(|piece| piece.color != us && !position.spec().is_pawn(piece.kind))
        };
        set.iter().any(|at| theirs(at).is_some())
    };
    let spec = before.spec();
    let held = |position: &Position| -> SquareSet {
        let touched = |at: &Square| position.kind_at(*at).is_some_and(|kind| spec.brake(kind) != Brake::Free);
        position.braked(us.other()).iter().filter(touched).collect()
    };
    let freezes = spec.freezer == Some(becomes) && pieces(after, after.frozen() & !before.frozen());
    let brakes =
        spec.braker.is_some_and(|rule| rule.kind == becomes) && pieces(after, held(after) & !held(before));
    // Capturing a frozen or braked piece counts too: it could not flee.
    let freezes = freezes || pieces(before, before.frozen() & mv.victims());
    let brakes = brakes || pieces(before, held(before) & mv.victims());
    let from_afar = mv.is_capture() && !mv.is_en_passant() && mv.victims() != mv.to().set();
    [
        (Motif::Freeze, freezes),
        (Motif::Brake, brakes),
        (Motif::Locust, from_afar),
        (Motif::Promotion, mv.promotion().is_some()),
        (Motif::Drop, mv.is_drop()),
    ]
    .into_iter()
    .filter_map(|(motif, shown)| shown.then_some(motif))
}

/// True if the moved piece attacks two pieces other than pawns, and captures one with its next move.
///
/// A king in check counts as one.
fn forks(mv: &Move, after: &Position, next: &Move, replied: &Position) -> bool {
    if next.from() != Some(mv.to()) || !next.is_capture() {
        return false;
    }
    let attacked = |position: &Position| {
        let mut moves = Vec::new();
        position.tactical_moves_into(&mut moves);
        let own = moves.iter().filter(|one| one.from() == Some(mv.to()));
        let victims = own.fold(SquareSet::EMPTY, |all, one| all | one.victims());
        victims
            .iter()
            .filter(|at| position.kind_at(*at).is_some_and(|kind| !position.spec().is_pawn(kind)))
            .count()
    };
    if let Some(passed) = after.passed_on() {
        return attacked(&passed) >= 2;
    }
    after.checkers().contains(mv.to()) && attacked(replied) >= 1
}
