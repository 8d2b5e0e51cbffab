//! The longest lists of legal moves: found by climbing from position to position within the material that a game can
//! come to. What is known is kept here; each run climbs on for a while.

use fastrand::Rng;
use libtest_mimic::Trial;
use rules::{Position, Variant, read_move};

use testing::constructed;

/// Changes that are tried in a run.
const STEPS: usize = 2_000;

/// The longest lists known: the game's slug, a position, and the number of its moves.
#[rustfmt::skip]
const KNOWN: &[(&str, &str, usize)] = &[
    ("chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
    ("claustrophobia", "f1q1q1*/1PGPPPn/4F**/1Q1K1**/F4**/1NGN1**/2kp2n/4F1* w - - 12 178", 107),
    ("prison-break", "F1f3/4f1/Gi1n1K/3g1P/1k1n1N/2fg2/1p1p1p/G1F1G1 b - - 11 54", 106),
    ("birds-and-ninjas", "****1k****/NbGqfbRq1R/8q1/f7q1/5q4/2q7/1r7q/6q3/r7q1/1p1q1gPq1p/G1R2KngR1/****1n****[Jjj] b K - 10 2", 393),
    ("squirrel", "B1r7/r4k3r/3gCnsbp1/1q8/3q6/5bsnn1/2q7/4c5/p1pcpKpgpR/1P1C1C1S1G b Kkq - 13 182 1/4", 319),
    ("ninjutsu", "2Q3*/2z2k1/1nzz1**/1ZzW1**/1PNP1**/Zzzz1**/1pnpqQK/Q1N1NW* b - - 22 101", 164),
    ("birds-second", "****r1****/br3kbngF/6q3/q8q/2q4q2/5q4/3q4q1/q7q1/nf7f/Kp1jq4j/N1G1F1q1R1/****g1****[] b q - 10 101", 407),
    ("birds-scepter", "****R1****/1FGB1kGBr1/Q4b1Q1J/2Q6F/5Q4/2Q5Q1/6Q3/3Q6/Q8Q/2Q4Q1K/1R2QQ4/****1N****[] w k - 101 72", 398),
    ("birds-insane", "****qQ****/kr7f/3q6/3z2zz2/3z2zz2/2zq6/q9/5qbz2/1q6r1/1jz2bBj2/B1G2KG1R1/****f1****[JJjj] b K - 7 163", 449),
    ("birds-leaping", "****Q1****/F8Q/1K1Q6/6Q3/2Q6Q/7Q2/1NB2Q4/1LN7/1L1F4Q1/R5Q3/Bkn1Q4R/****b1**** w - - 10 27", 375),
    ("birds-old", "****GG****/F6Q2/1k2BQ4/1BF7/1N7Q/4Q5/1Q4Q3/3Q4Q1/5Q4/2Q4Q2/R4K3R/****1N**** w KQ - 3 160", 371),
    ("birds-extended", "****1G****/F7QB/1kG2Q4/1NF5Q1/4Q4n/1Q5Q1B/3Q6/6Q3/2Q6Q/7Q2/R4K3R/****N1**** w KQ - 3 160", 363),
    ("flying-bombers", "F3NkN1r1/1Q2qpfQ2/4Q5/2Q5Q1/5Q4/3Q5Q/1Q4Q2B/9R/1KB2Q4/F6R2 w k - 1 127", 340),
    ("flying-bombers-ninja", "2FQbkN1rR/1Q2qBNQ2/R7Q1/1Q2Q1Q3/1Q7Q/7Q2/5Q4/2Q6F/Q7Q1/3Q1BQ1K1[] w k - 10 119", 383),
    ("flying-bombers-hangars", "1******k/2FNBBRf/Q6R/5Q2/3Q4/1Q3Q2/F6Q/K1Q1Q3/6Q1/N******1 w - - 2 95", 228),
    ("insane-ninja", "****1y****/l1N2kBNr1/R7Q1/1BQ7/4QL1Y2/1Y5Q2/1L1Q6/6Q3/2Q5Q1/1K3Q4/R8Q/****Q1**** w k - 5 50", 361),
    ("insane-ninja-2", "****Q1****/2R4Q1y/B4Q4/Y2Q6/1Q7Q/6Q3/R7Q1/2Q7/7Q2/1BNGQ5/1kGN2Y1K1/****b1**** w - - 10 27", 362),
    ("palace-ninja-guards", "***g1***/r3kbnR/3q4/1q4q1/4q3/2q4q/Rr3q2/Kgnq4/B5qB/***Qb*** b q - 21 29", 223),
    ("capture-the-sceptre", "***bk***/BG1NBN2/4Q3/Q6Q/5Q2/3Q4/1Q4Q1/4Q3/R1Q1K2R/***1G*** w KQ - 26 89", 223),
    ("hiashatar", "R7Q1/1KQ7/4Q2B2/1Q7R/3Q3H2/Q8Q/6Q3/3Q6/5Q1HNB/q1Q5Nk w - - 5 148", 351),
];

/// A position as letters, so that one can be changed.
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

    /// Moves, removes, adds or exchanges something.
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

/// Goes on from a position for so many steps; never to a shorter list.
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

/// The start, or what is known, with all the promotions and the hand that a list can want.
fn first(variant: Variant) -> (Position, usize) {
    let known = KNOWN.iter().find(|(slug, ..)| *slug == variant.slug());
    let (_, fen, moves) = known.expect("every game has a longest list");
    (Position::from_fen(variant, fen).expect("it is within the bound"), *moves)
}

fn longest_list(variant: Variant) {
    let (known, moves) = first(variant);
    assert_eq!(known.legal_moves().len(), moves, "{}", known.fen());
    assert_eq!(known.legal_moves_by_testing_each().len(), moves, "{}", known.fen());
    let best = climb(&known, STEPS, &mut Rng::with_seed(218));
    let list = best.legal_moves();
    println!("figure largest-list-{} {} moves", variant.slug(), list.len());
    // Every one of them has a text of its own, which is read back from among the rest.
    let mut texts: Vec<String> = list.iter().map(ToString::to_string).collect();
    for (mv, text) in list.iter().zip(&texts) {
        assert_eq!(best.legal_move(text), Some(*mv));
    }
    assert_eq!(read_move(&best, &texts[0]), Ok(list[0]));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), list.len(), "{}", best.fen());
    // A longer one is no fault, but it belongs into the list above.
    assert!(list.len() <= moves + moves / 10, "{} moves: {}", list.len(), best.fen());
}

/// One for each game; with `ROOKERY_CLIMB=STEPS` a search from the start, which prints what it finds.
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
