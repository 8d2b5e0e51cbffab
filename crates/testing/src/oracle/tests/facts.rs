//! Material, ranks, and other plain facts.

use super::super::{Board, Cell, EMPTY, GAMES, Game, Pieces, can_have, cell_text};
use super::{cell, place, state};
use crate::check;
use crate::constructed::letters;

/// The pieces of which a single one, besides the kings, makes a dead position; `None` if no material does.
const DEAD: [(&str, Option<&str>); 20] = [
    ("claustrophobia", None),
    ("prison-break", None),
    ("birds-and-ninjas", Some("NBG")),
    ("squirrel", Some("NBC")),
    ("chess", Some("NB")),
    ("flying-bombers", Some("NB")),
    ("flying-bombers-hangars", Some("")),
    ("flying-bombers-ninja", Some("NB")),
    ("birds-old", Some("NBG")),
    ("birds-extended", Some("NBG")),
    ("birds-second", Some("NBG")),
    ("birds-leaping", Some("NBL")),
    ("birds-scepter", None),
    ("birds-insane", Some("B")),
    ("insane-ninja", Some("NBL")),
    ("insane-ninja-2", Some("NBG")),
    ("ninjutsu", None),
    ("palace-ninja-guards", Some("NBG")),
    ("capture-the-sceptre", None),
    ("hiashatar", Some("NBH")),
];

#[test]
fn dead_material() {
    for (slug, dead) in DEAD {
        let drawn = |text: &str| {
            let mut board = place(slug, text);
            if board.game.counts_promotions() {
                // Enough for a second piece of any kind.
                board.promotions = [4, 4];
            }
            let found = board.state();
            check::state(slug, &board.fen(), &found);
            found == "draw material"
        };
        assert_eq!(drawn("w Kb1 kb8"), dead.is_some(), "{slug}");
        for letter in Game::from_slug(slug).letters().filter(|letter| *letter != b'K') {
            let letter = char::from(letter);
            let expected = dead.is_some_and(|letters| letters.contains(letter));
            assert_eq!(drawn(&format!("w Kb1 kb8 {letter}e4")), expected, "{slug} {letter}");
            let black = letter.to_ascii_lowercase();
            assert_eq!(drawn(&format!("b Kb1 kb8 {black}e5")), expected, "{slug} {black}");
            let two_bishops = slug == "chess" && letter == 'B';
            assert_eq!(drawn(&format!("b Kb1 kb8 {letter}e3 {letter}e7")), two_bishops, "{slug} {letter}");
        }
    }
    state("flying-bombers-ninja", "w Kb1 kb8 hand=j", "ongoing");
    state("birds-insane", "w Kb1 kb8 Be4 hand=J", "ongoing");
    state("birds-second", "w Kb1 kb8 Ge4", "draw material");
}

/// Whether a pawn may stand there. Checks that oracle and core agree.
fn may_stand(slug: &str, letter: u8, white: bool, at: Cell) -> bool {
    let stands = Game::from_slug(slug).may_stand(letter, white, at);
    let mut board = place(slug, "w Kb4 kb6");
    if !board.game.is_hole(at) {
        board.put(at, if white { letter } else { letter.to_ascii_lowercase() });
        assert_eq!(is_accepted(&board), stands, "{}", board.fen());
    }
    stands
}

/// Whether the core accepts the position.
fn is_accepted(board: &Board) -> bool {
    match rules::Position::from_fen(check::variant(board.game.slug), &board.fen()) {
        Ok(position) => {
            assert_eq!(position.fen(), board.fen());
            true
        }
        Err(error) => {
            assert!(!error.defects().is_empty());
            false
        }
    }
}

#[test]
fn ranks_of_pawns() {
    for (slug, first, last) in [
        ("claustrophobia", 2, 7),
        ("prison-break", 2, 7),
        ("birds-and-ninjas", 2, 9),
        ("squirrel", 1, 9),
        ("chess", 2, 7),
        ("flying-bombers", 2, 9),
        ("flying-bombers-hangars", 2, 7),
        ("birds-old", 2, 9),
        ("birds-scepter", 2, 9),
        ("insane-ninja", 2, 9),
        ("ninjutsu", 2, 7),
        ("palace-ninja-guards", 2, 7),
        ("capture-the-sceptre", 2, 7),
        ("hiashatar", 2, 9),
    ] {
        let game = Game::from_slug(slug);
        let (low, high) = game.ranks();
        for rank in low..=high {
            // On the e-file there are no holes between these two ranks.
            let stands = (first..=last).contains(&rank);
            assert_eq!(may_stand(slug, b'P', true, (4, rank)), stands, "{slug} {rank}");
            assert_eq!(may_stand(slug, b'P', false, (4, low + high - rank)), stands, "{slug} {rank}");
        }
    }
    let ninja = |slug, at| may_stand(slug, b'J', true, cell(at));
    for at in ["e0", "f0", "a1", "j1", "a9"] {
        assert!(ninja("birds-scepter", at), "{at}");
        assert_eq!(ninja("birds-second", at), at == "a9", "{at}");
    }
    assert!(!ninja("birds-scepter", "a0") && !ninja("birds-scepter", "a10"));
    assert!(may_stand("birds-scepter", b'J', false, cell("e11")));
    assert!(!ninja("flying-bombers-ninja", "a1") && ninja("flying-bombers-ninja", "a2"));
}

/// Returns the pieces of the start position, and the same with changed counts by letter: `Z2 N0`.
fn army(slug: &str, changes: &str) -> (Pieces, Pieces) {
    let start = letters(Game::from_slug(slug).start, true);
    let mut now = start.clone();
    for change in changes.split_whitespace() {
        now.insert(change.as_bytes()[0], change[1..].parse().expect("a number"));
    }
    (start, now)
}

/// Puts White's pieces on allowed squares, against a lone king that is to move.
fn set_up(slug: &str, pieces: &Pieces) -> Board {
    let game = Game::from_slug(slug);
    let kings: Vec<String> = Board::from_fen(slug, game.start)
        .pieces()
        .into_iter()
        .filter(|(_, letter)| letter.eq_ignore_ascii_case(&b'K'))
        .map(|(at, letter)| format!("{}{}", char::from(letter), cell_text(at)))
        .collect();
    let mut board = place(slug, &format!("b {}", kings.join(" ")));
    for (letter, count) in pieces.iter().filter(|(letter, _)| **letter != b'K') {
        for _ in 0..*count {
            let free = |at: &Cell| board.is_vacant(*at) && game.may_stand(*letter, true, *at);
            let at = board.cells().find(free).expect("room on the board");
            board.put(at, *letter);
        }
    }
    board
}

#[test]
fn what_a_side_can_have() {
    for (slug, changes, possible) in [
        ("birds-insane", "Z2 N1 G1", true),
        ("birds-insane", "Z1", false),
        ("birds-insane", "Z4 N0 G0", true),
        ("birds-insane", "Z5 N0 G0", false),
        ("birds-insane", "Z5 N0 G0 P9", true),
        ("birds-insane", "Z5 N0 G0 J3", true),
        ("birds-insane", "Z3 N1 G2 P9", false),
        ("birds-insane", "Z3 N1 G2 P9 J3", true),
        ("birds-insane", "Z1 N1 Q2", false),
        ("birds-insane", "N3", false),
        ("birds-insane", "N3 P9", true),
        ("ninjutsu", "Z1", false),
        ("ninjutsu", "Z1 P4", true),
        ("ninjutsu", "Z1 W1", true),
        ("ninjutsu", "Z1 G1", true),
        ("ninjutsu", "Z1 N1", false),
        ("ninjutsu", "Z4 W0 G0", true),
        ("ninjutsu", "Z9 W0 G0 P0", true),
        ("ninjutsu", "Z10 W0 G0 P0", false),
        ("flying-bombers-ninja", "J15", true),
        ("flying-bombers-ninja", "J16", false),
        ("flying-bombers-ninja", "Q3 J14", false),
        ("flying-bombers-ninja", "Q3 J13", true),
        ("flying-bombers-ninja", "P1 J10", false),
        ("birds-leaping", "L3 P9", true),
        ("birds-old", "J1 P9", false),
        ("insane-ninja", "Y4 P8", true),
        ("insane-ninja", "Y4 P9", false),
        ("palace-ninja-guards", "G3 P7", true),
        ("hiashatar", "Q2 P9", true),
        ("hiashatar", "R3 P9", false),
        ("hiashatar", "H3 P9", false),
    ] {
        let (start, now) = army(slug, changes);
        assert_eq!(can_have(Game::from_slug(slug), &start, &now, 0), possible, "{slug} {changes}");
        let board = set_up(slug, &now);
        assert_eq!(is_accepted(&board), possible, "{slug} {changes}: {}", board.fen());
    }
}

#[test]
fn starts_are_written_as_they_are_read() {
    for game in &GAMES {
        let board = Board::from_fen(game.slug, game.start);
        assert_eq!(board.fen(), game.start);
        assert_eq!(board.state(), "ongoing");
        for (at, letter) in board.pieces() {
            let upper = letter.to_ascii_uppercase();
            assert!(game.may_stand(upper, letter.is_ascii_uppercase(), at), "{} {at:?}", game.slug);
            assert!(game.letters().any(|known| known == upper));
        }
        // Black mirrors White, except for the kings and queens of Hiashatar.
        let mirrored = board.pieces().into_iter().all(|((file, rank), letter)| {
            let there = board.get((file, game.own_rank(false, rank))).unwrap_or(EMPTY);
            there.eq_ignore_ascii_case(&letter) && there != letter
        });
        assert_eq!(mirrored, game.slug != "hiashatar", "{}", game.slug);
        for hand in board.hand {
            assert_eq!(hand, game.hand());
        }
    }
}

#[test]
fn sizes_of_the_boards() {
    for (slug, squares) in [
        ("claustrophobia", 46),
        ("prison-break", 48),
        ("birds-and-ninjas", 104),
        ("squirrel", 100),
        ("chess", 64),
        ("flying-bombers", 100),
        ("flying-bombers-hangars", 68),
        ("flying-bombers-ninja", 100),
        ("birds-old", 104),
        ("ninjutsu", 46),
        ("palace-ninja-guards", 68),
        ("capture-the-sceptre", 68),
        ("hiashatar", 100),
    ] {
        let game = Game::from_slug(slug);
        let board = Board::from_fen(slug, game.start);
        assert_eq!(board.cells().filter(|at| !game.is_hole(*at)).count(), squares, "{slug}");
    }
}

#[test]
fn seventy_five_moves_end_the_new_games_too() {
    for game in &GAMES {
        let fen = game.start.replace(" 0 1", " 150 200");
        assert_eq!(Board::from_fen(game.slug, &fen).state(), "draw seventy-five", "{}", game.slug);
        check::state(game.slug, &fen, "draw seventy-five");
    }
}
