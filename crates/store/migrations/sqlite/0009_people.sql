-- Who does not want to be challenged by whom; then neither can accept a challenge of the other.
CREATE TABLE blocks (
    person  INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- What people have set. NULL: nothing, so that it is as for everybody. Somebody who has set something may not have played yet, so
-- their locale need not be known.
ALTER TABLE people RENAME TO people_before;
CREATE TABLE people (
    id          INTEGER PRIMARY KEY,
    -- Their own, as their last action had it.
    locale      TEXT,
    -- Whether they are notified by their games.
    pings       INTEGER CHECK (pings IN (0, 1)),
    -- Who is at the bottom of the boards that they are shown.
    side        TEXT    CHECK (side IN ('own', 'to-move', 'white')),
    -- How those boards look.
    theme       TEXT,
    coordinates INTEGER CHECK (coordinates IN (0, 1)),
    size        TEXT    CHECK (size IN ('normal', 'large'))
) WITHOUT ROWID;
INSERT INTO people (id, locale) SELECT id, locale FROM people_before;
DROP TABLE people_before;
