-- What the players of a live game have prepared: replies to moves that the opponent may play, as text. NULL: nothing.
ALTER TABLE games ADD COLUMN premoves TEXT;
