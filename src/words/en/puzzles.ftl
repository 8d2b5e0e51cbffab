# /puzzle: positions in which one line wins.

puzzle-easy = **{ GAME($game) } puzzle**, easy
puzzle-medium = **{ GAME($game) } puzzle**, medium
puzzle-hard = **{ GAME($game) } puzzle**, hard
puzzle-win = { $count ->
    [one] You are { COLOR($side) }, and it is your move: win the game with one move.
   *[other] You are { COLOR($side) }, and it is your move: win the game in { $count } moves, against any defence.
}
puzzle-mate = { $count ->
    [one] You are { COLOR($side) }, and it is your move: give mate in one.
   *[other] You are { COLOR($side) }, and it is your move: give mate in { $count } moves, against any defence.
}
puzzle-material = You are { COLOR($side) }, and it is your move. Only one move wins more than a Pawn.
puzzle-of-the-day = { $count ->
    [one] **Puzzle of the day:** { GAME($game) }. { COLOR($side) } is to move. Only one move wins at once. Can you find it?
   *[other] **Puzzle of the day:** { GAME($game) }. { COLOR($side) } is to move. Only one move wins within { $count } moves. Can you find it?
}
    .material = **Puzzle of the day:** { GAME($game) }. { COLOR($side) } is to move. Only one move wins more than a Pawn. Can you find it?
puzzle-answered = **Right:** { $move }. { COLOR($side) } answers { $reply }. Go on.
puzzle-missed = **Not that:** { $move } is answered by { $reply }. The board is as before; try another move.
    .taken = **Not that:** { $move } is answered by { $reply }, which { $merit }. The board is as before; try another move.
    .win = { $count ->
        [one] **Not that:** { $move } is answered by { $reply }, so the win is gone. The board is as before; try another move.
       *[other] **Not that:** { $move } is answered by { $reply }, and you can no longer win in { $count } moves. The board is as before; try another move.
    }
    .material = **Not that:** { $move } is answered by { $reply }, and you win no more than a Pawn. The board is as before; try another move.
    .over = **Not that:** after { $move } the game is over ({ $state }). The board is as before; try another move.
    .plain = **Not that:** { $move } does not do it. The board is as before; try another move.
puzzle-leaves-table = Only a first try without help counts for today's table.
puzzle-piece = **Hint:** move the { $piece }.
    .hand = **Hint:** the move is a drop from your hand.
puzzle-shown = **Hint:** the move is { $move }.
puzzle-solved = **Solved!**
puzzle-solution = **The solution:**
puzzle-comes-again = You will see this puzzle again later.
puzzle-line = { $number }. { $move }; { COLOR($side) } answers { $reply }.
    .last = { $number }. { $move }: { $state }.
    .material = { $number }. { $move }. That wins { $won }.
    .material-for = { $number }. { $move }. That wins { $won } for { $lost }.
    .material-plain = { $number }. { $move }.
puzzle-won = the { KIND($kind) }
puzzle-motifs = The idea: { $motifs }.
puzzle-count = You have solved { $solved } of { $count }.
puzzle-streak = { $streak ->
    [one] One solved without help; your best is { $best } in a row.
   *[other] { $streak } in a row without help; your best is { $best }.
}
puzzle-none-yet = There are no puzzles of { $game } yet. { $others } have some: `/puzzle` without a game takes one of them.
    .own = { $game } comes from a file, and games from files have no puzzles. { $others } have some: `/puzzle` without a game takes one of them.
puzzle-none-left = You have solved all { $count } puzzles of this kind. `/puzzle` has others: choose another game or difficulty.

# What a puzzle is about, behind "The idea:".
motif-scepter = the scepter
motif-escape = the escape
motif-freeze = freezing
motif-brake = the brake
motif-locust = taking a piece without landing on its square
motif-fork = attacking two at once
motif-promotion = promotion
motif-drop = a drop from the hand
