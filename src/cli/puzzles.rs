//! `rookery puzzles`: finds and verifies the shipped puzzles, and measures the engine by forced wins.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args};
use strum::VariantArray;

use super::{BadInput, variant, write};
use crate::engine::{
    Engine, Motif, Prover, Puzzle, PuzzleHunt, SearchLimits, Solver, Weights, puzzle_file, puzzle_lines,
    select_puzzles,
};
use crate::rules::{Line, Variant};
use crate::words::CliMistake;

/// The start of the line that marks a finished game in the file of found puzzles.
const GAME: &str = "# game ";
/// The size of the measured engine's transposition table, in bytes. The bot uses the same.
const TABLE: usize = 16 << 20;
/// The maximum number of positions that the solver visits to prove a forced win.
const PROOF: u64 = 400_000_000;

/// Finds or proves puzzles.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("deed").required(true).args(["output", "check", "measure"])))]
pub struct Puzzles {
    /// The game, such as chess or prison-break
    #[arg(value_parser = variant)]
    variant: Variant,
    /// Find puzzles, and write them here: GAME-found.txt has all, with the games played, and is gone on with; GAME.txt the best
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Prove the puzzles of a file again, by trying everything
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Let the engine look for the forced wins of a file (see --wins)
    #[arg(long, value_name = "FILE")]
    measure: Option<PathBuf>,
    /// Games to play, those of earlier runs counted
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Stop when this many are found
    #[arg(long)]
    count: Option<usize>,
    /// Stop after this many hours
    #[arg(long)]
    hours: Option<f64>,
    /// The seed; equal seeds find equal puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many the best are at most
    #[arg(long, default_value_t = 130)]
    keep: usize,
    /// Instead of puzzles find positions with a forced win in exactly this many own moves, even if other moves win too
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=4), conflicts_with = "keep")]
    wins: Option<u32>,
    /// Positions that the engine may look at when it is measured
    #[arg(long, default_value_t = 400_000)]
    nodes: u64,
}

impl Puzzles {
    pub(super) fn run(&self) -> Result<String, BadInput> {
        match (&self.output, &self.check, &self.measure) {
            (Some(dir), ..) => self.find(dir),
            (_, Some(file), _) => self.check(file),
            (.., Some(file)) => self.measure(file),
            (None, None, None) => Ok(String::new()),
        }
    }

    fn find(&self, dir: &Path) -> Result<String, BadInput> {
        let slug = self.variant.slug();
        let unwritten = |error| BadInput::from(CliMistake::CannotWrite(dir, &error));
        std::fs::create_dir_all(dir).map_err(unwritten)?;
        let name = self.wins.map_or(format!("{slug}-found.txt"), |own| format!("{slug}-wins-{own}.txt"));
        let file = dir.join(name);
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        let (mut found, first) = (read(self.variant, &file, &before)?, next_game(&before));
        let mut log = OpenOptions::new().create(true).append(true).open(&file).map_err(unwritten)?;
        let mut hunt = PuzzleHunt::new(self.variant);
        let (begun, hours) =
            (Instant::now(), self.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0)));
        for game in first..self.games {
            let late = hours.is_some_and(|hours| begun.elapsed() >= hours);
            if late || self.count.is_some_and(|count| found.len() >= count) {
                break;
            }
            let seed = self.seed << 32 ^ game;
            let new = match self.wins {
                None => hunt.game(seed),
                Some(own) => hunt.wins(seed, own),
            };
            // Each game is written to the file with one write. `read` detects a write that was interrupted by
            // the end of the process.
            let mut text = puzzle_file(&new);
            let _ = writeln!(text, "{GAME}{game}");
            log.write_all(text.as_bytes()).map_err(unwritten)?;
            found.extend(new);
            eprint!("\r{slug}: {} games, {} found", game + 1, found.len());
        }
        eprintln!();
        if self.wins.is_some() {
            return Ok(String::new());
        }
        let kept = select_puzzles(&found, self.keep);
        write(&dir.join(format!("{slug}.txt")), puzzle_file(&kept).as_bytes())?;
        Ok(counted(&kept))
    }

    fn check(&self, file: &Path) -> Result<String, BadInput> {
        let puzzles = self.of_file(file)?;
        let (mut prover, mut doubtful, begun) = (Prover::new(PROOF), 0, Instant::now());
        for (number, puzzle) in (1..).zip(&puzzles) {
            eprint!("\r{number} of {}", puzzles.len());
            if let Err(doubt) = prover.check(puzzle) {
                doubtful += 1;
                eprintln!("\r{puzzle}: {doubt:?}");
            }
        }
        eprintln!();
        if doubtful > 0 {
            return Err(CliMistake::NotProven(doubtful, puzzles.len()).into());
        }
        let seconds = begun.elapsed().as_secs_f64();
        Ok(format!("{} proven, {seconds:.0} s\n{}", puzzles.len(), counted(&puzzles)))
    }

    /// Measures how many forced wins the engine finds. A win is found if the engine's move wins within the
    /// fewest moves.
    fn measure(&self, file: &Path) -> Result<String, BadInput> {
        let puzzles = self.of_file(file)?;
        let mut engine = Engine::new(Weights::of(self.variant), TABLE);
        let mut solver = Solver::new(PROOF);
        let (mut found, mut missed) = (0, String::new());
        for (number, puzzle) in (1..).zip(&puzzles) {
            eprint!("\r{number} of {}", puzzles.len());
            let own = puzzle.own_moves() as u32;
            let thought = engine.think(
                &Line::new(*puzzle.start()),
                SearchLimits::nodes(self.nodes),
                &|| false,
                &mut |_| (),
            );
            let winning = solver.winning(puzzle.start(), own).unwrap_or_default();
            if thought.best().is_some_and(|mv| winning.contains(&mv)) {
                found += 1;
            } else {
                let _ = writeln!(missed, "{puzzle}");
            }
        }
        eprintln!();
        Ok(format!("{} of {} at {} nodes\n{missed}", found, puzzles.len(), self.nodes))
    }

    fn of_file(&self, file: &Path) -> Result<Vec<Puzzle>, BadInput> {
        let text =
            std::fs::read_to_string(file).map_err(|error| BadInput::from(CliMistake::CannotRead(&error)))?;
        read(self.variant, file, &text)
    }
}

fn read(variant: Variant, file: &Path, text: &str) -> Result<Vec<Puzzle>, BadInput> {
    let puzzle =
        |(number, line)| Puzzle::read(variant, line).map_err(|_| CliMistake::NoPuzzle(file, number).into());
    (1..).zip(text.lines()).filter(|(_, line)| puzzle_lines(line).next().is_some()).map(puzzle).collect()
}

/// Returns the number of the next game: the one after the last finished.
fn next_game(text: &str) -> u64 {
    let through = text.lines().rev().find_map(|line| line.strip_prefix(GAME)?.parse::<u64>().ok());
    through.map_or(0, |game| game + 1)
}

/// Lists the number of puzzles of each length, motif and difficulty.
fn counted(puzzles: &[Puzzle]) -> String {
    let mut text = format!("{} puzzles\n", puzzles.len());
    let mut tell = |what: &str, count: usize| {
        if count > 0 {
            let _ = writeln!(text, "{what} {count}");
        }
    };
    for own in 1..=4 {
        tell(&format!("moves {own}"), puzzles.iter().filter(|puzzle| puzzle.own_moves() == own).count());
    }
    for motif in Motif::VARIANTS {
        tell(motif.slug(), puzzles.iter().filter(|puzzle| puzzle.motifs().contains(motif)).count());
    }
    for difficulty in 1..=crate::engine::HARDEST {
        let count = puzzles.iter().filter(|puzzle| puzzle.difficulty() == difficulty).count();
        tell(&format!("difficulty {difficulty}"), count);
    }
    text
}
