-- How far a person is in the lesson of a game: the steps that they have done from its beginning, and whether they have ever done all.
CREATE TABLE lessons (
    person   INTEGER NOT NULL,
    variant  TEXT    NOT NULL,
    steps    INTEGER NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
    PRIMARY KEY (person, variant)
) WITHOUT ROWID;
