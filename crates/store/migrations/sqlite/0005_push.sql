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

-- What happens in a game may be pushed to its players. The step says whose pages were to be told then, as those are not pinged.
CREATE TRIGGER push_owed AFTER INSERT ON events
    WHEN EXISTS (SELECT 1 FROM push_subscriptions s JOIN games g ON g.id = NEW.game WHERE s.person IN (g.white, g.black))
BEGIN
    INSERT INTO outbox (kind, subject, channel, step, urgency, version, since, due)
        SELECT 'push', id, channel,
            concat_ws('-', CASE WHEN EXISTS (SELECT 1 FROM push_subscriptions WHERE person = white) THEN 'white' END,
                CASE WHEN EXISTS (SELECT 1 FROM push_subscriptions WHERE person = black) THEN 'black' END),
            1, NEW.seq, NEW.at, NEW.at
        FROM games WHERE id = NEW.game AND state <> 'set aside'
    ON CONFLICT (kind, subject, part) DO UPDATE SET step = excluded.step, version = excluded.version, since = excluded.since,
        due = excluded.due, tries = 0, code = NULL, tried_at = NULL;
END;
