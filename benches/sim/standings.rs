//! Checks of finished tournaments.

use std::collections::HashMap;

use rookery::app::App;
use rookery::game::{TournamentId, TournamentKind, TournamentResult, TournamentState};
use rookery::store::{TournamentGame, TournamentRow};

use super::invariant::{Invariant, holds};
use super::look::Look;

/// The query for all tournaments.
pub const ALL: &str = "SELECT id FROM tournaments ORDER BY id";

/// Checks all tournaments. Returns the number of each kind, and of games. `number` queries the database for
/// one number.
pub async fn checked(app: &App, ids: Vec<(i64,)>, number: impl AsyncFn(&'static str) -> i64) -> String {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (id,) in ids {
        let id = TournamentId(id);
        let row = app.store().tournament(id).await.expect("a read").expect("a tournament");
        let view = app.tournament_view(id).await.expect("a read").expect("a tournament");
        if row.state == TournamentState::CalledOff {
            *counts.entry("called off".to_owned()).or_default() += 1;
            continue;
        }
        if row.state != TournamentState::Over {
            *counts.entry("going on".to_owned()).or_default() += 1;
            continue;
        }
        let all = row.games.iter().all(|game| game.result.is_some());
        holds(Invariant::StandingsAddUp, all, || format!("{id:?} has an open game"));
        fits(&row);
        // The points of the counted games, computed independently.
        for line in view
            .lines
            .iter()
            .filter(|line| line.place.is_some() && row.made.kind != TournamentKind::RoundRobin)
        {
            let sum: u32 = row.games.iter().map(|game| points(game, line.number)).sum();
            holds(Invariant::StandingsAddUp, line.half_points == sum, || {
                format!("{id:?}, player {}", line.number)
            });
        }
        holds(Invariant::StandingsAddUp, view.lines.len() == row.players.len(), || format!("{id:?}"));
        *counts.entry(row.made.kind.slug().to_owned()).or_default() += 1;
        *counts.entry("games".to_owned()).or_default() += row.games.len();
        *counts.entry("played games".to_owned()).or_default() +=
            row.games.iter().filter(|game| game.game.is_some()).count();
        *counts.entry("players out".to_owned()).or_default() +=
            row.players.iter().filter(|player| player.is_out).count();
    }
    for (what, query) in WRONG {
        let wrong = number(query).await;
        holds(Invariant::StandingsAddUp, wrong == 0, || format!("{wrong} times {what}"));
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(what, count)| format!("{what} {count}")).collect();
    counts.sort();
    counts.join(", ")
}

/// The result of a game is stored in its tournament together with its end.
pub async fn results_are_noted(look: &Look) {
    let open = "SELECT count(*) FROM tournament_games t JOIN games ON games.id = t.game
        WHERE games.state <> 'live' AND t.result IS NULL";
    let open = look.number(open).await;
    holds(Invariant::StandingsAddUp, open == 0, || format!("{open} games are over without a result"));
}

/// Queries that must find nothing at the end. A game that outlasts its tournament counts half for both,
/// whatever its result.
const WRONG: &[(&str, &str)] = &[
    (
        "a result of a game that goes on",
        "SELECT count(*) FROM tournament_games t JOIN games ON games.id = t.game WHERE games.state = 'live'
             AND t.result <> 'halves'",
    ),
    (
        "a result that is another than the game's",
        "SELECT count(*) FROM tournament_games t JOIN games ON games.id = t.game JOIN tournaments ON tournaments.id = t.tournament
             JOIN events ON events.game = games.id AND events.kind = 'ended'
         WHERE games.ending <> 'aborted time' AND t.result NOT IN ('white-forfeits', 'black-forfeits', 'both-forfeit')
             AND NOT (t.result = 'halves' AND events.at > tournaments.ended_at)
             AND t.result <> CASE WHEN ending LIKE '% white' THEN 'white' WHEN ending LIKE '% black' THEN 'black'
                 WHEN ending LIKE 'draw%' THEN 'draw' ELSE 'halves' END",
    ),
];

fn points(game: &TournamentGame, number: u32) -> u32 {
    let white = match game.result.expect("it is over") {
        TournamentResult::White | TournamentResult::BlackForfeits | TournamentResult::Bye => [2, 0],
        TournamentResult::Black | TournamentResult::WhiteForfeits => [0, 2],
        TournamentResult::Draw | TournamentResult::Halves => [1, 1],
        TournamentResult::BothForfeit => [0, 0],
    };
    if game.white == number {
        white[0]
    } else if game.black == Some(number) {
        white[1]
    } else {
        0
    }
}

/// Checks that people met as often as the kind prescribes.
fn fits(row: &TournamentRow) {
    let mut met: HashMap<(u32, u32), u32> = HashMap::new();
    let mut rounds: HashMap<(u32, u32), u32> = HashMap::new();
    for game in &row.games {
        for number in std::iter::once(game.white).chain(game.black) {
            *rounds.entry((game.round, number)).or_default() += 1;
        }
        // A player who did not show up has met nobody.
        let is_played = matches!(
            game.result,
            Some(TournamentResult::White | TournamentResult::Black | TournamentResult::Draw)
        );
        if let Some(black) = game.black.filter(|_| is_played || row.made.kind != TournamentKind::Swiss) {
            *met.entry((game.white.min(black), game.white.max(black))).or_default() += 1;
        }
    }
    let players = row.players.len() as u32;
    let sound = |is_so, rule| {
        holds(Invariant::StandingsAddUp, is_so, || format!("{:?} breaks a rule: {rule}", row.id));
    };
    match row.made.kind {
        TournamentKind::RoundRobin => {
            sound(met.len() as u32 == players * (players - 1) / 2, "everybody meets everybody");
            sound(met.values().all(|times| *times == row.made.games), "as often as was said");
        }
        TournamentKind::Swiss => {
            sound(met.values().all(|times| *times == 1), "nobody meets twice");
            sound(rounds.values().all(|times| *times == 1), "one game in a round");
        }
        TournamentKind::KnockOut => {
            sound(met.values().all(|times| matches!(times, 2 | 3)), "two games and one more");
        }
    }
}
