//! The diagrams of a piece: those of the game's file, and a generated one if a game from a file shows no
//! piece alone.

use rules::{Color, Diagram, Kind, Piece, Position, Spec, Square, Variant};

/// Number of squares near the middle of the board, and of pairs of king squares, that are tried.
const SQUARES: usize = 12;
const PAIRS: usize = 60;

/// Returns the diagrams of a kind of a game, the piece alone first.
///
/// Invalid positions of a game from a file are left out, because they have not been reviewed.
pub fn diagrams(game: Variant, kind: Kind) -> Vec<Diagram> {
    let spec = game.spec();
    let is_sound = |diagram: &&Diagram| {
        let position = Position::from_fen(game, &diagram.fen);
        let stands = |position: &Position| match diagram.square() {
            Some(square) => position.piece_at(square).is_some_and(|piece| piece.kind == kind),
            None => spec.ninja_pawn() == Some(kind),
        };
        !game.is_custom() || position.is_ok_and(|position| stands(&position))
    };
    let mut found: Vec<Diagram> = spec.diagrams_of(kind).filter(is_sound).cloned().collect();
    if game.is_custom() && !found.iter().any(|diagram| diagram.alone) {
        found.splice(0..0, alone(game, kind));
    }
    found
}

/// Generates a diagram of White's piece near the middle of the board, on the square with the most moves.
///
/// It includes something to capture if the piece captures differently than it moves. `None` if no such
/// position is valid.
fn alone(game: Variant, kind: Kind) -> Option<Diagram> {
    let spec = game.spec();
    let middle = |square: &Square| {
        let file = 2 * i32::from(square.file()) - i32::from(spec.files) + 1;
        let rank = 2 * i32::from(square.rank()) - i32::from(spec.first_rank + spec.last_rank);
        file * file + rank * rank
    };
    let mut squares: Vec<Square> = (spec.squares & !spec.exits).iter().collect();
    squares.sort_by_key(middle);
    if spec.piece_type(kind).movement.has_first_moves() {
        // A start square shows all its moves.
        let start = Position::start(game);
        let begins = |square: &Square| start.piece_at(*square) == Some(Piece { color: Color::White, kind });
        squares.sort_by_key(|square| !begins(square));
    }
    let victims = spec.kinds().filter(|one| *one != Kind::KING).map(Some).chain([None]);
    let mut best: Option<(usize, Diagram)> = None;
    for (victim, from) in victims.flat_map(|one| squares.iter().take(SQUARES).map(move |from| (one, *from))) {
        if best.is_some() {
            // A diagram with something to capture is better than one without.
            break;
        }
        for pieces in settings(spec, kind, from, victim) {
            let fen = fen(spec, &pieces);
            let Ok(position) = Position::from_fen(game, &fen) else { continue };
            let moves = position.moves_in_diagram(from).len();
            if moves > best.as_ref().map_or(0, |(most, _)| *most) {
                let diagram = Diagram { kind: spec.letter(kind), from: from.to_string(), fen, alone: true };
                best = Some((moves, diagram));
            }
        }
    }
    best.map(|(_, diagram)| diagram)
}

/// Returns placements of the piece and its victims, with the kings far away in several ways.
fn settings(
    spec: &Spec,
    kind: Kind,
    from: Square,
    victim: Option<Kind>,
) -> impl Iterator<Item = Vec<(Square, char)>> {
    let letter = |color, kind| match color {
        Color::White => spec.letter(kind),
        Color::Black => spec.letter(kind).to_ascii_lowercase(),
    };
    let mut shown = vec![(from, letter(Color::White, kind))];
    if let Some(victim) = victim {
        let there = taken_otherwise(spec, kind, from);
        shown.extend(there.into_iter().map(|square| (square, letter(Color::Black, victim))));
    }
    let mut far: Vec<Square> =
        spec.squares.iter().filter(|square| shown.iter().all(|(at, _)| at != square)).collect();
    far.sort_by_key(|square| std::cmp::Reverse(rules::distance(from, *square)));
    let [white, black] = Color::BOTH.map(|color| letter(color, Kind::KING));
    let white: Vec<Option<(Square, char)>> = if kind == Kind::KING {
        vec![None]
    } else {
        far.iter().map(|square| Some((*square, white))).collect()
    };
    let pairs = white.into_iter().flat_map(move |white| {
        let black = far.clone().into_iter().map(move |square| (square, black));
        black.take(SQUARES).map(move |black| white.into_iter().chain([black]).collect::<Vec<_>>())
    });
    pairs.take(PAIRS).map(move |kings| shown.iter().copied().chain(kings).collect())
}

/// Returns the nearest squares on which a piece captures but to which it does not move.
fn taken_otherwise(spec: &Spec, kind: Kind, from: Square) -> Vec<Square> {
    let movement = &spec.piece_type(kind).movement;
    let steps: Vec<(i8, i8)> = if spec.is_pawn(kind) {
        vec![(-1, 1), (1, 1)]
    } else {
        let rides = movement.rides.iter().filter(|ride| ride.takes && !ride.moves);
        rides.map(|ride| ride.step).collect()
    };
    let to = |(files, ranks): (i8, i8)| {
        let (file, rank) = (from.file().checked_add_signed(files)?, from.rank().checked_add_signed(ranks)?);
        Square::at(file, rank).filter(|square| (spec.squares & !spec.exits).contains(*square))
    };
    let mut squares: Vec<Square> = steps.into_iter().filter_map(to).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Writes these pieces on an otherwise empty board, White to move, as an extended FEN.
fn fen(spec: &Spec, pieces: &[(Square, char)]) -> String {
    let mut rows = Vec::new();
    for row in spec.rows() {
        let (mut text, mut empty) = (String::new(), 0);
        for square in row.map(Some).chain([None]) {
            let sign = match square {
                Some(square) if !spec.squares.contains(square) => Some('*'),
                Some(square) => pieces.iter().find(|(at, _)| *at == square).map(|(_, letter)| *letter),
                None => None,
            };
            if square.is_some() && sign.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.extend(sign);
        }
        rows.push(text);
    }
    let hands = if spec.drops.is_some() { "[]" } else { "" };
    let promotions = if spec.counts_promotions { " 0/0" } else { "" };
    format!("{}{hands} w - - 0 1{promotions}", rows.join("/"))
}
