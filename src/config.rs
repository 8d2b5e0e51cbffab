//! The configuration, from TOML and environment variables, validated once.
//!
//! Every setting is one row of [`KEYS`]. Parsing, the environment variables, `rookery check-config` and
//! `config.example.toml` are all derived from that table, so that they cannot diverge.

mod checks;
mod keys;
mod variables;

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs, io};

use ipnet::IpNet;
use secrecy::SecretString;
use toml::de::{DeTable, DeValue};

pub use checks::{StartOf, can_be_kept};
pub use keys::{KEYS, Key};
pub use variables::{OTHERS, Variables};

/// The file that is read if none is named and it exists.
pub const DEFAULT_FILE: &str = "config.toml";

/// The whole validated configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// The bot's token. It prints as `[REDACTED]`.
    pub token: Option<SecretString>,
    /// The base URL of the REST API, if it is not Discord's own (`http://127.0.0.1:8080`).
    pub api_url: Option<String>,
    /// A file of certificates that are trusted there in addition to public authorities.
    pub api_ca: Option<PathBuf>,
    /// The only guild (server) that gets the commands. `None`: all of them.
    pub test_guild: Option<u64>,
    /// The application's public key, 64 hexadecimal digits.
    pub public_key: Option<String>,
    /// The address for interactions over HTTP, in place of the gateway.
    pub http_listen: Option<SocketAddr>,
    /// The address for metrics and health checks.
    pub metrics_listen: Option<SocketAddr>,
    /// The boards in browsers.
    pub web: WebConfig,
    /// The gateway shards that this process may carry, and their total. `None`: as many as Discord
    /// recommends.
    pub shards: Option<(RangeInclusive<u32>, u32)>,
    /// The `SQLite` database file, used without `store_url`.
    pub store_path: PathBuf,
    /// The address of the database, `postgres://...` or `sqlite:...`. It may contain a password, and prints
    /// as `[REDACTED]`.
    pub store_url: Option<SecretString>,
    /// The password for that address, if it contains none.
    pub store_password: Option<SecretString>,
    /// The log filter, in the syntax of `tracing`'s `Targets` (`info`, `rookery=debug,warn`).
    pub log_level: String,
    pub log_format: LogFormat,
    /// The file that the running bot touches and `rookery healthcheck` reads.
    pub heartbeat: PathBuf,
    /// How long interactions in progress may take to finish after SIGTERM.
    pub grace: Duration,
    /// How people can contact the operator. Shown to blocked people.
    pub contact: Option<String>,
    /// How long the bot waits before it exits with an error that only a person can fix.
    pub pause: Duration,
}

/// The settings of pages in browsers.
#[derive(Clone, Debug, Default)]
pub struct WebConfig {
    /// The address to listen on, if pages are served.
    pub listen: Option<SocketAddr>,
    /// The public address of the pages.
    pub public_url: Option<String>,
    /// The proxies that are trusted to report the client's address.
    pub trusted_proxies: Vec<IpNet>,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// One readable line per event, with colors on a terminal.
    Text,
    /// One readable line per event, without colors or times (a supervisor adds its own).
    Plain,
    /// One JSON object per line and event, for programs that collect logs.
    Json,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            token: None,
            api_url: None,
            api_ca: None,
            test_guild: None,
            public_key: None,
            http_listen: None,
            metrics_listen: None,
            web: WebConfig::default(),
            shards: None,
            store_path: PathBuf::from("rookery.db"),
            store_url: None,
            store_password: None,
            log_level: "info".to_owned(),
            log_format: LogFormat::Text,
            heartbeat: PathBuf::from("rookery.heartbeat"),
            grace: Duration::from_secs(5),
            contact: None,
            pause: Duration::ZERO,
        }
    }
}

/// A mistake and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line of the file, counted from 1. `None` for an environment variable.
    pub line: Option<usize>,
    /// What is wrong, without a full stop.
    pub text: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The result of reading: the settings as far as they could be parsed, their origins, and every mistake.
pub struct Reading {
    /// The settings. Those with mistakes keep their defaults.
    pub config: Config,
    /// The file that was read, if any.
    pub file: Option<PathBuf>,
    /// All mistakes, in the order of their lines.
    pub mistakes: Vec<Mistake>,
    /// For each row of [`KEYS`], its text and origin.
    set: Vec<Option<(String, Origin)>>,
}

/// The origin of a setting.
#[derive(Clone, Debug)]
enum Origin {
    Line(usize),
    Variable(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Variable(name) => write!(f, "environment, {name}"),
        }
    }
}

impl Reading {
    /// Reads `file` (or [`DEFAULT_FILE`] if it exists and none is named), then overrides it by the
    /// environment.
    ///
    /// # Errors
    /// The named file cannot be read at all.
    pub fn load(file: Option<&Path>, variables: &Variables) -> io::Result<Self> {
        let (path, text) = match file {
            Some(path) => (Some(path.to_owned()), fs::read_to_string(path)?),
            None => match fs::read_to_string(DEFAULT_FILE) {
                Ok(text) => (Some(PathBuf::from(DEFAULT_FILE)), text),
                Err(error) if error.kind() == io::ErrorKind::NotFound => (None, String::new()),
                Err(error) => return Err(error),
            },
        };
        let mut reading = Self::parse(&text);
        reading.file = path;
        reading.environment(variables);
        Ok(reading)
    }

    /// Reads only the environment.
    pub fn of_environment(variables: &Variables) -> Self {
        let mut reading = Self::parse("");
        reading.environment(variables);
        reading
    }

    /// Parses the text of a configuration file.
    pub fn parse(text: &str) -> Self {
        let mut reading =
            Self { config: Config::default(), file: None, mistakes: Vec::new(), set: vec![None; KEYS.len()] };
        let line_at = |offset: usize| text[..offset.min(text.len())].matches('\n').count() + 1;
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let line = error.span().map(|span| line_at(span.start));
            reading.mistakes.push(Mistake { line, text: error.message().replace('\n', ", ") });
        }
        for (section, content) in table.get_ref() {
            let line = line_at(section.span().start);
            let name = section.get_ref().as_ref();
            if !KEYS.iter().any(|key| top(key.section) == name) {
                reading.mistakes.push(Mistake {
                    line: Some(line),
                    text: unknown("table or key", name, KEYS.iter().map(|key| top(key.section))),
                });
                continue;
            }
            let DeValue::Table(content) = content.get_ref() else {
                reading.mistakes.push(Mistake {
                    line: Some(line),
                    text: format!("`{name}` is a table: write `[{name}]` and its keys below it"),
                });
                continue;
            };
            reading.table(name, content, &line_at);
        }
        reading.mistakes.sort_by_key(|mistake| mistake.line);
        reading.mistakes.dedup();
        reading
    }

    /// Reads the entries of a table and of its nested tables.
    fn table(&mut self, section: &str, content: &DeTable<'_>, line_at: &dyn Fn(usize) -> usize) {
        for (key, value) in content {
            let line = line_at(key.span().start);
            let path = format!("{section}.{}", key.get_ref());
            if let DeValue::Table(within) = value.get_ref()
                && KEYS.iter().any(|key| key.section == path)
            {
                self.table(&path, within, line_at);
                continue;
            }
            let outcome = match KEYS.iter().position(|known| known.path() == path) {
                None if KEYS.iter().any(|key| key.section == path) => {
                    Err(format!("`{path}` is a table: write `[{path}]` and its keys below it"))
                }
                None => {
                    let known = KEYS.iter().filter(|key| key.section == section).map(|key| key.name);
                    let within =
                        KEYS.iter().filter_map(|key| key.section.strip_prefix(section)?.strip_prefix('.'));
                    Err(unknown("key", &path, known.chain(within)))
                }
                Some(index) => scalar(value.get_ref())
                    .ok_or_else(|| format!("`{path}` must be a text or a whole number"))
                    .and_then(|text| self.apply(index, &text, Origin::Line(line))),
            };
            if let Err(text) = outcome {
                self.mistakes.push(Mistake { line: Some(line), text });
            }
        }
    }

    fn apply(&mut self, index: usize, text: &str, from: Origin) -> Result<(), String> {
        let key = &KEYS[index];
        (key.read)(&mut self.config, text).map_err(|why| format!("`{}`: {why}", key.path()))?;
        self.set[index] = Some((text.to_owned(), from));
        Ok(())
    }

    fn environment(&mut self, variables: &Variables) {
        for (index, key) in KEYS.iter().enumerate() {
            for name in key.variables() {
                let found = match variables.read(&name, key.secret) {
                    Ok(Some(found)) => Ok(found),
                    Ok(None) => continue,
                    Err(why) => Err((name, why)),
                };
                let applied = found.and_then(|(name, text)| {
                    let applied = self.apply(index, &text, Origin::Variable(name.clone()));
                    applied.map_err(|why| (name, why))
                });
                if let Err((name, why)) = applied {
                    self.mistakes
                        .push(Mistake { line: None, text: format!("environment variable {name}: {why}") });
                }
            }
        }
        let unknown = variables.unknown().map(|text| Mistake { line: None, text });
        self.mistakes.extend(unknown);
    }

    /// Records a mistake in a setting that could be parsed.
    pub fn mistake_of(&mut self, path: &str, why: &str) {
        let set =
            KEYS.iter().zip(&self.set).find(|(key, _)| key.path() == path).and_then(|(_, set)| set.as_ref());
        let mistake = match set {
            Some((_, Origin::Line(line))) => Mistake { line: Some(*line), text: format!("`{path}`: {why}") },
            Some((_, Origin::Variable(name))) => {
                Mistake { line: None, text: format!("environment variable {name}: `{path}`: {why}") }
            }
            None => Mistake { line: None, text: format!("`{path}`: {why}") },
        };
        self.mistakes.push(mistake);
        self.mistakes.sort_by_key(|mistake| mistake.line);
    }

    /// Lists the settings, one a line, with their origins. Secrets are masked.
    pub fn describe(&self) -> String {
        let mut text = match &self.file {
            Some(file) => format!("# read from {}\n", file.display()),
            None => "# no file; defaults and environment\n".to_owned(),
        };
        for (key, set) in KEYS.iter().zip(&self.set) {
            let line = match set {
                Some((value, from)) if key.secret => {
                    format!("{} = ******** ({} characters; {from})", key.path(), value.chars().count())
                }
                Some((value, from)) => format!("{} = {value} ({from})", key.path()),
                None if key.is_default => {
                    format!("{} = {} (default)", key.path(), key.example.trim_matches('"'))
                }
                None => format!("{} is not set", key.path()),
            };
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

/// Returns the outermost table of a section.
fn top(section: &'static str) -> &'static str {
    section.split('.').next().unwrap_or(section)
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().replace('_', "")),
        _ => None,
    }
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> String {
    let mut known: Vec<_> = known.collect();
    known.dedup();
    format!("unknown {what} `{name}`; known here: {}", known.join(", "))
}

/// Returns the text of `config.example.toml`.
pub fn example() -> String {
    let mut text = String::from(
        "# Rookery's configuration. Copy it to config.toml and change what you need.\n\
         # Every line that is commented out shows the default, or an example where there is no default.\n\
         # Each key can be overridden by the environment variable named beside it. Unknown keys are errors.\n\
         # A secret may be in a file instead, which the same variable with _FILE at its end names.\n\
         # `rookery check-config` shows what was understood, secrets masked.\n",
    );
    let mut section = "";
    for key in KEYS {
        if key.section != section {
            section = key.section;
            text.push_str(&format!("\n[{section}]\n"));
        }
        let names =
            key.alias.map_or_else(|| key.variable(), |alias| format!("{alias} or {}", key.variable()));
        let default = if key.is_default { "default below" } else { "not set by default" };
        text.push_str(&format!(
            "# {}\n# ({default}; environment: {names})\n# {} = {}\n",
            key.help, key.name, key.example
        ));
    }
    text
}

#[cfg(test)]
mod tests;
