//! What a running bot has to know of the commands of whoever runs it. A number rises with each change, so that it reads one row where nothing
//! has changed.

use super::acts::{self, Act};
use super::block_marks::{BlockKey, OF_SERVER};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GuildId, Millis, UserId};
use std::collections::{BTreeSet, HashMap};

/// What a running bot has to know of the commands of whoever runs it.
#[derive(Clone, Debug, Default)]
pub struct OperatorState {
    /// Rises with each change; none: nothing is known yet.
    number: Option<i64>,
    /// The key of the marks, if there are any.
    key: Option<BlockKey>,
    /// Why somebody is shut out, by their mark.
    people: HashMap<String, String>,
    /// Why a server is shut out, by its mark.
    servers: HashMap<String, String>,
    /// The names of the features that are switched off.
    pub off: BTreeSet<String>,
    /// What is announced, and until when; without an end it is until it is ended.
    pub announced: Option<(String, Option<Millis>)>,
}

impl OperatorState {
    /// Why this person is shut out, if they are.
    pub fn why_shut_out(&self, person: UserId) -> Option<&str> {
        let key = self.key.as_ref().filter(|_| !self.people.is_empty())?;
        self.people.get(&key.of_shut_out(person)).map(String::as_str)
    }

    /// Why this server is shut out, if it is.
    pub fn why_server_shut_out(&self, guild: GuildId) -> Option<&str> {
        let key = self.key.as_ref().filter(|_| !self.servers.is_empty())?;
        self.servers.get(&key.of_server(guild)).map(String::as_str)
    }

    /// Whether somebody is shut out who was not by what was known before.
    pub fn shuts_out_more_than(&self, before: &Self) -> bool {
        self.people.keys().any(|mark| !before.people.contains_key(mark))
    }

    /// Whether it was ever read.
    pub fn is_read(&self) -> bool {
        self.number.is_some()
    }

    /// How many people are shut out.
    pub fn people(&self) -> usize {
        self.people.len()
    }

    /// How many servers are shut out.
    pub fn servers(&self) -> usize {
        self.servers.len()
    }
}

/// Notes that a running bot has to know something else now.
pub(crate) async fn changed(tx: &mut Write) -> Result<(), WriteError> {
    tx.execute("UPDATE operator_state SET number = number + 1 WHERE one = 1", ()).await?;
    Ok(())
}

impl Store {
    /// What a running bot has to know of the commands of whoever runs it, if that is different from what it knows.
    pub async fn operator_state(&self, known: &OperatorState) -> Result<Option<OperatorState>, StoreError> {
        let number: i64 = self.one("SELECT number FROM operator_state WHERE one = 1", ()).await?;
        if known.number == Some(number) {
            return Ok(None);
        }
        let secret: Option<String> = self.first("SELECT secret FROM block_key WHERE one = 1", ()).await?;
        let marked: Vec<(String, String)> = self.all("SELECT mark, reason FROM shut_out", ()).await?;
        let (servers, people) = marked.into_iter().partition(|(mark, _)| mark.starts_with(OF_SERVER));
        let off: Vec<String> = self.all("SELECT name FROM features_off", ()).await?;
        Ok(Some(OperatorState {
            number: Some(number),
            key: secret.as_deref().map(BlockKey::read),
            people,
            servers,
            off: off.into_iter().collect(),
            announced: self.first("SELECT text, until FROM announcement WHERE one = 1", ()).await?,
        }))
    }

    /// Switches a feature off, or on again. False: it was so already, and nothing is noted.
    pub async fn switch_feature(&self, name: &str, on: bool, act: &Act) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let sql = if on {
                "DELETE FROM features_off WHERE name = $1 AND $2 > 0"
            } else {
                "INSERT INTO features_off (name, at) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            };
            if tx.execute(sql, (name, act.at)).await? == 0 {
                return Ok(false);
            }
            acts::note(&mut tx, act).await?;
            changed(&mut tx).await?;
            true
        })
    }

    /// Announces a text until this moment, or until it is ended; without a text nothing is announced any more. False: nothing was.
    pub async fn announce(
        &self,
        text: Option<(&str, Option<Millis>)>,
        act: &Act,
    ) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let gone = tx.execute("DELETE FROM announcement WHERE one = 1", ()).await?;
            if let Some((text, until)) = text {
                tx.execute("INSERT INTO announcement (one, text, until) VALUES (1, $1, $2)", (text, until))
                    .await?;
            } else if gone == 0 {
                return Ok(false);
            }
            acts::note(&mut tx, act).await?;
            changed(&mut tx).await?;
            true
        })
    }
}
