-- Links to pages of a person that nobody has opened yet. One opens the pages of one game or, where `game` is NULL, of all of theirs. Only
-- the SHA-256 of what a link holds is kept, in hexadecimal digits: who reads the database cannot open one.
CREATE TABLE page_links (
    hash TEXT NOT NULL PRIMARY KEY,
    person BIGINT NOT NULL,
    game BIGINT,
    -- The person's, when they asked for it.
    locale TEXT,
    made_at BIGINT NOT NULL
);
CREATE INDEX page_links_of_person ON page_links (person, made_at);
CREATE INDEX page_links_by_age ON page_links (made_at);

-- What such links have opened, and in which browser.
CREATE TABLE page_grants (
    -- Random: it stands in the page's address, and is never that of another grant.
    id BIGINT NOT NULL PRIMARY KEY,
    -- The SHA-256 of the browser's cookie, in hexadecimal digits.
    browser TEXT NOT NULL,
    person BIGINT NOT NULL,
    game BIGINT,
    locale TEXT,
    made_at BIGINT NOT NULL,
    -- It is noted once an hour at most.
    used_at BIGINT NOT NULL
);
-- No two NULLs are the same, but 0 is no game's number.
CREATE UNIQUE INDEX one_grant_for_the_same ON page_grants (browser, person, (coalesce(game, 0)));
CREATE INDEX page_grants_of_person ON page_grants (person, used_at);
CREATE INDEX page_grants_by_age ON page_grants (used_at);
