//! Complete games without sight.
//!
//! The keyboard plays, from a focus that is never set by the test. All knowledge of a game comes from what a
//! screen reader reads: the board as text, the newest message, and its picture's description.

use std::str::SplitWhitespace;

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{DescribedMove, Move, Position, Termination, Variant, read_move};
use rookery::words::Words;
use serde_json::json;

use super::heard;
use super::table::{ENTER, NEWEST, Seat, TAB};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("blind_claustrophobia_is_played_to_the_scepter", |table| whole(table, &SCEPTER).boxed()),
    ("blind_prison_break_is_played_to_an_exit", |table| whole(table, &EXIT).boxed()),
    ("blind_birds_and_ninjas_is_played_to_mate", |table| whole(table, &BIRDS).boxed()),
    ("blind_squirrel_chess_is_played_to_mate", |table| whole(table, &SQUIRREL).boxed()),
    ("blind_chess_is_played_to_mate", |table| whole(table, &CHESS).boxed()),
    ("whatever_tab_reaches_has_a_name", |table| names(table).boxed()),
];

/// A game of one person who plays both sides.
pub struct Plan {
    pub game: &'static str,
    /// The moves up to the end. The winning move is found in the position as read.
    pub moves: &'static str,
    /// Parts of the last message.
    told: [&'static str; 2],
    /// A part of the last picture's description.
    described: &'static str,
}

pub const SCEPTER: Plan = Plan {
    game: "claustrophobia",
    moves: "e2e4 e7e5 f1e2 f8e7 e2d3 e7d6 d3c4 d6c6 c1d3 c6b6 c4d5 b6a5 d3e5 g7e6 e5f7 d7d6 d5e6 e8f7",
    told: ["The King captures the scepter.", "White beats Black."],
    described: "White has captured the scepter and wins.",
};

pub const EXIT: Plan = Plan {
    game: "prison-break",
    moves: "d2d4 f8d6 e1d2 e8f8 d2c3 d6b4 c3b4 c7c6",
    told: ["The King escapes through a", "White beats Black."],
    described: "White's King has escaped, White wins.",
};

/// With drops and castling; a Knight mates the King among its own pieces.
pub const BIRDS: Plan = Plan {
    game: "birds-and-ninjas",
    moves: "h2h4 a9a8 J@h3 J@a9 h1g3 f9f8 g1h2 h10f9 O-Og1 d9d8 g3f5 a8a7 f5d6 b9b7",
    told: ["Checkmate.", "White beats Black."],
    described: "Checkmate, White wins.",
};

/// With a pawn that moves back, a promotion, and pieces braked by the new Guard; a Camel mates.
pub const SQUIRREL: Plan = Plan {
    game: "squirrel",
    moves: "j3j5 i9g10 j5j7 a8a6 j7i8 a6a7 i8i10g b8b6 j1i4 c8c6 i4h7 a7a6",
    told: ["Checkmate.", "White beats Black."],
    described: "Checkmate, White wins.",
};

pub const CHESS: Plan = Plan {
    game: "chess",
    moves: "f2f3 e7e5 g2g4",
    told: ["Checkmate.", "Black beats White."],
    described: "Checkmate, Black wins.",
};

impl Plan {
    /// The game, and its moves.
    pub const fn course(&self) -> Course {
        (self.game, self.moves)
    }
}

/// A game, and the moves that lead to a position with a winning move.
pub type Course = (&'static str, &'static str);

/// The id of the message field.
const FIELD: &str = "compose-text";

/// Within this many presses Tab has come full circle.
const ROUND: usize = 150;

/// Pictures in messages without a text for a screen reader.
const SILENT: &str = "return [...document.querySelectorAll('#log img')].filter((one) =>
    !one.closest('[aria-hidden=true]') && !one.alt.trim()).map((one) => one.outerHTML)";

/// Plays a game from the challenge to its planned end.
async fn whole(table: &Table, plan: &Plan) {
    let seat = &table.red;
    let variant = games::from_slug(plan.game).expect("a game");
    let mut moves = plan.moves.split_whitespace();
    let mut played = Position::start(variant);
    let (mut news, mut alt) = begin(seat, variant).await;
    while played.termination().is_none() {
        let text = read(seat).await;
        let position = heard::position(variant, &text);
        heard::agree(&position, &text, &alt);
        assert_eq!(told_of(&position), told_of(&played), "{text}");
        let mv = pick(&position, &mut moves);
        let said = make(seat, &position, &mv).await;
        (news, alt) = hears(seat, &format!("{}: {said}", position.turn())).await;
        assert!(alt.contains(&format!("Last move: {said}.")), "{said} is not in {alt}");
        played = position.after(&mv).expect("a legal move");
    }
    assert_eq!(moves.next(), None, "the win is found where the plan ends");
    for told in plan.told {
        assert!(news.contains(told), "{told} is not in {news}");
    }
    assert!(alt.contains(plan.described) && !alt.contains("to move"), "{alt}");
    assert!(played.pieces().eq(heard::pieces(played.spec(), &alt)), "{alt}");
    assert_eq!(seat.ask(SILENT).await, json!([]));
}

/// Starts a game against oneself. Returns the first board's text and its picture's description.
async fn begin(seat: &Seat, variant: Variant) -> (String, String) {
    let name = variant.name();
    command(seat, "challenge", &[("variant", name, Some(name)), ("opponent", "Red", Some("Red"))]).await;
    hears(seat, "plays both sides").await
}

/// The parts of a FEN that can be read from a board: all but the halfmove clock.
fn told_of(position: &Position) -> Vec<String> {
    let fields = position.fen();
    fields.split(' ').enumerate().filter(|(at, _)| *at != 4).map(|(_, field)| field.to_owned()).collect()
}

/// The winning move in the position that was read, or else the next of the plan.
pub fn pick(position: &Position, plan: &mut SplitWhitespace<'_>) -> Move {
    let wins = |mv: &Move| {
        let after = position.after(mv).expect("a legal move");
        after.termination().and_then(Termination::winner) == Some(position.turn())
    };
    position.legal_moves().into_iter().find(wins).unwrap_or_else(|| {
        let text = plan.next().expect("the plan leads to a win");
        let mv = read_move(position, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(mv.to_string(), text, "it is the move that is meant");
        mv
    })
}

/// Types a command at the focus, which afterwards is in the message field again.
async fn command(seat: &Seat, name: &str, options: &[(&str, &str, Option<&str>)]) {
    seat.focus_on(FIELD).await;
    seat.keys(&format!("/{name} ")).await;
    let begun = "return !document.getElementById('command').hidden";
    seat.until("the command", begun, vec![]).await;
    seat.fill(options).await;
    seat.send().await;
    seat.focus_on(FIELD).await;
}

/// Runs `/board text`. Returns its answer.
async fn read(seat: &Seat) -> String {
    let before = seat.private().await;
    command(seat, "board", &[("text", "tr", Some("True"))]).await;
    let script =
        "const all = [...document.querySelectorAll('[role=log][aria-live=polite] .message.ephemeral')];
        return all.length > arguments[0] && (all.pop().querySelector('.text')?.innerText || false)";
    let text = seat.until("the board as text", script, vec![json!(before)]).await;
    text.as_str().expect("a text").to_owned()
}

/// Types `/move` in the words of the position that was read. Returns what is said of the move.
async fn make(seat: &Seat, position: &Position, mv: &Move) -> String {
    let said = Words::english().told_move(&DescribedMove::new(position, mv));
    let choice = Words::english().move_choice(&DescribedMove::new(position, mv));
    seat.focus_on(FIELD).await;
    seat.type_move(&mv.to_string(), &choice).await;
    seat.focus_on(FIELD).await;
    said
}

/// Waits until the newest board is announced with these words. Returns its text and its picture's
/// description.
async fn hears(seat: &Seat, words: &str) -> (String, String) {
    let script = format!(
        "{NEWEST} const told = message.querySelector('.text')?.innerText ?? '';
        const announced = message.closest('[role=log][aria-live=polite]') !== null;
        return announced && told.includes(arguments[0]) && picture?.alt ? [told, picture.alt] : false"
    );
    let heard = seat.until(&format!("a board that says {words}"), &script, vec![json!(words)]).await;
    let text = |at: usize| heard[at].as_str().expect("a text").to_owned();
    (text(0), text(1))
}

/// Presses Tab until the focus is on the element with this id or name. Returns the id, name and HTML of each
/// element passed.
async fn walk(seat: &Seat, to: &str) -> Vec<[String; 3]> {
    let mut passed = Vec::new();
    for _ in 0..ROUND {
        seat.keys(TAB).await;
        let Some(focused) = seat.focused().await else { continue };
        let is_there = focused[..2].iter().any(|called| called == to);
        passed.push(focused);
        if is_there {
            return passed;
        }
    }
    panic!("Tab never comes to {to}: {passed:?}");
}

async fn names(table: &Table) {
    let seat = &table.red;
    begin(seat, games::from_slug("chess").expect("a game")).await;
    read(seat).await;
    let passed = walk(seat, FIELD).await;
    let nameless: Vec<&String> =
        passed.iter().filter(|[_, name, _]| name.trim().is_empty()).map(|[_, _, html]| html).collect();
    assert!(nameless.is_empty(), "{nameless:?}");
    let buttons = seat.buttons().await;
    assert!(!buttons.is_empty(), "the board has some");
    for label in ["Send", "Messages"].map(str::to_owned).into_iter().chain(buttons) {
        assert!(passed.iter().any(|[_, name, _]| *name == label), "{label} is not among {passed:?}");
    }
    walk(seat, "Skip to the message field").await;
    seat.keys(ENTER).await;
    seat.focus_on(FIELD).await;
}
