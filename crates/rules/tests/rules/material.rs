//! Tests the bound on a side's material against a slow search.

use fastrand::Rng;
use libtest_mimic::Trial;
use rules::{Color, FenDefect, Position, Variant};
use testing::constructed::{at_the_start, letters, row_text};
use testing::oracle::{Game, can_have};

/// Returns a random crowd of pieces, often more than possible, with pawns only on allowed ranks.
fn crowd(variant: Variant, rng: &mut Rng) -> String {
    let spec = variant.spec();
    let kinds: Vec<char> = spec.letters().filter(|c| !"KJ".contains(*c)).collect();
    let few = [kinds[rng.usize(..kinds.len())], kinds[rng.usize(..kinds.len())]];
    let density = rng.usize(1..=100);
    let rows: Vec<Vec<char>> = spec
        .rows()
        .map(|row| {
            let cell = |square: rules::Square| {
                // The ranks on which pawns of both sides may stand; the kings have the ranks beyond to
                // themselves.
                let inner = (spec.first_rank + 2..spec.last_rank - 1).contains(&square.rank());
                if !spec.squares.contains(square) {
                    return '*';
                }
                if !inner || spec.exits.contains(square) || rng.usize(..100) >= density {
                    return '.';
                }
                let letter = if rng.bool() { few[rng.usize(..2)] } else { kinds[rng.usize(..kinds.len())] };
                if rng.u8(..4) > 0 { letter } else { letter.to_ascii_lowercase() }
            };
            row.map(cell).collect()
        })
        .collect();
    let mut rows = rows;
    // The kings are on the first and last available squares.
    for (row, king) in [(0, 'k'), (rows.len() - 1, 'K')] {
        if let Some(cell) = rows[row].iter_mut().rfind(|cell| **cell == '.') {
            *cell = king;
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row_text(row)).collect();
    let hand = if spec.drops.is_some() { format!("[{}]", "J".repeat(rng.usize(..5))) } else { String::new() };
    let made =
        if spec.counts_promotions { format!(" {}/{}", rng.u8(..12), rng.u8(..6)) } else { String::new() };
    let turn = if rng.bool() { 'w' } else { 'b' };
    format!("{}{hand} {turn} - - 0 1{made}", rows.join("/"))
}

fn made(fen: &str) -> [u32; 2] {
    let field = fen.split(' ').nth(6).and_then(|made| made.split_once('/'));
    field.map_or([0, 0], |(white, black)| [white, black].map(|n| n.parse().expect("a number")))
}

/// Asserts that the core's bound equals that of the slow search, for both sides.
fn bound_as_the_oracle_has_it(variant: Variant) {
    let mut rng = Rng::with_seed(1_858);
    let (mut possible, mut impossible) = (0, 0);
    let start = at_the_start(variant);
    for _ in 0..6_000 {
        let fen = crowd(variant, &mut rng);
        let [white, black] = made(&fen);
        let can =
            |side: bool, made| can_have(Game::from_slug(variant.slug()), &start, &letters(&fen, side), made);
        let expected = [can(true, white), can(false, black)];
        let defects =
            Position::from_fen(variant, &fen).err().map(|error| error.defects().to_vec()).unwrap_or_default();
        let told = Color::BOTH.map(|side| {
            !defects.iter().any(|defect| match defect {
                FenDefect::Material { color, .. } => *color == side,
                FenDefect::TooManyPawns { color, piece, .. } => {
                    *color == side && variant.spec().letter(*piece) == 'P'
                }
                _ => false,
            })
        });
        if expected == [true, true] {
            assert_eq!(told, [true, true], "{fen}: {defects:?}");
            possible += 1;
        } else {
            assert_eq!(told, expected, "{fen}: {defects:?}");
            impossible += 1;
        }
    }
    assert!(possible > 300 && impossible > 300, "{possible} {impossible}");
}

/// Returns all tests.
pub fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for variant in games::all() {
        let name = |what| format!("rules::material::{what}::{}", variant.slug());
        trials.push(Trial::test(name("bound_as_the_oracle_has_it"), move || {
            bound_as_the_oracle_has_it(variant);
            Ok(())
        }));
    }
    trials
}
