-- Whoever had their data deleted, by a mark that only tells whether a given person is one of them, and when: a backup from before must not
-- bring them back.
CREATE TABLE forgotten (mark TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE INDEX forgotten_at ON forgotten (at);
-- A number that rises at each start and end of the bot and once an hour. The file beside an SQLite database has it too, so an older copy that
-- takes the database's place is noticed. The bot's own backups have one less.
CREATE TABLE generation (one BIGINT PRIMARY KEY CHECK (one = 1), number BIGINT NOT NULL);
INSERT INTO generation (one, number) VALUES (1, 1);
-- The event to which the game was set back, as an older copy of the database took its place; NULL: it never was.
ALTER TABLE games ADD COLUMN set_back BIGINT;
