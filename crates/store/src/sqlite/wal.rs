//! Reads a write-ahead log without SQLite (<https://sqlite.org/fileformat2.html#walformat>).

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// The header lengths of the WAL and of each frame.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The first bytes of a WAL. The lowest bit gives the byte order of its checksums.
const LOG_MAGIC: u32 = 0x377f_0682;

/// Reads `length` bytes at an offset; `None` if the file is too short or unreadable.
pub(crate) fn read_at(mut file: &File, at: u64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes)).ok()?;
    Some(bytes)
}

/// Reads a big-endian number of four bytes.
pub(crate) fn number_at(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    four.map_or(0, u32::from_be_bytes)
}

/// The committed content of a WAL.
pub(crate) struct Log {
    file: File,
    /// The page size in bytes.
    pub(crate) size: usize,
    /// The offset of the newest content of each page.
    newest: HashMap<u32, u64>,
    /// The size of the database in pages after the last commit.
    pub(crate) pages: u32,
}

impl Log {
    /// Reads a WAL up to its last commit. `None` if it is missing or empty.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, ()> {
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
            // The rest is from an earlier WAL, or was not written completely.
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

    /// Returns the newest content of a page, if it is in the WAL.
    pub(crate) fn page(&self, number: u32) -> Option<Vec<u8>> {
        read_at(&self.file, *self.newest.get(&number)?, self.size)
    }

    /// Returns the last page with any content in the WAL; 0 if there is none.
    pub(crate) fn last(&self) -> u32 {
        self.newest.keys().copied().max().unwrap_or(0)
    }
}

/// The checksums that validate a WAL's frames.
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
