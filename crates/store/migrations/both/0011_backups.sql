-- When a backup was last made by the program itself; no row: never. `compatible_from` stays.
CREATE TABLE backups (one BIGINT PRIMARY KEY CHECK (one = 1), at BIGINT NOT NULL);
