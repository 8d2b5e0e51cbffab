-- Boards are owed in the outbox, too, from the transaction of the change on until one is shown. For 15 seconds that is left to whoever
-- answers. Of a game that was set aside the players are told ('notice'). If it is over because a player was removed, nobody answers ('left').
INSERT INTO outbox (kind, subject, channel, step, urgency, version, since, due)
    SELECT 'board', id, channel,
        CASE WHEN state = 'set aside' THEN 'notice' WHEN state = 'over' AND (white IS NULL OR black IS NULL) THEN 'left' ELSE '' END,
        0, due, due_at, due_at + 15000
    FROM games WHERE shown < due;
DROP INDEX games_unshown;

CREATE TRIGGER board_begun AFTER INSERT ON games WHEN NEW.shown < NEW.due
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
    VALUES ('board', NEW.id, NEW.channel, 0, NEW.due, NEW.due_at, NEW.due_at + 15000);
END;
CREATE TRIGGER board_changed AFTER UPDATE OF due ON games WHEN NEW.due <> OLD.due AND NEW.shown < NEW.due
BEGIN
    INSERT INTO outbox (kind, subject, channel, step, urgency, version, since, due)
    VALUES ('board', NEW.id, NEW.channel, CASE NEW.state WHEN 'set aside' THEN 'notice' ELSE '' END, 0, NEW.due, NEW.due_at, NEW.due_at + 15000)
    ON CONFLICT (kind, subject, part) DO UPDATE SET step = excluded.step, version = excluded.version, since = excluded.since,
        due = excluded.due, tries = 0, code = NULL, tried_at = NULL;
END;
CREATE TRIGGER board_shown AFTER UPDATE OF shown ON games WHEN NEW.shown >= NEW.due AND OLD.shown < OLD.due
BEGIN
    DELETE FROM outbox WHERE kind = 'board' AND subject = NEW.id AND part = 0;
END;
CREATE TRIGGER board_left AFTER UPDATE OF white, black ON games
WHEN NEW.state = 'over' AND NEW.shown < NEW.due AND (NEW.white IS NULL OR NEW.black IS NULL)
BEGIN
    UPDATE outbox SET step = 'left', due = 0 WHERE kind = 'board' AND subject = NEW.id AND part = 0;
END;

-- Boards are not in it, as each move would write into it. They are found by their kind.
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (urgency, due) WHERE due IS NOT NULL AND urgency > 0;

-- What was refused in a channel follows once something got through there.
CREATE INDEX outbox_refused ON outbox (channel) WHERE code IS NOT NULL;
CREATE TRIGGER channel_opened AFTER DELETE ON closed_channels
BEGIN
    UPDATE outbox SET due = 0, tries = 0, code = NULL WHERE channel = OLD.channel AND code IS NOT NULL AND due IS NOT NULL;
END;
