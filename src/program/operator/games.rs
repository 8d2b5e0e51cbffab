//! `rookery game-of`: ends a game or voids its result.

use clap::Args;

use super::{SettingsFile, done, reason};
use crate::app::{App, GameKnown, GameStopped, moment};
use crate::game::{Ending, GameId, Millis, UserId};
use crate::program::{Finish, counted, failed, say};
use crate::store::{ListedGame, StoppedRow};

#[derive(Args)]
pub(in crate::program) struct GameTask {
    /// The game's number, as `rookery person` and `rookery server` list it.
    #[arg(value_parser = number)]
    id: i64,
    /// End it without a result, for this reason, which its players see.
    #[arg(long, value_name = "REASON", conflicts_with = "void", value_parser = reason)]
    end: Option<String>,
    /// Like --end, and if the game is over take its result back: the ratings are computed again without it.
    #[arg(long, value_name = "REASON", value_parser = reason)]
    void: Option<String>,
    #[command(flatten)]
    pub(super) settings: SettingsFile,
}

/// Parses a game's number.
fn number(text: &str) -> Result<i64, String> {
    text.parse()
        .map_err(|_| "a game has a number, as `rookery person` and `rookery server` list it".to_owned())
}

pub(super) async fn game(app: &App, task: &GameTask, now: Millis) -> Finish {
    let (id, game) = (task.id, GameId(task.id));
    let Some(why) = task.end.as_ref().or(task.void.as_ref()) else {
        return match done(app.game_known(game).await)? {
            Some(known) => {
                shown(id, &known);
                Ok(())
            }
            None => Err(unknown(id)),
        };
    };
    match done(app.stop_game(game, why, task.void.is_some(), now).await)? {
        GameStopped::Ended => say(&format!("Game {id} has ended. A running bot tells its players.")),
        GameStopped::Voided(ratings) => say(&format!(
            "The result of game {id} no longer counts; {} corrected. A running bot tells its players.",
            counted(ratings as u64, "rating")
        )),
        GameStopped::Unknown => return Err(unknown(id)),
        GameStopped::Over if task.end.is_some() => {
            let before = before(app, game).await?;
            let hint = if before.is_empty() { " `--void` takes its result back." } else { "" };
            return Err(failed(format!("Game {id} has ended already.{before} Nothing was changed.{hint}")));
        }
        GameStopped::NoResult => {
            let before = before(app, game).await?;
            return Err(failed(format!(
                "Game {id} has no result that could be taken back.{before} Nothing was changed."
            )));
        }
        GameStopped::Over => {
            let before = before(app, game).await?;
            return Err(failed(format!(
                "The result of game {id} already counts for nothing.{before} Nothing was changed."
            )));
        }
        GameStopped::SetAside => {
            return Err(failed(format!(
                "Game {id} is set aside, so nobody can play on in it; nothing was changed."
            )));
        }
    }
    Ok(())
}

/// Returns a sentence about the operator's earlier action on a game. Empty if there was none.
async fn before(app: &App, game: GameId) -> Result<String, super::super::Exit> {
    let known = done(app.game_known(game).await)?;
    Ok(known.and_then(|known| known.stopped).as_ref().map_or_else(String::new, told))
}

fn told(stopped: &StoppedRow) -> String {
    // `--void` ends a game that goes on, as `--end` does.
    let what =
        if stopped.voided { "Its result was taken back by `--void`" } else { "It was ended by a command" };
    format!(" {what}: {}.", stopped.reason)
}

/// Lists games, one a line: number, variant, channel, start, and state.
pub(super) fn list(games: &[ListedGame]) {
    for game in games {
        let ending = || game.ending.as_deref().map_or_else(|| "set aside".to_owned(), how_it_ended);
        let stands = if game.live { "it goes on".to_owned() } else { ending() };
        let (id, variant, channel, began) = (game.id, &game.variant, game.channel, moment(game.began));
        say(&format!("game {id}\t{variant}\tchannel {channel}\t{began}\t{stands}"));
    }
}

/// Describes how a game ended, from its stored ending. An unknown ending is shown as stored.
fn how_it_ended(stored: &str) -> String {
    let Ok(ending) = stored.parse::<Ending>() else { return stored.to_owned() };
    let name = |slug: &str| if slug == "white" { "White" } else { "Black" };
    let sides = ending.winner().map(|winner| [winner, winner.other()].map(|side| name(side.slug())));
    if let Some([winner, loser]) = sides {
        return match ending {
            Ending::Resigned(_) => format!("{winner} won, {loser} resigned"),
            Ending::TimeOut(_) => format!("{winner} won, {loser} ran out of time"),
            _ => format!("{winner} won on the board"),
        };
    }
    let how = match ending {
        Ending::Claimed(_) => "a draw, claimed",
        Ending::Agreed => "a draw, agreed",
        Ending::TimeOutDraw => "a draw, as time was up and the other side could not win",
        Ending::TimeOutAborted => "no result, as time was up before the first move",
        Ending::Aborted => "no result, aborted",
        Ending::ChannelDeleted => "no result, as its channel was deleted",
        Ending::Removed => "no result, as the bot was removed from its server",
        Ending::Stopped => "no result, ended by a command",
        Ending::Played(_) | Ending::Resigned(_) | Ending::TimeOut(_) => "a draw on the board",
    };
    how.to_owned()
}

fn unknown(id: i64) -> super::super::Exit {
    failed(format!("There is no game {id}."))
}

/// Prints the known data about a game.
fn shown(id: i64, known: &GameKnown) {
    let player = |player: Option<UserId>| player.map_or("a former player".to_owned(), |id| id.to_string());
    let [white, black] = known.players.map(player);
    say(&format!(
        "Game {id}: {}, White {white}, Black {black}, since {}.",
        known.variant,
        moment(known.began)
    ));
    let guild = known.guild.map_or("direct messages".to_owned(), |guild| format!("server {guild}"));
    say(&format!("In channel {} of {guild}.", known.channel));
    let stands = match (&known.ending, known.live) {
        (_, true) => "It goes on".to_owned(),
        (Some(ending), false) => format!("It is over: {}", how_it_ended(ending)),
        (None, false) => "It is set aside".to_owned(),
    };
    let rated = if known.rated { "rated" } else { "not rated" };
    let stopped = known.stopped.as_ref().map_or_else(String::new, told);
    say(&format!("{stands}; {rated}.{stopped}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_names_who_won_and_what_the_other_did() {
        for (stored, told) in [
            ("resigned white", "White won, Black resigned"),
            ("time black", "Black won, White ran out of time"),
            ("checkmate black", "Black won on the board"),
            ("draw fivefold", "a draw on the board"),
            ("draw agreed", "a draw, agreed"),
            ("aborted stop", "no result, ended by a command"),
            ("of a later version", "of a later version"),
        ] {
            assert_eq!(how_it_ended(stored), told);
        }
    }
}
