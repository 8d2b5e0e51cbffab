//! Refusals of pasted positions.

use fluent_bundle::FluentArgs;

use crate::games::BadStart;
use crate::render::length;
use crate::rules::{Color, Extra, FenDefect, FenError, Impossible, LARGEST_FEN_NUMBER, Spec, Termination};
use crate::words::args;
use crate::words::{Joined, Words, legible};

/// The maximum length of a position's defects in characters, so that they fit a message.
const ROOM: usize = 1_700;

impl Words {
    /// All defects of a pasted position. Those that do not fit a message are only counted. No full stop at
    /// its end.
    pub fn fen_error(&self, error: &FenError) -> String {
        self.fen_defects(error.variant().spec(), error.defects())
    }

    /// All defects of the start position in a game's file.
    pub(in crate::words) fn bad_start(&self, start: &BadStart) -> String {
        self.fen_defects(start.spec(), start.defects())
    }

    fn fen_defects(&self, game: &Spec, defects: &[FenDefect]) -> String {
        let told = defects.iter().map(|defect| self.fen_defect(game, defect));
        let all: Vec<String> = told.collect();
        let mut room = ROOM;
        let mut fits = |defect: &&String| {
            let left = room.checked_sub(length(defect) + 2);
            room = left.unwrap_or_default();
            left.is_some()
        };
        let fitting = all.iter().take_while(|defect| fits(defect)).count().max(1);
        let told = self.list(Joined::Apart, &all[..fitting]);
        match all.len() - fitting {
            0 => told,
            more => self.say("fen-more", &args! { "told" => told, "count" => more }),
        }
    }

    /// The refusal of a challenge from a bad position.
    pub fn fen_refused(&self, error: &FenError) -> String {
        self.say("fen-refused", &args! { "defects" => self.fen_error(error) })
    }

    /// The refusal of a file with an invalid start position.
    pub fn start_refused(&self, start: &BadStart) -> String {
        self.say("fen-refused", &args! { "defects" => self.bad_start(start) })
    }

    /// The refusal of a challenge from a position in which the game is over.
    pub fn fen_over(&self, how: Termination) -> String {
        self.say("fen-over", &args! { "state" => self.termination(how) })
    }

    /// One defect of a position of a game.
    pub fn fen_defect(&self, game: &Spec, defect: &FenDefect) -> String {
        use FenDefect as D;
        let most = LARGEST_FEN_NUMBER;
        let (key, args) = match defect {
            D::TooLong(most) => ("fen-too-long", args! { "most" => *most }),
            D::OtherGame(other) => ("fen-other-game", args! { "other" => *other, "game" => game }),
            D::FieldCount { expected, found } => {
                let more = game.counts_promotions;
                let key = if more { "fen-field-count.with-promotions" } else { "fen-field-count" };
                (key, args! { "game" => game, "expected" => *expected, "found" => *found })
            }
            D::RankCount { expected, found } => {
                ("fen-rank-count", args! { "expected" => *expected, "found" => *found })
            }
            D::LeadingZero(rank) => ("fen-leading-zero", args! { "rank" => *rank }),
            D::IsHole(square) => ("fen-is-hole", args! { "square" => *square }),
            D::IsNoHole(square) => ("fen-is-no-hole", args! { "square" => *square }),
            D::RankWidth { rank, expected, found } => {
                ("fen-rank-width", args! { "rank" => *rank, "expected" => *expected, "found" => *found })
            }
            D::NoSuchPiece(letter) => {
                ("fen-no-such-piece", args! { "letter" => legible(&letter.to_string()), "game" => game })
            }
            D::OnHole(kind, square) => {
                ("fen-on-hole", args! { "kind" => game.piece_type(*kind), "square" => *square })
            }
            D::OnExit(kind, square) => {
                ("fen-on-exit", args! { "kind" => game.piece_type(*kind), "square" => *square })
            }
            D::BeyondLastRank(color, kind, square) => (
                "fen-beyond-last-rank",
                args! { "side" => *color, "kind" => game.piece_type(*kind), "square" => *square },
            ),
            D::BehindStartRank(color, kind, square) => (
                "fen-behind-start-rank",
                args! { "side" => *color, "kind" => game.piece_type(*kind), "square" => *square },
            ),
            D::NoHand => ("fen-no-hand", args! { "game" => game }),
            D::HandMissing => ("fen-hand-missing", args! { "hand" => full_hands(game) }),
            D::HandNotClosed => ("fen-hand-not-closed", args! {}),
            D::NotForHand(letter) => ("fen-not-for-hand", args! { "letter" => legible(&letter.to_string()) }),
            D::SideToMove(text) => ("fen-side-to-move", args! { "text" => legible(text) }),
            D::CastlingRights(text) => ("fen-castling-rights", args! { "text" => legible(text) }),
            D::EnPassantField(text) => ("fen-en-passant-field", args! { "text" => legible(text) }),
            D::HalfmoveClock(text) => {
                ("fen-halfmove-clock", args! { "most" => most, "text" => legible(text) })
            }
            D::FullmoveNumber(text) => {
                ("fen-fullmove-number", args! { "most" => most, "text" => legible(text) })
            }
            D::FullmoveZero => ("fen-fullmove-zero", args! {}),
            D::ChecksLeft(text, most) => {
                ("fen-checks-left", args! { "text" => legible(text), "most" => *most })
            }
            D::PromotionsMade(text) => ("fen-promotions-made", args! { "text" => legible(text) }),
            D::Kings(color, count) => ("fen-kings", args! { "side" => *color, "count" => *count }),
            D::TooManyPawns { color, piece, found, most } => {
                let key = if game.ninja_pawn() == Some(*piece) { "fen-ninja-pawns" } else { "fen-pawns" };
                (key, args! { "side" => *color, "found" => *found, "most" => *most })
            }
            D::TooManyInHand { color, found, most } => {
                ("fen-too-many-in-hand", args! { "side" => *color, "found" => *found, "most" => *most })
            }
            D::Material { color, extra, why } => self.material(game, *color, extra, *why),
            D::NoSuchRight(letters) => {
                ("fen-no-such-right", args! { "letters" => letters.as_str(), "game" => game })
            }
            D::NotAtHome { right, king, rook } => {
                ("fen-not-at-home", args! { "letter" => *right, "king" => *king, "rook" => *rook })
            }
            D::NotPassed(color) => ("fen-not-passed", args! { "side" => *color }),
            D::KingCanBeTaken(color) => ("fen-king-can-be-taken", args! { "side" => *color }),
        };
        self.say(key, &args)
    }

    fn material(
        &self,
        game: &Spec,
        color: Color,
        extra: &[Extra],
        why: Impossible,
    ) -> (&'static str, FluentArgs<'static>) {
        let told = extra.iter().map(|Extra { piece, now, start }| {
            self.say(
                "fen-extra",
                &args! { "kind" => game.piece_type(*piece), "now" => *now, "start" => *start },
            )
        });
        let pieces = self.list(Joined::And, &told.collect::<Vec<_>>());
        match why {
            Impossible::TooFewPawnsGone { needed, gone } => (
                "fen-material-needs-pawns",
                args! { "side" => color, "pieces" => pieces, "needed" => needed, "gone" => gone },
            ),
            Impossible::NotByPromotions(made) => {
                ("fen-material-not-opened", args! { "side" => color, "pieces" => pieces, "made" => made })
            }
        }
    }
}

/// Full hands of both sides, as in a FEN.
fn full_hands(game: &Spec) -> String {
    let Some(rule) = game.drops else { return String::new() };
    let hand = game.letter(rule.kind).to_string().repeat(rule.in_hand.into());
    format!("[{hand}{}]", hand.to_lowercase())
}
