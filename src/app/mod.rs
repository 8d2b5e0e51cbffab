//! The shell: load, decide, append, view.
//!
//! [`App`] is all that a chat needs to know. Every action names its [`Caller`]; commands find the game by the caller's
//! channel, buttons by what they carry ([`Target`]). An action answers after its transaction is on disk, with a plain
//! view ([`GameView`], [`ChallengeView`], ...) to be turned into a message, or with an [`AppError`]:
//! a sentence for the player, a fault for the operator, or word that this very interaction was already played.

mod act;
mod challenge;
mod complete;
mod load;
mod look;
mod request;
mod upkeep;
mod view;
mod words;

pub use complete::completions;
pub use request::{Caller, ColorWish, NewChallenge, Opponent, Side, Target, ThreadWish};
pub use view::{
    Accepted, AppError, ChallengeView, Challenged, Choice, Closed, Confirm, Expected, Fault, GameLine,
    GameView, MessageRef, Missed, MovesView, Notice, OldBoard, Outcome, Place, Posted, Refused, Unshown,
    What, Why,
};

pub use crate::render::BoardView as Board;
pub use crate::rules::{Color, Variant};
pub use crate::store::Limits;

use crate::store::{Options, Store};
use std::path::Path;

/// The value of the autocomplete choice that says how many moves or squares are hidden; taking it is refused with a hint.
pub const MORE: &str = "?more";

/// The one object that the chat side talks to: cheap to clone, safe to share, holds no cache.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
}

/// What every action answers.
pub type Answer<T> = Result<T, AppError>;

impl App {
    /// Opens (or creates) the database at `path`, takes it for this process alone and brings its schema up to date.
    ///
    /// # Errors
    /// A [`Fault`] whose `Display` is one clear sentence for the operator; nothing has been overwritten.
    pub async fn open(path: &Path) -> Result<Self, Fault> {
        Ok(Self::new(Store::open(path, Options::default()).await?))
    }

    /// On a store that is open already; people have the ordinary [`Limits`].
    pub fn new(store: Store) -> Self {
        Self { store: store.limited(Limits::default()) }
    }

    /// With other limits than the ordinary ones.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { store: self.store.limited(limits) }
    }

    /// Waits for the actions in hand and closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
