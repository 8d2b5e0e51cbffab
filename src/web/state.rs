//! The data of a page: a game as plain JSON, including every text.

use std::collections::BTreeMap;

use serde::Serialize;

use super::actions::{self, Action};
use super::prepared::Prepared;
use super::reader::{Reader, plain};
use crate::app::{PageChoices, PageHolds, PagePlayer, PageThen, PageView, PageWays, PastRow, Seat};
use crate::render::{self, BoardView};
use crate::rules::{ByColor, Color, DescribedMove, PieceType, Square, Variant};
use crate::words::{LegendLine, PagePerson};

/// A game as a page shows it.
#[derive(Serialize)]
pub struct State {
    pub(super) rev: i64,
    pub(super) position: i64,
    pub(super) now: i64,
    /// The kind of lesson or puzzle. `None` in a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    /// The place for the page's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<String>,
    pub(super) game: GameName,
    pub(super) says: String,
    pub(super) you: Option<&'static str>,
    pub(super) turn: &'static str,
    pub(super) over: bool,
    pub(super) yours: bool,
    pub(super) players: ByName<String>,
    pub(super) clock: Option<Clock>,
    pub(super) chat: Option<String>,
    pub(super) look: Look,
    pub(super) files: String,
    pub(super) ranks: [u8; 2],
    pub(super) board: Board,
    pub(super) moves: Vec<Move>,
    pub(super) held: BTreeMap<String, String>,
    pub(super) list: Vec<Row>,
    pub(super) legend: Vec<Legend>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<Noted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) prepared: Option<Prepared>,
    pub(super) first: u32,
    pub(super) ply: u32,
    pub(super) actions: Vec<Action>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<BTreeMap<String, String>>,
}

/// An earlier position.
#[derive(Serialize)]
pub struct Then {
    pub(super) rev: i64,
    pub(super) ply: u32,
    pub(super) says: String,
    pub(super) board: Board,
}

#[derive(Serialize)]
pub(super) struct GameName {
    name: String,
    slug: &'static str,
}

/// A value for each side.
#[derive(Serialize)]
pub(super) struct ByName<T> {
    pub(super) white: T,
    pub(super) black: T,
}

#[derive(Serialize)]
pub(super) struct Clock {
    side: &'static str,
    deadline: i64,
}

#[derive(Serialize)]
pub(super) struct Look {
    theme: &'static str,
    side: &'static str,
    coordinates: bool,
}

#[derive(Serialize)]
pub(super) struct Board {
    squares: Vec<Cell>,
    hands: Option<Hands>,
    captured: ByName<Vec<(&'static str, u8)>>,
    /// The side with more material, and the difference in pawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    ahead: Option<(&'static str, i32)>,
}

/// The meaning of a mark.
#[derive(Serialize)]
pub(super) struct Legend {
    mark: &'static str,
    says: String,
}

#[derive(Serialize)]
struct Cell {
    at: String,
    ground: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<&'static str>,
    /// The piece's kind, if its drawing does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<&'static str>,
    name: String,
    /// The piece and its square, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    called: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<&'static str>,
}

#[derive(Serialize)]
struct Hands {
    piece: &'static str,
    pub(super) white: u8,
    pub(super) black: u8,
}

#[derive(Serialize)]
pub(super) struct Move {
    #[serde(rename = "move")]
    text: String,
    from: Option<String>,
    to: String,
    /// The square of the rook with which it castles.
    #[serde(skip_serializing_if = "Option::is_none")]
    rook: Option<String>,
    takes: Vec<String>,
    pub(super) says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    becomes: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

/// The possible moves of a piece.
#[derive(Serialize)]
pub struct Ways {
    says: String,
    moves: Vec<Move>,
    prepares: bool,
}

#[derive(Serialize)]
pub(super) struct Row {
    n: u32,
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
}

impl Look {
    pub(super) fn new(look: render::Look, board: &BoardView) -> Self {
        Self { theme: look.theme.name(), side: board.side.slug(), coordinates: look.coordinates }
    }
}

/// Returns the letters of the files.
pub(super) fn files(game: Variant) -> String {
    let last = game.spec().squares.iter().map(Square::file).max().unwrap_or(0);
    ('a'..='z').take(usize::from(last) + 1).collect()
}

pub(super) fn ranks(game: Variant) -> [u8; 2] {
    let spec = game.spec();
    [spec.first_rank, spec.last_rank]
}

/// A player's note on a position.
#[derive(Serialize)]
pub(super) struct Noted {
    ply: u32,
    /// The place in the game that it is about.
    at: String,
    says: String,
}

/// Returns the list of moves.
pub(super) fn list(rows: &[PastRow]) -> Vec<Row> {
    let row =
        |row: &PastRow| Row { n: row.number, white: row.moves.white.clone(), black: row.moves.black.clone() };
    rows.iter().map(row).collect()
}

impl Reader {
    /// Builds the state of a page.
    ///
    /// `chats` is the base address of the chats. `has_all`: the page opens all games of its reader.
    /// `with_texts`: includes the page's own texts.
    pub fn state(self, page: &PageView, (chats, has_all): (Option<&str>, bool), with_texts: bool) -> State {
        let (view, words) = (&page.view, self.words);
        let game = &*view.game_now;
        let naming = |what| self.names(game, what);
        let player = |side: Color| {
            let player = game.players[side];
            let who = player.map_or(PagePerson::Former, |user| self.who(game, user));
            let PagePlayer { name, rating } = &page.players[side];
            let called = match (view.level, name) {
                // Watchers see nothing about the players.
                (Some(level), _) if who == PagePerson::Bot && page.seat.is_some() => words.page_bot(level),
                (_, Some(name)) if who == PagePerson::Opponent => name.clone(),
                _ => words.page_person(who),
            };
            rating.map_or_else(|| called.clone(), |rating| words.page_rated(&called, rating))
        };
        State {
            rev: view.rev.0,
            position: game.position_rev.0,
            now: self.now.0,
            kind: None,
            at: None,
            game: self.named(view.variant),
            says: plain(&words.news_for(view, self.person, &naming)),
            you: page.seat.map(|seat| match seat {
                Seat::Both => "both",
                Seat::One(side) => side.slug(),
            }),
            turn: game.turn().slug(),
            over: view.over,
            yours: game.may_move(self.person, None).is_ok(),
            players: ByName { white: player(Color::White), black: player(Color::Black) },
            clock: game
                .clock
                .filter(|_| !view.over)
                .map(|clock| Clock { side: game.turn().slug(), deadline: clock.deadline.0 }),
            chat: chats.map(|chats| format!("{chats}{}", view.place.path())),
            look: Look::new(view.look, &view.board),
            files: files(view.variant),
            ranks: ranks(view.variant),
            board: self.board(&view.board, &page.holds),
            moves: self.moves(&page.choices),
            held: self.held(&page.choices),
            list: list(&page.rows),
            legend: self.legend(view.variant),
            notes: page
                .notes
                .iter()
                .map(|note| Noted {
                    ply: note.ply.0,
                    at: words.note_place(game, note),
                    says: note.text.clone(),
                })
                .collect(),
            prepared: page.premoves.as_ref().map(|premoves| self.prepared(premoves)),
            first: u32::from(game.line.start().turn() == Color::Black),
            ply: view.ply.0,
            actions: actions::of(self, page, has_all),
            words: with_texts.then(|| words.page_texts().collect()),
        }
    }

    /// Builds an earlier position of the game.
    pub fn then(self, rev: i64, then: &PageThen) -> Then {
        let last = then.last.as_ref().map(|told| self.words.told_move(told));
        Then {
            rev,
            ply: then.ply.0,
            says: plain(&self.words.page_then(last.as_deref())),
            board: self.board(&then.board, &then.holds),
        }
    }

    pub(super) fn legend(self, game: Variant) -> Vec<Legend> {
        let lines = self.words.legend(game).into_iter();
        let drawing = |mark| match mark {
            "brakes" => "brakes-white",
            "braked" => "braked-by-white",
            other => other,
        };
        lines.map(|LegendLine { mark, says }| Legend { mark: drawing(mark), says }).collect()
    }

    pub(super) fn named(self, game: Variant) -> GameName {
        GameName { name: self.words.game(game), slug: game.slug() }
    }

    pub(super) fn moves(self, choices: &PageChoices) -> Vec<Move> {
        let rook = |told: &DescribedMove| {
            let castling = choices.castlings.iter().find(|(mv, _)| *mv == told.mv);
            castling.map(|(_, rook)| rook.to_string())
        };
        choices.moves.iter().map(|told| Move { rook: rook(told), ..self.told(told) }).collect()
    }

    /// Returns the pieces that cannot move, and why.
    pub(super) fn held(self, choices: &PageChoices) -> BTreeMap<String, String> {
        let held = choices.stuck.iter().map(|(square, piece, why)| {
            (square.to_string(), plain(&self.words.stuck_choice(piece, *square, *why)))
        });
        let hand = choices
            .no_drop
            .map(|(piece, why)| ("hand".to_owned(), plain(&self.words.no_drop_choice(piece, why))));
        held.chain(hand).collect()
    }

    pub(super) fn board(self, view: &BoardView, holds: &PageHolds) -> Board {
        let spec = view.variant.spec();
        let captured = |side: Color| {
            let counts = spec
                .listed()
                .map(|kind| (&*spec.piece_type(kind).drawing, view.captured[side][kind.index()]));
            counts.filter(|(_, count)| *count > 0).collect()
        };
        let dropped = spec.drops.as_ref().and(spec.ninja_pawn());
        Board {
            squares: spec.squares.iter().map(|square| self.cell(view, holds, square)).collect(),
            hands: dropped.map(|kind| Hands {
                piece: &spec.piece_type(kind).drawing,
                white: view.hands.white,
                black: view.hands.black,
            }),
            captured: ByName { white: captured(Color::White), black: captured(Color::Black) },
            ahead: ahead(view),
        }
    }

    fn cell(self, view: &BoardView, holds: &PageHolds, square: Square) -> Cell {
        let piece = view.pieces.at(square);
        let kind = piece.map(|piece| view.variant.spec().piece_type(piece.kind));
        Cell {
            at: square.to_string(),
            ground: ground(view, square),
            piece: kind.map(|kind| &*kind.drawing),
            kind: kind.filter(|kind| kind.slug != kind.drawing).map(|kind| &*kind.slug),
            color: piece.map(|piece| piece.color.slug()),
            name: self.words.page_square(view, holds, square),
            called: self.words.page_piece(view, square),
            marks: marks(view, square),
        }
    }

    /// Returns the moves of a piece that cannot be moved now.
    pub fn ways(self, ways: &PageWays) -> Ways {
        let told = ways.view.as_ref().map(|view| self.words.told_moves(view));
        Ways {
            says: plain(&told.unwrap_or_default()),
            moves: ways.moves.iter().map(|told| self.told(told)).collect(),
            prepares: ways.prepares,
        }
    }

    fn told(self, told: &DescribedMove) -> Move {
        let mv = &told.mv;
        Move {
            text: mv.to_string(),
            from: mv.from().map(|square| square.to_string()),
            to: mv.to().to_string(),
            rook: None,
            takes: mv.victims().iter().map(|square| square.to_string()).collect(),
            says: plain(&self.words.move_choice(told)),
            becomes: told.becomes.map(|piece| &*piece.drawing),
            label: told.becomes.map(|piece| self.words.kind(piece)),
        }
    }
}

/// Returns the side with more material, by the usual values of pieces in pawns.
///
/// `None` if a game has pieces of its own, because their values are guesses.
fn ahead(view: &BoardView) -> Option<(&'static str, i32)> {
    let spec = view.variant.spec();
    if spec.piece_types().iter().any(PieceType::is_custom) {
        return None;
    }
    let sign = |side: Color| if side == Color::White { 1 } else { -1 };
    let pieces = spec.squares.iter().filter_map(|square| view.pieces.at(square));
    let board: i32 = pieces.map(|piece| sign(piece.color) * spec.piece_type(piece.kind).worth).sum();
    let dropped =
        spec.ninja_pawn().filter(|_| spec.drops.is_some()).map_or(0, |kind| spec.piece_type(kind).worth);
    let hands = (i32::from(view.hands.white) - i32::from(view.hands.black)) * dropped;
    let (all, pawn) = (board + hands, 100);
    let more = (all.abs() + pawn / 2) / pawn;
    let side = if all > 0 { Color::White } else { Color::Black };
    (more > 0).then_some((side.slug(), more))
}

fn ground(view: &BoardView, square: Square) -> &'static str {
    let spec = view.variant.spec();
    // As on an orthodox board: a1 is dark if the board begins with rank 1.
    let dark = (u32::from(square.file()) + u32::from(square.rank())) % 2 == 1;
    if spec.exits.contains(square) {
        // As White sees it.
        return if square.file() < spec.files / 2 { "exit-left" } else { "exit-right" };
    }
    let palaces = &spec.palaces;
    let marked = palaces[Color::White] | palaces[Color::Black] | spec.bare_goals();
    match (marked.contains(square), dark) {
        (true, true) => "palace-dark",
        (true, false) => "palace-light",
        (false, true) => "dark",
        (false, false) => "light",
    }
}

fn marks(view: &BoardView, square: Square) -> Vec<&'static str> {
    let last = view.last.as_ref();
    let brakers = |side: Color| view.brakes(side).contains(square);
    let braked = view.braked.contains(square);
    let piece = view.pieces.at(square);
    let by = ByColor { white: brakers(Color::White), black: brakers(Color::Black) };
    let marks = [
        ("last", last.is_some_and(|last| last.from == Some(square) || last.to == square)),
        ("victim", last.is_some_and(|last| last.victims.contains(square) && piece.is_some())),
        ("gone", last.is_some_and(|last| last.victims.contains(square) && piece.is_none())),
        ("check", view.check == Some(square)),
        ("frozen", view.frozen.contains(square)),
        ("braked-by-white", braked && piece.is_some_and(|piece| piece.color == Color::Black)),
        ("braked-by-black", braked && piece.is_some_and(|piece| piece.color == Color::White)),
        ("brakes-white", !braked && by.white),
        ("brakes-black", !braked && by.black),
    ];
    marks.into_iter().filter(|(_, is)| *is).map(|(mark, _)| mark).collect()
}
