-- The games of a person that ended with their place: few of all that they have played.
CREATE INDEX games_lost_of_white ON games (white, due_at) WHERE ending IN ('channel deleted', 'removed');
CREATE INDEX games_lost_of_black ON games (black, due_at) WHERE ending IN ('channel deleted', 'removed');
