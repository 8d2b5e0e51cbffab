//! People's preferences: how their boards look, and other settings.

use super::rating_lists;
use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Text, Truth},
    Personal,
    Rows::Always,
};
use crate::unreadable::unreadable;
use crate::{Store, StoreError, WriteError, retry_claimed};
use game::{InteractionId, Millis, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "people",
    person: &["id"],
    key: "",
    rows: Always,
    columns: &[
        ("locale", "locale", Text),
        ("pings", "settings.pings", Truth),
        ("side", "settings.side", Text),
        ("theme", "settings.theme", Text),
        ("coordinates", "settings.coordinates", Truth),
        ("size", "settings.size", Text),
        ("reminders", "settings.reminders", Text),
        ("language", "settings.language", Text),
        ("standing", "settings.standing", Text),
        ("bot_games", "settings.bot_games", Text),
    ],
}];

/// The preferences of a person. `None` means that the default applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferencesRow {
    /// Whether they are notified when it is their turn.
    pub pings: Option<bool>,
    /// Which side is at the bottom of a board: `own`, `to-move` or `white`.
    pub side: Option<String>,
    /// The name of a theme.
    pub theme: Option<String>,
    /// Whether a board has coordinates along its edges.
    pub coordinates: Option<bool>,
    /// The size of a board: `normal` or `large`.
    pub size: Option<String>,
    /// Where they are reminded to move: `channel`, `dm` or `none`.
    pub reminders: Option<String>,
    /// Where others see their standing: `everywhere`, `server` or `hidden`.
    pub standing: Option<String>,
    /// Where their games against the bot begin: `ask`, `channel`, `thread` or `dm`.
    pub bot_games: Option<String>,
    /// The chosen language; `None` for the one that Discord reports. Only [`Store::set_language`] changes it.
    pub language: Option<String>,
}

/// The preferences of both players of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferencesRows {
    /// White's player.
    pub white: PreferencesRow,
    /// Black's player.
    pub black: PreferencesRow,
    /// Whether White's and Black's player have a page of the game that receives push messages.
    pub pushed: [bool; 2],
}

impl PreferencesRow {
    /// Parses the locale and the preferences from one text, which a single statement reads with a game. Each
    /// part has a fixed position, with `-` for none.
    pub(crate) fn read(text: Option<&str>) -> Result<(Option<String>, Self), sqlx::Error> {
        let Some(text) = text else { return Ok((None, Self::default())) };
        let mut parts = text.split(' ').map(|part| Some(part).filter(|part| *part != "-"));
        let mut part =
            || parts.next().ok_or_else(|| unreadable(format!("the settings {text:?} of a person")));
        let flag = |part: Option<&str>| part.map(|part| part != "0");
        let owned = |part: Option<&str>| part.map(str::to_owned);
        let locale = owned(part()?);
        let preferences = Self {
            pings: flag(part()?),
            side: owned(part()?),
            theme: owned(part()?),
            coordinates: flag(part()?),
            size: owned(part()?),
            reminders: owned(part()?),
            language: owned(part()?),
            // Not needed with a game.
            standing: None,
            bot_games: None,
        };
        Ok((locale, preferences))
    }
}

/// How a server's public boards are drawn. `None` means as the player to move prefers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildBoardsRow {
    /// Which side is at the bottom: `to-move` or `white`.
    pub side: Option<String>,
    /// The name of a theme.
    pub theme: Option<String>,
}

impl GuildBoardsRow {
    /// Parses one text, which a single statement reads with a game. Each part has a fixed position, with `-`
    /// for none.
    pub(crate) fn read(text: Option<&str>) -> Result<Self, sqlx::Error> {
        let Some(text) = text else { return Ok(Self::default()) };
        let Some((side, theme)) = text.split_once(' ') else {
            return Err(unreadable(format!("the boards {text:?} of a server")));
        };
        let part = |part: &str| Some(part.to_owned()).filter(|part| part != "-");
        Ok(Self { side: part(side), theme: part(theme) })
    }
}

impl Store {
    /// Returns the preferences of a person.
    pub async fn preferences(&self, person: UserId) -> Result<PreferencesRow, StoreError> {
        let row = self.first::<PreferencesRow>(
            "SELECT pings, side, theme, coordinates, size, reminders, language, standing, bot_games FROM people WHERE id = $1",
            person,
        )
        .await?;
        Ok(row.unwrap_or_default())
    }

    /// Sets the given preferences and keeps the others. Returns all preferences of the person.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn set_preferences(
        &self,
        person: UserId,
        new: &PreferencesRow,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<PreferencesRow, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(self.preferences(person).await?), |tx| {
            // An old request that is delivered again must not undo a newer one.
            let kept = tx.one(
                "INSERT INTO people (id, pings, side, theme, coordinates, size, reminders, standing, bot_games)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                 ON CONFLICT (id) DO UPDATE SET
                     pings = coalesce(excluded.pings, people.pings), side = coalesce(excluded.side, people.side),
                     theme = coalesce(excluded.theme, people.theme), coordinates = coalesce(excluded.coordinates, people.coordinates),
                     size = coalesce(excluded.size, people.size), reminders = coalesce(excluded.reminders, people.reminders),
                     standing = coalesce(excluded.standing, people.standing), bot_games = coalesce(excluded.bot_games, people.bot_games)
                 RETURNING pings, side, theme, coordinates, size, reminders, language, standing, bot_games",
                (
                    person,
                    new.pings,
                    &new.side,
                    &new.theme,
                    new.coordinates,
                    &new.size,
                    &new.reminders,
                    &new.standing,
                    &new.bot_games,
                ),
            )
            .await?;
            if new.standing.is_some() {
                rating_lists::list_again(&mut tx, person).await?;
            }
            kept
        })
    }
}

impl Store {
    /// Stores a person's chosen language; `None` for the one that Discord reports.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn set_language(
        &self,
        person: UserId,
        language: Option<&str>,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_claimed!(self, (interaction, now), Ok(()), |tx| {
            tx.execute(
                "INSERT INTO people (id, language) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET language = excluded.language",
                (person, language),
            )
            .await?;
        })
    }
}

row!(|row| PreferencesRow {
    pings,
    side,
    theme,
    coordinates,
    size,
    reminders,
    language,
    standing,
    bot_games,
});
