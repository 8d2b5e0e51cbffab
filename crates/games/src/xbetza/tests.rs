use std::fs;
use std::path::Path;

use rules::piece_type::{Movement, Ride};
use rules::{Color, Position, Variant};

use super::xbetza;
use crate::file::betza;
use crate::{all, of_file};

/// The games of files, in the order of their names, and those of the bot.
fn games() -> Vec<Variant> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [here.join("../../docs/own-games"), here.join("tests/games")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let game = |file: &std::path::PathBuf| {
        let text = fs::read_to_string(file).expect("a file that can be read");
        let slug = file.file_stem().expect("a name").to_string_lossy().into_owned();
        of_file(&slug, &text).unwrap_or_else(|refused| panic!("{slug}: {refused:?}"))
    };
    files.iter().map(game).chain(all()).collect()
}

/// All rides of a movement, in order.
fn rides(movement: &Movement) -> Vec<((i8, i8), u8, [bool; 3])> {
    let leaps = movement.leaps.iter().map(|step| (*step, 1, [true, true, false]));
    let lines = movement.lines.iter().map(|line| (line.steps(), movement.range, [true, true, false]));
    let rides = movement.rides.iter().map(|ride| {
        let Ride { step, most, moves, takes, at_first } = *ride;
        (step, most, [moves, takes, at_first])
    });
    let mut all: Vec<_> = leaps.chain(lines).chain(rides).collect();
    all.sort_unstable();
    all
}

/// The board of a diagram, as the first field of a FEN: its pieces and holes.
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

/// The first field of a FEN with each empty square by itself, without a hand.
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

/// The pieces of a diagram read back move as those of the game, or it is said that they do not.
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
            let read = betza::movement(moves).unwrap_or_else(|why| panic!("{game} {moves}: {why}"));
            assert_eq!(rides(&read), rides(&piece.movement), "{game} {moves}");
            pieces += 1;
        }
    }
    assert!(pieces > 150, "{pieces}");
}

/// Every set of directions is written so that it is read back.
#[test]
fn every_direction_is_written() {
    for (letter, atom) in betza::ATOMS {
        let steps = betza::steps("", atom).expect("all directions");
        for set in 1_u32..1 << steps.len() {
            let wanted = steps.iter().enumerate().filter(|(number, _)| set >> number & 1 == 1);
            let ride = |(_, step): (usize, &(i8, i8))| Ride {
                step: *step,
                most: 3,
                moves: true,
                takes: false,
                at_first: set % 2 == 1,
            };
            let rides: Vec<Ride> = wanted.map(ride).collect();
            let movement = Movement {
                rides: rides.into(),
                leaps: [].as_slice().into(),
                ..rules::piece_type::KNIGHT.movement.clone()
            };
            let text = super::moves::written(&movement);
            let read = betza::movement(&text).unwrap_or_else(|why| panic!("{letter} {text}: {why}"));
            assert_eq!(self::rides(&read), self::rides(&movement), "{text}");
        }
    }
}

/// The table says of each game what a diagram cannot express.
#[test]
fn what_is_not_expressed_is_named() {
    let mut table = String::new();
    for game in games() {
        table += &format!("{}: {}\n", game.slug(), xbetza(game).lacking.join(" "));
    }
    assert_eq!(table, include_str!("../../tests/converted/xbetza.txt"));
}

#[test]
fn chess_is_a_diagram() {
    let chess = all().find(|game| game.slug() == "chess").expect("a game");
    let diagram = xbetza(chess);
    assert!(diagram.lacking.is_empty());
    let squares = |rank: u8| ('a'..='h').map(|file| format!("{file}{rank}")).collect::<Vec<_>>().join(",");
    let pawns = format!("Pawn:P:fmWfceFifmnD::{}:{}", squares(2), squares(7));
    let expected = format!(
        "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QRBN\nsymmetry=none\nroyal=2\n{pawns}\nKing:K:WFisO2::e1:e8\nQueen:Q:RB::d1:d8\nRook:R:R::a1,h1:a8,h8\nBishop:B:B::c1,f1:c8,f8\nKnight:N:N::b1,g1:b8,g8\n"
    );
    assert_eq!(diagram.definition, expected);
    assert_eq!(Position::start(chess).turn(), Color::White);
}
