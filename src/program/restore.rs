//! `rookery store restore`: replaces the database by a backup.

use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::app::{Act, ActOn, App, moment};
use crate::discord::clock::BotClock;
use crate::store::{
    ForgottenPeople, LiveState, OpenError, OperatorOrders, Restore, SetBackOnce, Store, StoreError, StoreUrl,
};

use super::{Finish, counted, failed, say};

/// The word for `rookery store set-back` in `rookery acts`.
const SET_BACK: &str = "set-back";

/// Returns the path of the list of deleted people beside a backup.
pub(super) fn list_beside(backup: &Path) -> PathBuf {
    let mut name = backup.as_os_str().to_owned();
    name.push(".forgotten");
    name.into()
}

/// Changes since the backup, from the replaced database and the given list.
#[derive(Default)]
struct Since {
    forgotten: Vec<ForgottenPeople>,
    games: Vec<LiveState>,
    /// The operator's orders.
    orders: Option<OperatorOrders>,
    /// Why the list of deleted people is unknown.
    unknown: Option<String>,
}

/// Printed if the orders since the backup are unknown.
const ORDERS_OF_THE_BACKUP: &str = "Who is blocked everywhere, what is switched off and what is announced is as the backup has it: `rookery status` and `rookery acts` say it.";

/// Restores an SQLite database from a backup.
pub(super) async fn restored(url: &StoreUrl, backup: &Path, list: Option<&Path>) -> Finish {
    let StoreUrl::Sqlite(path) = url else {
        return Err(failed(
            "The database is at a server: make an empty one there, and copy the backup into it by `rookery store copy`, then run `rookery store set-back`.",
        ));
    };
    let list = list.map(read).transpose()?;
    let restore = Restore::prepare(path, backup).await.map_err(failed)?;
    let mut since = since(&restore).await;
    if let Some(list) = list {
        since.forgotten.push(list);
        since.unknown = None;
    }
    let app = App::new(restore.open_new().await.map_err(failed)?);
    let done = set_back(&app, &since, restore.generation()).await;
    app.close().await;
    let (games, people) = done?;
    let replaced = restore.finish().map_err(failed)?;
    say(&format!("{} was restored from {}.", path.display(), backup.display()));
    if let Some(replaced) = replaced {
        say(&format!("What was there before is kept as {}.", replaced.display()));
    }
    tell(games, people);
    if since.orders.is_none() {
        say(ORDERS_OF_THE_BACKUP);
    }
    if let Some(why) = since.unknown {
        say(&format!(
            "Who had their data deleted since that backup is not known: {why}. Run `rookery forget` for each of them, or restore again with --forgotten and the newest list that a backup has made."
        ));
    }
    Ok(())
}

/// Records that the database was restored by other means.
pub(super) async fn set_back_by_hand(url: &StoreUrl, list: Option<&Path>, again: bool) -> Finish {
    let forgotten: Vec<_> = list.map(read).transpose()?.into_iter().collect();
    let app = App::new(Store::open_beside_at(url).await.map_err(failed)?);
    let done = async {
        let _alone = app.store().alone(url).await.map_err(failed)?;
        let people = forget_again(&app, &forgotten).await?;
        let now = BotClock::system().now();
        let act = Act { at: now, what: SET_BACK.to_owned(), on: ActOn::Bot, reason: String::new() };
        Ok::<_, super::Exit>((app.store().set_back_once(&act, again).await.map_err(failed)?, people))
    };
    let done = done.await;
    app.close().await;
    match done? {
        (SetBackOnce::Now(games), people) => {
            tell(games, people);
            say(ORDERS_OF_THE_BACKUP);
        }
        (SetBackOnce::Before(at), people) => {
            tell_people(people);
            say(&format!(
                "That the database was restored is noted since {}, and no game is set back for that twice. If it was restored again since then, repeat the command with --again.",
                moment(at)
            ));
        }
    }
    Ok(())
}

/// Prints how many live games were set back, and how many people were forgotten again.
pub(super) fn tell(games: u64, people: u64) {
    match games {
        0 => say("No live game is set back."),
        games => say(&format!(
            "{}: set back, and told to the players once the bot runs.",
            counted(games, "live game")
        )),
    }
    tell_people(people);
}

fn tell_people(people: u64) {
    if people > 0 {
        say(&format!("{}: forgotten again.", counted(people, "person")));
    }
}

/// Forgets the people deleted since the backup again, and sets the games back. Returns the numbers of both.
async fn set_back(app: &App, since: &Since, generation: Option<i64>) -> Result<(u64, u64), super::Exit> {
    if let Some(orders) = &since.orders {
        let lost = app.store().take_over_orders(orders).await.map_err(failed)?;
        if lost > 0 {
            say(&format!(
                "{} of servers, or of people who had their data deleted, could not be taken over.",
                counted(lost, "block")
            ));
        }
    }
    let people = forget_again(app, &since.forgotten).await?;
    let games = app.store().set_back(&since.games, generation).await.map_err(failed)?;
    Ok((games, people))
}

/// Forgets the people of these lists again. Returns their number.
async fn forget_again(app: &App, lists: &[ForgottenPeople]) -> Result<u64, super::Exit> {
    let mut people = 0;
    for list in lists {
        for person in app.store().forgotten_elsewhere(list).await.map_err(failed)? {
            app.forget(person, BotClock::system().now()).await.map_err(failed)?;
            people += 1;
        }
        app.store().take_over_forgotten(list).await.map_err(failed)?;
    }
    Ok(people)
}

/// Reads the changes from the replaced database.
async fn since(restore: &Restore) -> Since {
    let unknown = |why: String| Since { unknown: Some(why), ..Since::default() };
    let unread = |error: &dyn Display| {
        let error = error.to_string();
        unknown(format!("the database that was replaced cannot be read ({})", cause(&error)))
    };
    let old = match restore.open_old().await {
        Ok(Some(old)) => old,
        Ok(None) => return unknown("no database was there before".to_owned()),
        Err(error) => return unread(&error),
    };
    let read = async {
        Ok::<_, StoreError>((
            old.forgotten_people().await?,
            old.live_states().await?,
            old.operator_orders().await?,
        ))
    };
    let read = read.await;
    old.close().await;
    match read {
        Ok((forgotten, games, orders)) => {
            Since { forgotten: vec![forgotten], games, orders: Some(orders), unknown: None }
        }
        Err(error) => unread(&error),
    }
}

/// Returns what is wrong, without what to do about it and that nothing was changed: the database is replaced.
fn cause(error: &str) -> &str {
    let end = [". ", "; "].iter().filter_map(|end| error.find(end)).min();
    end.map_or(error, |end| &error[..end]).trim_end_matches('.')
}

/// Writes the list of deleted people beside a backup, if there are any.
pub(super) async fn write_list(from: &StoreUrl, backup: &Path) -> Finish {
    let store = match Store::open_beside_at(from).await {
        Ok(store) => store,
        // An older schema has no deleted people.
        Err(OpenError::Older { .. }) => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    let people = store.forgotten_people().await;
    store.close().await;
    let people = people.map_err(failed)?;
    if people.is_empty() {
        return Ok(());
    }
    let list = list_beside(backup);
    let text = serde_json::to_string(&people).map_err(failed)?;
    // An earlier list stays whole if the disk is full.
    let mut part = list.clone().into_os_string();
    part.push(".part");
    let mut options = std::fs::File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(&part)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&part, &list));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&part);
        failed(format!("{} cannot be written: {error}.", list.display()))
    })
}

/// Reads a list of deleted people.
fn read(list: &Path) -> Result<ForgottenPeople, super::Exit> {
    let unread = |why: String| failed(format!("The list {} cannot be read: {why}.", list.display()));
    let text = std::fs::read_to_string(list).map_err(|error| unread(error.to_string()))?;
    serde_json::from_str(&text)
        .map_err(|error| unread(format!("{error}; it is not one that a backup has made")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_has_no_advice() {
        let path = || std::path::PathBuf::from("rookery.db");
        let damaged = OpenError::Damaged(path(), "it does not begin like one".to_owned()).to_string();
        let said = "The database rookery.db is damaged or is no SQLite database (it does not begin like one)";
        assert_eq!(cause(&damaged), said);
        let older = OpenError::Older { path: path(), found: 3, known: 9 }.to_string();
        assert!(cause(&older).ends_with("(schema 3, this one has 9)"), "{}", cause(&older));
        assert_eq!(cause(&StoreError::Lost.to_string()), StoreError::Lost.to_string());
    }
}
