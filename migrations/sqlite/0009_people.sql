-- Who does not want to be challenged by whom; then neither can accept a challenge of the other.
CREATE TABLE blocks (
    person  INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_of_blocked ON blocks (blocked);
