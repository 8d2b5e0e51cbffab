//! The steps of Deflate (RFC 1951, section 3.2.5) and their limits.

/// The longest match.
pub(super) const LONGEST: u32 = 258;
/// The shortest match.
pub(super) const SHORTEST: u32 = 3;
/// The farthest distance.
pub(super) const FARTHEST: u32 = 32_768;

/// A step of the compressed data (RFC 1951, section 3.2.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeflateToken {
    /// One byte: the number of a colour.
    Literal(u8),
    /// Repeats `length` bytes from `distance` bytes back.
    Match { length: u32, distance: u32 },
}
