-- Places that come and go. Times are milliseconds since 1970 (UTC).

-- Servers with live games that the bot was removed from, and when. A row goes when it is back, or its games have ended.
CREATE TABLE left_servers (
    guild INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL
);
INSERT INTO left_servers (guild, at)
    SELECT guild, min(since) FROM closed_channels JOIN games USING (channel)
    WHERE state = 'live' AND code = 0 AND guild IS NOT NULL GROUP BY guild;

-- 1: the game is played in a thread, which is to be archived some time after the end.
ALTER TABLE games ADD COLUMN thread_open INTEGER;
UPDATE games SET thread_open = 1 WHERE state = 'live' AND parent IS NOT NULL;
CREATE INDEX games_with_threads ON games (due_at) WHERE thread_open = 1 AND state <> 'live';
