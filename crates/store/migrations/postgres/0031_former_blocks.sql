-- Whom people have blocked who were removed since. A mark is made of both, so that nothing of the blocked person is kept, and no two marks
-- show that they mean the same one.
CREATE TABLE former_blocks (
    person BIGINT NOT NULL,
    -- HMAC-SHA-256 of both numbers, in hexadecimal digits.
    mark TEXT NOT NULL,
    PRIMARY KEY (person, mark)
);

-- What marks are made with. One row at most: it is made with the first mark, and stays.
CREATE TABLE block_key (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    secret TEXT NOT NULL
);
