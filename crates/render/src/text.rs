//! Fitting text into a limit.

/// `text` with at most `limit` characters, cut at a word boundary where possible and ended with an ellipsis if it was
/// cut.
pub fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let room: String = text.chars().take(limit.saturating_sub(1)).collect();
    // A last word that ends at the limit stays whole. A word that fills more than half the room is split.
    let whole = text[room.len()..].starts_with(char::is_whitespace);
    let word = room.rfind(char::is_whitespace).filter(|end| *end >= room.len() / 2);
    let end = if whole { room.len() } else { word.unwrap_or(room.len()) };
    format!("{}…", room[..end].trim_end_matches([' ', '\n', ',', ';', ':']))
}
