# How a game stands or ended.

state-checkmate = checkmate, { COLOR($winner) } has won
state-rule =
    .checks = { COLOR($winner) } has won by checks
    .explosion = { COLOR($loser) }'s King is blown up, { COLOR($winner) } has won
    .extinction = { COLOR($winner) } has won, as { COLOR($loser) } has lost the pieces that it needs
    .giveaway = { COLOR($winner) } has won by giving its pieces away
    .no-moves = { COLOR($winner) } has won, as it has no legal move left
    .stuck = { COLOR($winner) } has won, as { COLOR($loser) } has no legal move left
rule-news =
    .checks = { COLOR($winner) } has given its last check
    .explosion = { COLOR($winner) } has blown up { COLOR($loser) }'s King
    .extinction = { COLOR($loser) } has lost the pieces that it needs
    .giveaway = { COLOR($winner) } has given its pieces away
    .no-moves = { COLOR($winner) } has no legal move left, which wins here
    .stuck = { COLOR($loser) } has no legal move left, which loses here
state-stalemate = stalemate, a draw
state-material = a draw, as neither side has enough pieces to mate
state-fivefold = a draw by fivefold repetition
state-seventy-five = a draw after seventy-five moves without progress
state-both-arrived = a draw, as both sides have reached their goals

# A goal that is no scepter and no exit.
goal-arrival =
    .state = { COLOR($winner) } has reached the goal and has won
    .news = { COLOR($winner) } has reached { $square }
    .standing = { COLOR($winner) } has reached the goal and wins.
    .wins = reaches { $square }
    .deed = reach { $square }
    .doing = reaching { $square }
    .place = the goal { $square }

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
