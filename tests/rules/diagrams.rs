//! The diagrams of all pieces: their positions are sound, their captions are true, and the piece has the moves that the
//! rules give it, written down here from the rules.

use libtest_mimic::Trial;
use rookery::rules::{
    Color, Diagram, Kind, Move, Position, Spec, Square, SquareSet, Termination, Variant, read_move,
};
use rookery::words::Words;

use testing::check;
use testing::oracle::Board;

/// The letter of a piece, where it goes when it is alone, and where it goes in the telling position.
type Row = (&'static str, &'static str, &'static str);

fn rows(slug: &str) -> &'static [Row] {
    match slug {
        "claustrophobia" => CLAUSTROPHOBIA,
        "prison-break" => PRISON_BREAK,
        "birds-and-ninjas" => BIRDS_AND_NINJAS,
        "squirrel" => SQUIRREL,
        "chess" => CHESS,
        other => panic!("{other} has no rows"),
    }
}

/// Each piece has the moves of its row, and a few tests over all diagrams.
pub fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for variant in Variant::all() {
        for (letter, alone, telling) in rows(variant.slug()) {
            let name = format!("{}::moves::{}::{letter}", module_path!(), variant.slug());
            trials.push(crate::slowest::trial(name, move || {
                the_piece_moves(variant, letter, [alone, telling]);
                Ok(())
            }));
        }
    }
    trials.extend(over_all());
    trials
}

fn over_all() -> Vec<Trial> {
    tests!(
        every_kind_of_every_game_has_its_rows,
        the_shown_piece_stands_there,
        only_a_braked_camel_has_no_moves,
        a_piece_alone_is_not_hindered_by_the_kings,
        telling_positions_are_not_over,
        captions_name_squares_and_pieces_that_are_there,
        captions_promise_mates_and_stalemates_that_are,
    );
    tests()
}

/// Every diagram with its game and its position.
fn all() -> Vec<(&'static Spec, &'static Diagram, Position)> {
    Variant::all()
        .flat_map(|variant| variant.spec().diagrams.iter().map(move |diagram| (variant, diagram)))
        .map(|(variant, diagram)| {
            let position = Position::from_fen(variant, diagram.fen)
                .unwrap_or_else(|error| panic!("{variant}: {}: {error}", diagram.fen));
            assert_eq!(position.fen(), diagram.fen);
            (variant.spec(), diagram, position)
        })
        .collect()
}

/// The moves that the diagram shows.
fn shown(position: &Position, diagram: &Diagram) -> Vec<Move> {
    match diagram.square() {
        Some(square) => position.moves_from(square),
        None => position.legal_moves().into_iter().filter(Move::is_drop).collect(),
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

fn the_piece_moves(variant: Variant, letter: &str, expected: [&str; 2]) {
    let spec = variant.spec();
    let kind = letter.chars().next().and_then(|letter| spec.kind(letter)).expect("a piece of the game");
    for (diagram, expected) in spec.diagrams_of(kind).zip(expected) {
        let position = check::position(variant.slug(), diagram.fen);
        let from = diagram.from;
        // Castling and drops are written whole, other moves without their origin.
        let whole = |mv: &str| if mv.starts_with(['O', 'J']) { mv.to_owned() } else { format!("{from}{mv}") };
        let mut expected: Vec<String> = expected.split_whitespace().map(whole).collect();
        expected.sort();
        assert_eq!(texts(&shown(&position, diagram)), expected, "{letter} in {}", diagram.fen);
        let piece = diagram.square().and_then(|square| position.piece_at(square));
        if piece.is_none_or(|piece| piece.color == position.turn()) {
            let second = Board::from_fen(variant.slug(), diagram.fen).legal_moves();
            for mv in &expected {
                assert!(second.contains(mv), "{mv} in {}: the second generator", diagram.fen);
            }
        }
    }
}

fn every_kind_of_every_game_has_its_rows() {
    for spec in Variant::all().map(Variant::spec) {
        let said: Vec<String> = rows(spec.slug).iter().map(|(letter, ..)| (*letter).to_owned()).collect();
        let mut letters: Vec<String> = spec.letters.iter().map(|(letter, _)| letter.to_string()).collect();
        letters.sort();
        let mut sorted = said.clone();
        sorted.sort();
        assert_eq!(sorted, letters, "{}", spec.slug);
        assert_eq!(spec.diagrams.len(), 2 * spec.letters.len(), "{}", spec.slug);
    }
}

fn the_shown_piece_stands_there() {
    for (spec, diagram, position) in all() {
        match diagram.square() {
            Some(square) => {
                let piece = position.piece_at(square).unwrap_or_else(|| panic!("{}: {square}", diagram.fen));
                assert_eq!(piece.kind, diagram.kind, "{}", diagram.fen);
            }
            None => assert!(spec.drops.is_some() && position.hand(position.turn()) > 0, "{}", diagram.fen),
        }
        let others = position.occupied().len() - usize::from(diagram.square().is_some());
        let kings = if diagram.kind == Kind::King { 1 } else { 2 };
        assert_eq!(diagram.alone, others == kings, "{}", diagram.fen);
    }
}

fn only_a_braked_camel_has_no_moves() {
    for (_, diagram, position) in all() {
        let held = diagram.kind == Kind::Camel && caption(&position, diagram).contains("no moves at all");
        assert_eq!(shown(&position, diagram).is_empty(), held, "{}", diagram.fen);
    }
}

/// The kings of such a diagram are not drawn: wherever else one of them stood, away from the piece, the piece could go
/// nowhere else.
fn a_piece_alone_is_not_hindered_by_the_kings() {
    let mut tried = 0;
    for (spec, diagram, position) in all().into_iter().filter(|(_, diagram, _)| diagram.alone) {
        let dots = texts(&shown(&position, diagram));
        assert!(shown(&position, diagram).iter().all(|mv| mv.victims() == SquareSet::EMPTY));
        let near = |square: Square| {
            diagram.square().is_some_and(|from| {
                from.file().abs_diff(square.file()).max(from.rank().abs_diff(square.rank())) < 2
            })
        };
        for color in Color::BOTH {
            let king = position.king(color);
            if diagram.square() == Some(king) {
                continue;
            }
            for to in (spec.squares & !spec.exits & !position.occupied()).iter().filter(|to| !near(*to)) {
                let Ok(other) = Position::from_fen(position.variant(), &with_king_on(&position, king, to))
                else {
                    continue;
                };
                tried += 1;
                for mv in texts(&shown(&other, diagram)) {
                    assert!(dots.contains(&mv), "{mv} is possible with a king on {to}: {}", diagram.fen);
                }
            }
        }
    }
    assert!(tried > 2_000, "only {tried} places of kings");
}

/// The position with one king elsewhere.
fn with_king_on(position: &Position, king: Square, to: Square) -> String {
    let spec = position.spec();
    let mut text = "w".to_owned();
    for (square, piece) in position.pieces() {
        let letter = spec.letter(piece.kind);
        let letter = if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() };
        text.push_str(&format!(" {letter}{}", if square == king { to } else { square }));
    }
    text.push_str(&format!(" hand={}", "J".repeat(usize::from(position.hand(Color::White)))));
    text.push_str(&format!(" made={}/0", position.promotions(Color::White)));
    check::fen_of(spec.slug, &text)
}

fn telling_positions_are_not_over() {
    for (_, diagram, position) in all().into_iter().filter(|(_, diagram, _)| !diagram.alone) {
        assert_eq!(position.termination(), None, "{}", diagram.fen);
    }
}

fn caption(position: &Position, diagram: &Diagram) -> String {
    Words::english().caption(position.variant(), diagram)
}

/// The words of a caption; a hyphen may join two squares, or two words of a piece's name.
fn words(caption: &str) -> Vec<&str> {
    caption.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty()).collect()
}

fn captions_name_squares_and_pieces_that_are_there() {
    let mut pieces = 0;
    for (spec, diagram, position) in all() {
        let caption = caption(&position, diagram);
        let words = words(&caption);
        for square in words.iter().flat_map(|word| word.split('-')).filter_map(|word| word.parse().ok()) {
            assert!(spec.squares.contains(square), "{square}: {caption}");
        }
        for pair in words.windows(2) {
            let Ok(square) = pair[1].parse::<Square>() else { continue };
            let word = pair[0].to_lowercase();
            // "Bomber f7" and "pawn e5" stand there; "by f8" and "at a4" are no pieces.
            let last = |kind: &Kind| kind.name().to_lowercase().split(' ').next_back() == Some(&word);
            if spec.letters.iter().any(|(_, kind)| last(kind)) {
                let there = position.piece_at(square).map(|piece| piece.kind);
                assert!(there.as_ref().is_some_and(last), "{} {square}: {}", pair[0], caption);
                pieces += 1;
            }
        }
        assert!(
            !caption.contains("  ") && caption.ends_with('.') && caption.chars().count() <= 300,
            "{caption}"
        );
    }
    assert!(pieces > 40, "only {pieces} pieces were named with their squares");
}

fn captions_promise_mates_and_stalemates_that_are() {
    let mut found = 0;
    for (_, diagram, position) in all() {
        let caption = caption(&position, diagram);
        for three in words(&caption).windows(3) {
            if three[1] != "is" || !three[2].ends_with("mate") {
                continue;
            }
            let mv = read_move(&position, three[0]).unwrap_or_else(|error| panic!("{}: {error:?}", three[0]));
            let ended = position.after(&mv).expect("a legal move").termination();
            let fits = match three[2] {
                "checkmate" => ended == Some(Termination::Checkmate(position.turn())),
                "stalemate" => ended == Some(Termination::Stalemate),
                _ => false,
            };
            assert!(fits, "{} in {}: {ended:?}", three[0], diagram.fen);
            found += 1;
        }
    }
    assert!(found >= 3, "only {found} were found");
}
const CLAUSTROPHOBIA: &[Row] = &[
    ("K", "c4 c5 c6 d4 d6 e4 e5 e6", "d6 d7 d8 e8 f8"),
    ("Q", "b3 b4 b5 c3 c5 d3 d4 d5", "c5 c7 d5 d7 e5 e6 e7"),
    ("F", "a2 b2 c2 d2 e2 f1 f7 f8 g2", "c7 d7 e7 f1 f8 g7"),
    ("N", "a3 a5 b2 b6 d2 d6 e3 e5", "c5 c7 d8 f8 g7"),
    ("G", "c2 c6 d3 d5 g2", "a2 a6 b3 d3 d5 e2 e6"),
    ("P", "c3 c4", "c5 e5"),
];

const PRISON_BREAK: &[Row] = &[
    ("K", "a3 a4 a5 b3 b5 c3 c4 c5", "b3 b5 c3 c4 c5"),
    ("I", "c3 c4 c5 d3 d5 e3 e4 e5", "d4 d5 d6 e4 e6 f4 f5 f6"),
    ("F", "a1 a3 a6 a7 a8 b2 c2 d2 e2 f2", "b4 c4 d1 d2 d3 d6 f4"),
    ("N", "b3 b5 c2 c6 e2 e6 f3 f5", "c4"),
    ("G", "b2 b6 c3 c5 e3 e5 f2 f6", "a1 b4 d2 d4 e1 e5"),
    ("P", "c3 c4", "c4"),
];

const BIRDS_AND_NINJAS: &[Row] = &[
    ("K", "c4 c5 c6 d4 d6 e4 e5 e6", "e0 e1 f0 g1 O-Og1 O-Oh1 O-Oi1 O-O-Ob1 O-O-Oc1 O-O-Od1 O-O-Oe1"),
    (
        "Q",
        "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d5 d6 e0 e1 e2 e3 e4 e6 e7 e8 e9 e10 e11 f4 f5 f6 g3 g5 g7 \
             h2 h5 h8 i1 i5 i9 j5 j10",
        "c6 d5 e0 e2 e4 f1 f2 f3 g1 h1 h3 i4 j5",
    ),
    (
        "R",
        "a4 b4 c4 d4 f4 g4 h4 i4 j4 e0 e1 e2 e3 e5 e6 e7 e8 e9 e10 e11",
        "d4 e4 f0 f1 f2 f3 f5 f6 g4 h4 i4 j4",
    ),
    ("B", "a1 a9 b2 b8 c3 c7 d4 d6 f4 f6 g3 g7 h2 h8 i1 i9 j10", "f5 f11 g6 g10 h7 h9 j7 j9"),
    ("N", "c4 c6 d3 d7 f3 f7 g4 g6", "e8 e10 f11 h7 i8 i10"),
    ("F", "e1 e2 e3 e4 e5 e6 e7 e8 e9 e10 e11 f0", "d4 f2 f3 f5 f6 f8 h4"),
    ("G", "c3 c7 d4 d6 f4 f6 g3 g7", "b2 b6 c3 e3 e5 f2 f6"),
    ("P", "e3 e4 e5", "a8 b8 c8"),
    (
        "J",
        "J@a2 J@a3 J@a4 J@a5 J@b2 J@b3 J@b4 J@b5 J@c2 J@c3 J@c4 J@c5 J@d2 J@d3 J@d4 J@d5 J@e2 J@e3 \
             J@e4 J@e5 J@f2 J@f3 J@f4 J@f5 J@g2 J@g3 J@g4 J@g5 J@h2 J@h3 J@h4 J@h5 J@i2 J@i3 J@i4 J@i5 \
             J@j2 J@j3 J@j4 J@j5",
        "d7 f7 f8",
    ),
];

const SQUIRREL: &[Row] = &[
    ("K", "d4 d5 d6 e4 e6 f4 f5 f6", "e2 g1 g2 O-O-Oc2"),
    (
        "Q",
        "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d5 d6 e1 e2 e3 e4 e6 e7 e8 e9 e10 f4 f5 f6 g3 g5 g7 h2 h5 h8 \
             i1 i5 i9 j5 j10",
        "c4 c5 c6 d4 d6 e4 e5 e6",
    ),
    ("R", "a4 b4 c4 d4 f4 g4 h4 i4 j4 e1 e2 e3 e5 e6 e7 e8 e9 e10", "a3 b1 b2 b4 c3 d3 e3 f3 g3 h3 i3 j3"),
    ("B", "a1 a9 b2 b8 c3 c7 d4 d6 f4 f6 g3 g7 h2 h8 i1 i9 j10", "a1 a3 c1 c3 d4 e5"),
    ("N", "c4 c6 d3 d7 f3 f7 g4 g6", "b2 b4 c1 e1 e5 f2 f4"),
    ("S", "c3 c4 c5 c6 c7 d3 d7 e3 e7 f3 f7 g3 g4 g5 g6 g7", "c3 c4 c6 c7 d3 d7 e3 f3 f7 g3 g4 g5 g6 g7"),
    ("C", "b4 b6 d2 d8 f2 f8 h4 h6", ""),
    ("G", "d4 d5 d6 e4 e6 f4 f5 f6", "d4 d5 d6 e4 e6 f4 f5 f6"),
    ("P", "e7 e9 e10b e10r e10s", "d7 e5 e7 f7"),
];

const CHESS: &[Row] = &[
    ("K", "d3 d4 d5 e3 e5 f3 f4 f5", "d1 d2 e2 O-O-Oc1"),
    (
        "Q",
        "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 d8 e3 e4 e5 f2 f4 f6 g1 g4 g7 h4 h8",
        "e2 e4 e5 e6 e7 e8",
    ),
    ("R", "a4 b4 c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 d8", "a4 b4 c4 d1 d2 d3 d5 e4 f4 g4"),
    ("B", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8", "c5 d4 f4 g5 h6"),
    ("N", "b3 b5 c2 c6 e2 e6 f3 f5", "c4 c6 d7 f3 f7 g4 g6"),
    ("P", "e3 e4", "d6 f6"),
];
