-- Challenges that are no longer open, offers and old boards are owed in the outbox.

-- What became of a challenge, until its message says it. Whether its challenger was told of a decline is in the outbox.
CREATE TABLE settled_now (
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
    at         INTEGER NOT NULL,
    locale     TEXT
);
INSERT INTO settled_now (id, outcome, variant, challenger, answerer, channel, message, place, at, locale)
    SELECT id, outcome, variant, challenger, answerer, channel, message, place, at, locale FROM settled_challenges;
INSERT INTO outbox (kind, subject, channel, message, step, urgency, since, due)
    SELECT 'challenge', id, channel, message, CASE WHEN outcome = 'declined' AND told = 0 THEN 'decline' ELSE '' END, 3, at, 0
    FROM settled_challenges;
DROP TABLE settled_challenges;
ALTER TABLE settled_now RENAME TO settled_challenges;

CREATE TRIGGER challenge_settled AFTER INSERT ON settled_challenges
BEGIN
    INSERT INTO outbox (kind, subject, channel, message, step, urgency, since, due)
    VALUES ('challenge', NEW.id, NEW.channel, NEW.message, CASE NEW.outcome WHEN 'declined' THEN 'decline' ELSE '' END,
        3, NEW.at, NEW.at + 15000)
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER challenge_shown AFTER UPDATE OF message ON settled_challenges
BEGIN
    UPDATE outbox SET message = NEW.message, due = 0, version = version + 1 WHERE kind = 'challenge' AND subject = NEW.id AND part = 0;
END;
CREATE TRIGGER challenge_forgotten AFTER DELETE ON settled_challenges
BEGIN
    DELETE FROM outbox WHERE kind = 'challenge' AND subject = OLD.id AND part = 0;
END;

-- An offer waits for the next event of its game, which may settle it.
INSERT INTO outbox (kind, subject, part, channel, message, urgency, version, since, due, tries)
    SELECT 'offer', offers.game, offers.rev, coalesce(offers.channel, games.channel), offers.message, 4, coalesce(offers.due, offers.rev),
        (SELECT at FROM events WHERE events.game = offers.game AND seq = coalesce(offers.due, offers.rev)),
        CASE WHEN offers.due IS NOT NULL THEN offers.again END, offers.tries
    FROM offers JOIN games ON games.id = offers.game;
DROP TRIGGER offer_made;
DROP TRIGGER offers_touched;
DROP TABLE offers;
CREATE TRIGGER offer_made AFTER INSERT ON events WHEN NEW.kind = 'asked'
BEGIN
    INSERT INTO outbox (kind, subject, part, channel, urgency, version, since)
        SELECT 'offer', NEW.game, NEW.seq, channel, 4, NEW.seq, NEW.at FROM games WHERE id = NEW.game
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER offers_touched AFTER INSERT ON events WHEN NEW.kind NOT IN ('asked', 'begun')
BEGIN
    UPDATE outbox SET version = version + 1, since = NEW.at, due = NEW.at + 15000 WHERE kind = 'offer' AND subject = NEW.game;
END;

-- Boards that are no longer the newest of their game lose their buttons.
INSERT INTO outbox (kind, subject, channel, message, token, urgency, since, due)
    SELECT 'old-board', message, channel, message, token, 6, at, CASE WHEN again > at THEN again ELSE at + 15000 END FROM old_boards;
DROP TRIGGER board_grew_old;
DROP TABLE old_boards;

-- In the transaction that notes another one, which needs the token of the one before no more. A board of the end does not grow old.
-- Whoever notes it takes the buttons off at once, and has some seconds for that.
CREATE TRIGGER board_grew_old AFTER UPDATE OF board_message ON games
WHEN OLD.board_message IS NOT NULL AND OLD.board_channel IS NOT NULL AND NEW.board_message <> OLD.board_message
    AND NOT (OLD.state = 'over' AND OLD.shown = OLD.rev)
BEGIN
    INSERT INTO outbox (kind, subject, channel, message, token, urgency, since, due)
    VALUES ('old-board', OLD.board_message, OLD.board_channel, OLD.board_message,
        (SELECT token FROM interactions WHERE id = OLD.board_interaction), 6,
        coalesce((SELECT at FROM interactions WHERE id = OLD.board_interaction AND token IS NOT NULL), NEW.due_at),
        max(NEW.due_at, coalesce((SELECT at FROM interactions WHERE id = NEW.board_interaction), 0)) + 15000)
    ON CONFLICT DO NOTHING;
    -- One that was older and has been made to show the newest position.
    DELETE FROM outbox WHERE kind = 'old-board' AND subject = NEW.board_message AND part = 0;
    UPDATE interactions SET token = NULL
    WHERE id = OLD.board_interaction AND id IS DISTINCT FROM NEW.board_interaction;
END;
