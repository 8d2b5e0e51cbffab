//! Where the chat side has registered its commands.

use crate::app::{App, AppResult};

pub use crate::store::CommandScope;

impl App {
    /// Where commands of this application were registered, and not removed since.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn command_scopes(&self, application: u64) -> AppResult<Vec<CommandScope>> {
        Ok(self.store.command_scopes(application).await?)
    }

    /// Notes that commands of this application are registered there.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn note_command_scope(&self, application: u64, scope: CommandScope) -> AppResult<()> {
        Ok(self.store.note_command_scope(application, scope).await?)
    }

    /// Forgets a scope: the commands were removed there.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn forget_command_scope(&self, application: u64, scope: CommandScope) -> AppResult<()> {
        Ok(self.store.forget_command_scope(application, scope).await?)
    }
}
