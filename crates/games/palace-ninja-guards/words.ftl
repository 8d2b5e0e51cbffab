# Palace Ninja Guards: what it is called, and its rules as `/rules` tells them. The pawn is that of chess.

game-palace-ninja-guards = Palace Ninja Guards
palace-ninja-guards-origin = by Charles Daniel, 2007
family-palace-ninja-guards = Palace Ninja Guards
    .told = Orthodox chess with two Ninja Guards a side, and a scepter to capture if you like.
palace-ninja-guards-short = Chess with two Ninja Guards a side, on two more squares behind the King.
# What people may type to find it, beside its name and the names of its pieces.
palace-ninja-guards-also = palace
palace-ninja-guards-summary = You win by checkmate. This is chess with two Ninja Guards a side. They start on two more squares behind each back rank, d0 e0 and d9 e9, so the board has 68 squares. Pieces may go there, also a King that looks for shelter; missing squares do not hinder any line. Castling is as in chess. Pawns promote on rank 8 (Black 1) to Queen, Rook, Bishop, Knight or Ninja Guard. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
palace-ninja-guards-reading-1 = The Ninja Guards start on d0 e0 and d9 e9: all other squares of the two back ranks are taken.
palace-ninja-guards-reading-2 = Pawns promote on rank 8 (Black 1), as in chess, so none reaches the squares behind it.
palace-ninja-guards-reading-3 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Ninja Guard.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
palace-ninja-guards-king = moves one square in any direction, and castles with a Rook by moving two squares towards it.
    .alone = The King moves one square in any direction, here also to d9 and e9, the two squares behind the back rank.
    .telling = The King castles as in chess: here to c1, with the Rook a1 landing on d1. It cannot castle to g1, for the Rook f8 attacks f1, which it would cross. It may also step back to d0 or e0.
palace-ninja-guards-queen = moves any distance along ranks, files and diagonals.
    .alone = The Queen moves any distance along ranks, files and diagonals. The d-file and the e-file are longer than the others: they run from 0 to 9.
    .telling = The Queen takes the first enemy on any line: the Knight b6, the pawn e5, or over c1 the Ninja Guard that has got behind the back rank, to d0. Its own pawns a2 and e2 hold it back.
palace-ninja-guards-rook = moves any distance along ranks and files.
    .alone = The Rook moves any distance along ranks and files, here from d0 up to d9.
    .telling = The Rook takes the first enemy on any line: the pawn e7, or the Ninja Guard that has come down to e0, the lower end of the file. Its own Knight c4 stops it.
palace-ninja-guards-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour. From b6 one of them leads to e9.
    .telling = From h6 the Bishop takes the Ninja Guard on its home square e9. Its own pawn e3 ends the other diagonal.
palace-ninja-guards-knight = leaps two squares one way and one to the side, over whatever stands between.
    .alone = The Knight leaps two squares one way and one to the side, as in chess, and from d7 also to e9.
    .telling = The Knight leaps over whatever stands between, also to the squares behind the back ranks: it takes the Ninja Guard e9, the Queen d8 or the Rook h8. Its own pawn e5 is in its way.
palace-ninja-guards-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over.
    .alone = The Ninja Guard moves one or two squares along diagonals.
    .telling = It takes e6 by landing, or e6 and d5 together by f7-d5, and g6 by landing or by leaping on to h5. Over its own Knight e8 it takes the Ninja Guard d9. The Rook g8 it takes only by landing, for there is no square behind it.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
palace-ninja-guards-lesson-ninja = The Ninja Guard moves one or two squares along diagonals. It leaps over whatever stands between, and takes each enemy that it leaps over or lands on.
    .title = The Ninja Guard
    .task = Take the Pawn e5 and the Queen f6 in one move.
    .done = A Pawn in front of the Queen is no shelter from a Ninja Guard.
palace-ninja-guards-lesson-leap = Your Ninja Guards start behind your back rank, on d0 and e0. From there they leap over your own pieces without harm.
    .title = From behind
    .task = Take the Knight g2.
    .done = From e0 it guards g2 and c2 over the pieces between.
palace-ninja-guards-lesson-shelter = Each back rank has two more squares behind it. Pieces may go there, and a King may hide behind its own. You are in check from the Rook a1.
    .title = The palace
    .task = Bring your King to safety behind the back rank.
    .done = In chess it would have been mate but for the Bishop.
palace-ninja-guards-lesson-promotion = On the last rank a Pawn becomes a Queen, a Rook, a Bishop, a Knight or a Ninja Guard. The Rook f7 stands before its King.
    .title = A new Ninja Guard
    .task = Promote so that you give check at once.
    .done = The leap over the Rook gives check, which no Queen could do from there.
