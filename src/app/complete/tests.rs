//! The one pass over the legal moves against the plain way: each text made by itself, from a list of its own.

use super::*;
use crate::rules::{Variant, san};

/// As the list was made when every text cost a list of all moves: the slow twin of [`super::moves`].
fn slow_moves(position: &Position, typed: &str) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter_map(|mv| {
            let san = slow_san(position, &mv);
            let fit = slow_fit(position, &mv, &san, &typed)?;
            let loud = !mv.victims().is_empty() || (typed.is_empty() && san.ends_with(['+', '#']));
            let board_order = (mv.from().map(Square::index), mv.to().index());
            Some(((fit, !loud, board_order), mv))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    let all = found.len();
    let choices = found.into_iter().map(|(_, mv)| choice(&words(position, &mv), mv.to_string())).collect();
    cut(choices, all)
}

/// The sign by the state of the position that follows.
fn slow_san(position: &Position, mv: &Move) -> String {
    let (plain, after) = (Notation::new(position).unsigned(mv), position.after(mv));
    if after.state().winner().is_some() {
        plain + "#"
    } else if after.is_check() {
        plain + "+"
    } else {
        plain
    }
}

fn slow_fit(position: &Position, mv: &Move, san: &str, typed: &str) -> Option<Fit> {
    if typed.is_empty() {
        return Some(Fit::Words);
    }
    let canonical = mv.to_string().to_lowercase();
    let full = san.to_lowercase();
    let san = full.trim_end_matches(['+', '#']);
    let joined: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let plain = |text: &str| text.replace('-', "");
    if [canonical.as_str(), full.as_str(), san].contains(&typed)
        || plain(&canonical) == joined
        || san == joined
    {
        return Some(Fit::Exact);
    }
    if canonical.starts_with(typed) || full.starts_with(typed) || plain(&canonical).starts_with(&joined) {
        return Some(Fit::Prefix);
    }
    let from = mv.from().map(|s| s.to_string()).unwrap_or_default();
    let to = mv.to().to_string();
    let told = words(position, mv).to_lowercase();
    let answers = |token: &str| {
        from.starts_with(token)
            || to.starts_with(token)
            || canonical.starts_with(token)
            || full.starts_with(token)
            || told.split([' ', '-', ',']).any(|word| word.starts_with(token))
    };
    let mut tokens =
        typed.split(|c: char| c.is_whitespace() || c == '-' || c == ',').filter(|t| !t.is_empty()).peekable();
    (tokens.peek().is_some() && tokens.all(answers)).then_some(Fit::Words)
}

/// Random games of a variant; `look` sees every position and its legal moves.
fn wander(variant: Variant, mut look: impl FnMut(&Position, &[Move], &mut fastrand::Rng)) {
    let mut random = fastrand::Rng::with_seed(400);
    for _ in 0..8 {
        let mut position = Position::start(variant);
        for _ in 0..120 {
            let legal = position.legal_moves();
            look(&position, &legal, &mut random);
            let Some(mv) = random.choice(&legal) else { break };
            position = position.after(mv);
        }
    }
}

/// A text that somebody may type on the way to this move, damaged now and then.
fn typed_for(position: &Position, mv: &Move, random: &mut fastrand::Rng) -> String {
    let text = match random.u8(..4) {
        0 => mv.to_string(),
        1 => words(position, mv),
        2 => san(position, mv) + ["", "+", "#"][random.usize(..3)],
        _ => san(position, mv),
    };
    let end = random.usize(..=text.len());
    let text = if random.bool() { text } else { text.chars().take(end).collect() };
    match random.u8(..6) {
        0 => text.replace('-', " "),
        1 => text.to_uppercase(),
        2 => text.split([' ', '-']).rev().collect::<Vec<_>>().join(" "),
        3 => format!("{text}{}", ["+", "#", " e4", "-", "?"][random.usize(..5)]),
        _ => text,
    }
}

#[test]
fn one_pass_finds_what_the_slow_way_finds() {
    let (mut lists, mut signs, mut nonempty) = (0, 0, 0);
    for variant in Variant::all() {
        wander(variant, |position, legal, random| {
            let Some(mv) = random.choice(legal) else { return };
            for typed in [String::new(), typed_for(position, mv, random)] {
                let (fast, slow) = (moves(position, &typed), slow_moves(position, &typed));
                assert_eq!(fast, slow, "{typed:?} in {position:?}");
                lists += 1;
                nonempty += usize::from(!slow.is_empty());
                signs += usize::from(typed.ends_with(['+', '#']));
            }
        });
    }
    assert!(lists > 5_000 && nonempty > lists / 2 && signs > 100, "{lists} {nonempty} {signs}");
}

#[test]
fn texts_of_one_list_are_those_of_each_move_alone() {
    let (mut checks, mut wins) = (0, 0);
    for variant in Variant::all() {
        wander(variant, |position, legal, _| {
            let notation = Notation::new(position);
            assert_eq!(notation.moves(), legal);
            for mv in legal {
                let slow = slow_san(position, mv);
                assert_eq!(notation.san(mv), slow, "{mv} in {position:?}");
                assert_eq!(notation.is_signed(mv), slow.ends_with(['+', '#']), "{mv} in {position:?}");
                checks += usize::from(slow.ends_with('+'));
                wins += usize::from(slow.ends_with('#'));
            }
        });
    }
    assert!(checks > 500 && wins > 20, "{checks} {wins}");
}
