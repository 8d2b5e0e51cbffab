//! Long games for figures and tests: random quiet moves from a fixed seed.

use rookery::game::{ChannelId, Event, GameId, LogEntry, Millis, Ply, Rev, UserId};
use rookery::rules::{Line, Position, Variant};
use rookery::store::{LocalesRow, Snapshot, StoredGame, StoredState, VacationsRow};

/// An unfinished game of this many plies.
///
/// Captures are avoided where possible, pawns move only when the halfmove clock is above 100, and no move
/// ends the game.
///
/// # Panics
/// When every remaining move would end the game.
pub fn long_game(variant: Variant, plies: usize) -> Line {
    let mut random = fastrand::Rng::with_seed(400);
    let mut line = Line::new(Position::start(variant));
    while line.moves().len() < plies {
        let position = *line.position();
        let mut moves = position.legal_moves();
        random.shuffle(&mut moves);
        let wants_pawn = position.halfmove() > 100;
        moves.sort_by_key(|mv| {
            (mv.is_capture(), position.spec().is_pawn(mv.kind()) != wants_pawn, mv.is_drop())
        });
        let next = moves.into_iter().find_map(|mv| {
            let mut next = line.clone();
            next.play(mv).expect("a move of the list");
            (next.termination().is_none()).then_some(next)
        });
        line = next.unwrap_or_else(|| panic!("{variant} ends at ply {}", line.moves().len()));
    }
    line
}

/// An unfinished game with the moves of a line, as returned by the store, between users 1 (White) and 2.
pub fn stored(line: &Line, channel: ChannelId) -> StoredGame {
    let variant = line.position().variant();
    let mut log = vec![LogEntry::begun(line.start())];
    let mut side = line.start().turn();
    for mv in line.moves() {
        log.push(Event::Moved(*mv).entry(Some(side)));
        side = side.other();
    }
    let (white, black) = (Some(UserId(1)), Some(UserId(2)));
    let rev = Rev(log.len() as i64);
    StoredGame {
        id: GameId(1),
        variant: variant.slug().to_owned(),
        rules_version: variant.spec().rules_version,
        white,
        black,
        engine: None,
        guild: None,
        channel,
        created_at: Millis(0),
        premoves: None,
        vacations: VacationsRow::default(),
        pace: None,
        hints: false,
        rated: false,
        set_back: false,
        voided: None,
        tournament: None,
        stands: Snapshot {
            rev,
            position_rev: rev,
            ply: Ply(line.moves().len() as u32),
            turn: side,
            to_move: if side == rookery::game::Color::White { white } else { black },
            fen: Some(line.position().fen()),
            state: StoredState::Live,
            ending: None,
            moved_at: Millis(0),
            deadline: None,
            remind_at: None,
        },
        preferences: rookery::store::PreferencesRows::default(),
        closed: None,
        last_alive: None,
        house: rookery::store::GuildBoardsRow::default(),
        locales: LocalesRow::default(),
        log,
    }
}
