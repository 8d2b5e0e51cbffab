//! The data directory: `world.jsonl` with one change per line, and the files `attachments/ID`.
//!
//! Every change is appended before it becomes visible, so a killed process loses nothing that was seen. At
//! startup the lines are read (a torn last line is dropped) and rewritten in compacted form.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;
use super::model::{GuildInstall, StoredChannel, StoredMessage, StoredUser};

/// A change, stored as one line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum JournalEntry<'a> {
    /// A person joined or changed.
    Person { person: std::borrow::Cow<'a, StoredUser> },
    /// A channel was created or changed.
    Channel { channel: std::borrow::Cow<'a, StoredChannel> },
    /// A channel was deleted, with its messages.
    ChannelGone { id: Id },
    /// A message was created or changed.
    Message { message: std::borrow::Cow<'a, StoredMessage> },
    /// A message was deleted.
    MessageGone { channel: Id, id: Id },
    /// The registered commands of a scope (`None` is global).
    Commands { guild: Option<Id>, list: std::borrow::Cow<'a, [Value]> },
    /// The guild's installation of the app changed.
    Install { install: GuildInstall },
    /// Every id below this one may have been used.
    Ids { last: Id },
}

/// How often taking the lock is tried, and the pause between tries.
///
/// A child process that is just being started holds inherited file handles until it runs its program.
const TRIES: (u32, Duration) = (25, Duration::from_millis(20));

/// Takes the lock. Returns false if another process holds it.
fn is_taken(lock: &File) -> bool {
    (0..TRIES.0).any(|tried| {
        if tried > 0 {
            std::thread::sleep(TRIES.1);
        }
        lock.try_lock().is_ok()
    })
}

/// The open data directory.
#[derive(Debug)]
pub(crate) struct Journal {
    dir: PathBuf,
    file: BufWriter<File>,
    // Held for its file lock: a second process on the same directory would corrupt the journal.
    _lock: File,
}

impl Journal {
    /// Opens or creates the directory and returns its lines.
    ///
    /// # Errors
    /// One sentence that names the directory.
    pub fn open(dir: &Path) -> Result<(Self, Vec<JournalEntry<'static>>), String> {
        let here = dir.display();
        let told = |what: &'static str| {
            move |e: std::io::Error| format!("Cannot {what} in the sandbox's data directory: {e}.")
        };
        fs::create_dir_all(dir.join("attachments"))
            .map_err(|e| format!("Cannot make the sandbox's data directory {here}: {e}."))?;
        let lock = File::create(dir.join("lock")).map_err(told("write"))?;
        if !is_taken(&lock) {
            return Err(format!("The sandbox's data directory {here} is in use by another process."));
        }
        let path = dir.join("world.jsonl");
        let text = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(e) => return Err(told("read")(e)),
        };
        let mut lines: Vec<JournalEntry<'static>> = Vec::new();
        let mut torn = 0;
        for raw in text.split(|b| *b == b'\n').filter(|raw| !raw.is_empty()) {
            match serde_json::from_slice(raw) {
                Ok(line) => lines.push(line),
                Err(_) => torn += 1,
            }
        }
        if torn > 1 {
            // One torn line is the trace of a killed process. More mean a damaged file, so a copy of it is
            // kept.
            fs::copy(&path, dir.join("world.damaged.jsonl")).map_err(told("write"))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(told("write"))?;
        Ok((Self { dir: dir.to_owned(), file: BufWriter::new(file), _lock: lock }, lines))
    }

    /// Replaces all lines atomically.
    pub fn rewrite<'a>(&mut self, lines: impl Iterator<Item = JournalEntry<'a>>) -> Result<(), String> {
        let told = |e: std::io::Error| {
            format!("Cannot write in the sandbox's data directory {}: {e}.", self.dir.display())
        };
        let (path, fresh) = (self.dir.join("world.jsonl"), self.dir.join("world.new.jsonl"));
        let mut out = BufWriter::new(File::create(&fresh).map_err(told)?);
        for line in lines {
            serde_json::to_writer(&mut out, &line).map_err(|e| told(e.into()))?;
            out.write_all(b"\n").map_err(told)?;
        }
        out.flush().map_err(told)?;
        out.get_ref().sync_all().map_err(told)?;
        drop(out);
        fs::rename(&fresh, &path).map_err(told)?;
        let file = OpenOptions::new().append(true).open(&path).map_err(told)?;
        self.file = BufWriter::new(file);
        Ok(())
    }

    /// Appends a change.
    ///
    /// The change is in the kernel's buffers when this returns, so killing the process does not lose it.
    pub fn append(&mut self, line: &JournalEntry<'_>) {
        let written = serde_json::to_writer(&mut self.file, line)
            .map_err(std::io::Error::from)
            .and_then(|()| self.file.write_all(b"\n"))
            .and_then(|()| self.file.flush());
        if let Err(error) = written {
            tracing::error!(%error, "the sandbox cannot write its data");
        }
    }

    /// Returns the path where the bytes of an attachment are stored.
    pub fn attachment_path(dir: &Path, id: Id) -> PathBuf {
        dir.join("attachments").join(id.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_last_line_is_dropped_and_the_rest_is_read() {
        let dir = std::env::temp_dir().join(format!("rookery-journal-{}", std::process::id()));
        let (mut journal, lines) = Journal::open(&dir).expect("a fresh directory opens");
        assert!(lines.is_empty());
        journal.append(&JournalEntry::ChannelGone { id: Id(7) });
        journal.append(&JournalEntry::Ids { last: Id(9) });
        drop(journal);
        let path = dir.join("world.jsonl");
        let whole = fs::read(&path).expect("the journal is there");
        fs::write(&path, &whole[..whole.len() - 4]).expect("the journal is writable");
        let (_, lines) = Journal::open(&dir).expect("a torn journal opens");
        assert!(matches!(lines.as_slice(), [JournalEntry::ChannelGone { id: Id(7) }]));
        fs::remove_dir_all(&dir).expect("the directory is ours");
    }
}
