//! Properties that hold for every position, tested on random ones.

use std::cell::Cell;
use std::collections::BTreeSet;

use libtest_mimic::Trial;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rules::{
    Color, Kind, Line, Move, NotLegal, Position, ReadError, Reason, Termination, Variant, read_move,
    why_stuck,
};
use testing::random::{
    any_variant, fen_like, for_all, for_each, move_like, piece_letters, positions, positions_of,
};

/// Returns all tests; properties of single games are one test per game.
pub fn tests() -> Vec<Trial> {
    let of_each = games::all().flat_map(|variant| {
        OF_EACH_GAME.map(|(name, test)| {
            Trial::test(format!("rules::properties::{name}::{}", variant.slug()), move || {
                test(variant);
                Ok(())
            })
        })
    });
    of_all_games().into_iter().chain(of_each).collect()
}

/// A test of one game, with its name.
type OfOneGame = (&'static str, fn(Variant));

const OF_EACH_GAME: [OfOneGame; 3] = [
    ("a_capital_letter_is_a_piece_s_or_a_taking_pawn_s", a_capital_letter_is_a_piece_s_or_a_taking_pawn_s),
    ("mirrored_positions_have_mirrored_moves", mirrored_positions_have_mirrored_moves),
    ("positions_and_moves_read_back_to_the_same", positions_and_moves_read_back_to_the_same),
];

tests!(of_all_games:
    capital_letters_change_no_move,
    a_move_is_found_by_its_text_alone,
    what_a_search_asks_for_agrees_with_the_list,
    moves_of_other_positions_are_refused,
    a_legal_move_never_leaves_the_king_to_be_taken,
    a_refused_text_changes_nothing,
    garbage_is_read_without_panic,
    damaged_positions_are_read_without_panic,
);

/// Number of positions per game to mirror, and to write and read back.
const OF_A_GAME: u32 = 256;
/// Number of moves per position whose texts are read back; reading one needs the whole move list.
const READ_BACK: usize = 10;
/// Number of positions per game in which capital letters are tested, and moves of each; fewer in a game that
/// shares the pieces of its base.
const CAPITALS: u32 = 700;
const CAPITALS_OF_A_SISTER: u32 = 150;
const SOME_MOVES: usize = 4;
/// Signs between a piece's letter and its square, and whether they announce a capture.
const SIGNS: [(&str, bool); 6] =
    [("", false), ("x", true), (" ", false), (".", false), (" to ", false), (" takes ", true)];

fn positions_and_moves_read_back_to_the_same(variant: Variant) {
    for_each(OF_A_GAME, &(positions_of(variant), any::<Index>()), |(position, first)| {
        let again = Position::from_fen(position.variant(), &position.fen());
        prop_assert_eq!(again.as_ref(), Ok(&position));
        let moves = position.legal_moves();
        let start = if moves.is_empty() { 0 } else { first.index(moves.len()) };
        for mv in moves.iter().cycle().skip(start).take(READ_BACK.min(moves.len())) {
            for text in [mv.to_string(), rules::san(&position, mv)] {
                prop_assert_eq!(read_move(&position, &text), Ok(*mv), "{} in {}", text, position.fen());
            }
        }
        Ok(())
    });
}

/// Returns the number of positions of a game in which capital letters are tested.
fn tried(variant: Variant) -> u32 {
    if variant.spec().base.is_some() { CAPITALS_OF_A_SISTER } else { CAPITALS }
}

/// A canonical text typed with a capital first letter or in all capitals, as phones do, is still the same
/// move, unless it is the SAN of another one.
fn capital_letters_change_no_move() {
    for variant in games::all() {
        let others = Cell::new(0);
        for_each(tried(variant), &(positions_of(variant), any::<Index>()), |(position, first)| {
            let notation = rules::Notation::new(&position);
            let moves = notation.moves();
            let start = if moves.is_empty() { 0 } else { first.index(moves.len()) };
            for mv in moves.iter().cycle().skip(start).take(SOME_MOVES.min(moves.len())) {
                let canonical = mv.to_string();
                let capitalised = format!("{}{}", canonical[..1].to_uppercase(), &canonical[1..]);
                for text in [capitalised, canonical.to_uppercase()] {
                    let of_san = moves.iter().find(|other| notation.unsigned(other) == text);
                    let expected = *of_san.unwrap_or(mv);
                    others.set(others.get() + usize::from(expected != *mv));
                    prop_assert_eq!(
                        read_move(&position, &text),
                        Ok(expected),
                        "{} in {}",
                        text,
                        position.fen()
                    );
                }
            }
            Ok(())
        });
        println!("{variant}: {CAPITALS} positions, {} texts are the SAN of another move", others.get());
    }
}

/// A capital letter and a square, with or without a sign in between.
///
/// It is the move of a piece with that letter, or a capture by a pawn of that file if no piece's name begins
/// with the letter, or nothing. If a piece's name begins with the letter, the refusal names the piece's own
/// letter.
fn a_capital_letter_is_a_piece_s_or_a_taking_pawn_s(variant: Variant) {
    let spec = variant.spec();
    let letters = spec.letters();
    let names = spec.piece_types().iter().flat_map(|piece| piece.name.split([' ', '-']));
    let begins: BTreeSet<char> = names.filter_map(|name| name.chars().next()).collect();
    let misnamed: BTreeSet<char> = &begins - &letters.collect();
    let [pieces, captures, told, refused] = [const { Cell::new(0) }; 4];
    let count = |of: &Cell<u32>| of.set(of.get() + 1);
    let asked = (positions_of(variant), "[A-Z]", any::<[Index; 2]>());
    for_each(tried(variant), &asked, |(position, letter, rows)| {
        let letter = letter.chars().next().expect("a letter");
        let (kind, file) = (spec.kind(letter), letter as u8 - b'A');
        let rows = rows.map(|row| spec.rows().nth(row.index(spec.rows().count())).expect("a row"));
        for (to, (sign, takes)) in rows.into_iter().flatten().flat_map(|to| SIGNS.map(|sign| (to, sign))) {
            let text = format!("{letter}{sign}{to}");
            let read = read_move(&position, &text);
            if misnamed.contains(&letter) {
                let is_told = match &read {
                    Err(ReadError::Illegal(Reason::OtherLetter { .. })) => spec.squares.contains(to),
                    Err(ReadError::Illegal(Reason::NotASquare(square))) => *square == to,
                    _ => false,
                };
                prop_assert!(is_told, "{} is {:?} in {}", text, read, position.fen());
                count(&told);
                continue;
            }
            let Ok(mv) = read else {
                count(&refused);
                continue;
            };
            let is_capture = kind.is_none()
                && takes
                && position.spec().is_ordinary_pawn(mv.kind())
                && mv.is_capture()
                && mv.from().is_some_and(|from| from.file() == file);
            count(if is_capture { &captures } else { &pieces });
            prop_assert!(
                kind == Some(mv.kind()) || is_capture,
                "{} plays {} in {}",
                text,
                mv,
                position.fen()
            );
        }
        Ok(())
    });
    let counts = [pieces.get(), captures.get(), told.get(), refused.get()];
    println!("{variant}: pieces, pawns' captures, letters told, refused: {counts:?}");
    // With few positions, pawns may not have captured anything.
    let few = tried(variant) < CAPITALS;
    assert!(pieces.get() > 0 && (few || captures.get() > 0) && refused.get() > 0, "{variant}: {counts:?}");
    assert_eq!(told.get() > 0, !misnamed.is_empty(), "{variant}: {counts:?}");
}

/// Returns every text that could be a move of some position of the game, and some near misses.
fn all_texts(position: &Position) -> Vec<String> {
    let squares: Vec<String> =
        position.spec().rows().flatten().chain("j0".parse()).map(|square| square.to_string()).collect();
    let own = position.pieces().filter(|(_, piece)| piece.color == position.turn());
    let walks = own.flat_map(|(from, _)| squares.iter().map(move |to| format!("{from}{to}")));
    let mut texts: Vec<String> = walks.collect();
    for to in &squares {
        texts.extend(["J@", "O-O", "O-O-O", "j@", "0-0"].map(|head| format!("{head}{to}")));
    }
    let mut tails: Vec<String> = piece_letters().to_lowercase().chars().map(String::from).collect();
    tails.extend(["Q", "qq", " ", "\u{e9}"].map(str::to_owned));
    let promoted: Vec<String> = position
        .legal_moves()
        .iter()
        .flat_map(|mv| tails.iter().map(move |tail| format!("{mv}{tail}")))
        .collect();
    texts.extend(promoted);
    texts
}

fn a_move_is_found_by_its_text_alone() {
    for_all(&positions(), |position| {
        let listed: std::collections::HashMap<String, rules::Move> =
            position.legal_moves().into_iter().map(|mv| (mv.to_string(), mv)).collect();
        for (text, mv) in &listed {
            prop_assert_eq!(position.legal_move(text), Some(*mv), "{} in {}", text, position.fen());
        }
        for text in all_texts(&position) {
            let expected = listed.get(&text).copied();
            prop_assert_eq!(position.legal_move(&text), expected, "{} in {}", text, position.fen());
        }
        for text in ["", "e", "e2", "E2E4", "e02e4", "e2e4 ", "J@", "O-O", "\u{e9}2e4", "e2\u{e9}4"] {
            prop_assert_eq!(position.legal_move(text), None);
        }
        Ok(())
    });
}

/// A legal move of one position is played in another exactly if it is in the other's list.
fn what_a_search_asks_for_agrees_with_the_list() {
    for_all(&positions(), |position| {
        let legal = position.legal_moves();
        let arrives =
            |mv: &Move| mv.kind() == Kind::KING && position.spec().goals[position.turn()].contains(mv.to());
        let mut expected: Vec<Move> = legal.clone();
        expected.retain(|mv| mv.is_capture() || mv.promotion().is_some() || arrives(mv));
        let mut tactical = Vec::new();
        position.tactical_moves_into(&mut tactical);
        let sorted = |moves: &[Move]| {
            let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
            texts.sort_unstable();
            texts
        };
        prop_assert_eq!(sorted(&tactical), sorted(&expected));
        prop_assert_eq!(position.has_legal_move(), !legal.is_empty());
        for at in position.occupied() {
            for cost in [|mv: &Move| mv.kind().index() as i32, |mv: &Move| -(mv.to().index() as i32)] {
                let expected =
                    tactical.iter().filter(|mv| mv.victims().contains(at)).min_by_key(|mv| cost(mv));
                prop_assert_eq!(position.cheapest_capture(at, cost), expected.copied(), "of {}", at);
            }
        }
        for mv in &legal {
            prop_assert_eq!(position.move_of_code(mv.code()), Some(*mv));
            let after = position.after_known(mv);
            prop_assert_eq!(position.key_after(position.key(), mv, &after), after.key(), "{}", mv);
        }
        let passed = position.passed_on();
        prop_assert_eq!(passed.is_none(), position.is_check());
        prop_assert!(
            passed.is_none_or(|next| next.turn() != position.turn() && next.key() != position.key())
        );
        Ok(())
    });
}

fn moves_of_other_positions_are_refused() {
    let pairs = (positions(), positions()).prop_filter("of one game", |(a, b)| a.variant() == b.variant());
    let (played, refused) = (Cell::new(0), Cell::new(0));
    for_all(&pairs, |(position, other)| {
        let listed = position.legal_moves();
        for mv in other.legal_moves().iter().chain(&listed) {
            let mut line = Line::new(position);
            let ended = if listed.contains(mv) {
                played.set(played.get() + 1);
                Ok(())
            } else {
                refused.set(refused.get() + 1);
                Err(NotLegal)
            };
            prop_assert_eq!(line.play(*mv), ended, "{} in {}", mv, position.fen());
            prop_assert_eq!(line.moves().len(), usize::from(ended.is_ok()));
            prop_assert_eq!(position.is_legal(mv), ended.is_ok());
            prop_assert_eq!(position.after(mv), ended.map(|()| *line.position()));
        }
        Ok(())
    });
    assert!(played.get() > 1_000 && refused.get() > 1_000, "{played:?} {refused:?}");
}

fn a_legal_move_never_leaves_the_king_to_be_taken() {
    for_all(&positions(), |position| {
        for mv in position.legal_moves() {
            let after = position.after(&mv).expect("a legal move");
            prop_assert!(!after.is_opponent_in_check(), "{} in {}", mv, position.fen());
            let replies = after.legal_moves();
            let king = after.king(position.turn()).expect("a royal king");
            prop_assert!(replies.iter().all(|reply| !reply.victims().contains(king)));
        }
        Ok(())
    });
}

/// Returns the position with colours and ranks exchanged.
fn mirrored(position: &Position) -> Position {
    let spec = position.spec();
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let (board, _) = fields[0].split_once('[').unwrap_or((fields[0], ""));
    let rows: Vec<String> = board.split('/').rev().map(swap_case).collect();
    let hand = |color, letter: &str| letter.repeat(usize::from(position.hand(color)));
    let hands = if spec.drops.is_some() {
        format!("[{}{}]", hand(Color::Black, "J"), hand(Color::White, "j"))
    } else {
        String::new()
    };
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let rights: String =
        "KQkq".chars().filter(|right| fields[2].contains(&swap_case(&right.to_string()))).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let passed = mirrored_squares(position, fields[3]);
    let mut text = format!("{}{hands} {turn} {rights} {passed} {} {}", rows.join("/"), fields[4], fields[5]);
    if spec.counts_promotions {
        text += &format!(" {}/{}", position.promotions(Color::Black), position.promotions(Color::White));
    }
    Position::from_fen(position.variant(), &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a text with each rank replaced by the opposite one.
fn mirrored_squares(position: &Position, text: &str) -> String {
    let ends = position.spec().first_rank + position.spec().last_rank;
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].chars().take_while(char::is_ascii_digit).count();
        let rank: u8 = rest[at..at + digits].parse().expect("a rank");
        out += &rest[..at];
        out += &(ends - rank).to_string();
        rest = &rest[at + digits..];
    }
    out + rest
}

fn mirrored_positions_have_mirrored_moves(variant: Variant) {
    for_each(OF_A_GAME, &positions_of(variant), |position| {
        let mirror = mirrored(&position);
        let moves = |position: &Position, text: fn(&Position, &str) -> String| -> Vec<String> {
            let mut texts: Vec<String> =
                position.legal_moves().iter().map(|mv| text(position, &mv.to_string())).collect();
            texts.sort();
            texts
        };
        let expected = moves(&position, mirrored_squares);
        prop_assert_eq!(moves(&mirror, |_, text| text.to_owned()), expected, "{}", position.fen());
        prop_assert_eq!(mirror.is_check(), position.is_check());
        let (ended, mirrored) = (position.termination(), mirror.termination());
        let winner = |ended: Option<Termination>| ended.and_then(Termination::winner);
        prop_assert_eq!(winner(mirrored), winner(ended).map(Color::other));
        prop_assert_eq!(mirrored.is_some(), ended.is_some());
        Ok(())
    });
}

fn a_refused_text_changes_nothing() {
    for_all(&(positions(), vec(move_like(), 1..8)), |(position, texts)| {
        let before = position;
        for text in texts {
            if let Ok(mv) = read_move(&position, &text) {
                prop_assert!(position.legal_moves().contains(&mv), "{} in {}", text, position.fen());
            }
            prop_assert_eq!(&position, &before);
        }
        for (square, _) in position.pieces() {
            let _ = why_stuck(&position, square);
        }
        Ok(())
    });
}

fn garbage_is_read_without_panic() {
    for_all(&(any_variant(), fen_like(), move_like()), |(variant, fen, text)| {
        if let Err(error) = Position::from_fen(variant, &fen) {
            prop_assert!(!error.defects().is_empty());
        }
        if let Ok(mv) = read_move(&Position::start(variant), &text) {
            prop_assert!(Position::start(variant).is_legal(&mv), "{}", text);
        }
        Ok(())
    });
}

fn damaged_positions_are_read_without_panic() {
    let letters = piece_letters();
    let signs: Vec<char> =
        (letters.clone() + &letters.to_lowercase() + "0123456789*/ []\u{e9}-").chars().collect();
    let damage = (any::<Index>(), 0..3_u8, select(signs));
    for_all(&(positions(), vec(damage, 1..4)), |(position, damages)| {
        let mut letters: Vec<char> = position.fen().chars().collect();
        for (at, how, letter) in damages {
            let at = at.index(letters.len());
            match how {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, letter),
                _ => letters[at] = letter,
            }
        }
        let damaged: String = letters.into_iter().collect();
        // A damaged text that is still accepted must be a valid position.
        if let Ok(accepted) = Position::from_fen(position.variant(), &damaged) {
            let again = Position::from_fen(position.variant(), &accepted.fen());
            prop_assert_eq!(again.as_ref(), Ok(&accepted));
            prop_assert!(!accepted.is_opponent_in_check());
            let _ = (accepted.termination(), accepted.legal_moves());
        }
        Ok(())
    });
}
