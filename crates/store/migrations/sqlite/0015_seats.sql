-- Places where the bot is not, and where a person plays alone by its answers: a game there belongs to the person and the channel, so
-- that nobody can take the channel from others. The number stands for both in the games.
CREATE TABLE seats (
    id      INTEGER PRIMARY KEY,
    person  INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    guild   INTEGER,
    UNIQUE (person, channel)
);
