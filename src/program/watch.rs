//! `rookery game watch`: a sandbox with the last saved version of a game's file.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{BAD_INPUT, Exit, say};
use crate::app::{App, AppError, Variant};
use crate::cli;
use crate::discord::Poster;
use crate::discord::clock::BotClock;
use crate::game::{ChannelId, GuildId};
use crate::words::Words;

/// The polling interval of the file. Two equal reads mean that it is saved completely.
const EVERY: Duration = Duration::from_millis(300);

/// A file that can be watched.
pub struct Watched {
    file: PathBuf,
}

/// The place where its game is played.
pub struct Place {
    pub app: App,
    pub poster: Poster,
    pub guild: GuildId,
    /// The channel for messages about a changed game.
    pub channel: ChannelId,
    /// The address of the chat for one person.
    pub address: String,
}

/// The content of the file, or why it cannot be read.
type Held = Result<String, String>;

impl Watched {
    /// Opens the file at this path. Editors may replace it by another file.
    ///
    /// # Errors
    /// The file cannot be read now.
    pub fn new(file: PathBuf) -> Result<Self, Exit> {
        match held(&file) {
            Ok(_) => Ok(Self { file }),
            Err(why) => Err(Exit(BAD_INPUT, format!("error: {why}"))),
        }
    }

    /// Renews the game in this place each time the file is saved, and reports the result.
    pub async fn follow(self, place: Place) -> Infallible {
        say(&Words::english().game_is_watched(&self.file));
        let (mut seen, mut done, mut game) = (None, None, None);
        loop {
            let path = self.file.clone();
            let now = tokio::task::spawn_blocking(move || held(&path)).await.ok();
            if now.is_some() && now == seen && now != done {
                if let Some(held) = now.clone() {
                    game = self.renew(&place, held, game).await;
                }
                done.clone_from(&now);
            }
            seen = now;
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Renews the game from the content of the file and reports the result.
    ///
    /// Returns the game that the place has then: after a mistake, the last valid one.
    async fn renew(&self, place: &Place, held: Held, last: Option<Variant>) -> Option<Variant> {
        let words = Words::english();
        let checked = held.and_then(|text| match cli::of_text(&self.file, &text) {
            Ok(_) => Ok(text),
            Err(faults) => Err(faults.to_string()),
        });
        let renewed = match checked {
            Ok(text) => {
                let (at, now) = ((place.guild, place.channel), BotClock::system().now());
                place.app.renew_own_game(at, text, last, now).await.map_err(|error| told(&error))
            }
            Err(faults) => Err(faults),
        };
        match renewed {
            Ok((game, added)) => {
                say(&words.game_is_renewed(game, &place.address));
                let posted = place.poster.post(place.channel, &words.own_game_is_here(game, added)).await;
                if let Err(why) = posted {
                    tracing::warn!(%why, "the chat was not told of the game");
                }
                Some(game)
            }
            Err(faults) => {
                say(&format!("{faults}\n{}", words.game_is_left(last)));
                last
            }
        }
    }
}

fn held(file: &Path) -> Held {
    cli::text_of(file).map_err(|why| why.to_string())
}

/// Returns why a game was refused.
fn told(error: &AppError) -> String {
    match error {
        AppError::Refused(why) => Words::english().refused(why, &|_| String::new()),
        AppError::AppFault(_) | AppError::Replayed => error.to_string(),
    }
}
