-- How many files of games were sent today by a person and in a server (person 0), and how many new ones were added in all (both 0).
CREATE TABLE files_sent (
    person BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    -- In days since 1970.
    day BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (person, guild)
);
CREATE INDEX files_sent_of_day ON files_sent (day);
