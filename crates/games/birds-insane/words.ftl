# Birds and Insane Ninjas: what it is called, and where its rules are told otherwise than those of Birds and Ninjas.

game-birds-insane = Birds and Insane Ninjas
birds-insane-origin = by Charles Daniel
birds-insane-short = Birds and Ninjas where a Knight or Ninja Guard behind the enemy becomes an Insane Ninja Knight.
# What people may type to find it, beside its name and the names of its pieces.
birds-insane-also = promotion drops hand
birds-insane-summary = Birds and Ninjas with a prize behind the enemy's lines: a Knight or Ninja Guard that lands on e11 or f11 (Black e0 or f0) becomes an Insane Ninja Knight at once. You win by checkmate. The board has 104 squares: a1-j10 and two more behind each King. Drop: instead of a move you may put one of your four Ninja Pawns on an empty square of rank 2 (Black 9) and, if you like, push it up at once, as far as rank 5 (Black 6); write `J@` and the square. Castling: from f1 the King goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, and the Rook lands beside it; Black on rank 10. Both kinds of pawn promote on rank 10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Flying Bomber. Stalemate is a draw; threefold repetition and fifty moves without a capture, a pawn's move or a drop may be claimed with `/draw`.
birds-insane-reading-1 = The array, the hand and the drops are those of Birds and Ninjas today.
birds-insane-reading-2 = A Knight or Ninja Guard that lands on those squares always becomes an Insane Ninja Knight; there is no choice.
birds-insane-reading-3 = A pawn never becomes an Insane Ninja Knight, as no source says so.
birds-insane-reading-4 = The Insane Ninja Knight moves as the inventor tells it in Ninjutsu.
birds-insane-reading-5 = After an advance of two or three squares every square passed over can be taken on en passant, by an ordinary pawn, at once.
birds-insane-reading-6 = The bomber's range is not limited: e0-e11 is one move on an empty file.
birds-insane-reading-7 = Diagrams 1 and 2 of the source were drawn on an 8x8 board: "no empty square beyond" f1 and d8 is not so here.
birds-insane-reading-8 = The game is drawn when only the two Kings are left, or the Kings and one Bishop, and no Ninja Pawn is in hand. A Knight or Ninja Guard may still become an Insane Ninja Knight.

# How a piece moves, as the rest of a sentence that begins with its name, and what its two diagrams show.
birds-insane-knight = leaps two squares one way and one to the side, over whatever stands between, and becomes an Insane Ninja Knight when it lands on e11 or f11 (Black e0 or f0).
    .alone = The Knight leaps two squares one way and one to the side, as in chess.
    .telling = The Knight leaps over whatever stands between: it takes the Queen e10 or the Rook i10. On f11 it takes the Bomber and becomes an Insane Ninja Knight. Its own pawn f7 is in its way.
birds-insane-ninja-guard = moves one or two squares along diagonals, leaping over whatever stands between, captures the enemy that it lands on and the one that it leaps over, and becomes an Insane Ninja Knight when it lands on e11 or f11 (Black e0 or f0).
    .alone = The Ninja Guard moves one or two squares along diagonals.
    .telling = By c9-e11 the Ninja Guard leaps over the Bishop d10, takes it, and becomes an Insane Ninja Knight on e11. It takes the Knight b8 by landing there or by leaping on to a7.
birds-insane-insane-ninja-knight = moves one or two squares in any direction, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over; it also leaps and captures as a Knight does.
    .alone = The Insane Ninja Knight moves one or two squares along ranks, files and diagonals, or leaps as a Knight does.
    .telling = The Insane Ninja Knight takes the pawn d5 by landing, or d5 together with d6 by d4-d6. Over its own pawn c4 it leaps to take the Bishop b4. As a Knight does, it takes the Rook e6.

# The steps of its lesson: what is to be known, what is asked, and what is said when it is done.
birds-insane-lesson-rear = The squares behind the enemy's back rank, e11 and f11, are a prize for your Knights and Ninja Guards: one that lands there becomes an Insane Ninja Knight at once. Black's are e0 and f0.
    .title = Behind the lines
    .task = Make your Knight an Insane Ninja Knight.
    .done = There is no choice: whichever of them lands there becomes one. Pawns do not.
birds-insane-lesson-insane = The Insane Ninja Knight moves one or two squares in any direction. It leaps over whatever stands between, and takes each enemy that it leaps over or lands on. It can also leap as a Knight does.
    .title = The Insane Ninja Knight
    .task = Take the Pawn d4 and the Queen e4 in one move.
    .done = With 24 squares in reach from the middle of the board it is nearly as strong as a Queen.
