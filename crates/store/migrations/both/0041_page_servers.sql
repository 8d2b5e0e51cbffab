-- The server in which a link to lessons and puzzles was asked for: a puzzle of the day that is solved on a page counts for its table.
ALTER TABLE page_links ADD COLUMN guild BIGINT;
ALTER TABLE page_grants ADD COLUMN guild BIGINT;
