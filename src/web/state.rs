//! What a page is given: a game as plain JSON, with every text in it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::actions::{self, Action};
use super::reader::{Reader, path, plain};
use crate::app::{PageThen, PageView, Seat};
use crate::render::BoardView;
use crate::rules::{ByColor, Color, DescribedMove, Square};
use crate::words::PagePerson;

/// A game as a page shows it.
#[derive(Serialize)]
pub struct State {
    rev: i64,
    position: i64,
    now: i64,
    game: GameName,
    says: String,
    you: Option<&'static str>,
    turn: &'static str,
    over: bool,
    yours: bool,
    players: ByName<String>,
    clock: Option<Clock>,
    chat: Option<String>,
    look: Look,
    files: String,
    ranks: [u8; 2],
    board: Board,
    moves: Vec<Move>,
    held: BTreeMap<String, String>,
    list: Vec<Row>,
    first: u32,
    ply: u32,
    actions: Vec<Action>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<BTreeMap<String, String>>,
}

/// An earlier position.
#[derive(Serialize)]
pub struct Then {
    rev: i64,
    ply: u32,
    says: String,
    board: Board,
}

#[derive(Serialize)]
struct GameName {
    id: String,
    name: String,
    slug: &'static str,
}

/// Something of each side.
#[derive(Serialize)]
struct ByName<T> {
    white: T,
    black: T,
}

#[derive(Serialize)]
struct Clock {
    side: &'static str,
    deadline: i64,
}

#[derive(Serialize)]
struct Look {
    theme: &'static str,
    side: &'static str,
    coordinates: bool,
}

#[derive(Serialize)]
struct Board {
    squares: Vec<Cell>,
    hands: Option<Hands>,
    captured: ByName<Vec<(&'static str, u8)>>,
}

#[derive(Serialize)]
struct Cell {
    at: String,
    ground: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<&'static str>,
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<&'static str>,
}

#[derive(Serialize)]
struct Hands {
    piece: &'static str,
    white: u8,
    black: u8,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    from: Option<String>,
    to: String,
    takes: Vec<String>,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    becomes: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

#[derive(Serialize)]
struct Row {
    n: u32,
    white: Option<String>,
    black: Option<String>,
}

impl Reader {
    /// The state of a page. `chats`: the address of the chats. `with_texts`: with the texts of the page itself.
    pub fn state(self, page: &PageView, chats: Option<&str>, with_texts: bool) -> State {
        let (view, words) = (&page.view, self.words);
        let game = &*view.game_now;
        let naming = |what| self.names(game, what);
        let spec = view.variant.spec();
        let player = |side: Color| {
            let player = game.players[side];
            words.page_person(player.map_or(PagePerson::Former, |user| self.who(game, user)))
        };
        let held = page.stuck.iter().map(|(square, piece, why)| {
            (square.to_string(), plain(&words.stuck_choice(piece, *square, *why)))
        });
        let hand =
            page.no_drop.map(|(piece, why)| ("hand".to_owned(), plain(&words.no_drop_choice(piece, why))));
        let files = view.variant.spec().squares.iter().map(Square::file).max().unwrap_or(0);
        State {
            rev: view.rev.0,
            position: game.position_rev.0,
            now: self.now.0,
            game: GameName {
                id: view.game.to_string(),
                name: words.game(view.variant),
                slug: view.variant.slug(),
            },
            says: plain(&words.news(view, &naming)),
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
            chat: chats.map(|chats| format!("{chats}{}", path(view.place))),
            look: Look {
                theme: view.look.theme.name(),
                side: view.board.side.slug(),
                coordinates: view.look.coordinates,
            },
            files: ('a'..='z').take(usize::from(files) + 1).collect(),
            ranks: [spec.first_rank, spec.last_rank],
            board: self.board(&view.board),
            moves: page.moves.iter().map(|told| self.told(told)).collect(),
            held: held.chain(hand).collect(),
            list: page
                .rows
                .iter()
                .map(|row| Row {
                    n: row.number,
                    white: row.moves.white.clone(),
                    black: row.moves.black.clone(),
                })
                .collect(),
            first: u32::from(game.line.start().turn() == Color::Black),
            ply: view.ply.0,
            actions: actions::of(self, page),
            words: with_texts.then(|| words.page_texts().collect()),
        }
    }

    /// An earlier position of the game.
    pub fn then(self, page: &PageView, then: &PageThen) -> Then {
        let last = then.last.as_ref().map(|told| self.words.told_move(told));
        Then {
            rev: page.view.rev.0,
            ply: then.ply.0,
            says: plain(&self.words.page_then(last.as_deref())),
            board: self.board(&then.board),
        }
    }

    fn board(self, view: &BoardView) -> Board {
        let spec = view.variant.spec();
        let captured = |side: Color| {
            let counts =
                spec.listed().map(|kind| (spec.piece_type(kind).slug, view.captured[side][kind.index()]));
            counts.filter(|(_, count)| *count > 0).collect()
        };
        let dropped = spec.drops.as_ref().and(spec.ninja_pawn());
        Board {
            squares: spec.squares.iter().map(|square| self.cell(view, square)).collect(),
            hands: dropped.map(|kind| Hands {
                piece: spec.piece_type(kind).slug,
                white: view.hands.white,
                black: view.hands.black,
            }),
            captured: ByName { white: captured(Color::White), black: captured(Color::Black) },
        }
    }

    fn cell(self, view: &BoardView, square: Square) -> Cell {
        let piece = view.pieces.at(square);
        let spec = view.variant.spec();
        Cell {
            at: square.to_string(),
            ground: ground(view, square),
            piece: piece.map(|piece| spec.piece_type(piece.kind).slug),
            color: piece.map(|piece| piece.color.slug()),
            name: self.words.page_square(view, square),
            marks: marks(view, square),
        }
    }

    fn told(self, told: &DescribedMove) -> Move {
        let mv = &told.mv;
        Move {
            text: mv.to_string(),
            from: mv.from().map(|square| square.to_string()),
            to: mv.to().to_string(),
            takes: mv.victims().iter().map(|square| square.to_string()).collect(),
            says: plain(&self.words.move_choice(told)),
            becomes: told.becomes.map(|piece| piece.slug),
            label: told.becomes.map(|piece| self.words.kind(piece)),
        }
    }
}

fn ground(view: &BoardView, square: Square) -> &'static str {
    let spec = view.variant.spec();
    // As on an orthodox board: a1 is dark where the board begins with rank 1.
    let dark = (u32::from(square.file()) + u32::from(square.rank())) % 2 == 1;
    if spec.exits.contains(square) {
        // As White sees it.
        return if square.file() < spec.files / 2 { "exit-left" } else { "exit-right" };
    }
    let palaces = &spec.palaces;
    match (palaces[Color::White].contains(square) || palaces[Color::Black].contains(square), dark) {
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
