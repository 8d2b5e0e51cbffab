//! The table of all settings.

use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use secrecy::SecretString;

use super::{Config, LogFormat};

/// More shards than this are considered a mistake.
const MOST_SHARDS: u32 = 10_000;

/// One setting.
pub struct Key {
    /// The table in the file.
    pub section: &'static str,
    /// The key in its table.
    pub name: &'static str,
    /// The value as the example file shows it, in TOML syntax.
    pub example: &'static str,
    /// Whether `example` is also the default. Otherwise there is no default.
    pub is_default: bool,
    /// The meaning and the unit.
    pub help: &'static str,
    /// Masked wherever it would be printed.
    pub secret: bool,
    /// A second environment variable, which other tools use for this value.
    pub(super) alias: Option<&'static str>,
    pub(super) read: fn(&mut Config, &str) -> Result<(), String>,
}

impl Key {
    /// Returns `section.name`, as used in messages.
    pub fn path(&self) -> String {
        format!("{}.{}", self.section, self.name)
    }

    /// Returns the environment variable that overrides the file.
    pub fn variable(&self) -> String {
        format!("ROOKERY_{}_{}", self.section.replace('.', "_"), self.name).to_uppercase()
    }

    /// Returns all its environment variables. A later one overrides earlier ones.
    pub(super) fn variables(&self) -> impl Iterator<Item = String> {
        self.alias.map(str::to_owned).into_iter().chain([self.variable()])
    }
}

/// All settings, in the order of the example file.
pub const KEYS: &[Key] = &[
    Key {
        section: "discord",
        name: "token",
        example: "\"\"",
        is_default: false,
        help: "The bot's token. Better kept in the environment variable DISCORD_TOKEN than here.",
        secret: true,
        alias: Some("DISCORD_TOKEN"),
        read: |config, text| {
            if text.is_empty() {
                config.token = None;
                return Ok(());
            }
            // Tokens are header values. Anything else would fail later with a less clear message.
            if !text.chars().all(|c| c.is_ascii_graphic()) {
                return Err("a token has no spaces and no special characters".to_owned());
            }
            config.token = Some(SecretString::from(text.to_owned()));
            Ok(())
        },
    },
    Key {
        section: "discord",
        name: "api_url",
        example: "\"http://127.0.0.1:8080\"",
        is_default: false,
        help: "Another address for Discord's REST interface, such as a proxy. Discord itself when left out.",
        secret: false,
        alias: None,
        read: |config, text| {
            let url = url::Url::parse(text)
                .map_err(|_| format!("`{text}` is not an address such as http://127.0.0.1:8080"))?;
            if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
                return Err(format!("`{text}` must begin with http:// or https:// and name a host"));
            }
            config.api_url = Some(text.trim_end_matches('/').to_owned());
            Ok(())
        },
    },
    Key {
        section: "discord",
        name: "api_ca",
        example: "\"proxy-ca.pem\"",
        is_default: false,
        help: "A file of certificates (PEM) that are trusted at discord.api_url beside those of public authorities, for a proxy with one of its own.",
        secret: false,
        alias: None,
        read: |config, text| read_path(config.api_ca.get_or_insert_default(), text),
    },
    Key {
        section: "discord",
        name: "test_guild",
        example: "\"123456789012345678\"",
        is_default: false,
        help: "The id of one server that gets the commands at once, instead of all servers. For trying things out.",
        secret: false,
        alias: None,
        read: |config, text| {
            let id: u64 = text
                .parse()
                .map_err(|_| format!("`{text}` is not a server's id (a number of 17 to 20 digits)"))?;
            if id == 0 {
                return Err("a server's id is not 0".to_owned());
            }
            config.test_guild = Some(id);
            Ok(())
        },
    },
    Key {
        section: "discord",
        name: "shards",
        example: "\"auto\"",
        is_default: true,
        help: "The gateway's shards: \"auto\" (as many as Discord recommends, shared out among all processes on one database) or \"0-3/8\".",
        secret: false,
        alias: None,
        read: |config, text| {
            config.shards = if text == "auto" { None } else { Some(read_shards(text)?) };
            Ok(())
        },
    },
    Key {
        section: "discord",
        name: "public_key",
        example: "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"",
        is_default: false,
        help: "The application's public key, from its page at Discord; needed where discord.http.listen is set.",
        secret: false,
        alias: None,
        read: |config, text| {
            if text.len() != 64 || !text.chars().all(|c| c.is_ascii_hexdigit()) {
                return Err(format!("`{text}` is not a public key (64 characters from 0 to 9 and a to f)"));
            }
            config.public_key = Some(text.to_owned());
            Ok(())
        },
    },
    Key {
        section: "discord.http",
        name: "listen",
        example: "\"127.0.0.1:8790\"",
        is_default: false,
        help: "Take interactions by HTTP at this address, at /interactions, instead of by the gateway; behind a proxy that speaks https.",
        secret: false,
        alias: None,
        read: |config, text| {
            config.http_listen = Some(read_address(text, "127.0.0.1:8790")?);
            Ok(())
        },
    },
    Key {
        section: "store",
        name: "path",
        example: "\"rookery.db\"",
        is_default: true,
        help: "The SQLite database file, where store.url is not set. Its directory must exist.",
        secret: false,
        alias: None,
        read: |config, text| read_path(&mut config.store_path, text),
    },
    Key {
        section: "store",
        name: "url",
        example: "\"postgres://rookery:password@localhost/rookery?sslmode=verify-full\"",
        is_default: false,
        help: "Where games are kept instead: postgres://user:password@host/database, or sqlite:file. Better in the environment.",
        secret: true,
        alias: None,
        read: |config, text| {
            let is_file = text.strip_prefix("sqlite:").is_some_and(|file| !file.trim_matches('/').is_empty());
            let scheme = text.split_once("://").map(|(scheme, _)| scheme);
            let is_server =
                matches!(scheme, Some("postgres" | "postgresql")) && url::Url::parse(text).is_ok();
            if is_file || is_server {
                config.store_url = Some(SecretString::from(text.to_owned()));
                return Ok(());
            }
            // The message omits the address, because it may contain a password.
            Err("must be an address such as postgres://user@host/database, or sqlite: and a file".to_owned())
        },
    },
    Key {
        section: "store",
        name: "password",
        example: "\"\"",
        is_default: false,
        help: "The password for store.url, in any characters, where that address has none. Better in the environment.",
        secret: true,
        alias: None,
        read: |config, text| {
            config.store_password = (!text.is_empty()).then(|| SecretString::from(text.to_owned()));
            Ok(())
        },
    },
    Key {
        section: "log",
        name: "level",
        example: "\"info\"",
        is_default: true,
        help: "What is logged: error, warn, info, debug, trace, or per part as in \"info,rookery=debug\".",
        secret: false,
        alias: None,
        read: read_level,
    },
    Key {
        section: "log",
        name: "format",
        example: "\"text\"",
        is_default: true,
        help: "How log lines look: text (with times), plain (without, for a supervisor that adds its own), json (one object a line).",
        secret: false,
        alias: None,
        read: |config, text| {
            config.log_format = match text {
                "text" => LogFormat::Text,
                "plain" => LogFormat::Plain,
                "json" => LogFormat::Json,
                _ => return Err(format!("`{text}` is not text, plain or json")),
            };
            Ok(())
        },
    },
    Key {
        section: "metrics",
        name: "listen",
        example: "\"127.0.0.1:9464\"",
        is_default: false,
        help: "Answer at this address whoever watches the bot: /metrics for Prometheus, /healthz and /readyz. Not for the open internet.",
        secret: false,
        alias: None,
        read: |config, text| {
            config.metrics_listen = Some(read_address(text, "127.0.0.1:9464")?);
            Ok(())
        },
    },
    Key {
        section: "web",
        name: "listen",
        example: "\"127.0.0.1:8792\"",
        is_default: false,
        help: "Serve boards to tap at this address, by links that each player gets; behind a proxy that speaks https. Needs web.public_url.",
        secret: false,
        alias: None,
        read: |config, text| {
            config.web.listen = Some(read_address(text, "127.0.0.1:8792")?);
            Ok(())
        },
    },
    Key {
        section: "web",
        name: "public_url",
        example: "\"https://chess.example.org\"",
        is_default: false,
        help: "The address at which people reach web.listen: https and a host of its own, without a path. http does for this computer alone.",
        secret: false,
        alias: None,
        read: |config, text| {
            config.web.public_url = Some(text.to_owned());
            Ok(())
        },
    },
    Key {
        section: "web",
        name: "trusted_proxies",
        example: "\"127.0.0.1, 10.0.0.0/8, ::1\"",
        is_default: false,
        help: "The addresses or networks of the proxies before web.listen, separated by commas. Whom they name in X-Forwarded-For is taken for who asks.",
        secret: false,
        alias: None,
        read: |config, text| {
            let all = text.split(',').map(|one| read_network(one.trim()));
            config.web.trusted_proxies = all.collect::<Option<_>>().ok_or_else(|| {
                format!("`{text}` is not a list of addresses and networks such as 127.0.0.1, 10.0.0.0/8, ::1")
            })?;
            Ok(())
        },
    },
    Key {
        section: "run",
        name: "heartbeat",
        example: "\"rookery.heartbeat\"",
        is_default: true,
        help: "The file that the running bot writes every 10 seconds and `rookery healthcheck` reads.",
        secret: false,
        alias: None,
        read: |config, text| read_path(&mut config.heartbeat, text),
    },
    Key {
        section: "run",
        name: "grace",
        example: "5",
        is_default: true,
        help: "How long commands in hand may take to finish when the bot is told to stop, in seconds, 0 to 60.",
        secret: false,
        alias: None,
        read: |config, text| {
            config.grace = read_seconds(text, 60)?;
            Ok(())
        },
    },
    Key {
        section: "run",
        name: "contact",
        example: "\"https://discord.gg/example\"",
        is_default: false,
        help: "How people reach you, such as an invitation or an address: whoever is blocked is told it, on one line of at most 200 characters.",
        secret: false,
        alias: None,
        read: |config, text| {
            let text = text.trim();
            if text.is_empty() || text.chars().count() > 200 || text.contains(char::is_control) {
                return Err("it is one line of at most 200 characters".to_owned());
            }
            config.contact = Some(text.to_owned());
            Ok(())
        },
    },
    Key {
        section: "run",
        name: "pause",
        example: "0",
        is_default: true,
        help: "How long the bot waits before it ends for what only a person can mend, in seconds, 0 to 3600: for containers that start it again at once.",
        secret: false,
        alias: None,
        read: |config, text| {
            config.pause = read_seconds(text, 3_600)?;
            Ok(())
        },
    },
];

/// Parses a number of seconds.
fn read_seconds(text: &str, most: u64) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds <= most);
    seconds
        .map(Duration::from_secs)
        .ok_or_else(|| format!("`{text}` is not a number of seconds from 0 to {most}"))
}

/// Parses an address and a port.
fn read_address(text: &str, example: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("`{text}` is not an address and a port such as {example}"))
}

/// Parses an address, or a network with its prefix length.
fn read_network(text: &str) -> Option<IpNet> {
    text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
}

/// The names of the log levels.
const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// The log target of the bot.
const OWN: &str = "rookery";

/// Whether two names differ only by a letter or two that are missing, added or changed.
fn is_nearly(name: &str, other: &str) -> bool {
    let (name, other): (Vec<char>, Vec<char>) = (name.chars().collect(), other.chars().collect());
    let same = name.iter().zip(&other).take_while(|(one, two)| one == two).count();
    let (name, other) = (&name[same..], &other[same..]);
    let tail = name.iter().rev().zip(other.iter().rev()).take_while(|(one, two)| one == two).count();
    same > 0 && name.len().max(other.len()) - tail <= 2
}

/// Parses the log level.
///
/// Rejects a word that is no level: the filter would take it for a target and log nothing else.
fn read_level(config: &mut Config, text: &str) -> Result<(), String> {
    for part in text.split(',') {
        let level = part.rsplit_once('=').map_or(part, |(_, level)| level);
        if !LEVELS.contains(&level.to_lowercase().as_str()) {
            return Err(format!(
                "`{level}` is not a log level; write error, warn, info, debug, trace or off, also per part as in \
                 info,rookery=debug"
            ));
        }
    }
    let targets = text.split(',').filter_map(|part| part.rsplit_once('=')).map(|(target, _)| target);
    let names = targets.filter_map(|target| target.split("::").next());
    if let Some(wrong) = names.filter(|name| *name != OWN).find(|name| is_nearly(name, OWN)) {
        return Err(format!("nothing here logs as `{wrong}`; did you mean `{OWN}`"));
    }
    text.parse::<tracing_subscriber::filter::Targets>()
        .map_err(|_| format!("`{text}` does not say what is to be logged"))?;
    text.clone_into(&mut config.log_level);
    Ok(())
}

/// Parses shards and their total: `0-3/8`, `5/8`.
fn read_shards(text: &str) -> Result<(RangeInclusive<u32>, u32), String> {
    let read = || {
        let (range, total) = text.split_once('/')?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last, total): (u32, u32, u32) =
            (first.parse().ok()?, last.parse().ok()?, total.parse().ok()?);
        (first <= last && last < total && total <= MOST_SHARDS).then_some((first..=last, total))
    };
    read().ok_or_else(|| {
        format!(
            "`{text}` is neither \"auto\" nor shards such as 0-3/8 (the first and the last, from 0 on, of how many, {MOST_SHARDS} at most)"
        )
    })
}

fn read_path(place: &mut PathBuf, text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("the path is empty".to_owned());
    }
    *place = PathBuf::from(text);
    Ok(())
}
