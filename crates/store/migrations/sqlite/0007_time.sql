-- Time for each move. Times are milliseconds since 1970 (UTC).

-- How long each move may take: '1h', '8h', '1d', '3d', '7d', '14d'. NULL: no clock.
ALTER TABLE games ADD COLUMN pace TEXT;
ALTER TABLE challenges ADD COLUMN pace TEXT;
-- When the player to move is to be reminded of the deadline. NULL: no clock, or the game does not go on.
ALTER TABLE games ADD COLUMN remind_at INTEGER;
-- The position (by the event that brought it about) whose player to move has been reminded.
ALTER TABLE games ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;
-- When something is to be done in the game next: the reminder, then the loss on time.
ALTER TABLE games ADD COLUMN next_at INTEGER
    GENERATED ALWAYS AS (iif(reminded = position_rev, deadline, ifnull(remind_at, deadline))) VIRTUAL;
CREATE INDEX games_by_next ON games (next_at) WHERE next_at IS NOT NULL;

-- When the bot was last able to take moves: who was late because it was not gets the time back. One row at most.
CREATE TABLE last_alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
);
