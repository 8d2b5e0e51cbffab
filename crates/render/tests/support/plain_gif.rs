//! A second reader of GIF files, as simple as the specification and strict: it fails on anything that an old
//! viewer might not handle.

use image::{Rgba, RgbaImage};

/// The most bits of a code, and therefore the most codes (appendix F).
const MOST_BITS: u32 = 12;
const MOST_CODES: usize = 1 << MOST_BITS;

/// An image of a file.
pub struct PlainFrame {
    /// The delay in hundredths of a second.
    pub delay: u16,
    pub transparent: Option<u8>,
    left: u32,
    top: u32,
    width: u32,
    /// The number of bits per colour number in its data.
    pub bits: u32,
    /// The colour numbers, row by row.
    pub numbers: Vec<u8>,
}

/// A parsed file.
pub struct PlainGif {
    width: u32,
    height: u32,
    colours: Vec<[u8; 3]>,
    pub frames: Vec<PlainFrame>,
}

impl PlainGif {
    /// Parses a file that has one global colour table and leaves every frame in place.
    pub fn read(file: &[u8]) -> Self {
        let mut bytes = Bytes(file);
        assert_eq!(bytes.take(6), b"GIF89a");
        let (width, height) = (bytes.number(), bytes.number());
        let flags = bytes.byte();
        assert!(flags & 0x80 > 0, "no table of colours for all frames");
        bytes.take(2);
        let colours = bytes.take(3 << ((flags & 7) + 1)).as_chunks().0.to_vec();
        let mut gif =
            Self { width: u32::from(width), height: u32::from(height), colours, frames: Vec::new() };
        let (mut delay, mut transparent) = (0, None);
        loop {
            match bytes.byte() {
                0x21 => {
                    let label = bytes.byte();
                    let data = bytes.blocks();
                    if label == 0xF9 {
                        assert_eq!(data[0] >> 2 & 7, 1, "the frame is to be left standing");
                        delay = u16::from_le_bytes([data[1], data[2]]);
                        transparent = (data[0] & 1 > 0).then_some(data[3]);
                    }
                }
                0x2C => gif.frames.push(frame(&mut bytes, delay, transparent)),
                0x3B => break,
                other => panic!("a block of the kind {other}"),
            }
        }
        assert!(bytes.0.is_empty(), "{} bytes behind the end", bytes.0.len());
        gif
    }

    /// Returns the whole picture after each frame.
    pub fn pictures(&self) -> Vec<RgbaImage> {
        let mut canvas = RgbaImage::new(self.width, self.height);
        let mut pictures = Vec::new();
        for frame in &self.frames {
            for (number, at) in frame.numbers.iter().zip(0..) {
                if Some(*number) != frame.transparent {
                    let [red, green, blue] = self.colours[usize::from(*number)];
                    let (x, y) = (frame.left + at % frame.width, frame.top + at / frame.width);
                    canvas.put_pixel(x, y, Rgba([red, green, blue, 255]));
                }
            }
            pictures.push(canvas.clone());
        }
        pictures
    }
}

fn frame(bytes: &mut Bytes<'_>, delay: u16, transparent: Option<u8>) -> PlainFrame {
    let [left, top, width, height] = [(); 4].map(|()| u32::from(bytes.number()));
    assert_eq!(bytes.byte(), 0, "neither a table of its own nor interlaced");
    let bits = u32::from(bytes.byte());
    let numbers = unpacked(bits, &bytes.blocks());
    assert_eq!(numbers.len(), (width * height) as usize);
    PlainFrame { delay, transparent, left, top, width, bits, numbers }
}

/// The unread rest of a file.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn number(&mut self) -> u16 {
        let bytes = self.take(2);
        u16::from_le_bytes([bytes[0], bytes[1]])
    }

    /// Reads the data of blocks up to the empty one.
    fn blocks(&mut self) -> Vec<u8> {
        let mut data = Vec::new();
        loop {
            let length = self.byte();
            if length == 0 {
                return data;
            }
            data.extend(self.take(usize::from(length)));
        }
    }
}

/// Decodes the numbers of an image by appendix F.
///
/// The first code must be a clear code, the end code must be last, and the table must be cleared as soon as
/// it is full.
pub fn unpacked(bits: u32, data: &[u8]) -> Vec<u8> {
    assert!((2..=8).contains(&bits), "{bits} bits for a colour");
    let (clear, end) = (1 << bits, (1 << bits) + 1);
    let mut strings: Vec<Vec<u8>> = Vec::new();
    let (mut at, mut width, mut last) = (0, bits + 1, None::<usize>);
    let mut numbers = Vec::new();
    loop {
        let code = (0..width).fold(0_usize, |code, bit| {
            let place = at + bit as usize;
            code | usize::from(data[place / 8] >> (place % 8) & 1) << bit
        });
        assert!(at > 0 || code == clear, "the codes begin with {code}");
        at += width as usize;
        if code == end {
            assert_eq!(data.len(), at.div_ceil(8), "the data goes on behind its end");
            return numbers;
        }
        if code == clear {
            strings = (0..clear as u16).map(|number| vec![number as u8]).collect();
            // The clear and end codes, which stand for no string.
            strings.extend([Vec::new(), Vec::new()]);
            (width, last) = (bits + 1, None);
            continue;
        }
        assert!(strings.len() < MOST_CODES, "the table was full before the code {code}");
        if let Some(last) = last {
            let first = if code == strings.len() { last } else { code };
            let longer = [&strings[last][..], &strings[first][..1]].concat();
            strings.push(longer);
        }
        numbers.extend(&strings[code]);
        // The encoder's table is one string ahead.
        if strings.len() == 1 << width && width < MOST_BITS {
            width += 1;
        }
        last = Some(code);
    }
}
