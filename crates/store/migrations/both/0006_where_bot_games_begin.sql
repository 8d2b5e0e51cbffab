-- Where a person's games against the bot begin: 'channel', 'thread' or 'dm'; NULL or 'ask': they are asked.
ALTER TABLE people ADD COLUMN bot_games TEXT;
-- Where such games may begin in a server: 'threads' or 'dm'; NULL or 'anywhere': anywhere.
ALTER TABLE servers ADD COLUMN bot_games TEXT;
-- What kind of device a page was opened on: 'phone', 'tablet' or 'computer'; NULL: not known.
ALTER TABLE page_grants ADD COLUMN device TEXT;
