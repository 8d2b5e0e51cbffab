-- When the player to move of a game without a clock was last nudged by the other one. Milliseconds since 1970 (UTC).
ALTER TABLE games ADD COLUMN nudged_at INTEGER;
