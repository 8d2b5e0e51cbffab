-- 1: that the player to move has left the server was told the other one, once a game.
ALTER TABLE games ADD COLUMN left_told INTEGER NOT NULL DEFAULT 0;
