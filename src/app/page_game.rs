//! A game that a page is about: read once for each request, whatever the request does with it.

use std::fmt;

use super::caller::Caller;
use super::load::Loaded;
use super::{App, AppResult, SpectatorAccess};
use crate::game::{GameId, Rev, UserId, Venue};
use crate::store::StoredGame;

/// A game that a page is about.
#[derive(Clone)]
pub struct PageGame(Opened);

#[derive(Clone)]
enum Opened {
    /// As it was read.
    Stored(Box<StoredGame>),
    /// As it stands after what was done on the page.
    Played(Box<Loaded>),
}

impl fmt::Debug for PageGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PageGame").field(&self.id()).finish()
    }
}

/// Whether a page may show a game to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HasPage {
    Yes,
    /// They do not play in it.
    NotTheirs,
    /// It is played where the bot can only answer, so that nobody there would see what is done on a page.
    NotThere,
}

impl PageGame {
    /// A game as it stands after something was done in it on a page.
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

    /// Which game it is.
    pub fn id(&self) -> GameId {
        self.row().id
    }

    /// Whether a page may show it to this person.
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
    /// The game that a page is about; `None`: it is not stored any more.
    pub async fn page_game(&self, game: GameId) -> AppResult<Option<PageGame>> {
        Ok(self.store.game(game).await?.map(|row| PageGame(Opened::Stored(Box::new(row)))))
    }

    /// Whether those who do not play in it may watch it.
    pub async fn watching_page(&self, game: &PageGame) -> AppResult<SpectatorAccess> {
        self.watching_of(game.row()).await
    }

    /// Replays the game of a page, unless it was replayed for what was done there.
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
