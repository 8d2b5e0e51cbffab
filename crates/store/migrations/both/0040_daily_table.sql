-- Who has solved a server's puzzle of the day on its day and without help: for its table, and for days in a row.
CREATE TABLE daily_solved (
    guild BIGINT NOT NULL,
    -- The day, counted from 1970.
    day BIGINT NOT NULL,
    person BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (guild, day, person)
);
CREATE INDEX daily_solved_of_person ON daily_solved (person, day);
