//! A tournament's standings and cross table as plain data.

use super::plan;
use crate::app::view::Place as Where;
use crate::app::{App, AppResult};
use crate::game::{
    GameId, Millis, Pace, TournamentId, TournamentKind, TournamentResult, TournamentState, UserId,
};
use crate::games;
use crate::pairing::{FieldError, PlayerNumber, knockout, round_robin, swiss};
use crate::render::{ScoreCell, ScoreTable};
use crate::rules::Variant;
use crate::store::{TournamentGame, TournamentRow};

/// The most lines in a picture: a Swiss tournament may have more players than would be legible.
const DRAWN: usize = 32;

/// The cell of an unfinished game.
pub const NOT_OVER: &str = "*";
/// The cells of a game won and lost without play.
pub const UNPLAYED_WON: &str = "+";
pub const UNPLAYED_LOST: &str = "\u{2013}";

/// A tournament's current state.
#[derive(Clone, Debug)]
pub struct TournamentView {
    pub id: TournamentId,
    pub place: Where,
    /// Its message, once posted.
    pub message: Option<crate::game::MessageId>,
    pub locale: Option<String>,
    pub kind: TournamentKind,
    pub variants: Vec<Variant>,
    pub pace: Pace,
    pub rated: bool,
    /// Each pair plays two games.
    pub twice: bool,
    pub least: u32,
    pub most: u32,
    pub starts_at: Option<Millis>,
    pub ended_at: Option<Millis>,
    pub state: TournamentState,
    /// It was ended before all its games were played, so it has no winner.
    pub ended_early: bool,
    /// The number of rounds begun, and the total if known.
    pub round: u32,
    pub rounds: Option<u32>,
    /// The players, the best first; before it begins, in the order in which they joined.
    pub lines: Vec<TournamentLine>,
    /// The games that are running or about to begin.
    pub open: Vec<OpenPairing>,
    /// The player with a bye in the current round, which scores a point.
    pub sits_out: Option<UserId>,
    /// The cross table, once it has begun.
    pub picture: Option<ScoreTable>,
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentLine {
    /// `None` before places are assigned, and for a player whose games are struck.
    pub place: Option<u8>,
    pub number: u32,
    /// `None`: a former player.
    pub person: Option<UserId>,
    pub is_out: bool,
    /// Half points.
    pub half_points: u32,
}

/// A game that is running or about to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPairing {
    pub number: u32,
    pub round: u32,
    pub white: Option<UserId>,
    pub black: Option<UserId>,
    pub variant: Option<Variant>,
    pub game: Option<GameId>,
    /// The third game of a pair in a knock-out, after a level score.
    pub decides: bool,
    /// The message that its thread belongs to.
    pub message: Option<crate::game::MessageId>,
    /// True if that message notifies Black.
    ///
    /// The beginning of a tournament notifies each player once, in their first game: White by its first
    /// board, Black by its message.
    pub notifies_black: bool,
}

/// A game that is running or about to begin, with its tournament's context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub tournament: TournamentId,
    pub place: Where,
    pub locale: Option<String>,
    pub game: OpenPairing,
}

impl App {
    /// An unfinished game of a tournament; `None`: it is over, or does not exist. Computes no standings.
    pub async fn pairing(&self, id: TournamentId, number: u32) -> AppResult<Option<Pairing>> {
        let Some(row) = self.store.tournament(id).await? else { return Ok(None) };
        let game = row.games.iter().find(|game| game.number == number && game.result.is_none());
        Ok(game.map(|game| Pairing {
            tournament: id,
            place: place(&row),
            locale: row.made.locale.clone(),
            game: open_pairing(&row, game),
        }))
    }

    /// A tournament's current state; `None`: it does not exist.
    pub async fn tournament_view(&self, id: TournamentId) -> AppResult<Option<TournamentView>> {
        Ok(self.store.tournament(id).await?.map(|row| view(&row)))
    }
}

/// Builds a tournament's view from its stored row.
pub fn view(row: &TournamentRow) -> TournamentView {
    let lines = if row.players.iter().all(|player| player.rating == 0) {
        joined(row)
    } else {
        ranked(row).unwrap_or_else(|error| {
            tracing::error!(tournament = row.id.0, ?error, "a table is not told");
            joined(row)
        })
    };
    let begun = !matches!(row.state, TournamentState::Open | TournamentState::CalledOff);
    let open = row.games.iter().filter(|game| game.result.is_none()).map(|game| open_pairing(row, game));
    TournamentView {
        id: row.id,
        place: place(row),
        message: row.message,
        locale: row.made.locale.clone(),
        kind: row.made.kind,
        variants: row.made.variants.iter().filter_map(|slug| games::from_slug(slug)).collect(),
        pace: row.made.pace,
        rated: row.made.rated,
        twice: row.made.games == 2,
        least: row.made.least,
        most: row.made.most,
        starts_at: row.made.starts_at,
        ended_at: row.ended_at,
        state: row.state,
        ended_early: row.ended_early,
        round: row.round,
        rounds: (row.made.kind == TournamentKind::Swiss && begun)
            .then(|| plan::swiss_rounds(row.players.len())),
        open: open.collect(),
        sits_out: (row.games.iter())
            .find(|game| game.round == row.round && game.result == Some(TournamentResult::Bye))
            .and_then(|game| person(row, game.white)),
        picture: begun.then(|| picture(row, &lines)),
        lines,
    }
}

fn place(row: &TournamentRow) -> Where {
    Where { guild: Some(row.made.guild), channel: row.made.channel }
}

fn person(row: &TournamentRow, number: u32) -> Option<UserId> {
    super::steps::find(row, number).and_then(|player| player.person)
}

fn open_pairing(row: &TournamentRow, game: &TournamentGame) -> OpenPairing {
    OpenPairing {
        number: game.number,
        round: game.round,
        white: person(row, game.white),
        black: game.black.and_then(|black| person(row, black)),
        variant: games::from_slug(&game.variant),
        game: game.game,
        decides: row.made.kind == TournamentKind::KnockOut && games_before(row, game) >= 2,
        message: game.message,
        notifies_black: notifies_black(row, game),
    }
}

/// The number of White's games before this one in its round: in a knock-out, against the same opponent.
fn games_before(row: &TournamentRow, game: &TournamentGame) -> usize {
    let white = Some(game.white);
    let in_round = row.games.iter().filter(|one| one.round == game.round && one.number < game.number);
    in_round.filter(|one| one.black.is_some() && (Some(one.white) == white || one.black == white)).count()
}

/// True if Black has White in none of the games that the tournament begins with, and this is their first.
///
/// Whoever has White somewhere is notified there, by the board on which they have to move.
fn notifies_black(row: &TournamentRow, game: &TournamentGame) -> bool {
    let at_first = |one: &&TournamentGame| row.made.kind == TournamentKind::RoundRobin || one.round == 1;
    let plays = |one: &&TournamentGame| Some(one.white) == game.black || one.black == game.black;
    let mut own = row.games.iter().filter(at_first).filter(plays).peekable();
    let is_first = own.peek().is_some_and(|first| first.number == game.number);
    is_first && own.all(|one| Some(one.white) != game.black)
}

/// The players in the order of their numbers, without places.
fn joined(row: &TournamentRow) -> Vec<TournamentLine> {
    row.players.iter().map(|player| line(row, player.number, None, 0)).collect()
}

fn line(row: &TournamentRow, number: u32, place: Option<u8>, half_points: u32) -> TournamentLine {
    let player = super::steps::find(row, number);
    TournamentLine {
        place,
        number,
        person: player.and_then(|player| player.person),
        is_out: player.is_some_and(|player| player.is_out),
        half_points,
    }
}

/// The players, the best first.
fn ranked(row: &TournamentRow) -> Result<Vec<TournamentLine>, FieldError> {
    let number = |player: PlayerNumber| u32::from(player.get());
    Ok(match row.made.kind {
        TournamentKind::RoundRobin => round_robin::table(&plan::as_round_robin(row))?
            .into_iter()
            .map(|one| {
                line(row, number(one.player), one.place.map(|place| place.0), one.points.halves().into())
            })
            .collect(),
        TournamentKind::Swiss => swiss::table(&plan::as_swiss(row))?
            .into_iter()
            .map(|one| line(row, number(one.player), Some(one.place.0), one.points.halves().into()))
            .collect(),
        TournamentKind::KnockOut => {
            let stand = knockout::stand(&plan::knock_out(row)?)?;
            let placed = |player: u32| {
                stand.places.iter().find(|(_, one)| number(*one) == player).map(|(place, _)| place.0)
            };
            let mut lines: Vec<_> = row
                .players
                .iter()
                .map(|player| line(row, player.number, placed(player.number), scored(row, player.number)))
                .collect();
            // Players still in it come first.
            lines.sort_by_key(|line| (line.place.unwrap_or(0), line.number));
            lines
        }
    })
}

/// A player's half points in all games.
fn scored(row: &TournamentRow, number: u32) -> u32 {
    row.games.iter().filter_map(|game| half_points(game, number)).sum()
}

/// A player's half points in a game; `None`: it is not over, or not theirs.
fn half_points(game: &TournamentGame, number: u32) -> Option<u32> {
    let white = game.white == number;
    if !white && game.black != Some(number) {
        return None;
    }
    Some(match (game.result?, white) {
        (TournamentResult::White | TournamentResult::BlackForfeits | TournamentResult::Bye, true)
        | (TournamentResult::Black | TournamentResult::WhiteForfeits, false) => 2,
        (TournamentResult::Draw | TournamentResult::Halves, _) => 1,
        _ => 0,
    })
}

/// A result as a cell's text: `1`, `0`, a half, and `+` or a dash for forfeits and byes.
fn mark(game: &TournamentGame, number: u32) -> String {
    let own = half_points(game, number);
    match (game.result, own) {
        (None, _) => NOT_OVER.to_owned(),
        (
            Some(TournamentResult::WhiteForfeits | TournamentResult::BlackForfeits | TournamentResult::Bye),
            Some(2),
        ) => UNPLAYED_WON.to_owned(),
        (
            Some(
                TournamentResult::WhiteForfeits
                | TournamentResult::BlackForfeits
                | TournamentResult::BothForfeit,
            ),
            _,
        ) => UNPLAYED_LOST.to_owned(),
        (_, Some(2)) => "1".to_owned(),
        (_, Some(1)) => "\u{bd}".to_owned(),
        _ => "0".to_owned(),
    }
}

/// Half points as text: `3`, `3½`, `½`.
pub fn points(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "\u{bd}".to_owned(),
        (whole, 1) => format!("{whole}\u{bd}"),
        (whole, _) => whole.to_string(),
    }
}

/// The cross table: against each other in a round robin, by rounds otherwise.
fn picture(row: &TournamentRow, lines: &[TournamentLine]) -> ScoreTable {
    let head = |text: String| ScoreCell::Head(text);
    let lines: Vec<&TournamentLine> = lines.iter().take(DRAWN).collect();
    let against_each = row.made.kind == TournamentKind::RoundRobin;
    let columns: Vec<u32> =
        if against_each { lines.iter().map(|line| line.number).collect() } else { (1..=row.round).collect() };
    let first: Vec<ScoreCell> = std::iter::once(head(String::new()))
        .chain(columns.iter().map(|column| head(column.to_string())))
        .chain([head("=".to_owned())])
        .collect();
    let cell = |line: &TournamentLine, column: u32| {
        if against_each && column == line.number {
            return ScoreCell::Filled;
        }
        let here = row.games.iter().filter(|game| {
            let own = game.white == line.number || game.black == Some(line.number);
            let other = if game.white == line.number { game.black } else { Some(game.white) };
            own && if against_each { other == Some(column) } else { game.round == column }
        });
        ScoreCell::Text(here.map(|game| mark(game, line.number)).collect::<Vec<_>>().join(" "))
    };
    let body = lines.iter().map(|line| {
        std::iter::once(head(line.number.to_string()))
            .chain(columns.iter().map(|column| cell(line, *column)))
            .chain([ScoreCell::Text(points(line.half_points))])
            .collect()
    });
    ScoreTable { lines: std::iter::once(first).chain(body).collect() }
}
