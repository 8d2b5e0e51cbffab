# Chess: what it is called, and its rules as `/rules` tells them.

game-chess = Chess
chess-origin = Orthodox chess by the FIDE Laws
family-chess = Chess
    .told = Orthodox chess, by the rules of FIDE.
chess-short = Orthodox chess, by the rules of FIDE.
# What people may type to find it, beside its name and the names of its pieces.
chess-also = orthodox international FIDE western
chess-summary = You win by checkmate; stalemate is a draw. Castling: neither King nor Rook has moved, nothing stands between them, and the King is not attacked before, on its way or after. Pawns promote on the last rank to Queen, Rook, Bishop or Knight. Threefold repetition and fifty moves without progress may be claimed with `/draw`; fivefold repetition and seventy-five moves end the game.
chess-reading-1 = The game is drawn at once with lone kings, with one extra Knight or Bishop in all, or when only Bishops on squares of one colour are left beside the kings.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
chess-king = moves one square in any direction, and castles with a Rook by moving two squares towards it.
    .alone = The King moves one square in any direction.
    .telling = The King castles two squares towards a Rook: here to c1, with the Rook a1 landing on d1. It cannot castle to g1, for the Rook f8 attacks f1, which it would cross.
chess-queen = moves any distance along ranks, files and diagonals.
    .alone = The Queen moves any distance along ranks, files and diagonals.
    .telling = The Queen is pinned: if it left the file, the Rook e8 could take the King. So it moves along the file only, as far as taking the Rook, and cannot take the Bishop c5.
chess-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files.
    .telling = The Rook takes the first enemy that it meets, the Knight g4, and stops before a friend, the pawn d6. It leaps over neither.
chess-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour.
    .telling = The Bishop takes the first enemy on each diagonal: the Knight c5 or the pawn h6. Its own pawns d2 and f2 hold it back.
chess-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side.
    .telling = The Knight leaps over whatever stands between, so the pieces round it do not hold it. It takes where it lands: the Rook c6 or the Queen d7. Only its own pawn d3 is in its way.
chess-pawn = moves one square forward, or two from its start rank, and captures one square diagonally forward, also en passant.
    .alone = The pawn advances one square, or two from its start rank.
    .telling = The pawn takes diagonally ahead: the Knight f6, or en passant on d6 the pawn d5, which has just come from d7 in one move. Straight ahead the pawn e6 blocks it.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
chess-lesson-mate = A King that is attacked and can't get away is checkmated, and the game is won. Black's King has only its back rank, for its own Pawns stand in its way.
    .title = Checkmate
    .task = Give checkmate in one move.
    .done = A King behind its Pawns needs a way out: one Pawn's step makes it.
chess-lesson-passing = A Pawn that has just run two squares past an enemy Pawn may be taken by it, at once and only then, as if it had gone one square. Black's Pawn has just run from d7 to d5.
    .title = En passant
    .task = Take the Pawn d5 en passant.
    .done = A move later that right is gone.
chess-lesson-rook = A side that is to move, is not in check and has no move is stalemated: a draw. On the last rank a Pawn becomes a Queen, a Rook, a Bishop or a Knight, and the Queen is not always the best.
    .title = Not always a Queen
    .task = Give checkmate in two moves.
    .done = With a Queen it would have been stalemate.
