-- Moves come in by shards, which several processes can carry: each has its own moment.
CREATE TABLE alive_shards (
    number BIGINT NOT NULL,
    -- How many shards there are.
    total BIGINT NOT NULL,
    -- When moves from it could last be accepted: who was late because they could not gets the time back.
    at BIGINT NOT NULL,
    -- 1: no process is heard of that carries it, so nothing is due on it.
    silent BIGINT NOT NULL,
    PRIMARY KEY (total, number)
);
INSERT INTO alive_shards (number, total, at, silent) SELECT 0, 1, at, 0 FROM last_alive;
DROP TABLE last_alive;
ALTER TABLE alive_shards RENAME TO last_alive;
