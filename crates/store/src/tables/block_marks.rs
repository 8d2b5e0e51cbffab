//! The mark that replaces a blocked person who was removed. It can only be compared with a given person, so
//! the block, which belongs to the blocker, outlives the data of the blocked person.
//!
//! A mark is an HMAC of both ids, with a key of the database's own.

use crate::db::sql::{Lender, query};
use crate::privacy::personal::{Kind::Text, Personal, Rows::Many};
use crate::{StoreError, Write, WriteError};
use game::{GuildId, UserId};
use ring::hmac::{HMAC_SHA256, Key, sign};
use ring::rand::{SecureRandom, SystemRandom};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[
    // Nothing else is known of people who have deleted their data.
    Personal {
        table: "former_blocks",
        person: &["person"],
        key: "blocked_former",
        rows: Many,
        columns: &[("mark", "", Text)],
    },
];

/// The prefix of the marks of servers.
pub(crate) const OF_SERVER: &str = "server ";

/// The secret key for marks: random, created once per database and stored there.
#[derive(Clone, Debug)]
pub(crate) struct BlockKey(Key);

impl BlockKey {
    pub(crate) fn read(secret: &str) -> Self {
        Self(Key::new(HMAC_SHA256, secret.as_bytes()))
    }

    /// Returns the mark of a block. Each blocker has a different mark for the blocked person.
    pub(crate) fn mark(&self, person: UserId, blocked: UserId) -> String {
        let both: Vec<u8> = [person, blocked].iter().flat_map(|user| user.0.to_be_bytes()).collect();
        hex(sign(&self.0, &both).as_ref())
    }

    /// Returns the mark of a person who had their data deleted.
    pub(crate) fn of_forgotten(&self, person: UserId) -> String {
        hex(sign(&self.0, format!("forgotten {}", person.0).as_bytes()).as_ref())
    }

    /// Returns the mark of a person blocked by the operator.
    pub(crate) fn of_shut_out(&self, person: UserId) -> String {
        hex(sign(&self.0, format!("shut out {}", person.0).as_bytes()).as_ref())
    }

    /// Returns the mark of a server blocked by the operator. It differs from all marks of people.
    pub(crate) fn of_server(&self, guild: GuildId) -> String {
        let mark = sign(&self.0, format!("shut out server {}", guild.0).as_bytes());
        format!("{OF_SERVER}{}", hex(mark.as_ref()))
    }
}

/// Reads the key. `None` if it was never needed, and so there are no marks.
pub(crate) async fn block_key(on: impl Lender) -> Result<Option<BlockKey>, StoreError> {
    let secret: Option<String> = query("SELECT secret FROM block_key WHERE one = 1", ()).first(on).await?;
    Ok(secret.as_deref().map(BlockKey::read))
}

/// Reads the key, and creates it if it is missing.
pub(crate) async fn lasting_block_key(tx: &mut Write) -> Result<BlockKey, WriteError> {
    if let Some(key) = block_key(&mut **tx).await? {
        return Ok(key);
    }
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|_| random_failed())?;
    let secret = hex(&bytes);
    // If two transactions create one concurrently, one of them is retried.
    tx.execute("INSERT INTO block_key (one, secret) VALUES (1, $1) ON CONFLICT DO NOTHING", &secret).await?;
    Ok(BlockKey::read(&secret))
}

fn random_failed() -> StoreError {
    StoreError::Other(sqlx::Error::Io(std::io::Error::other("the system gives no random bytes")))
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test case 2 of RFC 4231: stored marks must stay the same, whichever library computes them.
    #[test]
    fn a_mark_is_what_the_standard_says() {
        let key = Key::new(HMAC_SHA256, b"Jefe");
        assert_eq!(
            hex(sign(&key, b"what do ya want for nothing?").as_ref()),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn a_mark_belongs_to_both_and_to_the_key() {
        let (ours, theirs) = (BlockKey::read("ours"), BlockKey::read("theirs"));
        let mark = ours.mark(UserId(1), UserId(2));
        assert!(mark.len() == 64 && mark.chars().all(|c| c.is_ascii_hexdigit()), "{mark}");
        assert_eq!(BlockKey::read("ours").mark(UserId(1), UserId(2)), mark);
        for other in [
            ours.mark(UserId(2), UserId(1)),
            ours.mark(UserId(3), UserId(2)),
            ours.mark(UserId(1), UserId(3)),
            theirs.mark(UserId(1), UserId(2)),
        ] {
            assert_ne!(other, mark);
        }
    }
}
