//! The URLs of databases.

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The URL of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreUrl {
    /// An SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL database on a server.
    Postgres(ServerUrl),
}

/// The URL of a PostgreSQL database. Displayed without its password.
#[derive(Clone)]
pub struct ServerUrl {
    text: String,
    options: Box<PgConnectOptions>,
}

/// The query parameters allowed in a server's URL.
const PARAMETERS: [&str; 8] =
    ["sslmode", "sslrootcert", "sslcert", "sslkey", "host", "port", "options", "application_name"];

impl FromStr for StoreUrl {
    type Err = String;

    /// Parses `sqlite:rookery.db`, `sqlite:///var/lib/rookery/rookery.db` or
    /// `postgres://user:password@host:5432/database?sslmode=require`.
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
            // Errors do not quote the text, which may hold a password, and no part of it reaches the log.
            let (place, parameters) = text.split_once('?').unwrap_or((text, ""));
            let names = parameters.split('&').filter(|name| !name.is_empty());
            let names: Vec<&str> = names
                .map(|parameter| parameter.split_once('=').map_or(parameter, |(name, _)| name))
                .collect();
            if names.iter().any(|name| !PARAMETERS.contains(name)) {
                return Err(format!("has a parameter that is none of {}", PARAMETERS.join(", ")));
            }
            if place.contains('#') || place.splitn(4, '/').nth(3).is_some_and(|path| path.contains('@')) {
                return Err("has a password with signs that must be written as %2F, %40 and so on".to_owned());
            }
            let options: PgConnectOptions = text
                .parse()
                .map_err(|_| "is not an address such as postgres://user@host/database".to_owned())?;
            let options = if names.contains(&"application_name") {
                options
            } else {
                options.application_name("rookery")
            };
            let options = Box::new(options.disable_statement_logging());
            return Ok(Self::Postgres(ServerUrl { text: text.to_owned(), options }));
        }
        Err("must begin with sqlite: or postgres://".to_owned())
    }
}

impl StoreUrl {
    /// Sets the password, which may contain any characters. A file has none.
    ///
    /// # Errors
    /// If the URL already contains a password.
    #[must_use = "the address itself stays as it is"]
    pub fn with_password(self, password: &str) -> Result<Self, String> {
        match self {
            Self::Postgres(server) if server.has_password() => {
                Err("has a password itself; leave one of them out".to_owned())
            }
            Self::Postgres(ServerUrl { text, options }) => {
                Ok(Self::Postgres(ServerUrl { text, options: Box::new(options.password(password)) }))
            }
            Self::Sqlite(_) => Ok(self),
        }
    }

    /// Whether both are on the same server, with the same user.
    pub fn is_same_server_and_user(&self, other: &Self) -> bool {
        let of = |url: &Self| match url {
            Self::Sqlite(_) => None,
            Self::Postgres(server) => {
                let options = &server.options;
                let socket = options.get_socket().cloned();
                let user = options.get_username().to_owned();
                Some((options.get_host().to_owned(), options.get_port(), socket, user))
            }
        };
        of(self).is_some_and(|this| of(other) == Some(this))
    }

    /// Whether the URL contains a password.
    pub fn has_password(&self) -> bool {
        matches!(self, Self::Postgres(server) if server.has_password())
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
    /// Whether the text itself contains a password.
    fn has_password(&self) -> bool {
        let place = self.text.split_once("//").map_or("", |(_, place)| place);
        let authority = place.split(['/', '?']).next().unwrap_or_default();
        authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
    }

    /// The options for new connections.
    pub(crate) fn options(&self) -> &PgConnectOptions {
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

#[cfg(test)]
mod tests {
    use super::StoreUrl;
    use sqlx::ConnectOptions as _;

    #[test]
    fn a_password_is_never_shown() {
        let url: StoreUrl =
            "postgres://me:hidden@there:99/games?sslmode=require".parse().expect("an address");
        assert_eq!(url.to_string(), "postgres://me@there:99/games");
        assert_eq!(format!("{url:?}"), "Postgres(postgres://me@there:99/games)");
        for wrong in [
            "postgres://me:123/hidden@there/games",
            "postgres://me:hid#den@there/games",
            "postgres://me@there/games?sslpassword=hidden",
            "postgres://me:hidden@there/games?sslmode=nonsense",
            "mysql://me:hidden@there/games",
        ] {
            let why = wrong.parse::<StoreUrl>().expect_err(wrong);
            assert!(!why.contains("hidden") && !why.contains("hid#"), "{wrong}: {why}");
        }
    }

    #[test]
    fn a_password_that_is_given_beside_the_address_may_hold_anything() {
        let given = " a/b@c:%40?#";
        let url: StoreUrl = "postgres://me@there/games?sslmode=require".parse().expect("an address");
        let Ok(StoreUrl::Postgres(server)) = url.with_password(given) else { panic!("a server") };
        let used = server.options().to_url_lossy();
        assert_eq!(used.password(), Some("%20a%2Fb%40c%3A%2540%3F%23"));
        assert_eq!(server.to_string(), "postgres://me@there:5432/games");
        let twice = "postgres://me:hidden@there/games".parse::<StoreUrl>().expect("an address");
        assert!(twice.has_password());
        for (other, is_same) in [
            ("postgres://me@there/others", true),
            ("postgres://you@there/games", false),
            ("postgres://me@elsewhere/games", false),
            ("postgres://me@there:99/games", false),
            ("sqlite:games.db", false),
        ] {
            assert_eq!(
                twice.is_same_server_and_user(&other.parse().expect("an address")),
                is_same,
                "{other}"
            );
        }
        let why = twice.with_password(given).expect_err("it has one");
        assert!(!why.contains("hidden") && !why.contains("b@c"), "{why}");
    }

    #[test]
    fn a_file_is_named_with_or_without_slashes() {
        for (url, path) in
            [("sqlite:a.db", "a.db"), ("sqlite:///var/a.db", "/var/a.db"), ("sqlite://a.db", "a.db")]
        {
            assert_eq!(url.parse(), Ok(StoreUrl::Sqlite(path.into())));
        }
    }

    #[test]
    fn the_server_knows_the_bot_by_the_name_that_is_given() {
        for (parameters, name) in [("", "rookery"), ("?application_name=club", "club")] {
            let url = format!("postgres://rookery@localhost/rookery{parameters}").parse();
            let Ok(StoreUrl::Postgres(server)) = url else { panic!("{url:?}") };
            assert_eq!(server.options().get_application_name(), Some(name));
        }
    }
}
