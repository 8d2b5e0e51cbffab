-- Whether a tournament was ended before all its games were played, so that nobody has won it.
ALTER TABLE tournaments ADD COLUMN ended_early BIGINT NOT NULL DEFAULT 0;
