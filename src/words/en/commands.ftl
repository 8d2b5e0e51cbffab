# The commands, as the chat shows them while they are typed, and what /help says of each. A name is what follows the slash: small
# letters, digits and -, the same as in the program here. In other languages a command without a name of its own keeps this one.

command-challenge = challenge
    .description = Challenge somebody, or anybody, to a game
    .help = Offers a game. Without an opponent anybody may accept; choose yourself to play both sides, or me to play the bot.
option-challenge-variant = variant
    .description = Which game
option-challenge-opponent = opponent
    .description = Whom you challenge; leave it out and anybody may accept
option-challenge-level = level
    .description = How strongly I play, if I am the opponent; new here: 1 or 2
choice-challenge-level-1 = 1, Hatchling: knows how the pieces move
choice-challenge-level-2 = 2, Nestling: overlooks much, also your answers
choice-challenge-level-3 = 3, Fledgling: sees your answer, and still errs
choice-challenge-level-4 = 4, Sparrow: errs less, but looks at little
choice-challenge-level-5 = 5, Jay: finds short tricks
choice-challenge-level-6 = 6, Magpie: finds longer ones
choice-challenge-level-7 = 7, Jackdaw: lets few mistakes go
choice-challenge-level-8 = 8, Rook: forgives next to nothing
choice-challenge-level-maximum = Maximum, Raven: as well as I can
option-challenge-color = color
    .description = Your colour; random if left out
choice-challenge-color-white = White
choice-challenge-color-black = Black
choice-challenge-color-random = Random
option-challenge-pace = pace
    .description = How long each move may take; no clock if left out
choice-challenge-pace-none = No clock
choice-challenge-pace-1h = 1 hour a move
choice-challenge-pace-8h = 8 hours a move
choice-challenge-pace-1d = 1 day a move
choice-challenge-pace-3d = 3 days a move
choice-challenge-pace-7d = 7 days a move
choice-challenge-pace-14d = 14 days a move
option-challenge-hints = hints
    .description = Whether both of you may ask for hints
option-challenge-rated = rated
    .description = Whether the result counts for both ratings
option-challenge-thread = thread
    .description = Whether the game gets a thread of its own
choice-challenge-thread-auto = Only if this channel hosts a game
choice-challenge-thread-yes = Yes
choice-challenge-thread-no = No
option-challenge-position = position
    .description = A position to start from, as an extended FEN

command-move = move
    .description = Play a move in this channel's game
    .help = Plays your move. Type a piece or a square and pick from the list, or write it yourself: e2e4, Nf3, O-O.
option-move-move = move
    .description = A piece or a square, then pick; or the move itself, such as e2e4 or Nf3

command-premove = premove
    .description = Prepare replies to your opponent's moves (only you see it)
    .help = Prepares replies that are played at once when your opponent plays what they answer; without a line it shows them.
option-premove-line = line
    .description = For example: if e4 then e5, if Nf3 then Nc6; leave it out to see yours

command-board = board
    .description = Show the board again, or read it as text
    .help = Shows the board again: to everybody if you play here, else to you alone. With text, as a list and in letters.
option-board-side = side
    .description = Who is at the bottom
choice-board-side-mine = mine
choice-board-side-white = White
choice-board-side-black = Black
option-board-text = text
    .description = Only for you: every piece in words, and the board in letters
option-board-link = link
    .description = Only for you: a link that opens the board in a browser, to tap

command-moves = moves
    .description = See where a piece can go, and what holds it (only you see it)
    .help = Shows you alone where a piece of either side can go, what it would take, and what holds it.
option-moves-square = square
    .description = The square of the piece, such as e2

command-history = history
    .description = See this game's moves, or an earlier position (only you see it)
    .help = Lists the moves of this channel's game for you alone, or shows one of its positions.
option-history-move = move
    .description = The number of a move: the board after it; 0 is the start

command-export = export
    .description = Get the game here as a file: PGN, FEN or GIF (only you see it)
    .help = Gives you alone this channel's game as a file.
option-export-format = format
    .description = Which kind of file; PGN if left out
choice-export-format-pgn = PGN: all moves, for programs
choice-export-format-fen = FEN: the position as it stands
choice-export-format-gif = GIF: the game as an animation

command-analysis = analysis
    .description = See what was good and bad in the game that ended here
    .help = Shows you alone how the chances went in this channel's finished game, and what was better.

command-hint = hint
    .description = Get a hint for your move
    .help = Shows you a good move and says why: against me, when you play both sides, or if the challenge allowed hints.

command-draw = draw
    .description = Offer a draw, accept one, or claim it by repetition or 50 moves
    .help = Offers a draw, accepts your opponent's offer, or claims one that stands (threefold, 50 moves).

command-takeback = takeback
    .description = Take back your last move, or allow your opponent to
    .help = Asks your opponent to let you take back your last move, or allows theirs.

command-resign = resign
    .description = Resign your game in this channel
    .help = Gives the game to your opponent, after asking you once more.

command-abort = abort
    .description = End the game in this channel without a result
    .help = Ends the game without a result: freely until both sides have moved or when you have waited 14 days; else if your opponent agrees.

command-nudge = nudge
    .description = Ask your opponent to move, in a game without a clock
    .help = Asks an opponent who has not moved for a day to move, once a day, in a game without a clock.

command-rematch = rematch
    .description = Play your last game in this channel once more, with colours swapped
    .help = Asks your last opponent in this channel for the same game with colours swapped; agrees if they have asked.

command-next = next
    .description = See the next of your games where it is your turn (only you see it)
    .help = Shows the next of your games that wait for you, wherever it is.

command-games = games
    .description = List your live games, or somebody's (only you see it)
    .help = Lists your live games with whose turn it is and a link to each, for you alone.
option-games-user = user
    .description = Whose games; yours if left out

command-note = note
    .description = Note something about this game, for yourself alone
    .help = Notes something about this channel's game for you alone, by its move. Without text it lists your notes.
option-note-text = text
    .description = What to note
option-note-move = move
    .description = The number of the move it is about; the last one if left out
option-note-remove = remove
    .description = Remove your note on that move

command-profile = profile
    .description = See somebody's results and ratings, or your own (only you see it)
    .help = Shows ratings and results: yours, or somebody's.
option-profile-user = user
    .description = Whose profile; yours if left out

command-leaderboard = leaderboard
    .description = See who plays a game best (only you see it)
    .help = Lists settled ratings of a game for you alone: of this server, or of everybody.
option-leaderboard-variant = variant
    .description = Which game
option-leaderboard-of = of
    .description = Whose ratings; this server's if left out
choice-leaderboard-of-server = This server
choice-leaderboard-of-all = Everywhere

command-puzzle = puzzle
    .description = Solve a puzzle: find the one line that wins (only you see it)
    .help = Shows you a position in which one line wins; you make the moves yourself, with hints if you like.
option-puzzle-variant = variant
    .description = Which game; any if left out
option-puzzle-difficulty = difficulty
    .description = How hard; the easier ones first if left out
choice-puzzle-difficulty-easy = Easy
choice-puzzle-difficulty-medium = Medium
choice-puzzle-difficulty-hard = Hard

command-rules = rules
    .description = Read a game's rules, or how one of its pieces moves (only you see it)
    .help = All games by families; of one its pieces with diagrams, its goal and special moves, our readings, the source.
option-rules-variant = variant
    .description = Which game; leave it out to see all of them
option-rules-piece = piece
    .description = One piece of it, with its diagrams

command-learn = learn
    .description = Learn a game step by step, by making the moves (only you see it)
    .help = Teaches a game in some steps of a minute each: you make the moves. Without a game it shows your progress.
option-learn-variant = variant
    .description = Which game; leave it out to see all lessons

command-settings = settings
    .description = Set how your boards look, pings, reminders, language (only you see it)
    .help = How your boards look, pings, reminders and your language.

command-server = server
    .description = Set how games are played in this server (only you see it)
    .help = For those who manage a server: which games and where, pace, threads, boards, language, a list of open challenges.

command-vacation = vacation
    .description = Stop your clocks for some days (only you see it)
    .help = Stops your clocks for some days, 30 a year; your opponents are told.
option-vacation-days = days
    .description = How many days, from now on; leave it out to see what is left

command-web = web
    .description = See and end your boards in browsers (only you see it)
    .help = Lists the boards that you have open in browsers, and ends them.

command-block = block
    .description = Stop someone from challenging you (only you see it)
    .help = Stop someone challenging you. They aren't told.
option-block-user = user
    .description = Who should not challenge you

command-unblock = unblock
    .description = Let someone challenge you again (only you see it)
    .help = Let someone challenge you again.
option-unblock-user = user
    .description = Whom you have blocked

command-privacy = privacy
    .description = See, save or delete what I keep about you (only you see it)
    .help = What I keep about you, for you to see, save or delete.

command-help = help
    .description = How to play, and every command (only you see it)
    .help = Shows how to start, and this list of all commands.

# The three sentences of /help.
# What stands in the menus of people and of messages, with capital letters as there.
menu-challenge = Challenge
menu-profile = Profile
menu-analyse = Analyse
menu-play-from-here = Play from here

help-group-play = **Play**
help-group-learn = **Learn, and look at games**
help-group-with-others = **With others**
help-group-yours = **Yours**
help-group-server = **The server**
help-to-start = **To start:** press a button below or use `/challenge`; if you are new here, play me at level 1 or 2.
    .without-me = **To start:** press a button below or use `/challenge`.
help-to-play = **To play:** choose a piece below the board, or type `/move`.
    .with-pages = **To play:** choose a piece below the board, tap on *Open board*, or type `/move`.
help-to-learn = **To learn:** `/learn` teaches each game in five minutes, `/rules` explains it, `/moves` shows where a piece can go.

# What the buttons of /help lead to.
start-friend = Which game would you like to play with a friend?
start-bot = Which game would you like to play against me?
start-level = { GAME($game) }: how strongly shall I play? New here: level 1 or 2. Moves can be taken back as often as you like, and nothing is rated.
start-choose-level = Choose a level
bot-game-where = Where shall we play?
    .thread = A thread keeps this channel tidy.
    .dm = In our direct message it is quiet: nobody else sees the game.
    .kept = I remember your answer, and `/settings` changes it.
    .once = Your answer is for this game alone.
bot-game-begun = { GAME($game) } against me, { LEVEL($level) }: we play here.
    .thread = { GAME($game) } against me, { LEVEL($level) }: we play in { $place }
    .dm = { GAME($game) } against me, { LEVEL($level) }: we play in our direct message, where nobody else sees it: { $place }
bot-game-hello = **{ GAME($game) }** against me, { LEVEL($level) }. Nobody else sees this game. Here is your board:
bot-game-no-dm = I can't write to you: your settings let no direct message from me through.
    .unreached = I did not reach you by direct message. Please try again.
    .taken = We already have a game in our direct messages: { $place }
    .elsewhere = Shall we play this one elsewhere?
bot-level = { LEVEL($level) }
bot-level-about = { LEVEL($level, form: "about") }
level-1 = Level 1, Hatchling
    .about = knows how the pieces move
level-2 = Level 2, Nestling
    .about = overlooks much, also your answers
level-3 = Level 3, Fledgling
    .about = sees your answer, and still errs
level-4 = Level 4, Sparrow
    .about = errs less, but looks at little
level-5 = Level 5, Jay
    .about = finds short tricks
level-6 = Level 6, Magpie
    .about = finds longer ones
level-7 = Level 7, Jackdaw
    .about = lets few mistakes go
level-8 = Level 8, Rook
    .about = forgives next to nothing
level-maximum = Maximum, Raven
    .about = as well as I can
start-choose-game = Choose a game
start-choose-friend = Choose a person
start-which = Which game do you challenge { $person } to? The challenge appears in this channel for both of you.
start-from-here = { GAME($game) }, from this position: you play { COLOR($side) }, and it is your move. How strongly shall I play?
start-whom = { GAME($game) }: whom do you challenge? The challenge appears in this channel for both of you; `/challenge` has more options, such as the time for each move.

command-game = game
    .description = Games from files that this server has
    .help = This server's games from files.
option-game-add = add
    .description = Add a game from its file (server managers)
option-game-add-file = file
    .description = The file that describes the game, in TOML
option-game-list = list
    .description = Which games from files can be played here
option-game-remove = remove
    .description = Remove a game (server managers)
option-game-remove-name = name
    .description = Which game
option-game-publish = publish
    .description = Ask for a game to be given to every server
option-game-publish-name = name
    .description = Which game

command-ladder = ladder
    .description = Ladders of this server: see one, join it, challenge upwards
    .help = See a ladder, join it, and challenge upwards.
option-ladder-show = show
    .description = See how it stands
option-ladder-show-variant = variant
    .description = Which game; not needed if there is one ladder here
option-ladder-challenge = challenge
    .description = Challenge somebody up to three places above you
option-ladder-challenge-opponent = opponent
    .description = Whom
option-ladder-challenge-variant = variant
    .description = Which game; not needed if there is one ladder here
option-ladder-join = join
    .description = Join the ladder, at the bottom
option-ladder-join-variant = variant
    .description = Which game; not needed if there is one ladder here
option-ladder-leave = leave
    .description = Leave the ladder
option-ladder-leave-variant = variant
    .description = Which game; not needed if there is one ladder here
option-ladder-open = open
    .description = Open a ladder in this channel, or move it here (for organisers)
option-ladder-open-variant = variant
    .description = Which game
option-ladder-open-pace = pace
    .description = The time for each move; left out: unchanged, or three days when new
choice-ladder-open-pace-8h = 8 hours a move
choice-ladder-open-pace-1d = 1 day a move
choice-ladder-open-pace-3d = 3 days a move
choice-ladder-open-pace-7d = 7 days a move
option-ladder-open-rated = rated
    .description = Whether games count for ratings; left out: unchanged, or no when new
option-ladder-close = close
    .description = Close a ladder for good (for organisers)
option-ladder-close-variant = variant
    .description = Which game; not needed if there is one ladder here

command-tournament = tournament
    .description = Tournaments of this server: make one, join it, see how it stands
    .help = Make a tournament, join it, and see how it stands.
option-tournament-create = create
    .description = Make a tournament in this channel (for organisers)
option-tournament-create-kind = kind
    .description = Who meets whom
choice-tournament-create-kind-round-robin = Round robin: everybody meets everybody
choice-tournament-create-kind-knock-out = Knock-out: whoever loses is out
choice-tournament-create-kind-swiss = Swiss system: from nine players on
option-tournament-create-variant = variant
    .description = Which game
option-tournament-create-second = second
    .description = A second game, for every other round
option-tournament-create-third = third
    .description = A third game; the rounds have them in turn
option-tournament-create-pace = pace
    .description = The time for each move; three days if left out
choice-tournament-create-pace-8h = 8 hours a move
choice-tournament-create-pace-1d = 1 day a move
choice-tournament-create-pace-3d = 3 days a move
choice-tournament-create-pace-7d = 7 days a move
option-tournament-create-rated = rated
    .description = Whether its games count for ratings
option-tournament-create-twice = twice
    .description = In a round robin: each two have two games, with the sides changed
option-tournament-create-least = least
    .description = The fewest players with which it begins
option-tournament-create-most = most
    .description = The most players; it begins when so many have joined
option-tournament-create-days = days
    .description = After how many days it begins, also if it is not full
option-tournament-join = join
    .description = Join the tournament of this channel
option-tournament-leave = leave
    .description = Leave a tournament before it begins
option-tournament-start = start
    .description = Begin a tournament before it is full (for organisers)
option-tournament-cancel = cancel
    .description = Call a tournament off, or end it as it stands (for organisers)
option-tournament-standings = standings
    .description = See how the tournament stands
option-tournament-withdraw = withdraw
    .description = Leave a running tournament
