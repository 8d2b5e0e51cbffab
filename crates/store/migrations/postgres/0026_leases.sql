-- What one process at a time sees to, of those that share the database.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    -- The process, by a number of its own.
    holder BIGINT NOT NULL,
    -- Goes up each time that the holder says that it is there. Whoever sees the same number for long takes the lease.
    beat BIGINT NOT NULL
);
