//! `rookery game watch`: a sandbox that has the game of a file as it was saved last.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{BAD_INPUT, Exit, say};
use crate::app::{App, AppError, Variant};
use crate::cli;
use crate::discord::Poster;
use crate::discord::background::clock::BotClock;
use crate::game::{ChannelId, GuildId};
use crate::words::Words;

/// How often the file is looked at. What is read twice the same is saved whole.
const EVERY: Duration = Duration::from_millis(300);

/// A file that can be watched.
pub struct Watched {
    file: PathBuf,
}

/// Where its game is played.
pub struct Place {
    pub app: App,
    pub poster: Poster,
    pub guild: GuildId,
    /// Where it is told that the game has changed.
    pub channel: ChannelId,
    /// The address of the chat for one person.
    pub address: String,
}

/// What the file holds, or why it cannot be read.
type Held = Result<String, String>;

impl Watched {
    /// The file at this path, which editors may replace by another one.
    ///
    /// # Errors
    /// It cannot be read now.
    pub fn new(file: PathBuf) -> Result<Self, Exit> {
        match held(&file) {
            Ok(_) => Ok(Self { file }),
            Err(why) => Err(Exit(BAD_INPUT, format!("error: {why}"))),
        }
    }

    /// Gives the place the game each time that it is saved, and says what came of it.
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

    /// Gives the place what the file holds, and says so. Returns the game that the place has then; without a sound file that is the last one.
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

/// Why a game was not taken.
fn told(error: &AppError) -> String {
    match error {
        AppError::Refused(why) => Words::english().refused(why, &|_| String::new()),
        AppError::AppFault(_) | AppError::Replayed => error.to_string(),
    }
}
