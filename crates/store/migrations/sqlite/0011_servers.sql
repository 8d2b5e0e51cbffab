-- What those who manage a server have set. NULL: nothing, so that it is as everywhere.
CREATE TABLE servers (
    id       INTEGER PRIMARY KEY,
    -- Where games may be begun: the numbers of channels, a blank between two. NULL: everywhere.
    channels TEXT,
    -- Which games may be begun: their slugs, a blank between two. NULL: all.
    games    TEXT,
    -- What a challenge has that does not say it. NULL: no clock; a thread where it is needed.
    pace     TEXT,
    thread   TEXT    CHECK (thread IN ('auto', 'yes', 'no')),
    -- The role that is notified of challenges to anybody.
    role     INTEGER,
    -- Who is at the bottom of boards that everybody sees, and their colours. NULL: as the player to move likes it.
    side     TEXT    CHECK (side IN ('to-move', 'white')),
    theme    TEXT,
    -- The language of what everybody reads. NULL: that of the locale, which is what the chat said last.
    language TEXT,
    locale   TEXT
) WITHOUT ROWID;

-- The lists of open challenges, one message in one channel of a server. A change is due until it is shown.
CREATE TABLE lobbies (
    channel INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    -- The message with the list. NULL: none yet.
    message INTEGER,
    -- How many changes there were, and up to which one the message shows them.
    due     INTEGER NOT NULL DEFAULT 1,
    shown   INTEGER NOT NULL DEFAULT 0,
    -- It is kept no longer, and the message is to say so.
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),
    -- The chat's code for why nothing can be written there, how often in a row that was so, and when it is tried again.
    code    INTEGER,
    tries   INTEGER NOT NULL DEFAULT 0,
    again   INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE UNIQUE INDEX one_lobby_a_server ON lobbies (guild) WHERE retired = 0;
CREATE INDEX lobbies_stale ON lobbies (again) WHERE due <> shown;
CREATE INDEX challenges_to_anybody ON challenges (guild) WHERE opponent IS NULL;

-- Whatever becomes of a challenge to anybody, its server's list is stale from the same transaction on.
CREATE TRIGGER challenge_listed AFTER UPDATE OF message ON challenges WHEN NEW.opponent IS NULL
BEGIN
    UPDATE lobbies SET due = due + 1 WHERE guild = NEW.guild AND retired = 0;
END;
CREATE TRIGGER challenge_unlisted AFTER DELETE ON challenges WHEN OLD.opponent IS NULL AND OLD.message IS NOT NULL
BEGIN
    UPDATE lobbies SET due = due + 1 WHERE guild = OLD.guild AND retired = 0;
END;

-- Where a person is reminded, and the language that they have chosen. NULL: in the game's channel; what the chat says.
ALTER TABLE people ADD COLUMN reminders TEXT CHECK (reminders IN ('channel', 'dm', 'none'));
ALTER TABLE people ADD COLUMN language TEXT;
