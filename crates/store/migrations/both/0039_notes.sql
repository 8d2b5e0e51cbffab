-- What people have noted about games of theirs, for themselves alone.
CREATE TABLE notes (
    person BIGINT NOT NULL,
    game BIGINT NOT NULL,
    -- The position that it is about: the number of half-moves before it.
    ply BIGINT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, game, ply)
);
