//! The pages of a damaged database: of its file and, where that has a newer one, of its log. Both are only read.
//!
//! <https://sqlite.org/fileformat.html>

use crate::OpenError;
use crate::sqlite::files::{LOG_NEEDED, MAGIC, log_of};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// The length of the header of a file.
const HEADER: usize = 100;
/// The lengths of the header of a log and of that of each of its frames.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// How a log begins; its last bit says in which order the bytes of its sums are.
const LOG_MAGIC: u32 = 0x377f_0682;

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
            Ok(None) if number_at(&header, 60) == LOG_NEEDED => NewestChanges::Missing,
            Ok(_) => NewestChanges::Read,
            Err(()) => NewestChanges::Unreadable,
        };
        let log = log.unwrap_or_default().filter(|log| log.size == size);
        let of_file = u32::try_from(length.div_ceil(size as u64)).unwrap_or(u32::MAX);
        let count = match (log.as_ref().map_or(0, |log| log.pages), number_at(&header, 28)) {
            (0, 0) => of_file,
            (0, said) => said,
            (said, _) => said,
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

/// So many bytes from there; none if the disk or the file does not give them.
fn read_at(mut file: &File, at: u64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes)).ok()?;
    Some(bytes)
}

/// The number that these four bytes are.
pub(super) fn number_at(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    four.map_or(0, u32::from_be_bytes)
}

/// What has been committed in a log.
struct Log {
    file: File,
    size: usize,
    /// Where the newest content of each page begins.
    newest: HashMap<u32, u64>,
    /// How many pages the database has since the last commit.
    pages: u32,
}

impl Log {
    /// Reads a log up to its last commit; none if it is not there or has nothing in it.
    fn read(path: &Path) -> Result<Option<Self>, ()> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(_) => return Err(()),
        };
        let mut reader = BufReader::new(file);
        let mut header = [0; LOG_HEADER];
        match reader.read_exact(&mut header) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            Err(_) => return Err(()),
        }
        let (magic, size) = (number_at(&header, 0), number_at(&header, 8) as usize);
        let mut sum = Sums { is_big: magic & 1 == 1, sums: (0, 0) };
        sum.add(&header[..24]);
        if magic & !1 != LOG_MAGIC || !size.is_power_of_two() || !sum.is(&header[24..]) {
            return Err(());
        }
        let (mut newest, mut uncommitted, mut pages) = (HashMap::new(), Vec::new(), 0);
        let (mut frame, mut at) = (vec![0; FRAME_HEADER + size], LOG_HEADER as u64);
        while reader.read_exact(&mut frame).is_ok() {
            sum.add(&frame[..8]);
            sum.add(&frame[FRAME_HEADER..]);
            // What follows is of an earlier log, or was not written whole.
            if frame[8..16] != header[16..24] || !sum.is(&frame[16..24]) {
                break;
            }
            uncommitted.push((number_at(&frame, 0), at + FRAME_HEADER as u64));
            if number_at(&frame, 4) > 0 {
                pages = number_at(&frame, 4);
                newest.extend(uncommitted.drain(..));
            }
            at += frame.len() as u64;
        }
        Ok(Some(Self { file: reader.into_inner(), size, newest, pages }))
    }

    fn page(&self, number: u32) -> Option<Vec<u8>> {
        read_at(&self.file, *self.newest.get(&number)?, self.size)
    }

    fn last(&self) -> u32 {
        self.newest.keys().copied().max().unwrap_or(0)
    }
}

/// The sums by which a log shows which of its frames are whole.
struct Sums {
    is_big: bool,
    sums: (u32, u32),
}

impl Sums {
    fn add(&mut self, bytes: &[u8]) {
        let number = |four: &[u8]| {
            let four = four.try_into().unwrap_or_default();
            if self.is_big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }
        };
        let (mut first, mut second) = self.sums;
        for eight in bytes.chunks_exact(8) {
            first = first.wrapping_add(number(&eight[..4])).wrapping_add(second);
            second = second.wrapping_add(number(&eight[4..])).wrapping_add(first);
        }
        self.sums = (first, second);
    }

    fn is(&self, bytes: &[u8]) -> bool {
        (number_at(bytes, 0), number_at(bytes, 4)) == self.sums
    }
}
