//! How people like their boards, and what else they have set.

use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError, WriteError, claim, retry_write, signed};
use game::{InteractionId, Millis, UserId};

/// What a person has set; none: nothing, so that it is as it is for everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferencesRow {
    /// Whether they are notified when it is their turn.
    pub pings: Option<bool>,
    /// Who is at the bottom of a board: `own`, `to-move` or `white`.
    pub side: Option<String>,
    /// The name of a theme.
    pub theme: Option<String>,
    /// Whether there are letters and numbers along a board.
    pub coordinates: Option<bool>,
    /// How large a board is: `normal` or `large`.
    pub size: Option<String>,
    /// Where they are reminded of their move: `channel`, `dm` or `none`.
    pub reminders: Option<String>,
    /// The language that they have chosen; none: what the chat says. Kept by [`Store::set_language`] alone.
    pub language: Option<String>,
}

/// What both players of a game have set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferencesRows {
    /// White's player.
    pub white: PreferencesRow,
    /// Black's player.
    pub black: PreferencesRow,
}

impl PreferencesRow {
    /// The locale and what is set, from one text that a single statement brings with a game: each part in its place, `-` where there
    /// is nothing.
    pub(crate) fn read(text: Option<&str>) -> Result<(Option<String>, Self), StoreError> {
        let Some(text) = text else { return Ok((None, Self::default())) };
        let mut parts = text.split(' ').map(|part| Some(part).filter(|part| *part != "-"));
        let mut part = || {
            parts.next().ok_or_else(|| StoreError::Unreadable(format!("the settings {text:?} of a person")))
        };
        let flag = |part: Option<&str>| part.map(|part| part != "0");
        let owned = |part: Option<&str>| part.map(str::to_owned);
        let locale = owned(part()?);
        let taste = Self {
            pings: flag(part()?),
            side: owned(part()?),
            theme: owned(part()?),
            coordinates: flag(part()?),
            size: owned(part()?),
            reminders: owned(part()?),
            language: owned(part()?),
        };
        Ok((locale, taste))
    }
}

/// How a server has the boards drawn that everybody sees; none: as the player to move likes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildBoardsRow {
    /// Who is at the bottom: `to-move` or `white`.
    pub side: Option<String>,
    /// The name of a theme.
    pub theme: Option<String>,
}

impl GuildBoardsRow {
    /// From one text, which a single statement brings with a game: each part in its place, `-` where nothing is set.
    pub(crate) fn read(text: Option<&str>) -> Result<Self, StoreError> {
        let Some(text) = text else { return Ok(Self::default()) };
        let Some((side, theme)) = text.split_once(' ') else {
            return Err(StoreError::Unreadable(format!("the boards {text:?} of a server")));
        };
        let part = |part: &str| Some(part.to_owned()).filter(|part| part != "-");
        Ok(Self { side: part(side), theme: part(theme) })
    }
}

impl Store {
    /// What a person has set.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn taste(&self, person: UserId) -> Result<PreferencesRow, StoreError> {
        let row = query(
            "SELECT pings, side, theme, coordinates, size, reminders, language FROM people WHERE id = $1",
        )
        .bind(signed(person.0))
        .fetch_optional(self.reader()?)
        .await?;
        row.as_ref().map_or_else(|| Ok(PreferencesRow::default()), taste)
    }

    /// Keeps what is given, and leaves as it is what is none. Answers all that the person has set then.
    ///
    /// # Errors
    /// [`WriteError::Replayed`], or a failure.
    pub async fn set_taste(
        &self,
        person: UserId,
        new: &PreferencesRow,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<PreferencesRow, WriteError> {
        retry_write!(claimed interaction, self.try_set_taste(person, new, interaction, now), or Ok(self.taste(person).await?))
    }

    async fn try_set_taste(
        &self,
        person: UserId,
        new: &PreferencesRow,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<PreferencesRow, WriteError> {
        let mut tx = self.begin().await?;
        // An older wish that comes again must not undo a newer one.
        claim(&mut tx, interaction, now).await?;
        let row = query(
            "INSERT INTO people (id, pings, side, theme, coordinates, size, reminders) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (id) DO UPDATE SET
                 pings = coalesce(excluded.pings, people.pings), side = coalesce(excluded.side, people.side),
                 theme = coalesce(excluded.theme, people.theme), coordinates = coalesce(excluded.coordinates, people.coordinates),
                 size = coalesce(excluded.size, people.size), reminders = coalesce(excluded.reminders, people.reminders)
             RETURNING pings, side, theme, coordinates, size, reminders, language",
        )
        .bind(signed(person.0))
        .bind(new.pings)
        .bind(&new.side)
        .bind(&new.theme)
        .bind(new.coordinates)
        .bind(&new.size)
        .bind(&new.reminders)
        .fetch_one(&mut *tx)
        .await?;
        let kept = taste(&row)?;
        tx.commit().await?;
        Ok(kept)
    }
}

impl Store {
    /// Keeps the language that a person has chosen; none: what the chat says.
    ///
    /// # Errors
    /// [`WriteError::Replayed`], or a failure.
    pub async fn set_language(
        &self,
        person: UserId,
        language: Option<&str>,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(claimed interaction, self.try_set_language(person, language, interaction, now), or Ok(()))
    }

    async fn try_set_language(
        &self,
        person: UserId,
        language: Option<&str>,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        claim(&mut tx, interaction, now).await?;
        query(
            "INSERT INTO people (id, language) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET language = excluded.language",
        )
        .bind(signed(person.0))
        .bind(language)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }
}

/// What a row of `people` has of it.
pub(crate) fn taste(row: &SqlRow) -> Result<PreferencesRow, StoreError> {
    Ok(PreferencesRow {
        pings: row.try_get("pings")?,
        side: row.try_get("side")?,
        theme: row.try_get("theme")?,
        coordinates: row.try_get("coordinates")?,
        size: row.try_get("size")?,
        reminders: row.try_get("reminders")?,
        language: row.try_get("language")?,
    })
}
