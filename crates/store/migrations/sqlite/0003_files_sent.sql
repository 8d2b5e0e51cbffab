-- How many files of games were sent today by a person and in a server (person 0), and how many new ones were added in all (both 0).
CREATE TABLE files_sent (
    person INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    -- In days since 1970.
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (person, guild)
) WITHOUT ROWID;
CREATE INDEX files_sent_of_day ON files_sent (day);
