-- What people must still be shown in Discord: one row for each message that is owed, written with the change that owes it. Times are
-- milliseconds since 1970 (UTC).
CREATE TABLE outbox (
    -- What kind of message it is, such as 'vacation'.
    kind TEXT NOT NULL,
    -- What it is about: the id of a game, a challenge, a channel, a server or a message.
    subject INTEGER NOT NULL,
    -- Which of several about the same thing: a person's id, or the number of an event.
    part INTEGER NOT NULL DEFAULT 0,
    -- Where it is to be seen.
    channel INTEGER NOT NULL,
    -- The message that is to be changed. NULL: none yet, or its kind knows it.
    message INTEGER,
    -- By which that message was made, while that is good: where the bot is not, there is no other way to it.
    token TEXT,
    -- What is left to be done, in a word of its kind.
    step TEXT NOT NULL DEFAULT '',
    -- Lower goes first.
    urgency INTEGER NOT NULL,
    -- Goes up with each further change that it is to show.
    version INTEGER NOT NULL DEFAULT 1,
    -- Since when it is owed. NULL: not known.
    since INTEGER,
    -- Not before this moment. NULL: it waits for something else to happen.
    due INTEGER,
    -- How often in a row it has failed, and the chat's code for why.
    tries INTEGER NOT NULL DEFAULT 0,
    code INTEGER,
    -- When a message was first sent that may have arrived.
    tried_at INTEGER,
    PRIMARY KEY (kind, subject, part)
) WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox (due) WHERE due IS NOT NULL;

-- What is left of vacations to be told: that they have begun ('begun') or were ended early ('ended'), or that the board shows it ('board').
INSERT INTO outbox (kind, subject, part, channel, step, urgency, due, tries)
    SELECT 'vacation', untold.game, untold.person, games.channel, untold.what, 2, untold.again, untold.tries
    FROM vacations_untold untold JOIN games ON games.id = untold.game;
DROP TABLE vacations_untold;

-- The lists of open challenges keep their message only.
INSERT INTO outbox (kind, subject, channel, urgency, due, tries, code)
    SELECT 'lobby', channel, channel, 5, again, tries, code FROM lobbies WHERE due <> shown;
DROP TRIGGER challenge_listed;
DROP TRIGGER challenge_unlisted;
CREATE TABLE lobbies_now (
    channel INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    -- The message with the list. NULL: none yet.
    message INTEGER,
    -- It is kept no longer, and the message is to say so.
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1))
) WITHOUT ROWID;
INSERT INTO lobbies_now (channel, guild, message, retired) SELECT channel, guild, message, retired FROM lobbies;
DROP TABLE lobbies;
ALTER TABLE lobbies_now RENAME TO lobbies;
CREATE UNIQUE INDEX one_lobby_a_server ON lobbies (guild) WHERE retired = 0;

-- The puzzle of the day is owed from the beginning of the day after the last one, whose number, counted from 1970, is the step that is done.
INSERT INTO outbox (kind, subject, channel, step, urgency, due, tries, code)
    SELECT 'daily', guild, channel, CAST(day AS TEXT), 7, CASE WHEN again > (day + 1) * 86400000 THEN again ELSE (day + 1) * 86400000 END, tries, code
    FROM daily_puzzles;
CREATE TABLE daily_puzzles_now (
    guild   INTEGER NOT NULL PRIMARY KEY,
    channel INTEGER NOT NULL
);
INSERT INTO daily_puzzles_now (guild, channel) SELECT guild, channel FROM daily_puzzles;
DROP TABLE daily_puzzles;
ALTER TABLE daily_puzzles_now RENAME TO daily_puzzles;

-- A list is owed with everything that changes it. While nothing can be written there, that does not hasten it.
CREATE TRIGGER lobby_begun AFTER INSERT ON lobbies
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('lobby', NEW.channel, NEW.channel, 5, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER lobby_moved AFTER UPDATE OF guild, retired ON lobbies
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('lobby', NEW.channel, NEW.channel, 5, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER lobby_ended AFTER DELETE ON lobbies
BEGIN
    DELETE FROM outbox WHERE kind = 'lobby' AND subject = OLD.channel AND part = 0;
END;
CREATE TRIGGER challenge_listed AFTER UPDATE OF message ON challenges WHEN NEW.opponent IS NULL
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due)
        SELECT 'lobby', channel, channel, 5, 0 FROM lobbies WHERE guild = NEW.guild AND retired = 0
    ON CONFLICT (kind, subject, part) DO UPDATE SET
        version = outbox.version + 1, due = CASE WHEN outbox.code IS NULL THEN 0 ELSE outbox.due END;
END;
CREATE TRIGGER challenge_unlisted AFTER DELETE ON challenges WHEN OLD.opponent IS NULL AND OLD.message IS NOT NULL
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due)
        SELECT 'lobby', channel, channel, 5, 0 FROM lobbies WHERE guild = OLD.guild AND retired = 0
    ON CONFLICT (kind, subject, part) DO UPDATE SET
        version = outbox.version + 1, due = CASE WHEN outbox.code IS NULL THEN 0 ELSE outbox.due END;
END;

CREATE TRIGGER daily_begun AFTER INSERT ON daily_puzzles
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('daily', NEW.guild, NEW.channel, 7, 0);
END;
CREATE TRIGGER daily_ended AFTER DELETE ON daily_puzzles
BEGIN
    DELETE FROM outbox WHERE kind = 'daily' AND subject = OLD.guild AND part = 0;
END;
