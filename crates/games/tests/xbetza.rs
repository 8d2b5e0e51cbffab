//! Tests games as Interactive Diagrams: the result reads back, and rules that are not expressed are listed.

#[path = "converted/rides.rs"]
mod rides;

use std::fs;
use std::path::{Path, PathBuf};

use games::{all, of_file, xbetza};
use rides::rides;
use rules::piece_type::Movement;
use rules::{Kind, Position, Variant};
use testing::checks::checks;

/// Returns the games from files, sorted by name, and the bot's games.
fn games() -> Vec<Variant> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [here.join("../../docs/own-games"), here.join("tests/games")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let game = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("a file that can be read");
        let slug = file.file_stem().expect("a name").to_string_lossy().into_owned();
        of_file(&slug, &text).unwrap_or_else(|refused| panic!("{slug}: {refused:?}"))
    };
    files.iter().map(game).chain(all()).collect()
}

/// Returns the board of a diagram as the first field of a FEN: its pieces and holes.
fn board(definition: &str) -> String {
    let number = |key: &str| -> usize {
        let found = definition.lines().find_map(|line| line.strip_prefix(key)).expect(key);
        found.parse().expect("a number")
    };
    let mut rows = vec![vec!['1'; number("files=")]; number("ranks=")];
    for line in definition.lines().filter(|line| line.contains(':')) {
        let fields: Vec<&str> = line.split(':').collect();
        let letter = fields[1].chars().next().unwrap_or('*');
        for (squares, letter) in fields[4..].iter().zip([letter, letter.to_ascii_lowercase()]) {
            for square in squares.split(',').filter(|square| !square.is_empty()) {
                let (file, rank) = square.split_at(1);
                let rank: usize = rank.parse().expect("a rank");
                rows[rank - 1][usize::from(file.as_bytes()[0] - b'a')] = letter;
            }
        }
    }
    let rows: Vec<String> = rows.iter().rev().map(|row| row.iter().collect()).collect();
    rows.join("/")
}

/// Returns the first field of a FEN without the hand, one digit per empty square.
fn plain(fen: &str) -> String {
    let board = fen.split([' ', '[']).next().expect("a field");
    let mut text = String::new();
    let mut digits = String::new();
    for letter in board.chars().chain(['/']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        text += &"1".repeat(digits.parse().unwrap_or_default());
        digits.clear();
        text.push(letter);
    }
    text.trim_end_matches('/').to_owned()
}

/// Returns the movement of these letters in our file format.
fn read(moves: &str, is_king: bool) -> Movement {
    let (pieces, letter) = if is_king { ("\"one\"", 'K') } else { ("\"king\", \"one\"", 'O') };
    let text = format!(
        "name = \"A game\"\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\npieces = [{pieces}]\n[piece.one]\nname = \"One\"\nletter = \"{letter}\"\nmoves = \"{moves}\"\n"
    );
    let game = of_file("one", &text).unwrap_or_else(|refused| panic!("{moves}: {refused:?}"));
    game.spec().piece_types().last().expect("a piece").movement.clone()
}

/// The pieces of a diagram read back with the game's movement, or the difference is listed.
#[test]
fn what_is_written_is_read_back() {
    let mut pieces = 0;
    for game in games() {
        let diagram = xbetza(game);
        assert_eq!(board(&diagram.definition), plain(&Position::start(game).fen()), "{game}");
        for piece in game.spec().piece_types() {
            let begin = format!("{}:{}:", piece.name, piece.letter);
            let line = diagram.definition.lines().find_map(|line| line.strip_prefix(&begin));
            let moves = line.and_then(|line| line.split(':').next()).expect("a line");
            if piece.movement.special.is_some() {
                continue;
            }
            let moves = moves.split_once("isO").map_or(moves, |(moves, _)| moves);
            let read = read(moves, piece.letter == game.spec().letter(Kind::KING));
            assert_eq!(rides(&read), rides(&piece.movement), "{game} {moves}");
            pieces += 1;
        }
    }
    assert!(pieces > 150, "{pieces}");
}

/// The table lists what a diagram cannot express for each game from a file; each of the bot's games has it in
/// its checks.
#[test]
fn what_is_not_expressed_is_named() {
    let lacking = |game| xbetza(game).lacking.join(" ");
    let (ours, others): (Vec<Variant>, Vec<Variant>) =
        games().into_iter().partition(|game| all().any(|one| one == *game));
    for game in ours {
        assert_eq!(lacking(game), checks(game).export_lacks, "{game}");
    }
    let mut table = String::new();
    for game in others {
        table += &format!("{}: {}\n", game.slug(), lacking(game));
    }
    assert_eq!(table, include_str!("converted/xbetza.txt"));
}
