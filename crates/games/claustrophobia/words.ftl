# Claustrophobia: what it is called, and its rules as `/rules` tells them.

game-claustrophobia = Claustrophobia
claustrophobia-origin = by Charles Daniel, 2007
family-claustrophobia = Claustrophobia
    .told = A small board with holes, ninjas and a scepter: short, sharp games.
claustrophobia-short = A small board, Flying Bombers, Ninja Guards, and a scepter that a King wins by capturing.
# What people may type to find it, beside its name and the names of its pieces.
claustrophobia-also = scepter sceptre holes palace small
claustrophobia-won = You win by checkmate, or when your King captures the scepter: on f8, f7 or g7 (Black on f1, f2 or g2).
claustrophobia-summary = You win by checkmate, or by moving your King legally to any square of the enemy palace (f8 f7 g7 is Black's, f1 f2 g2 is White's): that captures the scepter. The board has 46 squares, a1-e8 and the two palaces; missing squares do not hinder any line. There is no castling. Pawns promote on the last rank to Queen-Guard, Ninja Guard, Flying Bomber or Knight. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
claustrophobia-reading-1 = The pawns start on a2-e2 and a7-e7: the source's picture is lost.
claustrophobia-reading-2 = The Flying Bomber lands only on the cell right behind its victim; the source's starred note overrides its "any empty square".
claustrophobia-reading-3 = Bare kings are no draw: the scepter can still be won.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
claustrophobia-king = moves one square in any direction, never castles, and wins by reaching the enemy palace.
    .alone = The King moves one square in any direction. There is no castling.
    .telling = A King that reaches the enemy palace captures the scepter and wins: here by f8. f7 is not safe: the Ninja Guard d5 attacks it by a leap, and e6 on the way.
claustrophobia-queen-guard = moves and captures one square in any direction, like a King, but can be captured.
    .alone = The Queen-Guard moves one square in any direction, like a King. Unlike a King it may be taken.
    .telling = The Queen-Guard takes as it moves: the pawn e5. Guarded by its King it can give mate on its own: d6-c7 is checkmate.
claustrophobia-flying-bomber = slides along ranks and files and captures by flying over the first enemy in its way to the empty square right behind it; it may also hop exactly two squares, capturing the enemies that it hops over and lands on.
    .alone = The Flying Bomber slides along ranks and files like a Rook, but not to take. Missing cells do not stop it: from f2 it flies on to f7 and f8.
    .telling = Black's Bomber f7 checks the King f2: it can fly over the missing cells and over the King to f1. It can take the Knight d7 in two ways, by flying on to c7 or, being exactly two squares away, by landing on d7.
claustrophobia-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = The Knight leaps over missing cells too: from e6 to f8, or to g7, where it takes the Queen-Guard. It wins no scepter there, for only a King can.
claustrophobia-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over.
    .alone = The Ninja Guard moves one or two squares along diagonals. Missing cells do not stop it: from e4 it leaps to g2.
    .telling = The Ninja Guard takes by landing, on b3 or d5, and takes every enemy that it leaps over: b3 by c4-a2, d5 together with e6 by c4-e6. Over its own Knight b5 it leaps to take a6.
claustrophobia-pawn = moves and captures as in chess, and when an enemy stands straight ahead it may also step diagonally ahead to an empty square, without capturing.
    .alone = The pawn advances one square, or two from its start rank, as in chess.
    .telling = An enemy stands straight ahead, so the pawn may slip past it without taking, diagonally ahead to an empty square: d4-c5. It takes as in chess: the Knight e5.

goal-scepter =
    .state = the scepter is captured, { COLOR($winner) } has won
    .news = The King captures the scepter
    .standing = { COLOR($winner) } has captured the scepter and wins.
    .wins = captures the scepter
    .deed = capture the scepter
    .doing = capturing the scepter
    .place = the palace square { $square }

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
claustrophobia-lesson-bomber = The Flying Bomber slides along ranks and files like a Rook, but it never takes by landing at the end of a slide. It flies over the first enemy in its way to the empty square right behind it, and that enemy is gone.
    .title = Fly over it
    .task = Take the Knight a5.
    .done = The Bomber comes down right behind its victim, however far away it began.
claustrophobia-lesson-hop = The Flying Bomber can also hop exactly two squares. It takes an enemy that it hops over as well as one that it lands on. Your own pieces it hops over without harm.
    .title = Two at once
    .task = Take the Pawn c4 and the Knight c5 in one move.
    .done = Two pieces in a row, right in front of a Bomber, can be lost together.
claustrophobia-lesson-ninja = The Ninja Guard moves one or two squares along diagonals. It leaps over whatever stands between, and takes each enemy that it leaps over or lands on.
    .title = The Ninja Guard
    .task = Take the Pawn d4 and the Knight e5 in one move.
    .done = One leap, two captures. An enemy Ninja Guard can do the same to you.
claustrophobia-lesson-slip = A Pawn that has an enemy straight ahead may slip past it: one step diagonally ahead to an empty square, without taking. On the last rank it becomes a Queen-Guard, a Ninja Guard, a Flying Bomber or a Knight.
    .title = Slip past
    .task = Promote your Pawn in two moves.
    .done = An enemy straight ahead is no wall to such a Pawn.
claustrophobia-lesson-mate = The Queen-Guard moves and takes one square in any direction. With your King beside it, it can give checkmate on its own.
    .title = The Queen-Guard
    .task = Give checkmate in one move.
    .done = The King behind it guards the Queen-Guard, so it can't be taken.
claustrophobia-lesson-scepter = The three squares of each palace lie in the corners to the right: f8, f7 and g7 are Black's. A King that gets there safely takes the scepter and wins at once. Black's Bomber on f1 watches f7, over all the missing squares between.
    .title = The scepter
    .task = Win the scepter in two moves.
    .done = A King near the enemy palace is a threat in itself. Keep an eye on both.
