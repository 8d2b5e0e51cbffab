//! Ties a database to one application. With the token of another one the bot would believe that it was
//! removed from every server.

use crate::discord::operator::Halted;
use crate::store::Store;

/// Checks that the database belongs to this application, and claims it if it had no owner. Nothing else
/// may be written before.
///
/// # Errors
/// Returns one sentence for the operator.
pub async fn claim(store: &Store, application: u64) -> Result<(), Halted> {
    let owner = store.own(application).await.map_err(|error| {
        Halted::for_now(format!("Whose the database is could not be found out: {error}."))
    })?;
    if owner == application {
        return Ok(());
    }
    Err(Halted::until_mended(format!(
        "The database belongs to the application {owner}, and the token is of the application {application}. Use the token of the first, or \
         another database. If {application} is meant to take it over, run `rookery store adopt {application}` once. Nothing was changed."
    )))
}
