-- The schema. Times are milliseconds since 1970 (UTC). People, servers, channels and messages are the chat's own numbers. A truth is 0 or 1.
-- The tables come first, by what they are about; then the triggers, by what they see to.

-------- Games

CREATE TABLE games (
    -- AUTOINCREMENT: a number is never used again, because buttons carry it.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The number of the last event: goes up by one with each. An action is guarded by the one that it was decided on.
    rev INTEGER NOT NULL DEFAULT 1,
    variant TEXT NOT NULL,
    -- The version of the variant's rules that the game was begun under.
    rules_version INTEGER NOT NULL,
    -- NULL: a former player, whose number was removed at their wish.
    white INTEGER,
    black INTEGER,
    guild INTEGER,
    channel INTEGER NOT NULL,
    -- The channel that holds it, when it is a thread: nothing more is heard of a thread whose channel is deleted.
    parent INTEGER,
    state TEXT NOT NULL CHECK (state IN ('live', 'over', 'set aside')),
    -- How it ended ('checkmate white', 'aborted', ...); set exactly when it is over.
    ending TEXT CHECK ((ending IS NOT NULL) = (state = 'over')),
    created_at INTEGER NOT NULL,
    -- When the last move was made, or the game began.
    moved_at INTEGER NOT NULL,
    -- The newest message that shows the board, so that it can lose its buttons.
    board_channel INTEGER,
    board_message INTEGER,
    -- How many moves it has had.
    ply INTEGER NOT NULL DEFAULT 0,
    -- The number of the last event that everybody must be shown: its beginning, a move, or its end.
    due INTEGER NOT NULL DEFAULT 1,
    -- When that happened.
    due_at INTEGER NOT NULL DEFAULT 0,
    -- The number of the event that the newest known board shows; 0: none. No index holds it, so that noting it touches none.
    shown INTEGER NOT NULL DEFAULT 0,
    -- The interaction whose answer that board is; NULL: it is a message of its own.
    board_interaction INTEGER,
    -- The number of the last event that changed the position: the beginning or a move. Buttons of before are out of date.
    position_rev INTEGER NOT NULL DEFAULT 1,
    -- The side to move, and its player while the game goes on.
    turn TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white', 'black')),
    to_move INTEGER,
    -- The present position, as an extended FEN. NULL: not known.
    fen TEXT,
    -- When the player to move has to have moved. NULL: no clock.
    deadline INTEGER,
    -- In which language people are told what nobody has just asked for, in the chat's own words, such as 'pt-BR': the server's, as the last
    -- action that changed the game had it; in direct messages the person's. NULL: none is known, which is English.
    locale TEXT,
    -- How long each move may take: '1h', '8h', '1d', '3d', '7d', '14d'. NULL: no clock.
    pace TEXT,
    -- When the player to move is to be reminded of the deadline. NULL: no clock, or the game does not go on.
    remind_at INTEGER,
    -- The position (by the event that brought it about) whose player to move has been reminded.
    reminded INTEGER NOT NULL DEFAULT 0,
    -- When something is to be done in the game next: the reminder, then the loss on time.
    next_at INTEGER GENERATED ALWAYS AS (iif(reminded = position_rev, deadline, ifnull(remind_at, deadline))) VIRTUAL,
    -- Which game this one is a rematch of; a game has one rematch at most.
    rematch_of INTEGER,
    -- What the players of a live game have prepared: replies to moves that the opponent may play, as text. NULL: nothing.
    premoves TEXT,
    -- When the player to move of a game without a clock was last nudged by the other one.
    nudged_at INTEGER,
    -- Of which players it was told the other one, once a game, that they have left the server: the sum of 1 for White and 2 for Black.
    left_told INTEGER NOT NULL DEFAULT 0,
    -- Games against the bot itself, which has a side and plays at a level. NULL: a game between people.
    engine TEXT CHECK (engine IN ('white', 'black')),
    level TEXT,
    -- The level at which it plays just one move, as there was too much to think about at once, and the position (by its event) of which
    -- that holds. NULL: none so far.
    lowered TEXT,
    lowered_at INTEGER,
    -- Whether both players may ask for hints, as both agreed to with the challenge. Whoever plays alone or against the bot may anyway.
    hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1)),
    -- What the bot makes of its game, and what it has said of that, in words of its own. NULL: nothing so far.
    mood TEXT,
    -- The sides whose players let nobody watch their game on a page: 1 for White, 2 for Black, 3 for both.
    unwatched BIGINT NOT NULL DEFAULT 0,
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1))
);
-- Commands need no game number because a channel hosts one live game at a time.
CREATE UNIQUE INDEX one_live_game_a_channel ON games (channel) WHERE state = 'live';
CREATE INDEX games_of_white ON games (white) WHERE white IS NOT NULL;
CREATE INDEX games_of_black ON games (black) WHERE black IS NOT NULL;
CREATE INDEX games_of_channel ON games (channel, id);
CREATE INDEX games_under_channel ON games (parent) WHERE parent IS NOT NULL AND state = 'live';
-- Lists of live games, and counts of them.
CREATE INDEX live_games_of_white ON games (white) WHERE state = 'live';
CREATE INDEX live_games_of_black ON games (black) WHERE state = 'live';
CREATE INDEX live_games_of_guild ON games (guild) WHERE state = 'live';
CREATE INDEX games_by_next ON games (next_at) WHERE next_at IS NOT NULL;
CREATE UNIQUE INDEX one_rematch_a_game ON games (rematch_of) WHERE rematch_of IS NOT NULL;
-- The games of a person that ended with their place: few of all that they have played.
CREATE INDEX games_lost_of_white ON games (white, due_at) WHERE ending IN ('channel deleted', 'removed');
CREATE INDEX games_lost_of_black ON games (black, due_at) WHERE ending IN ('channel deleted', 'removed');
CREATE INDEX live_games_of_engine ON games (id) WHERE engine IS NOT NULL AND state = 'live';
-- A text of a game from a file that no server has and nobody plays is forgotten.
CREATE INDEX games_of_files ON games (variant) WHERE variant LIKE 'own-%';

-- A game is its log: what has happened to it, only ever added to. Its row says who plays and where, and how the game stands, which
-- follows from the log.
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- From 1, without gaps. The primary key makes a second event of the same number impossible.
    seq INTEGER NOT NULL,
    -- 'begun', 'move', 'asked', 'declined', 'takeback', 'ended', 'set-aside'.
    kind TEXT NOT NULL,
    -- The first position (extended FEN), the move in canonical text, what was asked for, how it ended.
    text TEXT NOT NULL,
    -- The side that did it. Never a person: a log need not be touched when somebody is forgotten.
    "by" TEXT CHECK ("by" IN ('white', 'black')),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;

-- What people have noted about games of theirs, for themselves alone.
CREATE TABLE notes (
    person BIGINT NOT NULL,
    game BIGINT NOT NULL,
    -- The position that it is about: the number of half-moves before it.
    ply BIGINT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- The move after which the position stands, as it was when it was noted: another one may be played after a takeback. NULL: the start, or
    -- nobody knows.
    played TEXT,
    PRIMARY KEY (person, game, ply)
);

-------- Challenges

-- Open challenges only; a row goes when the challenge is answered, withdrawn or lapses.
CREATE TABLE challenges (
    -- AUTOINCREMENT: a number is never used again, because buttons carry it.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    challenger INTEGER NOT NULL,
    -- NULL: anyone may accept.
    opponent INTEGER,
    variant TEXT NOT NULL,
    color TEXT NOT NULL CHECK (color IN ('white', 'black', 'random')),
    thread TEXT NOT NULL CHECK (thread IN ('auto', 'yes', 'no')),
    start TEXT NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER,
    created_at INTEGER NOT NULL,
    -- Whether the challenger may open threads where the challenge was made.
    may_thread INTEGER NOT NULL DEFAULT 0,
    -- The server's, when the challenge was made.
    locale TEXT,
    pace TEXT,
    -- Of which game it asks for a rematch.
    rematch_of INTEGER,
    hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1)),
    -- By which interaction it was made: where that comes again, and no message shows the challenge, that is its answer.
    interaction INTEGER,
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1))
);
CREATE INDEX challenges_by_age ON challenges (created_at);
CREATE INDEX challenges_of_challenger ON challenges (challenger);
CREATE INDEX rematches_asked_for ON challenges (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX challenges_to_anybody ON challenges (guild) WHERE opponent IS NULL;
CREATE INDEX challenges_unposted ON challenges (interaction) WHERE message IS NULL;
CREATE INDEX challenges_by_channel ON challenges (channel);

-- What became of a challenge that is no longer open, until its message says it.
CREATE TABLE settled_challenges (
    -- The challenge's own number.
    id INTEGER PRIMARY KEY,
    outcome TEXT NOT NULL CHECK (outcome IN ('accepted', 'declined', 'withdrawn', 'lapsed', 'closed')),
    variant TEXT NOT NULL,
    -- NULL: a former player.
    challenger INTEGER,
    -- Who accepted or declined.
    answerer INTEGER,
    channel INTEGER NOT NULL,
    -- NULL: not known yet.
    message INTEGER,
    -- Where the game is played, when it was accepted.
    place INTEGER,
    at INTEGER NOT NULL,
    locale TEXT
);

-- Who was challenged by whom last, also when that challenge is closed, so that nobody is pinged again and again. Kept for
-- an hour. An opponent of 0: anybody.
CREATE TABLE recently_challenged (
    challenger INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (challenger, opponent)
) WITHOUT ROWID;
CREATE INDEX recently_challenged_by_age ON recently_challenged (at);

-------- People

-- What is known of people, and what they have set. NULL: nothing, so that it is as for everybody.
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    -- Their own, as their last action had it. Somebody who has set something may not have played yet.
    locale TEXT,
    -- Whether they are notified by their games.
    pings INTEGER CHECK (pings IN (0, 1)),
    -- Who is at the bottom of the boards that they are shown.
    side TEXT CHECK (side IN ('own', 'to-move', 'white')),
    -- How those boards look.
    theme TEXT,
    coordinates INTEGER CHECK (coordinates IN (0, 1)),
    size TEXT CHECK (size IN ('normal', 'large')),
    -- Where they are reminded, and the language that they have chosen. NULL: in the game's channel; what the chat says.
    reminders TEXT CHECK (reminders IN ('channel', 'dm', 'none')),
    language TEXT,
    -- Where others see their standing. NULL and 'server': in the servers where they have played rated games.
    standing TEXT CHECK (standing IN ('everywhere', 'server', 'hidden'))
) WITHOUT ROWID;

-- Who does not want to be challenged by whom; then neither can accept a challenge of the other.
CREATE TABLE blocks (
    person INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- Whom people have blocked who were removed since. A mark is made of both, so that nothing of the blocked person is kept, and no two marks
-- show that they mean the same one.
CREATE TABLE former_blocks (
    person INTEGER NOT NULL,
    -- HMAC-SHA-256 of both numbers, in hexadecimal digits.
    mark TEXT NOT NULL,
    PRIMARY KEY (person, mark)
) WITHOUT ROWID;

-- What marks are made with. One row at most: it is made with the first mark, and stays.
CREATE TABLE block_key (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    secret TEXT NOT NULL
);

-- Vacations, on which a person's clocks stand still.
CREATE TABLE vacations (
    person INTEGER PRIMARY KEY,
    -- When the last one ends or ended.
    until INTEGER NOT NULL,
    -- The year that it counts for, and how many days of that year are used up.
    year INTEGER NOT NULL,
    days INTEGER NOT NULL
) WITHOUT ROWID;

-- Places where the bot is not, and where a person plays alone by its answers: a game there belongs to the person and the channel, so
-- that nobody can take the channel from others. The number stands for both in the games.
CREATE TABLE seats (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    guild INTEGER,
    UNIQUE (person, channel)
);

-- The number of the last seat. Unlike the seats themselves, games are kept when a person is removed, so none is given twice.
CREATE TABLE last_seat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id INTEGER NOT NULL
);
-- Seats have the lowest 2^32 numbers; the very lowest is nobody's.
INSERT INTO last_seat (one, id) VALUES (1, -9223372036854775807);

-------- Servers

-- What those who manage a server have set. NULL: nothing, so that it is as everywhere.
CREATE TABLE servers (
    id INTEGER PRIMARY KEY,
    -- Where games may be begun: the numbers of channels, a blank between two. NULL: everywhere.
    channels TEXT,
    -- Which games may be begun: their slugs, a blank between two. NULL: all.
    games TEXT,
    -- What a challenge has that does not say it. NULL: no clock; a thread where it is needed.
    pace TEXT,
    thread TEXT CHECK (thread IN ('auto', 'yes', 'no')),
    -- The role that is notified of challenges to anybody.
    role INTEGER,
    -- Who is at the bottom of boards that everybody sees, and their colours. NULL: as the player to move likes it.
    side TEXT CHECK (side IN ('to-move', 'white')),
    theme TEXT,
    -- The language of what everybody reads. NULL: that of the locale, which is what the chat said last.
    language TEXT,
    locale TEXT,
    -- The role whose people may make tournaments and open ladders, besides those who manage the server.
    organisers BIGINT
) WITHOUT ROWID;

-- The lists of open challenges, one message in one channel of a server.
CREATE TABLE lobbies (
    channel INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    -- The message with the list. NULL: none yet.
    message INTEGER,
    -- It is kept no longer, and the message is to say so.
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1))
) WITHOUT ROWID;
CREATE UNIQUE INDEX one_lobby_a_server ON lobbies (guild) WHERE retired = 0;

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
    -- When it last did: failures that lie a day apart switch no game off.
    failed_at INTEGER NOT NULL DEFAULT 0,
    -- The server's, in which whoever added it is told.
    locale TEXT,
    PRIMARY KEY (guild, name)
) WITHOUT ROWID;
CREATE INDEX server_games_of_slug ON server_games (slug);
CREATE INDEX server_games_published ON server_games (published) WHERE published IS NOT NULL;
CREATE INDEX server_games_of_person ON server_games (person);

-- Servers with live games that the bot was removed from, and when. A row goes when it is back, or its games have ended.
CREATE TABLE left_servers (
    guild INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
);

-- Channels where nothing can be posted: deleted, or closed to the bot. They are tried again rarely.
CREATE TABLE closed_channels (
    channel INTEGER PRIMARY KEY,
    -- Discord's code: 10003, 50001, 50013 ...; 0: the bot was removed from the server.
    code INTEGER NOT NULL,
    since INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 1,
    -- Not before this moment.
    again INTEGER NOT NULL
);

-------- Lessons and puzzles

-- How far a person is in the lesson of a game: the steps that they have done from its beginning, and whether they have ever done all.
CREATE TABLE lessons (
    person INTEGER NOT NULL,
    variant TEXT NOT NULL,
    steps INTEGER NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
    PRIMARY KEY (person, variant)
) WITHOUT ROWID;

-- The puzzles that a person has begun: `puzzle` follows from its position. `helped` is 1 once they made a wrong move there or were
-- shown something.
CREATE TABLE puzzles (
    person INTEGER NOT NULL,
    variant TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
    -- When they solved it.
    solved_at INTEGER,
    PRIMARY KEY (person, variant, puzzle)
) WITHOUT ROWID;

-- How many puzzles a person has solved one after another without a wrong move and without help: now, and at most.
CREATE TABLE puzzle_streaks (
    person INTEGER NOT NULL PRIMARY KEY,
    streak INTEGER NOT NULL,
    best INTEGER NOT NULL
);

-- The channel in which a server has a puzzle each day.
CREATE TABLE daily_puzzles (
    guild INTEGER NOT NULL PRIMARY KEY,
    channel INTEGER NOT NULL
);

-- Who has tried a server's puzzle of the day on its day: for its table, and for days in a row. Only who had no help is listed.
CREATE TABLE daily_solved (
    guild BIGINT NOT NULL,
    -- The day, counted from 1970.
    day BIGINT NOT NULL,
    person BIGINT NOT NULL,
    -- 1: a wrong move was made, or something was shown, before it was solved.
    helped BIGINT NOT NULL CHECK (helped IN (0, 1)),
    at BIGINT NOT NULL,
    PRIMARY KEY (guild, day, person)
);
CREATE INDEX daily_solved_of_person ON daily_solved (person, day) WHERE helped = 0;
-- What one person solved is found without reading what everybody did, also what they had help with.
CREATE INDEX daily_solved_by_person ON daily_solved (person);

-------- Pages in a browser

-- Links to pages of a person that nobody has opened yet. One opens the pages of one game or, where `game` is NULL, of all of theirs. Only
-- the SHA-256 of what a link holds is kept, in hexadecimal digits: who reads the database cannot open one.
CREATE TABLE page_links (
    hash TEXT NOT NULL PRIMARY KEY,
    person BIGINT NOT NULL,
    game BIGINT,
    -- The person's, when they asked for it.
    locale TEXT,
    made_at BIGINT NOT NULL,
    -- What it opens besides games: 'learning' for lessons and puzzles, which are the same for everybody, so that one grant is enough for all
    -- of them. NULL where `game` says what it opens.
    opens TEXT,
    -- The server in which a link to lessons and puzzles was asked for: a puzzle of the day that is solved on a page counts for its table.
    guild BIGINT
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
    used_at BIGINT NOT NULL,
    opens TEXT,
    guild BIGINT,
    -- By which attempt a browser got it, so that the same attempt, repeated after its answer was lost, gets it once more: the SHA-256 of the
    -- link's secret and of one that the page has made for it. It counts for two minutes, and is deleted soon after.
    attempt TEXT
);
CREATE INDEX page_grants_of_person ON page_grants (person, used_at);
CREATE INDEX page_grants_by_age ON page_grants (used_at);
-- No two NULLs are the same, but 0 is no game's number.
CREATE UNIQUE INDEX one_grant_for_the_same ON page_grants (browser, person, (coalesce(game, 0)), (coalesce(opens, '')));
-- A grant to watch ends some time after it was made, however often it is used.
CREATE INDEX page_grants_to_watch ON page_grants (made_at) WHERE opens = 'watch';
CREATE UNIQUE INDEX page_grants_by_attempt ON page_grants (attempt) WHERE attempt IS NOT NULL;

-------- Ratings
-- A rating period is a week, counted from Monday, 5 January 1970 (UTC).

-- Who has finished a rated game. Results and ratings name the number, so that those of the others stay right when somebody goes.
CREATE TABLE rated_players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL: a former player.
    person INTEGER UNIQUE
);

-- One row for each finished rated game, written with the change that ended it.
CREATE TABLE rated_results (
    game INTEGER PRIMARY KEY,
    variant TEXT NOT NULL,
    -- The period that it counts in.
    period INTEGER NOT NULL,
    guild INTEGER,
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    -- White's half points: 0, 1 or 2.
    half_points INTEGER NOT NULL CHECK (half_points IN (0, 1, 2)),
    at INTEGER NOT NULL
);
CREATE INDEX rated_results_of_period ON rated_results (period);
CREATE INDEX rated_results_of_white ON rated_results (white, variant, period);
CREATE INDEX rated_results_of_black ON rated_results (black, variant, period);

-- The periods that are closed: what ends later counts in a later one.
CREATE TABLE rating_periods (
    period INTEGER PRIMARY KEY,
    closed_at INTEGER NOT NULL
);

-- A player's rating of a variant at the end of each period in which they had a game of it. What was closed once is never changed, so a
-- period that was begun and not finished comes out the same when it is done again.
CREATE TABLE ratings (
    player INTEGER NOT NULL,
    variant TEXT NOT NULL,
    period INTEGER NOT NULL,
    -- The rating and its deviation in billionths of a point, and the volatility in billionths.
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    -- The last period in which it is settled if no further game is played; -1: it is not.
    settled_until INTEGER NOT NULL,
    PRIMARY KEY (player, variant, period)
) WITHOUT ROWID;
CREATE INDEX ratings_of_period ON ratings (period);

-- The leaderboards: who is on the list of a server (0: of all), with the rating at the end of their last closed period. Who has none yet is
-- on it as not settled.
CREATE TABLE rating_lists (
    guild INTEGER NOT NULL,
    variant TEXT NOT NULL,
    player INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    settled_until INTEGER NOT NULL,
    PRIMARY KEY (guild, variant, player)
) WITHOUT ROWID;
CREATE INDEX rating_lists_in_order ON rating_lists (guild, variant, rating, player, settled_until);
CREATE INDEX rating_lists_of_player ON rating_lists (player);

-------- Tournaments and ladders

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    -- The message that tells how it stands.
    message INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('round-robin', 'knock-out', 'swiss')),
    -- The slugs of its variants with spaces between them: the rounds have them in turn.
    variants TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- Games of each pair: 1 or 2.
    games INTEGER NOT NULL CHECK (games IN (1, 2)),
    least INTEGER NOT NULL,
    most INTEGER NOT NULL,
    -- When it begins; NULL: when it is full, or somebody who may begins it.
    starts_at INTEGER,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'over', 'called-off')),
    -- The rounds that have begun.
    round INTEGER NOT NULL DEFAULT 0,
    -- What draws by lot follow from.
    seed INTEGER NOT NULL,
    -- Pairs of numbers such as 2-5, with spaces between them: of those who blocked each other when it began.
    apart TEXT NOT NULL DEFAULT '',
    locale TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- When something is next due; NULL: nothing is, unless something happens.
    next_at INTEGER,
    -- Raised by each change; what is decided on an older one is decided anew.
    rev INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tournaments_due ON tournaments (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX tournaments_of_guild ON tournaments (guild, state);
CREATE UNIQUE INDEX one_tournament_a_channel ON tournaments (channel) WHERE state IN ('open', 'running');

-- Who plays in a tournament.
CREATE TABLE tournament_players (
    tournament INTEGER NOT NULL,
    -- Their number in it, from 1.
    number INTEGER NOT NULL,
    -- NULL: a former player.
    person INTEGER,
    -- 'in': they play; 'out': they have withdrawn, let games go, or were removed.
    state TEXT NOT NULL CHECK (state IN ('in', 'out')),
    -- The round in which they stood when they went out, once that is known.
    out_in INTEGER,
    -- Their rating of the first variant when it began, in points, by which they are seeded.
    rating INTEGER NOT NULL DEFAULT 0,
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX tournament_players_once ON tournament_players (tournament, person);
CREATE INDEX tournament_players_of_person ON tournament_players (person);

-- The games that a tournament has paired.
CREATE TABLE tournament_games (
    tournament INTEGER NOT NULL,
    -- Its number in the tournament, from 1.
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    variant TEXT NOT NULL,
    white INTEGER NOT NULL,
    -- NULL: White has a bye.
    black INTEGER,
    -- The message in the tournament's channel on which its thread hangs.
    message INTEGER,
    -- NULL: it has not begun, or is not to be played.
    game INTEGER UNIQUE,
    -- How it came out; NULL: it is to be played or goes on.
    result TEXT CHECK (result IN ('white', 'black', 'draw', 'white-forfeits', 'black-forfeits', 'both-forfeit', 'halves', 'bye')),
    -- White let time run out, or Black.
    late TEXT CHECK (late IN ('white', 'black')),
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;

-- Ladders: an order of people for one game, in which those below challenge those above.
CREATE TABLE ladders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    -- Where its message is; 0: that channel is gone.
    channel INTEGER NOT NULL,
    message INTEGER,
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    locale TEXT,
    created_at INTEGER NOT NULL,
    -- When something is next to be done; NULL: nothing, unless something happens.
    next_at INTEGER,
    -- Raised by each change; what is decided on an older one is decided anew.
    rev INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX one_ladder_a_game ON ladders (guild, variant) WHERE state = 'open';
CREATE INDEX ladders_due ON ladders (next_at) WHERE next_at IS NOT NULL;

-- Who is on a ladder. Places order people, the lowest first; some may be missing.
CREATE TABLE ladder_players (
    ladder INTEGER NOT NULL,
    person INTEGER NOT NULL,
    place INTEGER NOT NULL,
    -- Challenges that they declined or let pass since they last lost a place for that.
    refusals INTEGER NOT NULL DEFAULT 0,
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (ladder, person)
) WITHOUT ROWID;
CREATE INDEX ladder_players_of_person ON ladder_players (person);

-- Challenges for places, from the challenge until the ladder has followed what came of it.
CREATE TABLE ladder_challenges (
    challenge INTEGER PRIMARY KEY,
    ladder INTEGER NOT NULL,
    challenger INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    -- The game, once it was accepted.
    game INTEGER UNIQUE,
    -- 'won': the challenger has won; 'refused': it was declined, or let pass. NULL: that is open.
    outcome TEXT CHECK (outcome IN ('won', 'refused'))
);
CREATE UNIQUE INDEX one_challenge_a_challenger ON ladder_challenges (ladder, challenger);
CREATE UNIQUE INDEX one_challenge_an_opponent ON ladder_challenges (ladder, opponent);
CREATE INDEX ladder_challenges_of_challenger ON ladder_challenges (challenger);
CREATE INDEX ladder_challenges_of_opponent ON ladder_challenges (opponent);

-------- What is owed to Discord

-- What people must still be shown in Discord: one row for each message that is owed, written with the change that owes it.
CREATE TABLE outbox (
    -- What kind of message it is, such as 'vacation'.
    kind TEXT NOT NULL,
    -- What it is about: the id of a game, a challenge, a channel, a server or a message.
    subject INTEGER NOT NULL,
    -- Which of several about the same thing: a person's id, or the number of an event.
    part INTEGER NOT NULL DEFAULT 0,
    -- Where it is to be seen.
    channel INTEGER NOT NULL,
    -- The message that is to be changed. NULL: none yet, or its kind knows it.
    message INTEGER,
    -- By which that message was made, while that is good: where the bot is not, there is no other way to it.
    token TEXT,
    -- What is left to be done, in a word of its kind. Of the puzzle of the day it is the last day, counted from 1970, whose puzzle was posted.
    step TEXT NOT NULL DEFAULT '',
    -- Lower goes first.
    urgency INTEGER NOT NULL,
    -- Goes up with each further change that it is to show.
    version INTEGER NOT NULL DEFAULT 1,
    -- Since when it is owed. NULL: not known.
    since INTEGER,
    -- Not before this moment. NULL: it waits for something else to happen.
    due INTEGER,
    -- How often in a row it has failed, and the chat's code for why.
    tries INTEGER NOT NULL DEFAULT 0,
    code INTEGER,
    -- When a message was first sent that may have arrived.
    tried_at INTEGER,
    PRIMARY KEY (kind, subject, part)
) WITHOUT ROWID;
-- Boards are not in it, as each move would write into it. They are found by their kind.
CREATE INDEX outbox_due ON outbox (urgency, due) WHERE due IS NOT NULL AND urgency > 0;
-- What was refused in a channel follows once something got through there.
CREATE INDEX outbox_refused ON outbox (channel) WHERE code IS NOT NULL;

-- Interactions that have been acted on, so that one that is delivered twice is played once. Kept for an hour.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- An interaction's token is the right to look at and edit its answer for 15 minutes. It is kept with the change that the
    -- interaction made, so that after a crash the chat can be asked whether the answer arrived, and so that the buttons of an
    -- old board can be taken off. Then it is wiped.
    token TEXT,
    -- Which game and event the answer shows.
    game INTEGER,
    rev INTEGER
) WITHOUT ROWID;
CREATE INDEX interactions_by_age ON interactions (at);
CREATE INDEX interactions_with_token ON interactions (game, rev) WHERE token IS NOT NULL;

-------- The processes of the bot

-- The session of the gateway, one for each shard, so that a restarted process resumes it and misses nothing. Those of another number of
-- shards are of no use.
CREATE TABLE gateway_sessions (
    shards INTEGER NOT NULL DEFAULT 1,
    shard INTEGER NOT NULL,
    -- NULL: none to resume.
    session TEXT,
    sequence INTEGER NOT NULL DEFAULT 0,
    resume_url TEXT,
    -- The last IDENTIFY, which must not be followed by another one within 5 s.
    identified_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (shards, shard)
);

-- Where the bot's commands were put: in a server, or (0) everywhere. There they stand until they are taken away.
CREATE TABLE command_scopes (
    -- 0: not known, as it was not noted then.
    application INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    PRIMARY KEY (application, guild)
);

-- What one process at a time sees to, of those that share a database. Only a database on a server is shared; here the table is empty.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    -- The process, by a number of its own.
    holder INTEGER NOT NULL,
    -- Goes up each time that the holder says that it is there. Whoever sees the same number for long takes the lease.
    beat INTEGER NOT NULL
);

-- When the bot was last able to take moves: who was late because it was not gets the time back. One row at most.
CREATE TABLE last_alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL
);

-- What is written and removed again to find out whether a disk that was full has room. Empty at all other times.
CREATE TABLE trials (
    filler BLOB NOT NULL
);

-------- Triggers: lists of open challenges
-- A list is owed with everything that changes it. While nothing can be written there, that does not hasten it.

CREATE TRIGGER lobby_begun AFTER INSERT ON lobbies
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('lobby', NEW.channel, NEW.channel, 5, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER lobby_moved AFTER UPDATE OF guild, retired ON lobbies
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('lobby', NEW.channel, NEW.channel, 5, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER lobby_ended AFTER DELETE ON lobbies
BEGIN
    DELETE FROM outbox WHERE kind = 'lobby' AND subject = OLD.channel AND part = 0;
END;
CREATE TRIGGER challenge_listed AFTER UPDATE OF message ON challenges WHEN NEW.opponent IS NULL
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due)
        SELECT 'lobby', channel, channel, 5, 0 FROM lobbies WHERE guild = NEW.guild AND retired = 0
    ON CONFLICT (kind, subject, part) DO UPDATE SET
        version = outbox.version + 1, due = CASE WHEN outbox.code IS NULL THEN 0 ELSE outbox.due END;
END;
CREATE TRIGGER challenge_unlisted AFTER DELETE ON challenges WHEN OLD.opponent IS NULL AND OLD.message IS NOT NULL
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due)
        SELECT 'lobby', channel, channel, 5, 0 FROM lobbies WHERE guild = OLD.guild AND retired = 0
    ON CONFLICT (kind, subject, part) DO UPDATE SET
        version = outbox.version + 1, due = CASE WHEN outbox.code IS NULL THEN 0 ELSE outbox.due END;
END;

-------- Triggers: the puzzle of the day

CREATE TRIGGER daily_begun AFTER INSERT ON daily_puzzles
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, due) VALUES ('daily', NEW.guild, NEW.channel, 7, 0);
END;
CREATE TRIGGER daily_ended AFTER DELETE ON daily_puzzles
BEGIN
    DELETE FROM outbox WHERE kind = 'daily' AND subject = OLD.guild AND part = 0;
END;

-------- Triggers: challenges that are no longer open

CREATE TRIGGER challenge_settled AFTER INSERT ON settled_challenges
BEGIN
    INSERT INTO outbox (kind, subject, channel, message, step, urgency, since, due)
    VALUES ('challenge', NEW.id, NEW.channel, NEW.message, CASE NEW.outcome WHEN 'declined' THEN 'decline' ELSE '' END,
        3, NEW.at, NEW.at + 15000)
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER challenge_shown AFTER UPDATE OF message ON settled_challenges
BEGIN
    UPDATE outbox SET message = NEW.message, due = 0, version = version + 1 WHERE kind = 'challenge' AND subject = NEW.id AND part = 0;
END;
CREATE TRIGGER challenge_forgotten AFTER DELETE ON settled_challenges
BEGIN
    DELETE FROM outbox WHERE kind = 'challenge' AND subject = OLD.id AND part = 0;
END;

-------- Triggers: offers
-- A message that asks for an answer (a draw, a takeback, an abort) waits for the next event of its game, which may settle it.

CREATE TRIGGER offer_made AFTER INSERT ON events WHEN NEW.kind = 'asked'
BEGIN
    INSERT INTO outbox (kind, subject, part, channel, urgency, version, since)
        SELECT 'offer', NEW.game, NEW.seq, channel, 4, NEW.seq, NEW.at FROM games WHERE id = NEW.game
    ON CONFLICT DO NOTHING;
END;
-- A game that begins has none.
CREATE TRIGGER offers_touched AFTER INSERT ON events WHEN NEW.kind NOT IN ('asked', 'begun')
BEGIN
    UPDATE outbox SET version = version + 1, since = NEW.at, due = NEW.at + 15000 WHERE kind = 'offer' AND subject = NEW.game;
END;

-------- Triggers: boards

-- A board that is no longer the newest of its game loses its buttons: that is owed from the transaction that notes another one, which needs
-- the token of the one before no more. A board of the end does not grow old. Whoever notes it takes the buttons off at once, and has some
-- seconds for that.
CREATE TRIGGER board_grew_old AFTER UPDATE OF board_message ON games
WHEN OLD.board_message IS NOT NULL AND OLD.board_channel IS NOT NULL AND NEW.board_message <> OLD.board_message
    AND NOT (OLD.state = 'over' AND OLD.shown = OLD.rev)
BEGIN
    INSERT INTO outbox (kind, subject, channel, message, token, urgency, since, due)
    VALUES ('old-board', OLD.board_message, OLD.board_channel, OLD.board_message,
        (SELECT token FROM interactions WHERE id = OLD.board_interaction), 6,
        coalesce((SELECT at FROM interactions WHERE id = OLD.board_interaction AND token IS NOT NULL), NEW.due_at),
        max(NEW.due_at, coalesce((SELECT at FROM interactions WHERE id = NEW.board_interaction), 0)) + 15000)
    ON CONFLICT DO NOTHING;
    -- One that was older and has been made to show the newest position.
    DELETE FROM outbox WHERE kind = 'old-board' AND subject = NEW.board_message AND part = 0;
    UPDATE interactions SET token = NULL
    WHERE id = OLD.board_interaction AND id IS DISTINCT FROM NEW.board_interaction;
END;

-- Boards are owed from the transaction of the change on until one is shown. For 15 seconds that is left to whoever answers. Of a game that was
-- set aside the players are told ('notice'). If it is over because a player was removed, nobody answers ('left').
CREATE TRIGGER board_begun AFTER INSERT ON games WHEN NEW.shown < NEW.due
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
    VALUES ('board', NEW.id, NEW.channel, 0, NEW.due, NEW.due_at, NEW.due_at + 15000);
END;
CREATE TRIGGER board_changed AFTER UPDATE OF due ON games WHEN NEW.due <> OLD.due AND NEW.shown < NEW.due
BEGIN
    INSERT INTO outbox (kind, subject, channel, step, urgency, version, since, due)
    VALUES ('board', NEW.id, NEW.channel, CASE NEW.state WHEN 'set aside' THEN 'notice' ELSE '' END, 0, NEW.due, NEW.due_at, NEW.due_at + 15000)
    ON CONFLICT (kind, subject, part) DO UPDATE SET step = excluded.step, version = excluded.version, since = excluded.since,
        due = excluded.due, tries = 0, code = NULL, tried_at = NULL;
END;
CREATE TRIGGER board_shown AFTER UPDATE OF shown ON games WHEN NEW.shown >= NEW.due AND OLD.shown < OLD.due
BEGIN
    DELETE FROM outbox WHERE kind = 'board' AND subject = NEW.id AND part = 0;
END;
CREATE TRIGGER board_left AFTER UPDATE OF white, black ON games
WHEN NEW.state = 'over' AND NEW.shown < NEW.due AND (NEW.white IS NULL OR NEW.black IS NULL)
BEGIN
    UPDATE outbox SET step = 'left', due = 0 WHERE kind = 'board' AND subject = NEW.id AND part = 0;
END;

-- What was refused in a channel follows once something got through there.
CREATE TRIGGER channel_opened AFTER DELETE ON closed_channels
BEGIN
    UPDATE outbox SET due = 0, tries = 0, code = NULL WHERE channel = OLD.channel AND code IS NOT NULL AND due IS NOT NULL;
END;

-------- Triggers: rated games

-- A rated game that has ended with a result. A game without a first move of each side has none.
CREATE TRIGGER rated_game_ended AFTER UPDATE OF state ON games
    WHEN NEW.state = 'over' AND OLD.state = 'live' AND NEW.rated = 1 AND NEW.ply >= 2 AND NEW.ending NOT LIKE 'aborted%'
        AND NEW.ending NOT IN ('channel deleted', 'removed')
BEGIN
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
END;

-------- Triggers: tournaments

-- The end of a game is its result in the tournament, which then sees what follows.
CREATE TRIGGER tournament_game_ended AFTER UPDATE OF state ON games
    WHEN NEW.state <> 'live' AND OLD.state = 'live' AND EXISTS (SELECT 1 FROM tournament_games WHERE game = NEW.id)
BEGIN
    UPDATE tournament_games SET
        result = CASE WHEN NEW.ending = 'aborted time' THEN CASE NEW.turn WHEN 'white' THEN 'white-forfeits' ELSE 'black-forfeits' END
            WHEN NEW.ending LIKE '% white' THEN 'white' WHEN NEW.ending LIKE '% black' THEN 'black'
            WHEN NEW.ending LIKE 'draw%' THEN 'draw' ELSE 'halves' END,
        late = CASE WHEN NEW.ending IN ('aborted time', 'time white', 'time black', 'draw time')
            THEN NEW.turn END
    WHERE game = NEW.id AND result IS NULL;
    UPDATE tournaments SET rev = rev + 1, next_at = 0
    WHERE id = (SELECT tournament FROM tournament_games WHERE game = NEW.id) AND state = 'running';
END;
-- Its message is owed with each change.
CREATE TRIGGER tournament_made AFTER INSERT ON tournaments
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('tournament', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = excluded.version, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER tournament_changed AFTER UPDATE OF rev ON tournaments WHEN NEW.rev <> OLD.rev
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('tournament', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET version = excluded.version, due = 0, tries = 0, code = NULL;
END;
-- A game that is to be played is owed until it has begun.
CREATE TRIGGER tournament_game_paired AFTER INSERT ON tournament_games WHEN NEW.result IS NULL AND NEW.game IS NULL
BEGIN
    INSERT INTO outbox (kind, subject, part, channel, urgency, due)
    SELECT 'pairing', NEW.tournament, NEW.number, channel, 3, 0 FROM tournaments WHERE id = NEW.tournament
    ON CONFLICT (kind, subject, part) DO NOTHING;
END;

-------- Triggers: ladders

-- What came of a challenge that is closed: it was declined or let pass, or the ladder has nothing to do with it any more. What was accepted waits for
-- the end of its game.
CREATE TRIGGER ladder_challenge_closed AFTER INSERT ON settled_challenges
    WHEN EXISTS (SELECT 1 FROM ladder_challenges WHERE challenge = NEW.id)
BEGIN
    UPDATE ladder_challenges SET outcome = 'refused' WHERE challenge = NEW.id AND NEW.outcome IN ('declined', 'lapsed');
    UPDATE ladders SET rev = rev + 1, next_at = 0 WHERE id = (SELECT ladder FROM ladder_challenges WHERE challenge = NEW.id);
    DELETE FROM ladder_challenges WHERE challenge = NEW.id AND NEW.outcome NOT IN ('declined', 'lapsed', 'accepted');
END;
-- A challenge that nobody has seen, or whose channel is gone, has never been.
CREATE TRIGGER ladder_challenge_dropped AFTER DELETE ON challenges
    WHEN EXISTS (SELECT 1 FROM ladder_challenges WHERE challenge = OLD.id) AND NOT EXISTS (SELECT 1 FROM settled_challenges WHERE id = OLD.id)
BEGIN
    UPDATE ladders SET rev = rev + 1 WHERE id = (SELECT ladder FROM ladder_challenges WHERE challenge = OLD.id);
    DELETE FROM ladder_challenges WHERE challenge = OLD.id;
END;
-- What came of its game. Whoever was challenged and does not make a first move has let it pass.
CREATE TRIGGER ladder_game_ended AFTER UPDATE OF state ON games
    WHEN NEW.state <> 'live' AND OLD.state = 'live' AND EXISTS (SELECT 1 FROM ladder_challenges WHERE game = NEW.id)
BEGIN
    UPDATE ladder_challenges SET outcome = CASE
            WHEN NEW.ending LIKE CASE challenger WHEN NEW.white THEN '% white' ELSE '% black' END THEN 'won'
            WHEN NEW.ending = 'aborted time' AND opponent = CASE NEW.turn WHEN 'white' THEN NEW.white ELSE NEW.black END THEN 'refused' END
    WHERE game = NEW.id;
    UPDATE ladders SET rev = rev + 1, next_at = 0 WHERE id = (SELECT ladder FROM ladder_challenges WHERE game = NEW.id);
    DELETE FROM ladder_challenges WHERE game = NEW.id AND outcome IS NULL;
END;
-- Its message is owed with each change.
CREATE TRIGGER ladder_made AFTER INSERT ON ladders
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('ladder', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET channel = excluded.channel, version = excluded.version, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER ladder_changed AFTER UPDATE OF rev ON ladders
    WHEN NEW.rev <> OLD.rev
BEGIN
    INSERT INTO outbox (kind, subject, channel, urgency, version, due) VALUES ('ladder', NEW.id, NEW.channel, 5, NEW.rev, 0)
    ON CONFLICT (kind, subject, part) DO UPDATE SET channel = excluded.channel, version = excluded.version, due = 0, tries = 0, code = NULL;
END;
CREATE TRIGGER ladder_left AFTER DELETE ON ladder_players
BEGIN
    UPDATE ladders SET rev = rev + 1 WHERE id = OLD.ladder;
END;
CREATE TRIGGER ladder_challenged AFTER INSERT ON ladder_challenges
BEGIN
    UPDATE ladders SET rev = rev + 1 WHERE id = NEW.ladder;
END;

-------- Triggers: boards that nobody has noted

-- A board that may have arrived although nobody noted it, and then a later event: its buttons are out of date, and nothing leads to it but a
-- look at the channel. That is owed, for the event that it showed, once whoever sent it has had the time to note it after all.
CREATE TRIGGER board_unnoted BEFORE UPDATE OF due ON games WHEN NEW.due <> OLD.due AND OLD.shown < OLD.due
BEGIN
    INSERT INTO outbox (kind, subject, part, channel, urgency, since, due)
        SELECT 'unnoted-board', subject, version, channel, 6, NEW.due_at, NEW.due_at + 30000 FROM outbox
        WHERE kind = 'board' AND subject = NEW.id AND part = 0 AND tried_at IS NOT NULL AND step <> 'notice'
    ON CONFLICT DO NOTHING;
END;
