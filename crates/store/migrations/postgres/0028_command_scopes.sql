-- Where the bot's commands were put: in a server, or (0) everywhere. There they stand until they are taken away.
CREATE TABLE command_scopes (
    -- 0: not known, as it was not noted then.
    application BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    PRIMARY KEY (application, guild)
);
-- A bot that was connected before has put them, most likely everywhere.
INSERT INTO command_scopes (application, guild)
    SELECT 0, 0 WHERE EXISTS (SELECT 1 FROM gateway_sessions) OR EXISTS (SELECT 1 FROM games);
