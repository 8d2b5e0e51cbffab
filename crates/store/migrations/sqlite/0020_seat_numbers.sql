-- The number of the last seat. Unlike the seats themselves, games are kept when a person is removed, so none is given twice.
CREATE TABLE last_seat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id  INTEGER NOT NULL
);
-- Seats have the lowest 2^32 numbers; the very lowest is nobody's.
INSERT INTO last_seat (one, id) SELECT 1, max(
    ifnull((SELECT max(id) FROM seats), -9223372036854775808),
    ifnull((SELECT max(channel) FROM games WHERE channel < -9223372032559808512), -9223372036854775808));

-- Games of people who were removed stood at the seat of whoever was given its number next: they get one that nobody has.
UPDATE last_seat SET id = id + 1;
UPDATE games SET channel = (SELECT id FROM last_seat)
WHERE channel < -9223372032559808512 AND white IS NULL AND black IS NULL;
