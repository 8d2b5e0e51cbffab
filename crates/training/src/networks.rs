//! Training of the networks: positions from the engine's games against itself, and the network that best
//! predicts their outcomes.
//!
//! The target is a mean of the game's outcome and a search's score; the prediction is the logistic of the
//! tables' score plus the network's output. The weights are trained in mini-batches with Adam (Kingma and Ba
//! 2014) at a falling learning rate. The result depends only on the positions and a seed.

use std::ops::Range;

use super::tuning::quiets;
use engine::numbers::{CENTS, Dice, Inputs, LARGEST, LARGEST_ANSWER, WIDTH, score_by_tables};
use engine::{Engine, Network, Weights};
use rules::{Color, Piece, Variant};

/// The weight of a search's score in the target; the rest is the game's outcome.
const OPINION: f32 = 0.75;
/// Positions in a mini-batch.
const BATCH: usize = 1_024;
/// The learning rate at the beginning, and at the end as a fraction of it.
const PACE: f32 = 3e-3;
const SLOWEST: f32 = 0.01;
/// The weight decay, so that rare inputs count little.
const HOLD: f32 = 0.5;
/// One position in this many is held out to measure the training.
const HELD_OUT: usize = 20;
/// Bytes of a position in a file in addition to its inputs.
const FIXED: usize = 6;

/// A training position. `end` is the end of its inputs in [`Examples`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Example {
    end: usize,
    /// The tables' score for the side to move.
    tables: i16,
    /// A search's score for the side to move.
    opinion: i16,
    /// Half points of the side to move: 2 for a win.
    points: u8,
}

/// Positions in the order of their games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examples {
    /// The inputs of all positions, from the view of the side to move.
    inputs: Vec<u16>,
    each: Vec<Example>,
}

/// The error for bytes that are not positions of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExamplesDefect;

impl Examples {
    /// Returns the quiet positions of one game of the engine against itself.
    pub fn of_game(variant: Variant, weights: &Weights, engine: &mut Engine, nodes: u64, seed: u64) -> Self {
        let numbers = Inputs::of(variant);
        let mut examples = Self::default();
        for quiet in quiets(variant, engine, nodes, seed) {
            let (position, eyes) = (&quiet.position, quiet.position.turn());
            let board = position.pieces().map(|(at, piece)| numbers.piece(eyes, piece, at));
            let hands = Color::BOTH.into_iter().flat_map(|whose| {
                std::iter::repeat_n(numbers.in_hand(eyes, whose), position.hand(whose).into())
            });
            examples.inputs.extend(board.chain(hands).map(|input| input as u16));
            examples.each.push(Example {
                end: examples.inputs.len(),
                tables: score_by_tables(position, weights) as i16,
                opinion: quiet.opinion.0 as i16,
                points: (2.0 * quiet.outcome) as u8,
            });
        }
        examples
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// True if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// Appends others.
    pub fn append(&mut self, others: &Self) {
        let before = self.inputs.len();
        self.inputs.extend(&others.inputs);
        self.each.extend(others.each.iter().map(|one| Example { end: before + one.end, ..*one }));
    }

    /// Writes the positions as little-endian bytes.
    ///
    /// For each, these are the number of inputs, the scores of the tables and of a search, the half points
    /// and the inputs.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in 0..self.len() {
            let (example, inputs) = (self.each[number], self.inputs(number));
            bytes.push(inputs.len() as u8);
            bytes.extend(example.tables.to_le_bytes());
            bytes.extend(example.opinion.to_le_bytes());
            bytes.push(example.points);
            bytes.extend(inputs.iter().flat_map(|input| input.to_le_bytes()));
        }
        bytes
    }

    /// Parses the output of [`Examples::bytes`].
    ///
    /// # Errors
    /// [`ExamplesDefect`] if the bytes are truncated, or have an input that the game does not have.
    pub fn read(variant: Variant, mut bytes: &[u8]) -> Result<Self, ExamplesDefect> {
        let count = Inputs::of(variant).count();
        let mut examples = Self::default();
        while let Some(([inputs, tables @ .., points], rest)) = bytes.split_first_chunk::<FIXED>() {
            let [low, high, opinion @ ..] = *tables;
            let (inputs, rest) = rest.split_at_checked(2 * usize::from(*inputs)).ok_or(ExamplesDefect)?;
            examples.inputs.extend(inputs.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)));
            examples.each.push(Example {
                end: examples.inputs.len(),
                tables: i16::from_le_bytes([low, high]),
                opinion: i16::from_le_bytes(opinion),
                points: *points,
            });
            bytes = rest;
        }
        let known = examples.inputs.iter().all(|input| usize::from(*input) < count);
        if known && bytes.is_empty() { Ok(examples) } else { Err(ExamplesDefect) }
    }

    fn inputs(&self, number: usize) -> &[u16] {
        let begin = if number == 0 { 0 } else { self.each[number - 1].end };
        &self.inputs[begin..self.each[number].end]
    }
}

impl Example {
    /// Returns the target: the expected result of the side to move, 1 for a win.
    fn expected(self, weights: &Weights) -> f32 {
        let opinion = weights.expected(self.opinion.into()) as f32;
        OPINION * opinion + (1.0 - OPINION) * f32::from(self.points) / 2.0
    }

    /// Returns the result predicted by the tables and the network.
    fn foretold(self, answer: f32, weights: &Weights) -> f32 {
        weights.expected((f32::from(self.tables) + answer * CENTS as f32).into()) as f32
    }
}

/// The progress of a training after one epoch.
#[derive(Clone, Copy, Debug)]
pub struct TrainingRound {
    /// The round, from 1.
    pub round: u32,
    /// The root mean square error on the held-out positions: by the tables alone, and now.
    pub error: [f64; 2],
}

/// Trains a network for these weights, with this many epochs over the positions.
pub fn train(
    variant: Variant,
    weights: &Weights,
    examples: &Examples,
    rounds: u32,
    seed: u64,
    each: &mut dyn FnMut(TrainingRound),
) -> Network {
    let apprentice = learned(variant, weights, examples, rounds, seed, each);
    Network::rounded(variant, weights.mark(variant), &apprentice.weights)
}

fn learned(
    variant: Variant,
    weights: &Weights,
    examples: &Examples,
    rounds: u32,
    seed: u64,
    each: &mut dyn FnMut(TrainingRound),
) -> Apprentice {
    let mut apprentice = Apprentice::new(variant, seed);
    let held_out = examples.len() / HELD_OUT;
    let mut order: Vec<usize> = (held_out..examples.len()).collect();
    let steps = (rounds as usize * order.len().div_ceil(BATCH)).max(1);
    let held_out = || 0..held_out;
    let tables = error(examples, weights, held_out(), |_| 0.0);
    for round in 1..=rounds {
        for at in (1..order.len()).rev() {
            order.swap(at, apprentice.dice.below(at as u64 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            for number in batch {
                apprentice.learn(examples, *number, weights);
            }
            let done = apprentice.steps as f32 / steps as f32;
            apprentice.step(PACE * (1.0 - done).max(SLOWEST), batch.len());
        }
        let now = error(examples, weights, held_out(), |inputs| apprentice.look(inputs).1);
        each(TrainingRound { round, error: [tables, now] });
    }
    apprentice
}

/// A network with real weights and the state of the optimiser.
struct Apprentice {
    dice: Dice,
    /// In the order of [`Network::size`].
    weights: Vec<f32>,
    /// The gradient, summed over the positions since the last step.
    pull: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: u32,
    /// The number of each input from the other side's view.
    other: Vec<u16>,
}

/// Returns the start of the output weights, for each view.
fn answers(weights: usize) -> [usize; 2] {
    [weights - 1 - 2 * WIDTH, weights - 1 - WIDTH]
}

/// Returns the number of each input from the other side's view.
fn turned(variant: Variant) -> Vec<u16> {
    let inputs = Inputs::of(variant);
    let mut other = vec![0; inputs.count()];
    for kind in variant.spec().kinds() {
        for at in variant.spec().squares {
            for color in Color::BOTH {
                let piece = Piece { color, kind };
                other[inputs.piece(Color::White, piece, at)] = inputs.piece(Color::Black, piece, at) as u16;
            }
        }
    }
    for whose in Color::BOTH {
        other[inputs.in_hand(Color::White, whose)] = inputs.in_hand(Color::Black, whose) as u16;
    }
    other
}

impl Apprentice {
    /// Starts with small random weights. The sums of an empty board start slightly above 0, so that every
    /// unit can learn.
    fn new(variant: Variant, seed: u64) -> Self {
        let size = Network::size(variant);
        let mut dice = Dice(seed);
        let mut at_random = |most: f32| most * (dice.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        let mut weights = vec![0.0; size];
        let [answer, _] = answers(size);
        let begin = answer - WIDTH;
        for (at, weight) in weights[..answer].iter_mut().enumerate() {
            let small = at_random(0.15);
            *weight = if at < begin { small } else { 0.3 };
        }
        for weight in &mut weights[answer..size - 1] {
            *weight = at_random(0.05);
        }
        let nothing = vec![0.0; size];
        let (pull, mean, square) = (nothing.clone(), nothing.clone(), nothing);
        Self { dice, weights, pull, mean, square, steps: 0, other: turned(variant) }
    }

    /// Returns the sums of the hidden layer from both views, the mover's first, and the output.
    fn look(&self, inputs: &[u16]) -> ([[f32; WIDTH]; 2], f32) {
        let answers = answers(self.weights.len());
        let mut sums = [[0.0; WIDTH]; 2];
        let mut answer = self.weights[self.weights.len() - 1];
        for (eyes, sums) in sums.iter_mut().enumerate() {
            sums.copy_from_slice(&self.weights[answers[0] - WIDTH..answers[0]]);
            for input in inputs {
                let row = usize::from(self.seen(*input, eyes)) * WIDTH;
                for (sum, weight) in sums.iter_mut().zip(&self.weights[row..row + WIDTH]) {
                    *sum += weight;
                }
            }
            let weights = &self.weights[answers[eyes]..answers[eyes] + WIDTH];
            for (sum, weight) in sums.iter().zip(weights) {
                answer += sum.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        (sums, answer)
    }

    fn seen(&self, input: u16, eyes: usize) -> u16 {
        if eyes == 0 { input } else { self.other[usize::from(input)] }
    }

    /// Adds a position's gradient of the cross entropy.
    fn learn(&mut self, examples: &Examples, number: usize, weights: &Weights) {
        let (example, inputs) = (examples.each[number], examples.inputs(number));
        let (sums, answer) = self.look(inputs);
        let off = (example.foretold(answer, weights) - example.expected(weights)) * CENTS as f32
            / weights.slope() as f32;
        let answers = answers(self.weights.len());
        for eyes in 0..2 {
            let (mut below, at) = ([0.0; WIDTH], answers[eyes]);
            for unit in 0..WIDTH {
                let lit = sums[eyes][unit].clamp(0.0, 1.0);
                self.pull[at + unit] += off * lit * lit;
                let bends = sums[eyes][unit] > 0.0 && sums[eyes][unit] < 1.0;
                below[unit] = if bends { off * self.weights[at + unit] * 2.0 * lit } else { 0.0 };
            }
            let begin = answers[0] - WIDTH;
            let rows = inputs.iter().map(|input| usize::from(self.seen(*input, eyes)) * WIDTH);
            let rows: Vec<usize> = rows.chain([begin]).collect();
            for row in rows {
                for (pull, below) in self.pull[row..row + WIDTH].iter_mut().zip(&below) {
                    *pull += below;
                }
            }
        }
        let constant = self.pull.len() - 1;
        self.pull[constant] += off;
    }

    /// Makes one optimiser step with the gradient of the positions since the last step.
    fn step(&mut self, pace: f32, positions: usize) {
        self.steps += 1;
        let (begun, wide) = (1.0 - 0.9_f32.powi(self.steps as i32), 1.0 - 0.999_f32.powi(self.steps as i32));
        let part = 1.0 / positions as f32;
        let [answer, _] = answers(self.weights.len());
        let moments = self.mean.iter_mut().zip(&mut self.square);
        let weights = self.weights.iter_mut().zip(&mut self.pull).zip(moments);
        for (place, ((weight, pull), (mean, square))) in weights.enumerate() {
            let slope = *pull * part;
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            let pulled = (*mean / begun) / ((*square / wide).sqrt() + 1e-8);
            let largest = if place < answer { LARGEST } else { LARGEST_ANSWER };
            *weight = (*weight - pace * (pulled + HOLD * *weight)).clamp(-largest, largest);
            *pull = 0.0;
        }
    }
}

/// Returns the root mean square error of the predictions with these outputs.
fn error(
    examples: &Examples,
    weights: &Weights,
    numbers: Range<usize>,
    answer: impl Fn(&[u16]) -> f32,
) -> f64 {
    let count = numbers.len().max(1) as f64;
    let squares = numbers.map(|number| {
        let example = examples.each[number];
        let foretold = example.foretold(answer(examples.inputs(number)), weights);
        f64::from(example.expected(weights) - foretold).powi(2)
    });
    (squares.sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use engine::numbers::score_by_network;

    use super::*;

    fn some_games() -> (Variant, Weights, Examples) {
        let variant = games::from_slug("prison-break").expect("a game");
        let weights = Weights::by_mobility(variant);
        let mut engine = Engine::new(&weights, 1 << 16);
        let mut examples = Examples::default();
        for seed in 0..4 {
            examples.append(&Examples::of_game(variant, &weights, &mut engine, 40, seed));
        }
        (variant, weights, examples)
    }

    #[test]
    fn a_training_lowers_the_error_and_finds_the_same_again() {
        let (variant, weights, examples) = some_games();
        assert!(examples.len() > 60, "{} positions", examples.len());
        let apprentice = learned(variant, &weights, &examples, 12, 3, &mut |_| ());
        let all = || 0..examples.len();
        let before = error(&examples, &weights, all(), |_| 0.0);
        let after = error(&examples, &weights, all(), |inputs| apprentice.look(inputs).1);
        assert!(after < 0.9 * before, "{before} to {after}");
        let mut rounds = Vec::new();
        let network = train(variant, &weights, &examples, 12, 3, &mut |progress| rounds.push(progress.round));
        assert_eq!(rounds, (1..=12).collect::<Vec<u32>>());
        assert_eq!(
            network.bytes(),
            Network::rounded(variant, weights.mark(variant), &apprentice.weights).bytes()
        );
        assert_ne!(network, train(variant, &weights, &examples, 12, 4, &mut |_| ()), "another seed");
    }

    /// The quantised network must equal the trained one up to rounding.
    #[test]
    fn the_network_says_what_was_learnt() {
        let (variant, weights, examples) = some_games();
        let apprentice = learned(variant, &weights, &examples, 12, 3, &mut |_| ());
        let network = Network::rounded(variant, weights.mark(variant), &apprentice.weights);
        let weights = weights.with_network(variant, &network.bytes()).expect("it was made for them");
        let numbers = Inputs::of(variant);
        let start = rules::Position::start(variant);
        let inputs: Vec<u16> =
            start.pieces().map(|(at, piece)| numbers.piece(start.turn(), piece, at) as u16).collect();
        let whole = score_by_network(&start, &weights);
        let real = apprentice.look(&inputs).1 * CENTS as f32;
        assert!((whole as f32 - real).abs() < 6.0, "{whole} for {real}");
    }

    #[test]
    fn positions_read_back() {
        let (variant, _, examples) = some_games();
        let bytes = examples.bytes();
        assert_eq!(Examples::read(variant, &bytes).as_ref(), Ok(&examples));
        assert_eq!(Examples::read(variant, &bytes[..bytes.len() - 1]), Err(ExamplesDefect));
        let mut strange = bytes;
        strange[FIXED + 1] = 0xff;
        assert_eq!(Examples::read(variant, &strange), Err(ExamplesDefect));
    }
}
