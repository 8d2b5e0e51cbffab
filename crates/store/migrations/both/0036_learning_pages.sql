-- What a link or a browser's grant opens besides games: 'learning' for lessons and puzzles, which are the same for everybody, so that one
-- grant is enough for all of them. NULL where `game` says what it opens.
ALTER TABLE page_links ADD COLUMN opens TEXT;
ALTER TABLE page_grants ADD COLUMN opens TEXT;
DROP INDEX one_grant_for_the_same;
-- No two NULLs are the same, but 0 is no game's number.
CREATE UNIQUE INDEX one_grant_for_the_same ON page_grants (browser, person, (coalesce(game, 0)), (coalesce(opens, '')));
