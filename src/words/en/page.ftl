# A game on a page in a browser. What stands in braces without a dollar sign is filled by the page.

# In the chat.
page-link = Your board of { GAME($game) }, to tap. The link is for you alone, for one browser, and good for 15 minutes.
    .games = Your games, each with a board to tap. The link is for you alone, for one browser, and good for 15 minutes.
    .learning = Lessons and puzzles on a board to tap. The link is for you alone, for one browser, and good for 15 minutes.
    .watch = { GAME($game) }, to read along on a page. The link is for you alone, for one browser, and good for 15 minutes.
# Below one of those: the browsers inside apps may lose part of a link that they open.
page-link-text = If the page opens empty, paste this into its field: `{ $link }`
page-watchers = Members of this channel may watch this game.
    .hidden = Nobody may watch this game: not everybody sees this channel.
    .perhaps = Members of its channel may watch this game, if everybody sees that channel.
    .closed = Nobody may watch this game.
    .closed-by-opponent = Your opponent lets nobody watch this game.
    .nowhere = Nobody is here to watch this game.
pages-none = You have no board open in a browser. Press "Open board" below a board, or use `/board` with `link`.
    .link = You have no board open in a browser. A link that you have not opened yet is still good: *End all* ends it.
pages-open = { $count ->
    [one] You have 1 board open in a browser.
   *[other] You have { $count } boards open in browsers.
}
pages-more = And { $more } more.
# { $line } is one of the lines below.
page-on = { $device ->
    [phone] **Phone:** { $line }
    [tablet] **Tablet:** { $line }
   *[computer] **Computer:** { $line }
}
page-open = { GAME($game) }, last used { $used }
    .gone = A game that is no longer kept, last used { $used }
    .watch = { GAME($game) }, which you watch, last used { $used }
    .games = All your games, last used { $used }
    .learning = Lessons and puzzles, last used { $used }

# In the chat, where somebody's browsers take no push messages.
push-failed = { $person }, your browser could not be told: it is your move in { GAME($game) }.
    .news = { $person }, your browser could not be told: there is news in { GAME($game) }.

# In place of a board.
page-used = This link has been used. Press Open board in Discord for a new one.
page-ended = Nothing is open in this browser any more. Press Open board in Discord for a link.

page-not-yours = You do not play in this game, so it has no page for you. See it in Discord.
page-gone = This game is no longer stored. See your games in Discord.
page-not-there = This game is played where I can only answer commands. What you play on a page would not be shown there, so play it there.
page-not-watched = This game cannot be watched on a page. See it in Discord.
page-hidden-place = You do not play in this game, and not everybody sees its channel. So it cannot be watched on a page.
page-unknown-place = Discord does not say right now who sees this channel. Try again in a minute.
page-own-turn = It is your turn now, so nothing is prepared: make your move.
page-rematch-gone = This rematch is not asked for any more.
page-rematch-asked = You have asked for a rematch. The answer comes in Discord.
page-no-place-to-play = I can't begin it from this page now. Use /challenge in Discord.
page-other-game-there = Another game is played in the channel by now. Begin this one in the chat.
page-rematched = This game has had its rematch.
page-nothing-to-prepare = In this game there is nothing to prepare.
page-no-push = I know no way to send messages to this browser.
page-too-much-prepared = No more than { $count } replies are kept for you in a game. *Forget* makes room.

# On an old board.
page-changed = The board has changed: { COLOR($side) } played { $move }.

# Who plays.
page-you = you
page-opponent = your opponent
page-bot = the bot
page-somebody = a player
page-rated = { $who } ({ $rating })

# What a square is called: its name, what stands there, what holds that, and what has happened there.
page-piece = { COLOR($side) } { KIND($kind) }
page-palace = { COLOR($side) }'s palace
page-exit = exit, only a King may enter
    .wins = exit, only a King may enter; a King that gets here wins
page-goal = { COLOR($side) }'s King wins here
    .both = a King that gets here wins
    .kinds = { COLOR($side) }'s { $kinds } win here
    .both-kinds = { $kinds } that get here win
page-brakes = { $count ->
    [one] beside { COLOR($side) }'s { KIND($kind) } { $squares }; { COLOR($other) }'s pieces stop here
   *[other] beside { COLOR($side) }'s { KIND($kind, form: "many") } { $squares }; { COLOR($other) }'s pieces stop here
}
page-in-check = in check
page-frozen = frozen by the { KIND($kind) } on { $square }
page-braked = braked by the { KIND($kind) } on { $square }
page-moved = just moved here
page-left = just left
page-captured = just captured here

page-then = After { $move }.
    .start = The start of the game.

page-tried = After { $move }: { $state }.
page-board-of = The start of { GAME($game) }. Try out moves for both sides; they are not kept.
    .position = A position of { GAME($game) }. Try out moves for both sides; they are not kept.
page-board-way = Try moves from the start or any position

# The page itself.
page-language = en
page-games = My games
page-games-lost = Not connected since { $time }.
page-games-more = A game begins in the chat, with /challenge.
page-finished = Finished games, the latest first
page-lessons = Lessons and puzzles
page-lesson = Lesson
page-puzzles = Puzzles
page-title = { $game }
page-title-yours = Your move · { $game }
page-chat = Chat
page-flip = Flip board
page-actions = Offers and more
page-rare-actions = This game
page-type-move = Type a move
page-send = Send
page-legal-moves = Legal moves
page-moves = Moves
page-notes = Your notes
page-steps = Go through the moves
page-first = To the start
page-back = One move back
page-forth = One move forward
page-last = To the latest move
page-back-to-now = Back to now
page-looking = An earlier position: { $ply } of { $plies }.
page-pieces = List of pieces
page-settings = Settings of this browser
page-theme = Theme
page-coordinates = Coordinates
page-left-handed = Left-handed: panel on the left
page-push = Tell me here when it is my turn, also while this page is closed
page-push-on = This device tells you now, and Discord does not ping you for it.
page-push-off = Discord pings you again.
page-push-asking = Asking the browser …
page-push-saving = One moment …
page-push-denied = This browser does not allow it: allow notifications for this page in its settings.
page-push-failed = This browser could not reach the service that brings it messages. Please try again later.
page-push-home = To be told of your turn here, add this page to the home screen and open it there.
page-sound = Sound with each move
page-keys = Keys on the board: arrows move over it, Enter chooses and moves, Escape drops the choice, ? tells what the piece there is. There and in the list of moves, [ and ] go through the moves. Elsewhere the arrows left and right do. With the right button of the mouse you draw arrows and circles.
page-white = White
page-black = Black
page-to-move = to move
page-taken = Taken: { $pieces }
page-in-hand = { $piece } in hand: { $count }
page-hand = Ninja Pawn from the hand
page-hand-waits = { $hand }. A piece from the hand is dropped on its own side's turn.
page-legend = What the marks mean
page-what = What is this piece?
page-what-pieces = The pieces. Open one to see how it moves.
page-all-rules = All rules
page-ahead = { $count } ahead in material
page-hole = no square
page-target = { $square }. Enter: { $moves }
# Where a chosen piece can go, for screen readers. { $takes }: what it takes by moving to its square, then what it takes beside its way.
page-chosen = { $piece } chosen: { $targets }.
page-chosen-takes = { $piece } chosen. Takes { $takes }.
page-chosen-both = { $piece } chosen. Takes { $takes }; else { $targets }.
page-takes-on = on { $squares }
page-takes-by = by { $squares }
page-takes-both = on { $on } and by { $by }
page-from-hand = Ninja Pawn from the hand: { $targets }.
page-or = { $first } or { $second }
page-dropped = No piece is chosen.
page-nothing-here = Nothing is here.
page-no-moves = { $piece }: it has no move now.
page-prepare = { $piece }: tap where it goes, and it goes there right after your opponent's move, if it can then.
page-prepared-played = Your prepared move { $reply } was played, in answer to { $move }.
page-prepared = { $square }, in a move that you have prepared
page-no-move = { $from } to { $to } is no legal move.
page-which = Which move?
page-promote = Promote to …
page-cancel = Cancel
page-no = No
page-until = Until { $time }
page-time-over = The time is over
page-lost = Not connected since { $time }. What you see is move { $move }.
page-lost-start = Not connected since { $time }. What you see is the start.
page-waiting-move = Your move { $move } is waiting to be sent.
page-waiting = "{ $what }" is waiting to be sent.
page-do-not-send = Do not send
page-not-sent = It is not sent. If it had arrived before, you will see it here.
page-outdated = "{ $what }" waited too long, and is not sent any more.
page-unsent = "{ $what }" was not sent.
page-one-at-a-time = One moment: what you did before is still being sent.
page-not-reached = Not connected: this cannot be fetched now.
page-refused = That was not possible.
page-not-now = This is an earlier position. Go back to now to move.
page-trying = You are trying out moves for both sides. They do not count.
page-stop-replay = Stop
page-best-line = Best line
page-leave-trying = Stop trying
page-position = Set up a position (FEN)
page-set-up = Set up
page-copy-position = Copy this position
page-position-copied = The position is copied.
page-position-by-hand = This is the position, to be copied:
page-board = Board
page-watching = You are watching this game.

# A link for another browser.
page-elsewhere = Open elsewhere
page-elsewhere-link = Open this link in another browser. It is for you alone, works once, and is good for 15 minutes.
page-link-field = Link
page-copy = Copy
page-share = Share
page-close = Close
page-copied = Copied.
page-copy-by-hand = It is selected, and can be copied now.
page-no-link = No link was made. Please try again.

# A finished game as a file.
page-file = The moves as PGN, for other chess programs
page-save = Save as a file

# The course of a game.
page-analysis = Analysis
page-curve = Course of the game
page-curve-start = The start. White's chance to win: { $percent } %.
page-curve-move = Move { $number }, { $side }: { $move }. White's chance to win: { $percent } %.
