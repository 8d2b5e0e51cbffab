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
