-- Ladders: an order of people for one game, in which those below challenge those above.
CREATE TABLE ladders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    -- Where its message is; 0: that channel is gone.
    channel INTEGER NOT NULL,
    message INTEGER,
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    locale TEXT,
    created_at INTEGER NOT NULL,
    -- When something is next to be done; NULL: nothing, unless something happens.
    next_at INTEGER,
    -- Raised by each change; what is decided on an older one is decided anew.
    rev INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX one_ladder_a_game ON ladders (guild, variant) WHERE state = 'open';
CREATE INDEX ladders_due ON ladders (next_at) WHERE next_at IS NOT NULL;

-- Who is on a ladder. Places order people, the lowest first; some may be missing.
CREATE TABLE ladder_players (
    ladder INTEGER NOT NULL,
    person INTEGER NOT NULL,
    place INTEGER NOT NULL,
    -- Challenges that they declined or let pass since they last lost a place for that.
    refusals INTEGER NOT NULL DEFAULT 0,
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (ladder, person)
) WITHOUT ROWID;
CREATE INDEX ladder_players_of_person ON ladder_players (person);

-- Challenges for places, from the challenge until the ladder has followed what came of it.
CREATE TABLE ladder_challenges (
    challenge INTEGER PRIMARY KEY,
    ladder INTEGER NOT NULL,
    challenger INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    -- The game, once it was accepted.
    game INTEGER UNIQUE,
    -- 'won': the challenger has won; 'refused': it was declined, or let pass. NULL: that is open.
    outcome TEXT CHECK (outcome IN ('won', 'refused'))
);
CREATE UNIQUE INDEX one_challenge_a_challenger ON ladder_challenges (ladder, challenger);
CREATE UNIQUE INDEX one_challenge_an_opponent ON ladder_challenges (ladder, opponent);
CREATE INDEX ladder_challenges_of_challenger ON ladder_challenges (challenger);
CREATE INDEX ladder_challenges_of_opponent ON ladder_challenges (opponent);

-- What came of a challenge that is closed: it was declined or let pass, or the ladder has nothing to do with it any more. What was accepted waits for
-- the end of its game.
CREATE TRIGGER ladder_challenge_closed AFTER INSERT ON settled_challenges
    WHEN EXISTS (SELECT 1 FROM ladder_challenges WHERE challenge = NEW.id)
BEGIN
    UPDATE ladder_challenges SET outcome = 'refused' WHERE challenge = NEW.id AND NEW.outcome IN ('declined', 'lapsed');
    UPDATE ladders SET rev = rev + 1, next_at = 0 WHERE id = (SELECT ladder FROM ladder_challenges WHERE challenge = NEW.id);
    DELETE FROM ladder_challenges WHERE challenge = NEW.id AND NEW.outcome NOT IN ('declined', 'lapsed', 'accepted');
END;
-- A challenge that nobody has seen, or whose channel is gone, has never been.
CREATE TRIGGER ladder_challenge_dropped AFTER DELETE ON challenges
    WHEN EXISTS (SELECT 1 FROM ladder_challenges WHERE challenge = OLD.id) AND NOT EXISTS (SELECT 1 FROM settled_challenges WHERE id = OLD.id)
BEGIN
    UPDATE ladders SET rev = rev + 1 WHERE id = (SELECT ladder FROM ladder_challenges WHERE challenge = OLD.id);
    DELETE FROM ladder_challenges WHERE challenge = OLD.id;
END;
-- What came of its game. Whoever was challenged and does not make a first move has let it pass.
CREATE TRIGGER ladder_game_ended AFTER UPDATE OF state ON games
    WHEN NEW.state <> 'live' AND OLD.state = 'live' AND EXISTS (SELECT 1 FROM ladder_challenges WHERE game = NEW.id)
BEGIN
    UPDATE ladder_challenges SET outcome = CASE
            WHEN NEW.ending LIKE CASE challenger WHEN NEW.white THEN '% white' ELSE '% black' END THEN 'won'
            WHEN NEW.ending = 'aborted time' AND opponent = CASE NEW.turn WHEN 'white' THEN NEW.white ELSE NEW.black END THEN 'refused' END
    WHERE game = NEW.id;
    UPDATE ladders SET rev = rev + 1, next_at = 0 WHERE id = (SELECT ladder FROM ladder_challenges WHERE game = NEW.id);
    DELETE FROM ladder_challenges WHERE game = NEW.id AND outcome IS NULL;
END;
-- Its message is owed with each change.
CREATE TRIGGER ladder_made AFTER INSERT ON ladders
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('ladder', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET channel = excluded.channel, version = excluded.version, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER ladder_changed AFTER UPDATE OF rev ON ladders
    WHEN NEW.rev <> OLD.rev
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('ladder', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET channel = excluded.channel, version = excluded.version, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER ladder_left AFTER DELETE ON ladder_players
BEGIN
    UPDATE ladders SET rev = rev + 1 WHERE id = OLD.ladder;
END;
CREATE TRIGGER ladder_challenged AFTER INSERT ON ladder_challenges
BEGIN
    UPDATE ladders SET rev = rev + 1 WHERE id = NEW.ladder;
END;
