-- What one process at a time sees to, of those that share a database. Only a database on a server is shared; here the table is empty.
CREATE TABLE leases (
    name   TEXT PRIMARY KEY,
    -- The process, by a number of its own.
    holder INTEGER NOT NULL,
    -- Goes up each time that the holder says that it is there. Whoever sees the same number for long takes the lease.
    beat   INTEGER NOT NULL
);
