//! Actions on the data stored about a person.
//!
//! Carried out in `features/privacy.rs`.

use crate::discord::actions::actions;

actions! {
    /// An action on the person's stored data.
    PrivacyAction {
        /// Exports the data as a file.
        "person:export" => Export(()): ForOne ForShutOut,
        /// Asks for confirmation before deleting the data.
        "person:delete" => Delete(()): ForOne ForShutOut,
        /// Deletes the data, after confirmation.
        "person:delete-sure" => DeleteSure(()): ForOne ForShutOut,
        /// Keeps the data.
        "person:keep" => Keep(()): ForOne ForShutOut,
    }
}
