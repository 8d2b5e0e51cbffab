//! For whom a page is made, and how it writes what a chat would mention.

use crate::game::{Game, Millis, UserId};
use crate::words::{Mentioned, PagePerson, Words};

/// For whom a page is made.
#[derive(Clone, Copy)]
pub struct Reader {
    pub person: UserId,
    pub words: &'static Words,
    pub now: Millis,
}

impl Reader {
    /// How a page names what a chat would mention: nobody's name is known here.
    pub fn names(self, game: &Game, what: Mentioned) -> String {
        match what {
            Mentioned::Person(user) => self.words.page_person(self.who(game, user)),
            other => self.writes(other),
        }
    }

    /// The same of what is nobody.
    pub fn writes(self, what: Mentioned) -> String {
        match what {
            Mentioned::Person(_) => self.words.page_person(PagePerson::Somebody),
            Mentioned::Channel(channel) => format!("#{channel}"),
            Mentioned::Role(role) => format!("@{role}"),
            Mentioned::Place(place) | Mentioned::Message(place, _) => place.path(),
            // The page writes it in the reader's own time.
            Mentioned::Moment(at) | Mentioned::Clock(at) | Mentioned::Date(at) => {
                format!("<t:{}>", at.0.div_euclid(1_000) + 1)
            }
        }
    }

    pub fn who(self, game: &Game, user: UserId) -> PagePerson {
        PagePerson::of(game, self.person, user)
    }
}

/// A sentence without the signs by which a chat marks commands and emphasis.
pub fn plain(text: &str) -> String {
    text.replace(['`', '*'], "")
}
