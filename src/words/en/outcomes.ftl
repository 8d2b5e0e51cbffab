# How a game stands or ended.

state-checkmate = checkmate, { COLOR($winner) } has won
state-stalemate = stalemate, a draw
state-material = a draw, as neither side has enough pieces to mate
state-fivefold = a draw by fivefold repetition
state-seventy-five = a draw after seventy-five moves without progress

ended-won = { COLOR($winner) } won
    .you = you won
    .you-lost = you lost
ended-aborted = it was aborted
ended-drawn = a draw
# The same of a game of the reader's, as a line of its own.
ended-yours-won = You won
ended-yours-lost = You lost
ended-yours-drawn = Draw
ended-yours-aborted = No result
