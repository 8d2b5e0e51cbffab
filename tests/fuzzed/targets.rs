//! The fuzz targets: what is done with arbitrary bytes, and what must hold then. `cargo fuzz` searches for
//! violations, and `cargo test` replays the stored inputs.

use std::net::IpAddr;

use rookery::app::{LearningAt, PageSecret};
use rookery::config::Reading;
use rookery::discord::actions::ComponentAction;
use rookery::discord::actions::custom_id::ID_MAX;
use rookery::discord::{InteractionRead, PublicKey, read_interaction};
use rookery::game::{Game, LogEntry, Millis, Ply};
use rookery::games::trial::{self, Plan, Wrong};
use rookery::games::{self, Fault, Refused};
use rookery::http_server::ClientAddress;
use rookery::render::{BoardView, Look, Replay, Theme, gif, palette, png, render_rgba};
use rookery::rules::{ByColor, Color, Line, Notation, Pgn, Position, Variant, candidates, read_move, san};
use rookery::web::{self, GameRequest, HeaderMap, HeaderName, HeaderValue, Method, PublicUrl};
use rookery::words::{Languages, Words};
use secrecy::ExposeSecret;

/// A target: its name and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const ALL: [Target; 13] = [
    ("config", config),
    ("custom_id", custom_id),
    ("fen", fen),
    ("film", film),
    ("game_file", game_file),
    ("game_log", game_log),
    ("interaction", interaction),
    ("move_list", move_list),
    ("move_text", move_text),
    ("page", page),
    ("pgn", pgn),
    ("picture", picture),
    ("signature", signature),
];

/// The game selected by a byte.
fn variant(byte: u8) -> Variant {
    let all: Vec<Variant> = games::all().collect();
    all[usize::from(byte) % all.len()]
}

/// The first byte's game and the remaining text.
fn game_and_text(data: &[u8]) -> Option<(Variant, &str)> {
    let (first, rest) = data.split_first()?;
    Some((variant(*first), std::str::from_utf8(rest).ok()?))
}

/// A game of legal moves, each chosen by a byte.
fn played(variant: Variant, bytes: &[u8]) -> Line {
    let mut line = Line::new(Position::start(variant));
    for byte in bytes {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        line.play(moves[usize::from(*byte) % moves.len()]).expect("a legal move");
    }
    line
}

/// A valid FEN is written back unchanged, and its moves can be made and are read back from their texts.
pub fn fen(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    let Ok(position) = Position::from_fen(variant, text) else { return };
    let again = Position::from_fen(variant, &position.fen()).expect("what it writes, it reads");
    assert_eq!(again, position);
    for mv in position.legal_moves().into_iter().take(12) {
        position.after(&mv).expect("a legal move");
        assert_eq!(read_move(&position, &san(&position, &mv)), Ok(mv));
        assert_eq!(read_move(&position, &mv.to_string()), Ok(mv));
    }
    let _ = (Words::english().alt_text(&BoardView::new(&position, None, Color::White)), position.is_check());
}

/// Whatever is typed, only legal moves are accepted, and each refusal has a sentence.
pub fn move_text(data: &[u8]) {
    let Some(((game, count), rest)) = data.split_first_chunk::<2>().map(|([a, b], rest)| ((*a, *b), rest))
    else {
        return;
    };
    let Some((moves, text)) = rest.split_at_checked(usize::from(count % 64)) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let line = played(variant(game), moves);
    let position = line.position();
    match read_move(position, text) {
        Ok(mv) => assert!(position.legal_moves().contains(&mv), "{text}: {mv}"),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
    for (_, mv) in candidates(&Notation::new(position), text) {
        assert!(position.legal_moves().contains(&mv), "{text}: {mv} is suggested");
    }
}

/// A list of moves as on the command line: the playable ones lead from position to position.
pub fn move_list(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    let mut line = Line::new(Position::start(variant));
    for word in text.split_whitespace().take(40) {
        let Ok(mv) = read_move(line.position(), word) else { break };
        if let Err(why) = line.play(mv) {
            assert!(line.termination().is_some(), "{mv} is legal and cannot be played: {why:?}");
            break;
        }
    }
    let again = Position::from_fen(variant, &line.position().fen()).expect("a position that was played to");
    assert_eq!(again, *line.position());
}

/// A game file is refused with sentences that have line numbers, or its game can be played for some moves.
/// The only fault found then may be too many moves.
pub fn game_file(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let game = match games::of_file("own-fuzzed", text) {
        Ok(game) => game,
        Err(Refused::Start(line, error)) => return assert!(line > 0 && !error.defects().is_empty()),
        Err(Refused::Faults(faults)) => {
            let lines = 1..=text.matches('\n').count() + 1;
            let is_sound = |fault: &Fault| lines.contains(&fault.line) && fault.text.ends_with(['.', '?']);
            return assert!(!faults.is_empty() && faults.iter().all(is_sound), "{faults:?}");
        }
    };
    let mut left = 24;
    let mut goes_on = |_| {
        left -= 1;
        left > 0
    };
    let plan = Plan { games: 2, ..Plan::default() };
    if let Err(fault) = trial::run(game.spec(), &plan, &mut goes_on) {
        assert!(matches!(fault.wrong, Wrong::TooManyMoves(_)), "{fault:?}");
    }
}

/// A log as in a manipulated database: it is replayed, or refused with a reason.
pub fn game_log(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    let begun = LogEntry::begun(&Position::start(variant));
    let entries = text.lines().take(60).filter_map(|line| {
        let (kind, text) = line.split_once(' ').unwrap_or((line, ""));
        let (kind, by) = match kind.split_once('/') {
            Some((kind, "w")) => (kind, Some(Color::White)),
            Some((kind, _)) => (kind, Some(Color::Black)),
            None => (kind, None),
        };
        Some(LogEntry { kind: kind.parse().ok()?, by, text: text.to_owned() })
    });
    let log: Vec<LogEntry> = std::iter::once(begun).chain(entries).collect();
    let players = ByColor { white: None, black: None };
    match Game::replay(variant, players, None, Millis(0), &log) {
        Ok(game) => assert!(game.ply().0 as usize <= log.len()),
        Err(bad) => assert!(!bad.to_string().is_empty()),
    }
}

/// A button's payload is read back as written, and fits into Discord's limit.
pub fn custom_id(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(action) = text.parse::<ComponentAction>() else { return };
    let written = action.to_string();
    assert!(written.len() <= ID_MAX || text.len() > ID_MAX, "{written}");
    assert_eq!(written.parse(), Ok(action), "{written}");
}

/// Any JSON is an interaction or not; its logged shape contains none of its texts.
pub fn interaction(data: &[u8]) {
    let Ok(mut raw) = serde_json::from_slice::<serde_json::Value>(data) else { return };
    let now = rookery::timing::Clock::system().instant();
    let said = |raw: &serde_json::Value| {
        let (read, shape) = read_interaction(raw, &Languages::embedded(), now, Millis(0));
        let printed = match read {
            InteractionRead::Whole(interaction) => Some(format!("{interaction:?}")),
            InteractionRead::Ping | InteractionRead::Lost => None,
        };
        (printed, shape)
    };
    let told = said(&raw);
    let is_token = |value: &serde_json::Value| value.as_str().is_some_and(|token| !token.is_empty());
    if let Some(token) = raw.get_mut("token").filter(|value| is_token(value)) {
        *token = "another".into();
        assert_eq!(said(&raw), told, "a token is printed");
    }
}

/// Settings are accepted, or each mistake is reported; printed settings contain no token.
pub fn config(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let reading = Reading::parse(text);
    let told = format!("{} {:?} {:?}", reading.describe(), reading.config, reading.mistakes);
    for mistake in &reading.mistakes {
        assert!(!mistake.text.is_empty());
    }
    if let Some(token) = &reading.config.token {
        let token = token.expose_secret();
        // A short token may occur in it by chance.
        assert!(token.len() < 24 || text.matches(token).count() > 1 || !told.contains(token), "{told}");
    }
}

/// A game is read as PGN; its playable part is written so that it can be read back.
pub fn pgn(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    let Ok(read) = Pgn::read(text) else { return };
    let mut line = Line::new(Position::start(variant));
    for text in read.moves.iter().take(40) {
        let Ok(mv) = read_move(line.position(), text) else { break };
        if let Err(why) = line.play(mv) {
            assert!(line.termination().is_some(), "{mv} is legal and cannot be played: {why:?}");
            break;
        }
    }
    let again = Pgn::read(&rookery::rules::moves_in_san(&line).join(" ")).expect("one game");
    let mut replayed = Line::new(Position::start(variant));
    for text in &again.moves {
        let mv = read_move(replayed.position(), text).expect("a move that was written");
        replayed.play(mv).expect("a legal move");
    }
    assert_eq!(replayed.position(), line.position());
}

/// A picture joined from tiles equals the drawn one, pixel for pixel, mapped to the palette.
pub fn picture(data: &[u8]) {
    let Some(([game, theme, cell, flags], moves)) = data.split_first_chunk::<4>() else { return };
    let line = played(variant(*game), &moves[..moves.len().min(60)]);
    let themes: Vec<&Theme> = Theme::all().collect();
    let mut look = Look::of(themes[usize::from(*theme) % themes.len()]).saying(Words::english().to_move());
    look = look.with_cell(16 + u32::from(*cell) % 48);
    (look.coordinates, look.panel) = (flags & 1 == 0, flags & 2 == 0);
    let side = if flags & 4 == 0 { Color::White } else { Color::Black };
    let view = BoardView::of_line(&line, side);
    let posted = image::load_from_memory_with_format(&png(&view, &look), image::ImageFormat::Png);
    let (posted, drawn) = (posted.expect("a PNG").to_rgba8(), render_rgba(&view, &look));
    assert_eq!(posted.dimensions(), drawn.dimensions());
    let colours = palette(view.variant, &look);
    let distance = |colour: [u8; 3], other: &[u8; 3]| -> i32 {
        other.iter().zip(colour).map(|(a, b)| (i32::from(*a) - i32::from(b)).pow(2)).sum()
    };
    let mut known = std::collections::HashMap::new();
    for (pixel, mapped) in drawn.pixels().zip(posted.pixels()) {
        let colour = [pixel.0[0], pixel.0[1], pixel.0[2]];
        let nearest = || *colours.iter().min_by_key(|other| distance(colour, other)).expect("a colour");
        let expected = *known.entry(colour).or_insert_with(nearest);
        assert_eq!(mapped.0[..3], expected, "{view:?}");
    }
}

/// The frames of an animation, applied in order, give the pictures of its positions.
pub fn film(data: &[u8]) {
    let Some(([game, flags], moves)) = data.split_first_chunk::<2>() else { return };
    let line = played(variant(*game), &moves[..moves.len().min(12)]);
    let side = if flags & 1 == 0 { Color::White } else { Color::Black };
    let look = Look::default().saying(Words::english().to_move()).with_cell(16 + u32::from(flags >> 1) % 16);
    let frames = BoardView::frames(&line, side);
    let file = gif(&frames, &Replay { look, ..Replay::default() });
    let shown = super::plain_gif::PlainGif::read(&file).pictures();
    assert_eq!(shown.len(), frames.len());
    for (shown, frame) in shown.iter().zip(&frames) {
        // The side to move would change with every frame, and is not shown.
        let frame = BoardView { ended: true, ..frame.clone() };
        let drawn = image::load_from_memory_with_format(&png(&frame, &look), image::ImageFormat::Png);
        assert!(*shown == drawn.expect("a PNG").to_rgba8(), "{frame:?}");
    }
}

/// Any request of a page or an impostor.
///
/// Requests of other sites are rejected, a cookie is ours or ignored, a client without a trusted proxy counts
/// by its own address, an address of lessons and puzzles is written back as read, and a valid action has a
/// page's id and a short move.
pub fn page(data: &[u8]) {
    let own: PublicUrl = "https://chess.example.org".parse().expect("an address");
    let (peer, proxy) = (IpAddr::from([203, 0, 113, 7]), IpAddr::from([10, 0, 0, 1]));
    let mut headers = HeaderMap::new();
    for line in data.split(|byte| *byte == b'\n') {
        let Some(at) = line.iter().position(|byte| *byte == b':') else { continue };
        let name = HeaderName::from_bytes(&line[..at]);
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(&line[at + 1..])) {
            headers.append(name, value);
        }
    }
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|sent| sent == value);
    if web::refusal(&own, &Method::POST, &headers).is_none() {
        assert!(is("origin", "https://chess.example.org") && headers.contains_key("host"));
        assert!(!is("sec-fetch-site", "cross-site"));
    }
    if let Some(browser) = web::browser(&own, &headers) {
        assert_eq!(PageSecret::read(browser.reveal()).as_ref(), Some(&browser));
    }
    assert_eq!(web::client(&[proxy.into()], &headers, Some(ClientAddress(peer))), peer);
    assert_eq!(web::client(&[], &headers, Some(ClientAddress(proxy))), proxy);
    let behind = web::client(&[proxy.into()], &headers, Some(ClientAddress(proxy)));
    assert!(behind == proxy || headers.contains_key("x-forwarded-for"));
    if let Ok(text) = std::str::from_utf8(data) {
        assert!(PageSecret::read(text).is_none_or(|secret| secret.reveal() == text));
        if let Ok(url) = text.parse::<PublicUrl>() {
            let again: PublicUrl = url.to_string().parse().expect("what it writes, it reads");
            assert_eq!(again, url);
        }
    }
    if let Ok(at) = std::str::from_utf8(data).unwrap_or_default().parse::<LearningAt>() {
        assert_eq!(at.to_string().parse(), Ok(at.clone()));
        assert_eq!(at.then(Ply(99)).is_none(), at.then(Ply(0)).is_none());
        at.why_no_move("e2e4");
    }
    if let Ok(wish) = serde_json::from_slice::<GameRequest>(data)
        && wish.is_sound()
    {
        assert!(wish.id.is_ascii() && !wish.id.contains(['<', '"', ' ']) && wish.r#move.len() <= 100);
    }
}

/// Unsigned data is never accepted: neither a changed text, a changed signature, nor an invalid one.
pub fn signature(data: &[u8]) {
    use ring::signature::{Ed25519KeyPair, KeyPair as _};
    let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a key");
    let key: PublicKey = hex(pair.public_key().as_ref()).parse().expect("a key");
    let Some(([at, xor], body)) = data.split_first_chunk::<2>() else { return };
    let (stamp, text) = body.split_at(body.len().min(10));
    let signed = [stamp, text].concat();
    let made = pair.sign(&signed);
    let right = hex(made.as_ref());
    if let Ok(stamp) = std::str::from_utf8(stamp) {
        assert!(key.has_signed(&right, stamp, text));
        if *xor != 0 {
            let mut wrong = made.as_ref().to_vec();
            wrong[usize::from(*at) % 64] ^= xor;
            assert!(!key.has_signed(&hex(&wrong), stamp, text));
            if let Some(at) = text.len().checked_sub(1).map(|last| usize::from(*at).min(last)) {
                let mut changed = text.to_vec();
                changed[at] ^= xor;
                assert!(!key.has_signed(&right, stamp, &changed));
            }
        }
    }
    if let Ok(header) = std::str::from_utf8(body) {
        assert!(!key.has_signed(header, header, text));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
