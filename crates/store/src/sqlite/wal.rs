//! The write-ahead log as a file, read without SQLite (<https://sqlite.org/fileformat2.html#walformat>).

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// The header of the log, and that of each page in it, in bytes.
const HEADER: usize = 32;
const PAGE_HEADER: usize = 24;
/// Where in the log's header the size of a page stands, and the two numbers that all pages of it carry as well.
const PAGE_SIZE: usize = 8;
const SALTS: std::ops::Range<usize> = 16..24;

/// Whether the first page of the database is in the main file as it was last written to the log: so it is after a program was killed at its
/// orderly end, while the log was moved into the main file.
pub(super) fn is_moved(log: &Path, main: &Path) -> std::io::Result<bool> {
    let Some(newest) = newest_first_page(log)? else { return Ok(false) };
    let mut page = vec![0; newest.len()];
    File::open(main)?.read_exact(&mut page)?;
    Ok(page == newest)
}

/// The first page of the database as it was last written to the log, if it was.
fn newest_first_page(log: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let mut log = File::open(log)?;
    let mut header = [0; HEADER];
    log.read_exact(&mut header)?;
    let size = number(&header, PAGE_SIZE);
    if !(512..=65_536).contains(&size) {
        return Err(Error::new(ErrorKind::InvalidData, "no log of a database"));
    }
    let mut newest = None;
    let mut page_header = [0; PAGE_HEADER];
    // What has other numbers is left over from before the log began anew.
    while log.read_exact(&mut page_header).is_ok() && page_header[8..16] == header[SALTS] {
        if number(&page_header, 0) == 1 {
            newest = Some(log.stream_position()?);
        }
        log.seek(SeekFrom::Current(size.into()))?;
    }
    let Some(at) = newest else { return Ok(None) };
    let mut page = vec![0; size as usize];
    log.seek(SeekFrom::Start(at))?;
    log.read_exact(&mut page)?;
    Ok(Some(page))
}

/// A number of four bytes, the most significant first.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}
