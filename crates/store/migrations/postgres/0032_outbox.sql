-- What people must still be shown in Discord: one row for each message that is owed, written with the change that owes it. Times are
-- milliseconds since 1970 (UTC).
CREATE TABLE outbox (
    -- What kind of message it is, such as 'vacation'.
    kind TEXT NOT NULL,
    -- What it is about: the id of a game, a challenge, a channel, a server or a message.
    subject BIGINT NOT NULL,
    -- Which of several about the same thing: a person's id, or the number of an event.
    part BIGINT NOT NULL DEFAULT 0,
    -- Where it is to be seen.
    channel BIGINT NOT NULL,
    -- The message that is to be changed. NULL: none yet, or its kind knows it.
    message BIGINT,
    -- By which that message was made, while that is good: where the bot is not, there is no other way to it.
    token TEXT,
    -- What is left to be done, in a word of its kind.
    step TEXT NOT NULL DEFAULT '',
    -- Lower goes first.
    urgency BIGINT NOT NULL,
    -- Goes up with each further change that it is to show.
    version BIGINT NOT NULL DEFAULT 1,
    -- Since when it is owed. NULL: not known.
    since BIGINT,
    -- Not before this moment. NULL: it waits for something else to happen.
    due BIGINT,
    -- How often in a row it has failed, and the chat's code for why.
    tries BIGINT NOT NULL DEFAULT 0,
    code BIGINT,
    -- When a message was first sent that may have arrived.
    tried_at BIGINT,
    PRIMARY KEY (kind, subject, part)
);
CREATE INDEX outbox_due ON outbox (due) WHERE due IS NOT NULL;

-- What is left of vacations to be told: that they have begun ('begun') or were ended early ('ended'), or that the board shows it ('board').
INSERT INTO outbox (kind, subject, part, channel, step, urgency, due, tries)
    SELECT 'vacation', untold.game, untold.person, games.channel, untold.what, 2, untold.again, untold.tries
    FROM vacations_untold untold JOIN games ON games.id = untold.game;
DROP TABLE vacations_untold;

-- The lists of open challenges keep their message only.
INSERT INTO outbox (kind, subject, channel, urgency, due, tries, code)
    SELECT 'lobby', channel, channel, 5, again, tries, code FROM lobbies WHERE due <> shown;
DROP TRIGGER challenge_listed ON challenges;
DROP TRIGGER challenge_unlisted ON challenges;
DROP INDEX lobbies_stale;
ALTER TABLE lobbies DROP COLUMN due;
ALTER TABLE lobbies DROP COLUMN shown;
ALTER TABLE lobbies DROP COLUMN code;
ALTER TABLE lobbies DROP COLUMN tries;
ALTER TABLE lobbies DROP COLUMN again;

-- The puzzle of the day is owed from the beginning of the day after the last one, whose number, counted from 1970, is the step that is done.
INSERT INTO outbox (kind, subject, channel, step, urgency, due, tries, code)
    SELECT 'daily', guild, channel, CAST(day AS TEXT), 7, CASE WHEN again > (day + 1) * 86400000 THEN again ELSE (day + 1) * 86400000 END, tries, code
    FROM daily_puzzles;
DROP INDEX daily_puzzles_due;
ALTER TABLE daily_puzzles DROP COLUMN day;
ALTER TABLE daily_puzzles DROP COLUMN code;
ALTER TABLE daily_puzzles DROP COLUMN tries;
ALTER TABLE daily_puzzles DROP COLUMN again;

-- A list is owed with everything that changes it. While nothing can be written there, that does not hasten it.
CREATE FUNCTION lobby_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('lobby', NEW.channel, NEW.channel, 5, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0, tries = 0, code = NULL;
    RETURN NULL;
END $$;
CREATE FUNCTION lobby_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM outbox WHERE kind = 'lobby' AND subject = OLD.channel AND part = 0;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION challenge_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due)
        SELECT 'lobby', lobbies.channel, lobbies.channel, 5, 0 FROM lobbies WHERE guild = NEW.guild AND retired = 0
    ON CONFLICT (kind, subject, part) DO UPDATE SET
        version = outbox.version + 1, due = CASE WHEN outbox.code IS NULL THEN 0 ELSE outbox.due END;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION challenge_unlisted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due)
        SELECT 'lobby', lobbies.channel, lobbies.channel, 5, 0 FROM lobbies WHERE guild = OLD.guild AND retired = 0
    ON CONFLICT (kind, subject, part) DO UPDATE SET
        version = outbox.version + 1, due = CASE WHEN outbox.code IS NULL THEN 0 ELSE outbox.due END;
    RETURN NULL;
END $$;
CREATE TRIGGER lobby_begun AFTER INSERT ON lobbies FOR EACH ROW EXECUTE FUNCTION lobby_begun();
CREATE TRIGGER lobby_moved AFTER UPDATE OF guild, retired ON lobbies FOR EACH ROW EXECUTE FUNCTION lobby_begun();
CREATE TRIGGER lobby_ended AFTER DELETE ON lobbies FOR EACH ROW EXECUTE FUNCTION lobby_ended();
CREATE TRIGGER challenge_listed AFTER UPDATE OF message ON challenges FOR EACH ROW
    WHEN (NEW.opponent IS NULL) EXECUTE FUNCTION challenge_listed();
CREATE TRIGGER challenge_unlisted AFTER DELETE ON challenges FOR EACH ROW
    WHEN (OLD.opponent IS NULL AND OLD.message IS NOT NULL) EXECUTE FUNCTION challenge_unlisted();

CREATE FUNCTION daily_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('daily', NEW.guild, NEW.channel, 7, 0);
    RETURN NULL;
END $$;
CREATE FUNCTION daily_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM outbox WHERE kind = 'daily' AND subject = OLD.guild AND part = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER daily_begun AFTER INSERT ON daily_puzzles FOR EACH ROW EXECUTE FUNCTION daily_begun();
CREATE TRIGGER daily_ended AFTER DELETE ON daily_puzzles FOR EACH ROW EXECUTE FUNCTION daily_ended();
