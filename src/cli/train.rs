//! `rookery train`: trains a network on games of the engine against itself.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::tune::{NETWORK, side_by_side};
use super::{BadInput, variant, write};
use crate::engine::{Engine, Weights};
use crate::rules::Variant;
use crate::training::networks::{Examples, train};
use crate::words::CliMistake;

/// The size of each thread's transposition table, in bytes.
const TABLE: usize = 1 << 20;
/// The number of games whose positions are stored in one file.
const GAMES: u64 = 1_000;

/// Makes a network.
#[derive(Debug, Args)]
pub struct Train {
    /// The game, such as chess or prison-break
    #[arg(value_parser = variant)]
    variant: Variant,
    /// Generations: the games of each are played with the network of the one before, those of the first by the tables
    #[arg(long, default_value_t = 2)]
    generations: u64,
    /// Games of each generation, in thousands
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// Positions looked at for each move
    #[arg(long, default_value_t = 300)]
    nodes: u64,
    /// How often each position is learnt from
    #[arg(long, default_value_t = 16)]
    rounds: u32,
    /// The seed; equal seeds make equal networks
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play no more games after this many hours; the next run continues what is incomplete
    #[arg(long)]
    hours: Option<f64>,
    /// The folder for positions and networks; those already in it are not made again
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Train {
    /// Plays games and trains a network in each generation.
    pub(super) fn run(&self) -> Result<String, BadInput> {
        std::fs::create_dir_all(&self.output).map_err(|error| cannot_write(&self.output, &error))?;
        let tables = Weights::of(self.variant).without_network();
        let (mut player, mut examples, begun) = (tables.clone(), Examples::default(), Instant::now());
        for generation in 0..self.generations {
            if !self.gather(&player, generation, begun, &mut examples)? {
                // The next run would take a network from part of the games for a complete one.
                break;
            }
            let name = format!("{}-{generation}.{NETWORK}", self.variant.slug());
            let file = self.output.join(name);
            let bytes = match std::fs::read(&file) {
                Ok(bytes) => bytes,
                Err(_) => self.learn(&tables, &examples, &file)?,
            };
            player = tables
                .with_network(self.variant, &bytes)
                .map_err(|_| BadInput::from(CliMistake::NoNetwork(&file)))?;
        }
        Ok(String::new())
    }

    /// Adds the positions of a generation, from existing files and from games played now.
    ///
    /// Returns whether the generation is complete.
    fn gather(
        &self,
        player: &Weights,
        generation: u64,
        begun: Instant,
        examples: &mut Examples,
    ) -> Result<bool, BadInput> {
        let slug = self.variant.slug();
        let hours = self.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0));
        for number in 0..self.games {
            let file = self.output.join(format!("{slug}-{generation}-{number:04}.positions"));
            if !file.exists() {
                if hours.is_some_and(|hours| begun.elapsed() >= hours) {
                    eprintln!();
                    return Ok(false);
                }
                self.play(player, (generation << 32) + number * GAMES, &file)?;
            }
            let bytes =
                std::fs::read(&file).map_err(|error| BadInput::from(CliMistake::CannotRead(&error)))?;
            let read = Examples::read(self.variant, &bytes)
                .map_err(|_| BadInput::from(CliMistake::NoPositions(&file)))?;
            examples.append(&read);
            let (games, count) = (self.games, examples.len());
            eprint!(
                "\r{slug}: generation {generation}, {} of {games} thousand games, {count} positions",
                number + 1
            );
        }
        eprintln!();
        Ok(true)
    }

    /// Writes the positions of the games of one file. Their order does not depend on the number of threads.
    fn play(&self, player: &Weights, first: u64, file: &Path) -> Result<(), BadInput> {
        let games = side_by_side(GAMES, |take| {
            let mut engine = Engine::new(player, TABLE);
            let mut made = Vec::new();
            while let Some(number) = take() {
                let seed = self.seed << 48 ^ (first + number);
                made.push((number, Examples::of_game(self.variant, player, &mut engine, self.nodes, seed)));
            }
            made
        });
        let mut examples = Examples::default();
        for game in &games {
            examples.append(game);
        }
        write_whole(file, &examples.bytes())
    }

    fn learn(&self, tables: &Weights, examples: &Examples, file: &Path) -> Result<Vec<u8>, BadInput> {
        let (slug, rounds) = (self.variant.slug(), self.rounds);
        let network = train(self.variant, tables, examples, rounds, self.seed, &mut |progress| {
            let [before, now] = progress.error;
            eprint!("\r{slug}: round {} of {rounds}, error {before:.4} to {now:.4}", progress.round);
        });
        eprintln!();
        let bytes = network.bytes();
        write_whole(file, &bytes)?;
        Ok(bytes)
    }
}

/// Writes a file atomically.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), BadInput> {
    let unfinished = file.with_extension("unfinished");
    write(&unfinished, bytes)?;
    std::fs::rename(&unfinished, file).map_err(|error| cannot_write(file, &error))
}

fn cannot_write(file: &Path, error: &std::io::Error) -> BadInput {
    CliMistake::CannotWrite(file, error).into()
}
