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
        "Explains a game, with its start position, our readings and the source; or one of its pieces, with two diagrams."
    }

    fn options(&self) -> Vec<Opt> {
        let variants = Variant::all().map(|variant| (variant.name(), variant.slug())).collect();
        let pieces = Kind::ALL.into_iter().map(|kind| (kind.name(), kind.name())).collect();
        vec![
            required("variant", "Which game", Takes::OneOf(variants)),
            optional("piece", "One piece of it", Takes::OneOf(pieces)),
        ]
    }

    fn only_reads(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, _desk: &'a Desk, _from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move {
            let variant = call
                .text("variant")
                .and_then(Variant::from_slug)
                .ok_or_else(|| Stop::say("I don't know that game. Pick one from the list."))?;
            let (text, picture) = match call.text("piece") {
                None => {
                    let start = BoardView::new(&Position::start(variant), None, Color::White);
                    (of_game(variant), boards::of_board(&start))
                }
                Some(name) => {
                    let kind = kind(variant, name).map_err(Stop::say)?;
                    let diagrams = variant.spec().diagrams_of(kind);
                    let boards = diagrams.map(|shown| BoardView::of_diagram(variant, shown)).collect();
                    let name = format!("{} {}", variant.slug(), kind.name());
                    (of_piece(variant, kind), boards::of_diagrams(name, boards))
                }
            };
            Ok(Done::say(Reply::private(text).picture(picture)))
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

/// The piece of that name, or a sentence that says which pieces there are.
fn kind(variant: Variant, name: &str) -> Result<Kind, String> {
    let spec = variant.spec();
    let kinds = || spec.letters.iter().map(|(_, kind)| *kind);
    kinds().find(|kind| kind.name() == name).ok_or_else(|| {
        let names: Vec<_> = kinds().map(Kind::name).collect();
        format!("{} has no such piece. It has: {}.", spec.name, names.join(", "))
    })
}

fn of_piece(variant: Variant, kind: Kind) -> String {
    let spec = variant.spec();
    let mut text = format!(
        "**{}** in {}, written {}\n{}\n",
        kind.name(),
        spec.name,
        spec.letter(kind),
        movement(variant, kind)
    );
    for (board, diagram) in ["Left board", "Right board"].into_iter().zip(spec.diagrams_of(kind)) {
        text.push_str(&format!("\n**{board}:** {}", diagram.caption));
    }
    text.push_str(&format!("\n\nSource: <{}>", spec.source_url));
    text
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
            "Moves along ranks and files only, in three ways. It slides to an empty square like a Rook, but does not take \
             by that. It bombs: the first piece on its line is an enemy and the cell right behind that one is an empty \
             square, so it lands there and the enemy is gone. It hops exactly two squares, on to an empty square or on \
             to an enemy, which it takes; an enemy it hops over is taken too, a friend is not."
        }
        Kind::NinjaGuard => {
            "Moves along diagonals only: one step, or a leap of exactly two squares over whatever stands there. It takes \
             by landing, and an enemy that it leaps over is always taken as well; a friend is left alone."
        }
        Kind::NinjaPawn => {
            "Waits in the hand, four to a side. Instead of a move, one is dropped on an empty square of the second rank \
             and may at once be pushed straight up, within its own half. It steps one square up or one to the side; on its \
             own half also any number of squares up. It takes one square diagonally up; on the far half also one \
             square to the side. Write a drop as J@ and the square."
        }
        Kind::QueenGuard => "Moves and takes one square in any direction, like a King, but may be lost.",
        Kind::IceQueen => {
            "Moves and takes one square in any direction, and may be lost. Every enemy piece beside her is frozen: it \
             cannot move, take, give check or guard. A frozen Ice Queen still freezes, so two enemy Ice Queens side \
             by side freeze each other."
        }
        Kind::Camel => "Leaps three squares one way and one to the side, over whatever stands between.",
        Kind::Squirrel => {
            "Leaps exactly two squares straight or diagonally, or like a Knight, over whatever stands between."
        }
        Kind::Guard => {
            "Moves and takes one square in any direction, like a King, but may be lost. The eight squares round it are \
             braked for the enemy: a Rook, Bishop or Queen that starts there moves one square, and one that comes \
             from outside stops on the first such square. A Knight, Camel or Squirrel there cannot move, and none of \
             them can take a Guard. A pawn makes no second step there."
        }
    }
}

fn king(variant: Variant) -> &'static str {
    match variant.slug() {
        "claustrophobia" => {
            "Moves one square in any direction, as in chess, and never castles. A King that reaches the enemy palace \
             captures the scepter and wins at once."
        }
        "prison-break" => {
            "Moves one square in any direction, as in chess, and never castles. A King that reaches an exit, a4 or a5, \
             has escaped and wins at once."
        }
        "birds-and-ninjas" => {
            "Moves one square in any direction, as in chess. It castles in seven ways: from f1 to g1, h1 or i1 with the \
             Rook i1, to e1, d1, c1 or b1 with the Rook b1; Black on the tenth rank. The Rook lands beside it."
        }
        "squirrel" => {
            "Moves one square in any direction, as in chess. It castles from f2 to h2 with the Rook j2, or to c2 with the \
             Rook a2; Black on the ninth rank."
        }
        _ => "Moves one square in any direction, and castles, as in chess.",
    }
}

fn pawn(variant: Variant) -> &'static str {
    match variant.slug() {
        "claustrophobia" | "prison-break" => {
            "Moves and takes as in chess. When an enemy stands straight ahead, it may also step, without taking, to an empty \
             square diagonally ahead."
        }
        "birds-and-ninjas" => {
            "On its own half it advances up to three squares, but not beyond the fifth rank (Black: the sixth); after that \
             one. It takes as in chess. After a long advance it may be taken en passant, by a pawn, on any square it \
             passed over."
        }
        "squirrel" => {
            "Advances one or two squares from any rank, and may step back one. It takes as in chess; every two-square \
             advance may be taken en passant. What it may become depends on how many of your pawns have promoted: first \
             a Knight, Guard or Camel; then a Squirrel, Rook or Bishop; then a Queen; then any of these."
        }
        _ => "Moves and takes as in chess.",
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
                let text = of_piece(variant, *kind);
                assert!(text.chars().count() <= CONTENT_MAX);
                assert!(variant.spec().diagrams_of(*kind).all(|shown| text.contains(shown.caption)));
            }
        }
    }

    #[test]
    fn a_piece_of_another_game_is_refused_with_the_pieces_there_are() {
        let chess = Variant::from_slug("chess").expect("chess is there");
        assert_eq!(
            kind(chess, "Camel"),
            Err("Chess has no such piece. It has: King, Queen, Rook, Bishop, Knight, Pawn.".to_owned())
        );
    }
}
