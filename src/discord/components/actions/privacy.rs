//! The data that is kept about a person.
//!
//! Carried out in `features/privacy.rs`.

use super::actions;

actions! {
    /// What people do with the data kept about them.
    PrivacyAction {
        /// Export it as a file.
        "person:export" => Export(()): ForOne ForShutOut,
        /// Ask whether to delete it.
        "person:delete" => Delete(()): ForOne ForShutOut,
        /// Delete it, after the question.
        "person:delete-sure" => DeleteSure(()): ForOne ForShutOut,
        /// Leave it as it is.
        "person:keep" => Keep(()): ForOne ForShutOut,
    }
}
