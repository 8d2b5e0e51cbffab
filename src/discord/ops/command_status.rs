//! The progress of registering the commands, shared by the task that registers them and the rest of the bot.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::game::GuildId;
use crate::store::CommandScope;
use crate::timing::watch;

/// The progress of registering the commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandProgress {
    /// Discord has not answered yet.
    Trying,
    /// Discord has refused them.
    Refused,
    /// They are registered where they belong.
    Done,
}

/// What the registering task and the rest of the bot exchange about the commands and their servers.
#[derive(Debug)]
pub struct CommandStatus {
    /// The only server that gets the commands; `None` for all.
    guild: Option<GuildId>,
    progress: watch::Sender<CommandProgress>,
    wake: Notify,
    /// Whether the bot was removed from that server meanwhile.
    removed: AtomicBool,
    /// Servers where earlier commands may remain, but where the bot is not a member.
    left_behind: Mutex<HashSet<GuildId>>,
    /// Whether the bot is back in one of those.
    back: AtomicBool,
}

impl CommandStatus {
    /// Creates the status for this server, or for all.
    pub fn new(guild: Option<GuildId>) -> Self {
        let progress = watch::Sender::new(CommandProgress::Trying);
        Self {
            guild,
            progress,
            wake: Notify::new(),
            removed: AtomicBool::new(false),
            left_behind: Mutex::default(),
            back: AtomicBool::new(false),
        }
    }

    /// Records that the bot is in this server.
    pub fn guild_here(&self, guild: GuildId) {
        if self.left_behind.lock().unwrap_or_else(PoisonError::into_inner).remove(&guild) {
            self.back.store(true, Ordering::SeqCst);
            self.wake.notify_one();
        }
        if self.guild == Some(guild) && !self.is_done() {
            self.wake.notify_one();
        }
    }

    /// Records that earlier commands could not be removed there because the bot is not a member.
    pub fn left_behind(&self, scope: CommandScope) {
        if let CommandScope::Guild(guild) = scope {
            self.left_behind.lock().unwrap_or_else(PoisonError::into_inner).insert(guild);
        }
    }

    /// Records that the bot was removed from this server, and its commands with it.
    pub fn guild_gone(&self, guild: GuildId) {
        if self.guild == Some(guild) {
            self.removed.store(true, Ordering::SeqCst);
        }
    }

    fn is_done(&self) -> bool {
        *self.progress.borrow() == CommandProgress::Done && !self.removed.load(Ordering::SeqCst)
    }

    /// Begins a registration: a removal recorded before it no longer counts.
    pub fn begin(&self) {
        self.removed.store(false, Ordering::SeqCst);
    }

    /// Sets the progress of the registration.
    pub fn set(&self, progress: CommandProgress) {
        self.progress.send_replace(progress);
    }

    /// Waits until the bot is in the server where its commands belong but are missing, or back in one where
    /// earlier commands may remain.
    pub async fn wanted(&self) {
        loop {
            self.wake.notified().await;
            if self.back.swap(false, Ordering::SeqCst) || !self.is_done() {
                return;
            }
        }
    }

    /// Returns the only server that the commands belong to, if there is one.
    pub fn guild(&self) -> Option<GuildId> {
        self.guild
    }

    /// Waits until Discord has answered for the first time.
    pub async fn answered(&self) {
        let mut progress = self.progress.subscribe();
        // The sender is in `self`, so this ends only when the condition holds.
        let _ = progress.wait_for(|progress| *progress != CommandProgress::Trying).await;
    }

    /// Returns where the commands belong.
    pub fn scope(&self) -> CommandScope {
        self.guild.map_or(CommandScope::Everywhere, CommandScope::Guild)
    }
}
