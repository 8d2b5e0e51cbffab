-- By which attempt a browser got what it may open, so that the same attempt, repeated after its answer was lost, gets it once more: the SHA-256 of
-- the link's secret and of one that the page has made for it. It counts for two minutes, and is deleted soon after.
ALTER TABLE page_grants ADD COLUMN attempt TEXT;
CREATE UNIQUE INDEX page_grants_by_attempt ON page_grants (attempt) WHERE attempt IS NOT NULL;
