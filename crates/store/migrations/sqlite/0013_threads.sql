-- 1: the game is played in a thread, which is to be archived some time after the end.
ALTER TABLE games ADD COLUMN thread_open INTEGER;
UPDATE games SET thread_open = 1 WHERE state = 'live' AND parent IS NOT NULL;
CREATE INDEX games_with_threads ON games (due_at) WHERE thread_open = 1 AND state <> 'live';
