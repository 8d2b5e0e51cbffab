//! Completes half-typed conditional moves: `if e4 then e5, if Nf3 then Nc6`, or `e5 if e4`.

use super::prepare;
use super::typed::is;
use rules::{Line, Move, Notation, candidates, san};

/// The words used in suggestions, equal in every language.
const IF: &str = "if";
const THEN: &str = "then";
/// The longest suggestion in characters, which is Discord's limit.
const LONGEST: usize = 100;

/// Returns at most `most` completions of a half-typed line. It is the opponent's turn in `line`.
///
/// Each is a whole text, to be submitted or continued: first the moves of the opponent, then a reply to the
/// chosen one.
pub fn suggested(line: &Line, typed: &str, most: usize) -> Vec<String> {
    let (done, at, rest) = told_so_far(line, typed);
    let texts = parts(&at, rest).into_iter().map(|text| format!("{done}{text}"));
    texts.filter(|text| text.chars().count() <= LONGEST).take(most).collect()
}

/// Splits the text into the complete part with its separator, the line after it, and the unfinished rest.
fn told_so_far<'a>(line: &Line, typed: &'a str) -> (String, Line, &'a str) {
    let commas = typed.rmatch_indices([',', ';']);
    let found = commas.into_iter().find_map(|(at, _)| {
        let head = typed[..at].trim();
        let prepared = prepare(line, head).ok()?;
        let mut after = line.clone();
        for one in &prepared {
            // After a reply to any move, the position is unknown.
            after.play_typed(one.when.as_deref()?).ok()?;
            after.play_typed(&one.reply).ok()?;
        }
        Some((format!("{head}, "), after, &typed[at + 1..]))
    });
    found.unwrap_or_else(|| (String::new(), line.clone(), typed))
}

/// Returns the completions of the unfinished part.
fn parts(line: &Line, typed: &str) -> Vec<String> {
    let mut words: Vec<&str> = typed.split_whitespace().collect();
    if words.first().is_some_and(|word| is(word, &["then", "and"])) {
        words.remove(0);
    }
    let condition = words.iter().position(|word| is(word, &["if", "when", "after"]));
    let moves = |part: &str| -> Vec<Move> { legal(line, part) };
    let name = |mv: &Move| san(line.position(), mv);
    let first = |mv: &Move| format!("{IF} {} {THEN}", name(mv));
    match condition {
        Some(0) => {
            let then = words.iter().position(|word| is(word, &["then"]) || word.ends_with(','));
            let Some(then) = then else {
                return moves(&words[1..].join(" ")).iter().map(first).collect();
            };
            // A comma may replace the word.
            let last = if is(words[then], &["then"]) { then } else { then + 1 };
            let when = words[1..last].join(" ");
            let mut after = line.clone();
            let Ok(mv) = after.play_typed(when.trim_end_matches(',')) else { return Vec::new() };
            let replies = legal(&after, &words[then + 1..].join(" "));
            let told = |reply: &Move| format!("{} {}", first(&mv), san(after.position(), reply));
            replies.iter().map(told).collect()
        }
        Some(at) => {
            let reply = words[..at].join(" ");
            let answered =
                moves(&words[at + 1..].join(" ")).into_iter().filter(|mv| answers(line, mv, &reply));
            answered.map(|mv| format!("{reply} {IF} {}", name(&mv))).collect()
        }
        None => {
            let typed = words.join(" ");
            let whens = moves(&typed).iter().map(first).collect::<Vec<_>>();
            let all = if typed.is_empty() { Vec::new() } else { line.position().legal_moves() };
            let answered = all.into_iter().filter(|mv| answers(line, mv, &typed));
            whens.into_iter().chain(answered.map(|mv| format!("{typed} {IF} {}", name(&mv)))).collect()
        }
    }
}

/// Returns the legal moves that a half-typed text can mean; none once the game is over.
fn legal(line: &Line, typed: &str) -> Vec<Move> {
    if line.termination().is_some() {
        return Vec::new();
    }
    candidates(&Notation::new(line.position()), typed).into_iter().map(|(_, mv)| mv).collect()
}

/// True if this text is a reply to this move.
fn answers(line: &Line, mv: &Move, reply: &str) -> bool {
    let mut after = line.clone();
    after.play(*mv).is_ok() && after.play_typed(reply).is_ok()
}
