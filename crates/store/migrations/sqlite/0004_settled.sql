-- Challenges that are no longer open, kept until their message says what became of them. Times are milliseconds since 1970 (UTC).
CREATE TABLE settled_challenges (
    -- The challenge's own number.
    id         INTEGER PRIMARY KEY,
    outcome    TEXT    NOT NULL CHECK (outcome IN ('accepted', 'declined', 'withdrawn', 'lapsed', 'closed')),
    variant    TEXT    NOT NULL,
    -- NULL: a former player.
    challenger INTEGER,
    -- Who accepted or declined.
    answerer   INTEGER,
    channel    INTEGER NOT NULL,
    -- NULL: not known yet.
    message    INTEGER,
    -- Where the game is played, when it was accepted.
    place      INTEGER,
    -- The challenger of a declined one was told in a message of its own.
    told       INTEGER NOT NULL DEFAULT 0,
    at         INTEGER NOT NULL
);
