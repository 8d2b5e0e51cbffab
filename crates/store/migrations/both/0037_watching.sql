-- The sides whose players let nobody watch their game on a page: 1 for White, 2 for Black, 3 for both.
ALTER TABLE games ADD COLUMN unwatched BIGINT NOT NULL DEFAULT 0;

-- A grant to watch ends some time after it was made, however often it is used.
CREATE INDEX page_grants_to_watch ON page_grants (made_at) WHERE opens = 'watch';
