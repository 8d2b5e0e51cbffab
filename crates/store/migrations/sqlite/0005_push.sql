-- Which browsers are sent a push message when something waits for their person.
CREATE TABLE push_subscriptions (
    -- The page that has asked for it. With it this ends.
    page BIGINT NOT NULL PRIMARY KEY,
    person BIGINT NOT NULL,
    -- The game of a page that opens one game alone.
    game BIGINT,
    -- Where the browser's push service takes messages, the public key for which they are encrypted, and the secret that goes into it.
    address TEXT NOT NULL,
    key TEXT NOT NULL,
    secret TEXT NOT NULL,
    made_at BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_of_person ON push_subscriptions (person, made_at);
CREATE TRIGGER push_page_ended AFTER DELETE ON page_grants
BEGIN
    DELETE FROM push_subscriptions WHERE page = OLD.id;
END;

-- The private key by which push services know this bot, in hexadecimal digits: browsers have subscribed with its public part. Made once.
CREATE TABLE push_key (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    key TEXT NOT NULL
);

-- What everybody is to be shown of a game may also be pushed to one of its players.
CREATE TRIGGER push_begun AFTER INSERT ON games
    WHEN EXISTS (SELECT 1 FROM push_subscriptions WHERE person IN (NEW.white, NEW.black))
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
    VALUES ('push', NEW.id, NEW.channel, 1, NEW.due, NEW.due_at, NEW.due_at);
END;
CREATE TRIGGER push_changed AFTER UPDATE OF due ON games
    WHEN NEW.due <> OLD.due AND NEW.state <> 'set aside'
        AND EXISTS (SELECT 1 FROM push_subscriptions WHERE person IN (NEW.white, NEW.black))
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
    VALUES ('push', NEW.id, NEW.channel, 1, NEW.due, NEW.due_at, NEW.due_at)
    ON CONFLICT (kind, subject, part) DO UPDATE SET step = '', version = excluded.version, since = excluded.since,
        due = excluded.due, tries = 0, code = NULL, tried_at = NULL;
END;
