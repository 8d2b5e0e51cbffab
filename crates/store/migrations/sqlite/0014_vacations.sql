-- Vacations, on which a person's clocks stand still. Times are milliseconds since 1970 (UTC).
CREATE TABLE vacations (
    person INTEGER PRIMARY KEY,
    -- When the last one ends or ended.
    until  INTEGER NOT NULL,
    -- The year that it counts for, and how many days of that year are used up.
    year   INTEGER NOT NULL,
    days   INTEGER NOT NULL
) WITHOUT ROWID;

-- In which games it is still to be said that somebody is on vacation.
CREATE TABLE vacations_untold (
    game   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    PRIMARY KEY (game, person)
) WITHOUT ROWID;
CREATE INDEX vacations_untold_of_person ON vacations_untold (person);
