-- The oldest step of the schema whose program may still work on this database, and the version of the program that carried out the newest one.
-- A step that takes away what older programs need raises it: UPDATE compatible_from SET step = ... Any other says that it stays.
CREATE TABLE compatible_from (one BIGINT PRIMARY KEY CHECK (one = 1), step BIGINT NOT NULL, version TEXT);
INSERT INTO compatible_from (one, step) VALUES (1, 9);
