# Birds and Ninjas from its second array: what it is called, and where its rules are told otherwise than those of Birds and Ninjas.

game-birds-second = Birds and Ninjas, Second Array
birds-second-origin = by Charles Daniel
birds-second-short = Birds and Ninjas with Bombers in the corners and Ninja Guards behind the King.
# What people may type to find it, beside its name and the names of its pieces.
birds-second-also = drops hand setup
birds-second-summary = Birds and Ninjas from another array: the Flying Bombers begin on a1 and j1, the Ninja Guards on e0 and f0 (Black a10, j10, e11, f11). You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King. Drop: instead of a move you may put one of your four Ninja Pawns on an empty square of rank 2 (Black 9) and, if you like, push it up at once, as far as rank 5 (Black 6); write `J@` and the square. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Both kinds of pawn promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture, a pawn's move or a drop may be claimed with `/draw`.

# How a piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
birds-second-bishop = moves any distance along diagonals.
    .alone = The Bishop moves any distance along diagonals and stays on squares of one colour.
    .telling = Diagonals lead to the squares behind the back ranks as well: from i8 the Bishop takes the Bomber f11. Its own pawn e4 ends the other diagonal.
