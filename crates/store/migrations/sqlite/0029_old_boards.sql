-- Boards that are no longer the newest of their game, until their buttons are taken off.
CREATE TABLE old_boards (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    -- By which it was made, while that is good: where the bot is not, there is no other way to it.
    token   TEXT,
    -- When that was given, or when the board grew old.
    at      INTEGER NOT NULL,
    -- Not before this moment.
    again   INTEGER NOT NULL DEFAULT 0
);

-- In the transaction that notes another one, which needs the token of the one before no more. A board of the end does not grow old.
CREATE TRIGGER board_grew_old AFTER UPDATE OF board_message ON games
WHEN OLD.board_message IS NOT NULL AND OLD.board_channel IS NOT NULL AND NEW.board_message <> OLD.board_message
    AND NOT (OLD.state = 'over' AND OLD.shown = OLD.rev)
BEGIN
    INSERT INTO old_boards (message, channel, token, at)
    VALUES (OLD.board_message, OLD.board_channel,
        (SELECT token FROM interactions WHERE id = OLD.board_interaction),
        coalesce((SELECT at FROM interactions WHERE id = OLD.board_interaction AND token IS NOT NULL), NEW.due_at))
    ON CONFLICT DO NOTHING;
    -- One that was older and has been made to show the newest position.
    DELETE FROM old_boards WHERE message = NEW.board_message;
    UPDATE interactions SET token = NULL
    WHERE id = OLD.board_interaction AND id IS DISTINCT FROM NEW.board_interaction;
END;

-- By which interaction an open challenge was made: where it comes again, and no message shows the challenge, that is its answer.
ALTER TABLE challenges ADD COLUMN interaction INTEGER;
CREATE INDEX challenges_unposted ON challenges (interaction) WHERE message IS NULL;
