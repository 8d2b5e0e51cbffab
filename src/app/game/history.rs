//! A game's history: its moves, any of its positions, and its PGN. Moves that were taken back are left out.

use std::sync::Arc;

use crate::app::caller::{Caller, Target};
use crate::app::error::Rejection;
use crate::app::{App, AppResult};
use crate::game::{Ending, Game, GameId, Millis, Pace, Ply, UserId};
use crate::render::BoardView;
use crate::rules::{
    ByColor, Color, DescribedMove, Line, PgnHeader, Score, Variant, moves_in_san, numbers, write_pgn,
};

/// Rows of moves on a page.
const ROWS: usize = 20;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// A game and its history, as seen by one user.
#[derive(Clone, Debug)]
pub struct Past {
    /// Carried by buttons.
    pub game: GameId,
    pub variant: Variant,
    /// When the game began.
    pub begun: Millis,
    /// Time per move; `None`: no clock.
    pub pace: Option<Pace>,
    /// The viewer.
    pub by: UserId,
    pub game_now: Arc<Game>,
    /// The viewer's notes on the game, in the order of the game.
    pub notes: Vec<Note>,
}

/// A note on a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The position: the number of plies before it.
    pub ply: Ply,
    /// The move before it at the time of writing, as stored; `None`: the start, or unknown.
    pub played: Option<String>,
    pub text: String,
    /// When it was written.
    pub at: Millis,
}

/// A row of the move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRow {
    /// The move number.
    pub number: u32,
    /// Each side's move in SAN; `None`: that side made none in this row.
    pub moves: ByColor<Option<String>>,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct PastPosition {
    /// The number of plies before it.
    pub ply: Ply,
    /// The move that led to it; `None` at the start.
    pub last: Option<PastMove>,
    pub board: BoardView,
}

/// A move of a game.
#[derive(Clone, Debug)]
pub struct PastMove {
    /// The move number as written in notation.
    pub number: u32,
    pub side: Color,
    pub san: String,
    /// The move, to be put into words.
    pub told: DescribedMove,
}

impl App {
    /// A game's history, for anyone in the channel: its live game, or its last one. A button only selects the
    /// game; the moves shown are those played by now.
    ///
    /// # Errors
    /// Refused: no game here.
    /// Refused: no game here.
    pub async fn past(&self, by: &Caller, target: Target) -> AppResult<Past> {
        let (loaded, _) = self.load_to_see(by, target).await?;
        let notes = self.notes(by.user, loaded.row.id).await?;
        Ok(Past {
            notes,
            game: loaded.row.id,
            variant: loaded.variant,
            begun: loaded.row.created_at,
            pace: loaded.row.pace,
            by: by.user,
            game_now: Arc::new(loaded.game),
        })
    }
}

impl Past {
    /// The number of plies played.
    pub fn plies(&self) -> Ply {
        self.game_now.ply()
    }

    /// The number of full moves: White's move and Black's reply count as one.
    pub fn moves(&self) -> usize {
        self.rows_before(self.plies())
    }

    /// The move list.
    pub fn rows(&self) -> Vec<PastRow> {
        rows(&self.game_now.line)
    }

    /// The rows of a page, counted from 0; the last page's if the number is too large.
    pub fn page(&self, page: u32) -> Vec<PastRow> {
        let from = page.min(self.pages() - 1) as usize * ROWS;
        self.rows().into_iter().skip(from).take(ROWS).collect()
    }

    /// The number of pages, at least one.
    pub fn pages(&self) -> u32 {
        (self.rows_before(self.plies()).div_ceil(ROWS) as u32).max(1)
    }

    /// The page with the last of this many plies.
    pub fn page_of(&self, ply: Ply) -> u32 {
        (self.rows_before(ply).saturating_sub(1) / ROWS) as u32
    }

    /// The last ply of a page.
    pub fn end_of_page(&self, page: u32) -> Ply {
        Ply((page + 1) * 2 * ROWS as u32 - self.begun_by_black()).min(self.plies())
    }

    /// The number of rows that this many plies fill.
    fn rows_before(&self, ply: Ply) -> usize {
        if ply == Ply(0) { 0 } else { (ply.0 + self.begun_by_black()).div_ceil(2) as usize }
    }

    fn begun_by_black(&self) -> u32 {
        u32::from(self.game_now.line.start().turn() == Color::Black)
    }

    /// The ply after which both sides, or the one that moved last, have made the move of this number; 0 for
    /// the number 0.
    ///
    /// # Errors
    /// Refused: there is no move of this number.
    pub fn after_number(&self, number: u32) -> Result<Ply, Rejection> {
        let line = &self.game_now.line;
        if number == 0 {
            return Ok(Ply(0));
        }
        let found = numbers(line).zip(1..).filter(|((counted, _), _)| *counted == number).last();
        let last = numbers(line).last().map(|(number, _)| number);
        found.map(|(_, ply)| Ply(ply)).ok_or(Rejection::NoSuchMove(last))
    }

    /// The position after this many plies, or the current one if there are fewer, from the viewer's side.
    pub fn position(&self, ply: Ply) -> PastPosition {
        let game = &self.game_now;
        let mut line = game.line.clone();
        line.take_back_to(ply.0 as usize);
        let ply = Ply(line.moves().len() as u32);
        let last = line.last().zip(numbers(&line).last()).zip(moves_in_san(&line).pop());
        let last = last.map(|(((before, mv), (number, side)), san)| PastMove {
            number,
            side,
            san,
            told: DescribedMove::new(before, mv),
        });
        let mut board = BoardView::of_line(&line, self.side());
        board.ended |= game.ending.is_some() && ply == self.plies();
        PastPosition { ply, last, board }
    }

    /// The viewer's side; White for those who play neither side, or both.
    pub fn side(&self) -> Color {
        let game = &self.game_now;
        game.side_of(self.by).filter(|_| !game.is_hot_seat()).unwrap_or(Color::White)
    }

    /// The result as in PGN; `None`: the game is live.
    pub fn score(&self) -> Option<Score> {
        self.game_now.ending.map(|ending| ended(ending).0)
    }

    /// The name of a file with the game, with this ending.
    pub fn file_name(&self, ending: &str) -> String {
        format!("{}-{}.{ending}", self.variant.slug(), self.game)
    }

    /// The game as PGN, with its players' names if known.
    pub fn pgn(&self, names: &ByColor<Option<String>>) -> String {
        let game = &self.game_now;
        let (score, termination) = game.ending.map_or((Score::Open, "unterminated"), ended);
        let header = PgnHeader {
            event: "Rookery",
            site: "Discord",
            date: &date(self.begun),
            players: ByColor { white: names.white.as_deref(), black: names.black.as_deref() },
            score,
            termination,
            seconds_a_move: self.pace.map(|pace| pace.millis() / 1_000),
        };
        write_pgn(&game.line, &header)
    }
}

/// The move list of a line.
pub(in crate::app) fn rows(line: &Line) -> Vec<PastRow> {
    let mut rows: Vec<PastRow> = Vec::new();
    for ((number, side), san) in numbers(line).zip(moves_in_san(line)) {
        if rows.last().is_none_or(|row| row.number != number) {
            rows.push(PastRow { number, moves: ByColor { white: None, black: None } });
        }
        if let Some(row) = rows.last_mut() {
            row.moves[side] = Some(san);
        }
    }
    rows
}

/// The result of an ending, and PGN's word for the termination.
fn ended(ending: Ending) -> (Score, &'static str) {
    match ending {
        Ending::Aborted
        | Ending::TimeOutAborted
        | Ending::ChannelDeleted
        | Ending::Removed
        | Ending::Stopped => (Score::Open, "abandoned"),
        Ending::TimeOut(winner) => (Score::Won(winner), "time forfeit"),
        Ending::TimeOutDraw => (Score::Drawn, "time forfeit"),
        Ending::Played(_) | Ending::Resigned(_) | Ending::Claimed(_) | Ending::Agreed => {
            (ending.winner().map_or(Score::Drawn, Score::Won), "normal")
        }
    }
}

/// The UTC date of a time, such as `2026.11.22`.
fn date(at: Millis) -> String {
    let (year, month, day) = calendar(at);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a time in the Gregorian calendar, in UTC.
pub(in crate::app) fn calendar(at: Millis) -> (i64, i64, i64) {
    // Years start in March here, so that the leap day comes last.
    let days = at.0.div_euclid(DAY) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let january = month >= 10;
    (era * 400 + year + i64::from(january), if january { month - 9 } else { month + 3 }, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rules::{Every, Position};

    fn past(fen: &str, plies: usize) -> Past {
        let variant = games::from_slug("chess").expect("chess");
        let mut line = Line::new(Position::from_fen(variant, fen).expect("a position"));
        for text in ["Kd7", "Kd2", "Ke7", "Ke2"].into_iter().cycle().take(plies) {
            line.play_typed(text).expect("a legal move");
        }
        let players = ByColor { white: Some(UserId(1)), black: Some(UserId(2)) };
        let game_now = Arc::new(Game::new(players, line, Millis(0)));
        let notes = Vec::new();
        Past { game: GameId(1), variant, begun: Millis(0), pace: None, by: UserId(2), game_now, notes }
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, day) in [
            (0, "1970.01.01"),
            (951_782_399_999, "2000.02.28"),
            (951_782_400_000, "2000.02.29"),
            (951_868_800_000, "2000.03.01"),
            (1_735_689_599_999, "2024.12.31"),
            (1_735_689_600_000, "2025.01.01"),
            (1_795_305_600_000, "2026.11.22"),
            (4_107_542_400_000, "2100.03.01"),
            (-1, "1969.12.31"),
        ] {
            assert_eq!(date(Millis(at)), day, "{at}");
        }
    }

    #[test]
    fn a_page_ends_where_the_next_begins() {
        let rook = "4k3/7r/8/8/8/8/8/R3K3 b - - 0 7";
        for plies in [0, 1, 2, 3, 38, 39, 40, 41, 79, 80] {
            let past = past(rook, plies);
            let rows = past.rows();
            assert_eq!(past.moves(), rows.len(), "{plies}");
            assert_eq!(past.pages() as usize, rows.len().div_ceil(20).max(1), "{plies}");
            let pages: Vec<PastRow> = (0..past.pages()).flat_map(|page| past.page(page)).collect();
            assert_eq!(pages, rows);
            for page in 0..past.pages() {
                let end = past.end_of_page(page);
                assert_eq!(past.page_of(end), page, "{plies}");
                assert!(page + 1 == past.pages() || past.page_of(Ply(end.0 + 1)) == page + 1);
            }
            assert_eq!(past.end_of_page(past.pages() - 1), past.plies());
            assert_eq!(past.page(99), past.page(past.pages() - 1));
        }
    }

    #[test]
    fn a_number_means_the_position_after_both_moves() {
        let past = past("4k3/7r/8/8/8/8/8/R3K3 b - - 0 7", 4);
        let found =
            |number| past.after_number(number).map(|ply| ply.0).map_err(|refused| format!("{refused:?}"));
        assert_eq!([0, 7, 8, 9].map(found), [Ok(0), Ok(1), Ok(3), Ok(4)]);
        for number in [1, 6, 10, u32::MAX] {
            assert_eq!(found(number), Err("NoSuchMove(Some(9))".to_owned()), "{number}");
        }
    }

    #[test]
    fn every_ending_has_its_result() {
        for ending in Ending::every() {
            let (score, told) = ended(ending);
            let abandoned = ending.is_abort();
            let normal = if ending.is_on_time() { "time forfeit" } else { "normal" };
            assert_eq!(told, if abandoned { "abandoned" } else { normal });
            assert_eq!(score == Score::Open, abandoned, "{ending}");
            assert_eq!(
                ending.winner().map(Score::Won),
                Some(score).filter(|score| matches!(score, Score::Won(_)))
            );
        }
    }
}
