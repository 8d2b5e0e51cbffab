-- Failures that lie a day apart switch no game off. Whoever added it is told in the server's language.
ALTER TABLE server_games ADD COLUMN failed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE server_games ADD COLUMN locale TEXT;

-- Who hid or left at the very moment at which a rated game of theirs ended could stay on a list.
DELETE FROM rating_lists WHERE player IN (SELECT rated.id FROM rated_players rated LEFT JOIN people ON people.id = rated.person
    WHERE rated.person IS NULL OR people.standing = 'hidden');
DELETE FROM rating_lists WHERE guild = 0 AND player IN (SELECT rated.id FROM rated_players rated LEFT JOIN people ON people.id = rated.person
    WHERE coalesce(people.standing, 'server') <> 'everywhere');
