//! Checks of settings that are well-formed but would prevent a start: missing, contradictory, or naming
//! missing files.

use std::fs::File;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use super::{KEYS, Origin, Reading};

/// The permission bit that lets others than the owner and the group read a file.
#[cfg(unix)]
const FOR_OTHERS: u32 = 0o004;

/// The command that the configuration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartOf {
    /// `rookery run`.
    Bot,
    /// `rookery sandbox`, which needs no token and has its own directory.
    Sandbox,
}

impl Reading {
    /// Adds the mistakes found by these checks.
    pub fn look_round(&mut self, start: StartOf) {
        if start == StartOf::Bot && self.config.token.is_none() && !self.is_wrong("discord.token") {
            let otherwise = if cfg!(feature = "sandbox") { " (`rookery sandbox` needs none)" } else { "" };
            let why = format!("is not set: put the bot's token into DISCORD_TOKEN{otherwise}");
            self.mistake_of("discord.token", &why);
        }
        if self.config.http_listen.is_some()
            && self.config.public_key.is_none()
            && !self.is_wrong("discord.public_key")
        {
            let why =
                "is needed where discord.http.listen is set: copy it from the application's page at Discord";
            self.mistake_of("discord.public_key", why);
        }
        if self.config.web.listen.is_some()
            && self.config.web.public_url.is_none()
            && !self.is_wrong("web.public_url")
        {
            let why = "is needed where web.listen is set: the address that people open";
            self.mistake_of("web.public_url", why);
        }
        self.look_at_addresses();
        if start == StartOf::Bot {
            self.look_at_places();
        }
    }

    /// Checks that the bot can write its files.
    fn look_at_places(&mut self) {
        if self.config.store_url.is_none()
            && let Err(why) = can_be_kept(&self.config.store_path)
        {
            self.mistake_of("store.path", &why);
        }
        if let Err(why) = can_be_replaced(&self.config.heartbeat) {
            self.mistake_of("run.heartbeat", &why);
        }
    }

    /// Returns a warning if the file contains a secret and is world-readable.
    pub fn exposed(&self) -> Option<String> {
        let file = self.file.as_deref()?;
        let in_file = KEYS.iter().zip(&self.set).find(|(key, set)| {
            key.secret
                && set
                    .as_ref()
                    .is_some_and(|(text, from)| matches!(from, Origin::Line(_)) && !text.is_empty())
        });
        let secret = in_file?.0.path();
        #[cfg(unix)]
        let is_open = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(file).ok()?) & FOR_OTHERS != 0;
        #[cfg(not(unix))]
        let is_open = false;
        let shown = file.display();
        is_open.then(|| {
            format!("Everybody on this computer can read {shown}, which has a secret (`{secret}`): chmod 600 {shown}.")
        })
    }

    /// Whether a mistake in this setting is already known.
    fn is_wrong(&self, path: &str) -> bool {
        let named = format!("`{path}`");
        let key = KEYS.iter().find(|key| key.path() == path);
        let variables: Vec<String> = key
            .into_iter()
            .flat_map(super::Key::variables)
            .map(|name| format!("environment variable {name}: "))
            .collect();
        self.mistakes.iter().any(|mistake| {
            mistake.text.contains(&named) || variables.iter().any(|name| mistake.text.starts_with(name))
        })
    }

    /// Checks that each address is used only once and belongs to this computer.
    ///
    /// An address that another program uses now may be free at the start.
    fn look_at_addresses(&mut self) {
        let config = &self.config;
        let all = [
            ("discord.http.listen", config.http_listen),
            ("metrics.listen", config.metrics_listen),
            ("web.listen", config.web.listen),
        ];
        let all: Vec<_> = all.into_iter().filter_map(|(path, address)| Some((path, address?))).collect();
        for (number, (path, address)) in all.iter().enumerate() {
            let taken = all[..number].iter().find(|(_, other)| is_the_same(*address, *other));
            if let Some((other, _)) = taken {
                let why =
                    format!("{address} is listened at by `{other}` as well; give each a port of its own");
                self.mistake_of(path, &why);
            } else if let Err(error) = TcpListener::bind(address) {
                match error.kind() {
                    ErrorKind::AddrNotAvailable => {
                        self.mistake_of(path, &format!("{} is no address of this computer", address.ip()));
                    }
                    ErrorKind::PermissionDenied => {
                        let why = format!(
                            "the bot may not listen at {address}; ports from 1024 on need no privilege"
                        );
                        self.mistake_of(path, &why);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Whether listening on one of them also takes the other.
fn is_the_same(one: SocketAddr, other: SocketAddr) -> bool {
    let is_any = one.ip().is_unspecified() || other.ip().is_unspecified();
    one.port() == other.port() && one.port() != 0 && (is_any || one.ip() == other.ip())
}

/// Checks whether a database file can be at this path.
///
/// # Errors
/// The reason, if only a person can fix it.
pub fn can_be_kept(file: &Path) -> Result<(), String> {
    can_be_replaced(file)?;
    // The target of a symbolic link.
    let Ok(there) = std::fs::canonicalize(file) else { return Ok(()) };
    can_be_replaced(&there)?;
    match File::options().write(true).open(&there) {
        Err(error) if is_for_a_person(error.kind()) => {
            Err(format!("{} cannot be written ({error}); check its owner and its rights", file.display()))
        }
        _ => Ok(()),
    }
}

/// Checks whether a file with this name can be created or replaced.
fn can_be_replaced(file: &Path) -> Result<(), String> {
    if file.is_dir() {
        return Err(format!("{} is a directory; name a file", file.display()));
    }
    let directory = match file.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory.to_owned(),
        _ => PathBuf::from("."),
    };
    let shown = directory.display();
    if !directory.is_dir() {
        return Err(format!("there is no directory {shown}; create it, or name another place"));
    }
    let trial = directory.join(format!(".rookery-{}", std::process::id()));
    match File::options().write(true).create_new(true).open(&trial) {
        Ok(_) => {
            // A leftover is empty and harmless.
            let _ = std::fs::remove_file(&trial);
            Ok(())
        }
        Err(error) if is_for_a_person(error.kind()) => Err(format!(
            "nothing can be written in the directory {shown} ({error}); check its owner and its rights, or name another place"
        )),
        // For example a full disk, which may have room at the start.
        Err(_) => Ok(()),
    }
}

/// Whether a failure persists until a person fixes it.
fn is_for_a_person(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}
