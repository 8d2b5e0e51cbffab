-- The newest game when somebody was blocked: one of theirs after it was begun before all processes knew of the block, and ends. NULL: none does.
-- `compatible_from` stays.
ALTER TABLE shut_out ADD COLUMN last_game BIGINT;
