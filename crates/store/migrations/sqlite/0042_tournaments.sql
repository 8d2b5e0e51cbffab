-- Tournaments, and what is played in them.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    -- The message that tells how it stands.
    message INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('round-robin', 'knock-out', 'swiss')),
    -- The slugs of its variants with spaces between them: the rounds have them in turn.
    variants TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- Games of each pair: 1 or 2.
    games INTEGER NOT NULL CHECK (games IN (1, 2)),
    least INTEGER NOT NULL,
    most INTEGER NOT NULL,
    -- When it begins; NULL: when it is full, or somebody who may begins it.
    starts_at INTEGER,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'over', 'called-off')),
    -- The rounds that have begun.
    round INTEGER NOT NULL DEFAULT 0,
    -- What draws by lot follow from.
    seed INTEGER NOT NULL,
    -- Pairs of numbers such as 2-5, with spaces between them: of those who blocked each other when it began.
    apart TEXT NOT NULL DEFAULT '',
    locale TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- When something is next due; NULL: nothing is, unless something happens.
    next_at INTEGER,
    -- Raised by each change; what is decided on an older one is decided anew.
    rev INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tournaments_due ON tournaments (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX tournaments_of_guild ON tournaments (guild, state);
CREATE UNIQUE INDEX one_tournament_a_channel ON tournaments (channel) WHERE state IN ('open', 'running');

-- Who plays in a tournament.
CREATE TABLE tournament_players (
    tournament INTEGER NOT NULL,
    -- Their number in it, from 1.
    number INTEGER NOT NULL,
    -- NULL: a former player.
    person INTEGER,
    -- 'in': they play; 'out': they have withdrawn, let games go, or were removed.
    state TEXT NOT NULL CHECK (state IN ('in', 'out')),
    -- The round in which they stood when they went out, once that is known.
    out_in INTEGER,
    -- Their rating of the first variant when it began, in points, by which they are seeded.
    rating INTEGER NOT NULL DEFAULT 0,
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX tournament_players_once ON tournament_players (tournament, person);
CREATE INDEX tournament_players_of_person ON tournament_players (person);

-- The games that a tournament has paired.
CREATE TABLE tournament_games (
    tournament INTEGER NOT NULL,
    -- Its number in the tournament, from 1.
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    variant TEXT NOT NULL,
    white INTEGER NOT NULL,
    -- NULL: White has a bye.
    black INTEGER,
    -- The message in the tournament's channel on which its thread hangs.
    message INTEGER,
    -- NULL: it has not begun, or is not to be played.
    game INTEGER UNIQUE,
    -- How it came out; NULL: it is to be played or goes on.
    result TEXT CHECK (result IN ('white', 'black', 'draw', 'white-forfeits', 'black-forfeits', 'both-forfeit', 'halves', 'bye')),
    -- White let time run out, or Black.
    late TEXT CHECK (late IN ('white', 'black')),
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;

-- The end of a game is its result in the tournament, which then sees what follows.
CREATE TRIGGER tournament_game_ended AFTER UPDATE OF state ON games
    WHEN NEW.state <> 'live' AND OLD.state = 'live' AND EXISTS (SELECT 1 FROM tournament_games WHERE game = NEW.id)
BEGIN
    UPDATE tournament_games SET
        result = CASE WHEN NEW.ending = 'aborted time' THEN CASE NEW.turn WHEN 'white' THEN 'white-forfeits' ELSE 'black-forfeits' END
            WHEN NEW.ending LIKE '% white' THEN 'white' WHEN NEW.ending LIKE '% black' THEN 'black'
            WHEN NEW.ending LIKE 'draw%' THEN 'draw' ELSE 'halves' END,
        late = CASE WHEN NEW.ending IN ('aborted time', 'time white', 'time black', 'draw time')
            THEN NEW.turn END
    WHERE game = NEW.id AND result IS NULL;
    UPDATE tournaments SET rev = rev + 1, next_at = 0
    WHERE id = (SELECT tournament FROM tournament_games WHERE game = NEW.id) AND state = 'running';
END;

-- Its message is owed with each change.
CREATE TRIGGER tournament_made AFTER INSERT ON tournaments
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('tournament', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = excluded.version, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER tournament_changed AFTER UPDATE OF rev ON tournaments WHEN NEW.rev <> OLD.rev
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('tournament', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = excluded.version, due = 0, tries = 0, code = NULL;
END;

-- A game that is to be played is owed until it has begun.
CREATE TRIGGER tournament_game_paired AFTER INSERT ON tournament_games WHEN NEW.result IS NULL AND NEW.game IS NULL
BEGIN
    INSERT INTO outbox (kind, subject, part, channel, urgency, due)
    SELECT 'pairing', NEW.tournament, NEW.number, channel, 3, 0 FROM tournaments WHERE id = NEW.tournament
    ON CONFLICT (kind, subject, part) DO NOTHING;
END;
