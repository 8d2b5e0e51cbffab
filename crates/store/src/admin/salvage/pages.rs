//! The pages of a damaged database: of its file and, where that has a newer one, of its log. Both are only read.
//!
//! <https://sqlite.org/fileformat.html>

use crate::OpenError;
use crate::sqlite::files::{LOG_NEEDED, MAGIC, log_of};
use crate::sqlite::wal::{Log, number_at, read_at};
use std::fs::File;
use std::io::{ErrorKind, Seek as _, SeekFrom};
use std::path::Path;

/// The length of the header of a file.
const HEADER: usize = 100;

/// What is known of the file with the newest changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewestChanges {
    /// They were read, or there were none apart from the file.
    Read,
    /// The database needs that file, and it is not there.
    Missing,
    /// It is there and cannot be read.
    Unreadable,
}

/// The pages that can be read.
pub(super) struct Pages {
    file: File,
    log: Option<Log>,
    size: usize,
    /// Bytes at the end of each page that hold nothing.
    reserved: usize,
    count: u32,
    pub(super) newest: NewestChanges,
}

impl Pages {
    /// Reads the headers.
    pub(super) fn open(path: &Path) -> Result<Self, OpenError> {
        let damaged = |why: &str| OpenError::BeyondSalvage(path.to_owned(), why.to_owned());
        let mut file = File::open(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => OpenError::NoFile(path.to_owned()),
            _ => OpenError::Other(path.to_owned(), error.to_string()),
        })?;
        let length = file.seek(SeekFrom::End(0)).map_err(|error| damaged(&error.to_string()))?;
        let log = Log::read(&log_of(path));
        let first = log.as_ref().ok().and_then(|log| log.as_ref()?.page(1));
        let first = first.or_else(|| read_at(&file, 0, HEADER)).filter(|page| page.starts_with(MAGIC));
        let header =
            first.ok_or_else(|| damaged("its first page is damaged, or it is no SQLite database"))?;
        // A page of 64 KiB has the number 1.
        let size = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 65_536,
            size => usize::from(size),
        };
        let reserved = usize::from(header[20]);
        if !size.is_power_of_two() || size < 512 || size - reserved < 480 || number_at(&header, 56) != 1 {
            return Err(damaged("its first page is damaged, or it is no SQLite database"));
        }
        let newest = match &log {
            Ok(Some(log)) if log.size != size => NewestChanges::Unreadable,
            Ok(None) if number_at(&header, 60) == LOG_NEEDED && !log_of(path).exists() => {
                NewestChanges::Missing
            }
            Ok(_) => NewestChanges::Read,
            Err(()) => NewestChanges::Unreadable,
        };
        let log = log.unwrap_or_default().filter(|log| log.size == size);
        let of_file = u32::try_from(length.div_ceil(size as u64)).unwrap_or(u32::MAX);
        let count = match (log.as_ref().map_or(0, |log| log.pages), number_at(&header, 28)) {
            (0, 0) => of_file,
            (0, said) | (said, _) => said,
        };
        // Where the header has gone wrong, the file is not so long.
        let count = count.min(of_file.max(log.as_ref().map_or(0, Log::last)));
        Ok(Self { file, log, size, reserved, count, newest })
    }

    /// The number of the last page.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The bytes of a page that hold something.
    pub(super) fn usable(&self) -> usize {
        self.size - self.reserved
    }

    /// A page, if it can be read. One without anything in it never stands where a page is looked for.
    pub(super) fn get(&self, number: u32) -> Option<Vec<u8>> {
        let at = u64::from(number.checked_sub(1)?) * self.size as u64;
        let page = self.log.as_ref().and_then(|log| log.page(number));
        let mut page = page.or_else(|| read_at(&self.file, at, self.size))?;
        page.truncate(self.usable());
        page.iter().any(|byte| *byte != 0).then_some(page)
    }
}
