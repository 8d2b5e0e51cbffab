//! A pseudo language made from English, accented and longer: reveals untranslated texts and texts without
//! enough room.

pub mod answers;
pub mod families;
pub mod lessons;
pub mod menus;
pub mod merits;
pub mod people;
pub mod puzzles;
pub mod servers;
pub mod standing;

use std::sync::LazyLock;

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use fluent_syntax::serializer::serialize;
use rookery::app::{GameLine, Level, MovesView, Place, Shown, Waits};
use rookery::discord::features::rulebook;
use rookery::discord::interaction::permission;
use rookery::discord::reply::{
    CARD_TEXT_MAX, CONTENT_MAX, Card, CardPart, FORM_HINT_MAX, FORM_MAX, Form, Input, LABEL_MAX, Reply, Row,
    length,
};
use rookery::discord::rest::mentions::{with_mentions, written};
use rookery::game::{ChannelId, Ending, Game, GameId, Millis, OfferKind, Ply, Refusal, UserId};
use rookery::games;
use rookery::render::{ALT_TEXT_LIMIT, BoardView, Look, cut};
use rookery::rules::piece_type::{KNIGHT, NINJA_PAWN};
use rookery::rules::{
    Arrival, ByColor, Color, DescribedMove, Every, Line, Move, NoDrop, Position, ReadError, Square,
    Termination, Variant, read_move, stuck, why_stuck,
};
use rookery::words::{Languages, Mentioned, Needs, NotDone, Words, english_messages};
use strum::IntoEnumIterator;

tests!(
    the_language_is_longer_and_keeps_commands,
    nothing_of_a_refused_text_is_left_in_english,
    nothing_of_a_refused_position_is_left_in_english,
    nothing_of_a_refused_action_is_left_in_english,
    nothing_of_a_described_board_is_left_in_english,
    nothing_of_a_reply_is_left_in_english,
    nothing_of_the_rules_is_left_in_english,
    nothing_of_a_list_of_games_is_left_in_english,
    a_message_that_a_language_lacks_is_told_in_english,
    a_locale_has_its_language_or_english,
    what_is_wrong_with_a_file_of_messages_is_said,
);

/// Discord's limit for a choice.
const CHOICE_MAX: usize = 100;
/// Above this length a sentence may be too long for a choice in a verbose language, and is then truncated.
const LONG: usize = 60;

/// The pseudo language.
pub static PSEUDO: LazyLock<Words> = LazyLock::new(|| {
    let files = english_messages().map(|(_, text)| pseudo_file(text));
    Words::new("en-XA", files).unwrap_or_else(|defects| panic!("{}", defects.join("\n")))
});

fn pseudo_file(text: &str) -> String {
    let mut resource = parse(text.to_owned()).expect("messages");
    for entry in &mut resource.body {
        if let Entry::Message(message) = entry {
            let attributes = message.attributes.iter_mut().map(|one| &mut one.value);
            for pattern in message.value.iter_mut().chain(attributes) {
                disguise(pattern, &mut false);
            }
        }
    }
    serialize(&resource)
}

/// Accents all text except commands in backticks; arguments stay.
fn disguise(pattern: &mut Pattern<String>, in_code: &mut bool) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => *value = disguised(value, in_code),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for variant in variants {
                    disguise(&mut variant.value, &mut in_code.clone());
                }
            }
            PatternElement::Placeable { .. } => {}
        }
    }
}

/// Accents letters, and doubles vowels and some frequent consonants, which makes a text 40 % longer.
fn disguised(text: &str, in_code: &mut bool) -> String {
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const ACCENTED: &str = "áƀçđéƒğĥíĵķłɱñóþɋřšŧúṽŵẋýžÁɃÇĐÉƑĞĤÍĴĶŁⱮÑÓÞɊŘŠŦÚṼŴẊÝŽ";
    let mut out = String::new();
    for c in text.chars() {
        *in_code ^= c == '`';
        match PLAIN.chars().position(|plain| plain == c).filter(|_| !*in_code) {
            Some(at) => {
                let accented = ACCENTED.chars().nth(at).expect("as many letters");
                let count = if "aeioutnd".contains(c.to_ascii_lowercase()) { 2 } else { 1 };
                out.extend(std::iter::repeat_n(accented, count));
            }
            None => out.push(c),
        }
    }
    out
}

/// Asserts that outside of commands no four plain letters are adjacent: no square and no notation is that
/// long.
pub fn check(text: &str) {
    let mut in_code = false;
    let mut run = 0;
    for c in text.chars() {
        in_code ^= c == '`';
        run = if c.is_ascii_alphabetic() && !in_code { run + 1 } else { 0 };
        assert!(run < 4, "English is left in {text:?}");
    }
    assert!(!text.trim().is_empty(), "nothing is said");
}

/// Asserts that a text fits Discord's limit, also once its commands are mentions.
pub fn fits(text: &str, room: usize) {
    let length = with_mentions(text);
    assert!(length <= room, "{length} characters are more than {room}: {text}");
}

fn games() -> Vec<(Variant, Vec<Position>)> {
    let positions = |variant: Variant| {
        let base = variant.spec().base.as_deref().and_then(games::from_slug);
        let is_of_base =
            |fen: &str| base.is_some_and(|base| base.spec().diagrams().any(|one| one.fen == fen));
        let fens = variant.spec().diagrams().map(|diagram| &*diagram.fen).filter(|fen| !is_of_base(fen));
        let shown = fens.map(|fen| Position::from_fen(variant, fen).expect("a diagram"));
        std::iter::once(Position::start(variant)).chain(shown).collect()
    };
    games::all().map(|variant| (variant, positions(variant))).collect()
}

fn the_language_is_longer_and_keeps_commands() {
    let text = disguised("Write it like this; `/moves e2` shows more.", &mut false);
    assert_eq!(text, "Ŵřííŧŧéé ííŧŧ łííķéé ŧŧĥííš; `/moves e2` šĥóóŵš ɱóóřéé.");
    assert_eq!(disguised("Anyone", &mut false), "ÁÁññýóóññéé");
    let english: usize = english_messages().map(|(_, text)| said_in(text)).sum();
    let pseudo: usize = english_messages().map(|(_, text)| said_in(&pseudo_file(text))).sum();
    assert!(pseudo * 10 >= english * 14, "{english} {pseudo}");
}

/// The texts of a card, from top to bottom.
pub fn said(reply: &Reply) -> String {
    reply.card.iter().flat_map(Card::texts).collect::<Vec<_>>().join("\n")
}

/// The number of readable characters of a file, without arguments.
fn said_in(file: &str) -> usize {
    fn of_pattern(pattern: &Pattern<String>) -> usize {
        let of_element = |element: &PatternElement<String>| match element {
            PatternElement::TextElement { value } => value.chars().count(),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                variants.iter().map(|variant| of_pattern(&variant.value)).sum()
            }
            PatternElement::Placeable { .. } => 0,
        };
        pattern.elements.iter().map(of_element).sum()
    }
    let resource = parse(file.to_owned()).expect("messages");
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message),
        _ => None,
    });
    let patterns = messages.flat_map(|message| {
        message.value.iter().chain(message.attributes.iter().map(|attribute| &attribute.value))
    });
    patterns.map(of_pattern).sum()
}

fn nothing_of_a_refused_text_is_left_in_english() {
    let mut kinds = std::collections::BTreeSet::new();
    for (_, positions) in games() {
        for position in positions {
            let squares: Vec<Square> = position.spec().squares.iter().collect();
            let mut texts: Vec<String> = [
                "",
                "xyzzy",
                "O-O",
                "O-O-O",
                "castle a1",
                "drop e4",
                "J@",
                "N@e4",
                "Sd3",
                "Rad1",
                "pawn",
                "R",
                "e2 e4 e5",
                "1. e4 e5",
            ]
            .map(str::to_owned)
            .into();
            texts.extend(position.pieces().map(|(square, _)| square.to_string()));
            texts.extend(squares.iter().map(|to| format!("N{to}")));
            for (from, _) in position.pieces() {
                texts.extend(squares.iter().map(|to| format!("{from}{to}")));
                texts.extend(squares.iter().map(|to| format!("{from}{to}=K")));
            }
            for text in texts {
                if let Err(error) = read_move(&position, &text) {
                    let told = PSEUDO.read_error(&position, &error);
                    check(&told);
                    fits(&told, CONTENT_MAX);
                    if let ReadError::Illegal(reason) = &error {
                        kinds.insert(format!("{reason:?}").split(['(', ' ']).next().map(str::to_owned));
                    }
                }
            }
        }
    }
    assert!(kinds.len() > 20, "only these reasons: {kinds:?}");
}

fn nothing_of_a_refused_position_is_left_in_english() {
    let mut seen = std::collections::BTreeSet::new();
    for variant in games::all() {
        let mut fens: Vec<String> = games::all().map(|other| other.spec().start_fen.clone()).collect();
        let own = &variant.spec().start_fen;
        fens.extend([" w ", "KQ", "- ", "P", "K", "/", "8", "0 1"].map(|part| own.replacen(part, "", 1)));
        fens.extend(["P", "p", "/"].map(|part| own.replacen(part, "Q", 3)));
        fens.extend([own.replace(" w ", " x "), own.replace(" 0 1", " z 0"), own.replace(" - ", " e9 ")]);
        fens.extend(["9".repeat(500), String::new(), own.replace('P', "p"), own.replace('8', "08")]);
        for fen in fens {
            let Err(error) = games::position(variant, &fen) else { continue };
            check(&PSEUDO.fen_refused(&error));
            for defect in error.defects() {
                check(&PSEUDO.fen_defect(variant.spec(), defect));
                seen.insert(format!("{defect:?}").split(['(', ' ']).next().map(str::to_owned));
            }
        }
    }
    assert!(seen.len() > 12, "only these defects: {seen:?}");
}

fn nothing_of_a_refused_action_is_left_in_english() {
    let (red, blue) = (UserId(1), UserId(2));
    let chess = games::from_slug("chess").expect("a game");
    let game = |white, black| {
        let line = Line::new(Position::start(chess));
        Game::new(ByColor { white, black }, line, Millis(0))
    };
    let games = [game(Some(red), Some(blue)), game(Some(red), None), game(None, None)];
    let mut refusals = vec![
        Refusal::NotYourTurn,
        Refusal::NotAPlayer,
        Refusal::Stale,
        Refusal::Played,
        Refusal::NothingToTakeBack,
        Refusal::EnginePlaysOn,
        Refusal::DrawDeclined { after: 12 },
    ];
    refusals.extend(Ending::every().into_iter().map(Refusal::Over));
    for ask in OfferKind::iter() {
        refusals.extend([Refusal::TooSoon(ask), Refusal::AskedAlready(ask), Refusal::NothingAsked(ask)]);
        refusals.extend([Refusal::OwnAsk(ask), Refusal::TheirAsk(ask)]);
    }
    for game in &games {
        for refusal in &refusals {
            check(&PSEUDO.refusal(game, refusal, &named));
        }
    }
    for how in Termination::every() {
        check(&PSEUDO.fen_over(how));
        if let Termination::Goal(Arrival { goal, .. }) = how {
            check(&PSEUDO.goal_news(goal, Color::White, "a4".parse().expect("a square")));
        }
    }
}

/// As Discord writes it, except for addresses, which are not English text.
fn named(what: Mentioned) -> String {
    match what {
        Mentioned::Place(place) => written(Mentioned::Channel(place.channel)),
        other => written(other),
    }
}

/// Asserts that nothing of a form is untranslated or too long.
pub fn form_fits(form: &Form) {
    check(&form.title);
    fits(&form.title, FORM_MAX);
    assert_eq!(form.left_out(), [], "{}", form.title);
    for field in &form.fields {
        check(&field.label);
        fits(&field.label, FORM_MAX);
        if let Some(hint) = &field.hint {
            check(hint);
            fits(hint, FORM_HINT_MAX);
        }
        assert!(!field.is_empty(), "{}", field.label);
        if let Input::OneOf(lines) | Input::AnyOf(lines) | Input::Menu(lines, _) = &field.input {
            for line in lines {
                check(&line.name);
                // A text of this length may have been truncated.
                assert!(length(&line.name) < CHOICE_MAX, "{}", line.name);
            }
        }
    }
}

fn check_text(text: &str) {
    check(text);
    fits(text, CONTENT_MAX);
}

fn nothing_of_a_described_board_is_left_in_english() {
    check(PSEUDO.to_move());
    let mut random = fastrand::Rng::with_seed(5);
    for (variant, positions) in games() {
        check(&PSEUDO.game(variant));
        check(&PSEUDO.origin(variant));
        check(&PSEUDO.summary(variant));
        PSEUDO.readings(variant).iter().for_each(|reading| check(reading));
        variant.spec().piece_types().iter().for_each(|piece| check(&PSEUDO.piece(variant, piece)));
        for diagram in variant.spec().diagrams() {
            check(&PSEUDO.caption(variant, diagram));
            let view = BoardView::of_diagram(variant, diagram);
            check(&PSEUDO.diagram_alt_text(&[view.clone(), view]));
        }
        let mut line = Line::new(positions[0]);
        while let Some(mv) = random.choice(line.position().legal_moves()).filter(|_| line.moves().len() < 80)
        {
            line.play(mv).expect("a legal move");
            check(&PSEUDO.told_move(&DescribedMove::played(line.position(), &mv)));
            let view = BoardView::of_line(&line, Color::White);
            let alt = PSEUDO.alt_text(&view);
            check(&alt);
            assert!(alt.chars().count() <= ALT_TEXT_LIMIT);
            let signs = PSEUDO.text_board_signs(&view);
            if !signs.is_empty() {
                check(&signs);
            }
            check_pieces(line.position());
        }
        positions.iter().for_each(check_pieces);
    }
}

fn nothing_of_a_reply_is_left_in_english() {
    for seconds in [1, 2] {
        check(&PSEUDO.too_fast(seconds));
        check(&PSEUDO.board_shown_lately(seconds));
    }
    for why in NotDone::ALL {
        check(&PSEUDO.not_done(why));
    }
    let permissions = permission::NAMED.map(|(_, permission)| permission);
    for needs in [Needs::Boards, Needs::Thread] {
        check(&PSEUDO.missing_permissions(&permissions, needs));
        check(&PSEUDO.missing_permissions(&permissions[..1], needs));
    }
    let knight = NoDrop::Check { piece: &KNIGHT, by: "e3".parse().expect("a square") };
    let squares = ["e0", "f0"].map(|at| at.parse().expect("a square")).into_iter().collect();
    for why in [NoDrop::HandEmpty, NoDrop::RankFull(2), NoDrop::SquaresFull(squares), knight] {
        check_choice(&Shown::NoDrop(&NINJA_PAWN, why));
    }
    let threads = games::all().map(|game| PSEUDO.thread_name(game, "@Red", Some("@Red")));
    for text in threads.chain([
        PSEUDO.thread_name_alone(games::all().next().expect("a game"), "@Red"),
        PSEUDO.thread_name_bot(games::all().next().expect("a game"), "@Red", ("@Red", Level::default())),
        PSEUDO.not_drawn("e4"),
    ]) {
        check(&text);
    }
    for hidden in [1, 2, 218] {
        check_choice(&Shown::More(hidden));
        assert!(PSEUDO.is_more(&PSEUDO.choice(&Shown::More(hidden))));
    }
}

fn nothing_of_the_rules_is_left_in_english() {
    // An address does not depend on the language, and a menu's choices are truncated.
    let without_address = |text: &str| {
        let (before, after) = text.split_once('<').expect("the source");
        format!("{before}{}", after.split_once('>').expect("an address").1)
    };
    let menu = |reply: &Reply| {
        let parts = reply.card.iter().flat_map(|card| &card.parts);
        let rows = parts.filter_map(|part| if let CardPart::Row(row) = part { Some(row) } else { None });
        let [Row::Select(select)] = rows.collect::<Vec<_>>()[..] else { panic!("one menu") };
        fits(&select.label, LABEL_MAX);
        check(&select.label);
        select.lines.iter().for_each(|line| check(&line.name));
    };
    for variant in games::all() {
        let reply = rulebook::of_game(&PSEUDO, variant);
        let whole = said(&reply);
        check(&without_address(&whole));
        fits(&whole, CARD_TEXT_MAX);
        assert!(whole.contains(&PSEUDO.summary(variant)), "{}", variant.slug());
        menu(&reply);
        for piece in variant.spec().piece_types() {
            for typed in [piece.name.to_string(), PSEUDO.kind(piece)] {
                let reply = rulebook::of_piece(&PSEUDO, variant, &typed).expect("a piece of the game");
                let told = said(&reply);
                check(&without_address(&told));
                fits(&told, CARD_TEXT_MAX);
                menu(&reply);
            }
        }
        check(&rulebook::of_piece(&PSEUDO, variant, "xyzzy").expect_err("no piece"));
    }
}

fn nothing_of_a_list_of_games_is_left_in_english() {
    let of = UserId(1);
    for person in [None, Some("<@1>")] {
        for count in [0, 1, 2] {
            check(&PSEUDO.games_count(count, person));
        }
    }
    check(&PSEUDO.games_page(2, 3));
    for opponent in [None, Some(of), Some(UserId(2))] {
        for waits in
            [None, Some(Waits::ChannelGone), Some(Waits::Removed), Some(Waits::Locked), Some(Waits::Closed)]
        {
            for (your_turn, own, ply) in [(true, true, 0), (true, false, 1), (false, true, 2)] {
                let line = GameLine {
                    game: GameId(1),
                    variant: games::from_slug("chess").expect("a game"),
                    opponent,
                    side: Color::White,
                    level: own.then(Level::default),
                    your_turn,
                    ply: Ply(ply),
                    moved_at: Millis(0),
                    until: own.then_some(Millis(0)),
                    away: your_turn.then_some(Millis(0)),
                    place: Place { guild: None, channel: ChannelId(1) },
                    waits,
                    nudge: None,
                };
                check(&PSEUDO.games_line(&line, (of, own), own.then_some("<#1>"), &written));
                check(&PSEUDO.game_over_line(&line, Ending::Agreed, of, &written));
                check(&PSEUDO.page_bot(Level::default()));
            }
        }
    }
}

fn check_choice(shown: &Shown) {
    let choice = PSEUDO.choice(shown);
    check(&choice);
    fits(&choice, CHOICE_MAX);
}

/// Checks the texts of each piece of a board and of its moves.
fn check_pieces(position: &Position) {
    for mv in position.legal_moves() {
        let told = DescribedMove::new(position, &mv);
        let choice = PSEUDO.move_choice(&told);
        check(&choice);
        let english = Words::english().move_choice(&told).chars().count();
        assert!(english <= CHOICE_MAX, "{choice}");
        assert!(choice.chars().count() <= CHOICE_MAX || english > LONG, "{choice}");
    }
    let drops: Vec<Move> = position.legal_moves().into_iter().filter(Move::is_drop).collect();
    if !drops.is_empty() {
        let view = BoardView::new(position, None, Color::White).with_dots(position, None, &drops);
        check(&PSEUDO.told_ways(&view).expect("moves are marked"));
    }
    for (square, piece) in position.pieces() {
        let (color, piece) = (piece.color, position.spec().piece_type(piece.kind));
        check_choice(&Shown::Piece(color, piece, square));
        let view = BoardView::new(position, None, Color::White).with_dots(
            position,
            square,
            &position.moves_from(square),
        );
        let moves = MovesView {
            square,
            piece,
            holds: why_stuck(position, square),
            held_fast: false,
            board: view.clone(),
            look: Look::default(),
        };
        check_text(&PSEUDO.told_moves(&moves));
        check(&PSEUDO.told_ways(&view).expect("moves are marked"));
        check(&PSEUDO.list_text(&view.with_moves_told_beside()));
        for hold in why_stuck(position, square) {
            check(&PSEUDO.hold(piece, square, hold));
        }
        if let Some(why) = stuck(position, square) {
            let line = PSEUDO.stuck_choice(piece, square, why);
            check(&line);
            // The list truncates it; the rest still names the piece that cannot move.
            let cut = cut(&line, CHOICE_MAX);
            assert!(cut.chars().count() <= CHOICE_MAX && cut.contains(&square.to_string()), "{cut}");
        }
    }
}

fn a_message_that_a_language_lacks_is_told_in_english() {
    let german = Words::new("de", std::iter::once("state-stalemate = Patt".to_owned())).expect("messages");
    assert_eq!(german.termination(Termination::Stalemate), "Patt");
    assert_eq!(german.termination(Termination::Checkmate(Color::White)), "checkmate, White has won");
}

fn a_locale_has_its_language_or_english() {
    let languages = Languages::embedded().with("fi", &PSEUDO);
    for locale in ["fi", "fi-FI", "FI_fi"] {
        assert!(std::ptr::eq(languages.of(locale), &raw const *PSEUDO), "{locale}");
    }
    assert!(languages.other("en-GB").is_none() && languages.other("sv-SE").is_none());
    for locale in ["en-GB", "en-US", "", "xx", "tlh-KX"] {
        assert!(std::ptr::eq(languages.of(locale), Words::english()), "{locale}");
    }
}

fn what_is_wrong_with_a_file_of_messages_is_said() {
    for (language, text) in [
        ("no language", "a = b"),
        ("de", "a = { $b"),
        ("de", "state-stalemate = Patt\nstate-stalemate = Patt"),
    ] {
        let defects = Words::new(language, std::iter::once(text.to_owned())).err().unwrap_or_default();
        assert!(!defects.is_empty(), "{language}: {text}");
    }
}
