# Capture the Sceptre: what is told otherwise than of Palace Ninja Guards.

game-capture-the-sceptre = Capture the Sceptre
capture-the-sceptre-origin = by Charles Daniel, a second way to play Palace Ninja Guards
capture-the-sceptre-short = Palace Ninja Guards in which a King that reaches the enemy's palace wins.
# What people may type to find it, beside its name and the names of its pieces.
capture-the-sceptre-also = scepter palace
capture-the-sceptre-won = You win by checkmate, or when your King captures the scepter: on d9 or e9 (Black on d0 or e0).
capture-the-sceptre-summary = You win by checkmate, or by moving your King legally to one of the two squares behind the enemy's back rank (White to d9 or e9, Black to d0 or e0): that captures the scepter. This is chess with two Ninja Guards a side. They start on those squares, so the board has 68 squares; missing squares do not hinder any line. Other pieces may go there too. Castling is as in chess. Pawns promote on rank 8 (Black 1) to Queen, Rook, Bishop, Knight or Ninja Guard. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
capture-the-sceptre-reading-1 = The Ninja Guards start on d0 e0 and d9 e9: all other squares of the two back ranks are taken.
capture-the-sceptre-reading-2 = Pawns promote on rank 8 (Black 1), as in chess, so none reaches the squares behind it.
capture-the-sceptre-reading-3 = Bare kings are no draw: the scepter can still be won.

# How each piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
capture-the-sceptre-king = moves one square in any direction, castles with a Rook by moving two squares towards it, and wins by reaching a square behind the enemy's back rank.
    .alone = The King moves one square in any direction. On d9 or e9 the white King captures Black's scepter and wins.
    .telling = The King castles as in chess: here to c1, with the Rook a1 landing on d1. It cannot castle to g1, for the Rook f8 attacks f1, which it would cross. On d0 and e0, where it may step too, it wins nothing: White's own scepter is there.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
capture-the-sceptre-lesson-scepter = Black's scepter is on the two squares behind its back rank, d9 and e9. A King that gets to one of them safely takes it and wins at once. The Bishop a5 guards one of the two.
    .title = The scepter
    .task = Win the scepter in one move.
    .done = Your own scepter is on d0 and e0. Keep Black's King away from there.
capture-the-sceptre-lesson-race = From d8 and from e8 a King has two ways to the scepter, d9 and e9. From c8 and from f8 it has only one, and one square is easily guarded.
    .title = Two ways in
    .task = Win the scepter in two moves.
    .done = The Rook can guard only one of the two squares.
