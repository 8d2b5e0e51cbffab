//! The SQL in which SQLite and PostgreSQL differ. All other statements follow the rules in `sql.rs`.
//!
//! Code for SQLite's files is where they are opened (`open.rs`), inspected (`check.rs`) and copied
//! (`operator.rs`); the WAL is checkpointed in `write.rs`. Error codes are in `error.rs`.

use game::listed;

/// The SQL dialect of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// The isolation of a transaction. SQLite has only one writer at a time, so it makes no difference there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isolation {
    /// Serializable. Fails as busy ([`crate::error::Code::Busy`]) on a conflict, even on rows that were only
    /// read.
    Serial,
    /// Snapshot isolation: fails as busy if a row to be written has changed since.
    ///
    /// Sufficient if the decision depends only on rows that are written or locked.
    Rows,
}

/// How a write transaction begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// The commit waits until everything is on disk.
    Synced(Isolation),
    /// The commit does not wait for the disk. Isolated like [`Isolation::Rows`].
    Unsynced,
}

listed! {
    /// What frames the statements of a transaction that runs as one text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum TxFrame {
        /// Begin and commit.
        Alone,
        /// Begin only, because other writes join the transaction.
        First,
        /// A savepoint in an open transaction.
        Part,
    }
}

/// Begins a savepoint, which can be rolled back separately.
pub(crate) const BEGIN_PART: &str = "SAVEPOINT part";
/// Releases the savepoint.
pub(crate) const END_PART: &str = "RELEASE part";
/// Rolls the savepoint back. To be executed one by one.
pub(crate) const UNDO_PART: &[&str] = &["ROLLBACK TO part", "RELEASE part"];

impl Dialect {
    /// Begins a transaction.
    pub(crate) fn begin(self, begin: Begin) -> &'static str {
        match (self, begin) {
            // `IMMEDIATE`, so that what the transaction reads cannot change before it writes.
            (Self::Sqlite, Begin::Synced(_)) => "BEGIN IMMEDIATE",
            (Self::Sqlite, Begin::Unsynced) => "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE",
            (Self::Postgres, Begin::Synced(Isolation::Serial)) => "BEGIN ISOLATION LEVEL SERIALIZABLE",
            (Self::Postgres, Begin::Synced(Isolation::Rows) | Begin::Unsynced) => {
                "BEGIN ISOLATION LEVEL REPEATABLE READ"
            }
        }
    }

    /// Commits a transaction. To be executed one by one.
    pub(crate) fn commit(self, begin: Begin) -> &'static [&'static str] {
        match (self, begin) {
            (_, Begin::Synced(_)) => &["COMMIT"],
            (Self::Sqlite, Begin::Unsynced) => &["COMMIT; PRAGMA synchronous = FULL"],
            (Self::Postgres, Begin::Unsynced) => &["SET LOCAL synchronous_commit = off", "COMMIT"],
        }
    }

    /// Rolls a transaction back. To be executed one by one.
    pub(crate) fn roll_back(self, begin: Begin) -> &'static [&'static str] {
        match (self, begin) {
            (Self::Sqlite, Begin::Unsynced) => &["ROLLBACK", "PRAGMA synchronous = FULL"],
            _ => &["ROLLBACK"],
        }
    }

    /// Blocks writes of rated results until the transaction ends. To be executed one by one, first in the
    /// transaction.
    ///
    /// Waits for transactions that are already writing results. Any other transaction with an older snapshot
    /// fails and retries, because the row that both write has changed.
    pub(crate) fn hold_back_results(self) -> &'static [&'static str] {
        match self {
            // SQLite has only one writer at a time.
            Self::Sqlite => &[],
            Self::Postgres => &[
                "LOCK TABLE rating_closings IN EXCLUSIVE MODE",
                "UPDATE rating_closings SET closings = closings + 1",
            ],
        }
    }

    /// Begins a read-only transaction with a consistent snapshot.
    pub(crate) fn begin_reading(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// Lifts the idle timeout of a transaction that waits for another database, if there is one.
    pub(crate) fn patience(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => Some("SET LOCAL idle_in_transaction_session_timeout = 0"),
        }
    }

    /// Returns statements for the start of a transaction that fills these tables. It may wait for another
    /// database, and nothing else may write to the tables.
    pub(crate) fn begin_filling(self, tables: &[&str]) -> Vec<String> {
        match self {
            Self::Sqlite => Vec::new(),
            Self::Postgres => vec![
                "SET LOCAL lock_timeout = '10s'".to_owned(),
                format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", ")),
                "SET LOCAL idle_in_transaction_session_timeout = 0".to_owned(),
                // For rebuilding the indexes.
                "SET LOCAL maintenance_work_mem = '256MB'".to_owned(),
            ],
        }
    }

    /// Selects the size of the database in bytes.
    pub(crate) fn size(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT page_count * page_size FROM pragma_page_count() CROSS JOIN pragma_page_size()"
            }
            Self::Postgres => "SELECT pg_database_size(current_database())",
        }
    }

    /// The numbers of a JSON list bound as `$1`, for `IN`. The statement's text does not depend on their
    /// count.
    pub(crate) fn listed_numbers(self) -> &'static str {
        match self {
            Self::Sqlite => "(SELECT value FROM json_each($1))",
            Self::Postgres => {
                "(SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST($1 AS JSON)))"
            }
        }
    }

    /// Selects a unique id for a new row of a table, derived from the time `$1`.
    pub(crate) fn next_number(self, table: &str) -> String {
        match self {
            Self::Sqlite => format!(
                "SELECT max($1 * 1000, (SELECT coalesce(max(id), 0) + 1 FROM {table}),
                     (SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = '{table}'))"
            ),
            Self::Postgres => format!("SELECT $1 * 1000 + nextval({}) % 1000", sequence(table)),
        }
    }

    /// Selects the last id that a table has assigned, if any.
    pub(crate) fn last_number(self, table: &str) -> String {
        match self {
            // An `INSERT` that inserts nothing records 0.
            Self::Sqlite => format!("SELECT seq FROM sqlite_sequence WHERE name = '{table}' AND seq > 0"),
            Self::Postgres => format!(
                "SELECT last_value FROM pg_sequences WHERE CAST(format('%I.%I', schemaname, sequencename) AS REGCLASS) = {}
                     AND last_value IS NOT NULL",
                sequence(table)
            ),
        }
    }

    /// Sets that id to `$1`, unless a later one has been assigned.
    pub(crate) fn set_last_number(self, table: &str) -> Vec<String> {
        match self {
            Self::Sqlite => vec![
                format!("DELETE FROM sqlite_sequence WHERE name = '{table}' AND seq < $1"),
                format!(
                    "INSERT INTO sqlite_sequence (name, seq) SELECT '{table}', $1
                     WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '{table}')"
                ),
            ],
            Self::Postgres => vec![format!("SELECT setval({}, $1)", sequence(table))],
        }
    }

    /// Lists what can be dropped while tables are filled, in the order in which it is restored.
    ///
    /// Each row holds the table, whether the object affects only speed and not content, a statement that
    /// drops it, and one that restores it.
    pub(crate) fn put_away(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &[
                "SELECT tbl_name AS belongs_to, type = 'index' AS is_slow_only, 'DROP ' || type || ' \"' || name || '\"' AS removal, sql AS back
                 FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid",
            ],
            Self::Postgres => &[
                // The index of a key belongs to its constraint.
                "SELECT CAST(tables.relname AS TEXT) AS belongs_to, 1 AS is_slow_only, format('DROP INDEX %I', indexes.relname) AS removal,
                     pg_get_indexdef(indexes.oid) AS back
                 FROM pg_index JOIN pg_class indexes ON indexes.oid = indexrelid JOIN pg_class tables ON tables.oid = indrelid
                 WHERE tables.relnamespace = CAST(current_schema() AS REGNAMESPACE)
                     AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
                 ORDER BY tables.relname, indexes.relname",
                "SELECT CAST(relname AS TEXT) AS belongs_to, 1 AS is_slow_only, format('ALTER TABLE %I DROP CONSTRAINT %I', relname, conname) AS removal,
                     format('ALTER TABLE %I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(pg_constraint.oid)) AS back
                 FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
                 WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND contype = 'f' ORDER BY relname, conname",
                "SELECT CAST(relname AS TEXT) AS belongs_to, 0 AS is_slow_only, format('ALTER TABLE %I DISABLE TRIGGER %I', relname, tgname) AS removal,
                     format('ALTER TABLE %I ENABLE TRIGGER %I', relname, tgname) AS back
                 FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
                 WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND NOT tgisinternal AND tgenabled = 'O'
                 ORDER BY relname, tgname",
            ],
        }
    }

    /// Builds a whole transaction as one text.
    ///
    /// `claim` inserts a row; if it did, `change` updates one row of `games`; if that did, each of `events`
    /// inserts one. `claim`, `change` and `events` end with a condition.
    pub(crate) fn at_once(self, frame: TxFrame, claim: &str, change: &str, events: &[&str]) -> String {
        match self {
            // `changes()` is the number of rows the previous statement changed.
            Self::Sqlite => {
                let events: Vec<String> = events
                    .iter()
                    .map(|event| format!("INSERT INTO {EVENT} {event} WHERE changes() = 1"))
                    .collect();
                let events = events.join("; ");
                let within = format!("{claim}; {change} AND changes() = 1; {events}");
                self.framed(frame, Begin::Synced(Isolation::Rows), &within)
            }
            // A single statement is a transaction with one snapshot.
            Self::Postgres => {
                let events: Vec<String> =
                    events.iter().map(|event| format!("{event} FROM changed")).collect();
                let events = events.join(" UNION ALL ");
                format!(
                    "WITH claimed AS ({claim} RETURNING id),
                     changed AS ({change} AND EXISTS (SELECT 1 FROM claimed) RETURNING id) INSERT INTO {EVENT} {events}"
                )
            }
        }
    }

    /// Joins several statements into a transaction as one text. `None` if the dialect needs them one by one.
    pub(crate) fn together(self, frame: TxFrame, begin: Begin, statements: &[&str]) -> Option<String> {
        (self == Self::Sqlite).then(|| self.framed(frame, begin, &statements.join("; ")))
    }

    fn framed(self, frame: TxFrame, begin: Begin, within: &str) -> String {
        match frame {
            TxFrame::Alone => format!("{}; {within}; {}", self.begin(begin), self.commit(begin).join("; ")),
            TxFrame::First => format!("{}; {within}", self.begin(begin)),
            TxFrame::Part => format!("{BEGIN_PART}; {within}; {END_PART}"),
        }
    }

    /// The index of the statement in such a text whose row count shows whether the write happened.
    pub(crate) fn telling(self) -> usize {
        match self {
            Self::Sqlite => 2,
            Self::Postgres => 0,
        }
    }
}

/// The table and columns of a new event.
const EVENT: &str = "events (game, seq, kind, text, \"by\", at)";
/// The sequence of a table's ids. Its name is looked up because PostgreSQL may choose an unusual one if
/// several processes create the tables at once.
fn sequence(table: &str) -> String {
    format!("CAST(pg_get_serial_sequence('{table}', 'id') AS REGCLASS)")
}
