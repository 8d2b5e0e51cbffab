//! Writes the file in our format.

use std::collections::BTreeSet;

use super::pawns::{Pawns, Zone};
use super::pieces::Piece;
use super::start::{Board, Castling, Place};
use super::{Conversion, letter_of, short};

/// The squares on which each side wins by arrival.
struct Goals {
    white: Vec<Place>,
    black: Vec<Place>,
    /// The letters of the pieces that win there.
    pieces: String,
    last_reply: bool,
}

impl Conversion {
    /// Returns the file of the section with this name. It is valid only if no fault was reported.
    pub(super) fn file(&mut self, name: &str) -> String {
        let is_royal = self.take_royal_king();
        let Some(board) = self.board(is_royal) else { return String::new() };
        for (place, letter) in &board.pieces {
            if !self.pieces.iter().any(|piece| piece.letter.eq_ignore_ascii_case(letter)) {
                let at = square(*place);
                let text = format!("`startFen`: no piece has the letter {letter}, which stands on {at}.");
                self.fault(self.start_line, text);
                return String::new();
            }
        }
        let castling = self.castling(&board);
        let pawn = self.pawn(&board);
        let pawns = self.pawns(pawn, &board);
        let zone = self.zone(&board);
        let goals = self.goals(&board);
        let mut used: BTreeSet<char> =
            board.pieces.iter().map(|(_, letter)| letter.to_ascii_uppercase()).collect();
        used.extend(pawns.iter().flat_map(|pawns| pawns.to.chars()));
        // A piece that can never occur does not promote.
        let zone = zone.and_then(|mut zone| {
            zone.pieces.retain(|letter| used.contains(&letter));
            (!zone.pieces.is_empty()).then_some(zone)
        });
        used.extend(zone.iter().map(|zone| zone.becomes));
        let ends = self.ends(board.checks, pawn);
        used.extend(ends.kinds().chars());
        used.extend(goals.iter().flat_map(|goals| goals.pieces.chars()));
        let has_king = |king: char| is_royal && board.places(king).next().is_some();
        let royal = (has_king('K'), has_king('k'));
        let ends = if royal == (false, false) { ends } else { ends.without_the_king() };
        let begins = self.pawns_begin(&board);
        self.keep_pieces(&used, pawn, |letter| {
            let places: [BTreeSet<Place>; 2] =
                [letter, letter.to_ascii_lowercase()].map(|letter| board.places(letter).collect());
            places == begins
        });
        let mut file = format!("# The section [{}] of a variants.ini.\n\n", short(name));
        file += &format!("name = {:?}\n", self.title(name));
        file += &format!("start = {:?}\n", board.fen(castling.is_some(), ends.checks.is_some()));
        let named =
            |piece: &Piece| format!("{:?}", piece.of_ours().map_or_else(|| piece.slug(), str::to_owned));
        // Every game of ours has the piece, also where none stands on the board.
        let king = (!self.pieces.iter().any(|piece| piece.key == "king")).then(|| "\"king\"".to_owned());
        let listed: Vec<String> = king.into_iter().chain(self.pieces.iter().map(named)).collect();
        file += &format!("pieces = [{}]\n", listed.join(", "));
        file += &of_board(&board);
        for piece in self.pieces.iter().filter(|piece| piece.of_ours().is_none()) {
            file += &of_piece(piece, pawn);
        }
        file += &pawns.map(|pawns| of_pawns(&pawns, &board)).unwrap_or_default();
        file += &castling.map(|castling| of_castling(&castling, &board)).unwrap_or_default();
        file += &zone.map(|zone| of_zone(&zone)).unwrap_or_default();
        file += &goals.map(|goals| of_goals(&goals)).unwrap_or_default();
        file += &ends.written(royal, pawn);
        file
    }

    /// Returns the name shown to players, derived from the section's name.
    fn title(&mut self, name: &str) -> String {
        let plain =
            |letter: char| if letter.is_alphanumeric() || "-'".contains(letter) { letter } else { ' ' };
        let words: String = name.chars().map(plain).collect();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut letters = words.chars();
        let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        if title.is_empty() {
            self.fault(self.line, "the name of the section has no letter.");
        }
        title
    }

    /// Returns the squares on which pieces win by arrival.
    fn goals(&mut self, board: &Board) -> Option<Goals> {
        let both = self.region("flagRegion", board);
        let white = self.region("flagRegionWhite", board).or_else(|| both.clone());
        let black = self.region("flagRegionBlack", board).or(both);
        let usual = self.letters("flagPiece");
        let pieces =
            ["flagPieceWhite", "flagPieceBlack"].map(|key| self.letters(key).or_else(|| usual.clone()));
        let region = |found: Option<(BTreeSet<Place>, usize)>| -> Vec<Place> {
            found.map(|(region, _)| region.into_iter().collect()).unwrap_or_default()
        };
        let line = white.as_ref().or(black.as_ref()).map(|(_, line)| *line)?;
        let (white, black) = (region(white), region(black));
        let last_reply = self.flag("flagMove", false);
        if white.is_empty() && black.is_empty() {
            return None;
        }
        let every: String = self.pieces.iter().map(|piece| piece.letter).collect();
        let [of_white, of_black] = pieces.map(|found| match found {
            Some((letters, _)) if letters != "*" => letters,
            _ => every.clone(),
        });
        if of_white != of_black && !white.is_empty() && !black.is_empty() {
            self.fault(line, "goals that other pieces of White's reach than of Black's cannot be expressed.");
        }
        let pieces = if white.is_empty() { of_black } else { of_white };
        if last_reply && pieces != "K" {
            let line = self.line_of("flagMove");
            self.fault(line, "`flagMove` cannot be expressed but for kings: `flagPiece` must be k.");
        }
        Some(Goals { white, black, pieces, last_reply })
    }
}

fn square((rank, file): Place) -> String {
    format!("{}{rank}", letter_of(file))
}

/// Lists squares, row by row, in our format.
fn squares(places: impl Iterator<Item = Place>) -> String {
    let mut runs: Vec<(Place, Place)> = Vec::new();
    for place in places {
        match runs.last_mut() {
            Some((_, last)) if (last.0, last.1 + 1) == place => *last = place,
            _ => runs.push((place, place)),
        }
    }
    let written = |(from, to): &(Place, Place)| {
        if from == to { square(*from) } else { format!("{}-{}", square(*from), square(*to)) }
    };
    runs.iter().map(written).collect::<Vec<_>>().join(" ")
}

fn of_board(board: &Board) -> String {
    let Board { files, ranks, .. } = board;
    let mut text = format!("\n[board]\nfiles = {files}\nlast_rank = {ranks}\n");
    if board.holes.is_empty() {
        text += &format!("squares = \"a1-{}\"\n", square((*ranks, *files)));
    } else {
        text += &format!("squares = {:?}\nholes_end_lines = true\n", squares(board.squares()));
    }
    text
}

fn of_piece(piece: &Piece, pawn: Option<char>) -> String {
    let moves = if pawn == Some(piece.letter) { "special:pawn" } else { piece.betza().unwrap_or_default() };
    let mut text = format!(
        "\n[piece.{}]\nname = {:?}\nletter = \"{}\"\nmoves = {moves:?}\n",
        piece.slug(),
        piece.name(),
        piece.letter
    );
    if let Some(drawing) = piece.drawing() {
        text += &format!("drawing = {drawing:?}\n");
    }
    text
}

fn of_pawns(pawns: &Pawns, board: &Board) -> String {
    let mut text = String::new();
    if pawns.steps != [(2, 2)] || pawns.on_first_rank || pawns.en_passant_from.is_some() {
        text += "\n[pawn]\n";
        if pawns.steps != [(2, 2)] {
            text += "steps = 1\n";
        }
        if !pawns.steps.is_empty() && pawns.steps != [(2, 2)] {
            let rows: Vec<String> =
                pawns.steps.iter().map(|(rank, most)| format!("{rank} = {most}")).collect();
            text += &format!("steps_from = {{ {} }}\n", rows.join(", "));
        }
        if pawns.on_first_rank {
            text += "on_first_ranks = true\n";
        }
        if let Some(ranks) = &pawns.en_passant_from {
            text += &format!("en_passant_from = {ranks:?}\n");
        }
    }
    text += "\n[promotion]\n";
    let (white, black) = pawns.ranks;
    if (white, black) != (board.ranks, 1) {
        text += &format!("white = {white}\nblack = {black}\n");
    }
    text + &format!("to = [{:?}]\n", pawns.to)
}

fn of_castling(castling: &Castling, board: &Board) -> String {
    let mut text = "\n[castling]\n".to_owned();
    if castling.black_rank != board.ranks {
        text += &format!("black_rank = {}\n", castling.black_rank);
    }
    let ways: Vec<String> = castling.ways.iter().map(|way| format!("{way:?}")).collect();
    text + &format!("ways = [{}]\n", ways.join(", "))
}

fn of_zone(zone: &Zone) -> String {
    let Zone { pieces, becomes, white, black } = zone;
    let [white, black] = [white, black].map(|places| squares(places.iter().copied()));
    format!("\n[zone]\npieces = {pieces:?}\nbecomes = \"{becomes}\"\nwhite = {white:?}\nblack = {black:?}\n")
}

fn of_goals(goals: &Goals) -> String {
    let Goals { white, black, pieces, last_reply } = goals;
    let mut text = "\n[goal]\nkind = \"arrival\"\n".to_owned();
    if pieces != "K" {
        text += &format!("pieces = {pieces:?}\n");
    }
    if *last_reply {
        text += "last_reply = true\n";
    }
    for (side, places) in [("white", white), ("black", black)] {
        if !places.is_empty() {
            text += &format!("{side} = {:?}\n", squares(places.iter().copied()));
        }
    }
    text
}
