//! Where games are kept, as a URL says it.

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreUrl {
    /// In this file, a database of SQLite.
    Sqlite(PathBuf),
    /// At a server, in a database of PostgreSQL.
    Postgres(ServerUrl),
}

/// The address of a database of PostgreSQL. It is shown without its password.
#[derive(Clone)]
pub struct ServerUrl {
    text: String,
    options: Box<PgConnectOptions>,
}

impl FromStr for StoreUrl {
    type Err = String;

    /// `sqlite:rookery.db`, `sqlite:///var/lib/rookery/rookery.db` or `postgres://user:password@host:5432/database?sslmode=require`.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return if path.is_empty() {
                Err("names no file: sqlite:rookery.db is one".to_owned())
            } else {
                Ok(Self::Sqlite(PathBuf::from(path)))
            };
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            // What is wrong with it is told without the text, which may hold a password.
            let options: PgConnectOptions = text
                .parse()
                .map_err(|_| "is not an address such as postgres://user@host/database".to_owned())?;
            let options = Box::new(options.application_name("rookery").disable_statement_logging());
            return Ok(Self::Postgres(ServerUrl { text: text.to_owned(), options }));
        }
        Err("must begin with sqlite: or postgres://".to_owned())
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => path.display().fmt(f),
            Self::Postgres(server) => server.fmt(f),
        }
    }
}

impl ServerUrl {
    /// What connections are made with.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }
}

impl PartialEq for ServerUrl {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for ServerUrl {}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.options;
        let user = options.get_username();
        match options.get_socket() {
            Some(socket) => write!(f, "postgres://{user}@{}", socket.display())?,
            None => write!(f, "postgres://{user}@{}:{}", options.get_host(), options.get_port())?,
        }
        write!(f, "/{}", options.get_database().unwrap_or(user))
    }
}

impl fmt::Debug for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
