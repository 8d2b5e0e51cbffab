//! Files that people attach to commands. They are ephemeral and do not survive a restart.

use std::collections::HashMap;

use ring::hmac;
use serde_json::Value;

use super::World;
use super::act::ClientRefusal;
use super::objects;
use crate::check::{FILE_LIMIT, file_group, length};
use crate::id::Id;
use crate::journal::Journal;
use crate::model::{APPLICATION, Attachment};
use crate::signer::hex;
use crate::upload::{self, Upload};

/// How long a file can be fetched.
///
/// Discord promises "a set period of time". The URLs of such files in its documentation are valid for a day.
const LIFE_MS: u64 = 24 * 60 * 60 * 1000;
/// The maximum number of characters of a file name.
const LONGEST_NAME: usize = 1024;

/// The files, and the key that signs their URLs.
#[derive(Debug)]
pub(crate) struct CommandFiles {
    key: hmac::Key,
    files: HashMap<Id, CommandFile>,
}

/// A file, the person who attached it, and the time.
#[derive(Debug)]
struct CommandFile {
    person: Id,
    issued_ms: u64,
    file: Attachment,
}

/// The query of a signed URL.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Signature<'a> {
    /// When the URL expires, in Unix seconds as hexadecimal digits.
    pub ex: &'a str,
    /// When the URL was issued, in the same format.
    pub is: &'a str,
    /// The signature of both times and of the file.
    pub hm: &'a str,
}

impl CommandFiles {
    /// Creates an empty store with a new key.
    pub fn new() -> Self {
        let key: [u8; 32] = std::array::from_fn(|_| fastrand::u8(..));
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, &key), files: HashMap::new() }
    }

    fn sign(&self, id: Id, ex: &str, is: &str) -> String {
        hex(hmac::sign(&self.key, format!("{id} {ex} {is}").as_bytes()).as_ref())
    }
}

impl World {
    /// Stores a person's file. Its id is the value of an option.
    pub fn attach(&mut self, person: Id, file: &Upload) -> Result<Id, ClientRefusal> {
        if file.bytes.len() > FILE_LIMIT {
            return Err(ClientRefusal::new("A file has at most 10 MiB."));
        }
        if length(&file.filename) > LONGEST_NAME {
            return Err(ClientRefusal::new("The name of a file has at most 1024 characters."));
        }
        self.forget_files();
        let id = self.fresh_id();
        if let Err(error) = std::fs::write(Journal::attachment_path(&self.data_dir, id), &file.bytes) {
            tracing::error!(%error, "the sandbox cannot write an attachment");
            return Err(ClientRefusal::new("The file could not be stored."));
        }
        let (content_type, dimensions) = upload::look(file);
        let file = Attachment {
            id,
            filename: upload::safe_name(&file.filename),
            description: None,
            content_type: content_type.unwrap_or_default(),
            size: file.bytes.len(),
            dimensions,
        };
        self.command_files.files.insert(id, CommandFile { person, issued_ms: self.now(), file });
        Ok(id)
    }

    /// Removes expired files.
    fn forget_files(&mut self) {
        let (now, dir) = (self.now(), &self.data_dir);
        self.command_files.files.retain(|id, file| {
            let stays = now <= file.issued_ms + LIFE_MS;
            if !stays {
                std::fs::remove_file(Journal::attachment_path(dir, *id)).ok();
            }
            stays
        });
    }

    /// Returns the attachment object of a file that this person attached, if it fits the option.
    pub(super) fn attached(&self, person: Id, option: &Value, id: &str) -> Result<(Id, Value), String> {
        let found = id.parse().ok().and_then(|id: Id| self.command_files.files.get(&id));
        let found = found.filter(|found| found.person == person).ok_or("Choose a file.")?;
        let types: Vec<&str> =
            option["file_types"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !types.is_empty() && !types.iter().any(|one| fits(&found.file.filename, one)) {
            return Err(format!("Choose a file of one of these types: {}.", types.join(", ")));
        }
        let file = &found.file;
        let (is, ex) = (found.issued_ms / 1000, (found.issued_ms + LIFE_MS) / 1000);
        let (is, ex) = (format!("{is:x}"), format!("{ex:x}"));
        let hm = self.command_files.sign(file.id, &ex, &is);
        let place =
            format!("{}/ephemeral-attachments/{APPLICATION}/{}/{}", self.base, file.id, file.filename);
        // Discord's URLs have this trailing `&` too.
        let url = format!("{place}?ex={ex}&is={is}&hm={hm}&");
        Ok((file.id, objects::attachment(file, &url, true)))
    }

    /// Returns the content type of a file if its URL is valid and has not expired. Empty if the type is
    /// unknown.
    pub fn signed_file(&self, id: Id, name: &str, query: Signature<'_>) -> Option<&str> {
        let found = self.command_files.files.get(&id).filter(|found| found.file.filename == name)?;
        let right = query.hm == self.command_files.sign(id, query.ex, query.is);
        let expires = u64::from_str_radix(query.ex, 16).ok()?;
        (right && self.now() / 1000 <= expires).then_some(found.file.content_type.as_str())
    }
}

/// Whether a file's name has the extension, or one of the group's extensions.
fn fits(filename: &str, file_type: &str) -> bool {
    let name = filename.to_lowercase();
    match file_group(file_type) {
        Some(extensions) => extensions.iter().any(|extension| name.ends_with(extension)),
        None => name.ends_with(&file_type.to_lowercase()),
    }
}
