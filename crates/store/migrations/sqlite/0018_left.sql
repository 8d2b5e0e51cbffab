-- Of which players it was told the other one, once a game, that they have left the server: the sum of 1 for White and 2 for Black.
ALTER TABLE games ADD COLUMN left_told INTEGER NOT NULL DEFAULT 0;
