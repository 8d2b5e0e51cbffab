-- The application at Discord that the database belongs to: no other plays on it. None: that of the next start.
CREATE TABLE owner (one BIGINT PRIMARY KEY CHECK (one = 1), application BIGINT NOT NULL);
