//! Configuration: TOML and environment, checked once.
//!
//! Every setting is one row of [`KEYS`]; reading, the environment names, `rookery check-config` and
//! `config.example.toml` are all made from that table, so that they cannot drift apart.

mod keys;

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs, io};

use secrecy::SecretString;
use toml::de::{DeTable, DeValue};

pub use keys::{KEYS, Key};

/// The file that is read when none is named and it exists.
pub const DEFAULT_FILE: &str = "config.toml";

/// Everything the program was told, checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// The bot's token; it prints as `[REDACTED]`.
    pub token: Option<SecretString>,
    /// Where Discord's REST interface is, when it is not Discord itself (`http://127.0.0.1:8080`).
    pub api_url: Option<String>,
    /// The one guild (server) that gets the commands, instead of all of them.
    pub test_guild: Option<u64>,
    /// The `SQLite` database file, where there is no `store_url`.
    pub store_path: PathBuf,
    /// Where games are kept instead, `postgres://...` or `sqlite:...`; it may hold a password, and prints as `[REDACTED]`.
    pub store_url: Option<SecretString>,
    /// What is logged, in the syntax of `tracing`'s `EnvFilter` (`info`, `rookery=debug,warn`).
    pub log_level: String,
    /// How log lines look.
    pub log_format: LogFormat,
    /// The file that the running bot touches and `rookery healthcheck` reads.
    pub heartbeat: PathBuf,
    /// How long interactions in hand may take to finish after SIGTERM.
    pub grace: Duration,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// One readable line an event, with colours on a terminal.
    Text,
    /// One readable line an event, without colours and times (a supervisor adds its own).
    Plain,
    /// One JSON object an event, a line each, for programs that collect logs.
    Json,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            token: None,
            api_url: None,
            test_guild: None,
            store_path: PathBuf::from("rookery.db"),
            store_url: None,
            log_level: "info".to_owned(),
            log_format: LogFormat::Text,
            heartbeat: PathBuf::from("rookery.heartbeat"),
            grace: Duration::from_secs(5),
        }
    }
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line of the file, counted from 1; none for an environment variable.
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

/// What was read: the settings as far as they could be understood, where each came from, and every mistake.
pub struct Reading {
    /// The settings; those with mistakes keep their defaults.
    pub config: Config,
    /// The file that was read, if any.
    pub file: Option<PathBuf>,
    /// All mistakes, in the order of their lines.
    pub mistakes: Vec<Mistake>,
    /// For each row of [`KEYS`]: the text it was set to and from where.
    set: Vec<Option<(String, Origin)>>,
}

/// Where a setting came from.
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
    /// Reads `file` (or [`DEFAULT_FILE`] if it exists and none is named), then the environment over it.
    ///
    /// # Errors
    /// When the named file cannot be read at all.
    pub fn load(file: Option<&Path>, variable: impl Fn(&str) -> Option<String>) -> io::Result<Self> {
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
        reading.environment(variable);
        Ok(reading)
    }

    /// Reads the environment alone.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let mut reading = Self::parse("");
        reading.environment(variable);
        reading
    }

    /// Understands the text of a configuration file.
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
            if !KEYS.iter().any(|key| key.section == name) {
                reading.mistakes.push(Mistake {
                    line: Some(line),
                    text: unknown("table or key", name, KEYS.iter().map(|key| key.section)),
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
            for (key, value) in content {
                let line = line_at(key.span().start);
                let found = KEYS
                    .iter()
                    .position(|known| known.section == name && known.name == key.get_ref().as_ref());
                let outcome = match found {
                    None => Err(unknown(
                        "key",
                        &format!("{name}.{}", key.get_ref()),
                        KEYS.iter().filter(|key| key.section == name).map(|key| key.name),
                    )),
                    Some(index) => scalar(value.get_ref())
                        .ok_or_else(|| format!("`{}` must be a text or a whole number", KEYS[index].path()))
                        .and_then(|text| reading.apply(index, &text, Origin::Line(line))),
                };
                if let Err(text) = outcome {
                    reading.mistakes.push(Mistake { line: Some(line), text });
                }
            }
        }
        reading.mistakes.sort_by_key(|mistake| mistake.line);
        reading.mistakes.dedup();
        reading
    }

    fn apply(&mut self, index: usize, text: &str, from: Origin) -> Result<(), String> {
        let key = &KEYS[index];
        (key.read)(&mut self.config, text).map_err(|why| format!("`{}`: {why}", key.path()))?;
        self.set[index] = Some((text.to_owned(), from));
        Ok(())
    }

    fn environment(&mut self, variable: impl Fn(&str) -> Option<String>) {
        for (index, key) in KEYS.iter().enumerate() {
            let names = [key.alias.map(str::to_owned), Some(key.variable())];
            for name in names.into_iter().flatten() {
                let Some(text) = variable(&name).filter(|text| !text.is_empty()) else { continue };
                if let Err(why) = self.apply(index, &text, Origin::Variable(name.clone())) {
                    self.mistakes
                        .push(Mistake { line: None, text: format!("environment variable {name}: {why}") });
                }
            }
        }
    }

    /// Adds to the mistakes what a start would fail at although every setting is well written: a token that is not there,
    /// where one is needed, and a database whose directory is not there.
    pub fn look_round(&mut self, needs_token: bool) {
        let wrong = |reading: &Self, path: &str| {
            reading.mistakes.iter().any(|mistake| mistake.text.contains(&format!("`{path}`")))
        };
        if needs_token && self.config.token.is_none() && !wrong(self, "discord.token") {
            let otherwise = if cfg!(feature = "sandbox") { " (`--sandbox` checks without one)" } else { "" };
            let why = format!("is not set: put the bot's token into DISCORD_TOKEN{otherwise}");
            self.mistake_of("discord.token", &why);
        }
        let directory = self.config.store_path.parent().unwrap_or(Path::new(""));
        if self.config.store_url.is_none() && !directory.as_os_str().is_empty() && !directory.is_dir() {
            let why =
                format!("there is no directory {}; create it, or name another place", directory.display());
            self.mistake_of("store.path", &why);
        }
        self.mistakes.sort_by_key(|mistake| mistake.line);
    }

    /// A mistake in a setting that could be read.
    fn mistake_of(&mut self, path: &str, why: &str) {
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
    }

    /// The settings, one a line, secrets masked, with where each came from.
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

/// The text of `config.example.toml`.
pub fn example() -> String {
    let mut text = String::from(
        "# Rookery's configuration. Copy it to config.toml and change what you need.\n\
         # Every line that is commented out shows the default, or an example where there is no default.\n\
         # Each key can be overridden by the environment variable named beside it. Unknown keys are errors.\n\
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
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    fn mistakes(text: &str) -> Vec<String> {
        Reading::parse(text).mistakes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_example_file_is_made_from_the_table_and_changes_nothing() {
        let shipped = include_str!("../config.example.toml");
        assert_eq!(shipped, example(), "config.example.toml should read:\n{}", example());
        assert_eq!(mistakes(shipped), Vec::<String>::new());
    }

    #[test]
    fn the_defaults_shown_are_the_defaults() {
        let plain = format!("{:?}", Config::default());
        for key in KEYS.iter().filter(|key| key.is_default) {
            let reading = Reading::parse(&format!("[{}]\n{} = {}\n", key.section, key.name, key.example));
            assert_eq!(reading.mistakes, [], "{}", key.path());
            assert_eq!(format!("{:?}", reading.config), plain, "{}", key.path());
        }
        for key in KEYS.iter().filter(|key| !key.is_default) {
            let reading = Reading::parse(&format!("[{}]\n{} = {}\n", key.section, key.name, key.example));
            assert_eq!(reading.mistakes, [], "the example of {}", key.path());
        }
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        let text = "[discord]\ntoken = 'a b'\ncolour = 1\ntest_guild = 'mine'\napi_url = 'ftp://x'\n\n[stor]\nx = 1\n[run]\ngrace = 90\nheartbeat = ''\n[log]\nformat = true\nlevel = 'loud=='\n";
        let lines: Vec<_> = Reading::parse(text).mistakes.iter().filter_map(|mistake| mistake.line).collect();
        assert_eq!(lines, [2, 3, 4, 5, 7, 10, 11, 13, 14]);
        assert!(mistakes(text)[1].contains("unknown key `discord.colour`"), "{:?}", mistakes(text));
    }

    #[test]
    fn mistakes_of_writing_do_not_hide_the_others() {
        let text = "[discord\ntoken = 5\n[store]\npath = \n[run]\ngrace = 'soon'\n";
        let reading = Reading::parse(text);
        let lines: Vec<_> = reading.mistakes.iter().filter_map(|mistake| mistake.line).collect();
        assert!(lines.contains(&1) && lines.contains(&4) && lines.contains(&6), "{:?}", reading.mistakes);
    }

    #[test]
    fn the_environment_wins_and_its_mistakes_are_told_by_name() {
        let set =
            [("DISCORD_TOKEN", "abc.def"), ("ROOKERY_STORE_PATH", "/tmp/x.db"), ("ROOKERY_RUN_GRACE", "99")];
        let reading = Reading::of_environment(|name| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        });
        assert_eq!(reading.config.token.as_ref().map(ExposeSecret::expose_secret), Some("abc.def"));
        assert_eq!(reading.config.store_path, PathBuf::from("/tmp/x.db"));
        assert_eq!(reading.mistakes.len(), 1);
        assert!(reading.mistakes[0].text.contains("ROOKERY_RUN_GRACE"));
    }

    #[test]
    fn a_word_that_is_no_level_is_a_mistake() {
        for good in ["info", "WARN", "off", "info,rookery=debug", "rookery::discord=trace"] {
            assert_eq!(mistakes(&format!("[log]\nlevel = '{good}'\n")), [""; 0], "{good}");
        }
        for (bad, named) in [
            ("loud", "`loud`"),
            ("inof", "`inof`"),
            ("info,rookery=loud", "`loud`"),
            ("rookery", "`rookery`"),
            ("", "``"),
            ("debug,", "``"),
            ("rookery=", "``"),
        ] {
            let told = mistakes(&format!("[log]\nlevel = '{bad}'\n"));
            assert!(
                told.len() == 1 && told[0].contains(&format!("{named} is not a log level")),
                "{bad}: {told:?}"
            );
        }
    }

    #[test]
    fn what_a_start_would_fail_at_is_told_with_its_place() {
        let looked = |text: &str, needs_token| {
            let mut reading = Reading::parse(text);
            reading.look_round(needs_token);
            reading.mistakes.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let told = looked("[store]\npath = 'no-such/place/games.db'\n", true);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("`discord.token`: is not set"), "{told:?}");
        assert!(
            told[1].starts_with("line 2: `store.path`: there is no directory no-such/place;"),
            "{told:?}"
        );
        assert_eq!(looked("", false), [""; 0]);
        assert_eq!(looked("[discord]\ntoken = 'abc'\n[store]\npath = 'games.db'\n", true), [""; 0]);
        let elsewhere = "[store]\npath = 'no-such/place/games.db'\nurl = 'postgres://me@there/games'\n";
        assert_eq!(looked(elsewhere, false), [""; 0]);
        let told = looked("[discord]\ntoken = 'a b'\n", true);
        assert_eq!(told.len(), 1, "a token that is wrong is not missing as well: {told:?}");
    }

    #[test]
    fn what_names_no_database_is_a_mistake_that_shows_no_password() {
        for good in ["sqlite:games.db", "sqlite:///var/games.db", "postgres://me@%2Frun%2Fpg/games"] {
            assert_eq!(mistakes(&format!("[store]\nurl = '{good}'\n")), [""; 0], "{good}");
        }
        for bad in ["", "games.db", "sqlite:", "mysql://me:hidden@there/games", "postgres://me:hidden@"] {
            let told = mistakes(&format!("[store]\nurl = '{bad}'\n"));
            assert!(
                told.len() == 1 && told[0].contains("`store.url`: must be") && !told[0].contains("hidden"),
                "{bad}: {told:?}"
            );
        }
    }

    #[test]
    fn a_secret_is_never_shown() {
        let reading = Reading::parse(
            "[discord]\ntoken = 'very-secret'\n[store]\nurl = 'postgres://me:very-secret@there/games'\n",
        );
        assert_eq!(reading.mistakes, []);
        let shown = format!("{}{:?}", reading.describe(), reading.config);
        assert!(!shown.contains("very-secret") && shown.contains("********"), "{shown}");
    }
}
