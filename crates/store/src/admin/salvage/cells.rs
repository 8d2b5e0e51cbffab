//! The content of a page: the cells of a b-tree, and the values of a row. Pages may hold anything, so nothing
//! is trusted.

use super::pages::Pages;
use crate::sqlite::wal::number_at;

/// The maximum row size in bytes, far above any real one. A row claiming more is damaged.
const LONGEST: usize = 1 << 24;

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A page of a b-tree.
pub(super) struct TreePage {
    /// Whether its rows have a rowid. Those of indexes and `WITHOUT ROWID` tables are ordered by their
    /// values.
    pub(super) is_numbered: bool,
    /// Whether it has child pages.
    pub(super) is_inner: bool,
    /// Its child pages, in order.
    pub(super) children: Vec<u32>,
    cells: Vec<Option<Cell>>,
}

/// A row as stored in a page.
struct Cell {
    number: Option<i64>,
    /// The part stored in this page.
    begin: Vec<u8>,
    length: usize,
    /// The first overflow page.
    more: Option<u32>,
}

/// A row that was read.
pub(super) struct Row {
    /// Its rowid, if its table has one.
    pub(super) number: Option<i64>,
    pub(super) values: Vec<Value>,
}

impl TreePage {
    /// Parses a page. Returns `None` if it is not part of a b-tree.
    pub(super) fn read(bytes: &[u8], number: u32) -> Option<Self> {
        let start = if number == 1 { 100 } else { 0 };
        let (is_numbered, is_inner) = match bytes.get(start)? {
            2 => (false, true),
            5 => (true, true),
            10 => (false, false),
            13 => (true, false),
            _ => return None,
        };
        let count = usize::from(u16_at(bytes, start + 3)?);
        let list = start + if is_inner { 12 } else { 8 };
        let end = list + 2 * count;
        if end > bytes.len() {
            return None;
        }
        let mut page = Self { is_numbered, is_inner, children: Vec::new(), cells: Vec::new() };
        for place in (list..end).step_by(2) {
            let at = usize::from(u16_at(bytes, place)?);
            if at < end || at >= bytes.len() {
                page.cells.push(None);
                continue;
            }
            let mut reader = Reader { bytes, at };
            if is_inner {
                page.children.push(reader.four()?);
            }
            // An interior page of a table b-tree has no rows.
            if !(is_numbered && is_inner) {
                page.cells.push(reader.cell(is_numbered));
            }
        }
        if is_inner {
            page.children.push(number_at(bytes, start + 8));
        }
        Some(page)
    }

    /// Counts the rows, readable or not.
    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns its rows; `None` for unreadable ones.
    pub(super) fn rows(&self, pages: &Pages) -> impl Iterator<Item = Option<Row>> {
        self.cells.iter().map(|cell| {
            let cell = cell.as_ref()?;
            let bytes = cell.bytes(pages);
            let is_whole = bytes.len() == cell.length;
            let values = is_whole.then(|| values(&bytes)).flatten()?;
            values.is_whole.then_some(Row { number: cell.number, values: values.all })
        })
    }

    /// Returns the leading values of its rows, up to the first unreadable one.
    pub(super) fn begins(&self, pages: &Pages) -> impl Iterator<Item = Vec<Value>> {
        self.cells.iter().flatten().filter_map(|cell| Some(values(&cell.bytes(pages))?.all))
    }
}

impl Cell {
    /// Returns its bytes, up to an unreadable overflow page.
    fn bytes(&self, pages: &Pages) -> Vec<u8> {
        let mut bytes = self.begin.clone();
        let mut more = self.more;
        while let Some(number) = more.filter(|_| bytes.len() < self.length) {
            // Each page adds bytes, so this terminates.
            let Some(page) = pages.get(number) else { break };
            bytes.extend(page[4..].iter().take(self.length - bytes.len()));
            more = Some(number_at(&page, 0)).filter(|next| *next != 0);
        }
        bytes
    }
}

/// The values of a row, up to the first unreadable one.
struct Values {
    all: Vec<Value>,
    is_whole: bool,
}

fn values(bytes: &[u8]) -> Option<Values> {
    let mut header = Reader { bytes, at: 0 };
    let length = usize::try_from(header.varint()?).ok()?;
    header.bytes = bytes.get(..length)?;
    let (mut content, mut all) = (Reader { bytes, at: length }, Vec::new());
    while header.at < length {
        match header.varint().and_then(|kind| content.value(kind)) {
            Some(value) => all.push(value),
            None => return Some(Values { all, is_whole: false }),
        }
    }
    Some(Values { all, is_whole: content.at == bytes.len() })
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let end = self.at.checked_add(length)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    fn four(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    /// Reads a varint: seven bits per byte, the highest first, up to a byte below 0x80. A ninth byte
    /// contributes all eight bits.
    fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for place in 0..9 {
            let byte = self.take(1)?[0];
            if place == 8 {
                return Some(number << 8 | u64::from(byte));
            }
            number = number << 7 | u64::from(byte & 0x7f);
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }

    fn cell(&mut self, is_numbered: bool) -> Option<Cell> {
        let length = usize::try_from(self.varint()?).ok().filter(|length| *length <= LONGEST)?;
        let number = if is_numbered { Some(self.varint()?.cast_signed()) } else { None };
        let usable = self.bytes.len();
        // How much of a row is stored in its page before it overflows.
        let least = (usable - 12) * 32 / 255 - 23;
        let most = if is_numbered { usable - 35 } else { (usable - 12) * 64 / 255 - 23 };
        if length <= most {
            return Some(Cell { number, begin: self.take(length)?.to_vec(), length, more: None });
        }
        let here = least + (length - least) % (usable - 4);
        let begin = self.take(if here <= most { here } else { least })?.to_vec();
        Some(Cell { number, begin, length, more: Some(self.four()?) })
    }

    fn value(&mut self, kind: u64) -> Option<Value> {
        let size = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind as usize,
            5 => 6,
            6 => 8,
            12.. => usize::try_from((kind - 12) / 2).ok()?,
            // Floats are stored nowhere, and types 10 and 11 are reserved.
            _ => return None,
        };
        let bytes = self.take(size)?;
        Some(match kind {
            0 => Value::Null,
            8 | 9 => Value::Number(kind as i64 - 8),
            1..=6 => {
                let sign = if bytes[0] >= 0x80 { -1 } else { 0 };
                Value::Number(bytes.iter().fold(sign, |number, byte| number << 8 | i64::from(*byte)))
            }
            _ if kind.is_multiple_of(2) => Value::Bytes(bytes.to_vec()),
            _ => Value::Text(String::from_utf8(bytes.to_vec()).ok()?),
        })
    }
}
