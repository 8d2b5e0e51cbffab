# Challenges.

challenge-offer = { $challenger } challenges { $opponent } to { GAME($game) }. { $colors } It lapses { $lapses }. Moves are made with `/move`.
    .from-position = { $challenger } challenges { $opponent } to { GAME($game) } from this position. { $colors } It lapses { $lapses }. Moves are made with `/move`.
challenge-rematch = { $opponent }, { $challenger } wants a rematch of { GAME($game) }, with { COLOR($color) } this time.
    .from-position = { $opponent }, { $challenger } wants a rematch of { GAME($game) } from this position, with { COLOR($color) } this time.
challenge-lapses = It lapses { $lapses }.
challenge-anyone = anyone
challenge-white = { $challenger } plays White.
challenge-black = { $challenger } plays Black.
challenge-random = Colours are chosen at random.
pace-hour = One hour for each move.
pace-eight-hours = Eight hours for each move.
pace-day = One day for each move.
pace-three-days = Three days for each move.
pace-week = Seven days for each move.
pace-fortnight = Fourteen days for each move.
challenge-declined = { $challenger }, { $answerer } declined { $game }.
some-game = a game
closed-accepted = { $answerer } accepted { $challenger }'s challenge to { $game }.
    .elsewhere = { $answerer } accepted { $challenger }'s challenge to { $game }. The game is played in { $place }.
closed-declined = { $answerer } declined { $challenger }'s challenge to { $game }.
closed-withdrawn = { $challenger } withdrew this challenge to { $game }.
closed-lapsed = { $challenger }'s challenge to { $game } has lapsed: nobody accepted it in time. `/challenge` makes a new one.
closed-dropped = This challenge to { $game } is no longer open.

# Before something that cannot be taken back.
question-resign = Really resign your game of { GAME($game) } against { $opponent }? { COLOR($winner) } wins then.
    .alone = Really resign for { COLOR($side) } in your game of { GAME($game) }? { COLOR($winner) } wins then.
    .any = Really resign this game of { GAME($game) }?
question-draw = Really end your game of { GAME($game) } as a draw? It ends at once.
question-whose = your game of { GAME($game) }
    .against = your game of { GAME($game) } against { $opponent }
    .of = the game of { GAME($game) } of { $players }
question-abort = Really abort { $whose }? It ends at once and without a result.
    .ask = Both sides have moved, so { $opponent } must agree. Really ask to abort { $whose }?
    .agree = { $opponent } has asked to abort too. Really end { $whose } without a result?

# What buttons say.
label-accept = Accept
label-decline = Decline
label-cancel = Cancel
label-rules = Rules
label-type-move = Type a move
label-flip = Flip board
label-offer-draw = Offer draw
label-accept-draw = Accept draw
label-claim-draw = Claim draw
label-takeback = Takeback
label-allow-takeback = Allow takeback
label-resign = Resign
label-replay = Replay
label-export = Export
label-earlier-moves = Earlier moves
label-later-moves = Later moves
label-all-moves = All moves
label-see-position = See the board
label-play-friend = Play a friend
label-play-alone = Play both sides
label-learn-game = Learn a game
label-more-commands = More commands
label-earlier-games = Earlier games
label-later-games = More games
label-go-to-game = Go to the game
label-next-game = Next game
label-move-back = One move back
label-move-forward = One move on
label-agree-to-abort = Agree to abort
label-play-on = Play on
label-really-resign = Yes, resign
label-really-draw = Yes, draw
label-really-abort = Yes, abort
label-ask-to-abort = Ask to abort
label-rematch = Rematch
label-keep-playing = Keep playing
label-export-person = Export
label-delete-person = Delete
label-really-delete-person = Yes, delete
label-keep-person = Keep it
label-forget-premoves = Forget
label-end-vacation = End vacation

# After a click.
receipt-played = Your move is played.
receipt-drawn = The game is a draw.
receipt-resigned = You have resigned.
receipt-aborted = The game is aborted.
receipt-asked = Your opponent has been asked.
receipt-time-up = Time was up before that, so the game has ended.
receipt-nothing = Nothing was changed. The game goes on.
played-elsewhere = The game is played in { $place }.
shown-elsewhere = { $told }
    (I can't write in { $place }, where this game is played.)
board-flipped = The board from { COLOR($side) }'s side.
button-foreign = That button is from another version of me. Use `/board` for a fresh board.
button-renewed = That button is from before I was updated. The board has new ones now.
no-thread-for-game = I could not open a thread for the game. Try again with `thread: no`.
after-restart = I was restarted while doing that. If you see no message of it here, please do it again.
