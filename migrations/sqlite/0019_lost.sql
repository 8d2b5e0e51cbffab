-- Of whom it was told that they had left the server: 1 White, 2 Black, 3 both. Until now that was said of nobody in particular, and
-- only of the player to move: it is known where they are still to move.
UPDATE games SET left_told = CASE WHEN reminded <> position_rev THEN 0 WHEN turn = 'black' THEN 2 ELSE 1 END WHERE left_told <> 0;

-- The games of a person that ended with their place: few of all that they have played.
CREATE INDEX games_lost_of_white ON games (white, due_at) WHERE ending IN ('channel deleted', 'removed');
CREATE INDEX games_lost_of_black ON games (black, due_at) WHERE ending IN ('channel deleted', 'removed');
