//! The twenty games, each defined by the game it is based on and the differences.

use super::Cell;
use super::game::{Advance, Brake, Castling, Dead, DropSquares, Drops, Game, Pawns, Shape, Zone};
use super::role::{
    BISHOP, BODYGUARD, BOMBER, CAMEL, FAR_BOMBER, GUARD, ICE_QUEEN, INSANE_KNIGHT, INSANE_NINJA, KING,
    KNIGHT, LEAPING_GUARD, NINJA_GUARD, NINJA_PAWN, PAWN, QUEEN, QUEEN_GUARD, ROOK, SQUIRREL, WARRIOR,
};

const EIGHT: Shape = Shape { width: 8, ranks: (1, 8), block_files: 8, block_ranks: (1, 8), more: &[] };
const TEN: Shape = Shape { width: 10, ranks: (1, 10), block_files: 10, block_ranks: (1, 10), more: &[] };

/// e0 f0, with ranks counted from their owner's end.
const REAR: &[Cell] = &[(4, 0), (5, 0)];
/// f1 f2 g2, with ranks counted from their owner's end.
const PALACE: &[Cell] = &[(5, 1), (5, 2), (6, 2)];
/// d0 e0, with ranks counted from their owner's end.
const BEHIND_THE_KING: &[Cell] = &[(3, 0), (4, 0)];

/// Orthodox pawns on eight ranks.
const CHESS_PAWNS: Pawns =
    Pawns { advance: Advance::FromStart(2), slide: false, step_back: false, first_rank: 2, last_rank: 8 };
const SLIDING_PAWNS: Pawns = Pawns { slide: true, ..CHESS_PAWNS };
const BIRDS_PAWNS: Pawns = Pawns { advance: Advance::ToTheFifth, last_rank: 10, ..CHESS_PAWNS };

const SEVEN_CASTLINGS: Castling = Castling { rank: 1, king: 5, rooks: [(8, &[6, 7, 8]), (1, &[4, 3, 2, 1])] };
const NINE_CASTLINGS: Castling =
    Castling { rank: 1, king: 5, rooks: [(9, &[6, 7, 8, 9]), (0, &[4, 3, 2, 1, 0])] };

const CHESS: Game = Game {
    slug: "chess",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    shape: EIGHT,
    lines_end_at_holes: false,
    exits: &[],
    scepter: &[],
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN],
    freezer: None,
    brake: None,
    pawns: CHESS_PAWNS,
    promotions: &[b"QRBN"],
    zone: None,
    castling: Some(Castling { rank: 1, king: 4, rooks: [(7, &[6]), (0, &[2])] }),
    drops: None,
    dead: Dead::OneOfOrBishops(b"NB"),
};

const CLAUSTROPHOBIA: Game = Game {
    slug: "claustrophobia",
    start: "ffnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/FFNGGK* w - - 0 1",
    shape: Shape {
        width: 7,
        block_files: 5,
        more: &[(5, 1), (5, 2), (6, 2), (5, 8), (5, 7), (6, 7)],
        ..EIGHT
    },
    scepter: PALACE,
    pieces: &[KING, QUEEN_GUARD, BOMBER, KNIGHT, NINJA_GUARD, PAWN],
    pawns: SLIDING_PAWNS,
    promotions: &[b"QGFN"],
    castling: None,
    dead: Dead::Never,
    ..CHESS
};

const PRISON_BREAK: Game = Game {
    slug: "prison-break",
    start: "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1",
    shape: Shape { width: 6, block_files: 6, ..EIGHT },
    exits: &[(0, 4), (0, 5)],
    pieces: &[KING, ICE_QUEEN, BOMBER, KNIGHT, NINJA_GUARD, PAWN],
    freezer: Some(b'I'),
    pawns: SLIDING_PAWNS,
    promotions: &[b"IGFN"],
    castling: None,
    dead: Dead::Never,
    ..CHESS
};

const BIRDS_AND_NINJAS: Game = Game {
    slug: "birds-and-ninjas",
    start: "****ff****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****FF****[JJJJjjjj] w KQkq - 0 1",
    shape: Shape { ranks: (0, 11), more: &[(4, 0), (5, 0), (4, 11), (5, 11)], ..TEN },
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, BOMBER, NINJA_GUARD, PAWN, NINJA_PAWN],
    pawns: BIRDS_PAWNS,
    promotions: &[b"QRBNGF"],
    castling: Some(SEVEN_CASTLINGS),
    drops: Some(Drops { hand: 4, squares: DropSquares::Pushed }),
    dead: Dead::OneOf(b"NBG"),
    ..CHESS
};

const SQUIRREL_CHESS: Game = Game {
    slug: "squirrel",
    start: "c3gg3c/rnbsqksbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBSQKSBNR/C3GG3C w KQkq - 0 1 0/0",
    shape: TEN,
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, SQUIRREL, CAMEL, GUARD, PAWN],
    brake: Some(Brake { letter: b'G', holds_leapers: true }),
    pawns: Pawns { advance: Advance::AlwaysTwo, slide: false, step_back: true, first_rank: 1, last_rank: 10 },
    promotions: &[b"NGC", b"SRB", b"Q", b"QRBNSCG"],
    castling: Some(Castling { rank: 2, king: 5, rooks: [(9, &[7]), (0, &[2])] }),
    dead: Dead::OneOf(b"NBC"),
    ..CHESS
};

const FLYING_BOMBERS: Game = Game {
    slug: "flying-bombers",
    start: "frnbqkbnrf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FRNBQKBNRF w KQkq - 0 1",
    shape: TEN,
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, FAR_BOMBER, PAWN],
    promotions: &[b"QRBNF"],
    drops: None,
    dead: Dead::OneOf(b"NB"),
    ..BIRDS_AND_NINJAS
};

const FLYING_BOMBERS_HANGARS: Game = Game {
    slug: "flying-bombers-hangars",
    start: "f******f/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/F******F w KQkq - 0 1",
    shape: Shape { ranks: (0, 9), more: &[(0, 0), (7, 0), (0, 9), (7, 9)], ..EIGHT },
    lines_end_at_holes: true,
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, FAR_BOMBER, PAWN],
    promotions: &[b"QRBNF"],
    dead: Dead::OneOf(b""),
    ..CHESS
};

const FLYING_BOMBERS_NINJA: Game = Game {
    slug: "flying-bombers-ninja",
    start: "frnbqkbnrf/jjjjjjjjjj/10/10/10/10/10/10/JJJJJJJJJJ/FRNBQKBNRF[JJJJJjjjjj] w KQkq - 0 1",
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, BOMBER, NINJA_PAWN],
    drops: Some(Drops { hand: 5, squares: DropSquares::Pushed }),
    ..FLYING_BOMBERS
};

const BIRDS_OLD: Game = Game {
    slug: "birds-old",
    start: "****ff****/rngbqkbgnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNGBQKBGNR/****FF**** w KQkq - 0 1",
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, BOMBER, NINJA_GUARD, PAWN],
    castling: Some(NINE_CASTLINGS),
    drops: None,
    ..BIRDS_AND_NINJAS
};

const BIRDS_EXTENDED: Game = Game {
    slug: "birds-extended",
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, FAR_BOMBER, NINJA_GUARD, PAWN],
    ..BIRDS_OLD
};

const BIRDS_SECOND: Game = Game {
    slug: "birds-second",
    start: "****gg****/frnbqkbnrf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FRNBQKBNRF/****GG****[JJJJjjjj] w KQkq - 0 1",
    ..BIRDS_AND_NINJAS
};

const BIRDS_LEAPING: Game = Game {
    slug: "birds-leaping",
    start: "****ll****/frnbqkbnrf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FRNBQKBNRF/****LL**** w KQkq - 0 1",
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, BOMBER, LEAPING_GUARD, PAWN],
    promotions: &[b"QRBNLF"],
    drops: None,
    dead: Dead::OneOf(b"NBL"),
    ..BIRDS_SECOND
};

const BIRDS_SCEPTER: Game = Game {
    slug: "birds-scepter",
    scepter: REAR,
    drops: Some(Drops { hand: 4, squares: DropSquares::Only(REAR) }),
    dead: Dead::Never,
    ..BIRDS_SECOND
};

const BIRDS_INSANE: Game = Game {
    slug: "birds-insane",
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, BOMBER, NINJA_GUARD, INSANE_KNIGHT, PAWN, NINJA_PAWN],
    zone: Some(Zone { squares: REAR, from: b"NG", to: b'Z' }),
    dead: Dead::OneOf(b"B"),
    ..BIRDS_AND_NINJAS
};

const INSANE_NINJA_CHESS: Game = Game {
    slug: "insane-ninja",
    start: "****ll****/yrnbqkbnry/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/YRNBQKBNRY/****LL**** w KQkq - 0 1",
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, LEAPING_GUARD, INSANE_NINJA, PAWN],
    promotions: &[b"QRBNLY"],
    drops: None,
    dead: Dead::OneOf(b"NBL"),
    ..BIRDS_AND_NINJAS
};

const INSANE_NINJA_CHESS_2: Game = Game {
    slug: "insane-ninja-2",
    start: "****yy****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****YY**** w KQkq - 0 1",
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, NINJA_GUARD, INSANE_NINJA, PAWN],
    promotions: &[b"QRBNGY"],
    dead: Dead::OneOf(b"NBG"),
    ..INSANE_NINJA_CHESS
};

const NINJUTSU: Game = Game {
    slug: "ninjutsu",
    start: "wwnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/WWNGGK* w - - 0 1",
    pieces: &[KING, QUEEN_GUARD, WARRIOR, KNIGHT, NINJA_GUARD, INSANE_KNIGHT, PAWN],
    promotions: &[b"ZQWGN"],
    zone: Some(Zone { squares: PALACE, from: b"GW", to: b'Z' }),
    ..CLAUSTROPHOBIA
};

const PALACE_NINJA_GUARDS: Game = Game {
    slug: "palace-ninja-guards",
    start: "***gg***/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/***GG*** w KQkq - 0 1",
    shape: Shape { ranks: (0, 9), more: &[(3, 0), (4, 0), (3, 9), (4, 9)], ..EIGHT },
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, NINJA_GUARD, PAWN],
    promotions: &[b"QRBNG"],
    dead: Dead::OneOf(b"NBG"),
    ..CHESS
};

const CAPTURE_THE_SCEPTRE: Game =
    Game { slug: "capture-the-sceptre", scepter: BEHIND_THE_KING, dead: Dead::Never, ..PALACE_NINJA_GUARDS };

const HIASHATAR: Game = Game {
    slug: "hiashatar",
    start: "rnbhqkhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKQHBNR w - - 0 1",
    shape: TEN,
    pieces: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, BODYGUARD, PAWN],
    brake: Some(Brake { letter: b'H', holds_leapers: false }),
    pawns: Pawns { advance: Advance::FromStart(3), last_rank: 10, ..CHESS_PAWNS },
    promotions: &[b"Q"],
    castling: None,
    dead: Dead::OneOf(b"NBH"),
    ..CHESS
};

/// All games.
pub static GAMES: [Game; 20] = [
    CLAUSTROPHOBIA,
    PRISON_BREAK,
    BIRDS_AND_NINJAS,
    SQUIRREL_CHESS,
    CHESS,
    FLYING_BOMBERS,
    FLYING_BOMBERS_HANGARS,
    FLYING_BOMBERS_NINJA,
    BIRDS_OLD,
    BIRDS_EXTENDED,
    BIRDS_SECOND,
    BIRDS_LEAPING,
    BIRDS_SCEPTER,
    BIRDS_INSANE,
    INSANE_NINJA_CHESS,
    INSANE_NINJA_CHESS_2,
    NINJUTSU,
    PALACE_NINJA_GUARDS,
    CAPTURE_THE_SCEPTRE,
    HIASHATAR,
];

impl Game {
    /// Returns the game with this slug, which must be one of the twenty.
    pub fn from_slug(slug: &str) -> &'static Self {
        GAMES.iter().find(|game| game.slug == slug).unwrap_or_else(|| panic!("no game is called {slug}"))
    }
}
