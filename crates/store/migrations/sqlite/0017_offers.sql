-- Messages that ask for an answer (a draw, a takeback, an abort) and have buttons for it, kept until they say what became of the
-- offer. Times are milliseconds since 1970 (UTC).
CREATE TABLE offers (
    game    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- The number of the event that made it.
    rev     INTEGER NOT NULL,
    -- The message; NULL: not known yet.
    channel INTEGER,
    message INTEGER,
    -- The last event of the game after it, which may have settled it; NULL: none since it was last looked at.
    due     INTEGER,
    -- How often its message was to be changed, and not before when it is to be tried again.
    tries   INTEGER NOT NULL DEFAULT 0,
    again   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, rev)
) WITHOUT ROWID;
CREATE INDEX offers_due ON offers (again) WHERE due IS NOT NULL;

-- In whatever transaction something happens in a game, its offers are to be looked at.
CREATE TRIGGER offer_made AFTER INSERT ON events WHEN NEW.kind = 'asked'
BEGIN
    INSERT INTO offers (game, rev) VALUES (NEW.game, NEW.seq) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER offers_touched AFTER INSERT ON events WHEN NEW.kind <> 'asked'
BEGIN
    UPDATE offers SET due = NEW.seq WHERE game = NEW.game;
END;

-- Offers from before: their messages are found out when they are answered below them.
INSERT INTO offers (game, rev, due)
SELECT events.game, events.seq, games.rev FROM games JOIN events ON events.game = games.id
WHERE games.state = 'live' AND events.kind = 'asked';
