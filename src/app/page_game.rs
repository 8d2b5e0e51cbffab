//! The game of a page, read from the store once per request.

use std::fmt;

use super::caller::Caller;
use super::load::Loaded;
use super::{App, AppResult, SpectatorAccess};
use crate::game::{GameId, Rev, UserId, Venue};
use crate::store::StoredGame;

/// The game of a page.
#[derive(Clone)]
pub struct PageGame(Opened);

#[derive(Clone)]
enum Opened {
    /// As read from the store.
    Stored(Box<StoredGame>),
    /// After the action on the page.
    Played(Box<Loaded>),
}

impl fmt::Debug for PageGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PageGame").field(&self.id()).finish()
    }
}

/// Whether a page may show a game to a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HasPage {
    Yes,
    /// They do not play in it.
    NotTheirs,
    /// The game is in a user install, where the bot can only respond, so that actions on a page could not be
    /// shown.
    NotThere,
}

impl PageGame {
    /// Wraps a game after an action on a page.
    pub(super) fn played(loaded: Loaded) -> Self {
        Self(Opened::Played(Box::new(loaded)))
    }

    fn row(&self) -> &StoredGame {
        match &self.0 {
            Opened::Stored(row) => row,
            Opened::Played(loaded) => &loaded.row,
        }
    }

    /// The slug of its variant.
    pub(super) fn slug(&self) -> &str {
        &self.row().variant
    }

    /// Its newest event.
    pub fn rev(&self) -> Rev {
        self.row().stands.rev
    }

    /// The game's id.
    pub fn id(&self) -> GameId {
        self.row().id
    }

    /// Whether a page may show it to this user.
    pub fn has_page(&self, person: UserId) -> HasPage {
        let row = self.row();
        if ![row.white, row.black].contains(&Some(person)) {
            HasPage::NotTheirs
        } else if row.channel.venue() == Venue::UserInstall {
            HasPage::NotThere
        } else {
            HasPage::Yes
        }
    }
}

impl App {
    /// Reads the game of a page; `None`: it is no longer stored.
    pub async fn page_game(&self, game: GameId) -> AppResult<Option<PageGame>> {
        Ok(self.store.game(game).await?.map(|row| PageGame(Opened::Stored(Box::new(row)))))
    }

    /// Who may watch the game without playing in it.
    pub async fn watching_page(&self, game: &PageGame) -> AppResult<SpectatorAccess> {
        self.watching_of(game.row()).await
    }

    /// Replays the game of a page, unless an action on the page has already done so.
    ///
    /// # Errors
    /// Refused: it is set aside.
    pub(super) async fn of_page(&self, by: &Caller, game: PageGame) -> AppResult<Loaded> {
        match game.0 {
            Opened::Stored(row) => self.load_read(by, *row).await,
            Opened::Played(loaded) => Ok(*loaded),
        }
    }
}
