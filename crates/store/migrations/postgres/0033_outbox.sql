-- Challenges that are no longer open, offers and old boards are owed in the outbox.

-- Whether the challenger was told of a decline is there, too.
INSERT INTO outbox (kind, subject, channel, message, step, urgency, since, due)
    SELECT 'challenge', id, channel, message, CASE WHEN outcome = 'declined' AND told = 0 THEN 'decline' ELSE '' END, 3, at, 0
    FROM settled_challenges;
ALTER TABLE settled_challenges DROP COLUMN told;

CREATE FUNCTION challenge_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, channel, message, step, urgency, since, due)
    VALUES ('challenge', NEW.id, NEW.channel, NEW.message, CASE NEW.outcome WHEN 'declined' THEN 'decline' ELSE '' END,
        3, NEW.at, NEW.at + 15000)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER challenge_settled AFTER INSERT ON settled_challenges FOR EACH ROW EXECUTE FUNCTION challenge_settled();
CREATE FUNCTION challenge_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE outbox SET message = NEW.message, due = 0, version = outbox.version + 1 WHERE kind = 'challenge' AND subject = NEW.id AND part = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER challenge_shown AFTER UPDATE OF message ON settled_challenges FOR EACH ROW EXECUTE FUNCTION challenge_shown();
CREATE FUNCTION challenge_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM outbox WHERE kind = 'challenge' AND subject = OLD.id AND part = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER challenge_forgotten AFTER DELETE ON settled_challenges FOR EACH ROW EXECUTE FUNCTION challenge_forgotten();

-- An offer waits for the next event of its game, which may settle it.
INSERT INTO outbox (kind, subject, part, channel, message, urgency, version, since, due, tries)
    SELECT 'offer', offers.game, offers.rev, coalesce(offers.channel, games.channel), offers.message, 4, coalesce(offers.due, offers.rev),
        (SELECT at FROM events WHERE events.game = offers.game AND seq = coalesce(offers.due, offers.rev)),
        CASE WHEN offers.due IS NOT NULL THEN offers.again END, offers.tries
    FROM offers JOIN games ON games.id = offers.game;
DROP TABLE offers;
CREATE OR REPLACE FUNCTION offer_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, part, channel, urgency, version, since)
        SELECT 'offer', NEW.game, NEW.seq, games.channel, 4, NEW.seq, NEW.at FROM games WHERE games.id = NEW.game
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION offers_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE outbox SET version = outbox.version + 1, since = NEW.at, due = NEW.at + 15000 WHERE kind = 'offer' AND subject = NEW.game;
    RETURN NULL;
END $$;
-- A game that begins has none. If its transaction read this table, which it writes to, no two games could begin at once.
DROP TRIGGER offers_touched ON events;
CREATE TRIGGER offers_touched AFTER INSERT ON events FOR EACH ROW
    WHEN (NEW.kind NOT IN ('asked', 'begun')) EXECUTE FUNCTION offers_touched();

-- Boards that are no longer the newest of their game lose their buttons.
INSERT INTO outbox (kind, subject, channel, message, token, urgency, since, due)
    SELECT 'old-board', message, channel, message, token, 6, at, CASE WHEN again > at THEN again ELSE at + 15000 END FROM old_boards;
DROP TABLE old_boards;

-- In the transaction that notes another one, which needs the token of the one before no more. A board of the end does not grow old.
-- Whoever notes it takes the buttons off at once, and has some seconds for that.
CREATE OR REPLACE FUNCTION board_grew_old() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, channel, message, token, urgency, since, due)
    VALUES ('old-board', OLD.board_message, OLD.board_channel, OLD.board_message,
        (SELECT token FROM interactions WHERE id = OLD.board_interaction), 6,
        coalesce((SELECT at FROM interactions WHERE id = OLD.board_interaction AND token IS NOT NULL), NEW.due_at),
        greatest(NEW.due_at, coalesce((SELECT at FROM interactions WHERE id = NEW.board_interaction), 0)) + 15000)
    ON CONFLICT DO NOTHING;
    -- One that was older and has been made to show the newest position.
    DELETE FROM outbox WHERE kind = 'old-board' AND subject = NEW.board_message AND part = 0;
    UPDATE interactions SET token = NULL
    WHERE id = OLD.board_interaction AND id IS DISTINCT FROM NEW.board_interaction;
    RETURN NULL;
END $$;
