//! Tuning of the weights: the engine's games against itself, and the weights that best predict their
//! outcomes.
//!
//! The score of a position is the sum of its pieces' values on their squares, interpolated between opening
//! and ending by the material left. The logistic of the score should predict the outcome. The value of a kind
//! is fitted freely; each square's addition is regularised towards zero, so that rare squares add little. The
//! optimiser is Adam (Kingma and Ba 2014).

use engine::numbers::{Dice, FULL, SURE, Tapered, logistic, opening};
use engine::{Engine, Score, SearchLimits, Weights};
use rules::{CELLS, Color, Kind, Position, Square, Variant};

/// The bounds of the number of random plies before each game, the second excluded, so that games differ.
pub(super) const OPENING: (u64, u64) = (4, 9);
/// The plies after which a game is a draw. Games of Squirrel Chess are long.
pub(super) const LONGEST: usize = 600;
/// The weight of a search's score in the target; the rest is the game's outcome.
const OPINION: f64 = 0.3;
/// The number of successive fits.
const FITS: u32 = 3;
/// Rounds of each fit, and the step size of the first round.
const ROUNDS: u32 = 120;
const PACE: f64 = 10.0;
/// The regularisation: of a square's addition towards zero, and of a kind's ending value towards its opening
/// value.
///
/// It is about one over the expected variance (a fifth of a pawn, squared), times the number of positions of
/// one game that carry as much information as one independent position.
const HOLD: f64 = 0.05;
/// The average value of a pawn.
const PAWN: f64 = 100.0;
/// The number of places, each with a weight: each kind on each cell, and last the hand.
const PLACES: usize = Kind::MOST * CELLS + 1;
const HAND: usize = PLACES - 1;
/// The number of kinds fitted, including the hand. The additions of the places follow them.
const KINDS: usize = Kind::MOST + 1;

/// A position for the fit.
#[derive(Clone, Debug)]
pub struct Sample {
    /// By place, how many more (or fewer) pieces White has than Black on the mirrored board; zeros are left
    /// out.
    pieces: Vec<(u16, i8)>,
    /// The number of pieces of each kind, for both sides.
    counts: [u8; Kind::MOST],
    /// The target: White's expected result, 1 for a win, 0 for a loss.
    expected: f64,
}

/// A quiet position of a finished game.
pub(super) struct Quiet {
    pub(super) position: Position,
    /// The search's score for the side to move.
    pub(super) opinion: Score,
    /// The result of the side to move: 1 for a win, 0 for a loss.
    pub(super) outcome: f64,
}

/// Plays a game of the engine against itself with this many nodes per move, and returns its quiet positions.
pub(super) fn quiets(variant: Variant, engine: &mut Engine, nodes: u64, seed: u64) -> Vec<Quiet> {
    let mut dice = Dice(seed);
    let plies = OPENING.0 + dice.below(OPENING.1 - OPENING.0);
    let mut line = opening(variant, plies, &mut dice);
    let mut quiets = Vec::new();
    while line.termination().is_none() && line.claim().is_none() && line.moves().len() < LONGEST {
        let thought = engine.think(&line, SearchLimits::nodes(nodes), &|| false, &mut |_| ());
        let Some(mv) = thought.best() else { break };
        let position = *line.position();
        let quiet = !mv.is_tactical() && thought.score.0.abs() < SURE;
        if quiet && !position.is_check() {
            quiets.push(Quiet { position, opinion: thought.score, outcome: 0.5 });
        }
        if line.play(mv).is_err() {
            break;
        }
    }
    if let Some(winner) = line.termination().and_then(rules::Termination::winner) {
        for quiet in &mut quiets {
            quiet.outcome = f64::from(u8::from(quiet.position.turn() == winner));
        }
    }
    quiets
}

/// Returns the quiet positions of a game of the engine against itself, as samples.
pub fn self_play(variant: Variant, engine: &mut Engine, nodes: u64, seed: u64) -> Vec<Sample> {
    let played = quiets(variant, engine, nodes, seed);
    played
        .iter()
        .map(|quiet| {
            let mover =
                OPINION * engine.weights().expected(quiet.opinion.0.into()) + (1.0 - OPINION) * quiet.outcome;
            let white = quiet.position.turn() == Color::White;
            sample(&quiet.position, if white { mover } else { 1.0 - mover })
        })
        .collect()
}

fn sample(position: &Position, expected: f64) -> Sample {
    let spec = position.spec();
    let mut pieces: Vec<(u16, i8)> = Vec::new();
    let mut count = |place: usize, by: i8| match pieces.iter_mut().find(|(at, _)| *at == place as u16) {
        Some((_, sum)) => *sum += by,
        None => pieces.push((place as u16, by)),
    };
    let mut counts = [0; Kind::MOST];
    for (square, piece) in position.pieces() {
        let seen =
            Square::at(square.file(), spec.relative_rank(piece.color, square.rank())).unwrap_or(square);
        let by = if piece.color == Color::White { 1 } else { -1 };
        count(piece.kind.index() * CELLS + seen.index(), by);
        counts[piece.kind.index()] += 1;
    }
    count(HAND, position.hand(Color::White) as i8 - position.hand(Color::Black) as i8);
    pieces.retain(|(_, sum)| *sum != 0);
    Sample { pieces, counts, expected }
}

/// A fit of weights to samples.
pub struct Fitted {
    /// The root mean square error of the prediction, before and after.
    pub error: [f64; 2],
    /// The weights.
    pub weights: Weights,
}

/// Fits the weights that best predict these samples, starting from `from`.
///
/// The phase of a position depends on the weights, so the fit is repeated with the phases of the new weights.
pub fn fit(variant: Variant, from: &Weights, samples: &[Sample]) -> Fitted {
    let places: Vec<[f64; 2]> = (0..PLACES).map(|place| place_of(from, place).map(f64::from)).collect();
    let before = error(&places, &beginnings(from, samples), samples, from.slope());
    let (mut knobs, mut weights) = (knobs_of(variant, &places), from.clone());
    let mut after = before;
    for _ in 0..FITS {
        let beginnings = beginnings(&weights, samples);
        move_towards(&mut knobs, &beginnings, samples, from.slope());
        weights = weights_of(variant, &places_of(&knobs), 1.0);
        after = error(&places_of(&knobs), &beginnings, samples, from.slope());
    }
    // The pruning margins of the search are in centipawns, so the weights are scaled to a pawn of 100.
    let scale = variant.spec().bare_pawn().map_or(1.0, |pawn| {
        let [early, late] = knobs[pawn.index()];
        PAWN / f64::midpoint(early, late).clamp(PAWN / 10.0, PAWN * 10.0)
    });
    let weights = weights_of(variant, &places_of(&knobs), scale).with_slope((from.slope() * scale).round());
    Fitted { error: [before, after], weights }
}

fn weights_of(variant: Variant, places: &[[f64; 2]], scale: f64) -> Weights {
    let rounded = |place: usize| -> Tapered {
        places[place].map(|value| (scale * value).round().clamp(-9_000.0, 9_000.0) as i16)
    };
    Weights::from_places(variant, rounded(HAND), |kind, at| rounded(kind.index() * CELLS + at.index()))
}

/// Returns the phase of each sample, from 0 in the ending to 1 in the opening.
fn beginnings(weights: &Weights, samples: &[Sample]) -> Vec<f64> {
    let of = |sample: &Sample| {
        let phase: i32 =
            weights.phase().iter().zip(sample.counts).map(|(phase, count)| phase * i32::from(count)).sum();
        f64::from(phase.clamp(0, FULL)) / f64::from(FULL)
    };
    samples.iter().map(of).collect()
}

/// Moves the fitted values towards the best prediction of the samples.
fn move_towards(knobs: &mut [[f64; 2]], beginnings: &[f64], samples: &[Sample], slope: f64) {
    let (mut mean, mut square) = (vec![[0.0; 2]; knobs.len()], vec![[0.0; 2]; knobs.len()]);
    for round in 1..=ROUNDS {
        let pulls = gradient(&places_of(knobs), beginnings, samples, slope);
        let pace = PACE * (1.0 - 0.9 * f64::from(round) / f64::from(ROUNDS));
        for (knob, value) in knobs.iter_mut().enumerate() {
            let was = *value;
            for phase in 0..2 {
                let told: f64 = match knob.checked_sub(KINDS) {
                    Some(at) => pulls[at][phase],
                    None => (0..PLACES).filter(|at| at / CELLS == knob).map(|at| pulls[at][phase]).sum(),
                };
                // A square is regularised towards zero, a kind only towards its own value in the other phase.
                let held = if knob < KINDS { was[phase] - was[1 - phase] } else { was[phase] };
                let pull = (told + HOLD * held) / samples.len().max(1) as f64;
                let (m, v) = (&mut mean[knob][phase], &mut square[knob][phase]);
                *m = 0.9 * *m + 0.1 * pull;
                *v = 0.99 * *v + 0.01 * pull * pull;
                let (m, v) =
                    (*m / (1.0 - 0.9_f64.powf(round.into())), *v / (1.0 - 0.99_f64.powf(round.into())));
                value[phase] -= pace * m / (v.sqrt() + 1e-9);
            }
        }
    }
}

/// Returns the average value of each kind over the board, and the addition of each place.
fn knobs_of(variant: Variant, places: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut knobs = vec![[0.0; 2]; KINDS + PLACES];
    let squares = variant.spec().squares;
    for kind in 0..Kind::MOST {
        let on = || squares.iter().map(|at| kind * CELLS + at.index());
        for phase in 0..2 {
            let mean = on().map(|place| places[place][phase]).sum::<f64>() / on().count().max(1) as f64;
            knobs[kind][phase] = mean;
            on().for_each(|place| knobs[KINDS + place][phase] = places[place][phase] - mean);
        }
    }
    knobs[HAND / CELLS] = places[HAND];
    knobs
}

/// Returns the total value of each place.
fn places_of(knobs: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let (kinds, squares) = knobs.split_at(KINDS);
    let of = |place: usize, [early, late]: [f64; 2]| {
        let [kind_early, kind_late] = kinds[place / CELLS];
        [kind_early + early, kind_late + late]
    };
    squares.iter().enumerate().map(|(place, value)| of(place, *value)).collect()
}

fn place_of(weights: &Weights, place: usize) -> Tapered {
    if place == HAND {
        return weights.in_hand();
    }
    let Some(kind) = Kind::every().nth(place / CELLS) else { return [0; 2] };
    let cell = (place % CELLS) as u8;
    Square::at(cell % 10, cell / 10).map_or([0; 2], |at| weights.piece(Color::White, kind, at))
}

fn foretold(now: &[[f64; 2]], begin: f64, sample: &Sample, slope: f64) -> f64 {
    let value: f64 = sample
        .pieces
        .iter()
        .map(|(place, count)| {
            let [early, late] = now[usize::from(*place)];
            f64::from(*count) * (begin * early + (1.0 - begin) * late)
        })
        .sum();
    logistic(value / slope)
}

fn error(now: &[[f64; 2]], beginnings: &[f64], samples: &[Sample], slope: f64) -> f64 {
    let each = beginnings.iter().zip(samples);
    let squares: f64 =
        each.map(|(begin, sample)| (sample.expected - foretold(now, *begin, sample, slope)).powi(2)).sum();
    (squares / samples.len().max(1) as f64).sqrt()
}

/// Returns the gradient of the cross entropy by each weight, summed over all samples.
fn gradient(now: &[[f64; 2]], beginnings: &[f64], samples: &[Sample], slope: f64) -> Vec<[f64; 2]> {
    let mut pulls = vec![[0.0; 2]; PLACES];
    for (begin, sample) in beginnings.iter().zip(samples) {
        let off = (foretold(now, *begin, sample, slope) - sample.expected) / slope;
        for (place, count) in &sample.pieces {
            let by = off * f64::from(*count);
            pulls[usize::from(*place)][0] += by * begin;
            pulls[usize::from(*place)][1] += by * (1.0 - begin);
        }
    }
    pulls
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game from a file may have no pawn, so nothing defines 100. The scale then must not drift from round
    /// to round.
    #[test]
    fn without_a_pawn_the_scale_stays() {
        let file = include_str!("../../../docs/own-games/los-alamos.toml");
        let pawn = "[piece.soldier]\nname = \"Soldier\"\nletter = \"P\"\nmoves = \"mfWcfF\"\n";
        let without = file.split("[pawn]").next().expect("its beginning").replace("\"pawn\"", "\"soldier\"");
        let game = games::add(&format!("{without}\n{pawn}")).expect("a game");
        assert_eq!(game.spec().bare_pawn(), None);
        let weights = Weights::uniform(game, |kind| if kind == Kind::KING { 0 } else { 200 });
        let start = sample(&Position::start(game), 0.5);
        let fitted = fit(game, &weights, &vec![start; 50]);
        assert!((fitted.weights.slope() - weights.slope()).abs() < 0.5, "{}", fitted.weights.slope());
        for kind in game.spec().kinds().skip(1) {
            assert!(
                (150..=250).contains(&fitted.weights.value(kind)),
                "{kind:?}: {}",
                fitted.weights.value(kind)
            );
        }
    }

    /// From any starting weights, the kinds converge to the values that predict the outcomes, and a pawn to
    /// 100.
    #[test]
    fn a_fit_finds_what_the_kinds_are_worth() {
        let chess = games::from_slug("chess").expect("a game");
        let truth = |kind| match chess.spec().letter(kind) {
            'Q' => 450,
            'R' => 250,
            'B' | 'N' => 160,
            'P' => 50,
            _ => 0,
        };
        let (weights, mut dice, mut samples) = (Weights::uniform(chess, truth), Dice(3), Vec::new());
        while samples.len() < 3_000 {
            let mut line = rules::Line::new(Position::start(chess));
            while line.termination().is_none() && line.moves().len() < 120 {
                let moves = line.position().legal_moves();
                let mv = moves[dice.below(moves.len() as u64) as usize];
                line.play(mv).expect("a legal move");
                let position = line.position();
                let value = Color::BOTH.map(|color| {
                    let kinds = chess.spec().kinds();
                    kinds.map(|kind| truth(kind) * position.of(color, kind).len() as i32).sum::<i32>()
                });
                samples.push(sample(position, weights.expected(f64::from(value[0] - value[1]))));
            }
        }
        let fitted = fit(chess, &Weights::uniform(chess, |kind| truth(kind).min(60)), &samples);
        assert!(fitted.error[1] < fitted.error[0] / 4.0, "{:?}", fitted.error);
        for kind in chess.spec().kinds().filter(|kind| *kind != Kind::KING) {
            let (found, wanted) = (fitted.weights.value(kind), 2 * truth(kind));
            assert!((found - wanted).abs() <= wanted / 5, "{kind:?}: {found} for {wanted}");
        }
        let steeper = fitted.weights.slope() / weights.slope();
        assert!((steeper - 2.0).abs() < 0.3, "{steeper}");
    }
}
