//! Fits text into a limit. Discord counts UTF-16 code units: at least one per character, and two for
//! mathematical letters and most emoji.

/// Returns the length of a text in UTF-16 code units.
pub fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Returns the longest prefix of a text within `limit` UTF-16 code units. No character is split.
pub fn beginning(text: &str, limit: usize) -> &str {
    let mut room = limit;
    let fits = |&(_, c): &(usize, char)| match room.checked_sub(c.len_utf16()) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    };
    let end = text.char_indices().take_while(fits).last().map_or(0, |(at, c)| at + c.len_utf8());
    &text[..end]
}

/// Shortens `text` to at most `limit` UTF-16 code units.
///
/// It is cut at a word boundary if possible, and then ends with an ellipsis.
pub fn cut(text: &str, limit: usize) -> String {
    if length(text) <= limit {
        return text.to_owned();
    }
    let room = beginning(text, limit.saturating_sub(1));
    // A last word that ends at the limit stays whole. A word that fills more than half the room is split.
    let whole = text[room.len()..].starts_with(char::is_whitespace);
    let word = room.rfind(char::is_whitespace).filter(|end| *end >= room.len() / 2);
    let end = if whole { room.len() } else { word.unwrap_or(room.len()) };
    format!("{}…", room[..end].trim_end_matches([' ', '\n', ',', ';', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_twice_is_cut_in_time() {
        let letters = "\u{1d5d4}".repeat(30);
        assert_eq!((length(&letters), length("é\u{1d5d4}!")), (60, 4));
        assert_eq!(length(&cut(&letters, 60)), 60);
        assert_eq!(cut(&letters, 40), format!("{}…", "\u{1d5d4}".repeat(19)));
        assert_eq!(
            (beginning(&letters, 5).chars().count(), beginning("abc", 9), beginning("abc", 0)),
            (2, "abc", "")
        );
    }
}
