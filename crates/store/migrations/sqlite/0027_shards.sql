-- A session for each shard. Those of another number of shards are of no use.
CREATE TABLE shard_sessions (
    shards        INTEGER NOT NULL DEFAULT 1,
    shard         INTEGER NOT NULL,
    -- NULL: none to resume.
    session       TEXT,
    sequence      INTEGER NOT NULL DEFAULT 0,
    resume_url    TEXT,
    -- The last IDENTIFY, which must not be followed by another one within 5 s.
    identified_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (shards, shard)
);
INSERT INTO shard_sessions (shard, session, sequence, resume_url, identified_at)
    SELECT shard, session, sequence, resume_url, identified_at FROM gateway_sessions;
DROP TABLE gateway_sessions;
ALTER TABLE shard_sessions RENAME TO gateway_sessions;
