# Prepared moves: replies that a player has prepared. Only that player reads any of this.

premoves-kept = Your prepared moves in { GAME($game) }, which only you see:
premoves-none = You have no prepared moves in { GAME($game) }. While your opponent is to move, `/premove` prepares replies with a line such as `{ $line }`.
    .own-turn = You have no prepared moves in { GAME($game) }. It is your turn; once you have moved, `/premove` prepares replies with a line such as `{ $line }`.
premoves-dropped = The prepared moves that still waited in { GAME($game) } are dropped, as the game went on differently.
premoves-forgotten = Your prepared moves are forgotten.
premove-first = `{ $reply }` if `{ $when }`
    .any = `{ $reply }`, whatever is played
premove-next = { $earlier }, then `{ $reply }` if `{ $when }`
    .any = { $earlier }, then `{ $reply }`, whatever is played

# Why they are not kept.
refused-own-turn = It is your turn: play with `/move`. Moves are prepared while your opponent is to move.
refused-premove-engine = I answer your moves at once, so there is nothing to prepare; play with `/move`.
refused-premove-alone = In a game against yourself there is nothing to prepare; play both sides with `/move`.
not-prepared-nothing = I can't read that line. Write it like `{ $line }`.
not-prepared-no-condition = I can't see which move “{ $part }” answers. Write it like `{ $line }`.
not-prepared-no-reply = I can't see what you play after “{ $part }”. Write it like `{ $line }`.
not-prepared-part = { $why } You wrote “{ $part }”.
not-prepared-over = After `{ $move }` the game is over, so nothing can follow it.
not-prepared-too-many = No more than { $count } replies are kept for you in a game. *Forget* below `/premove` makes room.
