# A game that is looked at after its end.

analysis-wait = { GAME($game) }: looking at the game…
    .done = { GAME($game) }: looking at the game, { $percent } % done.
analysis-busy = The bot is looking at other games just now. Try again in a minute.
analysis-one-at-a-time = I am still looking at a game for you; ask again when that is done.
analysis-late = This took too long and was given up. Try again when the bot has less to do.
analysis-live = The game still goes on. `/analysis` tells what was good and what was not once it is over.
analysis-none = There is no finished game to look at yet; `/challenge` begins one.
analysis-no-moves = No move was played in that game, so there is nothing to look at.
analysis-side = { COLOR($side) }: { $lapses }.
    .none = { COLOR($side) }: no mistakes.
lapse-inaccuracies = { $count ->
    [one] { $count } inaccuracy
   *[other] { $count } inaccuracies
}
lapse-mistakes = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
lapse-blunders = { $count ->
    [one] { $count } blunder
   *[other] { $count } blunders
}
lapse-missed-wins = { $count ->
    [one] { $count } missed win
   *[other] { $count } missed wins
}
lapse-inaccuracy = an inaccuracy
lapse-mistake = a mistake
lapse-blunder = a blunder
lapse-missed-win = a missed win
# How long a win by force takes.
win-length = { $moves ->
    [one] one move
   *[other] { $moves } moves
}
analysis-turning = **{ $mark }** { $move } ({ $told }) was { $lapse }: { COLOR($side) }'s chance to win went from { $before } % to { $after } %.
    .missed = **{ $mark }** { $move } ({ $told }) missed a win in { $length }: { $better }.
    .missed-lost = **{ $mark }** { $move } ({ $told }) missed a win in { $length }: { COLOR($side) }'s chance to win went from { $before } % to { $after } %.
    .allowed = **{ $mark }** { $move } ({ $told }) let { COLOR($other) } win in { $length }.
    .allowed-lost = **{ $mark }** { $move } ({ $told }) was { $lapse } that let { COLOR($other) } win in { $length }: { COLOR($side) }'s chance to win went from { $before } % to { $after } %.
analysis-better = Better was { $told }.
    .why = Better was { $told }: it { $why }.
    .then = Better was { $told }. { $why }
analysis-answer = After the move played, { COLOR($side) } could answer { $told }, which { $why }.
    .then = After the move played, { COLOR($side) } could answer { $told }. { $why }
best-line = Best is { $told }. White's chance to win: { $percent } %. Line: { $line }
    .why = Best is { $told }: it { $why }. White's chance to win: { $percent } %. Line: { $line }
    .then = Best is { $told }. { $why } White's chance to win: { $percent } %. Line: { $line }
analysis-even = Both sides played well: no mistakes.
analysis-picture = { GAME($game) }: the chances of both sides from the first move to the last, White's above the middle, Black's below. White's chance to win, in percent: { $chances }.
    .boards = { $picture } Below it are the boards before the moves that are numbered, with what was better marked.
analysis-not-drawn = The picture could not be drawn.
label-analysis = Analysis
label-moment = { $mark } { $move }
