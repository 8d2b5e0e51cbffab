# Insane Ninja Chess: what it is called, and its rules as `/rules` tells them. The King, the Queen and the pawn are those of Birds and Ninjas.

game-insane-ninja = Insane Ninja Chess
insane-ninja-origin = by Charles Daniel
family-insane-ninja = Insane Ninja Chess
    .told = 104 squares and ninjas that leap in all directions.
insane-ninja-short = Birds and Ninjas' board with Insane Ninjas and Leaping Ninja Guards, and no Bombers.
# What people may type to find it, beside its name and the names of its pieces.
insane-ninja-also = large
insane-ninja-summary = You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King (e0 f0, e11 f11). Insane Ninjas start in its corners and Leaping Ninja Guards behind the King; there are no Flying Bombers and no Ninja Pawns. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Pawns promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Leaping Ninja Guard or Insane Ninja. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
insane-ninja-reading-1 = We play without Ninja Pawns, as the source does. The inventor's own site adds some, and does not say how many.
insane-ninja-reading-2 = Pawns promote to Queen, Rook, Bishop, Knight, Leaping Ninja Guard or Insane Ninja, the pieces of the start.
insane-ninja-reading-3 = After an advance of two or three squares every square passed over can be taken on en passant, at once.
insane-ninja-reading-4 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Leaping Ninja Guard. With an Insane Ninja it goes on, for it can mate.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
insane-ninja-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files, here from e0 up to e11.
    .telling = The Rook takes the first enemy on any line: the pawn f6, or the Insane Ninja that has come to f0, the lower end of the file. Its own Knight c4 stops it.
insane-ninja-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour.
    .telling = Diagonals lead to the squares behind the back ranks as well: from i8 the Bishop takes the Insane Ninja f11. Its own pawn e4 ends the other diagonal.
insane-ninja-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = The Knight leaps over whatever stands between, also to the squares behind the back ranks: it takes the Insane Ninja f11, the Queen e10 or the Rook i10. Its own pawn f7 is in its way.
insane-ninja-leaping-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over; it also leaps three squares one way and one to the side, and then captures only what it lands on.
    .alone = The Leaping Ninja Guard moves one or two squares along diagonals, or leaps three squares one way and one to the side. So it stays on squares of one colour.
    .telling = Over its own pawn e6 it leaps to take the Knight f7. It takes c4 by landing, or c4 and b3 together by d5-b3, and the Rook e4 by landing or by leaping on to f3. A long leap, three squares to the side and one down, takes the Bishop g4.
insane-ninja-insane-ninja = moves one or two squares in any direction, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over.
    .alone = The Insane Ninja moves one or two squares in any direction, straight or diagonally.
    .telling = Over its own pawn c4 it leaps to take the Knight b4. It takes d5 by landing, or d5 and d6 together by d4-d6, and the Rook e4 by landing or by leaping on to f4. It makes no Knight's move, so it does not attack the Bishop f5.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
insane-ninja-lesson-insane = The Insane Ninja moves one or two squares in any of the eight directions. It leaps over whatever stands between, and takes each enemy that it leaps over or lands on.
    .title = The Insane Ninja
    .task = Take the Pawn d5 and the Rook d6 in one move.
    .done = It does the same along ranks, files and diagonals.
insane-ninja-lesson-mate = An Insane Ninja two squares away gives check over whatever stands between. Black's King has its own pieces on all sides, and they are no shelter.
    .title = Over the wall
    .task = Give checkmate in one move.
    .done = Nothing can be put between, for it leaps over that as well.
insane-ninja-lesson-leap = The Leaping Ninja Guard moves one or two squares along diagonals, as Ninja Guards do. It also leaps three squares one way and one to the side, and takes what it lands on there.
    .title = The long leap
    .task = One of Black's pieces is a long leap away: take it.
    .done = Such a leap is easily overlooked. It always ends on a square of the same colour.
insane-ninja-lesson-leaper = Along diagonals the Leaping Ninja Guard takes each enemy that it leaps over or lands on. Your own pieces it leaps over without harm.
    .title = Two at once
    .task = Take the Pawn c4 and the Knight b3 in one move.
    .done = The long leap is different: it takes only what it lands on.
