//! Strips everything that is not part of the move from a typed text: annotations, move numbers, remarks.

/// Words after a move that do not change it.
const ENDINGS: [&str; 6] = ["checkmate", "check", "mate", "e.p", "e. p", "ep"];
/// The text that autocompletion appends to the name and square of a piece that cannot move.
const CANNOT_MOVE: &str = " can't move";
/// The text that it appends if no drop is possible; read as [`DROP`], a drop without its square.
const CANNOT_DROP: &str = " can't be dropped";
const DROP: &str = "J@";

/// Normalises a text to plain characters.
///
/// Replaces full-width characters, figurines and typographic signs, collapses white space, and removes marks
/// such as `+#!?`, move numbers and remarks such as `e.p.`.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        let c = as_typed_on_a_keyboard(c);
        let dropped = matches!(c, '+' | '#' | '!' | '?' | '`' | '*' | '\u{fe0e}' | '\u{fe0f}');
        let doubled = c == ' ' && out.ends_with(' ');
        if !dropped && !doubled {
            out.push(c);
        }
    }
    if out.contains(CANNOT_DROP) {
        return DROP.to_owned();
    }
    let out = out.find(CANNOT_MOVE).map_or(out.as_str(), |at| square_before(&out[..at]));
    without_endings(without_number(out.trim())).to_owned()
}

fn as_typed_on_a_keyboard(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{d7}' => 'x',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{2026}' => '.',
        '\u{2654}' | '\u{265a}' => 'K',
        '\u{2655}' | '\u{265b}' => 'Q',
        '\u{2656}' | '\u{265c}' => 'R',
        '\u{2657}' | '\u{265d}' => 'B',
        '\u{2658}' | '\u{265e}' => 'N',
        '\u{2659}' | '\u{265f}' => 'P',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

/// Returns the last word, which in a choice is the square of the named piece.
fn square_before(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

/// Strips a move number: `12. Nf3`, `12...e5` and `12 e5`, but not the first zero of `0-0`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < text.len() && !text.starts_with('0') && rest.starts_with(['.', ')', ' ']);
    if numbered || rest.len() == text.len() { rest.trim_start_matches(['.', ')', ' ']) } else { text }
}

fn without_endings(text: &str) -> &str {
    let text = text.trim_end_matches([' ', '.', ',', ';', '(', ')']);
    let lower = text.to_ascii_lowercase();
    let cut = ENDINGS.iter().find_map(|ending| {
        let rest = lower.strip_suffix(ending)?;
        // Skips an ending that is the tail of another word.
        (!rest.ends_with(|c: char| c.is_ascii_alphabetic())).then_some(rest.len())
    });
    match cut {
        Some(length) => without_endings(&text[..length]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_does_not_belong_to_the_move_is_dropped() {
        for text in
            ["1. e4", "1.e4", "12...e4", "12\u{2026} e4", "3) e4", "1 e4", " e4!? ", "e4 check", "e4 mate"]
        {
            assert_eq!(plain(text), "e4", "{text}");
        }
        for text in
            ["exd6 e.p.", "exd6 e.p", "exd6ep", "exd6 (e.p.)", "exd6 e. p.", "exd6 ep+", "exd6 e.p. check"]
        {
            assert_eq!(plain(text), "exd6", "{text}");
        }
        for text in ["\u{2658}f3", "\u{265e}f3", "\u{2658}\u{fe0e}f3", "2. \u{2658}f3"] {
            assert_eq!(plain(text), "Nf3", "{text}");
        }
        assert_eq!(plain("Rook a1 can\u{2019}t move: no free square"), "a1");
        assert_eq!(plain("Ninja Pawn can\u{2019}t be dropped: none is left in hand"), "J@");
    }

    #[test]
    fn what_belongs_to_it_stays() {
        for text in ["0-0", "0-0-0", "e2e4", "castle", "a9a10q", "step", "12", "O-O-Oc1"] {
            assert_eq!(plain(text), text);
        }
        for text in ["", "1.", "?!", "e.p."] {
            assert_eq!(plain(text), "", "{text}");
        }
    }
}
