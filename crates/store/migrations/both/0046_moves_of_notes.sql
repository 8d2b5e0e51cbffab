-- The move after which a noted position stands, as it was when it was noted: another one may be played after a takeback. NULL: the start, or nobody knows.
ALTER TABLE notes ADD COLUMN played TEXT;
