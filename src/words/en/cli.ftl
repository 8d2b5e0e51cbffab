# What the command line says.

cli-no-theme = there is no theme of that name; there are { $known }
cli-no-game = there is no game of that name; there are { $known }
cli-no-side = the side is white or black
cli-no-position = this is no position: { $defects }.
cli-game-over = move { $number }: the game is over ({ $state }).
cli-bad-move = move { $number }: { $why }
cli-bad-mark = { $move } neither led to this position nor can be played in it. { $why }
cli-cannot-write = cannot write { $file }: { $why }.
cli-no-game-file = { $file }: the file of a game ends in .toml.
cli-is-there = { $file } is there already, and was left as it is. Name another file.
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
cli-no-strength = a strength is a level (1 to 8, maximum), a number of positions such as 1000n, limits such as "4000 2 120", greedy or random.
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
cli-game-panicked = { $file }: the program failed while it read the file: { $why }. Something in the file is at fault, or the program is.
cli-game-imported = { $file } is written. Its own pieces can be given names in it. Next:
    { "  " }rookery game show { $file }
    { "  " }rookery game try { $file }
cli-game-not-expressed = Not expressed: { $what }
cli-new-game = { $file } is written. It can be played as it is. Next:
    { "  " }change it, as the remarks in it say
    { "  " }rookery game check { $file }
    { "  " }rookery game try { $file }

# A trial of a game.
cli-trial-sound = { $name }: nothing is wrong. { $games ->
    [one] { $games } game was
   *[other] { $games } games were
} played from seed { $seed }, and the rules compared in { $positions } positions. In { $texts } of them the text of each move was read back.
cli-trial-random = Played at random: { $games ->
    [one] { $games } game
   *[other] { $games } games
}
cli-trial-greedy = Played greedily: { $games ->
    [one] { $games } game
   *[other] { $games } games
}
cli-trial-length = Length: { $median } moves of each side (median), { $longest } in the longest game
cli-trial-moves = Moves to choose from: { $moves } on average
cli-trial-endings = Endings: { $endings }
cli-trial-ending =
    .mate = mate { $count }
    .goal = goal reached { $count }
    .rule = won by a rule of the game { $count }
    .both-arrived = both reached the goal { $count }
    .stalemate = stalemate { $count }
    .repetition = repetition { $count }
    .fifty = fifty moves without progress { $count }
    .material = too little material { $count }
    .unfinished = given up after { $most } moves { $count }
cli-trial-score = White's score: { $score } % (95 % interval: { $least } % to { $most } %); nobody won { $drawn ->
    [one] { $drawn } game
   *[other] { $drawn } games
}
cli-trial-never-moved = Never moved: { $kinds }
cli-trial-never-took = Never took anything: { $kinds }
cli-trial-never-became = No piece became: { $kinds }
cli-trial-fault = { $name }: the trial found a fault. { $wrong }
    { "  " }seed { $seed }, after { $ply } moves of both sides: { $fen }
    { "  " }`--seed { $seed } --games 1` comes there again.
cli-trial-differ = The list of moves is not what testing each move gives: { $parts }.
    .listed = wrongly listed { $moves }
    .missing = missing { $moves }
cli-trial-too-many = There are { $count } moves; { $most } at most can be played with.
cli-trial-alike = Two moves are both written { $text }.
cli-trial-fen = The position is not read back from its own text.
cli-trial-text = The move { $move } is written { $text }, which is not read as that move.
cli-trial-stuck = There is no move, but the game is not over.
cli-trial-refused = The move { $move } is listed, but cannot be played.
cli-trial-panic = The rules failed: { $why }.
cli-game-shown = { $page } shows the game, and { $picture } its board.
cli-game-pieces = How the pieces move
cli-game-tuned = { $file } is { GAME($game) } with these weights. The bot plays by them where that file is the game.

# A file that is watched.
cli-game-watched = { $file } is watched. Each time that you save it, the game is as you wrote it.
cli-game-renewed = { GAME($game) } can be played as it is now. Begin with `/challenge` at { $address }: against yourself (`opponent`) or the bot (`level`). Games in progress go on as they began.
cli-game-left = { GAME($game) } stays as it was when its file was last sound.
    .none = There is no game yet. Save the file once that is mended.
