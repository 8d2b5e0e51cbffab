-- What is still to be done in a game because of a vacation: to say that it has begun ('begun') or was ended early ('ended'), or only to
-- make the board show the deadline ('board'). What did not get through is tried again.
ALTER TABLE vacations_untold ADD COLUMN what TEXT NOT NULL DEFAULT 'begun' CHECK (what IN ('begun', 'ended', 'board'));
ALTER TABLE vacations_untold ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vacations_untold ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
CREATE INDEX vacations_untold_due ON vacations_untold (again);
