//! The diagrams of all pieces: their positions are valid, their captions are true, and the piece has the
//! moves listed in its game's folder, which are derived from the rules.

use libtest_mimic::Trial;
use rookery::games;
use rookery::rules::{
    Color, Diagram, Move, PieceType, Position, Spec, Square, SquareSet, Termination, Variant, read_move,
};
use rookery::words::Words;

use testing::check;
use testing::oracle::Board;

/// A piece's letter, its destinations when alone, and those in the illustrative position.
type Row = [String; 3];

/// The rows from the game's folder.
fn rows(slug: &str) -> Vec<Row> {
    let file = format!("{}/crates/games/{slug}/diagrams.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let row = |line: &str| -> Row {
        let parts: Vec<String> = line.split('|').map(|part| part.trim().to_owned()).collect();
        parts.try_into().unwrap_or_else(|_| panic!("{file}: {line}"))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

/// A test per piece that it has the moves of its row, and a few over all diagrams.
pub fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for variant in games::all() {
        for [letter, alone, telling] in rows(variant.slug()) {
            let name = format!("{}::moves::{}::{letter}", module_path!(), variant.slug());
            trials.push(crate::slowest::trial(name, move || {
                the_piece_moves(variant, &letter, [&alone, &telling]);
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
    games::all()
        .flat_map(|variant| variant.spec().diagrams().map(move |diagram| (variant, diagram)))
        .map(|(variant, diagram)| {
            let position = Position::from_fen(variant, &diagram.fen)
                .unwrap_or_else(|error| panic!("{variant}: {}: {error}", diagram.fen));
            assert_eq!(position.fen(), diagram.fen);
            (variant.spec(), diagram, position)
        })
        .collect()
}

/// The moves shown by the diagram.
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
        let position = check::position(variant.slug(), &diagram.fen);
        let from = &diagram.from;
        // Castling and drops are written in full, other moves without their origin.
        let whole = |mv: &str| if mv.starts_with(['O', 'J']) { mv.to_owned() } else { format!("{from}{mv}") };
        let mut expected: Vec<String> = expected.split_whitespace().map(whole).collect();
        expected.sort();
        assert_eq!(texts(&shown(&position, diagram)), expected, "{letter} in {}", diagram.fen);
        let piece = diagram.square().and_then(|square| position.piece_at(square));
        if piece.is_none_or(|piece| piece.color == position.turn()) {
            let second = Board::from_fen(variant.slug(), &diagram.fen).legal_moves();
            for mv in &expected {
                assert!(second.contains(mv), "{mv} in {}: the second generator", diagram.fen);
            }
        }
    }
}

fn every_kind_of_every_game_has_its_rows() {
    for spec in games::all().map(Variant::spec) {
        let said: Vec<String> = rows(&spec.slug).into_iter().map(|[letter, ..]| letter).collect();
        let mut letters: Vec<String> = spec.letters().map(|letter| letter.to_string()).collect();
        letters.sort();
        let mut sorted = said.clone();
        sorted.sort();
        assert_eq!(sorted, letters, "{}", spec.slug);
        assert_eq!(spec.diagrams().count(), 2 * spec.piece_types().len(), "{}", spec.slug);
    }
}

fn the_shown_piece_stands_there() {
    for (spec, diagram, position) in all() {
        match diagram.square() {
            Some(square) => {
                let piece = position.piece_at(square).unwrap_or_else(|| panic!("{}: {square}", diagram.fen));
                assert_eq!(spec.letter(piece.kind), diagram.kind, "{}", diagram.fen);
            }
            None => assert!(spec.drops.is_some() && position.hand(position.turn()) > 0, "{}", diagram.fen),
        }
        let others = position.occupied().len() - usize::from(diagram.square().is_some());
        let kings = if diagram.kind == 'K' { 1 } else { 2 };
        assert_eq!(diagram.alone, others == kings, "{}", diagram.fen);
    }
}

fn only_a_braked_camel_has_no_moves() {
    for (_, diagram, position) in all() {
        let held = diagram.kind == 'C' && caption(&position, diagram).contains("no moves at all");
        assert_eq!(shown(&position, diagram).is_empty(), held, "{}", diagram.fen);
    }
}

/// The kings of such a diagram are not drawn: wherever else one of them is, away from the piece, the piece's
/// moves are the same.
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
            let king = position.king(color).expect("a royal king");
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

/// The position with one king moved.
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
    check::fen_of(&spec.slug, &text)
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
            // "Bomber f7" and "pawn e5" name pieces; "by f8" and "at a4" do not.
            let last = |piece: &PieceType| piece.name.to_lowercase().split(' ').next_back() == Some(&word);
            if spec.piece_types().iter().any(last) {
                let there = position.piece_type_at(square);
                assert!(there.is_some_and(last), "{} {square}: {}", pair[0], caption);
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
