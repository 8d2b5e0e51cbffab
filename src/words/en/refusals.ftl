# Why an action in a game is refused.

refusal-over = This game is over: { $how }. `/challenge` starts a new one.
refusal-not-your-turn = It is not your turn: { $side } is to move.
refusal-two-play = Only { $white } and { $black } play here. `/challenge` starts a game of your own.
refusal-one-plays = Only { $player } plays here. `/challenge` starts a game of your own.
refusal-nobody-plays = Nobody plays here any more. `/challenge` starts a new game.
refusal-stale = That board is old: it is now move { $number }.
refusal-asked-draw = You have offered a draw already; wait for the answer.
refusal-asked-abort = You have asked to abort already; wait for the answer.
refusal-too-soon-draw = Your offer was declined; you may offer a draw again after your next move.
refusal-too-soon-abort = Your request was declined; you may ask again after your next move.
refusal-nothing-asked-draw = That draw offer is no longer open; `/draw` makes a new one.
refusal-nothing-asked-abort = That request to abort is no longer open; `/abort` makes a new one.
refusal-own-draw = That is your own offer; your opponent answers it.
refusal-own-abort = That is your own request; your opponent answers it.

# A side with its player.
side-played = { COLOR($side) } ({ $player })
side-former-player = { COLOR($side) } (a former player)
