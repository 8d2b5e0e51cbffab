//! What SQLite and PostgreSQL word differently; all other statements are as `sql.rs` says. What is about SQLite's files stands where
//! they are opened, looked into and copied (`open.rs`, `check.rs`, `care.rs`), and how its log is emptied in `write.rs`; the numbers of
//! failures are told apart in `error.rs`.

/// Whose words a connection understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// How far a transaction is kept apart from others. In SQLite nobody else writes beside one, so it makes no difference there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isolation {
    /// As if it were alone. Fails as busy where it cannot be ([`crate::error::Code::Busy`]), also because of what it has only read.
    Serial,
    /// It sees one moment, and fails as busy where a row that it writes has changed since: enough where all that it goes by is in the
    /// rows that it writes.
    Rows,
}

/// How a write transaction begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// Its end waits until all is on disk.
    Synced(Isolation),
    /// Its end does not. It sees what [`Isolation::Rows`] says.
    Unsynced,
}

/// What stands around the statements of a transaction that is carried out in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TxFrame {
    /// Its beginning and its end.
    Alone,
    /// Its beginning: others add to it.
    First,
    /// A part of one that is open.
    Part,
}

impl TxFrame {
    /// All, by their number.
    pub(crate) const ALL: [Self; 3] = [Self::Alone, Self::First, Self::Part];
}

/// Begins a part of a transaction, which can be undone alone.
pub(crate) const BEGIN_PART: &str = "SAVEPOINT part";
/// Ends it.
pub(crate) const END_PART: &str = "RELEASE part";
/// Undoes it, one statement after another.
pub(crate) const UNDO_PART: &[&str] = &["ROLLBACK TO part", "RELEASE part"];

impl Dialect {
    /// Begins a transaction.
    pub(crate) fn begin(self, begin: Begin) -> &'static str {
        match (self, begin) {
            // At once, so that what it reads cannot change under it.
            (Self::Sqlite, Begin::Synced(_)) => "BEGIN IMMEDIATE",
            (Self::Sqlite, Begin::Unsynced) => "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE",
            (Self::Postgres, Begin::Synced(Isolation::Serial)) => "BEGIN ISOLATION LEVEL SERIALIZABLE",
            (Self::Postgres, Begin::Synced(Isolation::Rows) | Begin::Unsynced) => {
                "BEGIN ISOLATION LEVEL REPEATABLE READ"
            }
        }
    }

    /// Ends it, one statement after another.
    pub(crate) fn commit(self, begin: Begin) -> &'static [&'static str] {
        match (self, begin) {
            (_, Begin::Synced(_)) => &["COMMIT"],
            (Self::Sqlite, Begin::Unsynced) => &["COMMIT; PRAGMA synchronous = FULL"],
            (Self::Postgres, Begin::Unsynced) => &["SET LOCAL synchronous_commit = off", "COMMIT"],
        }
    }

    /// Undoes it.
    pub(crate) fn roll_back(self, begin: Begin) -> &'static [&'static str] {
        match (self, begin) {
            (Self::Sqlite, Begin::Unsynced) => &["ROLLBACK", "PRAGMA synchronous = FULL"],
            _ => &["ROLLBACK"],
        }
    }

    /// Begins a transaction that only reads, at one moment.
    pub(crate) fn begin_reading(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// What a transaction begins with that may rest for as long as another database takes.
    pub(crate) fn patience(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => Some("SET LOCAL idle_in_transaction_session_timeout = 0"),
        }
    }

    /// Where the value of this number, from 1 on, stands in a statement that has very many.
    pub(crate) fn place(self, number: usize) -> String {
        match self {
            // SQLite looks a place with a name up among all.
            Self::Sqlite => "?".to_owned(),
            Self::Postgres => format!("${number}"),
        }
    }

    /// The last number that a table has given to a row, if it ever has.
    pub(crate) fn last_number(self, table: &str) -> String {
        match self {
            Self::Sqlite => format!("SELECT seq FROM sqlite_sequence WHERE name = '{table}'"),
            Self::Postgres => format!("SELECT last_value FROM {table}_id_seq WHERE is_called"),
        }
    }

    /// Sets that to `$1`.
    pub(crate) fn set_last_number(self, table: &str) -> Vec<String> {
        match self {
            Self::Sqlite => vec![
                format!("DELETE FROM sqlite_sequence WHERE name = '{table}' AND seq <> $1"),
                format!(
                    "INSERT INTO sqlite_sequence (name, seq) SELECT '{table}', $1
                     WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '{table}')"
                ),
            ],
            Self::Postgres => vec![format!("SELECT setval('{table}_id_seq', $1)")],
        }
    }

    /// A whole transaction in one text: `claim` adds a row, `change` changes one row of `games` if it did, and each of `events` adds one
    /// if that did. `claim`, `change` and `events` end with a condition.
    pub(crate) fn at_once(self, frame: TxFrame, claim: &str, change: &str, events: &[&str]) -> String {
        match self {
            // `changes()` is what the statement before has changed.
            Self::Sqlite => {
                let events: Vec<String> = events
                    .iter()
                    .map(|event| format!("INSERT INTO {EVENT} {event} WHERE changes() = 1"))
                    .collect();
                let events = events.join("; ");
                let within = format!("{claim}; {change} AND changes() = 1; {events}");
                self.framed(frame, Begin::Synced(Isolation::Rows), &within)
            }
            // One statement is a transaction, and sees one moment.
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

    /// Several statements as a transaction in one text; none: they are carried out one by one.
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

    /// Which of the statements of such a text tells by the rows that it has changed whether all has happened.
    pub(crate) fn telling(self) -> usize {
        match self {
            Self::Sqlite => 2,
            Self::Postgres => 0,
        }
    }
}

/// What an event is added to.
const EVENT: &str = "events (game, seq, kind, text, \"by\", at)";
