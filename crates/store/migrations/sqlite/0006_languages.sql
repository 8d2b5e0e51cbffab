-- In which language people are told what nobody has just asked for. Locales are the chat's own words, such as 'pt-BR'; NULL: none is
-- known, which is English.

-- The server's, as the last action that changed the game had it; in direct messages the person's.
ALTER TABLE games ADD COLUMN locale TEXT;
-- The server's, when the challenge was made.
ALTER TABLE challenges ADD COLUMN locale TEXT;
ALTER TABLE settled_challenges ADD COLUMN locale TEXT;

-- What is known of those who play, by the chat's number.
CREATE TABLE people (
    id     INTEGER PRIMARY KEY,
    -- Their own, as their last action had it.
    locale TEXT NOT NULL
) WITHOUT ROWID;

-- A finished game of before the logs keeps an empty position: only the checks would read it.
DROP INDEX games_without_position;
