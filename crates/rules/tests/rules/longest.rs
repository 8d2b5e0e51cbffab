//! Finds the longest lists of legal moves by climbing from position to position within the material that a
//! game can reach. The known maximum is stored in each game's checks; each run climbs a little further.

use fastrand::Rng;
use libtest_mimic::Trial;
use rules::{Position, Variant, read_move};

use testing::checks::checks;
use testing::constructed;

/// Number of changes tried in a run.
const STEPS: usize = 2_000;

/// A position as letters, so that it can be changed.
#[derive(Clone)]
struct Draft {
    variant: Variant,
    rows: Vec<Vec<char>>,
    rest: String,
}

impl Draft {
    fn of(position: &Position) -> Self {
        let fen = position.fen();
        let (board, rest) = fen.split_once(' ').expect("fields");
        let (board, hand) =
            board.split_once('[').map_or((board, String::new()), |(b, h)| (b, format!("[{h}")));
        let mut rows: Vec<Vec<char>> = Vec::new();
        for row in board.split('/') {
            let mut cells = Vec::new();
            let mut digits = String::new();
            for letter in row.chars().chain(['|']) {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                cells.extend(std::iter::repeat_n('.', digits.parse().unwrap_or(0)));
                digits.clear();
                if letter != '|' {
                    cells.push(letter);
                }
            }
            rows.push(cells);
        }
        Self { variant: position.variant(), rows, rest: format!("{hand} {rest}") }
    }

    fn position(&self) -> Option<Position> {
        let rows: Vec<String> = self.rows.iter().map(|row| constructed::row_text(row)).collect();
        Position::from_fen(self.variant, &format!("{}{}", rows.join("/"), self.rest)).ok()
    }

    /// Moves, removes, adds or exchanges pieces at random.
    fn change(&mut self, rng: &mut Rng) {
        let letters: Vec<char> = self.variant.spec().letters().collect();
        let cells: Vec<(usize, usize)> = (0..self.rows.len())
            .flat_map(|row| (0..self.rows[row].len()).map(move |cell| (row, cell)))
            .filter(|(row, cell)| self.rows[*row][*cell] != '*')
            .collect();
        for _ in 0..rng.usize(1..4) {
            let (a, b) = (cells[rng.usize(..cells.len())], cells[rng.usize(..cells.len())]);
            if rng.u8(..2) == 0 {
                let at_a = self.rows[a.0][a.1];
                self.rows[a.0][a.1] = std::mem::replace(&mut self.rows[b.0][b.1], at_a);
                continue;
            }
            let letter = letters[rng.usize(..letters.len())];
            if !"Kk".contains(self.rows[a.0][a.1]) && letter != 'K' {
                let put = [letter, letter, letter.to_ascii_lowercase(), '.'];
                self.rows[a.0][a.1] = put[rng.usize(..4)];
            }
        }
    }
}

/// Climbs from a position for this many steps, never to a shorter list.
fn climb(from: &Position, steps: usize, rng: &mut Rng) -> Position {
    let (mut draft, mut best) = (Draft::of(from), *from);
    for _ in 0..steps {
        let mut next = draft.clone();
        next.change(rng);
        let Some(position) = next.position() else { continue };
        if position.count_legal_moves() >= best.count_legal_moves() {
            (draft, best) = (next, position);
        }
    }
    best
}

/// Returns the known maximum and its number of moves, the start of the climb.
fn first(variant: Variant) -> (Position, usize) {
    let longest = &checks(variant).longest;
    (Position::from_fen(variant, &longest.fen).expect("it is within the bound"), longest.moves)
}

fn longest_list(variant: Variant) {
    let (known, moves) = first(variant);
    assert_eq!(known.legal_moves().len(), moves, "{}", known.fen());
    assert_eq!(known.legal_moves_by_testing_each().len(), moves, "{}", known.fen());
    let best = climb(&known, STEPS, &mut Rng::with_seed(218));
    let list = best.legal_moves();
    println!("figure largest-list-{} {} moves", variant.slug(), list.len());
    // Each move has a distinct text, and the text reads back as that move.
    let mut texts: Vec<String> = list.iter().map(ToString::to_string).collect();
    for (mv, text) in list.iter().zip(&texts) {
        assert_eq!(best.legal_move(text), Some(*mv));
    }
    assert_eq!(read_move(&best, &texts[0]), Ok(list[0]));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), list.len(), "{}", best.fen());
    // A longer list is not a fault, but it should be recorded in the game's checks.
    assert!(list.len() <= moves + moves / 10, "{} moves: {}", list.len(), best.fen());
}

/// Returns one test per game; with `ROOKERY_CLIMB=STEPS`, a search from the start that prints its result.
pub fn tests() -> Vec<Trial> {
    let steps = std::env::var("ROOKERY_CLIMB").ok().and_then(|steps| steps.parse().ok());
    games::all()
        .map(|variant| {
            Trial::test(format!("rules::longest::{}", variant.slug()), move || {
                match steps {
                    Some(steps) => search(variant, steps),
                    None => longest_list(variant),
                }
                Ok(())
            })
        })
        .collect()
}

fn search(variant: Variant, steps: usize) {
    for seed in 0..4 {
        let mut rng = Rng::with_seed(seed);
        let start = constructed::position(variant, &mut rng);
        let best = climb(&start, steps, &mut rng);
        println!("climbed {} {} {}", variant.slug(), best.count_legal_moves(), best.fen());
    }
}
