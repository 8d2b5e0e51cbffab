//! How a tournament stands, as plain data: who is where, and what was scored against whom.

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

/// Lines of a picture: a Swiss tournament may have more players than can be read.
const DRAWN: usize = 32;

/// The cell of a game that is not over.
pub const NOT_OVER: &str = "*";

/// How a tournament stands.
#[derive(Clone, Debug)]
pub struct TournamentView {
    pub id: TournamentId,
    pub place: Where,
    /// The message that shows it, once there is one.
    pub message: Option<crate::game::MessageId>,
    pub locale: Option<String>,
    pub kind: TournamentKind,
    pub variants: Vec<Variant>,
    pub pace: Pace,
    pub rated: bool,
    /// Each two have two games.
    pub twice: bool,
    pub least: u32,
    pub most: u32,
    pub starts_at: Option<Millis>,
    pub ended_at: Option<Millis>,
    pub state: TournamentState,
    /// It was ended before all its games were played, so nobody has won it.
    pub ended_early: bool,
    /// The rounds that have begun, and how many there are to be where that is known.
    pub round: u32,
    pub rounds: Option<u32>,
    /// Those who play, the best first; before it begins in the order in which they joined.
    pub lines: Vec<TournamentLine>,
    /// The games that go on or are to begin.
    pub open: Vec<OpenPairing>,
    /// Who has no opponent in the round that is played, and gets a point for it.
    pub sits_out: Option<UserId>,
    /// The cross table, once it has begun.
    pub picture: Option<ScoreTable>,
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentLine {
    /// None while nobody has one, and for whoever's games are struck.
    pub place: Option<u8>,
    pub number: u32,
    /// None is a former player.
    pub person: Option<UserId>,
    pub is_out: bool,
    /// Half points.
    pub half_points: u32,
}

/// A game that goes on or is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPairing {
    pub number: u32,
    pub round: u32,
    pub white: Option<UserId>,
    pub black: Option<UserId>,
    pub variant: Option<Variant>,
    pub game: Option<GameId>,
    /// The message on which its thread hangs.
    pub message: Option<crate::game::MessageId>,
    /// That message notifies Black. The beginning of a tournament notifies everybody who plays once, in their first game: White by its first
    /// board, Black by its message.
    pub notifies_black: bool,
}

/// A game that goes on or is to begin, with what is known of its tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub tournament: TournamentId,
    pub place: Where,
    pub locale: Option<String>,
    pub game: OpenPairing,
}

impl App {
    /// A game of a tournament that goes on or is to begin; none: it is over, or there is none. Nobody is ranked for it.
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

    /// How a tournament stands; none: there is none.
    pub async fn tournament_view(&self, id: TournamentId) -> AppResult<Option<TournamentView>> {
        Ok(self.store.tournament(id).await?.map(|row| view(&row)))
    }
}

/// How a tournament stands, by what is stored of it.
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
        message: game.message,
        notifies_black: notifies_black(row, game),
    }
}

/// Whether a game that the tournament begins with is the first of Black's.
fn notifies_black(row: &TournamentRow, game: &TournamentGame) -> bool {
    let at_first = |one: &&TournamentGame| row.made.kind == TournamentKind::RoundRobin || one.round == 1;
    let plays = |one: &&TournamentGame| Some(one.white) == game.black || one.black == game.black;
    let first = row.games.iter().filter(at_first).find(plays);
    first.is_some_and(|first| first.number == game.number)
}

/// Everybody in the order of their numbers, without places.
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

/// Everybody, the best first.
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
            // Who is still in it stands first.
            lines.sort_by_key(|line| (line.place.unwrap_or(0), line.number));
            lines
        }
    })
}

/// The half points of a player in all games.
fn scored(row: &TournamentRow, number: u32) -> u32 {
    row.games.iter().filter_map(|game| half_points(game, number)).sum()
}

/// What a player has of a game, in half points; none: it goes on, or is not theirs.
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

/// How a result is written in a cell: `1`, `0`, a half, and with `+` and `-` what was given without a game.
fn mark(game: &TournamentGame, number: u32) -> String {
    let own = half_points(game, number);
    match (game.result, own) {
        (None, _) => NOT_OVER.to_owned(),
        (
            Some(TournamentResult::WhiteForfeits | TournamentResult::BlackForfeits | TournamentResult::Bye),
            Some(2),
        ) => "+".to_owned(),
        (
            Some(
                TournamentResult::WhiteForfeits
                | TournamentResult::BlackForfeits
                | TournamentResult::BothForfeit,
            ),
            _,
        ) => "\u{2013}".to_owned(),
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
