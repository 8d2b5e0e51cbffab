-- The puzzles that a person has begun: `puzzle` follows from its position. `helped` is 1 once they made a wrong move there or were
-- shown something; `solved_at` is when they solved it, in milliseconds.
CREATE TABLE puzzles (
   person    INTEGER NOT NULL,
   variant   TEXT    NOT NULL,
   puzzle    INTEGER NOT NULL,
   helped    INTEGER NOT NULL CHECK (helped IN (0, 1)),
   solved_at INTEGER,
   PRIMARY KEY (person, variant, puzzle)
) WITHOUT ROWID;

-- How many puzzles a person has solved one after another without a wrong move and without help: now, and at most.
CREATE TABLE puzzle_streaks (
   person INTEGER NOT NULL PRIMARY KEY,
   streak INTEGER NOT NULL,
   best   INTEGER NOT NULL
);

-- The channel in which a server has a puzzle each day, and the last day, counted from 1970, whose puzzle it has had.
CREATE TABLE daily_puzzles (
   guild   INTEGER NOT NULL PRIMARY KEY,
   channel INTEGER NOT NULL,
   day     INTEGER NOT NULL DEFAULT 0,
   -- The chat's code for why nothing can be written there, how often in a row that was so, and when it is tried again.
   code    INTEGER,
   tries   INTEGER NOT NULL DEFAULT 0,
   again   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX daily_puzzles_due ON daily_puzzles (day, guild);
