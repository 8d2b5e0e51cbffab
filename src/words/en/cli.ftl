# What the command line says.

cli-no-theme = there is no theme of that name; there are { $known }
cli-no-game = there is no game of that name; there are { $known }
cli-no-side = the side is white or black
cli-no-position = this is no position: { $defects }.
cli-game-over = move { $number }: the game is over ({ $state }).
cli-bad-move = move { $number }: { $why }
cli-bad-mark = { $move } neither led to this position nor can be played in it. { $why }
cli-cannot-write = cannot write { $file }: { $why }.
cli-cannot-read = it cannot be read: { $why }.
cli-one-output = --output names one file, but there are several games.
cli-progress = { $number } of { $count }: { $told }
cli-too-large = { $file } is larger than asked: the smallest board is still too large.
cli-not-written = { $failed ->
    [one] { $failed } of { $count } games was not written.
   *[other] { $failed } of { $count } games were not written.
}
cli-of-file = { $file }: { $why }
cli-written = { $moves ->
    [one] { $file }, { $moves } move, { $size } kB
   *[other] { $file }, { $moves } moves, { $size } kB
}
cli-over-its-moves = { $file } would be written over the moves in it.
cli-same-target = two games would be written to { $file }.
cli-name-output = name a file to write with --output when the moves come from standard input.
cli-one-game-a-file = it holds more than one game; put each into a file of its own.
cli-other-variant = it holds a game of { GAME($game) }.
cli-no-weights = line { $line } of { $file } is no weights.
cli-no-network = { $file } holds no network of this game.
cli-no-positions = { $file } holds something else than positions of this game.
cli-no-strength = a strength is a level (1 to 8, maximum) or a number of positions such as 1000n.
cli-no-puzzle = line { $line } of { $file } is no puzzle.
cli-not-proven = { $doubtful ->
    [one] { $doubtful } of { $count } puzzles is not proven.
   *[other] { $doubtful } of { $count } puzzles are not proven.
}
cli-game-fault = { $file }:{ $line }: { $fault }
cli-game-sound = { $name }: { $squares } squares, { $kinds } kinds of pieces, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
} at the start. Nothing is wrong.
