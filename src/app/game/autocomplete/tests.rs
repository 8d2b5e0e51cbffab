//! Checks autocomplete against the move reader on random positions. Every common way of writing a move must
//! be offered first, or among those the reader finds ambiguous.

use super::*;
use crate::app::{ChallengeWish, Challenged, ColorWish, Opponent, ThreadWish};
use crate::game::{InteractionId, Millis};
use crate::games;
use crate::rules::{Move, ReadError, Termination, Variant, read_move, san};
use crate::words::Words;

fn told_move(position: &Position, mv: &Move) -> String {
    Words::english().told_move(&DescribedMove::new(position, mv))
}

fn label(choice: &Choice) -> String {
    Words::english().choice(&choice.shown)
}

/// Plays random games of a variant; `look` sees every position and its legal moves.
fn wander(variant: Variant, games: usize, mut look: impl FnMut(&Position, &[Move], &mut fastrand::Rng)) {
    let mut random = fastrand::Rng::with_seed(400);
    for _ in 0..games {
        let mut position = Position::start(variant);
        for _ in 0..120 {
            let legal = position.legal_moves();
            look(&position, &legal, &mut random);
            // Promotions and castling are played more often than by pure chance.
            let loud: Vec<Move> =
                legal.iter().filter(|mv| mv.promotion().is_some() || mv.is_castling()).copied().collect();
            let from = if !loud.is_empty() && random.bool() { &loud } else { &legal };
            let Some(mv) = random.choice(from) else { break };
            position = position.after(mv).expect("a legal move");
        }
    }
}

/// Every form of a move that the reader accepts, written without the reader's help.
fn forms(position: &Position, mv: &Move) -> Vec<String> {
    let spec = position.spec();
    let (canonical, san) = (mv.to_string(), san(position, mv));
    let unsigned = san.trim_end_matches(['+', '#']).to_owned();
    let mut forms = vec![
        told_move(position, mv),
        Words::english().move_choice(&DescribedMove::new(position, mv)),
        format!("12. {san}"),
        format!("3...{unsigned}"),
        format!("{unsigned}!?"),
        unsigned.replace('=', ""),
        canonical.to_uppercase(),
    ];
    let to = mv.to();
    if mv.is_castling() {
        let side =
            if canonical.starts_with("O-O-O") { ("0-0-0", "o-o-o", "long") } else { ("0-0", "o-o", "short") };
        let from = mv.from().expect("the king's square");
        forms.extend([
            side.0.to_owned(),
            side.1.to_owned(),
            format!("castle {}", side.2),
            "castle".to_owned(),
        ]);
        forms.extend([
            format!("castle {to}"),
            format!("{} {to}", side.0),
            format!("King castles {from}-{to}"),
        ]);
    } else if mv.is_drop() {
        forms.extend([format!("j@{to}"), format!("@{to}"), format!("drop {to}"), format!("ninja pawn {to}")]);
    } else {
        forms.extend(walks(position, mv, &unsigned));
        let figurine = |kind| match &*spec.piece_type(kind).slug {
            "king" => Some('\u{265a}'),
            "queen" => Some('\u{2655}'),
            "rook" => Some('\u{265c}'),
            "bishop" => Some('\u{2657}'),
            "knight" => Some('\u{265e}'),
            _ => None,
        };
        if let Some(figurine) = figurine(mv.kind()) {
            forms.push(unsigned.replacen(spec.letter(mv.kind()), &figurine.to_string(), 1));
        }
    }
    forms.extend([canonical, san, unsigned]);
    forms
}

/// The forms of a move from one square to another.
fn walks(position: &Position, mv: &Move, san: &str) -> Vec<String> {
    let (from, to) = (mv.from().expect("it walks"), mv.to());
    let spec = position.spec();
    let piece = spec.piece_type(mv.kind());
    let letter = piece.letter;
    let sign = if mv.is_capture() { "x" } else { "-" };
    let becomes = mv.promotion().map(|kind| (spec.letter(kind), &spec.piece_type(kind).name));
    let short = becomes.map(|(letter, _)| letter.to_string()).unwrap_or_default();
    let equals = becomes.map(|(letter, _)| format!("={letter}")).unwrap_or_default();
    let named = becomes.map(|(_, name)| format!(", promotes to {name}")).unwrap_or_default();
    let mut forms = vec![
        format!("{from}-{to}{short}"),
        format!("{from} {to}{equals}"),
        format!("{from}{sign}{to}{equals}"),
        format!("{letter}{from}{to}{short}"),
        format!("{letter}{from}{sign}{to}{equals}"),
        format!("{piece} {from} to {to}{named}"),
        // These omit the origin and may be ambiguous.
        format!("{piece} {to}{named}"),
        format!("{letter}{to}{equals}"),
        san.replace('x', ""),
        san.to_lowercase(),
    ];
    if becomes.is_some() {
        forms.push(format!("{from}{to}"));
    }
    if mv.is_en_passant() {
        forms.extend(["e.p.", "ep", "en passant"].map(|remark| format!("{san} {remark}")));
    }
    if piece.slug == "flying-bomber" {
        forms.extend([format!("bird {to}"), format!("helicopter {from}-{to}")]);
    }
    forms
}

/// Counts of what was tried.
#[derive(Default, Debug)]
struct Tried {
    positions: usize,
    texts: usize,
    played: usize,
    asked: usize,
}

impl Tried {
    /// Asserts that autocomplete and the reader agree on a text for a move.
    fn agree(&mut self, position: &Position, mv: &Move, text: &str) {
        let read = read_move(position, text);
        let list: Vec<String> = moves(position, text).into_iter().map(|choice| choice.value).collect();
        let whence = || format!("{text:?} for {mv} in {}: {read:?}, list {list:?}", position.fen());
        self.texts += 1;
        match &read {
            Ok(found) => {
                self.played += 1;
                assert_eq!(list.first(), Some(&found.to_string()), "{}", whence());
                // A lower-case letter or a form without `x` may read as another move, but a full form never
                // does.
                let full = text.contains(&mv.to_string()) || told_move(position, mv) == text;
                assert!(!full || found == mv, "{}", whence());
            }
            Err(ReadError::Ambiguous(several)) => {
                self.asked += 1;
                let several: Vec<String> = several.iter().map(ToString::to_string).collect();
                assert!(several.contains(&mv.to_string()), "{}", whence());
                assert_eq!(list.get(..several.len()), Some(several.as_slice()), "{}", whence());
            }
            Err(ReadError::Unreadable(_) | ReadError::OneAtATime(_) | ReadError::Illegal(_)) => {
                panic!("not read: {}", whence())
            }
        }
    }
}

#[test]
fn every_form_of_every_move_is_offered_first_or_among_those_asked_about() {
    let mut asked = 0;
    for variant in games::all() {
        let mut tried = Tried::default();
        wander(variant, 1, |position, legal, random| {
            // Every move of some positions, a sample of the others.
            let every = tried.positions.is_multiple_of(32);
            tried.positions += 1;
            for mv in legal.iter().filter(|mv| every || mv.is_castling() || random.u8(..20) == 0) {
                for text in forms(position, mv) {
                    tried.agree(position, mv, &text);
                }
            }
        });
        println!("{variant}: {tried:?}");
        assert!(tried.positions > 50 && tried.texts > 1_000, "{variant}: {tried:?}");
        asked += tried.asked;
    }
    assert!(asked > 100, "one game of each has few texts that several moves may mean: {asked}");
}

/// A half-typed text for a move, sometimes damaged.
fn half_typed(position: &Position, mv: &Move, random: &mut fastrand::Rng) -> String {
    let forms = forms(position, mv);
    let text = random.choice(&forms).expect("a form");
    let end = random.usize(..=text.chars().count());
    let text: String = if random.bool() { text.clone() } else { text.chars().take(end).collect() };
    match random.u8(..6) {
        0 => text.replace('-', " "),
        1 => text.to_uppercase(),
        2 => text.split([' ', '-']).rev().collect::<Vec<_>>().join(" "),
        3 => format!("{text}{}", ["+", "#", " e4", "-", "?", "x"][random.usize(..6)]),
        _ => text,
    }
}

#[test]
fn whatever_is_read_or_asked_about_is_offered() {
    for variant in games::all() {
        let (mut texts, mut read, mut asked, mut offered) = (0, 0, 0, 0);
        wander(variant, 8, |position, legal, random| {
            let Some(mv) = random.choice(legal) else { return };
            let text = half_typed(position, mv, random);
            let list = moves(position, &text);
            let values: Vec<&str> = list.iter().map(|choice| choice.value.as_str()).collect();
            texts += 1;
            offered += usize::from(!list.is_empty());
            match read_move(position, &text) {
                Ok(found) => {
                    read += 1;
                    assert_eq!(values.first(), Some(&found.to_string().as_str()), "{text:?} in {position:?}");
                }
                Err(ReadError::Ambiguous(several)) => {
                    asked += 1;
                    // For two moves in a row, the reader asks about the first, and the list is empty.
                    let first = text.split(' ').next().unwrap_or_default();
                    if values.is_empty()
                        && read_move(position, first) == Err(ReadError::Ambiguous(several.clone()))
                    {
                        return;
                    }
                    let several: Vec<String> = several.iter().map(ToString::to_string).collect();
                    let first = values.get(..several.len()).unwrap_or(&values);
                    assert_eq!(first, several, "{text:?} in {position:?}");
                }
                Err(_) => {}
            }
        });
        println!("{variant}: {texts} texts, {read} read, {asked} asked about, {offered} with choices");
        assert!(
            texts > 400 && read > texts / 4 && offered > texts / 2,
            "{variant}: {texts} {read} {offered}"
        );
    }
}

#[test]
fn what_is_offered_is_played_by_its_value_and_by_its_name() {
    for variant in games::all() {
        let (mut choices, mut lines) = (0, 0);
        wander(variant, 1, |position, legal, random| {
            let Some(mv) = random.choice(legal) else { return };
            let own: Vec<String> = position
                .pieces()
                .filter(|(_, piece)| piece.color == position.turn())
                .map(|(square, _)| square.to_string())
                .collect();
            let mut texts = vec![String::new(), half_typed(position, mv, random)];
            texts.extend((0..4).filter_map(|_| random.choice(&own).cloned()));
            for text in texts {
                let list = moves(position, &text);
                let mut names: Vec<String> = list.iter().map(label).collect();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), list.len(), "{text:?} in {position:?}: two choices have one name");
                for choice in list.iter().filter(|choice| choice.value != MORE) {
                    choices += 1;
                    let (by_value, by_name) =
                        (read_move(position, &choice.value), read_move(position, &label(choice)));
                    assert_eq!(by_value, by_name, "{choice:?} in {position:?}");
                    match by_value {
                        Ok(mv) => assert_eq!(mv.to_string(), choice.value),
                        Err(error) => {
                            lines += 1;
                            assert_eq!(
                                Words::english().read_error(position, &error),
                                format!("The {}.", label(choice))
                            );
                        }
                    }
                }
            }
        });
        println!("{variant}: {choices} choices, {lines} of them lines of pieces that cannot move");
        assert!(choices > 1_000 && lines > 10, "{variant}: {choices} {lines}");
    }
}

#[test]
fn with_nothing_typed_captures_come_first_and_no_piece_fills_the_list() {
    for variant in games::all() {
        let (mut lists, mut full) = (0, 0);
        wander(variant, 6, |position, legal, _| {
            let list = moves(position, " ");
            let shown: Vec<&Move> = list
                .iter()
                .filter(|choice| choice.value != MORE)
                .map(|choice| legal.iter().find(|mv| mv.to_string() == choice.value).expect("legal"))
                .collect();
            lists += 1;
            assert!(shown.is_sorted_by_key(|mv| !mv.is_capture()), "{position:?}: {list:?}");
            let checkers = position.checkers();
            assert!(shown.is_sorted_by_key(|mv| !mv.victims().meets(checkers)), "{position:?}: {list:?}");
            if legal.len() <= CHOICES {
                assert_eq!(shown.len(), legal.len());
                return;
            }
            full += 1;
            // Quiet moves without check are spread evenly: no piece is offered two more than a piece that has
            // further moves.
            let notation = Notation::new(position);
            let quiet = |mv: &&Move| !mv.is_capture() && !notation.is_signed(mv);
            let count = |of: &mut dyn Iterator<Item = &Move>| {
                let mut counts = std::collections::HashMap::new();
                for mv in of {
                    *counts.entry(mv.from()).or_insert(0_usize) += 1;
                }
                counts
            };
            let all = count(&mut legal.iter().filter(quiet));
            let offered = count(&mut shown.iter().copied().filter(quiet));
            let most = offered.values().max().copied().unwrap_or(0);
            for (piece, has) in all {
                let got = offered.get(&piece).copied().unwrap_or(0);
                assert!(
                    got == has || got + 1 >= most,
                    "{piece:?} has {got} of {has} in {position:?}: {list:?}"
                );
            }
        });
        println!("{variant}: {lists} empty texts, {full} with more moves than choices");
        assert!(lists > 200 && full > 30, "{variant}: {lists} {full}");
    }
}

/// Computes the suffix from the state of the following position.
fn slow_san(position: &Position, mv: &Move) -> String {
    let (plain, after) = (Notation::new(position).unsigned(mv), position.after(mv).expect("a legal move"));
    if after.termination().and_then(Termination::winner).is_some() {
        plain + "#"
    } else if after.is_check() {
        plain + "+"
    } else {
        plain
    }
}

#[test]
fn texts_of_one_list_are_those_of_each_move_alone() {
    let (mut checks, mut wins) = (0, 0);
    for variant in games::all() {
        wander(variant, 8, |position, legal, _| {
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

/// The hot-seat player, with this interaction number.
fn alone(interaction: u64) -> Caller {
    Caller::new((UserId(1), ChannelId(2)), InteractionId(interaction), Millis(1_800_000_000_000))
}

#[test]
fn a_list_takes_one_read_of_the_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let app = App::open(&dir.path().join("rookery.db")).await.expect("a database");
        let wish = ChallengeWish {
            variant: games::from_slug("chess").expect("a game"),
            opponent: Some(Opponent { user: UserId(1), bot: false }),
            color: ColorWish::White,
            engine: None,
            pace: None,
            hints: false,
            rated: false,
            thread: ThreadWish::No,
            position: None,
        };
        let begun = app.challenge(&alone(1), wish, None).await;
        assert!(matches!(begun, Ok(Challenged::Started(_))), "{begun:?}");
        for (interaction, text) in (2..).zip(["e4", "e5", "Nf3"]) {
            app.play(&alone(interaction), text).await.expect("a move");
        }
        for (who, channel, choices) in [(1, 2, 1), (7, 2, 0), (1, 7, 0)] {
            let before = app.store.reads();
            let list = app.complete_move(UserId(who), ChannelId(channel), "Nc6").await.expect("a read");
            assert_eq!((list.len(), app.store.reads() - before), (choices, 1), "{list:?}");
        }
        let before = app.store.reads();
        let squares = app.complete_square(ChannelId(2), None, |_, _| true).await.expect("a read");
        assert_eq!((squares.len(), app.store.reads() - before), (CHOICES, 1));
        app.close().await;
    });
}

#[test]
fn who_types_an_x_is_offered_only_moves_that_take() {
    let mut seen = 0;
    for variant in games::all() {
        wander(variant, 1, |position, legal, random| {
            let walks = legal.iter().filter(|mv| !mv.is_castling() && !mv.is_drop());
            let squares: Vec<Square> = walks.filter_map(Move::from).collect();
            if let Some(from) = random.choice(&squares).copied() {
                let piece = position.piece_at(from).expect("a piece");
                let letter = position.spec().letter(piece.kind);
                for text in [format!("{letter}{from}x"), format!("{from}x"), "x".to_owned()] {
                    let offered = moves(position, &text);
                    let takes = |mv: &&Move| mv.is_capture();
                    let fitting =
                        legal.iter().filter(takes).filter(|mv| text == "x" || mv.from() == Some(from));
                    let told = offered.iter().filter(|one| matches!(one.shown, Shown::Move(_)));
                    assert!(
                        told.clone()
                            .all(|one| legal.iter().filter(takes).any(|mv| mv.to_string() == one.value)),
                        "{text} in {position:?}: {offered:?}"
                    );
                    assert!(told.count() >= fitting.count().min(CHOICES - 1), "{text} in {position:?}");
                    seen += 1;
                }
            }
        });
    }
    assert!(seen > 1_000, "{seen}");
}
