//! What can stand on a board: the bound and its sentences.

use fastrand::Rng;
use libtest_mimic::Trial;
use rookery::rules::{Color, FenDefect, Kind, Position, Variant};

use super::check::{accepts, defects, sentences};
use super::constructed::{at_the_start, letters, row_text};
use crate::oracle::{Game, can_have};

const C: &str = "chess";
const B: &str = "birds-and-ninjas";
const CL: &str = "claustrophobia";
const P: &str = "prison-break";
const S: &str = "squirrel";

mod bounds {
    use super::{B, C, CL, P, S, accepts, defects, sentences};

    sentences! {
        "nine Queens are one and eight promoted pawns" => accepts(C, "4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 b - - 0 1");
        "ten are one too many" => defects(C, "4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 w - - 0 1",
            "White has 10 Queens (1 at the start): that takes 9 promotions, and White lacks 8 pawns");
        "each pawn left is a promotion less" => defects(C, "4k3/8/8/8/8/7P/QQQQQQQQ/Q3K3 w - - 0 1", "White lacks 7 pawns");
        "all kinds count together" => defects(C, "qqqqk3/nnn5/rrr5/bbbb4/pp6/8/8/4K3 w - - 0 1",
            "Black has 4 Queens (1 at the start), 3 Rooks (2 at the start), 4 Bishops (2 at the start) and 3 Knights (2 at the start)");
        "no more ordinary pawns than at the start" => defects(C, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns; 8 at most");
        "Petrovic's 218 moves" => accepts(C, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
        "ninja pawns promote too" =>
            accepts(B, "****2****/7k2/10/10/10/10/QQQQQQQQQQ/QQQQQ5/10/10/2K7/****2****[] b - - 0 1");
        "but not those still in hand" =>
            defects(B, "****2****/7k2/10/10/10/10/QQQQQQQQQQ/QQQQQ5/10/10/2K7/****2****[J] w - - 0 1", "White lacks 13 pawns");
        "Claustrophobia: what is there at the start" => accepts(CL, "5k*/7/5**/5**/5**/5**/PPPPPQN/FFNGGK* b - - 0 1");
        "Claustrophobia: a second Queen-Guard needs a pawn" => defects(CL, "5k*/7/5**/5**/QQQ2**/5**/PPPPP2/5K* w - - 0 1", "3 Queen-Guards");
        "Prison Break: an eighth Ice Queen" => defects(P, "5k/6/6/6/6/IIIIII/II4/5K w - - 0 1", "8 Ice Queens (1 at the start)");
        "Prison Break: seven" => accepts(P, "5k/6/6/6/6/IIIIII/I5/5K w - - 0 1");
        "Squirrel: the first promotion gives no Queen" =>
            defects(S, "9k/10/10/10/10/10/QQ8/10/10/9K w - - 0 1 1/0", "the 1 promotion made cannot give that");
        "Squirrel: the third does" => accepts(S, "9k/10/10/10/10/10/QQ8/10/10/9K w - - 0 1 3/0");
        "Squirrel: a third Queen only from the fourth" =>
            defects(S, "9k/10/10/10/10/10/QQQ7/10/10/9K w - - 0 1 3/0", "the 3 promotions made cannot give that");
        "Squirrel: one of each of the first three" => accepts(S, "9k/10/10/10/10/10/QQGGGRRR2/10/10/9K b - - 0 1 3/0");
        "Squirrel: Black's promotions do not count for White" =>
            defects(S, "9k/10/10/10/10/10/QQ8/10/10/9K w - - 0 1 0/3", "the 0 promotions made cannot give that");
    }
}

/// A crowd of random pieces, pawns apart from their forbidden ranks; often more than can be.
fn crowd(variant: Variant, rng: &mut Rng) -> String {
    let spec = variant.spec();
    let kinds: Vec<char> =
        spec.letters.iter().map(|(letter, _)| *letter).filter(|c| !"KJ".contains(*c)).collect();
    let few = [kinds[rng.usize(..kinds.len())], kinds[rng.usize(..kinds.len())]];
    let density = rng.usize(1..=100);
    let rows: Vec<Vec<char>> = spec
        .rows()
        .map(|row| {
            let cell = |square: rookery::rules::Square| {
                // Where pawns of both sides may stand; the kings have the ranks beyond to themselves.
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
    // The kings stand on the first and last squares that there are.
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

/// The core's bound is that of the slow search, on both sides of it.
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
                FenDefect::TooManyPawns { color, kind, .. } => *color == side && *kind == Kind::Pawn,
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

/// All of them.
pub fn tests() -> Vec<Trial> {
    let mut trials = bounds::tests();
    for variant in Variant::all() {
        let name = |what| format!("rules::material::{what}::{}", variant.slug());
        trials.push(Trial::test(name("bound_as_the_oracle_has_it"), move || {
            bound_as_the_oracle_has_it(variant);
            Ok(())
        }));
    }
    trials
}
