//! `/rules`

use futures_util::future::BoxFuture;

use super::{Command, Kind as Takes, Opt, optional, required};
use crate::discord::boards;
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::reply::Reply;
use crate::render::BoardView;
use crate::rules::{Color, Kind, Position, Variant};

/// Explains a game.
pub struct Rules;

impl Command for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn description(&self) -> &'static str {
        "Read a game's rules, or how one of its pieces moves (only you see it)"
    }

    fn help(&self) -> &'static str {
        "Explains a game or one of its pieces, with the start position, our readings and the source."
    }

    fn options(&self) -> Vec<Opt> {
        let variants = Variant::all().map(|variant| (variant.name(), variant.slug())).collect();
        let pieces = Kind::ALL.into_iter().map(|kind| (kind.name(), kind.name())).collect();
        vec![
            required("variant", "Which game", Takes::OneOf(variants)),
            optional("piece", "One piece of it", Takes::OneOf(pieces)),
        ]
    }

    fn run<'a>(&'a self, _desk: &'a Desk, _from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move {
            let variant = call
                .text("variant")
                .and_then(Variant::from_slug)
                .ok_or_else(|| Stop::say("I don't know that game. Pick one from the list."))?;
            let text = match call.text("piece") {
                None => of_game(variant),
                Some(name) => of_piece(variant, name).map_err(Stop::say)?,
            };
            let board = BoardView::new(&Position::start(variant), None, Color::White);
            Ok(Done::say(Reply::private(text).picture(boards::of_board(&board))))
        })
    }
}

fn of_game(variant: Variant) -> String {
    let spec = variant.spec();
    let mut text = format!("**{}** ({})\n{}\n", spec.name, spec.origin, spec.summary);
    if !spec.readings.is_empty() {
        text.push_str("\n**Our reading, where the source leaves a doubt:**\n");
        for reading in spec.readings {
            text.push_str(&format!("- {reading}\n"));
        }
    }
    text.push_str(&format!("\nSource: <{}>", spec.source_url));
    text
}

fn of_piece(variant: Variant, name: &str) -> Result<String, String> {
    let spec = variant.spec();
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let kind = kind.filter(|kind| spec.letters.iter().any(|(_, known)| known == kind));
    let Some(kind) = kind else {
        let names: Vec<_> = spec.letters.iter().map(|(_, kind)| kind.name()).collect();
        return Err(format!("{} has no such piece. It has: {}.", spec.name, names.join(", ")));
    };
    let letter = spec.letter(kind);
    let source = spec.source_url;
    Ok(format!(
        "**{}** in {}, written {letter}\n{}\n\nSource: <{source}>",
        kind.name(),
        spec.name,
        movement(variant, kind)
    ))
}

/// How a piece moves, in sentences for somebody who knows chess.
fn movement(variant: Variant, kind: Kind) -> &'static str {
    match kind {
        Kind::King => king(variant),
        Kind::Queen => "Moves any distance along ranks, files and diagonals, as in chess.",
        Kind::Rook => "Moves any distance along ranks and files, as in chess.",
        Kind::Bishop => "Moves any distance along diagonals, as in chess.",
        Kind::Knight => {
            "Leaps two squares one way and one to the side, as in chess, over whatever stands between."
        }
        Kind::Pawn => pawn(variant),
        Kind::FlyingBomber => {
            "Moves along ranks and files only, in three ways. It slides to an empty square like a Rook, but never takes \
             like one. It bombs: the first piece on its line is an enemy and the square right behind it is empty, so it lands \
             there and the enemy is gone. It hops exactly two squares, on to an empty square or on to an enemy, which \
             it takes; an enemy it hops over is taken too, a friend is not."
        }
        Kind::NinjaGuard => {
            "Moves along diagonals only: one step, or a leap of exactly two squares over whatever stands there. It takes \
             by landing, and an enemy that it leaps over is always taken as well; a friend is left alone."
        }
        Kind::NinjaPawn => {
            "Enters from your hand by a drop instead of a move, and moves as the rules of the game say. Write a drop as \
             J@ and the square."
        }
        Kind::QueenGuard => "Moves and takes one square in any direction, like a King, but may be lost.",
        Kind::IceQueen => {
            "Moves and takes one square in any direction. Every enemy piece beside her is frozen: it cannot move, take, \
             give check or guard. Two enemy Ice Queens side by side freeze each other."
        }
        Kind::Camel => "Leaps three squares one way and one to the side, over whatever stands between.",
        Kind::Squirrel => {
            "Leaps to any square at a distance of exactly two: two straight, two diagonally, or like a Knight."
        }
        Kind::Guard => {
            "Moves and takes one square in any direction, like a King, but may be lost. It brakes the enemy pieces round \
             it: they move one square at most."
        }
    }
}

fn king(variant: Variant) -> &'static str {
    match variant.slug() {
        "claustrophobia" => {
            "Moves one square in any direction, as in chess. There is no castling. A King that reaches the enemy palace \
             captures the scepter and wins at once."
        }
        "prison-break" => {
            "Moves one square in any direction, as in chess. There is no castling. A King that reaches an exit, a4 or a5, \
             has escaped and wins at once."
        }
        _ => "Moves one square in any direction, and castles.",
    }
}

fn pawn(variant: Variant) -> &'static str {
    match variant.slug() {
        "claustrophobia" | "prison-break" => {
            "Moves and takes as in chess. When an enemy stands straight ahead, it may also step, without taking, to an empty \
             square diagonally ahead."
        }
        "chess" => "Moves and takes as in chess.",
        _ => "Moves and takes as the rules of this game say: see the game's summary.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::CONTENT_MAX;

    #[test]
    fn every_text_fits_a_message() {
        for variant in Variant::all() {
            let text = of_game(variant);
            assert!(text.chars().count() <= CONTENT_MAX, "{}: {}", variant.slug(), text.chars().count());
            for (_, kind) in variant.spec().letters {
                let text = of_piece(variant, kind.name()).expect("a piece of the game");
                assert!(text.chars().count() <= CONTENT_MAX);
            }
        }
    }

    #[test]
    fn a_piece_of_another_game_is_refused_with_the_pieces_there_are() {
        let chess = Variant::from_slug("chess").expect("chess is there");
        assert_eq!(
            of_piece(chess, "Camel"),
            Err("Chess has no such piece. It has: King, Queen, Rook, Bishop, Knight, Pawn.".to_owned())
        );
    }
}
