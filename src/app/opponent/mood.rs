//! The bot's view of its game across its moves: how long it has been hopeless or even, and the remarks made
//! about that.
//!
//! Stored with the bot's move, so that the bot offers its resignation only once, even after a restart.

use std::fmt;
use std::str::FromStr;

use crate::engine::{Score, balance};
use crate::rules::Position;

/// A game is hopeless if the bot is mated by force or is worse by this much, in hundredths of a pawn.
const HOPELESS: i32 = 300;
/// It is also hopeless if the bot is about a rook down by the usual values and worse by `WORSE`.
const ROOK: i32 = 450;
const WORSE: i32 = 50;
/// The bot offers its resignation after this many hopeless moves in a row.
const HOPELESS_FOR: u32 = 3;
/// A game is even if neither side is ahead by more than this, in hundredths of a pawn.
const EVEN: i32 = 50;
/// The bot offers a draw after this many even moves in a row, ...
const EVEN_FOR: u32 = 10;
/// ... after this many plies without progress, ...
const NO_PROGRESS: u32 = 30;
/// ... and this many plies after its last draw offer.
const AGAIN_AFTER: u32 = 40;

/// Replaces the ply at which the bot asked if that move was taken back; no game is this long.
const TAKEN_BACK: u32 = u32::MAX;

/// The bot's view of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Mood {
    /// Plies before its last move.
    ply: u32,
    /// How many of its moves in a row found the game hopeless.
    hopeless: u32,
    /// How many of its moves in a row found the game even.
    even: u32,
    /// The ply after which it offered its resignation; it does so once.
    asked: Option<u32>,
    /// The ply after which it last offered a draw.
    offered: Option<u32>,
}

/// A remark that the bot makes with its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aside {
    /// Asks the player to mate it or to accept its resignation.
    AsksToResign,
    OffersDraw,
}

impl Mood {
    /// True if the bot may have a remark on this position, given that its score may be wrong by this much.
    pub(super) fn may_speak(position: &Position, score: Score, wrong_by: i32) -> bool {
        is_hopeless(position, Score(score.0 - wrong_by))
            || has_no_progress(position) && score.0.abs() <= EVEN + wrong_by
    }

    /// The mood after the bot scored the position of its next move, and its remark with that move. `ply`: the
    /// plies before the move.
    pub(super) fn next(self, ply: u32, position: &Position, score: Score) -> (Self, Option<Aside>) {
        // A move replayed after a takeback counts once.
        let goes_on = ply <= self.ply + 2;
        let count = |before: u32, holds: bool| match holds {
            true if goes_on => before + u32::from(ply == self.ply + 2 || before == 0),
            true => 1,
            false => 0,
        };
        let hopeless = count(self.hopeless, is_hopeless(position, score));
        let even = count(self.even, score.0.abs() <= EVEN);
        let after = ply + 1;
        let mut mood = Self { hopeless, even, ..self.unjudged(ply) };
        if hopeless >= HOPELESS_FOR && self.asked.is_none() {
            mood.asked = Some(after);
            return (mood, Some(Aside::AsksToResign));
        }
        let lately = self.offered.is_some_and(|offered| after < offered + AGAIN_AFTER);
        if even >= EVEN_FOR && has_no_progress(position) && !lately {
            mood.offered = Some(after);
            return (mood, Some(Aside::OffersDraw));
        }
        (mood, None)
    }

    /// The mood after a move that the bot had no time to judge: the counts skip that move.
    pub(super) fn unjudged(self, ply: u32) -> Self {
        // After a takeback, the same ply may belong to another position.
        let asked = self.asked.map(|at| if at > ply { TAKEN_BACK } else { at });
        Self { ply, asked, ..self }
    }

    /// True if its offer to resign came after this ply.
    pub(super) fn asks_after(self, ply: u32) -> bool {
        self.asked == Some(ply)
    }
}

fn is_hopeless(position: &Position, score: Score) -> bool {
    score.0 <= -HOPELESS || score.0 <= -WORSE && balance(position) <= -ROOK
}

fn has_no_progress(position: &Position) -> bool {
    position.halfmove() >= NO_PROGRESS
}

/// Formats the stored form, such as `12,3,0,13,-`.
impl fmt::Display for Mood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |ply: Option<u32>| ply.map_or_else(|| "-".to_owned(), |ply| ply.to_string());
        let (asked, offered) = (at(self.asked), at(self.offered));
        write!(f, "{},{},{},{asked},{offered}", self.ply, self.hopeless, self.even)
    }
}

/// The text is not a stored mood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct NoMood;

impl FromStr for Mood {
    type Err = NoMood;

    fn from_str(text: &str) -> Result<Self, NoMood> {
        let [ply, hopeless, even, asked, offered] = text.split(',').collect::<Vec<_>>()[..] else {
            return Err(NoMood);
        };
        let count = |text: &str| text.parse::<u32>().map_err(|_| NoMood);
        let at = |text: &str| if text == "-" { Ok(None) } else { count(text).map(Some) };
        Ok(Self {
            ply: count(ply)?,
            hopeless: count(hopeless)?,
            even: count(even)?,
            asked: at(asked)?,
            offered: at(offered)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::MATE;
    use crate::games;

    fn position(halfmove: u32) -> Position {
        let chess = games::from_slug("chess").expect("a game");
        Position::from_fen(chess, &format!("4k2r/8/8/8/8/8/8/R3K3 w - - {halfmove} 60")).expect("a position")
    }

    /// The remarks at each of its moves, from this ply on, given their scores.
    fn said(mood: &mut Mood, from: u32, scores: &[i32], halfmove: u32) -> Vec<(u32, Aside)> {
        let mut said = Vec::new();
        for (nth, score) in (0_u32..).zip(scores) {
            let ply = from + 2 * nth;
            let (next, aside) = mood.next(ply, &position(halfmove), Score(*score));
            // Each mood survives a round trip through its stored form.
            *mood = next.to_string().parse().expect("it reads what it writes");
            assert_eq!(*mood, next);
            said.extend(aside.map(|aside| (ply, aside)));
        }
        said
    }

    #[test]
    fn it_asks_once_when_it_has_been_hopeless_for_three_moves() {
        let mut mood = Mood::default();
        assert_eq!(said(&mut mood, 1, &[-700, -700, -100, -800, 4 - MATE], 0), []);
        assert_eq!(said(&mut mood, 11, &[-600], 0), [(11, Aside::AsksToResign)]);
        assert!(mood.asks_after(12) && !mood.asks_after(14));
        assert_eq!(said(&mut mood, 13, &[-700; 20], 0), [], "and never again");
        assert_eq!(said(&mut Mood::default(), 1, &[-299; 20], 0), [], "that may come back");
    }

    #[test]
    fn with_a_rook_less_a_game_is_hopeless_unless_it_stands_well() {
        let chess = games::from_slug("chess").expect("a game");
        for (fen, hopeless) in
            [("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", true), ("4k2r/8/8/8/8/8/8/R3K3 b - - 0 1", false)]
        {
            let position = Position::from_fen(chess, fen).expect("a position");
            assert_eq!(is_hopeless(&position, Score(-60)), hopeless, "{fen}");
            assert!(!is_hopeless(&position, Score(10)), "{fen}: it has something for it");
        }
    }

    #[test]
    fn a_move_that_is_made_again_after_a_takeback_counts_once() {
        let mut mood = Mood::default();
        for _ in 0..5 {
            assert_eq!(said(&mut mood, 21, &[-700], 0), []);
        }
        assert_eq!(said(&mut mood, 23, &[-700, -700], 0), [(25, Aside::AsksToResign)]);
        assert_eq!(said(&mut mood, 23, &[-700, -700], 0), [], "nor is it asked again");
    }

    #[test]
    fn a_move_that_nobody_had_time_to_judge_is_left_out() {
        let mut mood = Mood::default();
        assert_eq!(said(&mut mood, 1, &[-700, -700], 0), []);
        mood = mood.unjudged(5);
        assert_eq!(said(&mut mood, 7, &[-700], 0), [(7, Aside::AsksToResign)]);
        assert!(!mood.unjudged(7).asks_after(8), "the move it asked with was taken back");
    }

    #[test]
    fn it_offers_a_draw_in_an_even_game_without_progress_and_again_after_twenty_moves() {
        let mut mood = Mood::default();
        let offers = said(&mut mood, 61, &[10; 50], 40);
        assert_eq!(
            offers,
            [79, 119, 159].map(|ply| (ply, Aside::OffersDraw)),
            "after ten of its moves, and then after twenty each time"
        );
        assert_eq!(said(&mut Mood::default(), 61, &[10; 50], 29), [], "there was progress lately");
        assert_eq!(said(&mut Mood::default(), 61, &[51; 50], 40), [], "it can win");
        let mut scores = [0; 19];
        scores[9] = 60;
        assert_eq!(said(&mut Mood::default(), 61, &scores, 40), [], "never ten in a row");
    }

    #[test]
    fn what_is_no_mood_is_not_read() {
        for text in ["", "1", "1,2,3,4", "1,2,3,-,-,-", "1,2,x,-,-", "-,1,1,-,-"] {
            assert_eq!(text.parse::<Mood>(), Err(NoMood), "{text}");
        }
    }
}
