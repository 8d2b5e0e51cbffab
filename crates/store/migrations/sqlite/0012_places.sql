-- Places that come and go. Times are milliseconds since 1970 (UTC).

-- Servers with live games that the bot was removed from, and when. A row goes when it is back, or its games have ended.
CREATE TABLE left_servers (
    guild INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL
);
INSERT INTO left_servers (guild, at)
    SELECT guild, min(since) FROM closed_channels JOIN games USING (channel)
    WHERE state = 'live' AND code = 0 AND guild IS NOT NULL GROUP BY guild;
