//! Sentences about games from files and their pieces. No message names these, so the text comes from their
//! specification.

mod directions;
mod movement;
mod pawns;
mod summary;

use super::args;
use super::{Joined, SOME, Words};
use crate::games;
use crate::rules::{Diagram, LessonAim, LessonStep, PieceType, Square, SquareSet, Variant, distance};

/// Returns the built-in game whose texts also apply to a game from a file.
///
/// That is the game that it extends, unless it changes how that game is played.
pub(super) fn told_by(game: Variant) -> Option<Variant> {
    let base = games::from_slug(game.spec().base.as_deref()?)?;
    game.spec().plays_like(base.spec()).then_some(base)
}

/// The maximum number of own pieces that an announcement of a game describes.
const TOLD: usize = 3;

impl Words {
    /// Describes a game from a file in a sentence.
    pub(super) fn own_in_short(&self, game: Variant) -> String {
        let spec = game.spec();
        let board = match spec.files * (spec.last_rank - spec.first_rank + 1) {
            cells if usize::from(cells) == spec.squares.len() => {
                let ranks = spec.last_rank - spec.first_rank + 1;
                self.say("own-board.whole", &args! { "files" => spec.files, "ranks" => ranks })
            }
            _ => self.say("own-board", &args! { "squares" => spec.squares.len() }),
        };
        let own: Vec<String> = spec
            .piece_types()
            .iter()
            .filter(|piece| piece.is_custom())
            .map(|piece| self.kind(piece))
            .collect();
        let args = args! { "board" => board, "kinds" => spec.kinds().len(), "own" => own.len() };
        match own.len() {
            0 => self.say("own-short", &args),
            1..=SOME => {
                let mut args = args;
                args.set("names", self.list(Joined::And, &own));
                self.say("own-short.named", &args)
            }
            _ => self.say("own-short.counted", &args),
        }
    }

    /// Describes a game from a file in three lines: its board, its pieces, and how it is won.
    pub(super) fn own_in_three_lines(&self, game: Variant) -> [String; 3] {
        let spec = game.spec();
        let own: Vec<_> = spec.piece_types().iter().filter(|piece| piece.is_custom()).collect();
        let pieces = if own.is_empty() {
            let names: Vec<String> = spec.piece_types().iter().map(|piece| self.kind(piece)).collect();
            self.say("own-pieces", &args! { "names" => self.list(Joined::And, &names) })
        } else {
            let told = |piece: &&PieceType| format!("**{}** {}", self.kind(piece), self.piece(game, piece));
            let mut told: Vec<String> = own.iter().take(TOLD).map(told).collect();
            let more = own.len().saturating_sub(TOLD);
            if more > 0 {
                told.push(self.say("own-pieces.more", &args! { "count" => more }));
            }
            told.join(" ")
        };
        [self.own_in_short(game), pieces, self.own_win(spec)]
    }

    /// The caption of a diagram of a game from a file.
    pub(super) fn own_caption(&self, piece: &PieceType, diagram: &Diagram) -> String {
        match diagram.square() {
            None => self.say("own-caption.hand", &args! { "kind" => piece }),
            Some(square) if diagram.alone => {
                self.say("own-caption.alone", &args! { "kind" => piece, "square" => square })
            }
            Some(square) => self.say("own-caption", &args! { "kind" => piece, "square" => square }),
        }
    }

    /// A text of a step of a lesson from a file. `form` is as in the keys of the built-in steps.
    pub(super) fn own_step(&self, game: Variant, step: &LessonStep, form: &str) -> String {
        let squares = || self.squares(step.aim.squares(), Joined::And);
        match form {
            ".title" => self.plain("own-lesson.title"),
            ".done" => self.plain("own-lesson.done"),
            ".task" => match &step.aim {
                LessonAim::Take(_) => self.say("own-lesson.take", &args! { "squares" => squares() }),
                LessonAim::Hold(_) => self.say("own-lesson.hold", &args! { "squares" => squares() }),
                LessonAim::Reach(letter, _) => {
                    let kind = game.spec().kind(*letter).map(|kind| self.kind(game.spec().piece_type(kind)));
                    let squares = self.squares(step.aim.squares(), Joined::Or);
                    let args = args! { "kind" => kind.unwrap_or_default(), "squares" => squares };
                    self.say("own-lesson.reach", &args)
                }
                LessonAim::Win => self.say("own-lesson.win", &args! { "moves" => step.within }),
                LessonAim::Check => self.plain("own-lesson.check"),
                LessonAim::Drop => self.plain("own-lesson.drop"),
                LessonAim::Promote => self.say("own-lesson.promote", &args! { "moves" => step.within }),
            },
            _ => self.plain("own-lesson"),
        }
    }

    /// Lists squares, with rectangles of them as one: "a4-c6 and e8".
    pub(super) fn squares(&self, squares: SquareSet, joined: Joined) -> String {
        let told = |(first, last): (Square, Square)| match distance(first, last) {
            0 => vec![first.to_string()],
            1 if first.file() == last.file() || first.rank() == last.rank() => {
                vec![first.to_string(), last.to_string()]
            }
            _ => vec![format!("{first}-{last}")],
        };
        let parts: Vec<String> = directions::rectangles(squares).into_iter().flat_map(told).collect();
        self.list(joined, &parts)
    }
}
