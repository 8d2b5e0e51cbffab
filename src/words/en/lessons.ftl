# /learn: lessons. What a game's own lesson says stands in that game's file.

lessons-card = Which game would you like to learn? A lesson takes about five minutes, and you make the moves yourself.
lessons-line = - **{ GAME($game) }**: { $how }
lesson-progress = { $done } of { $count } steps done
    .new = { $count } steps, none done yet
    .finished = all done
lesson-step = **{ GAME($game) }, step { $step } of { $count }: { $title }**
lesson-task = **{ $task }**
lesson-done = Right: { $move }. { $learnt }
lesson-answered = Right: { $move }. { COLOR($side) } answers { $reply }. Go on.
lesson-solution = The move is { $move }. Play it to continue.
    .castling = Castle: { KIND($kind) } { $from }-{ $to }, { KIND($rook) } { $rook_from }-{ $rook_to }. Choose the { KIND($kind) }, then *castles*, or type `{ $typed }`.
    .castling-tapped = Castle: tap the { KIND($kind) }, then { $to }.
    .castling-tapped-which = Castle: tap the { KIND($kind) }, then { $to }, then *castles*.
lesson-end = That was the last step. You know the basics of { GAME($game) }. The best next step is a game.
lesson-none-own = { GAME($game) } comes from a file. Only my own games have lessons here. `/rules` explains its pieces, `/moves` shows where they can go, and `/challenge` begins a game.
lesson-of-another = That is somebody else's lesson; `/learn` begins one of your own.

# Why a legal move is not what was asked.
lesson-missed = Not quite: { $move }. { $why } The board is as before; try another move.
lesson-leaves = Still on the board: { $pieces }.
lesson-free = Still free to move: { $pieces }.
lesson-ends = That ends the game, but not the way you want: { $state }.
lesson-check-answered = It is check but not mate: { COLOR($side) } answers { $reply }.
lesson-refuted = { COLOR($side) } answers { $reply }, and you are too late.
lesson-too-slow = From there it takes more moves than you have left.
lesson-no-win = It does not end the game yet.
lesson-no-check = It gives no check.
lesson-no-drop = It drops nothing from your hand.
lesson-no-promotion = It promotes no piece.
lesson-elsewhere = That is a legal move, but not what this step asks for.
