-- Threads are left to the chat's own timer; those of live games are opened again when it is over.
DROP INDEX games_with_threads;
ALTER TABLE games DROP COLUMN thread_open;
CREATE INDEX challenges_by_channel ON challenges (channel);
