//! Reads a position from the words and letters of `/board text` only.

use std::collections::{BTreeMap, BTreeSet};

use rookery::rules::{Brake, Color, Kind, Piece, Position, Spec, Square, SquareSet, Variant};

/// The position described by `/board text`. An incomplete text causes a panic or another position.
pub fn position(variant: Variant, text: &str) -> Position {
    let (cells, spec) = (cells(text), variant.spec());
    let (number, turn) = standing(text);
    let mut fen = placement(&cells);
    if spec.drops.is_some() {
        let [white, black] = counts(text, "In hand: ");
        fen.push_str(&format!("[{}{}]", "J".repeat(white), "j".repeat(black)));
    }
    let side = if turn == Color::White { 'w' } else { 'b' };
    fen.push_str(&format!(" {side} {} {} 0 {number}", castling(text, &cells), passed(text)));
    if spec.counts_promotions {
        let [white, black] = counts(text, "Promotions made: ");
        fen.push_str(&format!(" {white}/{black}"));
    }
    Position::from_fen(variant, &fen).unwrap_or_else(|error| panic!("{fen}: {error:?}\n{text}"))
}

/// Checks that repeated statements of the text are consistent, that the picture's description has them too,
/// and that the rules give the same marks.
pub fn agree(position: &Position, text: &str, alt: &str) {
    let stand: BTreeMap<Square, Piece> = position.pieces().collect();
    let marks = Marks::ruled(position);
    for told in [text, alt] {
        assert_eq!(pieces(position.spec(), told), stand, "{told}");
        assert_eq!(Marks::told(told), marks, "{told}");
    }
    let cells = cells(text);
    let [white, black] = marks.brakes;
    for (signs, squares) in
        [("+", marks.palaces[0] | marks.palaces[1]), (">", marks.exits), ("-#", white), ("~#", black)]
    {
        let signed: SquareSet =
            cells.iter().filter(|(_, cell)| signs.contains(sign(cell))).map(|(square, _)| *square).collect();
        assert_eq!(signed, squares, "{signs:?} in\n{text}");
    }
    let list = text.lines().skip(1).take_while(|line| !is_row(&line.trim_start()));
    // Pictures do not show castling rights.
    for line in list.filter(|line| !line.contains("may still castle")) {
        assert!(alt.contains(line), "{line} is not in {alt}");
    }
    assert!(alt.contains(&format!("{} to move", position.turn())), "{alt}");
}

/// The pieces that a text lists: `White: King e1; pawns a2 b2`.
pub fn pieces(spec: &Spec, text: &str) -> BTreeMap<Square, Piece> {
    let sentences: Vec<&str> = text.lines().flat_map(|line| line.split(". ")).collect();
    let mut found = BTreeMap::new();
    for color in Color::BOTH {
        let start = format!("{color}: ");
        let list = sentences.iter().find_map(|sentence| sentence.strip_prefix(start.as_str()));
        let list = list.unwrap_or_else(|| panic!("no list of {color}'s pieces in {text}"));
        for group in list.split("; ") {
            let name: Vec<&str> =
                group.split_whitespace().take_while(|word| squares(word).is_empty()).collect();
            let name = name.join(" ");
            let called =
                |kind: &Kind| name.trim_end_matches('s').eq_ignore_ascii_case(&spec.piece_type(*kind).name);
            let kind = spec.kinds().find(called).unwrap_or_else(|| panic!("{name} in {text}"));
            found.extend(squares(group).iter().map(|square| (square, Piece { color, kind })));
        }
    }
    found
}

/// The marks on a board; the first of two sets is White's.
#[derive(Debug, PartialEq, Eq)]
struct Marks {
    frozen: SquareSet,
    braked: SquareSet,
    exits: SquareSet,
    palaces: [SquareSet; 2],
    brakes: [SquareSet; 2],
}

impl Marks {
    /// The marks by a text.
    fn told(text: &str) -> Self {
        let of = |start: &str| told(text, start).map(squares).unwrap_or_default();
        Self {
            frozen: of("Frozen: "),
            braked: of("Braked: "),
            exits: of("Exits: "),
            palaces: Color::BOTH.map(|color| of(&format!("{color}'s palace: "))),
            brakes: Color::BOTH.map(|color| {
                of(&format!("{color}'s Guard brakes ")) | of(&format!("{color}'s Guards brake "))
            }),
        }
    }

    /// The marks by the rules.
    fn ruled(position: &Position) -> Self {
        let spec = position.spec();
        let hindered = |(square, piece): &(Square, Piece)| {
            let feels = matches!(position.spec().brake(piece.kind), Brake::OneSquare | Brake::Held);
            feels && position.braked(piece.color).contains(*square)
        };
        let is_friend = |square: Square, color: Color| {
            position.piece_at(square).is_some_and(|piece| piece.color == color)
        };
        Self {
            frozen: position.frozen(),
            braked: position.pieces().filter(hindered).map(|(square, _)| square).collect(),
            exits: spec.exits,
            palaces: Color::BOTH.map(|color| spec.palaces[color]),
            brakes: Color::BOTH.map(|color| {
                position.braked(color.other()).iter().filter(|square| !is_friend(*square, color)).collect()
            }),
        }
    }
}

/// The text after these words, up to the end of the sentence.
fn told<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    text.split_once(words)?.1.split(['.', '\n']).next()
}

/// The squares that a text names.
fn squares(text: &str) -> SquareSet {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse::<Square>().ok()).collect()
}

/// The number of the move, and the side to move: `Chess, move 2: White to move.`
fn standing(text: &str) -> (u32, Color) {
    let told = told(text, ", move ").and_then(|told| told.split_once(": "));
    let (number, turn) = told.unwrap_or_else(|| panic!("no number of the move in {text}"));
    let turn = Color::BOTH.into_iter().find(|color| turn.starts_with(color.name()));
    (number.parse().expect("a number"), turn.unwrap_or_else(|| panic!("nobody's turn in {text}")))
}

/// The counts of each side: `White 3 ninja pawns, Black no ninja pawn`.
fn counts(text: &str, words: &str) -> [usize; 2] {
    let told = told(text, words).unwrap_or_else(|| panic!("{words} is not in {text}"));
    Color::BOTH.map(|color| {
        let mut words = told.split([' ', ',']).skip_while(|word| *word != color.name()).skip(1);
        match words.next() {
            Some("no") => 0,
            number => number.and_then(|number| number.parse().ok()).expect("a number"),
        }
    })
}

/// The remaining castling rights in FEN notation, from the squares of the named rooks.
fn castling(text: &str, cells: &BTreeMap<Square, [char; 2]>) -> String {
    let mut rights = String::new();
    for color in Color::BOTH {
        let letter = |upper: char| if color == Color::White { upper } else { upper.to_ascii_lowercase() };
        let king = cells.iter().find(|(_, cell)| cell[1] == letter('K')).map(|(square, _)| square.file());
        let king = king.unwrap_or_else(|| panic!("{color} has no King in {text}"));
        let words = format!("{color} may still castle with the Rook");
        let rooks = told(text, &words).map(squares).unwrap_or_default();
        rights.extend(rooks.iter().any(|rook| rook.file() > king).then(|| letter('K')));
        rights.extend(rooks.iter().any(|rook| rook.file() < king).then(|| letter('Q')));
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// The squares passed by the last move, in this order, if it was a Pawn's advance.
fn passed(text: &str) -> String {
    let last = told(text, "Last move, ").and_then(|last| last.split_once(": Pawn ")).map(|(_, last)| last);
    let last = last.filter(|last| !last.contains("promotes")).and_then(|last| last.split_once('-'));
    let Some((from, to)) = last else { return "-".to_owned() };
    let [from, to] = [from, to].map(|end| squares(end).first().unwrap_or_else(|| panic!("{end} in {text}")));
    let ranks: Vec<u8> = if from.rank() < to.rank() {
        (from.rank() + 1..to.rank()).collect()
    } else {
        (to.rank() + 1..from.rank()).rev().collect()
    };
    if from.file() != to.file() || ranks.is_empty() {
        return "-".to_owned();
    }
    ranks.iter().map(|rank| format!("{}{rank}", from.file_letter())).collect::<Vec<_>>().concat()
}

/// True for a line of the board in letters.
fn is_row(line: &&str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit())
}

/// The board in letters, from either side: for each square the sign before it and its letter.
fn cells(text: &str) -> BTreeMap<Square, [char; 2]> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).skip_while(|line| !is_row(line)).collect();
    let rows: Vec<&str> = lines.iter().copied().take_while(is_row).collect();
    let files = lines.get(rows.len()).copied().unwrap_or_default();
    let mut found = BTreeMap::new();
    for row in rows {
        let (rank, row) = row.split_once(' ').unwrap_or_else(|| panic!("an empty row in {text}"));
        let letters: Vec<char> = row.chars().collect();
        for (file, cell) in files.split_whitespace().zip(letters.chunks(2)) {
            if let (Ok(square), [before, letter]) = (format!("{file}{rank}").parse::<Square>(), cell) {
                found.insert(square, [*before, *letter]);
            }
        }
    }
    found
}

/// The sign of a square: in the letter's place if it is empty, else before the piece.
fn sign([before, letter]: &[char; 2]) -> char {
    if letter.is_ascii_alphabetic() { *before } else { *letter }
}

/// The board in letters as FEN; a place without a piece or a sign is not a square.
pub fn placement(cells: &BTreeMap<Square, [char; 2]>) -> String {
    let files: BTreeSet<u8> = cells.keys().map(|square| square.file()).collect();
    let ranks: BTreeSet<u8> = cells.keys().map(|square| square.rank()).collect();
    let mut rows = Vec::new();
    for rank in ranks.iter().rev() {
        let (mut row, mut empty) = (String::new(), 0);
        for file in &files {
            let cell = Square::at(*file, *rank).and_then(|square| cells.get(&square));
            let letter = cell.map_or(' ', |cell| cell[1]);
            if letter != ' ' && !letter.is_ascii_alphabetic() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            row.push(if letter == ' ' { '*' } else { letter });
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        rows.push(row);
    }
    rows.join("/")
}
