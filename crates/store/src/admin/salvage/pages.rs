//! The pages of a damaged database, from its file or, if newer, from its WAL. Both are only read.
//!
//! <https://sqlite.org/fileformat.html>

use crate::OpenError;
use crate::sqlite::files::{LOG_NEEDED, MAGIC, log_of};
use crate::sqlite::wal::{Log, number_at, read_at};
use std::fs::File;
use std::io::{ErrorKind, Seek as _, SeekFrom};
use std::path::Path;

/// The length of a file's header.
const HEADER: usize = 100;

/// What is known of the WAL, which holds the newest changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewestChanges {
    /// They were read, or the WAL held none.
    Read,
    /// The database needs its WAL, but that is missing.
    Missing,
    /// The WAL exists but cannot be read.
    Unreadable,
}

/// The readable pages.
pub(super) struct Pages {
    file: File,
    log: Option<Log>,
    size: usize,
    /// Unused bytes at the end of each page.
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
        // The value 1 stands for pages of 64 KiB.
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
        // If the header is damaged, the file is shorter than it claims.
        let count = count.min(of_file.max(log.as_ref().map_or(0, Log::last)));
        Ok(Self { file, log, size, reserved, count, newest })
    }

    /// The number of the last page.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The usable bytes of a page.
    pub(super) fn usable(&self) -> usize {
        self.size - self.reserved
    }

    /// Returns a page if it is readable. An all-zero page is never part of a b-tree.
    pub(super) fn get(&self, number: u32) -> Option<Vec<u8>> {
        let at = u64::from(number.checked_sub(1)?) * self.size as u64;
        let page = self.log.as_ref().and_then(|log| log.page(number));
        let mut page = page.or_else(|| read_at(&self.file, at, self.size))?;
        page.truncate(self.usable());
        page.iter().any(|byte| *byte != 0).then_some(page)
    }
}
