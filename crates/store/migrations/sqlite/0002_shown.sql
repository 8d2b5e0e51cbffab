-- What a start and the regular sweep need to know without reading every game, and what is kept so that a crash or a
-- restart costs nobody an answer. Times are milliseconds since 1970 (UTC).

-- How many moves a game has had.
ALTER TABLE games ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;
-- The version of its last change that everybody must be shown: its beginning, a move, or its end.
ALTER TABLE games ADD COLUMN due INTEGER NOT NULL DEFAULT 1;
-- When that change was made.
ALTER TABLE games ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
-- The version that the newest known board shows; 0: none.
ALTER TABLE games ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
-- The interaction whose answer that board is; NULL: it is a message of its own.
ALTER TABLE games ADD COLUMN board_interaction INTEGER;

UPDATE games SET
    ply = (SELECT count(*) FROM moves WHERE moves.game = games.id),
    due = version,
    due_at = moved_at;
-- Games set aside, and those that ended with their channel, have no board to be shown.
UPDATE games SET shown = due
WHERE board_ply >= ply OR state = 'set aside' OR ending = 'channel deleted';

CREATE INDEX games_unshown ON games (id) WHERE shown < due;
-- Lists of live games, and counts of them.
CREATE INDEX live_games_of_white ON games (white) WHERE state = 'live';
CREATE INDEX live_games_of_black ON games (black) WHERE state = 'live';
CREATE INDEX live_games_of_guild ON games (guild) WHERE state = 'live';

-- An interaction's token is the right to look at and edit its answer for 15 minutes. It is kept with the change that the
-- interaction made, so that after a crash the chat can be asked whether the answer arrived, and so that the buttons of an
-- old board can be taken off. Then it is wiped.
ALTER TABLE interactions ADD COLUMN token TEXT;
-- Which game and version the answer shows.
ALTER TABLE interactions ADD COLUMN game INTEGER;
ALTER TABLE interactions ADD COLUMN version INTEGER;
CREATE INDEX interactions_with_token ON interactions (game, version) WHERE token IS NOT NULL;

-- The session of the gateway, so that a restarted process resumes it and misses nothing.
CREATE TABLE gateway_sessions (
    shard         INTEGER PRIMARY KEY,
    -- NULL: none to resume.
    session       TEXT,
    sequence      INTEGER NOT NULL DEFAULT 0,
    resume_url    TEXT,
    -- The last IDENTIFY, which must not be followed by another one within 5 s.
    identified_at INTEGER NOT NULL DEFAULT 0
);

-- Channels where nothing can be posted: deleted, or closed to the bot. They are tried again rarely.
CREATE TABLE closed_channels (
    channel INTEGER PRIMARY KEY,
    -- Discord's code: 10003, 50001, 50013 ...; 0: the bot was removed from the server.
    code    INTEGER NOT NULL,
    since   INTEGER NOT NULL,
    tries   INTEGER NOT NULL DEFAULT 1,
    -- Not before this moment.
    again   INTEGER NOT NULL
);

-- Who was challenged by whom last, also when that challenge is closed, so that nobody is pinged again and again. Kept for
-- an hour. An opponent of 0: anybody.
CREATE TABLE recently_challenged (
    challenger INTEGER NOT NULL,
    opponent   INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (challenger, opponent)
) WITHOUT ROWID;
CREATE INDEX recently_challenged_by_age ON recently_challenged (at);
CREATE INDEX challenges_of_challenger ON challenges (challenger);

-- Whether the challenger may open threads where the challenge was made.
ALTER TABLE challenges ADD COLUMN may_thread INTEGER NOT NULL DEFAULT 0;

ALTER TABLE games DROP COLUMN board_ply;
