-- Rated games, and what comes of them. A rating period is a week, counted from Monday, 5 January 1970 (UTC).
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
ALTER TABLE challenges ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));

-- Where others see a person's standing. NULL and 'server': in the servers where they have played rated games.
ALTER TABLE people ADD COLUMN standing TEXT CHECK (standing IN ('everywhere', 'server', 'hidden'));

-- Who has finished a rated game. Results and ratings name the number, so that those of the others stay right when somebody goes.
CREATE TABLE rated_players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL: a former player.
    person INTEGER UNIQUE
);

-- One row for each finished rated game, written with the change that ended it.
CREATE TABLE rated_results (
    game INTEGER PRIMARY KEY,
    variant TEXT NOT NULL,
    -- The period that it counts in.
    period INTEGER NOT NULL,
    guild INTEGER,
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    -- White's half points: 0, 1 or 2.
    half_points INTEGER NOT NULL CHECK (half_points IN (0, 1, 2)),
    at INTEGER NOT NULL
);
CREATE INDEX rated_results_of_period ON rated_results (period);
CREATE INDEX rated_results_of_white ON rated_results (white, variant, period);
CREATE INDEX rated_results_of_black ON rated_results (black, variant, period);

-- The periods that are closed: what ends later counts in a later one.
CREATE TABLE rating_periods (
    period INTEGER PRIMARY KEY,
    closed_at INTEGER NOT NULL
);

-- A player's rating of a variant at the end of each period in which they had a game of it. What was closed once is never changed, so a
-- period that was begun and not finished comes out the same when it is done again.
CREATE TABLE ratings (
    player INTEGER NOT NULL,
    variant TEXT NOT NULL,
    period INTEGER NOT NULL,
    -- The rating and its deviation in billionths of a point, and the volatility in billionths.
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    -- The last period in which it is settled if no further game is played; -1: it is not.
    settled_until INTEGER NOT NULL,
    PRIMARY KEY (player, variant, period)
) WITHOUT ROWID;
CREATE INDEX ratings_of_period ON ratings (period);

-- The leaderboards: who is on the list of a server (0: of all), with the rating at the end of their last closed period. Who has none yet is
-- on it as not settled.
CREATE TABLE rating_lists (
    guild INTEGER NOT NULL,
    variant TEXT NOT NULL,
    player INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    settled_until INTEGER NOT NULL,
    PRIMARY KEY (guild, variant, player)
) WITHOUT ROWID;
CREATE INDEX rating_lists_in_order ON rating_lists (guild, variant, rating, player, settled_until);
CREATE INDEX rating_lists_of_player ON rating_lists (player);

-- A rated game that has ended with a result. A game without a first move of each side has none.
CREATE TRIGGER rated_game_ended AFTER UPDATE OF state ON games
    WHEN NEW.state = 'over' AND OLD.state = 'live' AND NEW.rated = 1 AND NEW.ply >= 2 AND NEW.ending NOT LIKE 'aborted%'
        AND NEW.ending NOT IN ('channel deleted', 'removed')
BEGIN
    INSERT INTO rated_players (person) VALUES (NEW.white) ON CONFLICT (person) DO NOTHING;
    INSERT INTO rated_players (person) VALUES (NEW.black) ON CONFLICT (person) DO NOTHING;
    INSERT INTO rated_results (game, variant, period, guild, white, black, half_points, at)
    SELECT NEW.id, NEW.variant,
        CASE WHEN (NEW.due_at - 345600000) / 604800000 > coalesce((SELECT max(period) FROM rating_periods), -1)
            THEN (NEW.due_at - 345600000) / 604800000 ELSE (SELECT max(period) FROM rating_periods) + 1 END,
        NEW.guild, white.id, black.id,
        CASE WHEN NEW.ending LIKE '% white' THEN 2 WHEN NEW.ending LIKE '% black' THEN 0 ELSE 1 END, NEW.due_at
    FROM rated_players white, rated_players black WHERE white.person = NEW.white AND black.person = NEW.black;
    INSERT INTO rating_lists (guild, variant, player, rating, settled_until)
    SELECT place.guild, NEW.variant, player.id,
        coalesce((SELECT r.rating FROM ratings r WHERE r.player = player.id AND r.variant = NEW.variant ORDER BY r.period DESC LIMIT 1), 1500000000000),
        coalesce((SELECT r.settled_until FROM ratings r WHERE r.player = player.id AND r.variant = NEW.variant ORDER BY r.period DESC LIMIT 1), -1)
    FROM rated_players player LEFT JOIN people ON people.id = player.person
    CROSS JOIN (SELECT NEW.guild AS guild UNION SELECT 0) place
    WHERE player.person IN (NEW.white, NEW.black) AND place.guild IS NOT NULL
        AND coalesce(people.standing, 'server') <> 'hidden' AND (place.guild <> 0 OR people.standing = 'everywhere')
    ON CONFLICT (guild, variant, player) DO NOTHING;
END;
