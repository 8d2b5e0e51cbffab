//! Perft tables: text files in `crates/rules/tests/perft`, and the counts among the checks of each game.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rules::{Position, Variant, perft};

use testing::checks::{Perft, checks};
use testing::oracle::Board;

/// One line of a table.
struct Row {
    variant: String,
    fen: String,
    /// Leaves at depth 1, 2, ..., each with whether the second generator is fast enough to count them too.
    counts: Vec<(u64, bool)>,
}

fn read_row(line: &str) -> Row {
    let [variant, fen, counts] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
        panic!("a row has three columns: {line}");
    };
    let counts = counts
        .split_whitespace()
        .map(|word| (word.trim_end_matches('!').parse().expect("a count"), !word.ends_with('!')))
        .collect();
    Row { variant: variant.to_owned(), fen: fen.to_owned(), counts }
}

fn check(row: &Row) -> Result<(), Failed> {
    let variant = games::from_slug(&row.variant).ok_or("no such game")?;
    let position = Position::from_fen(variant, &row.fen).map_err(|error| error.to_string())?;
    let board = Board::from_fen(&row.variant, &row.fen);
    for (depth, &(expected, slow_too)) in (1..).zip(&row.counts) {
        let core = perft(&position, depth);
        if core != expected {
            return Err(format!("depth {depth}: expected {expected}, the core counts {core}").into());
        }
        let slow = if slow_too { board.perft(depth) } else { expected };
        if slow != expected {
            return Err(format!("depth {depth}: expected {expected}, the slow one counts {slow}").into());
        }
    }
    Ok(())
}

/// Returns the counts from the folder of a game.
fn rows_of_game(game: Variant) -> Vec<Row> {
    let row = |perft: &Perft| Row {
        variant: game.slug().to_owned(),
        fen: perft.fen.clone(),
        counts: perft.counts.iter().map(|count| (*count, true)).collect(),
    };
    checks(game).perft.iter().map(row).collect()
}

/// Returns a test for each row of each table.
pub fn tests() -> Vec<Trial> {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut trials = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(tables)
        .expect("the tables are there")
        .map(|file| file.expect("an entry").path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a table is text");
        for (n, line) in (1..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let row = read_row(line);
            let name = format!("rules::perft::{}:{n}", file.file_name().expect("a name").to_string_lossy());
            trials.push(Trial::test(name, move || check(&row)));
        }
    }
    for game in games::all() {
        for (n, row) in (1..).zip(rows_of_game(game)) {
            trials.push(Trial::test(format!("rules::perft::{}:{n}", game.slug()), move || check(&row)));
        }
    }
    trials
}
