-- A board that may have arrived although nobody noted it, and then a later event: its buttons are out of date, and nothing leads to it but a
-- look at the channel. That is owed, for the event that it showed, once whoever sent it has had the time to note it after all.
CREATE FUNCTION board_unnoted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (kind, subject, part, channel, urgency, since, due)
        SELECT 'unnoted-board', subject, version, channel, 6, NEW.due_at, NEW.due_at + 30000 FROM outbox
        WHERE kind = 'board' AND subject = NEW.id AND part = 0 AND tried_at IS NOT NULL AND step <> 'notice'
    ON CONFLICT DO NOTHING;
    RETURN NEW;
END $$;
CREATE TRIGGER board_unnoted BEFORE UPDATE OF due ON games FOR EACH ROW
    WHEN (NEW.due <> OLD.due AND OLD.shown < OLD.due) EXECUTE FUNCTION board_unnoted();
