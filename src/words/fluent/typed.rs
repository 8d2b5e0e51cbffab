//! User input as it is shown to people.
//!
//! Input is quoted with invisible characters escaped. Invisible characters in names are removed where the
//! names are read. Text from players never pings.

/// Escapes everything invisible in a text.
///
/// These are control characters, characters without a width, and those that change the direction of writing.
/// `e2<U+202E>e4` becomes `e2\u{202e}e4`.
pub fn legible(text: &str) -> String {
    shown(text, |told, hidden| told.extend(hidden.escape_default()))
}

/// Returns the visible part of a name.
///
/// Removes what [`legible`] would escape: decoration, or characters that would reverse the text beside the
/// name.
pub fn seen(name: &str) -> String {
    shown(name, |_, _| ()).trim().to_owned()
}

/// Replaces everything invisible in a text by the output of `hide`.
fn shown(text: &str, hide: impl Fn(&mut String, char)) -> String {
    let mut told = String::with_capacity(text.len());
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if is_hidden(c) && !shapes(before, c, rest.peek().copied()) {
            hide(&mut told, c);
            before = None;
        } else {
            told.push(c);
            before = Some(c);
        }
    }
    told
}

/// Whether a character is invisible by itself, or changes how those around it look.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1d159}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e007f}'
                | '\u{e0100}'..='\u{e01ef}'
        )
}

/// Whether a hidden character joins its neighbours into one sign, or is the Braille space.
///
/// Many names contain such signs: emoji of several pictures such as families, scripts whose letters join,
/// flags of parts of a country, and letters with variant forms.
fn shapes(before: Option<char>, c: char, after: Option<char>) -> bool {
    let is_sign = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !is_hidden(c));
    match c {
        '\u{200c}' | '\u{200d}' => is_sign(before) && is_sign(after),
        '\u{e0020}'..='\u{e007f}' => {
            before.is_some_and(|c| matches!(c, '\u{1f3f4}' | '\u{e0020}'..='\u{e007e}'))
        }
        // Variation selectors of Mongolian letters, and of Chinese characters.
        '\u{180b}'..='\u{180d}' | '\u{180f}' => before.is_some_and(|c| matches!(c, '\u{1820}'..='\u{18aa}')),
        '\u{e0100}'..='\u{e01ef}' => before.is_some_and(
            |c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}'),
        ),
        '\u{2800}' => {
            let is_cell = |c: Option<char>| c.is_some_and(|c| matches!(c, '\u{2801}'..='\u{28ff}'));
            is_cell(before) && is_cell(after)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{legible, seen};

    #[test]
    fn what_is_hidden_is_written_out() {
        for (text, told) in [
            ("e2\u{202e}4e", "e2\\u{202e}4e"),
            ("\u{200b}Nf3\u{feff}", "\\u{200b}Nf3\\u{feff}"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("x\u{0}y\u{1b}[31m\u{7f}", "x\\u{0}y\\u{1b}[31m\\u{7f}"),
            ("e4\r\n\te5", "e4\\r\\n\\te5"),
            ("e2\u{200d}e4", "e2\\u{200d}e4"),
            ("\u{e0067}x\u{e0067}", "\\u{e0067}x\\u{e0067}"),
            // A Braille pattern without dots, and the null notehead of musical notation.
            ("\u{2800}", "\\u{2800}"),
            ("e2\u{1d159}e4", "e2\\u{1d159}e4"),
            // Variation selectors beside characters that have no variants.
            ("e2\u{180b}\u{180d}\u{180f}e4", "e2\\u{180b}\\u{180d}\\u{180f}e4"),
            ("Ann\u{e0100}a\u{e01ef}", "Ann\\u{e0100}a\\u{e01ef}"),
        ] {
            assert_eq!(legible(text), told, "{text:?}");
        }
    }

    #[test]
    fn of_a_name_what_is_hidden_is_left_out() {
        for (name, shown) in [
            ("\u{200f}No\u{202e}a \u{200b}", "Noa"),
            ("\u{2800}\u{3164}", ""),
            ("\u{5d0}\u{200f}\u{5d1}", "\u{5d0}\u{5d1}"),
            ("\u{645}\u{6cc}\u{200c}\u{62e}", "\u{645}\u{6cc}\u{200c}\u{62e}"),
        ] {
            assert_eq!(seen(name), shown, "{name:?}");
        }
    }

    #[test]
    fn what_is_seen_stays() {
        // The last six are a family, a Persian word, the flag of Wales, a Japanese name, a Mongolian letter
        // and Braille.
        for text in [
            "",
            "e2e4",
            "Kn\u{e9}-\u{2658} \u{5d0}\u{5d1}",
            "\\u{202e}",
            "\u{1f469}\u{200d}\u{2764}\u{fe0f}\u{200d}\u{1f468}",
            "\u{645}\u{6cc}\u{200c}\u{62e}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
            "\u{845b}\u{e0100}\u{57ce}",
            "\u{1820}\u{180b}",
            "\u{2813}\u{2800}\u{280a}",
        ] {
            assert_eq!(legible(text), text, "{text:?}");
        }
    }
}
