//! A minimal Rust scanner that finds the paths a file names: comments and strings are blanked out.

tests!(comments_and_texts_are_blanked_and_lines_kept);

/// The source with comments, strings and characters replaced by spaces; line breaks stay.
pub fn bare(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    while at < chars.len() {
        let end = skipped(&chars, at);
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out
}

/// The string literals of a source, each with the number of its last line.
pub fn texts(source: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = source.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let end = skipped(&chars, at).max(at + 1);
        line += chars[at..end].iter().filter(|c| **c == '\n').count();
        let quoted = chars[at] == '"' || (chars[at] == 'r' && end > at + 1);
        if quoted {
            let text: String = chars[at..end].iter().collect();
            found.push((line, text.trim_matches(['r', '#', '"']).to_owned()));
        }
        at = end;
    }
    found
}

/// The end of the comment, string or character that starts at `at`; `at` itself without one.
fn skipped(chars: &[char], at: usize) -> usize {
    let is = |offset: usize, c: char| chars.get(at + offset) == Some(&c);
    let find = |from: usize, end: &str| {
        let end: Vec<char> = end.chars().collect();
        (from..chars.len())
            .find(|start| chars[*start..].starts_with(&end))
            .map_or(chars.len(), |start| start + end.len())
    };
    match chars[at] {
        '/' if is(1, '/') => find(at, "\n") - 1,
        '/' if is(1, '*') => find(at + 2, "*/"),
        'r' if (is(1, '"') || is(1, '#')) && !part_of_a_word(chars, at) => {
            let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
            if !is(1 + hashes, '"') {
                return at;
            }
            find(at + 2 + hashes, &format!("\"{}", "#".repeat(hashes)))
        }
        '"' => quoted(chars, at + 1, '"'),
        '\'' if is(1, '\\') => quoted(chars, at + 1, '\''),
        '\'' if is(2, '\'') => at + 3,
        _ => at,
    }
}

fn part_of_a_word(chars: &[char], at: usize) -> bool {
    at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_') && chars[at - 1] != 'b'
}

fn quoted(chars: &[char], mut at: usize, quote: char) -> usize {
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn comments_and_texts_are_blanked_and_lines_kept() {
    let source = "use a::b; // crate::x\n/* serenity:: */ let c = '\"'; let s = \"sqlx \\\" ::\\\n\"; let r = r#\"tokio\"#;\nfn f<'a>(x: &'a str) {}";
    let bare = bare(source);
    for hidden in ["crate", "serenity", "sqlx", "tokio"] {
        assert!(!bare.contains(hidden), "{hidden} in {bare}");
    }
    for kept in ["use a::b;", "let c =", "let s =", "let r =", "fn f<'a>(x: &'a str) {}"] {
        assert!(bare.contains(kept), "{kept} not in {bare}");
    }
    assert_eq!(bare.lines().count(), source.lines().count());
}
