//! How the gateway packs its frames: plain, each compressed separately, or as one compressed stream.

use std::io::Write;

use axum::extract::ws::Message;
use flate2::{Compress, Compression, FlushCompress};

/// The packing of a connection's frames.
pub(crate) enum Packing {
    Plain,
    /// `compress: true` in IDENTIFY: each payload is compressed separately with zlib.
    Frames,
    /// `compress=zlib-stream`: one stream, flushed after each payload.
    Stream(Compress),
}

impl Packing {
    /// Returns the packing of a new connection. `stream` means that it requested `zlib-stream`.
    pub fn new(stream: bool) -> Self {
        if stream { Self::Stream(Compress::new(Compression::fast(), true)) } else { Self::Plain }
    }

    /// Packs a payload for the wire.
    pub fn pack(&mut self, text: &str) -> Message {
        match self {
            Self::Plain => Message::Text(text.into()),
            Self::Frames => Message::Binary(zlib_frame(text).into()),
            Self::Stream(stream) => Message::Binary(zlib_piece(stream, text).into()),
        }
    }
}

fn zlib_frame(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).ok();
    packed.finish().unwrap_or_default()
}

/// Compresses the next piece of a stream. It ends with 00 00 FF FF.
fn zlib_piece(stream: &mut Compress, text: &str) -> Vec<u8> {
    let mut packed = Vec::with_capacity(text.len() + 64);
    let mut rest = text.as_bytes();
    loop {
        let before = stream.total_in();
        let flush = FlushCompress::Sync;
        if stream.compress_vec(rest, &mut packed, flush).is_err() {
            return packed;
        }
        rest = &rest[(stream.total_in() - before) as usize..];
        if rest.is_empty() && packed.len() < packed.capacity() {
            return packed;
        }
        packed.reserve(1024);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zlib_stream_reads_back_piece_by_piece() {
        let mut stream = Compress::new(Compression::fast(), true);
        let mut reader = flate2::Decompress::new(true);
        for text in ["{\"op\":10}".to_owned(), "x".repeat(100_000), "{}".to_owned()] {
            let piece = zlib_piece(&mut stream, &text);
            assert!(piece.ends_with(&[0, 0, 0xFF, 0xFF]));
            let mut plain = Vec::with_capacity(200_000);
            reader.decompress_vec(&piece, &mut plain, flate2::FlushDecompress::Sync).expect("valid zlib");
            assert_eq!(plain, text.as_bytes());
        }
    }
}
