//! `rookery store salvage`: saves the readable part of a damaged database file into a new one.

use std::path::{Path, PathBuf};

use crate::app::{App, AppError};
use crate::discord::clock::BotClock;
use crate::store::{NewestChanges, Salvage, SalvagedTable};

use super::restore::tell;
use super::{Exit, Finish, INCOMPLETE, counted, failed, say};

/// The default suffix of the new file.
const SALVAGED: &str = ".salvaged";

/// Saves the readable part of this file.
pub(super) async fn salvaged(from: &Path, to: Option<PathBuf>) -> Finish {
    let to = to.unwrap_or_else(|| {
        let mut name = from.as_os_str().to_owned();
        name.push(SALVAGED);
        name.into()
    });
    let mut salvage = Salvage::prepare(from, &to, BotClock::system().now()).await.map_err(failed)?;
    let app = opened(&salvage).await?;
    let wrong = app.contradictions(usize::MAX).await;
    app.close().await;
    let wrong: Vec<_> = wrong.map_err(failed)?.into_iter().map(|wrong| wrong.game).collect();
    if !wrong.is_empty() {
        salvage.leave_out(&wrong).await.map_err(failed)?;
    }
    let app = opened(&salvage).await?;
    let live = prepared(&app, salvage.lost_key).await;
    app.close().await;
    let live = live.map_err(failed)?;
    let salvage = salvage.finish().await.map_err(failed)?;
    describe(&salvage, from, &to);
    tell(live, 0);
    if salvage.is_whole() {
        say("All of it could be read.");
    }
    say(&format!(
        "Put it in place by `rookery store restore {}`, and keep the damaged file until all is well.",
        to.display()
    ));
    if salvage.is_whole() {
        return Ok(());
    }
    Err(Exit(INCOMPLETE, format!("Not everything in {} could be saved.", from.display())))
}

async fn opened(salvage: &Salvage) -> Result<App, Exit> {
    Ok(App::new(salvage.open().await.map_err(failed)?))
}

/// Recomputes the ratings from the results and has the players of live games notified. Returns the number of
/// games.
async fn prepared(app: &App, lost_key: bool) -> Result<u64, AppError> {
    if lost_key {
        // The people blocked by the operator are marked with the new key.
        let orders = app.store().operator_orders().await?;
        app.store().take_over_orders(&orders).await?;
    }
    let wrong = app.wrong_ratings().await?;
    app.correct_ratings(&wrong).await?;
    Ok(app.store().set_back(&[], None).await?)
}

/// Prints what was saved and what was not.
fn describe(salvage: &Salvage, from: &Path, to: &Path) {
    let [from, to] = [from, to].map(Path::display);
    say(&format!("{to} has what could be read of {from}:"));
    for table in &salvage.tables {
        say(&format!("  {}", described(table)));
    }
    let is_lost = |table: &SalvagedTable| table.name == "games" && table.lost != Some(0);
    say(&games_found(salvage.games, salvage.left_out, salvage.tables.iter().any(is_lost)));
    match salvage.newest {
        NewestChanges::Read => {}
        NewestChanges::Missing => say(&format!("{from}-wal is missing, so the newest changes are lost.")),
        NewestChanges::Unreadable => {
            say(&format!("{from}-wal cannot be read, so the newest changes are lost."));
        }
    }
    if salvage.lost_key {
        say(
            "Nobody can tell any more who had their data deleted: before you ever restore an older backup, note whom you have to forget again. Blocks of servers, and of people who had their data deleted, have to be made again.",
        );
    }
}

/// Says how many games were found. `rows_lost`: rows of the games themselves are lost.
fn games_found(games: u64, left_out: u64, rows_lost: bool) -> String {
    match (counted(games, "game"), left_out, rows_lost) {
        (found, 0, false) => format!("{found} found, all of them whole."),
        (_, 0, true) if games == 0 => {
            "No game was found, as the table of the games cannot be read.".to_owned()
        }
        (found, 0, true) => format!("{found} found whole. Others may have been in what is lost."),
        (found, left_out, _) => format!(
            "{found} found. {left_out} of them cannot be saved, as some of their moves or players are lost."
        ),
    }
}

fn described(table: &SalvagedTable) -> String {
    let SalvagedTable { name, saved, lost, left_out } = table;
    let mut text = format!("{name}: {} saved", counted(*saved, "row"));
    match lost {
        Some(0) => {}
        Some(lost) => text.push_str(&format!(", about {lost} lost")),
        None => text.push_str(", an unknown number lost"),
    }
    if *left_out > 0 {
        text.push_str(&format!(", {left_out} left out as they belong to what is lost"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_whole_only_where_none_is_lost() {
        assert_eq!(games_found(2, 0, false), "2 games found, all of them whole.");
        assert!(games_found(0, 0, true).starts_with("No game was found, as"));
        assert!(!games_found(3, 0, true).contains("all of them"));
        assert!(games_found(3, 1, true).contains("1 of them cannot be saved"));
    }
}
