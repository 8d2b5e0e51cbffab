-- What whoever runs the bot has done by commands, to whom, and why. Kept for a year.
CREATE TABLE acts (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    -- A word for it, such as 'block'.
    what TEXT NOT NULL,
    -- NULL: nobody, or somebody who has had their data deleted since.
    person BIGINT,
    -- The mark of such a person.
    mark TEXT,
    guild BIGINT,
    game BIGINT,
    reason TEXT NOT NULL
);
CREATE INDEX acts_at ON acts (at);
CREATE INDEX acts_person ON acts (person) WHERE person IS NOT NULL;
CREATE INDEX acts_mark ON acts (mark) WHERE mark IS NOT NULL;
-- Whom whoever runs the bot has blocked everywhere. The mark stays when the person has their data deleted, so that the block does.
CREATE TABLE shut_out (
    mark TEXT PRIMARY KEY,
    person BIGINT,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE UNIQUE INDEX shut_out_person ON shut_out (person) WHERE person IS NOT NULL;
-- A number that rises with each change of what a running bot has to know of all this. One row.
CREATE TABLE operator_state (one BIGINT PRIMARY KEY CHECK (one = 1), number BIGINT NOT NULL);
INSERT INTO operator_state (one, number) VALUES (1, 0);
-- Games that whoever runs the bot has ended, or (voided) whose results they have taken back, with the event whose board tells why.
CREATE TABLE stopped_games (game BIGINT PRIMARY KEY, rev BIGINT NOT NULL, reason TEXT NOT NULL, voided BIGINT NOT NULL DEFAULT 0);
-- What is switched off for now.
CREATE TABLE features_off (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
-- What is announced on boards and in /help; without an end until another command. One row at most.
CREATE TABLE announcement (one BIGINT PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL, until BIGINT);
-- An older program would let blocked people play, and would not delete what is here of a person.
UPDATE compatible_from SET step = 10;
