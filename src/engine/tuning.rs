//! How the weights are made: games of the engine against itself, and the weights by which their outcomes are foretold best.
//!
//! A position is worth what its pieces are worth where they stand, between the beginning and the end by how much is left; the logistic
//! curve of that should be how the game went. The weights are moved towards that, each by its own pace (Adam, Kingma and Ba 2014), and
//! held to where they began, so that squares that hardly occur stay as they are.

use super::root::{Engine, Toil};
use super::weights::{FULL, SLOPE, Tapered, Weights};
use super::worth::{SURE, Worth};
use crate::rules::{CELLS, Color, Kind, Line, Position, Square, Variant};

/// Plies at random before each game, at least and at most, so that no two are the same.
const OPENING: (u64, u64) = (4, 9);
/// A game that has not ended by then is a draw. Those of Squirrel Chess are long.
const LONGEST: usize = 600;
/// Of a search's own opinion and the game's outcome, as much is believed of the first.
const OPINION: f64 = 0.3;
/// Rounds of the fit, and the pace of the first.
const ROUNDS: u32 = 60;
const PACE: f64 = 3.0;
/// How strongly a weight is held to where it began, for each position.
const HOLD: f64 = 2e-7;
/// Places of weights: each kind on each cell, and the hand.
const PLACES: usize = Kind::COUNT * CELLS + 1;
const HAND: usize = PLACES - 1;

/// A position of a game, as the fit sees it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Where White has a piece more (or less) than Black has on the mirrored board, by place.
    pieces: Vec<(u16, i8)>,
    /// Of [`FULL`], how much it is a beginning.
    phase: i32,
    /// What White should expect: 1 a win, 0 a loss.
    expected: f64,
}

/// Random numbers that are the same for the same seed (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    /// A number below this one.
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % most.max(1)
    }
}

/// A line of so many random moves that does not end the game.
pub fn opening(variant: Variant, plies: u64, dice: &mut Dice) -> Line {
    loop {
        let mut line = Line::new(Position::start(variant));
        for _ in 0..plies {
            let moves = line.position().legal_moves();
            let Some(mv) = moves.get(dice.below(moves.len() as u64) as usize) else { break };
            if line.play(*mv).is_err() || line.termination().is_some() {
                break;
            }
        }
        if line.termination().is_none() && line.moves().len() as u64 == plies {
            return line;
        }
    }
}

/// A quiet position of a game that was played to its end.
pub(super) struct Quiet {
    pub(super) position: Position,
    /// What the search thought it worth to the side to move.
    pub(super) opinion: Worth,
    /// What the side to move got: 1 a win, 0 a loss.
    pub(super) outcome: f64,
}

/// Plays a game of the engine against itself, so many nodes a move, and gives its quiet positions.
pub(super) fn quiets(variant: Variant, engine: &mut Engine, nodes: u64, seed: u64) -> Vec<Quiet> {
    let mut dice = Dice(seed);
    let plies = OPENING.0 + dice.below(OPENING.1 - OPENING.0);
    let mut line = opening(variant, plies, &mut dice);
    let mut quiets = Vec::new();
    while line.termination().is_none() && line.claim().is_none() && line.moves().len() < LONGEST {
        let thought = engine.think(&line, Toil::nodes(nodes), &|| false, &mut |_| ());
        let Some(mv) = thought.best() else { break };
        let position = *line.position();
        let quiet = !mv.is_loud() && thought.worth.0.abs() < SURE;
        if quiet && !position.is_check() {
            quiets.push(Quiet { position, opinion: thought.worth, outcome: 0.5 });
        }
        if line.play(mv).is_err() {
            break;
        }
    }
    if let Some(winner) = line.termination().and_then(crate::rules::Termination::winner) {
        for quiet in &mut quiets {
            quiet.outcome = f64::from(u8::from(quiet.position.turn() == winner));
        }
    }
    quiets
}

/// The quiet positions of a game of the engine against itself, as the fit sees them.
pub fn self_play(
    variant: Variant,
    weights: &Weights,
    engine: &mut Engine,
    nodes: u64,
    seed: u64,
) -> Vec<Sample> {
    let played = quiets(variant, engine, nodes, seed);
    played
        .iter()
        .map(|quiet| {
            let mover = OPINION * quiet.opinion.win_chance() + (1.0 - OPINION) * quiet.outcome;
            let white = quiet.position.turn() == Color::White;
            sample(&quiet.position, weights, if white { mover } else { 1.0 - mover })
        })
        .collect()
}

fn sample(position: &Position, weights: &Weights, expected: f64) -> Sample {
    let spec = position.spec();
    let mut counts: Vec<(u16, i8)> = Vec::new();
    let mut count = |place: usize, by: i8| match counts.iter_mut().find(|(at, _)| *at == place as u16) {
        Some((_, sum)) => *sum += by,
        None => counts.push((place as u16, by)),
    };
    let mut phase = 0;
    for (square, piece) in position.pieces() {
        let seen =
            Square::at(square.file(), spec.relative_rank(piece.color, square.rank())).unwrap_or(square);
        let by = if piece.color == Color::White { 1 } else { -1 };
        count(piece.kind as usize * CELLS + seen.index(), by);
        phase += weights.phase[piece.kind as usize];
    }
    count(HAND, position.hand(Color::White) as i8 - position.hand(Color::Black) as i8);
    counts.retain(|(_, sum)| *sum != 0);
    Sample { pieces: counts, phase: phase.clamp(0, FULL), expected }
}

/// How games between two went, from the first one's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }

    /// Points a game, and half the width of the interval that holds the true value 19 times of 20.
    pub fn score(self) -> (f64, f64) {
        let games = f64::from(self.won + self.drawn + self.lost).max(1.0);
        let score = (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games;
        let spread = (f64::from(self.won) * (1.0 - score).powi(2)
            + f64::from(self.drawn) * (0.5 - score).powi(2)
            + f64::from(self.lost) * score.powi(2))
            / games;
        (score, 1.96 * (spread / games).sqrt())
    }

    /// The difference in strength as Elo has it (1978), with the ends of the interval.
    pub fn elo(self) -> [f64; 3] {
        let (score, half) = self.score();
        [score, score - half, score + half].map(|score| {
            let score = score.clamp(1e-3, 1.0 - 1e-3);
            400.0 * (score / (1.0 - score)).log10()
        })
    }
}

/// Two games from the same random opening, once with each side, between two players with what each may do for a move.
pub fn duel(variant: Variant, players: &mut [(Engine, Toil); 2], seed: u64) -> Tally {
    let mut dice = Dice(seed);
    let begun = opening(variant, OPENING.0 + dice.below(3), &mut dice);
    let mut tally = Tally::default();
    for first_is in Color::BOTH {
        let mut line = begun.clone();
        while line.termination().is_none() && line.claim().is_none() && line.moves().len() < LONGEST {
            let (engine, toil) = &mut players[usize::from(line.position().turn() != first_is)];
            let toil = Toil { seed: toil.seed ^ seed, ..*toil };
            let Some(mv) = engine.think(&line, toil, &|| false, &mut |_| ()).best() else { break };
            if line.play(mv).is_err() {
                break;
            }
        }
        match line.termination().and_then(crate::rules::Termination::winner) {
            Some(winner) if winner == first_is => tally.won += 1,
            Some(_) => tally.lost += 1,
            None => tally.drawn += 1,
        }
    }
    tally
}

/// A fit of weights to samples.
pub struct Fitted {
    /// The mean error before and after, as the square root of the mean square of what was expected less what was foretold.
    pub error: [f64; 2],
    /// The weights.
    pub weights: Weights,
}

/// The weights that foretell these samples best, from these on.
pub fn fit(variant: Variant, from: &Weights, samples: &[Sample]) -> Fitted {
    let begin: Vec<[f64; 2]> = (0..PLACES).map(|place| place_of(from, place).map(f64::from)).collect();
    let mut now = begin.clone();
    let before = error(&now, samples);
    let (mut mean, mut square) = (vec![[0.0; 2]; PLACES], vec![[0.0; 2]; PLACES]);
    for round in 1..=ROUNDS {
        let slope = gradient(&now, samples);
        let pace = PACE * (1.0 - 0.8 * f64::from(round) / f64::from(ROUNDS));
        for place in 0..PLACES {
            for phase in 0..2 {
                let held = HOLD * (now[place][phase] - begin[place][phase]);
                let pull = slope[place][phase] / samples.len().max(1) as f64 + held;
                let (m, v) = (&mut mean[place][phase], &mut square[place][phase]);
                *m = 0.9 * *m + 0.1 * pull;
                *v = 0.99 * *v + 0.01 * pull * pull;
                let (m, v) =
                    (*m / (1.0 - 0.9_f64.powf(round.into())), *v / (1.0 - 0.99_f64.powf(round.into())));
                now[place][phase] -= pace * m / (v.sqrt() + 1e-9);
            }
        }
    }
    let after = error(&now, samples);
    let rounded =
        |place: usize| -> Tapered { now[place].map(|worth| worth.round().clamp(-9_000.0, 9_000.0) as i16) };
    let weights =
        Weights::from_places(variant, rounded(HAND), |kind, at| rounded(kind as usize * CELLS + at.index()));
    Fitted { error: [before, after], weights }
}

fn place_of(weights: &Weights, place: usize) -> Tapered {
    if place == HAND {
        return weights.in_hand();
    }
    let kind = Kind::ALL[place / CELLS];
    let cell = (place % CELLS) as u8;
    Square::at(cell % 10, cell / 10).map_or([0; 2], |at| weights.piece(Color::White, kind, at))
}

fn foretold(now: &[[f64; 2]], sample: &Sample) -> f64 {
    let begin = f64::from(sample.phase) / f64::from(FULL);
    let worth: f64 = sample
        .pieces
        .iter()
        .map(|(place, count)| {
            let [early, late] = now[usize::from(*place)];
            f64::from(*count) * (begin * early + (1.0 - begin) * late)
        })
        .sum();
    1.0 / (1.0 + (-worth / SLOPE).exp())
}

fn error(now: &[[f64; 2]], samples: &[Sample]) -> f64 {
    let squares: f64 = samples.iter().map(|sample| (sample.expected - foretold(now, sample)).powi(2)).sum();
    (squares / samples.len().max(1) as f64).sqrt()
}

/// Of the cross entropy, by each weight, all samples together.
fn gradient(now: &[[f64; 2]], samples: &[Sample]) -> Vec<[f64; 2]> {
    let mut slope = vec![[0.0; 2]; PLACES];
    for sample in samples {
        let off = (foretold(now, sample) - sample.expected) / SLOPE;
        let begin = f64::from(sample.phase) / f64::from(FULL);
        for (place, count) in &sample.pieces {
            let by = off * f64::from(*count);
            slope[usize::from(*place)][0] += by * begin;
            slope[usize::from(*place)][1] += by * (1.0 - begin);
        }
    }
    slope
}
