-- Which game this one is a rematch of; a game has one rematch at most.
ALTER TABLE games ADD COLUMN rematch_of INTEGER;
CREATE UNIQUE INDEX one_rematch_a_game ON games (rematch_of) WHERE rematch_of IS NOT NULL;

-- The same of what is asked for.
ALTER TABLE challenges ADD COLUMN rematch_of INTEGER;
CREATE INDEX rematches_asked_for ON challenges (rematch_of) WHERE rematch_of IS NOT NULL;
