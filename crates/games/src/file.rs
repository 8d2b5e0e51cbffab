//! Parses a game's file into its description and reports all faults of its keys at once, each with its line.
//! Contradictions are reported only if the keys have no faults.
//!
//! A file only states differences from the game that it `extends`; without `extends` it starts from orthodox
//! chess.

pub(crate) mod betza;
pub(crate) mod document;
pub(crate) mod drawings;
mod ends;
mod inherited;
mod near;
mod pieces;
mod shown;
pub(crate) mod weights;

use std::ops::Range;

use document::{Fault, Faults, Switchable, Table, checked_letters};
use rules::piece_type::Special;
use rules::{
    Braker, ByColor, CastlingRow, Dead, Description, Drops, GOALS, Goal, Part, PieceType, Spec, Square,
    ZonePromotion,
};
use toml::de::DeTable;

/// Returns the description of the game with this slug.
pub type OtherGames<'a> = dyn FnMut(&str) -> Option<Description> + 'a;

/// The name of the implicit base game.
const ORTHODOX: &str = "orthodox";
/// Ranks and files of the largest board.
const RANKS: Range<u8> = 0..12;
const FILES: Range<u8> = 1..11;

/// Parses a game's file and returns its description and its specification.
///
/// `others` returns the games that it may extend.
///
/// # Errors
/// All faults of the file, in line order.
pub(crate) fn read(
    slug: &str,
    text: &str,
    others: &mut OtherGames<'_>,
) -> Result<(Description, Spec), Vec<Fault>> {
    let mut faults = Faults::new(text);
    let (document, unreadable) = DeTable::parse_recoverable(text);
    for error in &unreadable {
        faults.add(
            &error.span().unwrap_or_default(),
            format!("this line cannot be read: {}. Write `key = value`, or a [section].", error.message()),
        );
    }
    if !faults.is_empty() {
        return Err(faults.into_sorted());
    }
    let mut file = Table::whole(document.get_ref());
    let mut reader = Reader { faults, others };
    let description = reader.game(slug, &mut file);
    let Reader { mut faults, .. } = reader;
    let weights = file.needed_section("weights", &mut faults);
    let places = Part::ALL.map(|part| file.inner_place(key_of(part), inner_key_of(part)));
    file.end(&mut faults);
    if !faults.is_empty() {
        return Err(faults.into_sorted());
    }
    match Spec::new(&description) {
        Ok(mut spec) => {
            spec.weights = weights.map(|section| weights::read(section, &spec, &mut faults));
            if faults.is_empty() { Ok((description, spec)) } else { Err(faults.into_sorted()) }
        }
        Err(found) => {
            for one in found {
                faults.add(&places[one.part as usize], format!("{}.", one.text));
            }
            Err(faults.into_sorted())
        }
    }
}

/// Returns the key that defines a part of a description.
const fn key_of(part: Part) -> &'static str {
    match part {
        Part::Board => "board",
        Part::Exits => "exits",
        Part::Palaces => "palace",
        Part::Goals => "goal",
        Part::Royal => "king",
        Part::Ends => "ends",
        Part::Explosion => "explosion",
        Part::Kinds => "pieces",
        Part::Pawns => "pawn",
        Part::Promotions => "promotion",
        Part::Zone => "zone",
        Part::Castlings => "castling",
        Part::Drops => "drops",
        Part::Freezer => "freezer",
        Part::Braker => "brake",
        Part::Dead => "insufficient",
        Part::Diagrams => "diagram",
    }
}

/// Returns the key below that one, for a section in which mostly one key is at fault.
const fn inner_key_of(part: Part) -> &'static str {
    match part {
        Part::Board => "squares",
        Part::Promotions => "to",
        Part::Castlings => "ways",
        _ => "",
    }
}

struct Reader<'a, 'b> {
    faults: Faults,
    others: &'a mut OtherGames<'b>,
}

impl Reader<'_, '_> {
    fn game(&mut self, slug: &str, file: &mut Table<'_>) -> Description {
        let base = self.base(slug, file);
        let mut game = base.clone();
        slug.clone_into(&mut game.slug);
        game.name = file.needed("name", &mut self.faults).unwrap_or_default();
        if let Some(family) = file.text("family", &mut self.faults) {
            game.family = family;
        }
        // The build uses this key; a file from elsewhere may omit it.
        file.number("order", 1..u32::MAX, &mut self.faults);
        if let Some(version) = file.number("rules_version", 1..u32::MAX, &mut self.faults) {
            game.rules_version = version;
        }
        if let Some(source) = file.text("source", &mut self.faults) {
            game.source_url = source;
        }
        // A game that extends another one may inherit its start position.
        let start = match game.base {
            Some(_) => file.text("start", &mut self.faults),
            None => file.needed("start", &mut self.faults),
        };
        if let Some(start) = start {
            game.start_fen = start;
        }
        self.pieces(&mut game, file);
        self.board(&mut game, file);
        self.kings(&mut game, file);
        ends::read(&mut game, file, &mut self.faults);
        self.pawns(&mut game, file);
        self.pawns_are_there(&game, file);
        self.hooks(&mut game, file);
        self.diagrams(&base, &mut game, file);
        self.lesson(&base, &mut game, file);
        game
    }

    /// Returns the description that this one starts from.
    fn base(&mut self, slug: &str, file: &mut Table<'_>) -> Description {
        let orthodox = || Description { family: slug.to_owned(), ..Description::orthodox() };
        let Some(name) = file.text("extends", &mut self.faults).filter(|name| name != ORTHODOX) else {
            return orthodox();
        };
        match self.other(&name, &file.place("extends")) {
            Some(base) => Description { base: Some(name), ..base },
            None => orthodox(),
        }
    }

    /// Returns another game by its slug.
    fn other(&mut self, slug: &str, at: &Range<usize>) -> Option<Description> {
        let found = (self.others)(slug);
        if found.is_none() {
            self.faults.add(at, format!("there is no game {slug:?}."));
        }
        found
    }

    fn board(&mut self, game: &mut Description, file: &mut Table<'_>) {
        let Some(mut board) = file.needed_section("board", &mut self.faults) else { return };
        let faults = &mut self.faults;
        if let Some(files) = board.number("files", FILES, faults) {
            game.files = files;
        }
        if let Some(rank) = board.number("first_rank", RANKS, faults) {
            game.first_rank = rank;
        }
        if let Some(rank) = board.number("last_rank", RANKS, faults) {
            game.last_rank = rank;
        }
        if let Some(squares) = board.squares("squares", faults) {
            game.squares = squares;
        }
        if let Some(end) = board.flag("holes_end_lines", faults) {
            game.holes_end_lines = end;
        }
        if game.first_rank > game.last_rank {
            let at = board.place("first_rank");
            faults.add(&at, "`first_rank` must not lie above `last_rank`.");
        }
        if game.base.is_none() {
            game.promotion_rank = ByColor { white: game.last_rank, black: game.first_rank };
            game.black_rank = game.last_rank;
        }
        board.end(faults);
    }

    /// Reads where kings may go, win and castle.
    fn kings(&mut self, game: &mut Description, file: &mut Table<'_>) {
        let faults = &mut self.faults;
        if let Some(exits) = file.squares("exits", faults) {
            game.exits = exits;
        }
        match file.section("palace", faults) {
            Some(Switchable::On(mut palace)) => {
                game.palaces = palace.by_color(faults);
                palace.end(faults);
            }
            Some(Switchable::Off) => game.palaces = ByColor::default(),
            None => {}
        }
        match file.section("goal", faults) {
            Some(Switchable::On(mut goal)) => {
                if let Some(kind) = goal.needed("kind", faults) {
                    game.goal = GOALS.iter().find(|one| one.slug == kind);
                    if game.goal.is_none() {
                        let all: Vec<_> = GOALS.iter().map(|one: &Goal| format!("{:?}", one.slug)).collect();
                        faults.add(&goal.place("kind"), format!("`kind` must be {}.", all.join(" or ")));
                    }
                }
                game.goals = goal.by_color(faults);
                if let Some(pieces) = goal.letters("pieces", faults) {
                    game.goal_pieces = pieces;
                }
                if let Some(reply) = goal.flag("last_reply", faults) {
                    game.last_reply = reply;
                }
                goal.end(faults);
            }
            Some(Switchable::Off) => {
                (game.goal, game.goals) = (None, ByColor::default());
                (game.goal_pieces, game.last_reply) = ("K".to_owned(), false);
            }
            None => {}
        }
        match file.section("castling", faults) {
            Some(Switchable::On(mut castling)) => {
                if let Some(rank) = castling.number("black_rank", RANKS, faults) {
                    game.black_rank = rank;
                }
                if let Some(ways) = castling.texts("ways", faults) {
                    let ways = ways.iter().filter_map(|(way, at)| {
                        let row = castling_row(way);
                        if row.is_none() {
                            faults.add(at, format!("{way:?} must be written like \"Ke1-g1 Rh1-f1\"."));
                        }
                        row
                    });
                    game.castlings = ways.collect();
                }
                if game.start_fen.split(' ').nth(2) == Some("-") {
                    let said = "no castling is possible: `start` has - for castling. Write KQkq there, or take [castling] out.";
                    faults.add(&castling.at(), said);
                }
                castling.end(faults);
            }
            Some(Switchable::Off) => game.castlings = Vec::new(),
            None => {}
        }
    }

    fn pawns(&mut self, game: &mut Description, file: &mut Table<'_>) {
        let faults = &mut self.faults;
        if let Some(mut pawn) = file.needed_section("pawn", faults) {
            if let Some(most) = pawn.number("steps", 1..4, faults) {
                game.pawn.advance = [most; RANKS.end as usize];
            }
            if let Some(rows) = pawn.by_rank("steps_from", 3, faults) {
                for (rank, most) in rows {
                    match game.pawn.advance.get_mut(usize::from(rank)) {
                        Some(steps) => *steps = most,
                        None => faults.add(&pawn.place("steps_from"), format!("there is no rank {rank}.")),
                    }
                }
            }
            if let Some(backs) = pawn.flag("backs", faults) {
                game.pawn.backs = backs;
            }
            if let Some(may) = pawn.flag("on_first_ranks", faults) {
                game.pawn.on_first_ranks = may;
            }
            if let Some(ranks) = pawn.ranks("en_passant_from", RANKS, faults) {
                let is_one = |rank| ranks.contains(&(rank as u8));
                game.pawn.en_passant_from = std::array::from_fn(is_one);
            }
            pawn.end(faults);
        }
        if game.base.is_none() {
            // The default is as in chess, restricted to the pieces of the game.
            let has = |letter: &char| game.kinds.iter().any(|piece| piece.letter == *letter);
            game.promotions = vec!["QRBN".chars().filter(has).collect()];
        }
        if let Some(mut promotion) = file.needed_section("promotion", faults) {
            if let Some(rank) = promotion.number("white", RANKS, faults) {
                game.promotion_rank.white = rank;
            }
            if let Some(rank) = promotion.number("black", RANKS, faults) {
                game.promotion_rank.black = rank;
            }
            if let Some(rows) = promotion.texts("to", faults) {
                let row = |(letters, at): (String, Range<usize>)| checked_letters("to", letters, &at, faults);
                game.promotions = rows.into_iter().map(row).collect();
            }
            promotion.end(faults);
        }
        match file.section("drops", faults) {
            Some(Switchable::On(mut drops)) => {
                for half in ["white_half", "black_half"] {
                    drops.must_have(half, faults);
                }
                let in_hand = drops.number("in_hand", 1..31, faults).unwrap_or(1);
                game.drops = Some(Drops {
                    in_hand,
                    in_all: drops.number("in_all", in_hand..31, faults).unwrap_or(in_hand),
                    squares: drops.by_color(faults),
                    pushes: drops.flag("pushes", faults).unwrap_or_default(),
                    half: ByColor {
                        white: drops.number("white_half", RANKS, faults).unwrap_or_default(),
                        black: drops.number("black_half", RANKS, faults).unwrap_or_default(),
                    },
                });
                drops.end(faults);
            }
            Some(Switchable::Off) => game.drops = None,
            None => {}
        }
    }

    /// Reports pawn keys that have no effect because the game has no pawns.
    fn pawns_are_there(&mut self, game: &Description, file: &Table<'_>) {
        let is_pawn = |piece: &PieceType| piece.movement.special.is_some_and(Special::is_pawn);
        if game.base.is_some() || game.kinds.is_empty() || game.kinds.iter().any(is_pawn) {
            return;
        }
        for key in ["pawn", "promotion"].into_iter().filter(|key| file.has(key)) {
            let said = format!(
                "[{key}] has no effect: it is for `pawn`, `sliding-pawn` and `ninja-pawn` alone. A piece of your own becomes another one by [zone]."
            );
            self.faults.add(&file.place(key), said);
        }
    }

    fn hooks(&mut self, game: &mut Description, file: &mut Table<'_>) {
        let faults = &mut self.faults;
        match file.section("zone", faults) {
            Some(Switchable::On(mut zone)) => {
                zone.must_have("becomes", faults);
                game.zone = Some(ZonePromotion {
                    kinds: zone.letters("pieces", faults).unwrap_or_default(),
                    becomes: zone.letter("becomes", faults).unwrap_or('K'),
                    squares: zone.by_color(faults),
                });
                zone.end(faults);
            }
            Some(Switchable::Off) => game.zone = None,
            None => {}
        }
        match file.letter_or_off("freezer", faults) {
            Some(Switchable::On(letter)) => game.freezer = Some(letter),
            Some(Switchable::Off) => game.freezer = None,
            None => {}
        }
        match file.section("brake", faults) {
            Some(Switchable::On(mut brake)) => {
                brake.must_have("piece", faults);
                let holds_leapers = brake.flag("holds_leapers", faults).unwrap_or_default();
                game.braker = brake.letter("piece", faults).map(|kind| Braker { kind, holds_leapers });
                brake.end(faults);
            }
            Some(Switchable::Off) => game.braker = None,
            None => {}
        }
        match file.section("insufficient", faults) {
            Some(Switchable::On(mut dead)) => {
                game.dead = Some(Dead {
                    lone: dead.letters("lone", faults).unwrap_or_default(),
                    bishops_of_one_colour: dead.flag("bishops_of_one_colour", faults).unwrap_or_default(),
                });
                dead.end(faults);
            }
            Some(Switchable::Off) => game.dead = None,
            None => {}
        }
    }
}

/// Parses `Ke1-g1 Rh1-f1`. Castling towards higher files than the king's is the king's side.
fn castling_row(text: &str) -> Option<CastlingRow> {
    let (king, rook) = text.split_once(' ')?;
    let (king, king_to) = king.strip_prefix('K')?.split_once('-')?;
    let (rook, rook_to) = rook.strip_prefix('R')?.split_once('-')?;
    let all = [king, rook, king_to, rook_to];
    let [king, rook, ..] = all.map(|name| name.parse::<Square>().ok());
    let _ = all.iter().map(|name| name.parse::<Square>().ok()).collect::<Option<Vec<_>>>()?;
    Some(CastlingRow { king_side: rook?.file() > king?.file(), squares: all.map(str::to_owned) })
}
