-- Whether both players may ask for hints, as both agreed to with the challenge. Whoever plays alone or against the bot may anyway.
ALTER TABLE challenges ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1));
ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1));
-- What the bot makes of its game, and what it has said of that, in words of its own. NULL: nothing so far.
ALTER TABLE games ADD COLUMN mood TEXT;
