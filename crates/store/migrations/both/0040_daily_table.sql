-- Who has tried a server's puzzle of the day on its day: for its table, and for days in a row. Only who had no help is listed.
CREATE TABLE daily_solved (
    guild BIGINT NOT NULL,
    -- The day, counted from 1970.
    day BIGINT NOT NULL,
    person BIGINT NOT NULL,
    -- 1: a wrong move was made, or something was shown, before it was solved.
    helped BIGINT NOT NULL CHECK (helped IN (0, 1)),
    at BIGINT NOT NULL,
    PRIMARY KEY (guild, day, person)
);
CREATE INDEX daily_solved_of_person ON daily_solved (person, day) WHERE helped = 0;
