# A board in words, for people who do not see the picture.

board-of-game = { GAME($game) }. { $told }
boards-of-game = { GAME($game) }. Boards from top to bottom. { $told }
boards-one = Board { $number }: { $told }

board-alone = A piece alone.
board-over = The game is over.
board-to-move = { COLOR($turn) } to move.
    .in-check = { COLOR($turn) } to move, in check.
board-checkmate = Checkmate, { COLOR($winner) } wins.
board-rule =
    .checks = { COLOR($winner) } has given its last check and wins.
    .explosion = { COLOR($loser) }'s King is blown up, { COLOR($winner) } wins.
    .extinction = { COLOR($loser) } has lost the pieces that it needs, { COLOR($winner) } wins.
    .giveaway = { COLOR($winner) } has given its pieces away and wins.
    .no-moves = { COLOR($winner) } has no legal move left and wins.
    .stuck = { COLOR($loser) } has no legal move left, { COLOR($winner) } wins.
board-stalemate = Stalemate, { COLOR($turn) } has no legal move, a draw.
board-material = A draw, neither side has enough pieces to mate.
board-fivefold = A draw by repetition.
board-seventy-five = A draw by the 75-move rule.
board-both-arrived = A draw, both sides have reached their goals.

board-last-move = Last move: { $move }.
board-side = { COLOR($side) }: { $pieces }.
board-pieces = { $count ->
    [one] { KIND($kind, form: "listed") } { $squares }
   *[other] { KIND($kind, form: "listed-many") } { $squares }
}
board-captured = { COLOR($side) } has captured { $pieces }.
captured-piece = { $count ->
    [one] { KIND($kind, form: "a") }
   *[other] { $count } { KIND($kind, form: "many") }
}
board-hands = In hand: White { $white ->
    [0] no ninja pawn
    [one] { $white } ninja pawn
   *[other] { $white } ninja pawns
}, Black { $black ->
    [0] no ninja pawn
    [one] { $black } ninja pawn
   *[other] { $black } ninja pawns
}.
board-promotions = Promotions made: White { $white }, Black { $black }.
board-frozen = Frozen: { $squares }.
board-braked = Braked: { $squares }.
board-palace = { COLOR($side) }'s palace: { $squares }.
board-exits = Exits: { $squares }.
board-goals = A King wins on: { $squares }.
    .kinds = { $kinds } win on: { $squares }.
board-brakes = { $count ->
    [one] { COLOR($side) }'s { KIND($kind) } brakes { $squares }.
   *[other] { COLOR($side) }'s { KIND($kind, form: "many") } brake { $squares }.
}
board-castling = { $count ->
    [one] { COLOR($side) } may still castle with the { KIND($kind) } { $squares }.
   *[other] { COLOR($side) } may still castle with the { KIND($kind, form: "many") } { $squares }.
}
board-marked = Marked: the moves of the { $piece }.
board-marked-hand = Marked: where a Ninja Pawn from the hand can go.

# Written in the picture below the King whose turn it is: there is room for some ten narrow letters, of ASCII alone.
picture-to-move = to move

# What the marks mean, beside their drawings.
legend-last = The last move: from where, and to where
legend-captured = Captured in the last move
legend-check = In check
legend-frozen = Frozen by an enemy { KIND($kind) } beside it: it cannot move
legend-brakes = Beside a { KIND($kind) } of that colour: enemy pieces stop there
    .sign = *Disc with a bar*: a square beside a { KIND($kind) } of that colour. Enemy pieces stop there.
legend-braked = Braked by an enemy { KIND($kind) } of that colour beside it
legend-palace = A palace
    .wins = A palace, where the enemy King wins
legend-goal = A King that gets there wins
    .kinds = { $kinds } that get there win
legend-exit = An exit, where only a King may go
    .wins = An exit, where only a King may go, and wins
# The same where the drawing stands in a picture.
legend-sign-scepter = *Scepter*: { $told }.
legend-sign-exit = *Arrow*: { $told }.

# What the signs of the board in letters mean, below it. Each sign in backticks: by itself Discord would make a list of it, or a quotation.
letters-palace = `+` palace
letters-exit = `>` exit
letters-goal = `*` a King wins here
    .kinds = `*` { $kinds } win here
letters-brakes-white = `-` braked by White's { KIND($kind, form: "many") }
letters-brakes-black = `~` braked by Black's { KIND($kind, form: "many") }
letters-brakes-both = `#` braked by { KIND($kind, form: "many") } of both sides
letters-before = A sign in front of a letter tells what that square is.
