-- By which try a browser got what it may open, so that the same try, made again after its answer was lost, gets it once more: the SHA-256 of the
-- link's secret and of one that the page has made for the try. For two minutes; then it is NULL again.
ALTER TABLE page_grants ADD COLUMN attempt TEXT;
CREATE UNIQUE INDEX page_grants_by_attempt ON page_grants (attempt) WHERE attempt IS NOT NULL;
