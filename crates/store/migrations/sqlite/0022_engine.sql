-- Games against the bot itself, which has a side and plays at a level. NULL: a game between people.
ALTER TABLE games ADD COLUMN engine TEXT CHECK (engine IN ('white', 'black'));
ALTER TABLE games ADD COLUMN level TEXT;
-- The level at which it plays just one move, as there was too much to think about at once, and the position (by its event) of which
-- that holds. NULL: none so far.
ALTER TABLE games ADD COLUMN lowered TEXT;
ALTER TABLE games ADD COLUMN lowered_at INTEGER;
CREATE INDEX live_games_of_engine ON games (id) WHERE engine IS NOT NULL AND state = 'live';
