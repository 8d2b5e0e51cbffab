-- Times are milliseconds since 1970 (UTC). People, servers, channels and messages are the chat's own numbers.

CREATE TABLE games (
    -- AUTOINCREMENT: a number is never used again, because buttons carry it.
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Goes up by one with every change; an action is guarded by the version it was decided on.
    version       INTEGER NOT NULL DEFAULT 1,
    variant       TEXT    NOT NULL,
    -- The version of the variant's rules that the game was begun under.
    rules_version INTEGER NOT NULL,
    -- The position it began from, as an extended FEN.
    start         TEXT    NOT NULL,
    -- NULL: a former player, whose number was removed at their wish.
    white         INTEGER,
    black         INTEGER,
    guild         INTEGER,
    channel       INTEGER NOT NULL,
    -- The channel that holds it, when it is a thread: nothing more is heard of a thread whose channel is deleted.
    parent        INTEGER,
    state         TEXT    NOT NULL CHECK (state IN ('live', 'over', 'set aside')),
    -- How it ended ('checkmate white', 'aborted', ...); set exactly when it is over.
    ending        TEXT    CHECK ((ending IS NOT NULL) = (state = 'over')),
    -- Open and spent offers, in the text form that the game layer gives them.
    offers        TEXT    NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    -- When the last move was made, or the game began.
    moved_at      INTEGER NOT NULL,
    -- The newest message that shows the board, so that it can lose its buttons.
    board_channel INTEGER,
    board_message INTEGER,
    board_ply     INTEGER
);

-- Commands need no game number because a channel hosts one live game at a time.
CREATE UNIQUE INDEX one_live_game_a_channel ON games (channel) WHERE state = 'live';
CREATE INDEX games_of_white ON games (white) WHERE white IS NOT NULL;
CREATE INDEX games_of_black ON games (black) WHERE black IS NOT NULL;
CREATE INDEX games_of_channel ON games (channel, id);
CREATE INDEX games_under_channel ON games (parent) WHERE parent IS NOT NULL AND state = 'live';

-- The record of a game, only ever added to. The primary key makes a second move at the same ply impossible.
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply  INTEGER NOT NULL,
    -- Canonical text.
    text TEXT    NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

-- Open challenges only; a row goes when the challenge is answered, withdrawn or lapses.
CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    challenger INTEGER NOT NULL,
    -- NULL: anyone may accept.
    opponent   INTEGER,
    variant    TEXT    NOT NULL,
    color      TEXT    NOT NULL CHECK (color IN ('white', 'black', 'random')),
    thread     TEXT    NOT NULL CHECK (thread IN ('auto', 'yes', 'no')),
    start      TEXT    NOT NULL,
    guild      INTEGER,
    channel    INTEGER NOT NULL,
    message    INTEGER,
    created_at INTEGER NOT NULL
);
CREATE INDEX challenges_by_age ON challenges (created_at);

-- Interactions that have been acted on, so that one that is delivered twice is played once. Kept for an hour.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX interactions_by_age ON interactions (at);
