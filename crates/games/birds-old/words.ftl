# Birds and Ninjas from its first array: what it is called, and where its rules are told otherwise than those of Birds and Ninjas.

game-birds-old = Birds and Ninjas, First Array
birds-old-origin = by Charles Daniel
birds-old-short = Birds and Ninjas as it first was: another array, nine ways to castle, no Ninja Pawns.
# What people may type to find it, beside its name and the names of its pieces.
birds-old-also = oldest nine castlings
birds-old-summary = Birds and Ninjas as it first was: without Ninja Pawns, and from another array. You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King (e0 f0, e11 f11). Castling: from f1 the King goes to g1, h1, i1 or j1 with the Rook j1, or to e1, d1, c1, b1 or a1 with the Rook a1, and the Rook lands beside it; Black on rank 10. Pawns promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`.
birds-old-reading-1 = The Ninja Guards stand on c1 and h1, so the Knights on b1 and i1: the source only says that the Guards were next to the Bishops and the Rooks on the outermost files. The other pieces stand as in Birds and Ninjas.
birds-old-reading-2 = The King castles in nine ways: any number of squares towards a Rook that has not moved, at most onto the Rook's own square. The source only tells the castlings for Rooks on b1 and i1.
birds-old-reading-3 = After an advance of two or three squares every square passed over can be taken on en passant, at once.
birds-old-reading-4 = The bomber's range is not limited: e0-e11 is one move on an empty file.
birds-old-reading-5 = Diagrams 1 and 2 of the source were drawn on an 8x8 board: "no empty square beyond" f1 and d8 is not so here.
birds-old-reading-6 = The game is drawn when only the two Kings are left, or the Kings and one Knight, Bishop or Ninja Guard.

# How a piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
birds-old-king = moves one square in any direction, and castles in nine ways.
    .alone = The King moves one square in any direction.
    .telling = The King castles in nine ways: to g1, h1, i1 or j1 with the Rook j1, to e1, d1, c1, b1 or a1 with the Rook a1. The Rook lands beside it on the inner side: after f1-j1 on i1, after f1-a1 on b1. One step takes it to e1, g1, e0 or f0.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
birds-old-lesson-castle = The King castles in nine ways: any number of squares towards a Rook that has not moved. The Rook comes to stand beside it on the inner side: after g1 or e1, on f1. Type `O-O` or `O-O-O` and the King's square, such as `O-Oh1`, or pick *castles* in the menus: `f1g1` alone is a step.
    .tapped = The King castles in nine ways: any number of squares towards a Rook that has not moved. The Rook comes to stand beside it on the inner side: after g1 or e1, on f1. Tap the King and its square, then *castles*: else it may only step there.
    .title = Nine castles
    .task = Castle so that the Rook gives check.
    .done = Choose how far your King goes: the Rook follows.
birds-old-lesson-corner = The King may castle as far as the square of the Rook itself, which steps aside to the inner side. As in chess it neither crosses nor reaches a square that is attacked. Black's Rook d10 looks down to d1.
    .title = Into the corner
    .task = Castle to j1.
    .done = The King is in the corner, and the Rook stands beside it on i1. On the other side only e1 was open to it.
