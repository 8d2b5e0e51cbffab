//! `rookery tune` and `rookery duel`: weights from games of the engine against itself, and their strength.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use super::game::{of_text, text_of};
use super::{BadInput, variant_or_file, write};
use crate::engine::{Engine, Level, SearchLimits, Weights};
use crate::games::trial::Style;
use crate::games::{self, MOST_BYTES};
use crate::rules::Variant;
use crate::training::duel::{Player, Tally, duel};
use crate::training::tuning::{Sample, fit, self_play};
use crate::words::{CliMistake, Words};

/// The size of each thread's transposition table, in bytes.
const TABLE: usize = 4 << 20;
/// The extension of a network's file.
pub(super) const NETWORK: &str = "network";
/// The number of digits of a game's version in file names.
const VERSION: usize = 8;
/// The number of pairs of games played after each round against the previous weights.
const PAIRS: u64 = 100;

/// Makes weights.
#[derive(Debug, Args)]
pub struct Tune {
    /// The game, such as chess or prison-break, or the file of one
    #[arg(value_parser = tuned)]
    game: Tuned,
    /// Games in each round
    #[arg(long, default_value_t = 4_000)]
    games: u64,
    /// Rounds; each begins with the weights of the one before
    #[arg(long, default_value_t = 4)]
    rounds: u64,
    /// Positions looked at for each move
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// The seed; equal seeds make equal weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin with the weights and the network that are played with, instead of with how much each kind moves
    #[arg(long)]
    played: bool,
    /// Start no further round after this many hours
    #[arg(long)]
    hours: Option<f64>,
    /// The folder for the weights of each round, which the next run continues from
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// A game to be tuned.
#[derive(Clone, Debug)]
struct Tuned {
    variant: Variant,
    /// The prefix of the rounds' files. Another text of the game is another game.
    name: String,
    /// The game's file and its text, if it is from a file.
    file: Option<(PathBuf, String)>,
}

fn tuned(named: &str) -> Result<Tuned, String> {
    let variant = variant_or_file(named)?;
    let slug = variant.slug().to_owned();
    if !variant.is_custom() {
        return Ok(Tuned { variant, name: slug, file: None });
    }
    let text = text_of(Path::new(named)).map_err(|why| why.to_string())?;
    let name = format!("{slug}-{}", &games::version(&text)[..VERSION]);
    Ok(Tuned { variant, name, file: Some((PathBuf::from(named), text)) })
}

impl Tune {
    /// Plays games and fits the weights in each round.
    pub(super) fn run(&self) -> Result<String, BadInput> {
        std::fs::create_dir_all(&self.output)
            .map_err(|error| BadInput::from(CliMistake::CannotWrite(&self.output, &error)))?;
        let mut weights = if self.played {
            Weights::of(self.game.variant).clone()
        } else {
            Weights::by_mobility(self.game.variant)
        };
        if let Some((file, text)) = &self.game.file {
            // A file that cannot take weights is reported before they are computed.
            self.with_tuned(file, text, &weights)?;
        }
        let (all, hours) = (Instant::now(), self.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0)));
        for round in 1..=self.rounds {
            let file = self.output.join(format!("{}-{round}.txt", self.game.name));
            if let Ok(text) = std::fs::read_to_string(&file)
                && let Ok(made) = Weights::read(self.game.variant, &text)
            {
                weights = made;
                continue;
            }
            if hours.is_some_and(|hours| all.elapsed() >= hours) {
                break;
            }
            let begun = Instant::now();
            let samples = self.samples(&weights, round);
            let made = fit(self.game.variant, &weights, &samples);
            write(&file, made.weights.text(self.game.variant).as_bytes())?;
            let [before, after] = made.error;
            let strengths = [Strength::Search(SearchLimits::nodes(self.nodes)); 2];
            let tally = against(
                self.game.variant,
                [&made.weights, &weights],
                strengths,
                PAIRS,
                self.seed ^ round << 32,
            );
            eprintln!(
                "{}: round {round}, {} positions, error {before:.4} to {after:.4}, {}, {:.0} s",
                self.game.name,
                samples.len(),
                told(tally),
                begun.elapsed().as_secs_f64(),
            );
            weights = made.weights;
        }
        match &self.game.file {
            Some((file, text)) => self.write_tuned(file, text, &weights),
            None => Ok(String::new()),
        }
    }

    /// Returns the game's file with these weights, and its path.
    ///
    /// If it would be too long with a weight for each square, each kind gets its average.
    fn with_tuned(&self, file: &Path, text: &str, weights: &Weights) -> Result<(PathBuf, String), BadInput> {
        let game = self.game.variant;
        let with = |each| games::with_weights(text, game, &weights.to_give(game, each));
        let made = Some(with(true)).filter(|made| made.len() <= MOST_BYTES).unwrap_or_else(|| with(false));
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let target = self.output.join(format!("{stem}-tuned.toml"));
        // An invalid game must not overwrite an earlier one.
        of_text(&target, &made)?;
        Ok((target, made))
    }

    /// Writes the game's file with these weights, beside the weights.
    fn write_tuned(&self, file: &Path, text: &str, weights: &Weights) -> Result<String, BadInput> {
        let (target, made) = self.with_tuned(file, text, weights)?;
        write(&target, made.as_bytes())?;
        Ok(format!("{}\n", Words::english().game_is_tuned(self.game.variant, &target)))
    }

    /// Returns the positions of a round. Their order does not depend on the number of threads.
    fn samples(&self, weights: &Weights, round: u64) -> Vec<Sample> {
        let done = AtomicU64::new(0);
        let games = side_by_side(self.games, |next| {
            let mut engine = Engine::new(weights, TABLE);
            let mut played = Vec::new();
            while let Some(game) = next() {
                let seed = self.seed << 48 ^ round << 32 ^ game;
                played.push((game, self_play(self.game.variant, &mut engine, self.nodes, seed)));
                let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                eprint!("\r{}: round {round}, {done} of {} games", self.game.name, self.games);
            }
            played
        });
        eprintln!();
        games.into_iter().flatten().collect()
    }
}

/// Lets two strengths play.
#[derive(Debug, Args)]
pub struct Duel {
    /// The game, such as chess or prison-break, or the file of one
    #[arg(value_parser = variant_or_file)]
    variant: Variant,
    /// A level, as many positions as are looked at for a move (`1000n`), limits as in `levels.txt` (`"4000 2 120"`), or a player without a
    /// search: `random`, or `greedy`, who takes what gains most
    first: String,
    /// The other one
    second: String,
    /// Pairs of games, from as many openings
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Which openings, and how `random` and `greedy` choose among equals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first one's weights, or its network, instead of those that are played with; `mobility` for plain values, `tables` for those
    /// without a network
    #[arg(long, value_name = "FILE")]
    first_weights: Option<PathBuf>,
    /// Likewise for the second
    #[arg(long, value_name = "FILE")]
    second_weights: Option<PathBuf>,
}

impl Duel {
    pub(super) fn run(&self) -> Result<String, BadInput> {
        let strengths = [strength(self.variant, &self.first)?, strength(self.variant, &self.second)?];
        let [first, second] =
            [self.weights(self.first_weights.as_ref())?, self.weights(self.second_weights.as_ref())?];
        let tally = against(self.variant, [&first, &second], strengths, self.pairs, self.seed);
        Ok(format!("{} {} {}: {}\n", self.variant.slug(), self.first, self.second, told(tally)))
    }

    fn weights(&self, file: Option<&PathBuf>) -> Result<Weights, BadInput> {
        let played = Weights::of(self.variant);
        let Some(file) = file else { return Ok(played.clone()) };
        match file.to_str() {
            Some("mobility") => return Ok(Weights::by_mobility(self.variant)),
            Some("tables") => return Ok(played.without_network()),
            _ => {}
        }
        let bytes = std::fs::read(file).map_err(|error| BadInput::from(CliMistake::CannotRead(&error)))?;
        if file.extension().is_some_and(|extension| extension == NETWORK) {
            return played.with_network(self.variant, &bytes).map_err(|_| CliMistake::NoNetwork(file).into());
        }
        let text = String::from_utf8_lossy(&bytes);
        Weights::read(self.variant, &text).map_err(|defect| CliMistake::NoWeights(file, defect.line).into())
    }
}

/// The strength of a side.
#[derive(Clone, Copy)]
enum Strength {
    Search(SearchLimits),
    Simple(Style),
}

impl Strength {
    fn player(self, weights: &Weights) -> Player {
        match self {
            Self::Search(limits) => Player::Engine(Box::new(Engine::new(weights, TABLE)), limits),
            Self::Simple(style) => Player::Simple(style),
        }
    }
}

fn strength(variant: Variant, text: &str) -> Result<Strength, BadInput> {
    match text {
        "random" => return Ok(Strength::Simple(Style::Random)),
        "greedy" => return Ok(Strength::Simple(Style::Greedy)),
        _ => {}
    }
    let limits = match text.parse::<Level>() {
        Ok(level) => Some(level.limits(variant, 0)),
        // A number without a unit could be mistaken for a level.
        Err(_) => text
            .strip_suffix('n')
            .or(text.contains(' ').then_some(text))
            .and_then(|limits| limits.parse().ok()),
    };
    limits.map(Strength::Search).ok_or_else(|| CliMistake::NoStrength.into())
}

fn told(tally: Tally) -> String {
    let [elo, low, high] = tally.elo();
    let Tally { won, drawn, lost } = tally;
    let mut text = format!("+{won} ={drawn} -{lost}");
    let _ = write!(text, " {elo:+.0} Elo ({low:+.0} to {high:+.0})");
    text
}

fn against(
    variant: Variant,
    weights: [&Weights; 2],
    strengths: [Strength; 2],
    pairs: u64,
    seed: u64,
) -> Tally {
    let played = side_by_side(pairs, |next| {
        let mut players = [strengths[0].player(weights[0]), strengths[1].player(weights[1])];
        let mut tallies = Vec::new();
        while let Some(pair) = next() {
            tallies.push((pair, duel(variant, &mut players, seed << 32 ^ pair)));
        }
        tallies
    });
    played.into_iter().fold(Tally::default(), Tally::and)
}

/// Runs numbered tasks on all cores. The results are in the order of the tasks.
pub(super) fn side_by_side<T: Send>(
    things: u64,
    work: impl Fn(&dyn Fn() -> Option<u64>) -> Vec<(u64, T)> + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|thing| *thing < things);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let given = work(&take);
                done.lock().expect("nobody panics").extend(given);
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics");
    done.sort_unstable_by_key(|(thing, _)| *thing);
    done.into_iter().map(|(_, given)| given).collect()
}
