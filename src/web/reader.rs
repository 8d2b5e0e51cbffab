//! The reader of a page, and the plain-text form of mentions.

use crate::game::{Game, Millis, UserId};
use crate::words::{Mentioned, PagePerson, Words};

/// The person for whom a page is rendered, with language and time.
#[derive(Clone, Copy)]
pub struct Reader {
    pub person: UserId,
    pub words: &'static Words,
    pub now: Millis,
}

impl Reader {
    /// Formats a mention for a page. People's names are unknown here.
    pub fn names(self, game: &Game, what: Mentioned) -> String {
        match what {
            Mentioned::Person(user) => self.words.page_person(self.who(game, user)),
            other => self.writes(other),
        }
    }

    /// Formats a mention other than of a person.
    pub fn writes(self, what: Mentioned) -> String {
        match what {
            Mentioned::Person(_) => self.words.page_person(PagePerson::Somebody),
            Mentioned::Channel(channel) => format!("#{channel}"),
            Mentioned::Role(role) => format!("@{role}"),
            Mentioned::Place(place) | Mentioned::Message(place, _) => place.path(),
            // The page shows it in the reader's time zone.
            Mentioned::Moment(at) | Mentioned::Clock(at) | Mentioned::Date(at) => {
                format!("<t:{}>", at.0.div_euclid(1_000) + 1)
            }
        }
    }

    pub fn who(self, game: &Game, user: UserId) -> PagePerson {
        PagePerson::of(game, self.person, user)
    }
}

/// Removes the markup by which a chat marks commands and emphasis.
pub fn plain(text: &str) -> String {
    text.replace(['`', '*'], "")
}
