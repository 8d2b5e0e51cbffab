-- Failures that lie a day apart switch no game off. Whoever added it is told in the server's language.
ALTER TABLE server_games ADD COLUMN failed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE server_games ADD COLUMN locale TEXT;
-- Who hid or left at the very moment at which a rated game of theirs ended could stay on a list.
DELETE FROM rating_lists WHERE player IN (SELECT rated.id FROM rated_players rated LEFT JOIN people ON people.id = rated.person
    WHERE rated.person IS NULL OR people.standing = 'hidden');
DELETE FROM rating_lists WHERE guild = 0 AND player IN (SELECT rated.id FROM rated_players rated LEFT JOIN people ON people.id = rated.person
    WHERE coalesce(people.standing, 'server') <> 'everywhere');

CREATE OR REPLACE FUNCTION rated_game_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE listed BIGINT;
BEGIN
    PERFORM 1 FROM rating_closings FOR SHARE;
    INSERT INTO rated_players (person) VALUES (NEW.white) ON CONFLICT (person) DO NOTHING;
    INSERT INTO rated_players (person) VALUES (NEW.black) ON CONFLICT (person) DO NOTHING;
    INSERT INTO rated_results (game, variant, period, guild, white, black, half_points, at)
    SELECT NEW.id, NEW.variant,
        CASE WHEN (NEW.due_at - 345600000) / 604800000 > coalesce((SELECT max(period) FROM rating_periods), -1)
            THEN (NEW.due_at - 345600000) / 604800000 ELSE (SELECT max(period) FROM rating_periods) + 1 END,
        NEW.guild, white.id, black.id,
        CASE WHEN NEW.ending LIKE '% white' THEN 2 WHEN NEW.ending LIKE '% black' THEN 0 ELSE 1 END, NEW.due_at
    FROM rated_players white, rated_players black WHERE white.person = NEW.white AND black.person = NEW.black;
    INSERT INTO rating_lists (guild, variant, player, rating, settled_until)
    SELECT place.guild, NEW.variant, player.id,
        coalesce((SELECT r.rating FROM ratings r WHERE r.player = player.id AND r.variant = NEW.variant ORDER BY r.period DESC LIMIT 1), 1500000000000),
        coalesce((SELECT r.settled_until FROM ratings r WHERE r.player = player.id AND r.variant = NEW.variant ORDER BY r.period DESC LIMIT 1), -1)
    FROM rated_players player LEFT JOIN people ON people.id = player.person
    CROSS JOIN (SELECT NEW.guild AS guild UNION SELECT 0) place
    WHERE player.person IN (NEW.white, NEW.black) AND place.guild IS NOT NULL
        AND coalesce(people.standing, 'server') <> 'hidden' AND (place.guild <> 0 OR people.standing = 'everywhere')
    ON CONFLICT (guild, variant, player) DO NOTHING;
    GET DIAGNOSTICS listed = ROW_COUNT;
    -- Who chooses meanwhile where they are seen writes these rows as well, so that one of the two begins again.
    IF listed > 0 THEN
        UPDATE rated_players SET person = person WHERE person IN (NEW.white, NEW.black);
    END IF;
    RETURN NULL;
END $$;
