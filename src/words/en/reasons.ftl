# Why a typed text was not played.

# A form has no list to pick from.
read-empty = Write a move like { $examples }, or pick from the list.
    .in-form = Write a move like { $examples }.
read-unreadable = I can't read `{ $text }`; write it like { $examples }, or pick from the list.
    .in-form = I can't read `{ $text }`; write it like { $examples }.
read-one-at-a-time = One move at a time: `{ $move }` now, the next one when it is your turn again.
read-ambiguous = That could be several moves: { $moves }?
read-which-promotion = What does the { KIND($kind) } become: { $moves }?
read-which-piece = { $count ->
    [2] Two
    [3] Three
    [4] Four
   *[other] Several
} { KIND($kind, form: "many") } reach { $to }: { $moves }?

reason-game-over = The game is over: { $state }.
    .somehow = The game is over.
reason-where-to = Where should the { $piece } go? `/moves { $square }` shows its choices.
    .on-card = Where should the { $piece } go? The board shows its choices.
    .on-page = Where should the { $piece } go? Choose it on the board to see.
reason-where-to-stuck = The { $piece } can't move: { $why }.
reason-which-move = Where should the { KIND($kind) } go: { $moves }? Pick a move from the list.
    .in-form = Where should the { KIND($kind) } go: { $moves }?
reason-which-move-none = None of your { KIND($kind, form: "many") } can move.
reason-nobody-goes-there = None of your pieces can go to { $to }; pick a move from the list.
    .in-form = None of your pieces can go to { $to }.
reason-no-pawn-there = No Pawn of yours can go to { $to }; for another piece write { $moves }.

reason-not-a-square = Illegal: { $square } is not a square of this board.
reason-no-piece = Illegal: there is no piece on { $square }.
reason-not-yours = Illegal: the { $piece } is { COLOR($owner) }'s, and it is { COLOR($turn) }'s turn.
reason-no-such-piece = Illegal: you have no { KIND($kind) } on the board.
reason-other-letter = { $typed } is no piece here. The { KIND($kind) } is { $letter }: { $example }.
reason-pawn-written = A capital letter is a piece's; for the { KIND($kind) } write { $move }.
reason-not-in-this-game = Illegal: there is no { KIND($kind) } in { GAME($game) }.
reason-none-on-square = Illegal: you have no { KIND($kind) } on { $file }{ $rank }.
reason-none-on-file = Illegal: you have no { KIND($kind) } on the { $file }-file.
reason-none-on-rank = Illegal: you have no { KIND($kind) } on rank { $rank }.
reason-other-piece = Illegal: { $square } holds { $piece }, not { KIND($named, form: "a") }.
reason-stuck = Illegal: the { $piece } can't move: { $why }.
reason-does-not-move-like-that = Illegal: the { $piece } can't move to { $to }; `/moves { $from }` shows where it can go.
    .on-card = Illegal: the { $piece } can't move to { $to }; the board shows where it can go.
    .on-page = Illegal: the { $piece } can't move to { $to }. { $how }
    .with-dots = { $how } Dots show where.
reason-gives-check = Illegal: that gives check, and in this game no move may.
reason-blows-up-own-king = Illegal: the explosion would take your own King too.
reason-must-take = Illegal: in this game you must take if you can, such as { $move }.
reason-nothing-to-take = Illegal: the { $piece } could only take on { $to }, and there is nothing to take.
    .or-slip = Illegal: the { $piece } could only take on { $to }, where there is nothing to take, or slip past an enemy straight ahead.
reason-takes-otherwise = Illegal: the { $piece } can't take the { $victim } by landing on it; `/moves { $from }` shows what it can take.
    .on-card = Illegal: the { $piece } can't take the { $victim } by landing on it; the board shows what it can take.
    .on-page = Illegal: the { $piece } can't take the { $victim } by landing on it. { $how }
    .with-dots = { $how } Rings show what it can take.
# How a piece moves, as the rules say it: $how goes on from its name, and ends with a full stop.
reason-how = The { KIND($kind) } { $how }
reason-spares-kings = Illegal: { KIND($kind, form: "a") } never takes a King.
reason-line-ends = Illegal: the { $piece } can't move to { $to }: { $hole } is off the board, and lines end there.
reason-occupied = Illegal: the { $piece } can't go to { $to }: { $there } stands there.
reason-blocked = Illegal: the { $piece } is blocked by { $there }.
reason-frozen = Illegal: the { $piece } is frozen by the enemy { $by }.
reason-braked-leaper = Illegal: the { $piece } stands next to the enemy { $guard }, and a leaper there cannot move.
reason-braked = Illegal: the { $piece } stands next to the enemy { $guard }, so it moves one square at most.
reason-braked-on-the-way = Illegal: the enemy { $guard } brakes the { $piece }: it must stop on the first square beside it.
reason-guard-not-for-leapers = Illegal: the { $piece } leaps, and leapers never take a Guard such as the one on { $guard }.
reason-only-king-exits = Illegal: { $square } is an exit, and only a King may enter it.
reason-king-in-check = Illegal: your King would be in check from the { KIND($kind) } on { $square }.
    .still = Illegal: your King would still be in check from the { KIND($kind) } on { $square }.
reason-does-not-take = Illegal: { $move } is possible, but takes nothing on { $square }.
reason-promotion = Illegal: the { KIND($kind) } can't become { KIND($asked, form: "a") }, only { $choices }.
    .now = Illegal: the { KIND($kind) } can't become { KIND($asked, form: "a") } now, only { $choices }.
reason-no-promotion-here = Illegal: that move is no promotion; write just { $move }.
reason-no-drops = Illegal: there are no drops in { GAME($game) }.
reason-not-dropped = Illegal: only a Ninja Pawn can be dropped, not { KIND($kind, form: "a") }.
reason-hand-empty = Illegal: you have no Ninja Pawn left in hand.
reason-no-drop = The { KIND($kind) } can't be dropped: { $why }.
reason-drop-outside = Illegal: a Ninja Pawn enters on rank { $rank } and is pushed as far as rank { $half }, so not to { $square }.
reason-drop-squares = Illegal: a Ninja Pawn enters on { $squares } alone, so not on { $square }.
reason-drop-occupied = Illegal: you can drop on empty squares only, and { $there } stands on { $to }.
reason-drop-blocked = Illegal: a drop can't reach { $to }, because { $there } is in the way.
reason-no-castling-there = Illegal: the King can't castle to { $to }, only to { $targets }.
reason-no-castling = Illegal: there is no castling in { GAME($game) }.
reason-castling-lost = Illegal: you have no right to castle there: the King or that Rook has moved, or the Rook is gone.
reason-castling-blocked = Illegal: you can't castle while { $there } stands between King and Rook.
reason-castling-in-check = Illegal: you can't castle out of check from the { $piece }.
reason-castling-through = Illegal: you can't castle over { $square }, which the { $piece } attacks.

promotion-choice = { KIND($kind) } ({ $letter })

# A piece in the person's own view, with its square and without.
own-piece-at = your own { KIND($kind) } { $square }
enemy-piece-at = the enemy { KIND($kind) } { $square }
own-piece = your own { KIND($kind) }
enemy-piece = the enemy { KIND($kind) }
some-piece = a piece

# Why a piece cannot move: the rest of a sentence.
stuck-frozen = frozen by the { KIND($kind) } { $by }
stuck-attacked = every square it could go to is attacked
stuck-check = it can't stop the check from the { KIND($kind) } { $by }
stuck-pinned = it shields the King from the { KIND($kind) } { $by }
stuck-no-square = no free square to go to
stuck-gives-check = its moves give check, which no move may
stuck-blows-up-own-king = taking would blow up its own King
stuck-others-take = another piece can take something, and must
stuck-braked = braked by the { KIND($kind) } { $by }
stuck-never-takes-guard = it never takes a Guard, and has no other square to go to
stuck-choice = { $piece } can't move: { $why }

# Why nothing can be dropped: the rest of a sentence.
no-drop-hand = none is left in hand
no-drop-rank = no square is empty on rank { $rank }, where it enters
no-drop-squares = there is a piece on { $squares }, where it enters
no-drop-choice = { KIND($kind) } can't be dropped: { $why }

# What holds a piece, where its moves are shown.
hold-frozen = The { $piece } is frozen by the { KIND($kind) } { $by }: it cannot move and gives no check.
hold-braked-stays = The { $piece } is braked by the { KIND($kind) } { $by } and cannot move.
hold-braked-one-square = The { $piece } is braked by the { KIND($kind) } { $by } and moves one square at most.
hold-braked-no-second-step = The { $piece } is braked by the { KIND($kind) } { $by }: one step at most.
hold-no-square = The { $piece } has no square to go to.
hold-check = { COLOR($side) }'s King is in check, so the { $piece } may only help against that.
hold-pinned = The { $piece } is pinned: without it the { KIND($kind) } { $by } would take the King.
hold-partly-pinned = The { $piece } is partly pinned by the { KIND($kind) } { $by }.
