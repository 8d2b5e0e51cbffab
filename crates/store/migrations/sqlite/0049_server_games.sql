-- The texts of games from files. A game in progress keeps the text that it began with.
CREATE TABLE own_games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- It follows from the text.
    slug TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    added_at INTEGER NOT NULL
);

-- Which of them can be begun in a server.
CREATE TABLE server_games (
    guild INTEGER NOT NULL,
    -- The name of the game in lower case.
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    -- Who added it, and where; 0: they are forgotten.
    person INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    -- Whether other servers may have it as well: that was asked of the operator, who has agreed. NULL: nobody has asked.
    published TEXT CHECK (published IN ('asked', 'agreed')),
    -- How often it made the bot fail, and until when it is switched off for that.
    failures INTEGER NOT NULL DEFAULT 0,
    off_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild, name)
) WITHOUT ROWID;
CREATE INDEX server_games_of_slug ON server_games (slug);
CREATE INDEX server_games_published ON server_games (published) WHERE published IS NOT NULL;
CREATE INDEX server_games_of_person ON server_games (person);
-- A text that no server has and nobody plays is forgotten.
CREATE INDEX games_of_files ON games (variant) WHERE variant LIKE 'own-%';
