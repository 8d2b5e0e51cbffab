-- A game is its log: what has happened to it, only ever added to. Its row says who plays and where, and how the game stands, which
-- follows from the log. Times are milliseconds since 1970 (UTC).
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- From 1, without gaps. The primary key makes a second event of the same number impossible.
    seq  INTEGER NOT NULL,
    -- 'begun', 'move', 'asked', 'declined', 'ended', 'set-aside'.
    kind TEXT    NOT NULL,
    -- The first position (extended FEN), the move in canonical text, what was asked for, how it ended.
    text TEXT    NOT NULL,
    -- The side that did it. Never a person: a log need not be touched when somebody is forgotten.
    "by" TEXT    CHECK ("by" IN ('white', 'black')),
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;

-- The log of a game of before: its beginning, its moves, its offers after the moves that they came after (a spent one as asked and
-- declined), its end. When an offer was made was not kept; the move before it is the nearest known moment.
WITH RECURSIVE
first AS (
    SELECT id, start, created_at, moved_at, due_at, state, ending,
        substr(start, instr(start, ' ') + 1, 1) = 'w' AS white_first
    FROM games
),
-- 'draw white 12 open;abort black 7 spent', cut at the semicolons ...
offer (game, number, one, rest) AS (
    SELECT id, 0, '', offers || ';' FROM games WHERE offers <> ''
    UNION ALL
    SELECT game, number + 1, substr(rest, 1, instr(rest, ';') - 1), substr(rest, instr(rest, ';') + 1)
    FROM offer WHERE rest <> ''
),
-- ... and at the spaces.
word (game, number, ask, rest) AS (
    SELECT game, number, substr(one, 1, instr(one, ' ') - 1), substr(one, instr(one, ' ') + 1) FROM offer WHERE number > 0
),
said (game, number, ask, side, ply, open) AS (
    SELECT game, number, ask, substr(rest, 1, 5), CAST(substr(rest, 7) AS INTEGER), rest LIKE '% open' FROM word
),
happened (game, ply, number, kind, text, side, at) AS (
    SELECT id, 0, 0, 'begun', start, NULL, created_at FROM first
    UNION ALL
    SELECT m.game, m.ply + 1, 0, 'move', m.text, iif((m.ply % 2 = 0) = f.white_first, 'white', 'black'), m.at
    FROM moves m JOIN first f ON f.id = m.game
    UNION ALL
    SELECT s.game, s.ply, 2 * s.number, 'asked', s.ask, s.side,
        coalesce((SELECT at FROM moves m WHERE m.game = s.game AND m.ply = s.ply - 1), f.created_at)
    FROM said s JOIN first f ON f.id = s.game
    UNION ALL
    SELECT s.game, s.ply, 2 * s.number + 1, 'declined', s.ask, iif(s.side = 'white', 'black', 'white'),
        coalesce((SELECT at FROM moves m WHERE m.game = s.game AND m.ply = s.ply - 1), f.created_at)
    FROM said s JOIN first f ON f.id = s.game WHERE NOT s.open
    UNION ALL
    SELECT id, 1 << 32, 0, 'ended', ending,
        CASE ending WHEN 'resigned white' THEN 'black' WHEN 'resigned black' THEN 'white' END, due_at
    FROM first WHERE state = 'over'
    UNION ALL
    SELECT id, 1 << 32, 0, 'set-aside', '', NULL, moved_at FROM first WHERE state = 'set aside'
)
INSERT INTO events (game, seq, kind, text, "by", at)
SELECT game, row_number() OVER (PARTITION BY game ORDER BY ply, number), kind, text, side, at FROM happened;

-- The number of the last event: goes up by one with each. An action is guarded by the one that it was decided on.
ALTER TABLE games RENAME COLUMN version TO rev;
-- The number of the last event that changed the position: the beginning or a move. Buttons of before are out of date.
ALTER TABLE games ADD COLUMN position_rev INTEGER NOT NULL DEFAULT 1;
-- The side to move, and its player while the game goes on.
ALTER TABLE games ADD COLUMN turn TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white', 'black'));
ALTER TABLE games ADD COLUMN to_move INTEGER;
-- The present position, as an extended FEN. NULL: of a game from before this column; a start fills it in.
ALTER TABLE games ADD COLUMN fen TEXT;
-- When the player to move has to have moved. NULL: no clock.
ALTER TABLE games ADD COLUMN deadline INTEGER;
ALTER TABLE interactions RENAME COLUMN version TO rev;

-- What is known to be shown, and which answer is awaited, in the new numbers.
UPDATE interactions SET rev = iif(
    rev = (SELECT due FROM games WHERE games.id = interactions.game),
    (SELECT max(seq) FROM events WHERE events.game = interactions.game AND kind IN ('begun', 'move', 'ended')),
    0
) WHERE game IS NOT NULL;
UPDATE games SET
    shown = iif(shown < due, 0, 1 << 62),
    due = (SELECT max(seq) FROM events WHERE events.game = games.id AND kind IN ('begun', 'move', 'ended')),
    rev = (SELECT max(seq) FROM events WHERE events.game = games.id),
    position_rev = (SELECT max(seq) FROM events WHERE events.game = games.id AND kind IN ('begun', 'move')),
    turn = iif((ply % 2 = 0) = (substr(start, instr(start, ' ') + 1, 1) = 'w'), 'white', 'black');
UPDATE games SET shown = due WHERE shown > due;
UPDATE games SET to_move = iif(turn = 'white', white, black) WHERE state = 'live';

CREATE INDEX games_without_position ON games (id) WHERE fen IS NULL;
ALTER TABLE games DROP COLUMN start;
ALTER TABLE games DROP COLUMN offers;
DROP TABLE moves;
