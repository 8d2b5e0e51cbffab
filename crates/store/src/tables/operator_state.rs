//! The part of the operator's orders that a running bot must know. A number is incremented with each change,
//! so that an unchanged state costs the bot one row.

use super::acts::{self, Act};
use super::block_marks::{BlockKey, OF_SERVER};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GuildId, Millis, UserId};
use std::collections::{BTreeSet, HashMap};

/// The part of the operator's orders that a running bot must know.
#[derive(Clone, Debug, Default)]
pub struct OperatorState {
    /// Incremented with each change; `None` before the first read.
    number: Option<i64>,
    /// The key of the marks, if there are any.
    key: Option<BlockKey>,
    /// Why people are shut out, by their mark.
    people: HashMap<String, String>,
    /// Why servers are shut out, by their mark.
    servers: HashMap<String, String>,
    /// The names of switched-off features.
    pub off: BTreeSet<String>,
    /// The announcement and its end, if it has one.
    pub announced: Option<(String, Option<Millis>)>,
}

impl OperatorState {
    /// Returns why this person is shut out, if they are.
    pub fn why_shut_out(&self, person: UserId) -> Option<&str> {
        let key = self.key.as_ref().filter(|_| !self.people.is_empty())?;
        self.people.get(&key.of_shut_out(person)).map(String::as_str)
    }

    /// Returns why this server is shut out, if it is.
    pub fn why_server_shut_out(&self, guild: GuildId) -> Option<&str> {
        let key = self.key.as_ref().filter(|_| !self.servers.is_empty())?;
        self.servers.get(&key.of_server(guild)).map(String::as_str)
    }

    /// Whether any person is shut out who was not before.
    pub fn shuts_out_more_than(&self, before: &Self) -> bool {
        self.people.keys().any(|mark| !before.people.contains_key(mark))
    }

    /// Whether it has ever been read.
    pub fn is_read(&self) -> bool {
        self.number.is_some()
    }

    /// Returns the number of people who are shut out.
    pub fn people(&self) -> usize {
        self.people.len()
    }

    /// Returns the number of servers that are shut out.
    pub fn servers(&self) -> usize {
        self.servers.len()
    }
}

/// Records that the state for running bots has changed.
pub(crate) async fn changed(tx: &mut Write) -> Result<(), WriteError> {
    tx.execute("UPDATE operator_state SET number = number + 1 WHERE one = 1", ()).await?;
    Ok(())
}

impl Store {
    /// Returns the current state, if it differs from the known one.
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

    /// Switches a feature off or on. Returns false, and records nothing, if it already was.
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

    /// Announces a text, with an optional end time, or ends the announcement. Returns false if there was
    /// nothing to end.
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
