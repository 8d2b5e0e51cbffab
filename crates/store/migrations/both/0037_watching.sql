-- The sides whose players let nobody watch their game on a page: 1 for White, 2 for Black, 3 for both.
ALTER TABLE games ADD COLUMN unwatched BIGINT NOT NULL DEFAULT 0;
