//! The daily puzzle, posted in the channels that servers have chosen for it.
//!
//! The puzzle is computed from the day's number. The store only keeps each channel's last day.

use super::puzzles::{PuzzleStand, PuzzleWish};
use crate::app::caller::Caller;
use crate::app::{App, AppResult};
use crate::engine::Puzzle;
use crate::game::{ChannelId, GuildId, Millis};
use crate::games;
use crate::render::{BoardView, Look};
use crate::rules::Variant;
use crate::store::{DailyRow, DailySolver};

/// A daily puzzle to be posted.
#[derive(Clone, Debug)]
pub struct DailyPuzzle {
    pub channel: ChannelId,
    /// The day, counted from 1 January 1970.
    pub day: i64,
    /// The server's locale.
    pub locale: Option<String>,
    pub puzzle: &'static Puzzle,
    /// The state carried by the button below it.
    pub stand: PuzzleStand,
    /// The board from the solver's side.
    pub board: BoardView,
    pub look: Look,
    /// The users who solved the most daily puzzles without help this week, or on a Monday in the previous
    /// week.
    pub best: Vec<DailySolver>,
}

impl App {
    /// The puzzle a server gets on a day, counted from 1970. Servers that offer the same games get the same
    /// one.
    pub async fn daily_puzzle(&self, guild: GuildId, day: i64) -> AppResult<Option<DailyPuzzle>> {
        let Some(found) = self.store.daily(guild).await?.and_then(|one| daily(one, day)) else {
            return Ok(None);
        };
        Ok(Some(DailyPuzzle { best: self.daily_best(guild, day).await?, ..found }))
    }

    /// Records that the caller solved a puzzle, or was helped with it, if it is today's puzzle in their
    /// server. `false`: it is not, or an entry was recorded before.
    pub(super) async fn note_daily(&self, by: &Caller, stand: PuzzleStand, helped: bool) -> AppResult<bool> {
        let Some(guild) = by.guild else { return Ok(false) };
        let today = by.now.0.div_euclid(Millis::DAY);
        let of_today = self.store.daily(guild).await?.and_then(|one| daily(one, today));
        if of_today.is_some_and(|one| (one.stand.game, one.stand.puzzle) == (stand.game, stand.puzzle)) {
            let helped = helped || self.store.is_helped(by.user, stand.game.slug(), stand.puzzle).await?;
            return Ok(self.store.note_daily((guild, today), by.user, helped, by.now).await?);
        }
        Ok(false)
    }
}

fn daily(due: DailyRow, day: i64) -> Option<DailyPuzzle> {
    let offered = |game: &Variant| due.games.is_empty() || due.games.iter().any(|slug| slug == game.slug());
    let mut games: Vec<Variant> = Puzzle::games().filter(offered).collect();
    // If the server only offers games that no longer exist, choose from all games. If the offered games have
    // no puzzles, there is none.
    if !games::all().any(|game| offered(&game)) {
        games = Puzzle::games().collect();
    }
    if games.is_empty() {
        return None;
    }
    // Games take turns. The step is coprime to the number of puzzles, so all of a game's puzzles come before
    // one repeats.
    let turn = day.unsigned_abs() as usize;
    let game = games[turn % games.len()];
    let puzzles = Puzzle::all(game);
    let step = (puzzles.len() * 5 / 8..=puzzles.len()).find(|step| coprime(*step, puzzles.len()))?;
    let puzzle = puzzles.get(turn / games.len() * step % puzzles.len().max(1))?;
    let stand =
        PuzzleStand { game, puzzle: puzzle.id(), plies: 0, hinted: false, wish: PuzzleWish::default() };
    Some(DailyPuzzle {
        channel: due.channel,
        day,
        locale: due.locale,
        puzzle,
        stand,
        board: BoardView::of_line(&puzzle.line(0), puzzle.start().turn()),
        look: Look::default(),
        best: Vec::new(),
    })
}

fn coprime(a: usize, b: usize) -> bool {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn of(day: i64, games: &[&str]) -> &'static Puzzle {
        let games = games.iter().map(|slug| (*slug).to_owned()).collect();
        let due = DailyRow { channel: ChannelId(1), games, locale: None };
        daily(due, day).expect("a puzzle").puzzle
    }

    #[test]
    fn every_puzzle_of_a_game_comes_before_one_comes_again() {
        for game in Puzzle::games() {
            let count = Puzzle::all(game).len();
            let days = 20_000..20_000 + count as i64;
            let seen: BTreeSet<u32> = days.map(|day| of(day, &[game.slug()]).id()).collect();
            assert_eq!(seen.len(), count, "{}", game.slug());
        }
    }

    #[test]
    fn the_games_take_turns() {
        let games: BTreeSet<_> = (20_000..20_005).map(|day| of(day, &[]).variant().slug()).collect();
        assert_eq!(games.len(), 5);
        let two: Vec<_> = (20_000..20_004).map(|day| of(day, &["chess", "squirrel"]).variant()).collect();
        assert!(two[0] == two[2] && two[1] == two[3] && two[0] != two[1]);
        assert_eq!(of(20_000, &["ludo"]), of(20_000, &[]), "games that there were once");
        let games = vec!["ninjutsu".to_owned()];
        let without = DailyRow { channel: ChannelId(1), games, locale: None };
        assert!(daily(without, 20_000).is_none(), "a game that has no puzzles");
    }
}
