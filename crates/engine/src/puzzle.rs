//! Puzzles: positions with a single winning line, found in the engine's games against itself and proven by
//! exhaustive search.
//!
//! A puzzle is a line of text: a position, the one line that wins, and its motifs. If the line wins the game,
//! the solver has proven it at every turn of the solving side. Won material is proven for five plies and all
//! captures after them. `rookery puzzles` finds puzzles and proves them again.

mod find;
mod line;
mod material;
mod motif;
mod refute;
mod select;

use std::fmt::{self, Write as _};
use std::sync::LazyLock;

use super::EngineDefect;
use super::game_files::GameFile;
use rules::{Line, Move, Position, Termination, Variant};
use strum::{EnumString, IntoStaticStr, VariantArray};

pub use find::PuzzleHunt;
pub use line::{Doubt, Prover};
pub use motif::Motif;
pub use refute::{WrongMove, WrongMoveCost, cost_of_reply, refutation};
pub use select::select;

/// The most moves of the solving side in a solution.
pub const LONGEST_SOLUTION: usize = 4;
/// The highest difficulty; 1 is the easiest.
pub const HARDEST: u8 = 9;

/// How hard a puzzle is within its game: its third by difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Grade {
    /// The easiest third.
    Easy,
    /// The middle third.
    Medium,
    /// The hardest third.
    Hard,
}

impl Grade {
    /// Returns its name in buttons and on the command line.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// Returns the grade with this slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        slug.parse().ok()
    }
}

/// The task of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Win the game within this many own moves.
    Win(u32),
    /// Win material by a line with this many own moves.
    Material(u32),
}

/// A position and the one line that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    start: Position,
    /// The solver's moves and the replies in between; the first and the last are the solver's.
    solution: Vec<Move>,
    motifs: Vec<Motif>,
    difficulty: u8,
    grade: Grade,
    id: u32,
}

/// Why a line of text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleDefect {
    /// It does not have four parts.
    Parts,
    /// The position is not valid.
    Position,
    /// The solution has too many moves, or does not end with the solver's move.
    Length,
    /// This is not a legal move.
    Move(String),
    /// The game ends before the end of the solution.
    Over,
    /// The motifs differ from those of the line.
    Motifs,
    /// The difficulty is not a number from 1 to [`HARDEST`].
    Difficulty,
}

impl Puzzle {
    /// Returns all puzzles of a game, the easiest first.
    pub fn all(variant: Variant) -> &'static [Self] {
        SHIPPED.iter().find(|(one, _)| *one == variant).map_or(&[], |(_, shipped)| &shipped.puzzles)
    }

    /// Returns the lines of the games' files that are not puzzles. They are skipped.
    pub(super) fn defects() -> Vec<EngineDefect> {
        SHIPPED.iter().flat_map(|(_, shipped)| &shipped.defects).copied().collect()
    }

    /// Returns the games that have puzzles.
    pub fn games() -> impl Iterator<Item = Variant> {
        games::all().filter(|variant| !Self::all(*variant).is_empty())
    }

    /// Returns the puzzle with this id in its game.
    pub fn of_id(variant: Variant, id: u32) -> Option<&'static Self> {
        Self::all(variant).iter().find(|puzzle| puzzle.id() == id)
    }

    fn new(start: &Position, solution: Vec<Move>, motifs: Vec<Motif>, difficulty: u8) -> Self {
        Self { start: *start, solution, motifs, difficulty, grade: Grade::Medium, id: number_of(start) }
    }

    /// Parses the output of `Display`.
    ///
    /// # Errors
    /// [`PuzzleDefect`], the reason why the text is not a puzzle.
    pub fn read(variant: Variant, text: &str) -> Result<Self, PuzzleDefect> {
        let parts: Vec<&str> = text.split("; ").collect();
        let &[fen, moves, motifs, difficulty] = parts.as_slice() else { return Err(PuzzleDefect::Parts) };
        let start = Position::from_fen(variant, fen).map_err(|_| PuzzleDefect::Position)?;
        let mut line = Line::new(start);
        for text in moves.split(' ') {
            if line.termination().is_some() {
                return Err(PuzzleDefect::Over);
            }
            line.play_text(text).map_err(|_| PuzzleDefect::Move(text.to_owned()))?;
        }
        let solution = line.moves().to_vec();
        if solution.len().is_multiple_of(2) || solution.len() > 2 * LONGEST_SOLUTION - 1 {
            return Err(PuzzleDefect::Length);
        }
        let named: Option<Vec<Motif>> = motifs.split(',').map(|motif| motif.parse().ok()).collect();
        let motifs = motif::of(&line);
        if motifs.is_empty() || named.as_ref() != Some(&motifs) {
            return Err(PuzzleDefect::Motifs);
        }
        let difficulty = difficulty.parse().ok().filter(|number| (1..=HARDEST).contains(number));
        Ok(Self::new(&start, solution, motifs, difficulty.ok_or(PuzzleDefect::Difficulty)?))
    }

    /// Returns the game.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// Returns the position to solve; the solver is to move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the solver's moves and the replies in between.
    pub fn solution(&self) -> &[Move] {
        &self.solution
    }

    /// Returns the motifs of the line, its ending first.
    pub fn motifs(&self) -> &[Motif] {
        &self.motifs
    }

    /// Returns the difficulty, from 1 to [`HARDEST`].
    pub fn difficulty(&self) -> u8 {
        self.difficulty
    }

    /// Returns how hard it is within its game.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// Returns the task.
    pub fn aim(&self) -> Aim {
        let own = self.own_moves() as u32;
        if self.end().and_then(Termination::winner).is_some() { Aim::Win(own) } else { Aim::Material(own) }
    }

    /// Returns how the solver wins at the end of the line; `None` if the solver wins material.
    pub fn end(&self) -> Option<Termination> {
        self.line(self.solution.len()).termination()
    }

    /// Returns the number of the solver's moves.
    pub fn own_moves(&self) -> usize {
        self.solution.len().div_ceil(2)
    }

    /// Returns the first `plies` moves of the solution.
    pub fn line(&self, plies: usize) -> Line {
        let mut line = Line::new(self.start);
        for mv in self.solution.iter().take(plies) {
            let played = line.play(*mv);
            debug_assert!(played.is_ok(), "{mv} in {self}");
        }
        line
    }

    /// Returns an id that depends only on the position, so that it survives changes to the set of puzzles.
    pub fn id(&self) -> u32 {
        self.id
    }
}

/// Returns the id of a position: the FNV-1a hash of its FEN.
fn number_of(start: &Position) -> u32 {
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    start.fen().bytes().fold(0x811c_9dc5, mix)
}

/// The content of a game's puzzle file.
struct Shipped {
    /// Sorted, the easiest first.
    puzzles: Vec<Puzzle>,
    /// The lines that are not puzzles.
    defects: Vec<EngineDefect>,
}

static SHIPPED: LazyLock<Vec<(Variant, Shipped)>> = LazyLock::new(|| {
    let shipped = |game| Shipped::read(game, GameFile::Puzzles.of(game));
    games::all().map(|game| (game, shipped(game))).collect()
});

impl Shipped {
    fn read(variant: Variant, text: &str) -> Self {
        let (mut puzzles, mut defects) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| holds_puzzle(line)) {
            match Puzzle::read(variant, line) {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(_) => defects.push(EngineDefect::Puzzles { game: variant.slug(), line: number }),
            }
        }
        let third = puzzles.len().div_ceil(Grade::VARIANTS.len()).max(1);
        for (at, puzzle) in puzzles.iter_mut().enumerate() {
            puzzle.grade = Grade::VARIANTS[at / third];
        }
        Self { puzzles, defects }
    }
}

/// Writes a file of these puzzles.
pub fn file_of<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> String {
    let mut text = String::new();
    for puzzle in puzzles {
        let _ = writeln!(text, "{puzzle}");
    }
    text
}

/// Returns the lines of a file that hold puzzles; comments begin with `#`.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| holds_puzzle(line))
}

fn holds_puzzle(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// Writes `FEN; moves; motifs; difficulty`, the format of puzzle files.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.solution.iter().map(Move::to_string).collect();
        let motifs: Vec<&str> = self.motifs.iter().map(|motif| motif.slug()).collect();
        write!(f, "{}; {}; {}; {}", self.start.fen(), moves.join(" "), motifs.join(","), self.difficulty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_puzzle_is_told_by_its_number() {
        let game = Puzzle::games().next().expect("a game with puzzles");
        let sound = GameFile::Puzzles.of(game);
        let whole = Shipped::read(game, sound);
        assert_eq!((whole.puzzles.len(), &*whole.defects), (lines(sound).count(), &[][..]));
        let second = lines(sound).nth(1).expect("a line");
        let line = sound.lines().position(|line| line == second).expect("it is there") + 1;
        let broken = Shipped::read(game, &sound.replace(second, &second.replacen("; ", "; a1a1 ", 1)));
        let defect = EngineDefect::Puzzles { game: game.slug(), line };
        assert_eq!((broken.puzzles.len(), broken.defects), (whole.puzzles.len() - 1, vec![defect]));
        let told = format!("the puzzles of {} cannot be read: line {line}", game.slug());
        assert_eq!(defect.to_string(), told);
        assert_eq!(crate::defects(), []);
    }

    #[test]
    fn buttons_and_command_lines_hold_these_words() {
        let grades = [Grade::Easy, Grade::Medium, Grade::Hard];
        assert_eq!(Grade::VARIANTS, grades);
        assert_eq!(grades.map(Grade::slug), ["easy", "medium", "hard"]);
        assert_eq!(grades.map(|grade| Grade::from_slug(grade.slug())), grades.map(Some));
        assert_eq!(Grade::from_slug("Easy"), None);
    }

    #[test]
    fn files_hold_these_words() {
        let words = ["mate", "scepter", "escape", "freeze", "brake", "locust", "fork", "promotion", "drop"];
        assert!(Motif::VARIANTS.iter().copied().map(Motif::slug).eq(words));
        assert!(Motif::VARIANTS.iter().copied().eq(words.iter().filter_map(|word| word.parse().ok())));
        assert!("Mate".parse::<Motif>().is_err());
    }
}
