# Prison Break: what it is called, and its rules as `/rules` tells them.

game-prison-break = Prison Break
prison-break-origin = by Charles Daniel, 2007
family-prison-break = Prison Break
    .told = The smallest board: freeze the guards of the exit and let your King escape.
prison-break-short = Six files, an Ice Queen that freezes the enemies beside her, and a King that wins by escaping.
# What people may type to find it, beside its name and the names of its pieces.
prison-break-also = escape exits freeze small
prison-break-won = You win by checkmate, or when your King escapes through an exit, a4 or a5.
prison-break-summary = You win by checkmate, or by moving your King legally to an exit, a4 or a5: it has escaped. No other piece may enter an exit, but lines pass over an empty one. The board has 46 squares and the two exits. There is no castling. Pawns promote on the last rank to Ice Queen, Ninja Guard, Flying Bomber or Knight. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
prison-break-reading-1 = An exit is guarded by a piece that could take a king standing there, even by landing on an exit.
prison-break-reading-2 = A frozen Ice Queen still freezes, so two enemy Ice Queens side by side freeze each other.
prison-break-reading-3 = No legal move and no check is stalemate, also for a frozen side.
prison-break-reading-4 = In the source's diagram, e5-e6 threatens no mate: Black can answer by freezing the checker.
prison-break-reading-5 = No position is drawn by material: a king can always run for the exit.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
prison-break-king = moves one square in any direction, never castles, and wins by reaching an exit.
    .alone = The King moves one square in any direction. It alone may enter the exits a4 and a5, and wins as soon as it does.
    .telling = The Bomber a7 guards both exits: it could take a King on a4 by flying on to a3, and one on a5 by landing there or by flying on to a4. So the King cannot escape yet.
prison-break-ice-queen = moves and captures one square in any direction, can be captured, and freezes every enemy piece beside her, which then cannot move, capture, give check or guard.
    .alone = The Ice Queen moves and takes one square in any direction. An enemy piece on any of these squares is frozen.
    .telling = c5 and c7 are frozen by the Ice Queen c6: they neither move nor guard. e5-f6 is checkmate, for a King beside an enemy Ice Queen cannot move. e5-d6 is stalemate and no check, for there the Ice Queens freeze each other.
prison-break-flying-bomber = slides along ranks and files and captures by flying over the first enemy in its way to the empty square right behind it; it may also hop exactly two squares, capturing the enemies that it hops over and lands on.
    .alone = The Flying Bomber slides along ranks and files like a Rook, but not to take. It flies over the exits a4 and a5 and cannot stop there.
    .telling = Over its own pawn d5 the Bomber lands on d6; over e4 it lands on f4 and takes both. The pawn d2 it takes by landing on it or by flying on to d1; the Knight b4 only by landing, for it cannot stop on the exit behind it.
prison-break-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = The Ice Queen c4 has frozen the King c3 and gives check. The Knight stands two squares from her, so it is not frozen and takes her. It could not go to the exit a4, though it guards it.
prison-break-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over.
    .alone = The Ninja Guard moves one or two squares along diagonals.
    .telling = The Ninja Guard takes d4 by landing, or d4 and e5 together by leaping on. Over its own pawn b2 it leaps to a1. The Knight b4 it takes only by landing, for it may not leap on to the exit a5.
prison-break-pawn = moves and captures as in chess, and when an enemy stands straight ahead it may also step diagonally ahead to an empty square, without capturing.
    .alone = The pawn advances one square, or two from its start rank, as in chess.
    .telling = The Knight b4 stands straight ahead, so the pawn may slip past it to c4 without taking. It may not slip to a4: pawns never enter the exits, though this one guards a4.

goal-escape =
    .state = the king has escaped, { COLOR($winner) } has won
    .news = The King escapes through { $square }
    .standing = { COLOR($winner) }'s King has escaped, { COLOR($winner) } wins.
    .wins = escapes through { $square }
    .deed = escape through { $square }
    .doing = escaping through { $square }
    .place = the exit { $square }

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
prison-break-lesson-bomber = The Flying Bomber slides like a Rook, but takes otherwise: it flies over the first enemy in its way to the empty square right behind it, or it hops exactly two squares and takes what it hops over and what it lands on.
    .title = The Flying Bomber
    .task = Take the Pawn e3 and the Knight e4 in one move.
    .done = The Ninja Guard takes in the same way along diagonals, by a leap of two squares.
prison-break-lesson-freeze = The Ice Queen moves and takes one square in any direction. Each enemy on the eight squares round her is frozen: it can't move, take, give check or guard anything.
    .title = The Ice Queen
    .task = Freeze the Bomber c5 and the Knight e5 at the same time.
    .done = Frozen pieces stand on blue ice, with a snowflake, as long as she stays beside them.
prison-break-lesson-thaw = Here Black's Ice Queen stands beside your King: it can't move, and it is in check. She has to be taken from afar, by a piece that she does not freeze.
    .title = Frozen yourself
    .task = Take the Ice Queen c4.
    .done = Knights, leaping Ninja Guards and Bombers can take her. An Ice Queen of your own beside her only freezes her for a while.
prison-break-lesson-mate = A King beside the enemy Ice Queen can't move. So it is checkmate if she gives check and nothing can take her or freeze her. Two Ice Queens side by side freeze each other; then neither gives check.
    .title = Checkmate by frost
    .task = Give checkmate in one move.
    .done = She needs no help: the King that she freezes can't even take her.
prison-break-lesson-exit = The exits a4 and a5 are open to Kings alone. A King that gets there safely has escaped and wins at once. An exit is guarded if an enemy could take a King there, and the Bomber a8 guards one of them.
    .title = The exits
    .task = Escape in one move.
    .done = The Bomber could not land on a3 behind your King, for your own Pawn stands there.
prison-break-lesson-run = The Bomber a7 guards both exits: it could take a King on a5 by landing there, and one on a4 by flying on to a3. But what is frozen guards nothing.
    .title = Prison break
    .task = Escape in two moves.
    .done = Freeze the guard, then run: that wins many a game.
